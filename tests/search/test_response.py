"""What a search gives back: the canonical response, field for field, from library and command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pincite.api.body import body
from pincite.errors import InputError, NotFound
from pincite.indexes.records import Filters
from pincite.library import Library
from pincite.matters.matter import Matter
from pincite.model.akn import parse_frbr
from search.bundled_law import Run, bundled_law

CANONICAL = [
    "query", "case", "results_count", "search_time_ms", "tier", "stages_used", "results",
]  # fmt: skip
RESULT = ["text", "score", "citation", "citation_short", "source", "context", "legal_citations"]
SOURCE = [
    "document", "document_path", "document_id", "chunk_id", "chunk_index", "page",
    "paragraph_start", "paragraph_end", "line_start", "line_end", "char_start", "char_end",
    "extraction_method", "ocr_confidence", "chunk_created_at", "chunk_embedded_at",
    "document_ingested_at",
]  # fmt: skip
LAY = "how much deposit may my landlord take"
TENANCIES = "urn:lex:xm:act-2019-11"


def said(found: object) -> bytes:
    return json.dumps(found.as_dict(times=False), ensure_ascii=False).encode()  # type: ignore[attr-defined]


@pytest.mark.req("C10")
def test_the_response_has_every_field_of_the_document_in_its_order(
    law: Library, matter: Matter
) -> None:
    for found in (law.search(LAY), matter.search("did the landlord protect the deposit")):
        fields = found.as_dict()
        assert list(fields)[: len(CANONICAL)] == CANONICAL
        assert fields["results_count"] == len(found.results) > 0
        for result in fields["results"]:  # type: ignore[attr-defined]
            assert list(result)[: len(RESULT)] == RESULT
            assert list(result["source"])[: len(SOURCE)] == SOURCE
            assert list(result["context"]) == ["before", "after"]
            assert 0 <= result["score"] <= 1
    assert [list(hit.as_dict()["source"]) for hit in law.search(LAY).results[:1]] == [
        list(hit.as_dict()["source"]) for hit in matter.search("deposit").results[:1]
    ]


@pytest.mark.req("C10")
def test_the_command_prints_what_the_library_returns(
    run: Run, law: Library, matter: Matter
) -> None:
    done = run("search", LAY, "--json")
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    expected = body(law.search(LAY))
    assert list(printed) == list(expected)
    assert _without_times(printed) == _without_times(json.loads(json.dumps(expected)))
    done = run("--matter", "hart-v-bellweather", "search", "who keeps the deposit", "--json")
    expected = json.loads(json.dumps(body(matter.search("who keeps the deposit"))))
    assert _without_times(json.loads(done.stdout)) == _without_times(expected)
    assert expected["case"] == "Hart v. Bellweather (HC 412/25)"


def _without_times(fields: dict[str, object]) -> dict[str, object]:
    return {
        name: one for name, one in fields.items() if name not in ("search_time_ms", "milliseconds")
    }


@pytest.mark.req("C10")
def test_a_hit_slices_back_to_its_document_and_so_do_its_highlights(
    law: Library, matter: Matter
) -> None:
    found = matter.search("the tenant paid a deposit to the landlord").results
    for hit in found:
        key = matter.document(hit.source.document_id).key
        place = hit.source.place
        assert matter.store.text(key, place.char_start, place.char_end) == hit.text
        marked = {hit.text[start:end].lower() for start, end in hit.highlights}
        assert all(0 <= start < end <= len(hit.text) for start, end in hit.highlights)
        assert any("deposit" in one or "tenant" in one or "landlord" in one for one in marked)
    for hit in law.search(LAY).results:
        assert hit.law is not None
        assert (
            hit.text == " ".join(hit.text[one.start : one.end] for one in hit.parts)
            or not hit.parts
        )
        shown = law.show(hit.law.urn, at=hit.law.valid_from).text
        assert hit.text in shown or hit.parts


@pytest.mark.req("C10")
def test_what_stands_around_a_hit_is_what_its_document_has_there(matter: Matter) -> None:
    for hit in matter.search("inventory of the flat and its furniture").results:
        text = matter.store.text(matter.document(hit.source.document_id).key)
        assert hit.before.removeprefix("… ") in text[: hit.source.place.char_start]
        assert hit.after.removesuffix(" …") in text[hit.source.place.char_end :]
        assert len(hit.before) < 210
        assert len(hit.after) < 210


@pytest.mark.req("L8")
def test_every_hit_in_law_says_what_and_where_it_is(law: Library) -> None:
    found = law.search("maximum deposit months rent", filters=Filters(doc_type=("act",)))
    [hit, *_] = [one for one in found.results if one.law and one.law.unit_urn == f"{TENANCIES}:14"]
    place = hit.law
    assert place is not None
    assert place.title == "Residential Tenancies Act [Chapter 20:14]"
    assert place.section_path == "PART III DEPOSITS › 14. Maximum deposit"
    assert (place.chapter, place.nature, place.year) == ("20:14", "act", "2019")
    assert place.akn_work == "/akn/xm/act/2019/11"
    assert place.akn_expression == "/akn/xm/act/2019/11/eng@2024-04-01"
    assert str(parse_frbr(place.akn_expression).urn) == TENANCIES
    assert (place.version, str(place.valid_from)) == ("tenancies-2024", "2024-04-01")
    assert hit.citation.startswith("Residential Tenancies Act [Chapter 20:14], s 14")
    assert hit.citation_short.startswith("Residential Tenancies Act, s 14")


def test_law_is_searched_as_it_stood_on_a_date_or_in_a_version(law: Library) -> None:
    def tenancies(**asked: str) -> set[str]:
        found = law.search("maximum deposit months rent", limit=50, **asked).results  # type: ignore[arg-type]
        return {one.law.version for one in found if one.law and one.law.urn.startswith(TENANCIES)}

    assert tenancies() == {"tenancies-2024"}
    assert tenancies(at="2023-06-01") == {"tenancies-2019"}
    assert tenancies(at="2024-06-01") == {"tenancies-2024"}
    assert tenancies(version="tenancies-2019") == {"tenancies-2019"}
    assert tenancies(at="2001-01-01") == set()
    with pytest.raises(NotFound, match="not in this library"):
        law.search("deposit", version="tenancies-1999")
    with pytest.raises(InputError, match="both"):
        law.search("deposit", version="tenancies-2019", at="2023-06-01")


def test_filters_let_through_only_what_they_name(law: Library) -> None:
    opinions = law.search("deposit", filters=Filters(doc_type=("opinion",))).results
    assert {hit.source.kind for hit in opinions} == {"opinion"}
    within = law.search("deposit", within=f"{TENANCIES}:16").results
    assert within
    assert all(hit.law and hit.law.urn.startswith(f"{TENANCIES}:16") for hit in within)
    assert law.search("deposit", filters=Filters(year=("1066",))).results == ()


@pytest.mark.req("L9")
def test_confidence_is_a_share_and_a_vague_question_is_asked_back(law: Library) -> None:
    for question in (LAY, "s 14 of the Residential Tenancies Act", "zyzzyva"):
        assert 0 <= law.search(question).confidence <= 1
    cited = law.search("s 14 of the Residential Tenancies Act")
    assert cited.confidence > 0.9
    assert cited.clarify is None
    assert cited.stages_used[0] == "citation"
    asked_back = law.search("what is the law").clarify
    assert asked_back is not None
    assert asked_back.question.startswith("What is your question about?")
    english = Filters(language=("en",))
    icelandic = law.search("hvað er þetta og hvernig", filters=english).clarify
    assert icelandic is not None
    assert icelandic.question.startswith(("Um hvað", "Ekkert hér"))


def test_what_the_question_cites_and_the_library_lacks_is_named(law: Library) -> None:
    assert law.search("509 U.S. 579").not_held == ("509 U.S. 579",)


@pytest.mark.req("C3")
def test_a_citation_finds_its_exact_uses_first_short_forms_too(matter: Matter) -> None:
    found = matter.search("Marlowe v. Registrar of Tenancies")
    assert found.stages_used == ("citation",)
    marked = [hit.text[start:end] for hit in found.results for start, end in hit.highlights]
    assert marked == [
        "Marlowe v. Registrar of Tenancies, 14 M.L.R. 201, 203 (Const. Ct. 2022)",
        "Marlowe, supra, at 202",
        "Marlowe, 14 M.L.R., at 204",
    ]
    assert [hit.citation for hit in found.results] == [
        "Opinion.pdf, p. 2, paras. 1-4", "Opinion.pdf, p. 3, paras. 1-2", "Opinion.pdf, p. 2, n. 2",
    ]  # fmt: skip
    full = "Marlowe v. Registrar of Tenancies, 14 M.L.R. 201, 203 (Const. Ct. 2022)"
    assert all(full in hit.legal_citations for hit in found.results)


@pytest.mark.req("C3")
def test_a_citation_that_nothing_makes_falls_through_to_the_words(matter: Matter) -> None:
    found = matter.search("does 509 U.S. 579 say who keeps the deposit")
    assert found.not_held == ("509 U.S. 579",)
    assert found.results
    assert "citation" not in found.stages_used
    more = matter.search("what does Marlowe v. Registrar of Tenancies say of the deposit")
    assert more.stages_used[:2] == ("citation", "bm25")
    assert more.results[0].citation == "Opinion.pdf, p. 2, paras. 1-4"


@pytest.mark.req("C9")
def test_what_hangs_together_is_beside_the_results_and_never_among_them(matter: Matter) -> None:
    found = matter.search("the carpet in the flat", limit=2)
    shown = {hit.source.document_id for hit in found.results}
    chunks = {hit.source.chunk_id for hit in found.results}
    assert found.related.documents
    assert found.related.chunks
    assert not shown & {one.document_id for one in found.related.documents}
    assert not chunks & {one.chunk_id for one in found.related.chunks}
    for several in (found.related.documents, found.related.chunks):
        weights = [one.weight for one in several]
        assert weights == sorted(weights, reverse=True)
        assert len(several) <= 5
    none = matter.search("the carpet in the flat", limit=2, related=0)
    assert (none.related.documents, none.related.chunks) == ((), ())
    assert none.results == found.results


def test_one_document_alone_is_searched_by_name_or_id(matter: Matter) -> None:
    found = matter.search("deposit", document="Lease")
    assert {hit.source.document for hit in found.results} == {"Lease.pdf"}
    same = matter.search("deposit", document=matter.document("Lease").id)
    assert said(same) == said(found)
    with pytest.raises(NotFound):
        matter.search("deposit", document="no such thing")


@pytest.mark.req("C1")
def test_nothing_of_another_matter_or_of_the_law_is_found_in_a_matter(matter: Matter) -> None:
    for question in ("zyxomma feathers", "Quill", "by-law overcrowding habitable room"):
        found = matter.search(question, limit=1000)
        own = {one.id for one in matter.documents()}
        assert {hit.source.document_id for hit in found.results} <= own
        assert {one.document_id for one in found.related.documents} <= own
        assert b"zyxomma" not in said(found).replace(question.encode(), b"")
        assert b"Harrowmouth: Rental" not in said(found)


def test_the_same_question_gives_the_same_bytes_in_another_process_and_after_a_rebuild(
    law: Library, matter: Matter, run: Run
) -> None:
    first, second = said(law.search(LAY)), said(matter.search("who keeps the deposit"))
    assert said(law.search(LAY)) == first
    other = json.loads(run("search", LAY, "--json").stdout)
    del other["state"]
    for result in other["results"]:
        for name in ("chunk_created_at", "chunk_embedded_at", "document_ingested_at"):
            result["source"].pop(name, None)
    assert _without_times(other) == body(json.loads(first))
    law.search_index.index(anew=True)
    matter.search_index.index(anew=True)
    assert said(law.search(LAY)) == first
    assert said(matter.search("who keeps the deposit")) == second


def test_until_it_is_encoded_words_and_the_table_are_searched_and_the_response_says_so(
    law: Library, run: Run
) -> None:
    found = law.search(LAY)
    assert found.stages_used == ("bm25", "semantic")
    assert found.encoded == 0
    assert "semantic: 0% of the passages are encoded" in found.degraded
    done = run("search", LAY, "--limit", "2")
    assert done.returncode == 0
    assert "`pincite index` encodes what is not" in done.stderr
    assert "confidence" in done.stdout


@pytest.mark.req("C7")
def test_the_tiers_run_their_stages_and_say_which(tmp_path: Path, models: Path) -> None:
    with bundled_law(tmp_path / "law", models) as opened:
        assert opened.search_index.encode(tokens=True) == 1.0
        free = opened.search(LAY, profile="case", tier="free")
        pro = opened.search(LAY, profile="case", tier="pro")
    assert (free.tier, free.stages_used) == ("free", ("bm25", "semantic"))
    assert (pro.tier, pro.stages_used) == ("pro", ("bm25", "semantic", "colbert"))
    assert pro.encoded == 1.0
    assert pro.degraded == ()
    assert set(pro.milliseconds) > {"bm25", "semantic", "late", "total"}


def test_the_default_profile_follows_what_is_held(law: Library, matter: Matter) -> None:
    assert law.search(LAY).profile == "legislation"
    assert matter.search("deposit").profile == "case"
    assert len(law.search(LAY).profile_hash) == 16
    with pytest.raises(InputError, match="no profile"):
        law.search(LAY, profile="nonsense")


@pytest.mark.req("C10")
def test_people_read_citation_path_and_the_words_that_answer(run: Run) -> None:
    done = run("search", "maximum deposit", "--type", "act", "--limit", "1")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("1. Residential Tenancies Act [Chapter 20:14], s 14")
    assert lines[1].strip() == "PART III DEPOSITS › 14. Maximum deposit"
    assert "rent for one month" in " ".join(done.stdout.split())
    assert "\x1b" not in done.stdout


@pytest.mark.req("L9")
@pytest.mark.parametrize("question", ["Is that so?", "What would they have done?", "Má þetta?"])
def test_a_question_that_tells_nothing_is_asked_back_and_not_answered(
    law: Library, question: str
) -> None:
    found = law.search(question)
    assert not found.results
    assert found.clarify is not None
    assert not found.clarify.options
