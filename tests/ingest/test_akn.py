"""Laws in Akoma Ntoso: what is named, numbered, defined and noted in them."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from drafts import node_at, outlined, said_at
from ingest.akn_documents import (
    TWO,
    act_of,
    file_of,
    outcomes_of,
    section_of,
)
from pincite.ingest.law.readers.akn.links import urn_of
from pincite.model import Draft


def test_an_expression_is_named_and_dated_by_its_frbr_identification(tmp_path: Path) -> None:
    title = "Lighthouses Act [Chapter 5:16]"
    draft = act_of(tmp_path, section_of("<content><p>Light it.</p></content>"), title=title)
    expression = draft.expression
    assert expression.urn == "urn:lex:zw:act-2006-14"
    assert expression.akn == "/akn/zw/act/2006/14"
    assert (expression.title, expression.chapter) == (title, "5:16")
    assert (expression.number, expression.year, expression.kind) == ("14", "2006", "act")
    assert (expression.start, expression.label) == (date(2016, 12, 31), "2016-12-31")
    assert (expression.language, expression.style) == ("en", "act")


@pytest.mark.parametrize(
    ("uri", "kind"),
    [
        ("/za-cpt/act/by-law/2015/lamps", "by-law"),
        ("/akn/zw/act/si/2025/78", "si"),
        ("/akn/ke/act/regulations/2010/3", "regulation"),
        ("/akn/za/act/1996/constitution", "constitution"),
        ("/akn/zw/bill/2020/3", "bill"),
    ],
)
def test_the_kind_of_law_comes_from_doctype_and_subtype(
    tmp_path: Path, uri: str, kind: str
) -> None:
    draft = act_of(tmp_path, section_of("<content><p>Light it.</p></content>"), uri=uri)
    assert draft.expression.kind == kind


def test_the_title_of_a_law_without_an_alias_is_its_doc_title(tmp_path: Path) -> None:
    path = file_of(
        tmp_path,
        "<preface><longTitle><p>An <docTitle>Act of  Lamps</docTitle></p></longTitle></preface>"
        "<body><section><num>1</num><content><p>Light.</p></content></section></body>",
        title="",
    )
    (draft,) = outcomes_of(path)
    assert isinstance(draft, Draft)
    assert draft.expression.title == "Act of Lamps"
    assert said_at(draft, "preface-1") == "An Act of Lamps"


@pytest.mark.parametrize(("stated", "language"), [("isl", "is"), ("afr", "af"), ("ndc", "ndc")])
def test_languages_are_written_as_the_library_writes_them(
    tmp_path: Path, stated: str, language: str
) -> None:
    draft = act_of(tmp_path, section_of("<content><p>X.</p></content>"), language=stated)
    assert draft.expression.language == language


def test_sections_are_named_by_number_wherever_they_stand(tmp_path: Path) -> None:
    draft = act_of(
        tmp_path,
        '<part eId="part_A"><num>Part A</num><heading>General</heading>'
        '<chapter eId="chp_2"><num>2</num><heading>Lamps</heading>'
        + section_of(
            '<subsection eId="sec_7__subsec_1"><num>(1)</num>'
            "<intro><p>A keeper shall—</p></intro>"
            "<paragraph><num>(a)</num><content><p>light it;</p></content></paragraph>"
            "<paragraph><num>(b)</num><content><p>watch it,</p></content></paragraph>"
            "<wrapUp><p>each night.</p></wrapUp></subsection>"
        )
        + "</chapter></part>",
    )
    assert outlined(draft) == [
        ("part", "part-A"),
        ("chapter", "part-A:chap-2"),
        ("section", "7"),
        ("subsection", "7:1"),
        ("paragraph", "7:1:a"),
        ("paragraph", "7:1:b"),
        ("continuation", "7:1:cont-1"),
    ]
    assert said_at(draft, "7") == (
        "7. Keepers (1) A keeper shall— (a) light it; (b) watch it, each night."
    )
    assert node_at(draft, "7:1").attrs == {"eId": "sec_7__subsec_1"}


def test_a_wrapper_without_a_number_is_no_step_in_a_citation(tmp_path: Path) -> None:
    draft = act_of(
        tmp_path,
        section_of(
            '<paragraph id="section-7.paragraph-0"><content><blockList id="l0">'
            "<listIntroduction>A keeper shall—</listIntroduction>"
            '<item id="l0.a"><num>(a)</num><p>light it;</p></item>'
            '<item id="l0.b"><num>(b)</num><blockList id="l1">'
            "<listIntroduction>see to</listIntroduction>"
            "<item><num>(i)</num><p>oil; and</p></item></blockList></item>"
            "<listWrapUp>each night.</listWrapUp></blockList></content></paragraph>"
        ),
        namespace=TWO,
    )
    assert outlined(draft) == [
        ("section", "7"),
        ("item", "7:a"),
        ("item", "7:b"),
        ("item", "7:b:i"),
        ("continuation", "7:cont-1"),
    ]
    assert said_at(draft, "7:cont-1") == "each night."


def test_each_sentence_that_defines_a_term_is_a_definition(tmp_path: Path) -> None:
    draft = act_of(
        tmp_path,
        section_of(
            '<subsection><num>(1)</num><content><p>In this Act—</p>'
            '<p refersTo="#term-Council">"<def refersTo="#term-Council">Council</def>" means the '
            '<term refersTo="#term-Town">Town</term> Council;</p>'
            '<blockList id="l1" refersTo="#term-sea_lamp"><listIntroduction>'
            '"<def refersTo="#term-sea_lamp">sea lamp</def>" means</listIntroduction>'
            "<item><num>(a)</num><p>a lamp;</p></item></blockList>"
            "<p>Other words have their meaning.</p></content></subsection>"
        ),
    )  # fmt: skip
    assert outlined(draft) == [
        ("section", "7"),
        ("subsection", "7:1"),
        ("definition", "7:1:def-council"),
        ("definition", "7:1:def-sea-lamp"),
        ("item", "7:1:def-sea-lamp:a"),
        ("continuation", "7:1:cont-1"),
    ]
    assert (node_at(draft, "7:1:def-council").attrs or {})["defines"] == "Council"
    assert (node_at(draft, "7:1:def-sea-lamp").attrs or {})["defines"] == "sea lamp"
    assert said_at(draft, "7:1:def-council") == '"Council" means the Town Council;'


def test_an_unnumbered_subsection_that_defines_one_term_is_that_definition(tmp_path: Path) -> None:
    draft = act_of(
        tmp_path,
        section_of(
            '<subsection id="s-1" refersTo="#term-agent"><content>'
            '<p>"<def refersTo="#term-agent">agent</def>" means any person;</p>'
            "</content></subsection>"
        ),
    )
    assert outlined(draft) == [("section", "7"), ("definition", "7:def-agent")]


def test_a_paragraph_marked_for_one_of_many_terms_is_not_its_definition(tmp_path: Path) -> None:
    draft = act_of(
        tmp_path,
        section_of(
            '<paragraph refersTo="#term-b"><content><p>In this Act—</p>'
            '<p>"<def refersTo="#term-a">alpha</def>" means A;</p>'
            '<p>"<def refersTo="#term-b">beta</def>" means B.</p></content></paragraph>'
        ),
    )
    assert outlined(draft) == [
        ("section", "7"),
        ("definition", "7:def-alpha"),
        ("definition", "7:def-beta"),
    ]


def test_a_numbered_item_that_defines_a_term_keeps_its_number(tmp_path: Path) -> None:
    words = '<p>"<def refersTo="#term-a">alpha</def>" is A</p>'
    item = f'<item refersTo="#term-a"><num>(a)</num>{words}</item>'
    draft = act_of(tmp_path, section_of(f'<content><blockList id="l">{item}</blockList></content>'))
    assert outlined(draft) == [("section", "7"), ("item", "7:a")]
    assert (node_at(draft, "7:a").attrs or {})["defines"] == "alpha"


def test_a_schedule_numbers_its_sections_apart_from_the_act(tmp_path: Path) -> None:
    component = (
        '<components><component id="component-1"><doc name="schedule1"><meta><identification>'
        '<FRBRWork><FRBRalias value="Schedule 1"/></FRBRWork></identification></meta>'
        '<mainBody><article id="schedule-1"><heading>Forms</heading><subheading>(s 7)</subheading>'
        "<section><num>7.</num><content><p>Form A.</p></content></section>"
        "</article></mainBody></doc></component></components>"
    )
    draft = act_of(
        tmp_path,
        section_of("<content><p>Light it.</p></content>"),
        namespace=TWO,
        after=component,
    )
    assert outlined(draft) == [("section", "7"), ("schedule", "sched-1"), ("section", "sched-1:7")]
    assert said_at(draft, "sched-1") == "Schedule 1 Forms (s 7) 7. Form A."


def test_an_attachment_of_akn_3_is_a_schedule(tmp_path: Path) -> None:
    path = file_of(
        tmp_path,
        "<body>" + section_of("<content><p>Light it.</p></content>") + "</body>"
        '<attachments><attachment eId="att_1"><heading>Second Schedule</heading>'
        '<subheading>Fees</subheading><doc name="schedule"><meta/><mainBody>'
        '<hcontainer name="hcontainer"><content><p>Ten dollars.</p></content></hcontainer>'
        "</mainBody></doc></attachment></attachments>",
    )
    (draft,) = outcomes_of(path)
    assert isinstance(draft, Draft)
    assert outlined(draft)[1:] == [("schedule", "sched-2")]
    assert said_at(draft, "sched-2") == "Second Schedule Fees Ten dollars."


def test_articles_of_a_constitution_are_named_by_number(tmp_path: Path) -> None:
    draft = act_of(
        tmp_path,
        '<chapter><num>1</num><heading>Rights</heading><article eId="chp_1__art_5">'
        "<num>5</num><heading>Liberty</heading><clause><num>(1)</num><content><p>All are free."
        "</p></content></clause></article></chapter>",
        uri="/akn/ke/act/2010/constitution",
    )
    assert outlined(draft)[1:] == [("article", "5"), ("clause", "5:1")]


def test_a_footnote_stands_after_the_words_it_is_made_to(tmp_path: Path) -> None:
    draft = act_of(
        tmp_path,
        section_of(
            '<content><p>Light<authorialNote marker="1"><p>As amended.</p></authorialNote> it.</p>'
            "<p>Nightly.</p></content>"
        ),
    )
    assert outlined(draft) == [("section", "7"), ("footnote", "7:fn-1")]
    assert said_at(draft, "7") == "7. Keepers Light it. Nightly. 1 As amended."


def test_an_editors_remark_is_a_note_and_not_the_law(tmp_path: Path) -> None:
    draft = act_of(
        tmp_path,
        section_of(
            "<content><p>Light it.</p>"
            '<p><remark status="editorial">[Section 7 amended]</remark></p></content>'
        ),
    )
    assert outlined(draft) == [("section", "7"), ("note", "7:note-1")]
    assert said_at(draft, "7:note-1") == "[Section 7 amended]"


def test_a_table_keeps_its_rows_and_line_breaks_part_words(tmp_path: Path) -> None:
    draft = act_of(
        tmp_path,
        section_of(
            "<content><p>Hours:</p><table><tr><th><p>Day</p></th><th><p>Hours</p></th></tr>"
            "<tr><td><p>Mon<eol/>Tue</p></td><td><p>9-5</p></td></tr></table></content>"
        ),
    )
    assert outlined(draft) == [("section", "7"), ("table", "7:table-1")]
    assert said_at(draft, "7:table-1") == "Day Hours Mon Tue 9-5"


def test_references_point_at_works_and_provisions(tmp_path: Path) -> None:
    draft = act_of(
        tmp_path,
        section_of(
            '<content><p>See <ref href="/akn/zw/act/1985/16/~sec_3__subsec_2">section 3(2)</ref>, '
            'the  <ref href="/za/act/2000/32">Systems Act</ref> and <ref href="#sec_7">here</ref>.'
            "</p></content>"
        ),
    )
    found = [(draft.text[one.start : one.end], one.target, one.urn) for one in draft.citations]
    assert found == [
        ("section 3(2)", "/akn/zw/act/1985/16/~sec_3__subsec_2", "urn:lex:zw:act-1985-16:3:2"),
        ("Systems Act", "/za/act/2000/32", "urn:lex:za:act-2000-32"),
        ("here", "#sec_7", "urn:lex:zw:act-2006-14:7"),
    ]


@pytest.mark.parametrize(
    ("href", "urn"),
    [
        ("/akn/za/act/1998/55/eng@2010-01-01/~part_2__sec_7", "urn:lex:za:act-1998-55:7"),
        ("/za/act/2000/32#section-7.2", "urn:lex:za:act-2000-32:7:2"),
        ("/akn/za/act/1998/55/~chp_2", "urn:lex:za:act-1998-55:chap-2"),
        ("/akn/za/act/1996/constitution/~art_5", "urn:lex:za:act-1996-constitution:5"),
        ("https://example.org/law", ""),
        ("", ""),
    ],
)
def test_what_names_no_work_has_no_urn(href: str, urn: str) -> None:
    assert urn_of(href) == urn


def test_an_amending_provision_quotes_and_does_not_enact_what_it_inserts(tmp_path: Path) -> None:
    draft = act_of(
        tmp_path,
        section_of(
            "<content><p>Insert: <mod><quotedStructure><section><num>7A.</num>"
            "<heading>Oil</heading><content><p>Use oil.</p></content></section>"
            "</quotedStructure></mod> after section 7.</p></content>"
        ),
    )
    assert outlined(draft) == [("section", "7")]
    assert said_at(draft, "7") == "7. Keepers Insert: 7A. Oil Use oil. after section 7."


def test_words_in_elements_that_are_not_known_are_kept(tmp_path: Path) -> None:
    draft = act_of(
        tmp_path,
        section_of("<content>Stray <mystery>words <b>here</b></mystery> stay.<p>And these.</p> End."
                 "</content><oddity><wrap><p>Even so.</p></wrap></oddity>"),
    )  # fmt: skip
    assert (
        "".join(said_at(draft, "7").split()) == "7.KeepersStraywordsherestay.Andthese.End.Evenso."
    )
