"""What a part of eCFR XML holds: subparts, sections and appendices, with the notes to them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.ingest.law.builder import DraftBuilder
from pincite.ingest.law.readers.ecfr.commentary import Commentary
from pincite.ingest.law.readers.ecfr.markers import APPENDIX, SECTION
from pincite.ingest.law.readers.ecfr.outline import EcfrOutline, write_footnote
from pincite.ingest.law.readers.ecfr.words import EcfrParagraph, line, paragraph, shows_picture
from pincite.ingest.safe_xml import Element, name_of, place_of
from pincite.model.urn import segment

# Said about the regulation by its editors, or the authority it is made under.
_NOTES = {
    "AUTH": "authority", "SOURCE": "source", "CITA": "citation", "APPRO": "approval",
    "SECAUTH": "authority", "PARAUTH": "authority", "EDNOTE": "editorial",
    "EFFDNOT": "effectiveDate", "CROSSREF": "crossReference", "XREF": "amendment",
}  # fmt: skip
_NAMED = frozenset({"AUTH", "SOURCE"})
_FOOTNOTES = frozenset({"FTNT", "EFTNT"})
_TABLES = frozenset({"TABLE", "table", "GPOTABLE"})
_ROWS = frozenset({"TR", "tr", "ROW"})
# Their paragraphs are the section's own.
_THROUGH = frozenset({"LDRWK", "TEXT"})
# Quoted matter, whose paragraphs may carry designations of their own.
_ASIDES = frozenset({"EXTRACT", "EXAMPLE", "NOTE", "BOXTXT", "DIV", "div", "TFOOT", "STAB"})
_LEFT_OUT = frozenset({"CFRTOC", "img", "IMG", "MATH", "AMDDATE", "STARS"})
_division = re.compile(r"DIV[1-9]")
_heading_tag = re.compile(r"HD([1-6])|HED1?|DOCKETHD")
_paragraph_tag = re.compile(r"P(?:-\d|SPACE)?|FP.*|FL-\d|FRP0?|LDRFIG")
_section_head = re.compile(
    r"(?P<num>§§?\s*\S+(?:\s*(?:through|to|-|–)\s*\d\S*)?)\s*(?P<heading>.*)", re.S
)
_dashed_head = re.compile(r"(?P<num>[^—]{1,60}—)(?P<heading>.*)", re.S)
_appendix = re.compile(r"Appendix\s+(?P<letter>[A-Z0-9]{1,4}(?:[-–][0-9A-Z]{1,3})?)(?=\s|$|—)")
_RESERVED = "[Reserved]"

TaggedParagraph = tuple[str, Element, EcfrParagraph]


def write_divisions(builder: DraftBuilder, part: Element, title: str, number: str) -> bool:
    """Write what the part holds. Says whether there was any section or appendix."""
    writer = _Writer(builder, title, number)
    writer.children(part)
    return writer.law


class _Writer:
    def __init__(self, builder: DraftBuilder, title: str, part: str) -> None:
        self.builder = builder
        self.law = False
        self._title = title
        self._part = part

    def children(self, division: Element) -> None:
        head = division.find("HEAD")
        for child in division:
            if _division.fullmatch(name_of(child)):
                self._division(child)
            elif child is not head:
                for role, element, content in _blocks_of(child):
                    self._apart(role, element, content)
            if words := _loose(child.tail, child):
                self.builder.text(words.text)

    def _division(self, division: Element) -> None:
        head = line(division.find("HEAD"))
        match division.get("TYPE"):
            case "SECTION":
                self._section(division, head)
            case "APPENDIX":
                self._appendix(division, head)
            case "SUBPART":
                self._group(division, "subpart", f"subpart-{division.get('N') or ''}", head)
            case _:
                self._group(division, "group", None, head)

    def _group(self, division: Element, kind: str, name: str | None, head: str) -> None:
        num, heading = _split(_dashed_head, head) if kind == "subpart" else ("", head)
        self.builder.open(
            kind,
            num=num,
            heading=heading,
            name=name,
            place=place_of(division),
            status=_status(head),
        )
        self.children(division)
        self.builder.close()

    def _section(self, division: Element, head: str) -> None:
        self.law = True
        num, heading = _split(_section_head, head)
        number = (division.get("N") or num).strip("§ \u2009\u00a0")
        self.builder.open(
            "section",
            num=num,
            heading=heading,
            name=segment(number),
            anchored=True,
            place=place_of(division),
            status=_status(head),
        )
        blocks = list(_blocks(division))
        outline = EcfrOutline(self.builder, SECTION, _paragraphs(blocks))
        for role, element, content in blocks:
            if role == "paragraph":
                outline.paragraph(content)
            elif role == "heading":
                outline.end_lists()
                self.builder.text(content.text)
            else:
                self._apart(role, element, content, outline)
        outline.end_lists()
        self.builder.close()

    def _appendix(self, division: Element, head: str) -> None:
        self.law = True
        num, heading = _split(_dashed_head, head)
        if (division.get("N") or head).startswith("Supplement I "):
            self._supplement(division, num, heading)
            return
        letter = _appendix.match(division.get("N") or "") or _appendix.match(head)
        name = f"app-{segment(letter['letter'])}" if letter else "app"
        self.builder.open(
            "appendix",
            num=num,
            heading=heading,
            name=name,
            place=place_of(division),
            status=_status(head),
        )
        blocks = list(_blocks(division))
        outline = EcfrOutline(self.builder, APPENDIX, _paragraphs(blocks), numbered=True)
        open_headings: list[int] = []
        count = 0
        for role, element, content in blocks:
            if role == "paragraph":
                outline.paragraph(content)
            elif role == "heading":
                outline.end_lists()
                depth = _depth(element)
                while open_headings and open_headings[-1] >= depth:
                    open_headings.pop()
                    self.builder.close()
                open_headings.append(depth)
                count += 1
                self.builder.open(
                    "group", heading=content.text, name=f"h{count}", place=content.place
                )
            else:
                self._apart(role, element, content, outline)
        outline.end_lists()
        for _ in open_headings:
            self.builder.close()
        self.builder.close()

    def _supplement(self, division: Element, num: str, heading: str) -> None:
        self.builder.open(
            "interpretation", num=num, heading=heading, name="interp", place=place_of(division)
        )
        blocks = list(_blocks(division))
        commentary = Commentary(self.builder, self._title, self._part, _paragraphs(blocks))
        for role, element, content in blocks:
            if role in ("paragraph", "heading"):
                commentary.block(content, heading=role == "heading")
            else:
                self._apart(role, element, content, commentary.outline)
        commentary.end()
        self.builder.close()

    def _apart(
        self,
        role: str,
        element: Element,
        content: EcfrParagraph,
        outline: EcfrOutline | None = None,
    ) -> None:
        """What is no designated paragraph: a note, a footnote, a table, quoted matter."""
        if role == "note":
            if outline is not None:
                outline.end_lists()
            self._note(element, name_of(element))
        elif role == "footnote":
            footnote = _numbered(element)
            if outline is None:
                write_footnote(self.builder, *footnote)
            else:
                outline.footnote(*footnote)
        elif role == "table":
            self.builder.open("table", place=content.place)
            for row in _rows(element):
                self.builder.text(paragraph(row).text)
            self.builder.close()
        else:
            self.builder.text(content.text, content.links)

    def _note(self, element: Element, tag: str) -> None:
        head = element.find("HED")
        topic = _NOTES[tag]
        self.builder.open(
            "note",
            heading=line(head),
            name=topic if tag in _NAMED else None,
            place=place_of(element),
            attrs={"topic": topic},
        )
        if any(_is_block(name_of(child)) for child in element):
            for role, inner, content in _inside(element, aside=True, but=head):
                self._apart(role, inner, content)
        else:
            content = paragraph(element)
            self.builder.text(content.text, content.links)
        self.builder.close()


def _blocks(division: Element) -> Iterator[TaggedParagraph]:
    return _inside(division, aside=False, but=division.find("HEAD"))


def _inside(
    element: Element, *, aside: bool, but: Element | None = None
) -> Iterator[TaggedParagraph]:
    if words := _loose(element.text, element):
        yield "aside", element, words
    for child in element:
        if child is not but:
            yield from _blocks_of(child, aside=aside)
        if words := _loose(child.tail, child):
            yield "aside", child, words


def _blocks_of(element: Element, *, aside: bool = False) -> Iterator[TaggedParagraph]:
    """The blocks that an element is or holds, in order, each with its words."""
    tag = name_of(element)
    if tag in _TABLES:
        yield "table", element, EcfrParagraph("", place=place_of(element))
    elif tag in _NOTES:
        yield "note", element, EcfrParagraph("")
    elif tag in _FOOTNOTES:
        yield "footnote", element, EcfrParagraph("")
    elif tag in _THROUGH or tag in _ASIDES or _division.fullmatch(tag):
        yield from _inside(element, aside=aside or tag in _ASIDES)
    elif not aside and _paragraph_tag.fullmatch(tag):
        yield "paragraph", element, paragraph(element)
    elif not aside and _heading_tag.fullmatch(tag):
        yield "heading", element, paragraph(element)
    elif tag not in _LEFT_OUT and not shows_picture(element):
        yield "aside", element, paragraph(element)


def _is_block(tag: str) -> bool:
    return (
        tag in _TABLES
        or tag in _ASIDES
        or _paragraph_tag.fullmatch(tag) is not None
        or _heading_tag.fullmatch(tag) is not None
    )


def _loose(text: str | None, element: Element) -> EcfrParagraph | None:
    """Words between blocks."""
    return EcfrParagraph(text, place=place_of(element)) if text and text.strip() else None


def _rows(table: Element) -> Iterator[Element]:
    """A table's rows, and whatever else it holds: its caption, its notes."""
    for child in table:
        if name_of(child) in _ROWS or next(child.iter(*_ROWS), None) is None:
            yield child
        else:
            yield from _rows(child)


def _paragraphs(blocks: list[TaggedParagraph]) -> Iterator[EcfrParagraph]:
    return (content for role, _, content in blocks if role == "paragraph")


def _numbered(footnote: Element) -> tuple[str, EcfrParagraph]:
    """A footnote's number and words."""
    content = paragraph(footnote)
    mark = next(footnote.iter("SU", "sup"), None)
    number = "" if mark is None else "".join(mark.itertext()).strip()
    lead = len(content.text) - len(content.text.lstrip())
    if number and content.text.startswith(number, lead):
        text, links = content.part(lead + len(number), len(content.text))
        content = EcfrParagraph(text, links=tuple(links), place=place_of(footnote))
    return number, content


def _split(pattern: re.Pattern[str], head: str) -> tuple[str, str]:
    match = pattern.fullmatch(head)
    return (match["num"], match["heading"]) if match else ("", head)


def _status(head: str) -> str:
    return "reserved" if head.rstrip(" .").endswith(_RESERVED) else ""


def _depth(heading: Element) -> int:
    match = _heading_tag.fullmatch(name_of(heading))
    return int(match[1]) if match and match[1] else 1
