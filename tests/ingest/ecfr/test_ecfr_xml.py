from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from drafts import cited
from ingest.ecfr.regulations import (
    PART,
    node_of,
    outcomes,
    parts,
    paths_of,
    read_tree,
    said_by,
    section,
    urns_of,
)
from pincite.errors import SourceMalformed
from pincite.model import Draft, Skipped


def test_a_part_of_the_ecfr_says_its_title_date_and_authority(tmp_path: Path) -> None:
    draft = section(tmp_path, "Lamps are lit.")
    assert draft.expression.urn == "urn:lex:us:12cfr:1099"
    assert draft.expression.title == "PART 1099—LAMPS (REGULATION QQ)"
    assert draft.expression.start == date(2024, 9, 3)
    authority = node_of(draft, "1099:authority")
    assert (authority.kind, authority.heading) == ("note", "Authority:")
    assert said_by(draft, "1099:authority") == "Authority: 12 U.S.C. 5512; 15 U.S.C. 1691."
    assert said_by(draft, "1099.5") == "§ 1099.5 Rules about lamps. Lamps are lit."
    assert cited(draft, node_of(draft, "1099.5")) == "12 CFR § 1099.5"


def test_a_reserved_part_is_skipped_in_its_own_words(tmp_path: Path) -> None:
    _, skipped = parts(
        tmp_path, '<DIV8 N="§ 1099.1" TYPE="SECTION"><HEAD>§ 1099.1 A.</HEAD></DIV8>'
    )
    assert isinstance(skipped, Skipped)
    assert (skipped.reason, skipped.urn) == ("PART 1098 [RESERVED]", "urn:lex:us:12cfr:1098")


def test_the_api_sends_a_part_alone_with_the_day_it_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "part.xml"
    path.write_text(
        '<DIV5 N="1099" TYPE="PART" hierarchy_metadata="{&quot;path&quot;:&quot;/on/2023-04-05/'
        'title-12/part-1099&quot;,&quot;citation&quot;:&quot;12 CFR Part 1099&quot;}">'
        '<HEAD>PART 1099—LAMPS</HEAD><DIV8 N="1099.5" TYPE="SECTION"><HEAD>§ 1099.5 Lamps.</HEAD>'
        "<P>Lit.</P></DIV8></DIV5>",
        encoding="utf-8",
    )
    (draft,) = outcomes(path)
    assert isinstance(draft, Draft)
    assert draft.expression.start == date(2023, 4, 5)
    assert said_by(draft, "1099.5") == "§ 1099.5 Lamps. Lit."


def test_the_api_sends_a_title_with_the_days_of_its_volumes(tmp_path: Path) -> None:
    path = tmp_path / "title.xml"
    path.write_text(
        '<ECFR><VOLUME N="1" AMDDATE="Jan. 2, 2023"/><VOLUME N="2" AMDDATE="Dec. 29, 2022"/>'
        '<DIV1 N="12" TYPE="TITLE"><HEAD>Banks</HEAD><DIV5 N="1099" TYPE="PART"><HEAD>PART</HEAD>'
        '<DIV8 N="1099.5" TYPE="SECTION"><HEAD>§ 1099.5 Lamps.</HEAD></DIV8></DIV5></DIV1></ECFR>',
        encoding="utf-8",
    )
    (draft,) = outcomes(path)
    assert isinstance(draft, Draft)
    assert (draft.expression.number, draft.expression.start) == ("12/1099", date(2023, 1, 2))


def test_flat_paragraphs_are_nested_by_their_designations(tmp_path: Path) -> None:
    draft = section(
        tmp_path,
        "In this part:",
        "(a) A.",
        "(1) One.",
        "(i) Roman one.",
        "(A) Capital.",
        "(<I>1</I>) In italics.",
        "(<I>i</I>) In italics too.",
        "(<I>2</I>) In italics again.",
        "(B) Capital.",
        "(ii) Roman two.",
        "(2) Two.",
        "(b) B.",
    )
    assert paths_of(draft) == [
        "a", "a:1", "a:1:i", "a:1:i:A", "a:1:i:A:1", "a:1:i:A:1:i", "a:1:i:A:2", "a:1:i:B",
        "a:1:ii", "a:2", "b",
    ]  # fmt: skip
    assert said_by(draft, "1099.5:a:1:i:A:1") == "(1) In italics. (i) In italics too."


def test_i_after_h_is_a_letter_or_a_number_by_what_follows(tmp_path: Path) -> None:
    before = [f"({letter}) L." for letter in "abcdefg"]
    letter = section(
        tmp_path,
        *before,
        "(h) H.",
        "(1) 1.",
        "(2) 2.",
        "(i) I.",
        "(1) 1.",
        "(i) i.",
        "(ii) ii.",
        "(j) J.",
    )
    assert paths_of(letter)[7:] == ["h", "h:1", "h:2", "i", "i:1", "i:1:i", "i:1:ii", "j"]
    number = section(
        tmp_path, *before, "(h) H.", "(1) 1.", "(2) 2.", "(i) i.", "(ii) ii.", "(i) I.", "(j) J."
    )
    assert paths_of(number)[7:] == ["h", "h:1", "h:2", "h:2:i", "h:2:ii", "i", "j"]
    last = section(tmp_path, *before, "(h) H.", "(1) 1.", "(2) 2.", "(i) I.")
    assert paths_of(last)[-1] == "i"


def test_v_and_x_follow_the_list_they_stand_in(tmp_path: Path) -> None:
    romans = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi"]
    draft = section(tmp_path, "(a) A.", "(1) 1.", *[f"({roman}) R." for roman in romans], "(b) B.")
    assert paths_of(draft) == ["a", "a:1", *[f"a:1:{roman}" for roman in romans], "b"]


def test_several_designations_may_begin_one_paragraph(tmp_path: Path) -> None:
    draft = section(
        tmp_path,
        "(a)(1)(i) Deep at once.",
        "(ii) Next.",
        "(b) <I>Lighting</I>—(1) <I>Oil.</I> Clean.",
        "(2) Wick.",
        "(c) <E T=\"03\">Rules—</E>(1) <E T=\"03\">Night</E>—(i) Dark.",
        "(d) A lamp is lit—(1) at dusk; or (2) in fog.",
    )  # fmt: skip
    assert paths_of(draft) == [
        "a",
        "a:1",
        "a:1:i",
        "a:1:ii",
        "b",
        "b:1",
        "b:2",
        "c",
        "c:1",
        "c:1:i",
        "d",
    ]
    assert said_by(draft, "1099.5:b") == "(b) Lighting— (1) Oil. Clean. (2) Wick."
    assert said_by(draft, "1099.5:d") == "(d) A lamp is lit—(1) at dusk; or (2) in fog."


def test_a_misprinted_designation_does_not_carry_the_rest_away(tmp_path: Path) -> None:
    draft = section(
        tmp_path,
        "(a) A.",
        "(1) 1.",
        "(i) i.",
        "(ii) ii.",
        "(A) A.",
        "(i) Meant as B.",
        "(2) 2.",
        "(b) B.",
    )
    assert paths_of(draft) == ["a", "a:1", "a:1:i", "a:1:ii", "a:1:ii:A", "a:2", "b"]
    assert said_by(draft, "1099.5:a:1:ii:A") == "(A) A. (i) Meant as B."


def test_reserved_paragraphs_stand_for_those_they_span(tmp_path: Path) -> None:
    draft = section(tmp_path, "(a) A.", "(b)-(d) [Reserved]", "(e) E.")
    assert paths_of(draft) == ["a", "b-to-d", "e"]
    assert node_of(draft, "1099.5:b-to-d").status == "reserved"
    assert said_by(draft, "1099.5:b-to-d") == "(b)-(d) [Reserved]"


def test_undesignated_definitions_are_named_by_their_terms(tmp_path: Path) -> None:
    draft = section(
        tmp_path,
        "(b) <I>Terms.</I> As used here:",
        "<P><I>Lamp keeper</I> means a person who:</P>",
        "(1) Lights; and",
        "(2) Winds.",
        "<P><I>Oil</I> has the meaning in § 1099.2.</P>",
        "<P><I>Example.</I> A keeper winds.</P>",
        "(c) <I>Wick</I> means a cord.",
    )
    assert paths_of(draft) == [
        "b",
        "b:LampKeeper",
        "b:LampKeeper:1",
        "b:LampKeeper:2",
        "b:Oil",
        "c",
    ]
    assert node_of(draft, "1099.5:b:LampKeeper").attrs == {"defines": "Lamp keeper"}
    assert node_of(draft, "1099.5:c").attrs == {"defines": "Wick"}
    assert (
        said_by(draft, "1099.5:b:Oil")
        == "Oil has the meaning in § 1099.2. Example. A keeper winds."
    )


def test_words_at_the_margin_belong_to_what_holds_the_list(tmp_path: Path) -> None:
    draft = section(
        tmp_path,
        "(a) Lamps are:",
        "(1) Lit; or",
        "(2) Dark,",
        "<FP>as the keeper says.</FP>",
        "(b) B.",
    )
    assert said_by(draft, "1099.5:a:2") == "(2) Dark,"
    assert said_by(draft, "1099.5:a:cont-1") == "as the keeper says."


def test_notes_footnotes_tables_and_quoted_matter_of_a_section(tmp_path: Path) -> None:
    draft = section(
        tmp_path,
        "(a) Oil<SU>1</SU><FTREF/> is 8<FR>1/2</FR> gallons of H<E T=\"52\">2</E>O.",
        "<FTNT><P><SU>1</SU> Whale oil.</P></FTNT>",
        '<DIV width="100%"><DIV class="gpotbl_div"><TABLE><TR><TH>Lamp</TH><TH>Oil</TH></TR>'
        "<TR><TD>One</TD><TD>2 pints</TD></TR></TABLE></DIV></DIV>",
        "<EXTRACT><P>(1) A form to fill in.</P></EXTRACT>",
        "(b) B.",
        '<CITA TYPE="N">[76 <I>FR</I> 79445, Dec. 21, 2011]</CITA>',
        "<EDNOTE><HED>Editorial Note:</HED><PSPACE>See:</PSPACE><EXTRACT>Lamps.</EXTRACT></EDNOTE>",
    )  # fmt: skip
    assert paths_of(draft) == ["a", "b"]
    assert "Oil is 8 1/2 gallons of H2O." in said_by(draft, "1099.5:a")
    assert said_by(draft, "1099.5:a:table-1") == "Lamp Oil One 2 pints"
    assert said_by(draft, "1099.5:a:cont-1") == "(1) A form to fill in."
    assert said_by(draft, "1099.5:a:fn-1") == "1 Whale oil."
    (citation,) = [node for node in draft.nodes if node.attrs == {"topic": "citation"}]
    assert citation.kind == "note"
    assert draft.text[citation.start : citation.end] == "[76 FR 79445, Dec. 21, 2011]"
    assert draft.text.endswith("Editorial Note: See: Lamps.")


def test_words_between_blocks_and_captions_are_kept(tmp_path: Path) -> None:
    draft = section(
        tmp_path,
        "(a) A.",
        "<EXTRACT>Loose words.<P>Quoted.</P>More.</EXTRACT>",
        "<TABLE><CAPTION>Table 1</CAPTION><TR><TD>One</TD></TR></TABLE>",
        '<a href="http://www.ecfr.gov/graphics/pdfs/er.pdf">View or download PDF</a>',
    )
    assert said_by(draft, "1099.5").endswith("(a) A. Loose words. Quoted. More. Table 1 One")


_SAME = """<DIV8 N="§ 1099.5" TYPE="SECTION"><HEAD>§ 1099.5   Rules about lamps.</HEAD>
<P>(b) Information about a lamp.</P><P>(1) <I>Oil.</I> (see § 1099.2).</P></DIV8>
<DIV8 N="§ 1099.6" TYPE="SECTION"><HEAD>§ 1099.6   Definitions.</HEAD>
<P>In this part:</P><P><I>Lamp keeper</I> means a person.</P></DIV8>
<DIV9 N="Appendix A to Part 1099" TYPE="APPENDIX"><HEAD>Appendix A to Part 1099—Forms</HEAD>
<P>Forms.</P></DIV9>
<DIV9 N="Supplement I to Part 1099" TYPE="APPENDIX">
<HEAD>Supplement I to Part 1099—Official Interpretations</HEAD>
<HD1>Section 1099.5—Rules About Lamps</HD1><P><I>5(b) Information.</I></P>
<P>1. <I>Scope.</I> Of lamps.</P></DIV9>"""


def test_both_forms_give_a_provision_one_name_and_the_same_words(tmp_path: Path) -> None:
    tree = read_tree(tmp_path, PART)
    draft, _ = parts(tmp_path, _SAME)
    assert isinstance(draft, Draft)
    for node in tree.nodes[1:]:
        if node.start < node.end and node.kind != "subpart":
            urn = node.urn.removeprefix("urn:lex:us:12cfr:")
            assert said_by(draft, urn) == tree.text[node.start : node.end]
            assert node_of(draft, urn).kind == node.kind


def test_headings_and_loose_paragraphs_of_an_appendix_are_numbered(tmp_path: Path) -> None:
    draft, _ = parts(
        tmp_path,
        '<DIV6 N="B" TYPE="SUBPART"><HEAD>Subpart B—Forms</HEAD>'
        '<DIV9 N="Appendix C to Subpart B" TYPE="APPENDIX"><HEAD>Appendix C—Forms</HEAD>'
        "<P>The following agencies:</P><P>1. Banks.</P><P>2. Others.</P>"
        "<HD1>Form C-1</HD1><P>Date</P><HD2>Part I</HD2><P>Reason</P><HD1>Form C-2</HD1><P>Name</P>"
        "</DIV9></DIV6>",
    )
    assert isinstance(draft, Draft)
    assert cited(draft, node_of(draft, "1099:subpart-B")) == "12 CFR Part 1099, Subpart B"
    below = "1099:subpart-B:app-C"
    found = [urn for urn in urns_of(draft) if urn.startswith(f"{below}:")]
    assert [urn.removeprefix(f"{below}:") for urn in found] == [
        "p1", "p1:1", "p1:2", "h1", "h1:p2", "h1:h2", "h1:h2:p3", "h3", "h3:p4",
    ]  # fmt: skip


def test_comments_are_named_by_what_they_interpret(tmp_path: Path) -> None:
    draft, _ = parts(
        tmp_path,
        '<DIV9 N="Supplement I to Part 1099" TYPE="APPENDIX"><HEAD>Supplement I to Part 1099</HEAD>'
        "<HD1>Introduction</HD1><P>1. Official status.</P>"
        "<HD1>Section 1099.2—Definitions</HD1><HD2>2(c) Lamp.</HD2><P>1. Lamps.</P><P>i. One.</P>"
        "<P>A. Capital.</P><P>ii. Two.</P><P>2. More.</P><HD3>Paragraph 2(c)(1)(i).</HD3>"
        "<P>1. Deep.</P>"
        "<HD1>Appendix B—Forms</HD1><P>1. Form.</P></DIV9>",
    )
    assert isinstance(draft, Draft)
    assert urns_of(draft)[3:] == [
        "1099:interp", "1099:interp:h1", "1099:interp:h1:1", "1099.2:interp", "1099.2:c:interp",
        "1099.2:c:interp:1", "1099.2:c:interp:1:i", "1099.2:c:interp:1:i:A",
        "1099.2:c:interp:1:ii", "1099.2:c:interp:2", "1099.2:c:1:i:interp",
        "1099.2:c:1:i:interp:1", "1099:app-B:interp", "1099:app-B:interp:1",
    ]  # fmt: skip
    node = node_of(draft, "1099.2:c:interp:1:i:A")
    assert cited(draft, node) == "12 CFR Part 1099, Supp. I, comment 2(c)-1.i.A"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("<ECFR><DIV8 N='1.1' NODE='12:1'/></ECFR>", "no part"),
        ("<ECFR><DIV5 N='1099'><HEAD>PART 1099</HEAD></DIV5></ECFR>", "which title"),
        ("<ECFR><DIV5 N='' NODE='12:1'/></ECFR>", "number"),
        ("<ECFR><DIV5>", "line|tag|end"),
    ],
)
def test_xml_that_holds_no_part_is_refused(tmp_path: Path, content: str, says: str) -> None:
    path = tmp_path / "odd.xml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(SourceMalformed, match=says) as refused:
        outcomes(path)
    assert refused.value.place.startswith("line ")
