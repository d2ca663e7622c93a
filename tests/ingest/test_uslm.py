"""The United States Code in USLM."""

from __future__ import annotations

import unicodedata
from datetime import date
from pathlib import Path

import pytest
from lxml import etree

from data import law
from drafts import cited
from pincite.errors import SourceMalformed
from pincite.ingest.law.readers import ReadOptions, reader
from pincite.ingest.law.readers.uslm.names import number_name, title_of, urn_of_href
from pincite.ingest.sources import Sources
from pincite.model import Draft, Node, Skipped
from pincite.model.locator import read_locator
from pincite.settings import Settings

USLM = "{http://xml.house.gov/schemas/uslm/1.0}"

_DOCUMENT = """<?xml version="1.0" encoding="UTF-8"?>
<uscDoc xmlns="http://xml.house.gov/schemas/uslm/1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:dcterms="http://purl.org/dc/terms/" xmlns:h="http://www.w3.org/1999/xhtml">
<meta><dc:title>Title {number}</dc:title><docNumber>{number}</docNumber>
<docPublicationName>Online@200-1</docPublicationName>
<dcterms:created>{created}</dcterms:created></meta>
{body}
</uscDoc>"""

_TITLE = """<main><title identifier="/us/usc/t99"><num value="99">Title 99—</num>
<heading>LIGHTHOUSES</heading>
<toc><layout><tocItem><column>1.</column><column>Keepers</column></tocItem></layout></toc>
<chapter identifier="/us/usc/t99/ch1"><num value="1">CHAPTER 1—</num><heading>KEEPERS</heading>
{sections}
</chapter></title></main>"""


def _file(
    tmp_path: Path, body: str, number: str = "99", created: str = "2025-08-11T12:00:00"
) -> Path:
    path = tmp_path / f"usc{number}.xml"
    path.write_text(_DOCUMENT.format(number=number, created=created, body=body), encoding="utf-8")
    return path


def _outcomes(path: Path) -> list[object]:
    chosen = reader("uslm")
    sources = Sources.of([path], reader="uslm", settings=Settings())
    options = ReadOptions()
    return [
        outcome
        for unit in chosen.units(sources, options)
        for outcome in chosen.read(sources, unit, options)
    ]


def _title(tmp_path: Path, sections: str) -> Draft:
    (draft,) = _outcomes(_file(tmp_path, _TITLE.format(sections=sections)))
    assert isinstance(draft, Draft)
    return draft


def _node(draft: Draft, urn: str) -> Node:
    return next(node for node in draft.nodes if node.urn == f"urn:lex:us:{urn}")


def _says(draft: Draft, urn: str) -> str:
    node = _node(draft, urn)
    return draft.text[node.start : node.end]


_KEEPERS = """<section identifier="/us/usc/t99/s45"><num value="45">§ 45.</num>
<heading> Duties of keepers</heading>
<subsection identifier="/us/usc/t99/s45/a"><num value="a">(a)</num>
<heading> <inline class="small-caps">In general</inline>.—</heading>
<chapeau>A keeper under <ref href="/us/usc/t9/s2/a">section 2(a) of title 9</ref> shall—</chapeau>
<paragraph identifier="/us/usc/t99/s45/a/1"><num value="1">(1)</num>
<content> light the lamp; and</content></paragraph>
<paragraph identifier="/us/usc/t99/s45/a/2"><num value="2">(2)</num>
<content> wind the clock,</content></paragraph>
<continuation>every night of the year.</continuation></subsection>
<subsection status="repealed"><num value="b">[(b)</num><heading> Repealed.]</heading></subsection>
<sourceCredit>(<date date="1901-02-03">Feb. 3, 1901</date>,
<ref href="/us/stat/31/7">31 Stat. 7</ref>.)</sourceCredit>
<notes type="uscNote"><note topic="amendments"><heading class="centered">Amendments</heading>
<p>1950—<ref href="/us/pl/81/5">Pub. L. 81–5</ref> provided that: <quotedContent>
<paragraph><num value="1">“(1)</num><content> Lamps shall be lit.”</content></paragraph>
</quotedContent></p></note>
</notes></section>"""


def test_a_section_is_named_from_its_title_and_its_paragraphs_from_it(tmp_path: Path) -> None:
    draft = _title(tmp_path, _KEEPERS)
    assert draft.expression.urn == "urn:lex:us:99usc"
    assert draft.expression.title == "Title 99—LIGHTHOUSES"
    assert draft.expression.start == date(2025, 8, 11)
    kinds = {node.urn.removeprefix("urn:lex:us:99usc"): node.kind for node in draft.nodes}
    assert kinds[":chap-1"] == "chapter"
    assert kinds[":45"] == "section"
    assert kinds[":45:a"] == "subsection"
    assert kinds[":45:a:1"] == "paragraph"
    assert cited(draft, _node(draft, "99usc:45:a:1")) == "99 U.S.C. § 45(a)(1)"
    assert cited(draft, _node(draft, "99usc:chap-1")) == "99 U.S.C., CHAPTER 1"


def test_words_after_the_paragraphs_continue_the_subsection(tmp_path: Path) -> None:
    draft = _title(tmp_path, _KEEPERS)
    assert _says(draft, "99usc:45:a") == (
        "(a) In general.— A keeper under section 2(a) of title 9 shall— (1) light the lamp; and "
        "(2) wind the clock, every night of the year."
    )
    assert _node(draft, "99usc:45:a:cont-1").kind == "continuation"


def test_a_repealed_subsection_is_kept_and_marked(tmp_path: Path) -> None:
    draft = _title(tmp_path, _KEEPERS)
    assert _node(draft, "99usc:45:b").status == "repealed"
    assert _says(draft, "99usc:45:b") == "[(b) Repealed.]"


def test_source_credit_and_notes_are_no_part_of_the_enacted_text(tmp_path: Path) -> None:
    draft = _title(tmp_path, _KEEPERS)
    notes = [node for node in draft.nodes if node.kind == "note"]
    assert [node.heading for node in notes] == ["", "Amendments"]
    assert _says(draft, "99usc:45:note-1") == "(Feb. 3, 1901, 31 Stat. 7.)"
    assert _says(draft, "99usc:45:note-2") == (
        "Amendments 1950—Pub. L. 81–5 provided that: “(1) Lamps shall be lit.”"
    )
    assert not any(node.kind == "paragraph" and "note" in node.urn for node in draft.nodes)


def test_the_table_of_contents_is_left_out(tmp_path: Path) -> None:
    assert "Keepers" not in _title(tmp_path, _KEEPERS).text


def test_a_reference_links_the_words_it_is_made_on(tmp_path: Path) -> None:
    draft = _title(tmp_path, _KEEPERS)
    links = {draft.text[link.start : link.end]: link for link in draft.citations}
    assert links["section 2(a) of title 9"].urn == "urn:lex:us:9usc:2:a"
    assert links["31 Stat. 7"].target == "/us/stat/31/7"
    assert links["31 Stat. 7"].urn == ""
    assert links["Pub. L. 81–5"].target == "/us/pl/81/5"


@pytest.mark.parametrize(
    ("href", "urn"),
    [
        ("/us/usc/t9/s2/a", "urn:lex:us:9usc:2:a"),
        ("/us/usc/t42/s300aa–1/b/2/A", "urn:lex:us:42usc:300aa-1:b:2:A"),
        ("/us/usc/t3/s202...204", "urn:lex:us:3usc:202-to-204"),
        ("/us/usc/t41/stI/dA/ch1", "urn:lex:us:41usc:subtitle-I:div-A:chap-1"),
        ("/us/usc/t15", "urn:lex:us:15usc"),
        ("/us/usc/t15/note", ""),
        ("/us/pl/117/90", ""),
        ("", ""),
    ],
)
def test_a_reference_into_the_code_names_a_provision(href: str, urn: str) -> None:
    assert urn_of_href(href) == urn


def test_numbers_of_titles_and_of_sections_together() -> None:
    assert title_of("11a") == ("11", "urn:lex:us:11usc-app")
    assert title_of("15") == ("15", "urn:lex:us:15usc")
    assert title_of("fifteen") == ("", "")
    assert number_name("1, 2") == "1-and-2"
    assert number_name("202 to 204") == "202-to-204"


def test_a_footnote_stands_after_the_sentence_and_its_mark_is_left_out(tmp_path: Path) -> None:
    draft = _title(
        tmp_path,
        """<section><num value="5">§ 5.</num>
        <heading> Pay<ref class="footnoteRef" idref="f1">1</ref><note type="footnote"><num>1</num>
        So in original.</note></heading><subsection><num value="a">(a)</num>
        <chapeau>A keeper\u202f<ref class="footnoteRef" idref="f2">2</ref><note type="footnote">
        <num>2</num> Probably “keeper’s”.</note> pay is—</chapeau>
        <paragraph><num value="1">(1)</num>
        <content> <sup>1</sup>⁄<sub>2</sub> of the\u202f<sup>2</sup>, and</content></paragraph>
        </subsection></section>""",
    )
    assert _says(draft, "99usc:5") == (
        "§ 5. Pay (a) A keeper pay is— (1) 1⁄2 of the, and 2 Probably “keeper’s”. 1 So in original."
    )
    assert _node(draft, "99usc:5:a:fn-2").kind == "footnote"
    assert _says(draft, "99usc:5:fn-1") == "1 So in original."
    assert all("original" not in chunk.text for chunk in draft.chunks if chunk.kind == "section")


def test_two_sections_of_one_number_are_both_kept(tmp_path: Path) -> None:
    one = (
        '<section><num value="5">§ 5.</num><heading> A</heading><content>First.</content></section>'
    )
    draft = _title(tmp_path, one + one.replace("First", "Second"))
    assert "First." in _says(draft, "99usc:5")
    assert "Second." in _says(draft, "99usc:5~2")


def test_a_table_is_kept_row_by_row_and_what_follows_continues(tmp_path: Path) -> None:
    draft = _title(
        tmp_path,
        """<section><num value="6">§ 6.</num><heading> Rates</heading><content>The rates are:
        <h:table><h:colgroup><h:col/></h:colgroup><h:thead><h:tr><h:th>Grade</h:th><h:th>Pay</h:th></h:tr></h:thead>
        <h:tbody><h:tr><h:td><h:p>One</h:p></h:td><h:td><h:p>$5</h:p></h:td></h:tr></h:tbody></h:table>
        <p>No other is paid.</p><p>None.</p></content></section>""",
    )
    assert _says(draft, "99usc:6:table-1") == "Grade Pay One $5"
    assert _says(draft, "99usc:6:cont-1") == "No other is paid. None."
    assert sum(node.kind == "continuation" for node in draft.nodes) == 1


def test_a_defined_term_marked_by_the_source_is_named_where_it_stands(tmp_path: Path) -> None:
    draft = _title(
        tmp_path,
        """<section><num value="7">§ 7.</num><chapeau>The term “<term>lamp</term>” means—</chapeau>
        <paragraph><num value="1">(1)</num><content> a light.</content></paragraph></section>""",
    )
    assert _node(draft, "99usc:7").attrs == {"defines": "lamp"}
    assert _node(draft, "99usc:7:1").attrs is None
    assert _says(draft, "99usc:7") == "§ 7. The term “lamp” means— (1) a light."


_APPENDIX = """<appendix identifier="/us/usc/t99a"><num value="99a">Title 99—APPENDIX</num>
<heading>RULES FOR KEEPERS</heading>
<compiledAct><heading>FOG SIGNAL ACT</heading><section><num value="1">§ 1.</num>
<heading> Short title</heading><content>Fog Signal Act.</content></section></compiledAct>
<courtRules><heading>RULES OF THE LAMP COURT</heading><title><num value="I">TITLE I—</num>
<heading>SCOPE</heading><courtRule><num value="4.1">Rule 4.1.</num><heading> Oil</heading>
<subsection><num value="a">(a)</num><content> Oil is kept.</content></subsection></courtRule>
</title></courtRules>
<reorganizationPlans><heading>REORGANIZATION PLANS</heading>
<reorganizationPlan identifier="/us/usc/t99a/reorgPlan/1939/I">
<heading>REORGANIZATION PLAN NO. I OF 1939</heading>
<content><p>The lamps are transferred.</p></content></reorganizationPlan></reorganizationPlans>
</appendix>"""


def test_an_appendix_keeps_acts_rules_and_plans_apart(tmp_path: Path) -> None:
    (draft,) = _outcomes(_file(tmp_path, _APPENDIX, "99a"))
    assert isinstance(draft, Draft)
    assert draft.expression.urn == "urn:lex:us:99usc-app"
    section = _node(draft, "99usc-app:fog-signal-act:1")
    rule = _node(draft, "99usc-app:rule-4.1:a")
    assert (section.kind, draft.nodes[rule.parent].kind) == ("section", "rule")
    assert cited(draft, section) == "99 U.S.C. App., FOG SIGNAL ACT, § 1"
    assert cited(draft, rule) == "99 U.S.C. App. Rule 4.1(a)"
    assert _says(draft, "99usc-app:reorg-plan-1939-I").endswith("The lamps are transferred.")
    for node in (section, rule):
        assert str(read_locator(cited(draft, node)).urn) == node.urn


def test_a_title_without_law_is_skipped_in_its_own_words(tmp_path: Path) -> None:
    body = """<appendix><num value="99a">Title 99—APPENDIX</num><heading>GONE</heading>
    <note topic="miscellaneous"><p>Current through 200–1</p></note>
    <notes type="uscNote"><note topic="miscellaneous">
    <p>Title 99, Appendix, has been eliminated.</p></note></notes>
    </appendix>"""
    (outcome,) = _outcomes(_file(tmp_path, body, "99a"))
    assert isinstance(outcome, Skipped)
    assert outcome.reason == "Title 99, Appendix, has been eliminated."
    assert (outcome.urn, outcome.ends) == ("urn:lex:us:99usc-app", date(2025, 8, 11))


@pytest.mark.parametrize(
    ("body", "number", "created", "says"),
    [
        ("<main/>", "99", "2025-01-01", "no title or appendix"),
        (_APPENDIX, "ninety", "2025-01-01", "docNumber"),
        (_APPENDIX, "99a", "soon", "created"),
    ],
)
def test_what_is_not_a_title_is_refused_by_file_and_line(
    tmp_path: Path, body: str, number: str, created: str, says: str
) -> None:
    with pytest.raises(SourceMalformed, match=says) as refused:
        _outcomes(_file(tmp_path, body, number, created))
    assert refused.value.place.startswith("line ")


def _squeezed(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", text).split())


def _law_text(path: Path) -> tuple[str, list[str]]:
    """What the file says, apart from tables of contents, footnotes and their marks; and those
    footnotes."""
    root = etree.fromstring(
        path.read_bytes(), etree.XMLParser(remove_comments=True, remove_pis=True)
    )
    body = root.find(f"{USLM}main/{USLM}title")
    if body is None:
        body = root.find(f"{USLM}appendix")
    assert body is not None
    pieces: list[str] = []
    footnotes: list[str] = []

    def footnoted(element: etree._Element) -> bool:
        unit = next(element.iterancestors(f"{USLM}section", f"{USLM}courtRule"), body)
        numbers = {
            "".join(one.itertext()) for one in unit.iterfind(f".//{USLM}note[@type]/{USLM}num")
        }
        return (element.text or "") in numbers and not (element.tail or "").startswith("⁄")

    def walk(element: etree._Element) -> None:
        name = etree.QName(element).localname
        if name in ("toc", "meta") or element.get("class") == "footnoteRef":
            return
        if name in ("num", "heading") and element.getparent() is body:
            return
        if name == "note" and element.get("type") == "footnote":
            footnotes.append(_squeezed("".join(element.itertext())))
            return
        if name == "sup" and footnoted(element):
            return
        pieces.append(element.text or "")
        for child in element:
            walk(child)
            pieces.append(child.tail or "")

    walk(body)
    return _squeezed("".join(pieces)), footnotes


@pytest.mark.data
def test_every_title_loads_whole_or_is_skipped_with_a_reason() -> None:
    files = sorted((law("us-code") / "uslm").glob("*.xml"))
    assert len(files) == 23
    skipped: list[str] = []
    for path in files:
        (outcome,) = _outcomes(path)
        if isinstance(outcome, Skipped):
            skipped.append(path.name)
            assert "has been eliminated" in outcome.reason
            continue
        assert isinstance(outcome, Draft)
        text, nodes = outcome.text, outcome.nodes
        for chunk in outcome.chunks:
            assert text[chunk.start : chunk.end] == chunk.text
        assert len({node.urn for node in nodes}) == len(nodes)

        own: list[str] = []
        footnotes: list[str] = []
        at = 0
        for node in nodes:
            if node.kind == "footnote":
                own.append(text[at : node.start])
                footnotes.append(_squeezed(text[node.start : node.end]))
                at = node.end
        own.append(text[at:])
        expected, expected_footnotes = _law_text(path)
        assert _squeezed("".join(own)) == expected, path.name
        assert sorted(footnotes) == sorted(expected_footnotes), path.name
    assert skipped == ["usc50A.xml"]


@pytest.mark.data
def test_every_section_of_the_code_is_a_section_here() -> None:
    for path in sorted((law("us-code") / "uslm").glob("*.xml")):
        (outcome,) = _outcomes(path)
        if not isinstance(outcome, Draft):
            continue
        root = etree.parse(path)
        for tag, kind in (("section", "section"), ("courtRule", "rule")):
            outside = f"//*[local-name()='{tag}'][not(ancestor::*[local-name()='quotedContent'])]"
            counted = len(root.xpath(outside))
            assert counted == sum(node.kind == kind for node in outcome.nodes), path.name


@pytest.mark.data
def test_identifiers_of_the_source_are_found_at_the_urns_they_stand_for() -> None:
    for path in sorted((law("us-code") / "uslm").glob("usc??.xml")):
        (outcome,) = _outcomes(path)
        assert isinstance(outcome, Draft)
        held = {node.urn for node in outcome.nodes}
        for element in etree.parse(path).iter():
            identifier = element.get("identifier") or ""
            urn = urn_of_href(identifier)
            if urn:
                assert urn in held, (path.name, identifier)
