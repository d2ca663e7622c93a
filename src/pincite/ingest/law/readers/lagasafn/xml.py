"""The Lagasafn XML of althingi-net: law > chapter > art > subart > paragraph > sen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from pincite.errors import SourceMalformed
from pincite.ingest.law.builder import DraftBuilder
from pincite.ingest.law.readers.lagasafn.numbering import article_segment, expression_of
from pincite.ingest.safe_xml import Element, name_of, place_of, text_of
from pincite.ingest.sources import SourceFile
from pincite.model import Draft, Skipped


@dataclass(frozen=True, slots=True)
class _Part:
    """What an element is. Articles and what is below them are named by number alone, containers
    by kind and number. `enacts` says that it can be repealed by itself."""

    kind: str
    prefix: str = ""
    enacts: bool = False

    def name(self, number: str) -> str:
        return article_segment(number) if self.kind == "article" else f"{self.prefix}{number}"


_PARTS = {
    "art": _Part("article", enacts=True),
    "subart": _Part("paragraph", enacts=True),
    "numart": _Part("item", enacts=True),
    "superchapter": _Part("part", "part-"),
    "chapter": _Part("chapter", "chap-"),
    "subchapter": _Part("subchapter", "subch-"),
    "appendix": _Part("appendix", "app-"),
    "appendix-chapter": _Part("chapter", "chap-"),
    "appendix-part": _Part("group", "group-"),
    "art-chapter": _Part("group", "group-"),
    "numart-chapter": _Part("group", "group-"),
    "draft": _Part("group", "draft-"),
}
_NOT_LAWS = frozenset({"problems", "references", "index"})
_ABOUT = frozenset({"name", "num-and-date", "minister-clause"})
# What only repeats or locates words that stand elsewhere.
_SILENT = frozenset({"num-and-date", "definitions", "unspecified-ranges", "location"})
_tags = re.compile(r"<[^<>]*>")
# The text itself may say that one number is less than another.
# What the editors' link says, where they leave out a provision that only changed other laws.
_LEFT_OUT = "fellt brott ákvæði um breytingar á öðrum lögum"
_markup = re.compile(r"</?(?:a|b|br|em|i|img|small|span|strong|sub|sup)\b[^<>]*>")
REPEALED = "…"


def read_law(
    root: Element, file: SourceFile, day: date | None, names: Sequence[str] = ()
) -> Draft | Skipped:
    """`names` are those that the edition's index gives the law, in every grammatical case."""
    if name_of(root) in _NOT_LAWS:
        return Skipped(file.name, place_of(root), f"a list of {name_of(root)}, not a law")
    if name_of(root) != "law":
        raise SourceMalformed(
            f"the root element is <{name_of(root)}>, not <law>",
            file=file.name,
            place=place_of(root),
        )
    number, year = root.get("nr") or "", root.get("year") or ""
    title = root.findtext("name") or ""
    expression = expression_of(number, year, title, root.get("law-type") or "law", day)
    if names:
        expression = replace(expression, meta={"names": list(names)})
    if not (number and year and title.strip()):
        raise SourceMalformed(
            "the law's number, year or name is missing", file=file.name, place=place_of(root)
        )
    builder = DraftBuilder(expression, [file.source])
    for child in root:
        if child.tag != "name":
            _block(builder, child)
    if not _holds_text(root):
        clause = " ".join(_tags.sub(" ", root.findtext("minister-clause") or "").split())
        reason = f"no text in this edition: {clause}" if clause else "no text in this edition"
        return Skipped(file.name, place_of(root), reason, expression.urn, day)
    return builder.finish()


def _holds_text(root: Element) -> bool:
    """A law of which only notes are left holds text unless its clause says what became of it."""
    tags = {name_of(child) for child in root} - _ABOUT
    return bool(tags - {"footnotes"}) or (
        "footnotes" in tags and root.find("minister-clause") is None
    )


def _block(builder: DraftBuilder, element: Element) -> None:
    tag = element.tag
    if tag == "paragraph":
        _paragraph(builder, element)
    elif (part := _PARTS.get(str(tag))) is not None:
        _part(builder, element, part)
    elif tag == "sen" or tag == "sen-title":
        builder.text(_plain(text_of(element)))
    elif tag == "footnotes":
        for note in element:
            _footnote(builder, note)
    elif tag == "table":
        _table(builder, element)
    elif tag == "minister-clause":
        words = _tags.sub(" ", element.text or "")
        builder.leaf("note", words, name="in-force", place=place_of(element))
    elif tag not in _SILENT:
        # A second title, ambiguous-section, mark-container and what later editions may add.
        _words(builder, element)


def _words(builder: DraftBuilder, element: Element) -> None:
    builder.text(_plain(element.text or ""))
    for child in element:
        _block(builder, child)


def _plain(text: str) -> str:
    """Without the tags that were written into the text, as links that the editors left are."""
    return _markup.sub("", text) if "<" in text else text


def _part(builder: DraftBuilder, element: Element, part: _Part) -> None:
    number = element.get("nr") or ""
    num = heading = left_out = ""
    below: list[Element] = []
    for child in element:
        if child.tag == "nr-title" and not num:
            # Of an article that the editors left out there is the number, and the mark beside it.
            num, left_out, _ = _plain(child.text or "").partition(REPEALED)
        elif child.tag == "name" and not heading:
            heading = _plain(child.text or "")
        else:
            below.append(child)
    builder.open(
        part.kind,
        num=num,
        heading=heading,
        name=part.name(number) if number else None,
        anchored=part.kind == "article",
        place=f"line {element.sourceline}",
    )
    builder.text(left_out)
    for child in below:
        _block(builder, child)
    if part.enacts and builder.says_only(f"{REPEALED} ."):
        # Only the repeal mark, or nothing, is left: kept, and marked.
        builder.mark(status="omitted" if _left_out(element) else "repealed")
    builder.close()


def _left_out(element: Element) -> bool:
    """Whether the editors say that they leave out what changed other laws, or what is spent: that
    is in force, or was, and nobody repealed it."""
    return any(_LEFT_OUT in words for words in element.itertext())


def _paragraph(builder: DraftBuilder, element: Element) -> None:
    sentences: list[str] = []
    for child in element:
        tag = child.tag
        if tag == "sen" or tag == "sen-title":
            sentences.append(_plain(child.text or "" if len(child) == 0 else text_of(child)))
        elif tag == "definitions":
            terms = [text_of(term).strip().rstrip(":.") for term in child]
            builder.mark(attrs={"defines": "; ".join(terms)})
        else:
            builder.text(" ".join(sentences))
            sentences.clear()
            _block(builder, child)
    builder.text(" ".join(sentences))


def _footnote(builder: DraftBuilder, element: Element) -> None:
    words = " ".join(
        _tags.sub("", text_of(line)) for line in element if name_of(line) == "footnote-sen"
    )
    attrs = {key: value for key in ("href",) if (value := element.get(key))}
    number = element.get("nr") or ""
    builder.leaf(
        "footnote", words, name=f"fn-{number}", place=place_of(element), attrs=attrs or None
    )


def _table(builder: DraftBuilder, element: Element) -> None:
    builder.open("table", place=place_of(element))
    for row in element.iter("tr"):
        builder.text(" ".join(text_of(cell) for cell in row))
    builder.close()
