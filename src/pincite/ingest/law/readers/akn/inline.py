"""A run of words with its markup taken apart: links, terms defined, and notes set aside."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from pincite.ingest.law.builder import SourceLink
from pincite.ingest.law.readers.akn.links import urn_of
from pincite.ingest.safe_xml import Element

NOTES = frozenset({"authorialNote", "remark"})
# Blocks that Akoma Ntoso lets stand inside a sentence.
INSERTS = frozenset({"quotedStructure", "embeddedStructure", "blockList", "table", "ul", "ol"})
_BREAKS = frozenset({"eol", "br"})
_APART = frozenset(
    {"p", "li", "td", "th", "tr", "caption", "block", "num", "heading", "subheading"}
)
_REFERENCES = frozenset({"ref", "rref", "mref", "a"})


@functools.lru_cache(maxsize=1024)
def local(tag: str) -> str:
    return tag.rpartition("}")[2]


class AknWords:
    """The words of one element. `runs` are texts with their links, and the blocks between them."""

    __slots__ = ("_length", "_links", "_parts", "notes", "runs", "terms")

    def __init__(self, element: Element | None = None, *, flat: bool = False) -> None:
        self.runs: list[tuple[str, list[SourceLink]] | Element] = []
        self.terms: list[tuple[str, str]] = []
        self.notes: list[Element] = []
        self._parts: list[str] = []
        self._links: list[SourceLink] = []
        self._length = 0
        if element is not None:
            self.walk(element, flat=flat)
            self.end()

    def add(self, text: str | None) -> None:
        if text:
            self._parts.append(text)
            self._length += len(text)

    def walk(self, element: Element, *, flat: bool = False) -> None:
        """`flat` takes in the words of blocks, too, rather than setting the blocks aside."""
        self.add(element.text)
        for child in element:
            self._child(child, flat)
            self.add(child.tail)

    def end(self) -> None:
        if self._parts:
            self.runs.append(("".join(self._parts), self._links))
            self._parts, self._links, self._length = [], [], 0

    def texts(self) -> Iterator[tuple[str, list[SourceLink]]]:
        for run in self.runs:
            if isinstance(run, tuple):
                yield run

    def plain(self) -> str:
        return " ".join(" ".join(text for text, _ in self.texts()).split())

    def _child(self, child: Element, flat: bool) -> None:
        tag = local(str(child.tag))
        if tag in _BREAKS:
            self.add(" ")
        elif tag in NOTES:
            self.notes.append(child)
        elif tag in _REFERENCES:
            start, href = self._length, child.get("href") or ""
            self.walk(child, flat=flat)
            if href and self._length > start:
                self._links.append(SourceLink(start, self._length, href, urn_of(href)))
        elif tag == "def":
            first = len(self._parts)
            self.walk(child, flat=flat)
            term = " ".join("".join(self._parts[first:]).split())
            self.terms.append((term, child.get("refersTo") or ""))
        elif tag in INSERTS and not flat:
            self.end()
            self.runs.append(child)
        elif tag in _APART or tag in INSERTS:
            self.add(" ")
            self.walk(child, flat=flat)
            self.add(" ")
        else:
            self.walk(child, flat=flat)
