"""Court decisions: their names, their opinions, their pages."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from drafts import node_at, outlined, said_at
from ingest.decisions import (
    TEXT,
    json_lines,
    only_one,
    outcomes_of,
    record_of,
    squeezed,
    units_in,
    urns_of,
)
from pincite.ingest.law.readers import ReadOptions, opinions, reader
from pincite.ingest.law.readers.opinions.citing import cite_name, decided, docket_name
from pincite.ingest.law.readers.opinions.headings import heading_of
from pincite.ingest.law.readers.opinions.pages import OpinionPages
from pincite.model import Draft
from pincite.model.locator import locator


def test_a_decision_is_named_by_its_citation(tmp_path: Path) -> None:
    draft = only_one(json_lines(tmp_path, record_of(federal_cite_two="93 S. Ct. 705")))
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
    draft = only_one(json_lines(tmp_path, record_of()))
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
    assert squeezed(draft.text) == squeezed(TEXT)


def test_a_page_is_cited_by_its_number(tmp_path: Path) -> None:
    draft = only_one(json_lines(tmp_path, record_of()))
    cited = locator(draft.expression, [node_at(draft, "op-1"), node_at(draft, "op-1:115")])
    assert cited == "Roe v. Wade, 410 U.S. 113, 115 (1973)"
    dissent = locator(draft.expression, [node_at(draft, "op-3"), node_at(draft, "op-3:117")])
    assert dissent == "Roe v. Wade, 410 U.S. 113, 117 (1973) (White, dissenting)"


def test_a_paragraph_that_runs_over_a_page_is_one_paragraph(tmp_path: Path) -> None:
    text = "410 U.S. 113 (1973)\n\nOne [*114] goes on [*115] here.\n\n[*116] Two."
    draft = only_one(json_lines(tmp_path, record_of(text=text)))
    starts = [draft.text[start : start + 3] for start in draft.paragraphs]
    assert starts == ["410", "One", "Two"]


def test_the_words_after_a_missing_mark_may_reach_further(tmp_path: Path) -> None:
    draft = only_one(json_lines(tmp_path, record_of(text="[*114] One. [*117] Two.")))
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
    draft = only_one(json_lines(tmp_path, record_of(text=text)))
    assert outlined(draft) == [("opinion", "op-1")]
    assert draft.text == text


def test_a_decision_without_a_citation_has_no_pages_to_trust(tmp_path: Path) -> None:
    record = record_of(text="One [*5] two", federal_cite_one="None")
    draft = only_one(json_lines(tmp_path, record))
    assert draft.expression.urn == "urn:lex:us:scotus:no-70-18"
    assert outlined(draft) == [("opinion", "op-1")]


def test_a_decision_without_citation_or_docket_has_the_publishers_number(tmp_path: Path) -> None:
    record = record_of(7, federal_cite_one="", docket_number="")
    assert urns_of(json_lines(tmp_path, record)) == ["urn:lex:us:scotus:cl-7"]


def test_decisions_that_begin_on_one_page_are_told_apart(tmp_path: Path) -> None:
    path = json_lines(tmp_path, record_of(1), record_of(2, "Another."), record_of(3, "A third."))
    assert urns_of(path) == [
        "urn:lex:us:scotus:410-us-113",
        "urn:lex:us:scotus:410-us-113-cl2",
        "urn:lex:us:scotus:410-us-113-cl3",
    ]


def test_names_do_not_depend_on_which_part_of_a_file_is_read_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = [
        record_of(n, f"Decision {n}.", federal_cite_one=f"{n % 3 + 1} U.S. 5") for n in range(9)
    ]
    path = json_lines(tmp_path, *records)
    whole = urns_of(path)
    monkeypatch.setattr(opinions, "_UNIT_BYTES", 500)
    sources, units = units_in(path)
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
    path = json_lines(
        tmp_path, *(record_of(n, federal_cite_one=f"{n} U.S. 5") for n in range(1, 5))
    )
    sources, units = units_in(path)
    assert len(units) > 1
    drafts = [one for one in outcomes_of(path) if isinstance(one, Draft)]
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
    draft = only_one(json_lines(tmp_path, record_of(text=text)))
    kinds = [(node.attrs or {}).get("type") for node in draft.nodes if node.kind == "opinion"]
    assert kinds == ["head", "per-curiam", "dissent"]
    assert squeezed(draft.text) == squeezed(text)


def test_the_first_reporters_wrote_the_judge_before_his_office(tmp_path: Path) -> None:
    text = "17 U.S. 70\n\n[*101] MARSHALL, Ch. J., delivered the opinion of the court.\n\nIt is so."
    draft = only_one(json_lines(tmp_path, record_of(text=text, federal_cite_one="17 U.S. 70")))
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
    pages = OpinionPages(text, 113, bare=True)
    assert [page for _, page, _ in pages.split(text)] == [0, 114, 115, 116]
    assert not OpinionPages("a *3 b", 113, bare=True)
