"""A run of words of the D.C. Code: paragraphs with their links, and tables between them."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.ingest.law.builder import SourceLink
from pincite.ingest.law.readers.dclaw.cites import CODE, urn_of
from pincite.ingest.safe_xml import Element, name_of

_CITES = frozenset({"cite", "code-cite"})
_PARAGRAPHS = frozenset({"text", "center", "num"})
_CELLS = frozenset({"td", "th"})


class DclawWords:
    """The words of one element. `resolve` is off where they cite an earlier edition, in which the
    numbers meant other sections."""

    __slots__ = ("_length", "_links", "_parts", "_resolve", "runs")

    def __init__(self, element: Element, *, resolve: bool = True) -> None:
        self.runs: list[tuple[str, list[SourceLink]] | Element] = []
        self._parts: list[str] = []
        self._links: list[SourceLink] = []
        self._length = 0
        self._resolve = resolve
        self._walk(element)
        self._end()

    def texts(self) -> Iterator[tuple[str, list[SourceLink]]]:
        for run in self.runs:
            if isinstance(run, tuple):
                yield run

    def plain(self) -> str:
        return " ".join(text for text, _ in self.texts())

    def _add(self, text: str | None) -> None:
        if text:
            self._parts.append(text)
            self._length += len(text)

    def _end(self) -> None:
        if self._parts:
            self.runs.append(("".join(self._parts), self._links))
            self._parts, self._links, self._length = [], [], 0

    def _walk(self, element: Element) -> None:
        self._add(element.text)
        for child in element:
            tag = name_of(child)
            if tag in _CITES:
                self._cite(child)
            elif tag == "br" or tag in _CELLS:
                self._add(" ")
                self._walk(child)
            elif tag in _PARAGRAPHS:
                self._end()
                self._walk(child)
                if tag != "num":
                    self._end()
                else:
                    self._add(" ")
            elif tag == "table":
                self._end()
                self.runs.append(child)
            else:
                self._walk(child)
            self._add(child.tail)

    def _cite(self, element: Element) -> None:
        start = self._length
        self._walk(element)
        path = element.get("path") or ""
        document = element.get("doc") or CODE
        if self._length == start or not (path or document != CODE):
            return
        if document == CODE:
            link = SourceLink(start, self._length, path, urn_of(path) if self._resolve else "")
        else:
            link = SourceLink(start, self._length, f"{document} {path}".strip())
        self._links.append(link)


def rows(table: Element) -> Iterator[tuple[str, list[SourceLink]]]:
    """Each row as one text. A cell outside any row is a row of its own."""
    for child in table:
        tag = name_of(child)
        if tag in ("thead", "tbody", "tfoot"):
            yield from rows(child)
        else:
            yield from DclawWords(child).texts()
