"""Sections of the D.C. Code: their parts, annotations, links and names."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from ingest.dc_documents import (
    BASE,
    NAMESPACES,
    includes_of,
    index_of,
    node_named,
    only_one,
    outcomes_of,
    section_of,
    tree_of,
    words_of,
    written,
)
from pincite.ingest.law.readers.dclaw.cites import urn_of
from pincite.model import Draft, Skipped


def test_a_title_is_a_work_and_its_sections_are_named_across_the_code(tmp_path: Path) -> None:
    chapter = (
        "<container><prefix>Chapter</prefix><num>1</num><heading>Lamps.</heading>"
        "<container><prefix>Subchapter</prefix><num>I</num><heading>General.</heading>"
        f"{includes_of('99-101', '99-102')}</container></container>"
    )
    written(
        tmp_path,
        {
            "index.xml": f'<document {NAMESPACES} id="D.C. Code"><heading>Code</heading>'
            "<subheading>Division I. Lights.</subheading>"
            '<xi:include href="./titles/98/index.xml"/><xi:include href="./titles/99/index.xml"/>'
            "</document>",
            "titles/99/index.xml": index_of(chapter),
            "titles/99/sections/99-101.xml": section_of("99-101"),
            "titles/99/sections/99-102.xml": section_of("99-102"),
        },
    )
    code, missing, draft = outcomes_of(tmp_path, date(2016, 3, 10))
    assert isinstance(code, Skipped)
    assert isinstance(missing, Skipped)
    assert "titles/98/index.xml" in missing.reason
    assert isinstance(draft, Draft)
    assert draft.expression.urn == f"{BASE}:title-99"
    assert draft.expression.title == "Title 99. Lighthouses"
    assert draft.expression.start == date(2016, 3, 10)
    assert draft.expression.meta == {"division": "Division I. Lights."}
    assert tree_of(draft) == [
        ("chapter", "title-99:chap-1"),
        ("subchapter", "title-99:chap-1:subch-I"),
        ("section", "99-101"),
        ("section", "99-102"),
    ]
    assert words_of(draft, "99-101") == "99-101 Keepers. Light it."


def test_a_subheading_gathers_the_chapters_below_it(tmp_path: Path) -> None:
    inside = "".join(
        f"<subheading>{words}</subheading><container><prefix>Chapter</prefix><num>{n}</num>"
        f"<heading>C.</heading>{includes_of(f'99-{n}01')}</container>"
        for n, words in ((1, "Subtitle I. General."), (2, "Odds and ends"))
    )
    written(
        tmp_path,
        {
            "index.xml": index_of(inside),
            "sections/99-101.xml": section_of("99-101"),
            "sections/99-201.xml": section_of("99-201"),
        },
    )
    (draft,) = outcomes_of(tmp_path)
    assert isinstance(draft, Draft)
    assert tree_of(draft) == [
        ("subtitle", "title-99:subtitle-I"),
        ("chapter", "title-99:subtitle-I:chap-1"),
        ("section", "99-101"),
        ("group", "title-99:group-1"),
        ("chapter", "title-99:group-1:chap-2"),
        ("section", "99-201"),
    ]


def test_paragraphs_stand_on_the_level_their_labels_say(tmp_path: Path) -> None:
    def para(num: str, inside: str) -> str:
        return f"<para><num>{num}</num>{inside}</para>"

    text = "<text>x</text>"
    draft = only_one(
        tmp_path,
        para("(a)", para("(1)", para("(A)", para("(i)", para("(I)", para("(aa)", text))))))
        + para("(i)", text)
        + para("(1A)", text),
    )
    assert [(kind, name) for kind, name in tree_of(draft) if kind != "section"] == [
        ("subsection", "99-101:a"),
        ("paragraph", "99-101:a:1"),
        ("subparagraph", "99-101:a:1:A"),
        ("clause", "99-101:a:1:A:i"),
        ("subclause", "99-101:a:1:A:i:I"),
        ("item", "99-101:a:1:A:i:I:aa"),
        ("subsection", "99-101:i"),
        ("paragraph", "99-101:1A"),
    ]


def test_words_after_paragraphs_are_a_continuation(tmp_path: Path) -> None:
    draft = only_one(
        tmp_path,
        "<text>A keeper shall:</text><para><num>(1)</num><heading>Light.</heading>"
        "<text>light it;</text></para><aftertext>each night.</aftertext>",
    )
    assert tree_of(draft) == [
        ("section", "99-101"),
        ("paragraph", "99-101:1"),
        ("continuation", "99-101:cont-1"),
    ]
    assert words_of(draft, "99-101:1") == "(1) Light. light it;"
    assert words_of(draft, "99-101:cont-1") == "each night."


def test_an_undesignated_paragraph_is_neither_printed_nor_cited(tmp_path: Path) -> None:
    draft = only_one(
        tmp_path,
        '<para><num undesignated="true">(a)</num><text>In this chapter:</text>'
        "<para><num>(1)</num><text>“Lamp” means a lamp.</text></para></para>",
    )
    assert tree_of(draft) == [("section", "99-101"), ("paragraph", "99-101:1")]
    assert "(a)" not in draft.text


def test_the_articles_of_a_compact_stand_apart_inside_their_section(tmp_path: Path) -> None:
    draft = only_one(
        tmp_path,
        "<text>The compact:</text><para><prefix>ARTICLE</prefix><num>I</num><heading>Aims</heading>"
        "<para><num>(a)</num><text>Light.</text></para></para>",
    )
    assert tree_of(draft)[1:] == [("article", "99-101:art-I"), ("subsection", "99-101:art-I:a")]
    assert words_of(draft, "99-101:art-I") == "ARTICLE I Aims (a) Light."


@pytest.mark.parametrize(
    ("reason", "status"), [("Repealed", "repealed"), ("Not funded", "not funded")]
)
def test_a_section_that_is_gone_says_so(tmp_path: Path, reason: str, status: str) -> None:
    draft = only_one(tmp_path, "<text>Gone.</text>", before=f"<reason>{reason}</reason>")
    assert node_named(draft, "99-101").status == status


def test_a_word_in_brackets_is_the_end_of_a_heading_and_no_standing(tmp_path: Path) -> None:
    draft = only_one(tmp_path, "<text>x</text>", before="<reason>Commissioner</reason>")
    assert node_named(draft, "99-101").status == ""
    assert words_of(draft, "99-101") == "99-101 Keepers. [Commissioner] x"


def test_a_repealed_paragraph_says_so(tmp_path: Path) -> None:
    draft = only_one(tmp_path, "<para><num>(1)</num><text>[Repealed].</text></para>")
    assert node_named(draft, "99-101:1").status == "repealed"
    assert node_named(draft, "99-101").status == ""


def test_a_section_kept_beside_the_one_in_force_is_marked_not_current(tmp_path: Path) -> None:
    draft = only_one(
        tmp_path,
        "<text>\n *NOTE: This codification is <u><b>not</b></u> the most current, see <cite "
        'doc="D.C. Code" path="§99-101">Current Version</cite>*\n</text><text>Light it.</text>',
        number="99-101(Perm)",
    )
    assert node_named(draft, "99-101-Perm").status == "not current"
    assert ("note", "99-101-Perm:note-1") in tree_of(draft)


def test_neighbouring_annotations_of_one_type_are_one_note(tmp_path: Path) -> None:
    draft = only_one(
        tmp_path,
        '<text>Light it.</text><annotations><annotation type="History">1985, § 1</annotation>'
        '<annotation type="History">2006, § 2</annotation>'
        '<text type="Editor\'s Notes">See § 2.</text></annotations>',
    )
    assert tree_of(draft) == [
        ("section", "99-101"),
        ("note", "99-101:note-1"),
        ("note", "99-101:note-2"),
    ]
    assert words_of(draft, "99-101:note-1") == "History 1985, § 1 2006, § 2"
    assert node_named(draft, "99-101:note-2").heading == "Editor's Notes"


def test_citations_point_at_provisions_of_the_code(tmp_path: Path) -> None:
    draft = only_one(
        tmp_path,
        '<text>Under <cite path="§42-3502.05|(g)|(1)|(C)">§ 42-3502.05(g)(1)(C)</cite>, <code-cite '
        'doc="D.C. Code" path="§28:9-101">§ 28:9-101</code-cite>, <cite path="42|35">Chapter 35'
        '</cite> and <cite doc="D.C. Law 20-147" path="§3">the law</cite>.</text>',
    )
    found = [(draft.text[one.start : one.end], one.target, one.urn) for one in draft.citations]
    assert found == [
        (
            "§ 42-3502.05(g)(1)(C)",
            "§42-3502.05|(g)|(1)|(C)",
            f"{BASE}:42-3502.05:g:1:C",
        ),
        ("§ 28:9-101", "§28:9-101", f"{BASE}:28~9-101"),
        ("Chapter 35", "42|35", ""),
        ("the law", "D.C. Law 20-147 §3", ""),
    ]


def test_a_number_of_an_earlier_edition_is_not_taken_for_one_of_today(tmp_path: Path) -> None:
    draft = only_one(
        tmp_path,
        '<text>Light it.</text><annotations><annotation type="Prior Codifications">1981 Ed., '
        '<cite path="§2-1701">§ 2-1701</cite>.</annotation></annotations>',
    )
    assert [(one.target, one.urn) for one in draft.citations] == [("§2-1701", "")]


@pytest.mark.parametrize(
    ("path", "urn"),
    [
        ("§1-101", f"{BASE}:1-101"),
        ("§29A-101.01|(a-1)", f"{BASE}:29A-101.01:a-1"),
        ("§42-1904.03(d)", f"{BASE}:42-1904.03:d"),
        ("25", f"{BASE}:title-25"),
        ("§1396r-5", ""),
        ("42|35|III", ""),
        ("", ""),
    ],
)
def test_a_path_names_a_section_of_this_code_or_nothing(path: str, urn: str) -> None:
    assert urn_of(path) == urn


def test_a_table_keeps_its_rows_wherever_it_stands(tmp_path: Path) -> None:
    draft = only_one(
        tmp_path,
        "<text>Rates: <table><thead><tr><th>Income</th><th>Rate</th></tr></thead><tbody><tr>"
        "<td>$1</td><td>2%</td></tr></tbody></table> of the year</text>",
    )
    assert tree_of(draft) == [
        ("section", "99-101"),
        ("table", "99-101:table-1"),
        ("continuation", "99-101:cont-1"),
    ]
    assert words_of(draft, "99-101:table-1") == "Income Rate $1 2%"
