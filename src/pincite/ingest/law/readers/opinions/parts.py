"""Writes a decision's paragraphs: its opinions, and within them its pages."""

from __future__ import annotations

from collections.abc import Iterable

from pincite.ingest.law.builder import DraftBuilder
from pincite.ingest.law.readers.opinions.headings import (
    Heading,
    apart,
    early_heading_of,
    heading_of,
)
from pincite.ingest.law.readers.opinions.pages import OpinionPages

_NOTES = frozenset({"NOTES", "NOTES:", "Notes", "Notes:", "FOOTNOTES", "Footnotes"})
_PLAIN = Heading("", "opinion")
_HEAD = Heading("", "head")
_SYLLABUS = Heading("Syllabus", "syllabus")


def paragraphs_of(text: str) -> list[str]:
    """Split at blank lines, and where a page mark or a heading begins a line."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\n \n" in text:
        text = text.replace("\n \n", "\n\n")
    return apart(text).replace("\n[*", "\n\n[*").split("\n\n")


class Parts:
    """An opinion of a decision is a node; its pages are nodes in it, and a page that an opinion
    begins in the middle of is a node in both."""

    def __init__(self, builder: DraftBuilder, pages: OpinionPages, place: str) -> None:
        self._builder = builder
        self._pages = pages
        self._place = place
        self._count = 0
        self._open = False
        self._page = False
        self._noting = False
        self._waiting: list[str] = []

    def text(self, paragraphs: list[str]) -> None:
        """A decision whose opinions are told apart by their headings."""
        spoken = [words for paragraph in paragraphs if (words := paragraph.strip())]
        headings = _headings(spoken)
        lead = _PLAIN
        if headings:
            lead = _SYLLABUS if "Syllabus" in spoken[:40] else _HEAD
        for at, paragraph in enumerate(spoken):
            heading = headings.get(at)
            if heading is not None:
                self.begin(heading)
            elif len(paragraph) < 12 and paragraph in _NOTES:
                self._notes(paragraph)
                continue
            elif not self._open and not self._noting:
                self.begin(lead)
            self.write(paragraph)
        self.end()

    def part(self, heading: Heading, paragraphs: Iterable[str]) -> None:
        """One opinion of a decision whose source tells them apart."""
        self.begin(heading)
        for paragraph in paragraphs:
            self.write(paragraph)
        self.end()

    def begin(self, heading: Heading) -> None:
        self.end()
        self._count += 1
        attrs = {"type": heading.kind}
        if heading.author:
            attrs["author"] = heading.author
        # The line itself is the opinion's first paragraph, on whatever page that stands.
        self._builder.open(
            "opinion",
            name=f"op-{self._count}",
            heading=heading.line,
            hidden=True,
            place=self._place,
            attrs=attrs,
        )
        self._open = True

    def write(self, paragraph: str) -> None:
        builder, pages = self._builder, self._pages
        if self._noting or not pages:
            self._waiting.append(paragraph)
            return
        if pages.sign not in paragraph:
            self._resume()
            self._waiting.append(paragraph)
            return
        self._flush()
        goes_on = False
        for mark, page, words in pages.split(paragraph):
            spoken = bool(words) and not words.isspace()
            if page:
                self._turn(mark, page)
            elif spoken:
                self._resume()
            builder.text(words, goes_on=goes_on)
            goes_on = goes_on or spoken

    def end(self) -> None:
        self._flush()
        self._leave_page()
        if self._open or self._noting:
            self._builder.close()
        self._open = self._noting = False

    def _notes(self, heading: str) -> None:
        """Footnotes printed after the last opinion, to all of them, on pages unknown."""
        self.end()
        self._builder.open("group", name="notes", heading=heading, place=self._place)
        self._noting = True

    def _flush(self) -> None:
        if self._waiting:
            self._builder.paragraphs(self._waiting)
            self._waiting.clear()

    def _turn(self, mark: str, page: int) -> None:
        self._leave_page()
        self._builder.open("page", num=mark, name=str(page), attrs=self._reach(page))
        self._page = True

    def _resume(self) -> None:
        """The page that the opinion before ended on goes on in this one."""
        page = self._pages.current
        if page and not self._page:
            self._flush()
            self._builder.open(
                "page", num=f"*{page}", name=str(page), hidden=True, attrs=self._reach(page)
            )
            self._page = True

    def _reach(self, page: int) -> dict[str, str] | None:
        last = self._pages.through(page)
        return {"through": str(last)} if last > page else None

    def _leave_page(self) -> None:
        if self._page:
            self._builder.close()
            self._page = False


def _headings(paragraphs: list[str]) -> dict[int, Heading]:
    headings = {
        at: heading
        for at, paragraph in enumerate(paragraphs)
        if (heading := heading_of(paragraph)) is not None
    }
    if not headings and "Syllabus" not in paragraphs:
        headings = {
            at: heading
            for at, paragraph in enumerate(paragraphs)
            if (heading := early_heading_of(paragraph)) is not None
        }
    # Slip opinions repeat 'Per Curiam' at the head of every page; the opinion begins once.
    curiam = [at for at, heading in headings.items() if heading.kind == "per-curiam"]
    first = next((at for at in curiam if headings[at].line.isupper()), curiam[0] if curiam else -1)
    for at in curiam:
        if at != first:
            del headings[at]
    return headings
