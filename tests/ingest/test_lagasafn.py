from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from lxml import etree

from data import law
from ingest.test_builder import check
from pincite import library
from pincite.errors import NotFound, SourceMalformed
from pincite.ingest.markup import parse_xml
from pincite.ingest.readers.lagasafn.numbering import article_segment
from pincite.ingest.readers.lagasafn.sgml import read_sgml
from pincite.ingest.readers.lagasafn.xml import read_law
from pincite.ingest.sources import SourceFile
from pincite.model import NOTES, Draft, Skipped, Source
from pincite.settings import Settings

SOURCE = Source("0" * 64, "law", 1, "lagasafn")

LAW = """<law nr="902" year="2031" law-type="law">
  <name>Lög um póst</name><num-and-date><date>2031-06-20</date></num-and-date>
  <minister-clause>&lt;b&gt;Tóku gildi 1. janúar 2032.&lt;/b&gt;</minister-clause>
  <chapter nr="1" nr-type="roman" roman-nr="I"><nr-title>I. kafli.</nr-title><name>Almenn ákvæði.</name>
    <art nr="55"><nr-title>55. gr.</nr-title><name>Bréf.</name>
      <subart nr="1"><paragraph nr="1"><sen nr="1">Póstur er fyrir alla.</sen>
        <numart nr="1" nr-type="numeric"><nr-title>1.</nr-title><paragraph nr="1"><sen nr="1">Bréf:</sen>
          <numart nr="a" nr-type="alphabet"><nr-title>a.</nr-title><paragraph nr="1">
            <sen nr="1">innanlands,</sen></paragraph></numart></paragraph></numart>
        <numart nr="2" nr-type="numeric"><nr-title>2.</nr-title><paragraph nr="1">
          <sen nr="1">Pakkar.</sen></paragraph></numart></paragraph></subart>
      <subart nr="2"><paragraph nr="1"><sen nr="1" expiry-symbol-offset="0">…</sen></paragraph></subart>
      <footnotes><footnote nr="1" href="x"><footnote-sen>L. 1/2033, 2. gr.</footnote-sen></footnote></footnotes>
    </art>
    <art nr="55a"><nr-title>55. gr. a.</nr-title>
      <subart nr="1"><paragraph nr="1"><sen nr="1">Frímerki skulu vera græn.</sen></paragraph></subart></art>
    <art nr="56"><nr-title>56. gr.</nr-title>
      <subart nr="1"><paragraph nr="1"><sen nr="1">…</sen></paragraph></subart></art>
  </chapter>
  <chapter nr="t" nr-type="temporary-clauses"><nr-title>Ákvæði til bráðabirgða.</nr-title>
    <art nr="I" roman-nr="1" number-type="roman"><nr-title>I.</nr-title>
      <subart nr="1"><paragraph nr="1"><sen nr="1">Eldri frímerki gilda.</sen></paragraph></subart></art>
  </chapter>
</law>"""

ALTHINGI = """<!DOCTYPE html>
<html><head><title>2031  nr. 902  20. júní/ Lög um póst</title>
<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"></head>
<body><p><small><strong>Lagasafn.</strong>&nbsp;Íslensk lög 1. nóvember 2033.</small><hr>
<h2> Lög um póst </h2><p><strong>2031  nr. 902  20. júní</strong></p><hr>
<small><b>Tóku gildi 1. janúar 2032.</b></small><hr>
<br><b>I. kafli.</b> <b>[Almenn ákvæði.]<sup style="font-size:60%">1)</sup></b><br>&nbsp;<i><small><sup>1)</sup>
<a href="/x">L. 9/2033, 2. gr.</a> </small></i><br>
<span id="G55"></span><IMG SRC="sk.jpg" HEIGHT=11 WIDTH=11 alt=""> <b>55. gr.</b> <em>[Bréf.]<sup>1)</sup></em><br>
<IMG SRC="hk.jpg" HEIGHT=11 WIDTH=11 alt="" id="G55M1"> Póstur er [fyrir alla].<sup>1)</sup>
<br>&nbsp;&nbsp;&nbsp;<span id="G55M1L1">1.</span> Bréf.<br>&nbsp;&nbsp;&nbsp;<span id="G55M1L2">[2.</span> Pakkar [sic].]<sup>2)</sup>
<br>&nbsp;&nbsp;&nbsp;<i><small><sup>1)</sup><a href="/x">L. 1/2033, 2. gr.</a> <sup>2)</sup>L. 2/2033.</small></i><br>
<span id="G55A"></span><IMG SRC="sk.jpg" HEIGHT=11 WIDTH=11 alt=""> <b>[55. gr. a.</b><br>
<IMG SRC="hk.jpg" HEIGHT=11 WIDTH=11 alt="" id="G55AM1"> Frímerki skulu vera græn.]<sup>1)</sup><br>
<b>Ákvæði til bráðabirgða.</b><br>
<IMG SRC="hk.jpg" id="M1"> Eldri frímerki gilda.
</body></html>"""


def xml(text: str | bytes) -> Draft:
    file = SourceFile(SOURCE, text.encode() if isinstance(text, str) else text)
    found = read_law(parse_xml(file), file, date(2033, 11, 1))
    assert isinstance(found, Draft)
    return found


def sgml(text: str, encoding: str = "utf-8", stated: str = "") -> Draft:
    found = read_sgml(SourceFile(SOURCE, text.encode(encoding)), date(2033, 11, 1), stated)
    assert isinstance(found, Draft)
    return found


def outline(draft: Draft) -> list[tuple[str, str, str, str, str]]:
    return [
        (node.urn.removeprefix(draft.expression.urn), node.kind, node.num, node.status,
         draft.text[node.body : node.end])
        for node in draft.nodes[1:]
    ]  # fmt: skip


@pytest.mark.req("V6")
def test_lettered_articles_are_distinct_and_repealed_text_is_kept_and_marked() -> None:
    draft = xml(LAW)
    check(draft)
    found = {row[0]: row for row in outline(draft)}
    assert found[":55a"][1:3] == ("article", "55. gr. a.")
    assert found[":55a:1"][4] == "Frímerki skulu vera græn."
    assert found[":56"][3:] == ("repealed", "…")
    assert found[":55:2"][3:] == ("repealed", "…")
    assert found[":55"][3] == ""
    assert found[":55:1:1:a"][4] == "innanlands,"
    assert found[":I:1"][4] == "Eldri frímerki gilda."
    assert found[":55:fn-1"][1] == "footnote"


@pytest.mark.req("V6")
def test_locators_come_from_parsed_structure() -> None:
    locators = {chunk.urn.rpartition("2031")[2]: chunk.locator for chunk in xml(LAW).chunks}
    assert locators[":55"] == "Lög nr. 902/2031 - 55. gr."
    assert locators[":55a"] == "Lög nr. 902/2031 - 55. gr. a"


@pytest.mark.parametrize(
    ("number", "segment"),
    [("55a", "55a"), ("55. gr. a", "55a"), ("3,4,5,6", "3-6"), ("1,2", "1-2"), ("II.–IV", "II-IV"),
     ("65A", "65A"), ("t", "t"), ("12. gr", "12")],
)  # fmt: skip
def test_article_numbers_become_segments(number: str, segment: str) -> None:
    assert article_segment(number) == segment


@pytest.mark.req("V6")
@pytest.mark.parametrize("encoding", ["iso-8859-1"])
def test_althingi_pages_give_articles_paragraphs_and_items(encoding: str) -> None:
    draft = sgml(ALTHINGI, encoding)
    check(draft)
    assert draft.expression.title == "Lög um póst"
    assert (draft.expression.number, draft.expression.year) == ("902", "2031")
    rows = outline(draft)
    assert [row[:3] for row in rows] == [
        (":in-force", "note", ""),
        (":chap-1", "chapter", "I. kafli."),
        (":55", "article", "55. gr."),
        (":55:1", "paragraph", ""),
        (":55:1:1", "item", "1."),
        (":55:1:2", "item", "2."),
        (":55:fn-1", "footnote", ""),
        (":55a", "article", "55. gr. a."),
        (":55a:1", "paragraph", ""),
        (":chap-t", "chapter", "Ákvæði til bráðabirgða."),
        (":chap-t:1", "paragraph", ""),
    ]
    assert draft.nodes[3].heading == "Bréf."
    assert rows[0][4] == "Tóku gildi 1. janúar 2032."
    # Brackets and marks of amendments are the publisher's; a bracket without a mark is the law's.
    assert draft.text.count("[") == 1
    assert "Pakkar [sic]." in draft.text
    assert "Póstur er fyrir alla." in draft.text


@pytest.mark.req("V6")
def test_laws_older_than_law_numbers_are_named_by_their_file() -> None:
    letter = """<html><head><title>1743  29. maí/ Bréf um vita</title></head><body>
    <p><small>Lagasafn. Útgáfa 190.</small></p><h2> Bréf um vita </h2><p><strong>1743  29. maí</strong></p>
    <span id="G1"></span><IMG SRC="sk.jpg"> <b>1)</b>  Vitar skulu loga.<br>
    <span id="G0"></span><IMG SRC="sk.jpg"> <b></b>  &hellip;<br>
    <span id="G7"></span><IMG SRC="sk.jpg"> <b>7)</b>  Vitaverðir skulu skrá.<br></body></html>"""
    source = Source("0" * 64, "190/1743295.html", 1, "lagasafn")
    draft = read_sgml(SourceFile(source, letter.encode()), None, "")
    assert isinstance(draft, Draft)
    check(draft)
    assert draft.expression.urn == "urn:lex:is:295-1743"
    articles = [row for row in outline(draft) if row[1] == "article"]
    assert [row[0] for row in articles] == [":1", ":0", ":7"]
    assert articles[1][3:] == ("repealed", "…")
    assert articles[2][4] == "Vitaverðir skulu skrá."


def test_chapters_of_an_old_code_are_its_articles() -> None:
    page = """<html><head><title>1282  / Ljósabók</title></head><h2> Ljósabók </h2>
    <p><strong>1282  </strong></p><hr><br><b>Ljósabálkr.</b><br><b>Kap. 1.</b><br>&nbsp;Hverr maðr skal hafa ljós.<br>
    <br><b>Kap. 2.</b> <b>Um lýsi.</b><br>&nbsp;Lýsi skal hreint.<br></html>"""
    source = Source("0" * 64, "1282000.401.html", 1, "lagasafn")
    draft = read_sgml(SourceFile(source, page.encode()), None, "")
    assert isinstance(draft, Draft)
    check(draft)
    assert draft.expression.urn == "urn:lex:is:0.401-1282"
    rows = [(row[0], row[2], row[4]) for row in outline(draft) if row[1] == "article"]
    assert rows == [
        (":kap-1", "Kap. 1.", "Hverr maðr skal hafa ljós."),
        (":kap-2", "Kap. 2.", "Lýsi skal hreint."),
    ]
    assert [node.heading for node in draft.nodes if node.kind == "article"] == ["", "Um lýsi."]


def test_a_page_without_tags_or_anchors_falls_back_on_its_patterns() -> None:
    draft = sgml(
        "<html><head><title>903/2031</title></head><h2>Lög um skip</h2>"
        "<p>1. gr. Skip skulu sjófær.</p><p>Þau skal skrá.</p><p>55. gr. a. Bátar líka.</p></html>"
    )
    check(draft)
    assert [row[:3] for row in outline(draft)] == [
        (":1", "article", "1. gr."),
        (":1:1", "paragraph", ""),
        (":1:2", "paragraph", ""),
        (":55a", "article", "55. gr. a."),
        (":55a:1", "paragraph", ""),
    ]


def test_a_raised_number_is_dropped_only_where_it_marks_a_footnote() -> None:
    draft = sgml(
        "<html><head><title>905/2031</title></head><h2>Lög um þing</h2>"
        '<span id="G1"></span><b>1. gr.</b><br><IMG SRC="hk.jpg" id="G1M1"> Fylgi '
        '<sup style="font-size:60%">3</sup>/<span style="font-size:60%">4</span> hluta þingmanna '
        '&hellip;<sup style="font-size:60%">1)</sup>.<br>'
        '<IMG SRC="hk.jpg" id="G1M2"> Flötur er 5 m<small><sup>2</sup></small> eða meira.<br></html>'
    )
    check(draft)
    assert "Fylgi 3/4 hluta þingmanna …." in draft.text
    assert "5 m2 eða meira." in draft.text


def test_unclosed_tags_and_footnote_marks_in_titles_are_forgiven() -> None:
    draft = sgml(
        "<log><nr>904/2031</nr><heiti>Lög um hey<sup>1)</sup></heiti>"
        "<grein><nr>1. gr.<heiti>Hey<sup>2)</sup></heiti><mgr>Hey er gras:"
        "<tolul><nr>1.</nr>grænt;<tolul><nr>a.</nr>á vori;<tolul><nr>b.</nr>á hausti;"
        "<tolul><nr>2.</nr>gult.<mgr>Það skal þurrka.<grein><nr>2. gr.<mgr>Lokaákvæði."
    )
    check(draft)
    assert draft.expression.title == "Lög um hey"
    assert [row[0] for row in outline(draft)] == [
        ":1", ":1:1", ":1:1:1", ":1:1:1:a", ":1:1:1:b", ":1:1:2", ":1:2", ":2", ":2:1",
    ]  # fmt: skip
    assert draft.nodes[1].heading == "Hey"


@pytest.mark.req("V6")
@pytest.mark.parametrize(
    "page",
    ["<html><h2>Ekkert</h2><p>Bara texti.</p></html>", "<grein><nr>1. gr.</nr><mgr>Án nafns.</mgr></grein>",
     "<log><nr>1/2031</nr><heiti>Tómt</heiti></log>", "",],
)  # fmt: skip
def test_a_page_without_structure_fails_loudly(page: str) -> None:
    with pytest.raises(SourceMalformed):
        read_sgml(SourceFile(SOURCE, page.encode()), None, "")


def test_a_repealed_law_without_text_is_skipped_in_its_own_words() -> None:
    page = (
        "<html><head><title>1990  nr. 5  3. maí/ Lög um tóbak</title></head><h2>Lög um tóbak</h2>"
        "<small><b>Felld úr gildi skv. l. 7/1996, 9. gr.</b></small></html>"
    )
    found = read_sgml(SourceFile(SOURCE, page.encode()), date(2033, 1, 1), "")
    assert isinstance(found, Skipped)
    assert "Felld úr gildi skv. l. 7/1996" in found.reason
    assert (found.urn, found.ends) == ("urn:lex:is:5-1990", date(2033, 1, 1))


# The same law in both forms.

_SIMPLE = frozenset(
    {"law", "name", "num-and-date", "date", "num", "original", "chapter", "nr-title", "art", "subart",
     "paragraph", "sen", "numart", "definitions", "definition"}
)  # fmt: skip


def as_sgml(root: etree._Element) -> str:
    out = [
        f"<log><nr>{root.get('nr')}/{root.get('year')}</nr>\n<heiti>{_esc(root.findtext('name'))}</heiti>\n"
    ]
    tags = {"chapter": "kafli", "art": "grein", "subart": "mgr", "numart": "tolul"}

    def write(element: etree._Element) -> None:
        tag = tags.get(str(element.tag))
        if tag:
            out.append(f'<{tag} nr="{element.get("nr")}">')
            if number := element.findtext("nr-title"):
                out.append(f"<nr>{_esc(number)}</nr>")
            if heading := element.findtext("name"):
                out.append(f"<heiti>{_esc(heading)}<sup>1)</sup></heiti>")
        elif element.tag in ("sen", "name"):
            out.append(_esc(element.text) + " ")
        titles = {element.find("nr-title"), element.find("name")}
        for child in element:
            if child not in titles and child.tag != "num-and-date":
                write(child)
        if tag:
            out.append(f"</{tag}>\n")

    write(root)
    return "".join(out)


def _esc(text: str | None) -> str:
    return html.escape(text or "")


def laws_in_both_forms(folder: Path) -> Iterator[tuple[str, etree._Element]]:
    for file in sorted(folder.glob("[12]*.xml")):
        root = etree.fromstring(file.read_bytes())
        for aside in [*root.iter("footnotes"), *root.iter("minister-clause")]:
            aside.getparent().remove(aside)
        if {str(element.tag) for element in root.iter()} <= _SIMPLE and root.find(
            ".//art"
        ) is not None:
            yield file.name, root


def comparable(draft: Draft) -> list[tuple[object, ...]]:
    return [
        (n.urn, n.path, n.kind, n.num, n.heading, n.start, n.end, n.status) for n in draft.nodes
    ]


def test_sgml_gives_the_same_tree_as_xml() -> None:
    root = etree.fromstring(LAW)
    for aside in [*root.iter("footnotes"), *root.iter("minister-clause")]:
        aside.getparent().remove(aside)
    assert comparable(sgml(as_sgml(root))) == comparable(xml(etree.tostring(root)))


@pytest.mark.data
@pytest.mark.req("V6")
def test_sgml_gives_the_same_tree_as_xml_for_real_laws() -> None:
    count = 0
    for name, root in laws_in_both_forms(law("lagasafn") / "156b"):
        first, second = xml(etree.tostring(root)), sgml(as_sgml(root))
        assert comparable(second) == comparable(first), name
        assert second.text == first.text, name
        count += 1
    print(f"{count} laws give one tree in both forms")
    assert count > 600


@pytest.mark.data
@pytest.mark.req("V6")
@pytest.mark.req("V7")
def test_two_editions_of_icelandic_law(tmp_path: Path) -> None:
    folder = law("lagasafn")
    made = library.create(tmp_path / "l", settings=Settings())
    for edition in ("153c", "156b"):
        report = made.ingest(folder / edition, reader_name="lagasafn", version=edition)
        assert report.refused == []
    index = etree.parse(folder / "156b" / "index.xml").getroot()
    full = {
        e.get("identifier")
        for e in index.iter("law-entry")
        if e.findtext("meta/is-empty") == "false"
    }
    kept = {entry.urn for entry in made.entries("156b") if entry.hash}
    assert kept == {f"urn:lex:is:{one.replace('/', '-')}" for one in full}
    assert len(kept) == 786
    articles = 0
    for file in sorted((folder / "156b").glob("[12]*.xml")):
        root = etree.parse(file).getroot()
        urn = f"urn:lex:is:{root.get('nr')}-{root.get('year')}"
        if urn not in kept:
            continue
        [(stored, node)] = made.store.find(urn, at=date(2026, 1, 1), tag=None)
        nodes = [node, *made.store.descendants(stored.key, node)]
        assert len({one.urn for one in nodes}) == len(nodes), urn
        assert sum(one.kind == "article" for one in nodes) == len(list(root.iter("art"))), urn
        text = made.store.text(stored.key)
        for chunk in made.store.chunks(stored.key):
            assert text[chunk.start : chunk.end] == chunk.text
        articles += len(list(root.iter("art")))
    print(f"{len(kept)} laws, {articles} articles")
    before, after = None, None
    for change in made.diff("153c", "156b"):
        if change.kind == "changed" and change.urn.count(":") == 5 and "fn-" not in change.urn:
            before = made.show(change.urn, at="2024-01-01").text
            after = made.show(change.urn, at="2026-01-01").text
            break
    assert before is not None
    assert before != after
    with pytest.raises(NotFound):
        made.show("urn:lex:is:33-1944:65", at="2020-01-01")
    assert made.verify().problems == []


@pytest.mark.data
@pytest.mark.parametrize("edition", ["153c", "156b"])
def test_every_character_of_every_law_is_kept_once(edition: str) -> None:
    for file in sorted((law("lagasafn") / edition).glob("[12]*.xml")):
        source = SourceFile(SOURCE, file.read_bytes())
        root = parse_xml(source)
        draft = read_law(root, source, None)
        if isinstance(draft, Skipped):
            continue
        for tag in ("num-and-date", "minister-clause", "footnotes", "definitions"):
            for aside in list(root.iter(tag)):
                aside.getparent().remove(aside)
        stated = "".join("".join(child.itertext()) for child in root if child.tag != "name")
        noted = [node for node in draft.nodes if node.kind in NOTES]
        kept = draft.text
        for node in reversed(noted):
            kept = kept[: node.start] + kept[node.end :]
        assert Counter("".join(kept.split())) == Counter("".join(stated.split())), file.name


@pytest.mark.data
def test_graded_icelandic_passages_stand_where_they_are_said_to(tmp_path: Path) -> None:
    import json

    from data import data_folder
    from pincite.text import find_quote

    made = library.create(tmp_path / "l")
    made.ingest(law("lagasafn") / "156b", reader_name="lagasafn", version="156b")
    lines = (data_folder() / "eval" / "icelandic.jsonl").read_text().splitlines()
    checked = 0
    for line in map(json.loads, lines):
        for gold in (line.get("gold") or [])[:1]:
            path = [gold["law"].replace("/", "-"), gold.get("article"), gold.get("paragraph")]
            urn = "urn:lex:is:" + ":".join(part for part in path if part)
            found = made.show(urn, at="2026-01-01")
            if line.get("must_quote"):
                assert list(find_quote(line["must_quote"], found.text)), line["id"]
            checked += 1
    assert checked > 20
