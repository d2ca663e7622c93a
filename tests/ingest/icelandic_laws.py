"""Icelandic laws in both of their forms, for the tests of their reader."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from lxml import etree

from pincite.ingest.law.readers.lagasafn.sgml import read_sgml
from pincite.ingest.law.readers.lagasafn.xml import read_law
from pincite.ingest.safe_xml import parse_xml
from pincite.ingest.sources import SourceFile
from pincite.model import Draft, Source

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


# The same law in both forms.

SIMPLE = frozenset(
    {"law", "name", "num-and-date", "date", "num", "original", "chapter", "nr-title", "art", "subart",
     "paragraph", "sen", "numart", "definitions", "definition"}
)  # fmt: skip


def as_sgml(root: etree._Element) -> str:
    out = [
        f"<log><nr>{root.get('nr')}/{root.get('year')}</nr>\n<heiti>{esc(root.findtext('name'))}</heiti>\n"
    ]
    tags = {"chapter": "kafli", "art": "grein", "subart": "mgr", "numart": "tolul"}

    def write(element: etree._Element) -> None:
        tag = tags.get(str(element.tag))
        if tag:
            out.append(f'<{tag} nr="{element.get("nr")}">')
            if number := element.findtext("nr-title"):
                out.append(f"<nr>{esc(number)}</nr>")
            if heading := element.findtext("name"):
                out.append(f"<heiti>{esc(heading)}<sup>1)</sup></heiti>")
        elif element.tag in ("sen", "name"):
            out.append(esc(element.text) + " ")
        titles = {element.find("nr-title"), element.find("name")}
        for child in element:
            if child not in titles and child.tag != "num-and-date":
                write(child)
        if tag:
            out.append(f"</{tag}>\n")

    write(root)
    return "".join(out)


def untagged(text: str) -> str:
    """Without the links and line breaks that are written into the words with escaped brackets."""
    return re.sub(r"</?[a-z]+(?: [^<>]*)?/?>", "", text)


def esc(text: str | None) -> str:
    return html.escape(text or "")


def laws_in_both_forms(folder: Path) -> Iterator[tuple[str, etree._Element]]:
    for file in sorted(folder.glob("[12]*.xml")):
        root = etree.fromstring(file.read_bytes())
        for aside in [*root.iter("footnotes"), *root.iter("minister-clause")]:
            aside.getparent().remove(aside)
        for element in root.iter():
            element.text = untagged(element.text or "")
        # Of what the editors left out, the older form has no such mark beside the number.
        left_out = any("…" in (title.text or "") for title in root.iter("nr-title"))
        simple = {str(element.tag) for element in root.iter()} <= SIMPLE
        if simple and not left_out and root.find(".//art") is not None:
            yield file.name, root


def comparable(draft: Draft) -> list[tuple[object, ...]]:
    return [
        (n.urn, n.path, n.kind, n.num, n.heading, n.start, n.end, n.status) for n in draft.nodes
    ]
