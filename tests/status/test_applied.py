"""A status reaches everything that speaks of law: show, tree, search, scope, answers, packs."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.dc_documents import includes_of, index_of, section_of, written
from pincite import library
from pincite.api.body import as_json
from pincite.errors import NotFound
from pincite.library import Library
from pincite.model.status import Flag, Status
from pincite.settings import Settings
from search.bundled_law import LAW, bundled_law

ACT = "urn:lex:xm:act-2019-11"
REFUSE, WASTE, MARRIAGE = (
    "urn:lex:xe:act-2002-12",
    "urn:lex:xe:act-2016-3",
    "urn:lex:xe:act-1964-81",
)
TEXTS = {
    "refuse": (REFUSE, "Refuse Removal By-laws", "by-law", 12, 2002, "", (
        "## 1. Duty\n\nThe occupier shall place the refuse bin at the kerb before six o'clock on the"
        " day of removal.\n\n## 2. Bins\n\nNo person shall keep a refuse bin of more than ninety"
        " litres.\n")),
    "waste": (WASTE, "Waste Removal By-law", "by-law", 3, 2016, "", (
        "## 1. Duty\n\nThe owner must ensure that the waste container stands at the kerb on the day"
        " of removal.\n\n## 64. Repeal of laws\n\nThe by-laws mentioned in the Schedule are hereby"
        " repealed to the extent set out in the third column thereof.\n\n# Schedule. Laws"
        " repealed\n\n1. 12 of 2002, Refuse Removal By-laws, 2002, the whole\n")),
    "marriage": (MARRIAGE, "Marriage Act", "act", 81, 1964, "5:11", (
        "## 22. Age\n\nNo girl under the age of sixteen years shall be capable of contracting a"
        " marriage.\n")),
    "marriages": ("urn:lex:xe:act-2022-1", "Marriages Act, 2022", "act", 1, 2022, "5:17", (
        "## 3. Minimum age of marriage\n\nNo person under the age of eighteen years may contract a"
        " marriage.\n\n## 55. Repeals\n\n(1) The Marriages Act [Chapter 5:11] is repealed.\n")),
    "fees": ("urn:lex:xe:act-1970-7", "Marriage (Fees) Regulations", "regulation", 7, 1970, "", (
        "## 1. Title\n\nThese regulations are made under section 22 of the Marriage Act [Chapter"
        " 5:11].\n\n## 2. Fee\n\nThe fee for a marriage before a marriage officer is two"
        " pounds.\n")),
}  # fmt: skip


def _text(urn: str, title: str, kind: str, number: int, year: int, chapter: str, body: str) -> str:
    chaptered = f"chapter: {chapter}\n" if chapter else ""
    return (
        f"---\ntitle: {title}\nurn: {urn}\nkind: {kind}\nnumber: {number}\nyear: {year}\n"
        f"{chaptered}language: en\nstyle: act\n---\n\n{body}"
    )


def held(root: Path, *names: str, **more: tuple[str, str, str, int, int, str, str]) -> Library:
    root.mkdir(parents=True, exist_ok=True)
    for name, text in {**{name: TEXTS[name] for name in names}, **more}.items():
        (root / f"{name}.md").write_text(_text(*text), encoding="utf-8")
    made = library.create(root / "law", settings=Settings(models=root / "no", workers=1))
    made.ingest(*sorted(root.glob("*.md")), reader_name="plain", version="v1", profile="markdown")
    made.index_scope()
    return made


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with held(tmp_path_factory.mktemp("city"), *TEXTS) as law:
        yield law


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("bundled")
    with bundled_law(folder / "law", folder / "no-models") as law:
        with (LAW / "overrides.tsv").open(encoding="utf-8") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                law.add_override(
                    row["urn"], row["status"], authority=row["authority"],
                    citation=row["citation"], start=row["from"], end=row["to"] or None,
                )  # fmt: skip
        law.index_scope()
        yield law


# The refuse by-law.


def test_a_by_law_in_another_one_s_schedule_of_repeals_is_repealed(city: Library) -> None:
    found = city.show(f"{REFUSE}:1").law_status
    assert found is not None
    assert found.status is Status.REPEALED
    assert found.by is not None
    assert "Refuse Removal By-laws" in found.by.words
    key = city.place(WASTE)[0].key
    assert city.store.text(key, found.by.start, found.by.end) == found.by.words
    assert city.scope(f"{REFUSE}:1").law_status.status is Status.REPEALED
    assert city.show(f"{WASTE}:1").law_status is not None
    assert city.show(f"{WASTE}:1").law_status.status is Status.IN_FORCE  # pyright: ignore[reportOptionalMemberAccess]


def test_the_tree_of_a_repealed_law_says_so_of_each_section(city: Library) -> None:
    tree = json.loads(as_json(city.tree(REFUSE)))
    assert tree["status"] == "repealed"
    assert {child["status"] for child in tree["children"]} == {"repealed"}
    assert "status" not in json.loads(as_json(city.tree(WASTE)))


def test_a_search_puts_living_law_first_and_labels_the_other(city: Library) -> None:
    hits = city.search("refuse bin at the kerb before six o'clock on the day of removal").results
    works = [hit.source.document_id for hit in hits]
    assert works.index(WASTE) < works.index(REFUSE)
    labels = {hit.law.urn: hit.law.law_status for hit in hits if hit.law}
    assert labels[f"{WASTE}:1"] is None
    dead = labels[f"{REFUSE}:1"]
    assert dead is not None
    assert dead.status is Status.REPEALED
    # The better match keeps the better score.
    scores = {hit.source.document_id: hit.score for hit in reversed(hits)}
    assert scores[REFUSE] > scores[WASTE]


def test_a_provision_that_is_cited_outright_comes_first_repealed_or_not(city: Library) -> None:
    first = city.search("Refuse Removal By-laws, s 2").results[0]
    assert first.law is not None
    assert first.law.urn == f"{REFUSE}:2"
    assert first.law.law_status is not None


# The marriage age.


def test_the_marriage_age_is_that_of_the_law_in_force(city: Library) -> None:
    reply = city.ask("At what age is a girl capable of contracting a marriage?")
    assert reply.answer is not None
    assert "eighteen" in reply.answer.citations[0].quote
    assert all("sixteen" not in citation.quote for citation in reply.answer.citations)
    assert any(
        "Marriage Act" in told and "repealed by Marriages Act, 2022" in told and "s 55(1)" in told
        for told in reply.warnings
    )


def test_where_only_dead_law_speaks_the_refusal_says_so(tmp_path: Path) -> None:
    with held(tmp_path, "refuse", "waste") as law:
        reply = law.ask("May a person keep a refuse bin of more than ninety litres?")
    assert reply.answer is None
    assert reply.refusal is not None
    assert "not in force" in reply.refusal.reason
    assert "Refuse Removal By-laws" in reply.refusal.reason


def test_regulations_under_a_repealed_act_stay_and_are_flagged(city: Library) -> None:
    found = city.scope("urn:lex:xe:act-1970-7:2").law_status
    assert found.status is Status.IN_FORCE
    assert [flag.flag for flag in found.flags] == [Flag.MADE_UNDER_ENDED]
    reply = city.ask(
        "Which fee do the Marriage (Fees) Regulations set for a marriage before a marriage officer?"
    )
    assert any("made under law that is not in force" in told for told in reply.warnings)


def test_regulations_that_a_saving_clause_keeps_are_not_flagged(tmp_path: Path) -> None:
    urn, title, kind, number, year, chapter, body = TEXTS["marriages"]
    saved = body + (
        "\n(2) Any regulations made under the repealed Act shall continue in force as if made under"
        " this Act.\n"
    )
    with held(
        tmp_path, "marriage", "fees", marriages=(urn, title, kind, number, year, chapter, saved)
    ) as law:
        assert law.scope("urn:lex:xe:act-1964-81:22").law_status.status is Status.REPEALED
        assert law.scope("urn:lex:xe:act-1970-7:2").law_status.is_plain


# A single provision of another act.


def test_a_section_that_a_later_act_repeals_is_unknown_where_its_text_has_no_date(
    tmp_path: Path,
) -> None:
    clause = "## 4. Repeal\n\nSection 2 of the Refuse Removal By-laws, 2002 is repealed.\n"
    repealing = ("urn:lex:xe:act-2010-5", "Bins By-law", "by-law", 5, 2010, "", clause)
    with held(tmp_path, "refuse", bins=repealing) as law:
        second, first = (law.scope(f"{REFUSE}:{number}").law_status for number in (2, 1))
        assert second.status is Status.UNKNOWN
        assert second.by is not None
        assert second.by.urn == "urn:lex:xe:act-2010-5:4"
        assert first.is_plain


# Courts.


def test_a_void_section_limits_nothing(bundled: Library) -> None:
    context = bundled.scope(f"{ACT}:23")
    assert not [one for one in context.exceptions if one.passage.urn.startswith(f"{ACT}:24")]
    assert [(out.role, out.urn, out.status.status) for out in context.not_applied] == [
        ("exception", f"{ACT}:24:1", Status.SUSPENDED)
    ]
    # Before the court spoke, it did.
    before = bundled.scope(f"{ACT}:23", at="2022-09-13")
    assert [one for one in before.exceptions if one.passage.urn == f"{ACT}:24:1"]
    assert not before.not_applied


def test_a_void_enabling_section_marks_what_was_made_under_it(tmp_path: Path) -> None:
    with held(tmp_path, "marriage", "fees") as law:
        assert law.scope("urn:lex:xe:act-1970-7:2").law_status.is_plain
        law.add_override(f"{MARRIAGE}:22", "VOID", authority="High Court", start="2020-01-01")
        found = law.scope("urn:lex:xe:act-1970-7:2").law_status
        assert [flag.flag for flag in found.flags] == [Flag.MADE_UNDER_ENDED]


def test_an_override_of_what_is_not_there_is_refused(bundled: Library) -> None:
    with pytest.raises(NotFound, match=":999"):
        bundled.add_override(f"{ACT}:999", "VOID", authority="High Court", start="2020-01-01")
    assert not [over for over in bundled.overrides() if over.urn.endswith(":999")]


# The deposit of 2020.


def test_the_deposit_of_2020_is_that_of_the_text_of_then(bundled: Library) -> None:
    question = "What is the maximum deposit?"
    then = bundled.ask(question, at="2020-12-31")
    now = bundled.ask(question)
    assert then.answer is not None
    assert now.answer is not None
    assert "for two months" in then.answer.citations[0].quote
    assert "for one month" in now.answer.citations[0].quote


def test_a_repealed_section_names_the_day_that_its_note_gives(bundled: Library) -> None:
    found = bundled.scope(f"{ACT}:18").law_status
    assert found.status is Status.REPEALED
    assert str(found.since) == "2024-04-01"
    assert bundled.scope(f"{ACT}:18", at="2024-03-31").law_status.is_plain


def test_what_ends_on_a_later_day_is_temporary_until_then(bundled: Library) -> None:
    before, after = (
        bundled.scope(f"{ACT}:30", at=day).law_status for day in ("2021-12-30", "2021-12-31")
    )
    assert before.status is Status.IN_FORCE
    assert [flag.flag for flag in before.flags] == [Flag.TEMPORARY]
    assert after.status is Status.EXPIRED


def test_law_that_begins_later_is_not_yet_in_force(bundled: Library) -> None:
    found = bundled.show("urn:lex:xm:act.si-2025-078:1").law_status
    assert found is not None
    assert (found.status, str(found.since)) == (Status.NOT_YET, "2027-07-01")


# D.C. divorce.


def test_a_repealed_section_of_a_code_is_named_and_not_quoted(tmp_path: Path) -> None:
    names = ("16-904", "16-905", "16-906", "16-907")
    repealed = (
        "<text>A divorce from the bond of marriage may be granted after a separation of one year"
        " without cohabitation.</text>"
    )
    living = (
        "<text>A divorce from the bond of marriage may be granted when one party asserts that the"
        " party no longer wishes to remain married.</text>"
    )
    files = {
        "index.xml": index_of(includes_of(*names), "16"),
        "sections/16-904.xml": section_of("16-904", repealed, "<reason>Repealed</reason>"),
        "sections/16-905.xml": section_of("16-905", living),
        "sections/16-906.xml": section_of(
            "16-906", "<text>The keeper shall light the lamp.</text>"
        ),
        "sections/16-907.xml": section_of("16-907", "<text>A wharf has a lamp at its end.</text>"),
    }
    with library.create(
        tmp_path / "law", settings=Settings(models=tmp_path / "no", workers=1)
    ) as law:
        law.ingest(
            written(tmp_path / "title", files), reader_name="dclaw", version="v1", day="2024-06-01"
        )
        law.index_scope()
        reply = law.ask(
            "May a divorce from the bond of marriage be granted when one party asserts that it no longer wishes to remain married?"
        )
        assert reply.answer is not None
        assert all("one year" not in citation.quote for citation in reply.answer.citations)
        assert any("16-904" in told and "repealed" in told for told in reply.warnings)


def test_a_superseded_copy_of_a_section_is_not_called_repealed(tmp_path: Path) -> None:
    living = section_of("16-905", "<text>A lamp is lit at dusk.</text>")
    copied = section_of(
        "16-905(Perm)",
        "<text>\n *NOTE: This codification is <u><b>not</b></u> the most current, see <cite "
        'doc="D.C. Code" path="§16-905">Current Version</cite>*\n</text>'
        "<text>A lamp is lit at noon.</text>",
    )
    files = {
        "index.xml": index_of(includes_of("16-905", "16-905(Perm)"), "16"),
        "sections/16-905.xml": living,
        "sections/16-905(Perm).xml": copied,
    }
    settings = Settings(models=tmp_path / "no", workers=1)
    with library.create(tmp_path / "law", settings=settings) as law:
        law.ingest(
            written(tmp_path / "title", files), reader_name="dclaw", version="v1", day="2024-06-01"
        )
        law.index_scope()
        found = law.scope("urn:lex:us-dc:dccode:16-905-Perm").law_status
        assert found.status is Status.SUPERSEDED
        assert not found.may_apply
        assert law.scope("urn:lex:us-dc:dccode:16-905").law_status.is_plain
