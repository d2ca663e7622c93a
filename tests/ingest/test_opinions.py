"""Court decisions, from CourtListener and the Caselaw Access Project."""

from __future__ import annotations

import json
import unicodedata
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from data import law
from drafts import node_at, outlined, said_at
from pincite.errors import SourceMalformed
from pincite.ingest.readers import ReadOptions, Unit, opinions, reader
from pincite.ingest.readers.opinions.citing import cite_name, decided, docket_name
from pincite.ingest.readers.opinions.headings import heading_of
from pincite.ingest.readers.opinions.pages import Pages
from pincite.ingest.sources import Sources
from pincite.model import Draft, Refused, Skipped
from pincite.model.locator import locator
from pincite.settings import Settings

_TEXT = """410 U.S. 113 (1973)

ROE
v.
WADE.

No. 70-18.

APPEAL FROM THE NORTHERN DISTRICT.
[*115] Ms. Weddington argued the cause.[*]

[*116] MR. JUSTICE BLACKMUN delivered the opinion of the Court.

Our task, of course, is to resolve the issue, and we [*117] have inquired into it.

It is so ordered.

MR. JUSTICE WHITE, with whom MR. JUSTICE REHNQUIST joins, dissenting.

At the heart of the controversy[1] are [*118] recurring pregnancies.

NOTES

[*] Briefs were filed.

[1] A footnote."""


def _record(number: int = 1, text: str = _TEXT, **citation: str) -> dict[str, Any]:
    cites = {
        "federal_cite_one": "410 U.S. 113",
        "case_name": "Roe v. Wade",
        "docket_number": "70-18",
    }
    return {
        "id": str(number),
        "date_filed": "1973-01-22",
        "citation": {**cites, **citation},
        "judges": "Blackmun",
        "status": "Published",
        "citation_count": 1171,
        "text": text,
    }


def _lines(folder: Path, *records: object, name: str = "opinions.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def _units(path: Path) -> tuple[Sources, list[Unit]]:
    sources = Sources.of([path], reader="opinions", settings=Settings())
    return sources, reader("opinions").units(sources, ReadOptions())


def _outcomes(path: Path) -> list[object]:
    sources, units = _units(path)
    chosen = reader("opinions")
    return [outcome for unit in units for outcome in chosen.read(sources, unit, ReadOptions())]


def _one(path: Path) -> Draft:
    (draft,) = _outcomes(path)
    assert isinstance(draft, Draft)
    return draft


def _urns(path: Path) -> list[str]:
    return [one.expression.urn for one in _outcomes(path) if isinstance(one, Draft)]


def _squeezed(words: str) -> str:
    return "".join(unicodedata.normalize("NFC", words).split())


def test_a_decision_is_named_by_its_citation(tmp_path: Path) -> None:
    draft = _one(_lines(tmp_path, _record(federal_cite_two="93 S. Ct. 705")))
    expression = draft.expression
    assert expression.urn == "urn:lex:us:scotus:410-us-113"
    assert (expression.title, expression.number) == ("Roe v. Wade", "410 U.S. 113")
    assert (expression.year, expression.start) == ("1973", date(1973, 1, 22))
    assert (expression.kind, expression.style) == ("opinion", "case")
    assert expression.meta == {
        "court": "Supreme Court of the United States",
        "judges": "Blackmun",
        "docket": "70-18",
        "citations": ["410 U.S. 113", "93 S. Ct. 705"],
        "opinion_id": "1",
        "citation_count": 1171,
        "status": "Published",
    }


def test_opinions_and_pages_are_parts_of_a_decision(tmp_path: Path) -> None:
    draft = _one(_lines(tmp_path, _record()))
    assert outlined(draft) == [
        ("opinion", "op-1"),
        ("page", "op-1:115"),
        ("opinion", "op-2"),
        ("page", "op-2:116"),
        ("page", "op-2:117"),
        ("opinion", "op-3"),
        ("page", "op-3:117"),
        ("page", "op-3:118"),
        ("group", "notes"),
    ]
    assert [node.attrs for node in draft.nodes if node.kind == "opinion"] == [
        {"type": "head"},
        {"type": "majority", "author": "BLACKMUN"},
        {"type": "dissent", "author": "WHITE"},
    ]
    assert (
        node_at(draft, "op-2").heading == "MR. JUSTICE BLACKMUN delivered the opinion of the Court."
    )
    assert said_at(draft, "op-2:117") == "[*117] have inquired into it. It is so ordered."
    assert said_at(draft, "op-3:117") == (
        "MR. JUSTICE WHITE, with whom MR. JUSTICE REHNQUIST joins, dissenting. "
        "At the heart of the controversy[1] are"
    )
    assert said_at(draft, "notes") == "NOTES [*] Briefs were filed. [1] A footnote."
    assert _squeezed(draft.text) == _squeezed(_TEXT)


def test_a_page_is_cited_by_its_number(tmp_path: Path) -> None:
    draft = _one(_lines(tmp_path, _record()))
    cited = locator(draft.expression, [node_at(draft, "op-1"), node_at(draft, "op-1:115")])
    assert cited == "Roe v. Wade, 410 U.S. 113, 115 (1973)"
    dissent = locator(draft.expression, [node_at(draft, "op-3"), node_at(draft, "op-3:117")])
    assert dissent == "Roe v. Wade, 410 U.S. 113, 117 (1973) (White, dissenting)"


def test_a_paragraph_that_runs_over_a_page_is_one_paragraph(tmp_path: Path) -> None:
    text = "410 U.S. 113 (1973)\n\nOne [*114] goes on [*115] here.\n\n[*116] Two."
    draft = _one(_lines(tmp_path, _record(text=text)))
    starts = [draft.text[start : start + 3] for start in draft.paragraphs]
    assert starts == ["410", "One", "Two"]


def test_the_words_after_a_missing_mark_may_reach_further(tmp_path: Path) -> None:
    draft = _one(_lines(tmp_path, _record(text="[*114] One. [*117] Two.")))
    assert node_at(draft, "op-1:114").attrs == {"through": "116"}
    assert node_at(draft, "op-1:117").attrs is None


@pytest.mark.parametrize(
    "text",
    [
        "One [*2198] two [*2199] three",  # pages of another reporter
        "One [*115] two [*114] three",  # out of order
        "One [*] two [*1] three",  # footnotes
        "One 5*6 two",
    ],
)
def test_marks_that_are_not_pages_of_the_report_stay_words(tmp_path: Path, text: str) -> None:
    draft = _one(_lines(tmp_path, _record(text=text)))
    assert outlined(draft) == [("opinion", "op-1")]
    assert draft.text == text


def test_a_decision_without_a_citation_has_no_pages_to_trust(tmp_path: Path) -> None:
    record = _record(text="One [*5] two", federal_cite_one="None")
    draft = _one(_lines(tmp_path, record))
    assert draft.expression.urn == "urn:lex:us:scotus:no-70-18"
    assert outlined(draft) == [("opinion", "op-1")]


def test_a_decision_without_citation_or_docket_has_the_publishers_number(tmp_path: Path) -> None:
    record = _record(7, federal_cite_one="", docket_number="")
    assert _urns(_lines(tmp_path, record)) == ["urn:lex:us:scotus:cl-7"]


def test_decisions_that_begin_on_one_page_are_told_apart(tmp_path: Path) -> None:
    path = _lines(tmp_path, _record(1), _record(2, "Another."), _record(3, "A third."))
    assert _urns(path) == [
        "urn:lex:us:scotus:410-us-113",
        "urn:lex:us:scotus:410-us-113-cl2",
        "urn:lex:us:scotus:410-us-113-cl3",
    ]


def test_names_do_not_depend_on_which_part_of_a_file_is_read_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = [
        _record(n, f"Decision {n}.", federal_cite_one=f"{n % 3 + 1} U.S. 5") for n in range(9)
    ]
    path = _lines(tmp_path, *records)
    whole = _urns(path)
    monkeypatch.setattr(opinions, "_UNIT_BYTES", 500)
    sources, units = _units(path)
    assert len(units) == 3
    assert sum(unit.size for unit in units) == path.stat().st_size
    chosen = reader("opinions")
    apart = {
        unit.note: [
            one.expression.urn
            for one in chosen.read(sources, unit, ReadOptions())
            if isinstance(one, Draft)
        ]
        for unit in reversed(units)
    }
    assert [urn for unit in units for urn in apart[unit.note]] == whole
    assert len(set(whole)) == 9


def test_every_part_of_a_file_names_the_hash_of_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opinions, "_UNIT_BYTES", 500)
    path = _lines(tmp_path, *(_record(n, federal_cite_one=f"{n} U.S. 5") for n in range(1, 5)))
    sources, units = _units(path)
    assert len(units) > 1
    drafts = [one for one in _outcomes(path) if isinstance(one, Draft)]
    assert {draft.sources[0] for draft in drafts} == {sources.digest("opinions.jsonl")}
    assert [draft.nodes[1].place for draft in drafts] == [f"line {n}" for n in range(1, 5)]


@pytest.mark.parametrize(
    ("line", "kind", "author"),
    [
        ("MR. JUSTICE HOLMES delivered the opinion of the court.", "majority", "HOLMES"),
        ("Justice Scalia, delivered the opinion of the Court.", "majority", "Scalia"),
        ("Mr Justice THOMPSON delivered the opinion of the Court.", "majority", "THOMPSON"),
        ("THE CHIEF JUSTICE delivered the opinion of the Court.", "majority", "THE CHIEF JUSTICE"),
        ("MR. JUSTICE HARLAN, after stating the case, delivered the opinion of the court.",
         "majority", "HARLAN"),
        ("JUSTICE STEVENS announced the judgment of the Court and delivered an opinion, in which "
         "JUSTICE SOUTER joins.", "plurality", "STEVENS"),
        ("JUSTICE O'CONNOR, concurring in the judgment.", "concurrence", "O'CONNOR"),
        ("JUSTICE BREYER and JUSTICE KAGAN, dissenting.", "dissent", "BREYER"),
        ("MR. JUSTICE WHITE, with whom THE CHIEF JUSTICE joins as to Part I, dissenting.[*]",
         "dissent", "WHITE"),
        ("Justice Souter, concurring in part and dissenting in part.", "concurrence-dissent",
         "Souter"),
        ("[*116] MR. CHIEF JUSTICE BURGER, concurring.", "concurrence", "BURGER"),
        ("JUSTICE THOMAS, with whom JUSTICE SCALIA and\nJUSTICE KENNEDY join, concurring in the "
         "judgment.\nWe granted certiorari", "concurrence", "THOMAS"),
        ("PER CURIAM.", "per-curiam", ""),
        ("Opinion of the Court.", "majority", ""),
    ],
)  # fmt: skip
def test_a_line_that_begins_an_opinion_is_known(line: str, kind: str, author: str) -> None:
    heading = heading_of(line)
    assert heading is not None
    assert (heading.kind, heading.author) == (kind, author)


@pytest.mark.parametrize(
    "line",
    [
        "MR. JUSTICE DOUGLAS took no part in the consideration of this case.",
        "MR. JUSTICE BREWER dissented.",
        "JUSTICE POWELL, concurring in United States v. Mendenhall, observed:",
        "Justice Frankfurter dissented because, in his view, the case was political.",
        "MR. JUSTICE BLACK concurs in Paragraph 2 of MR. JUSTICE BLACKMUN'S dissenting opinion.",
        "MR. JUSTICE BLACK, joined by MR. JUSTICE DOUGLAS, concurring in the reversal, concluded "
        "that only the Commission was granted the authority.",
        "Mr. Donald R. Richberg, with whom Mr. Smith was on the brief, for petitioner.",
        "BREYER, J., dissenting",
        "Opinion of the Court",
    ],
)
def test_a_sentence_about_a_justice_begins_no_opinion(line: str) -> None:
    assert heading_of(line) is None


def test_the_running_heads_of_a_slip_opinion_begin_nothing(tmp_path: Path) -> None:
    text = (
        "Cite as: 555 U. S. ____ (2009) 1\n\nPer Curiam\n\nSUPREME COURT OF THE UNITED STATES\n\n"
        "ON PETITION FOR CERTIORARI.\nPER CURIAM.\n\nHe was found guilty.\n\nPer Curiam\n\n"
        "It is so ordered.\nJUSTICE THOMAS, dissenting.\nI would not.\n\n"
        "THOMAS, J., dissenting\n\nNo."
    )
    draft = _one(_lines(tmp_path, _record(text=text)))
    kinds = [(node.attrs or {}).get("type") for node in draft.nodes if node.kind == "opinion"]
    assert kinds == ["head", "per-curiam", "dissent"]
    assert _squeezed(draft.text) == _squeezed(text)


def test_the_first_reporters_wrote_the_judge_before_his_office(tmp_path: Path) -> None:
    text = "17 U.S. 70\n\n[*101] MARSHALL, Ch. J., delivered the opinion of the court.\n\nIt is so."
    draft = _one(_lines(tmp_path, _record(text=text, federal_cite_one="17 U.S. 70")))
    assert (node_at(draft, "op-2").attrs or {})["author"] == "MARSHALL"


@pytest.mark.parametrize(
    ("cite", "name"),
    [
        ("410 U.S. 113", "410-us-113"),
        ("410 U. S.  113", "410-us-113"),
        ("123 F.3d 456", "123-f3d-456"),
        ("128 S. Ct. 2783", "128-sct-2783"),
        ("2013 U.S. LEXIS 4703", "2013-uslexis-4703"),
        ("no citation", ""),
        ("", ""),
    ],
)
def test_a_citation_becomes_a_name(cite: str, name: str) -> None:
    assert cite_name(cite) == name


def test_a_docket_becomes_a_name_only_with_a_number_in_it() -> None:
    assert docket_name("No. 14-704") == "no-14-704"
    assert docket_name("Nos. 12, Original") == "no-12-original"
    assert docket_name("___, Original") == ""


def test_a_date_without_a_day_is_the_last_it_can_be() -> None:
    assert decided("1894-02") == date(1894, 2, 28)
    assert decided("1894") == date(1894, 12, 31)
    assert decided("1894-13-01") is None
    assert decided("soon") is None


def test_bare_stars_count_as_pages_only_where_they_count_on() -> None:
    text = "one *114 two *3 three *115 four *900 five *116six"
    pages = Pages(text, 113, bare=True)
    assert [page for _, page, _ in pages.split(text)] == [0, 114, 115, 116]
    assert not Pages("a *3 b", 113, bare=True)


_CASE = {
    "id": 435269,
    "name": "People of the State of Illinois v. Lamp",
    "name_abbreviation": "People v. Lamp",
    "decision_date": "1894-02",
    "docket_number": "No. 12",
    "citations": [
        {"type": "parallel", "cite": "36 N.E. 1"},
        {"type": "official", "cite": "148 Ill. 1"},
    ],
    "court": {"name": "Supreme Court of Illinois", "name_abbreviation": "Ill.", "slug": "ill-1"},
    "jurisdiction": {"name": "Ill.", "slug": "ill"},
}
_BODY = {
    "judges": ["Baker, J."],
    "head_matter": "People v. Lamp\n\n*2 Filed in 1894.",
    "opinions": [
        {"type": "majority", "author": "Mr. Justice Baker:",
         "text": "Mr. Justice Baker:\nIt *3 is lit."},
        {"type": "dissent", "author": "Magruder, J.", "text": "I think not."},
    ],
}  # fmt: skip


@pytest.mark.parametrize("body", [_BODY, {"status": "ok", "data": _BODY}])
def test_a_cap_case_in_either_form_has_its_opinions_apart(
    tmp_path: Path, body: dict[str, object]
) -> None:
    (tmp_path / "case.json").write_text(json.dumps({**_CASE, "casebody": body}))
    draft = _one(tmp_path)
    assert draft.expression.urn == "urn:lex:us-il:ill-1:148-ill-1"
    assert draft.expression.start == date(1894, 2, 28)
    assert draft.expression.meta["citations"] == ["36 N.E. 1", "148 Ill. 1"]
    assert outlined(draft) == [
        ("opinion", "op-1"),
        ("page", "op-1:2"),
        ("opinion", "op-2"),
        ("page", "op-2:2"),
        ("page", "op-2:3"),
        ("opinion", "op-3"),
        ("page", "op-3:3"),
    ]
    assert draft.text == (
        "People v. Lamp *2 Filed in 1894. Mr. Justice Baker: It *3 is lit. "
        "Magruder, J. I think not."
    )
    assert node_at(draft, "op-3").attrs == {"type": "dissent", "author": "Magruder, J"}


def test_cap_cases_come_one_a_file_in_lists_in_lines_and_in_archives(tmp_path: Path) -> None:
    cases = [{**_CASE, "id": number, "casebody": _BODY} for number in (1, 2, 3, 4, 5)]
    with zipfile.ZipFile(tmp_path / "volume.zip", "w") as archive:
        archive.writestr("json/0001-01.json", json.dumps(cases[0]))
        archive.writestr("metadata/VolumeMetadata.json", json.dumps({"volume": "148"}))
    (tmp_path / "b.json").write_text(json.dumps(cases[1:3], indent=1))
    _lines(tmp_path, *cases[3:], name="c.json")
    found = [urn for name in ("volume.zip", "b.json", "c.json") for urn in _urns(tmp_path / name)]
    first = "urn:lex:us-il:ill-1:148-ill-1"
    assert found == [first, first, f"{first}-cap3", first, f"{first}-cap5"]
    together = Sources.of(
        [tmp_path / name for name in ("volume.zip", "b.json", "c.json")],
        reader="opinions",
        settings=Settings(),
    )
    chosen = reader("opinions")
    urns = [
        one.expression.urn
        for unit in chosen.units(together, ReadOptions())
        for one in chosen.read(together, unit, ReadOptions())
        if isinstance(one, Draft)
    ]
    assert sorted(urns) == sorted({first, *(f"{first}-cap{n}" for n in (1, 3, 4, 5))})


def test_a_case_whose_text_was_withheld_is_skipped(tmp_path: Path) -> None:
    body = {"status": "error_limit_exceeded", "data": None}
    (tmp_path / "case.json").write_text(json.dumps({**_CASE, "casebody": body}))
    (outcome,) = _outcomes(tmp_path)
    assert isinstance(outcome, Skipped)
    assert "error_limit_exceeded" in outcome.reason


def test_a_record_without_words_is_skipped(tmp_path: Path) -> None:
    (outcome,) = _outcomes(_lines(tmp_path, _record(text=" ")))
    assert isinstance(outcome, Skipped)


def test_a_broken_line_is_refused_and_the_others_are_read(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    good = json.dumps(_record()).encode()
    half = json.dumps(_record(2, "half \ud800 here")).encode()
    path.write_bytes(
        b"\n".join([good, b'{"id": ', b"\xff\xfe{}", b"[1]", half, b"[" * 100_000, b""])
    )
    outcomes = _outcomes(path)
    assert isinstance(outcomes[0], Draft)
    errors = [one.error for one in outcomes[1:] if isinstance(one, Refused)]
    assert [error.place for error in errors] == [f"line {n}" for n in (2, 3, 4, 5, 6)]
    assert [error.reason.split(":")[0] for error in errors] == [
        "broken JSON",
        "not utf-8",
        "a record is not an object",
        "holds a NUL or half a character",
        "nested too deeply",
    ]


def test_fields_of_the_wrong_shape_are_refused(tmp_path: Path) -> None:
    record = {**_record(), "text": ["not", "words"]}
    (outcome,) = _outcomes(_lines(tmp_path, record))
    assert isinstance(outcome, Refused)
    (outcome,) = _outcomes(_lines(tmp_path, {**_record(), "date_filed": "yesterday"}))
    assert isinstance(outcome, Refused)
    assert "not a date" in str(outcome.error)


def test_markup_in_place_of_a_case_is_refused(tmp_path: Path) -> None:
    (tmp_path / "case.json").write_text(json.dumps({**_CASE, "casebody": "<casebody/>"}))
    with pytest.raises(SourceMalformed, match="markup"):
        _outcomes(tmp_path)


def test_many_lines_that_look_like_headings_are_read_in_linear_time(tmp_path: Path) -> None:
    draft = _one(_lines(tmp_path, _record(text="So.\nJUSTICE X, dissenting.\n" * 20_000)))
    assert sum(node.kind == "opinion" for node in draft.nodes) > 10_000


@pytest.mark.data
def test_every_opinion_loads_word_for_word() -> None:
    folder = law("scotus")
    chosen, options = reader("opinions"), ReadOptions()
    sources = Sources.of([folder], reader="opinions", settings=Settings())
    texts = {}
    for _, line in sources.lines("opinions.jsonl"):
        record = json.loads(line)
        texts[record["id"]] = record["text"]
    urns: set[str] = set()
    paged = headed = 0
    for unit in chosen.units(sources, options):
        for outcome in chosen.read(sources, unit, options):
            assert isinstance(outcome, Draft)
            expression, nodes = outcome.expression, outcome.nodes
            assert expression.urn not in urns
            urns.add(expression.urn)
            assert expression.start is not None
            for chunk in outcome.chunks:
                assert outcome.text[chunk.start : chunk.end] == chunk.text
            assert len({node.urn for node in nodes}) == len(nodes)
            text = texts.pop(str(expression.meta["opinion_id"]))
            assert _squeezed(outcome.text) == _squeezed(text)
            numbers = [int(node.num.strip("[*]")) for node in nodes if node.kind == "page"]
            assert numbers == sorted(numbers)
            paged += bool(numbers)
            headed += any(node.heading and node.kind == "opinion" for node in nodes)
    assert not texts
    assert len(urns) == 4843
    assert paged > 4200
    assert headed > 4700
    assert {"urn:lex:us:scotus:410-us-113", "urn:lex:us:scotus:no-14-29"} <= urns
