"""The mixed content of USLM: running text with references in it, gathered in one pass."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

from pincite.ingest.law.builder import SourceLink
from pincite.ingest.law.readers.uslm.names import urn_of_href
from pincite.ingest.safe_xml import Element

USLM = "{http://xml.house.gov/schemas/uslm/1.0}"
XHTML = "{http://www.w3.org/1999/xhtml}"


def tags(*names: str) -> frozenset[str]:
    """The names as tags of USLM, which borrows some of its elements from XHTML."""
    return frozenset(space + name for name in names for space in (USLM, XHTML))


NUM, HEADING = USLM + "num", USLM + "heading"
_ROLES: dict[object, str] = {
    tag: role
    for role, names in {
        "plain": "date i b inline span sub em strong u def",
        "ref": "ref a",
        "block": "p section subsection paragraph subparagraph clause subclause item subitem level "
        "title subtitle part chapter subchapter note signature proviso name role br",
        "apart": "table continuation",
        "left out": "toc colgroup img",
        "sup": "sup",
        "term": "term",
    }.items()
    for tag in tags(*names.split())
}
_ROWS = tags("tr", "caption")
# What OLRC sets between a word and the mark of its footnote.
_THIN = "\u202f"
_FRACTION = "⁄"
_SPACES = ("\n", _THIN, "\u00a0", "\u2009", "\t")

TakeParagraph = Callable[[str, Sequence[SourceLink]], None]
Apart = Callable[[Element], None]


class UslmWords:
    """Gathers words and hands on each paragraph as it ends.

    Footnotes are set aside in `footnotes`, and their marks left out, so that neither is glued into
    a sentence. `marks` are the footnote numbers met since it was last cleared: a superscript
    number among them repeats the mark.
    """

    def __init__(self, paragraph: TakeParagraph, apart: Apart) -> None:
        self.footnotes: list[Element] = []
        self.marks: set[str] = set()
        self.terms: list[str] = []
        self._paragraph = paragraph
        self._apart = apart
        self._pieces: list[str] = []
        # A link is the pieces from the first to, not with, the last.
        self._links: list[tuple[int, int, str]] = []
        self._one_line = False

    def read(self, element: Element, *, but: Element | None = None) -> None:
        """Hand on the paragraphs of an element, without its child `but`."""
        if len(element):
            self._gather(element, but)
            self.flush()
        elif (text := element.text) and not text.isspace():
            self._paragraph(text, ())

    def line(self, element: Element) -> str:
        """The words of an element as one line, such as a heading. Links are not kept."""
        if not len(element):
            return element.text or ""
        self.flush()
        self._one_line = True
        self._gather(element, None)
        self._one_line = False
        return self._take()[0]

    def row(self, element: Element) -> None:
        """Hand on the cells of a table's row as one paragraph."""
        self.flush()
        self._one_line = True
        self._pieces.append(element.text or "")
        for cell in element:
            self._gather(cell, None)
            self._space()
        self._one_line = False
        self.flush()

    def flush(self) -> None:
        """End the paragraph, or on a single line the word."""
        if not self._pieces:
            return
        if self._one_line:
            self._space()
            return
        raw, links = self._take()
        if not raw.isspace():
            self._paragraph(raw, links)

    def _take(self) -> tuple[str, Sequence[SourceLink]]:
        pieces, links = self._pieces, self._links
        raw = pieces[0] if len(pieces) == 1 else "".join(pieces)
        kept_links: Sequence[SourceLink] = ()
        if links:
            raw, kept_links = _linked(raw, pieces, links)
            self._links = []
        pieces.clear()
        return raw, kept_links

    def _space(self) -> None:
        if self._pieces and not self._pieces[-1][-1:].isspace():
            self._pieces.append(" ")

    def _gather(self, element: Element, but: Element | None) -> None:
        pieces = self._pieces
        if text := element.text:
            pieces.append(text)
        for child in element:
            role = _ROLES.get(child.tag)
            if role == "plain":
                if len(child):
                    self._gather(child, None)
                elif text := child.text:
                    pieces.append(text)
            elif role == "ref":
                if child.get("class") == "footnoteRef":
                    self._drop_thin_space()
                else:
                    first = len(pieces)
                    self._gather(child, None)
                    if (href := child.get("href")) and len(pieces) > first:
                        self._links.append((first, len(pieces), href))
            elif role == "block" and child is not but and child.get("type") != "footnote":
                self.flush()
                self._gather(child, None)
                self.flush()
            elif child is not but:
                self._other(child, role)
            if text := child.tail:
                pieces.append(text)

    def _other(self, child: Element, role: str | None) -> None:
        if role == "block":
            self.footnotes.append(child)
            self.marks.add(footnote_number(child))
        elif role == "apart" and not self._one_line:
            self.flush()
            self._apart(child)
        elif role == "sup" and self._repeats_mark(child):
            self._drop_thin_space()
        elif role == "term":
            first = len(self._pieces)
            self._gather(child, None)
            self.terms.append("".join(self._pieces[first:]).strip())
        elif role != "left out":
            self._gather(child, None)
            if child.tag == NUM or (
                child.tag == HEADING and self._pieces and not self._pieces[-1].endswith("—")
            ):
                self._space()

    def _repeats_mark(self, element: Element) -> bool:
        """A fraction is printed with superscripts too, and so is a power."""
        before = self._pieces[-1][-1:] if self._pieces else ""
        return (
            (element.text or "") in self.marks
            and not before.isalnum()
            and not (element.tail or "").startswith(_FRACTION)
        )

    def _drop_thin_space(self) -> None:
        if self._pieces and self._pieces[-1].endswith(_THIN):
            self._pieces[-1] = self._pieces[-1][:-1]


def footnote_number(element: Element) -> str:
    number = element.find(NUM)
    return "" if number is None else "".join(number.itertext()).strip()


def rows(table: Element) -> list[Element]:
    return [element for element in table.iter() if element.tag in _ROWS]


def _linked(
    raw: str, pieces: list[str], links: list[tuple[int, int, str]]
) -> tuple[str, list[SourceLink]]:
    """Make every space an ASCII one and drop those at the ends, so that most paragraphs are
    canonical already and the offsets of their links need no map."""
    starts = list(accumulate(map(len, pieces), initial=0))
    for space in _SPACES:
        raw = raw.replace(space, " ")
    lead = len(raw) - len(raw.lstrip(" "))
    return raw.strip(" "), [
        SourceLink(max(starts[first] - lead, 0), starts[last] - lead, href, urn_of_href(href))
        for first, last, href in links
    ]
