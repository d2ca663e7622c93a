"""A paragraph of eCFR XML: its words, what is in italics and what links elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.ingest.law.builder import SourceLink
from pincite.ingest.safe_xml import Element, name_of, place_of

Offsets = tuple[int, int]

# <AC T="1"/> stands after the letter that it accents (eCFR XML User Guide, 3.3).
_ACCENTS = {
    "1": "\u0301", "2": "\u0300", "3": "\u0302", "4": "\u0308", "6": "\u0303", "7": "\u030a",
    "8": "\u0303", "9": "\u0327",
}  # fmt: skip
_ITALIC_TAGS = frozenset({"I", "i", "em", "EM"})
_ITALIC_FACES = frozenset({"03", "7462"})
_BREAKS = frozenset({"br", "BR", "P", "PSPACE", "HED", "TD", "TH", "td", "th"})
_LEFT_OUT = frozenset({"img", "IMG", "FTREF", "MATH", "PRTPAGE"})
_GRAPHICS = "/graphics/"


@dataclass(frozen=True, slots=True)
class EcfrParagraph:
    """A paragraph. Offsets are into `text`, which is as raw as in the source. `flush`: it stands at
    the margin, as words after a list do."""

    text: str
    italics: tuple[Offsets, ...] = ()
    links: tuple[SourceLink, ...] = ()
    flush: bool = False
    place: str = ""

    def part(self, start: int, end: int) -> tuple[str, list[SourceLink]]:
        """The words of a stretch, with the links that lie in it."""
        links = [
            SourceLink(link.start - start, link.end - start, link.target, link.urn)
            for link in self.links
            if start <= link.start and link.end <= end
        ]
        return self.text[start:end], links

    def italic(self, start: int, end: int) -> bool:
        return any(first <= start and end <= last for first, last in self.italics)


def paragraph(element: Element) -> EcfrParagraph:
    gathered = _Gathered()
    gathered.take(element)
    return EcfrParagraph(
        "".join(gathered.pieces),
        tuple(gathered.italics),
        tuple(gathered.links),
        name_of(element).startswith("FP"),
        place_of(element),
    )


def line(element: Element | None) -> str:
    """The words of a heading."""
    return "" if element is None else " ".join(paragraph(element).text.split())


def shows_picture(element: Element) -> bool:
    """ "View or download PDF", beside a picture."""
    return name_of(element) == "a" and _GRAPHICS in (element.get("href") or "")


class _Gathered:
    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.italics: list[Offsets] = []
        self.links: list[SourceLink] = []
        self.length = 0

    def take(self, element: Element) -> None:
        self._add(element.text)
        children = list(element)
        for at, child in enumerate(children):
            tag = name_of(child)
            start = self.length
            if tag in ("SU", "sup") and _marks_footnote(children, at):
                pass
            elif tag == "AC":
                self._add(_ACCENTS.get(child.get("T") or "", ""))
            elif tag not in _LEFT_OUT and not shows_picture(child):
                if tag in _BREAKS or (tag == "FR" and self._after_digit()):
                    self._add(" ")
                self.take(child)
                if tag in _BREAKS:
                    self._add(" ")
            if self.length > start:
                if tag in _ITALIC_TAGS or (tag == "E" and child.get("T") in _ITALIC_FACES):
                    self.italics.append((start, self.length))
                elif href := child.get("href"):
                    self.links.append(SourceLink(start, self.length, href))
            self._add(child.tail)

    def _add(self, text: str | None) -> None:
        if text:
            self.pieces.append(text)
            self.length += len(text)

    def _after_digit(self) -> bool:
        return bool(self.pieces) and self.pieces[-1][-1:].isdigit()


def _marks_footnote(children: list[Element], at: int) -> bool:
    return (
        at + 1 < len(children)
        and name_of(children[at + 1]) == "FTREF"
        and not (children[at].tail or "").strip()
    )
