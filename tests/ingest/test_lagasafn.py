"""Icelandic law from its XML, its SGML and its pages."""

from __future__ import annotations

from datetime import date

import pytest
from lxml import etree

from ingest.icelandic_laws import (
    ALTHINGI,
    LAW,
    SOURCE,
    as_sgml,
    comparable,
    outline,
    sgml,
    xml,
)
from ingest.test_builder import check
from pincite.errors import SourceMalformed
from pincite.ingest.law.readers.lagasafn.numbering import article_segment
from pincite.ingest.law.readers.lagasafn.sgml import read_sgml
from pincite.ingest.sources import SourceFile
from pincite.model import Draft, Skipped, Source


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


def test_tags_that_were_written_into_the_text_are_no_words_of_the_law() -> None:
    """The editors' links stand in names and sentences with their brackets escaped."""
    link = '&lt;a href="https://x.is/1" title="Hér var ákvæði."&gt; … &lt;/a&gt;'
    text = LAW.replace("Frímerki skulu vera græn.", f"Ef 2 &lt; 3 er það grænt.{link}")
    assert text != LAW
    found = {row[0]: row for row in outline(xml(text))}
    assert found[":55a:1"][4] == "Ef 2 < 3 er það grænt. …"
    named = LAW.replace("</nr-title>", f"</nr-title><name>Breytingar. {link}</name>", 1)
    assert not any("href" in node.heading for node in xml(named).nodes)
    left_out = LAW.replace("<nr-title>56. gr.</nr-title>", f"<nr-title>56. gr. {link}</nr-title>")
    left_out = left_out.replace('<sen nr="1">…</sen>', "")
    found = {row[0]: row for row in outline(xml(left_out))}
    assert found[":56"][1:] == ("article", "56. gr.", "repealed", "…")


def test_what_the_editors_left_out_is_not_repealed() -> None:
    says = (
        "Hér hefur annaðhvort verið fellt brott ákvæði um breytingar á öðrum lögum eða um brottfall"
    )
    link = f'&lt;a href="https://x.is/1" title="{says} þeirra."&gt; … &lt;/a&gt;'
    left_out = LAW.replace("<nr-title>56. gr.</nr-title>", f"<nr-title>56. gr. {link}</nr-title>")
    left_out = left_out.replace('<sen nr="1">…</sen>', "")
    found = {row[0]: row for row in outline(xml(left_out))}
    assert found[":56"][3:] == ("omitted", "…")
    assert found[":55:2"][3] != "omitted"


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


def test_sgml_gives_the_same_tree_as_xml() -> None:
    root = etree.fromstring(LAW)
    for aside in [*root.iter("footnotes"), *root.iter("minister-clause")]:
        aside.getparent().remove(aside)
    assert comparable(sgml(as_sgml(root))) == comparable(xml(etree.tostring(root)))
