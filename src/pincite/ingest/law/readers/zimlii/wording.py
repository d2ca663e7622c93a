"""Writes a section's flattened words as a tree: subsections, paragraphs, definitions, notes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pincite.ingest.law.builder import DraftBuilder
from pincite.ingest.law.enumerations import (
    CONTINUATION,
    DEFINITION,
    ROOT,
    EnumerationItem,
    definition_name,
    enumerated,
)
from pincite.ingest.law.readers.zimlii.layout import Container, ZimliiProvision
from pincite.ingest.law.readers.zimlii.passages import Offsets, notes_in, quoted_in, terms_in
from pincite.ingest.succession import DOUBLE, LETTER, NUMBER, ROMAN, UPPER
from pincite.model.urn import segment
from pincite.text import canonicalize

_KINDS = {
    NUMBER: "subsection",
    LETTER: "paragraph",
    ROMAN: "subparagraph",
    UPPER[LETTER]: "clause",
    UPPER[ROMAN]: "subclause",
    DOUBLE: "subclause",
    UPPER[DOUBLE]: "subclause",
    DEFINITION: "definition",
    CONTINUATION: "continuation",
}
# What a note calls a provision → the styles of item it may mean, best first.
_CALLED = {
    "subsection": (NUMBER,),
    "paragraph": (LETTER, ROMAN),
    "subparagraph": (ROMAN, LETTER, NUMBER),
    "definition": (DEFINITION,),
    "section": (ROOT,),
}
_subject = re.compile(
    r"\[[\s(]*(?:this |second )?(subsection|subparagraph|paragraph|definition|section)", re.I
)
_repealed = re.compile(r"\b(?:repealed|deleted)\b", re.I)
# What the publisher prints in the place of words that are gone.
_GONE = "*… .,;:–—"
_HEADING_LIMIT = 300

Pending = list[tuple[int, Offsets]]
"""Notes that are not yet written, each with the depth of the item it is about."""


@dataclass(slots=True)
class _Section:
    """A section as it is written: its notes in order, and the styles of the items that are open."""

    text: str
    notes: list[Offsets]
    terms: dict[int, int]
    written: int = 0
    chain: list[str] = field(default_factory=list[str])

    def notes_before(self, end: int) -> list[Offsets]:
        """The notes not yet taken that begin before `end`."""
        begun = self.written
        while self.written < len(self.notes) and self.notes[self.written][0] < end:
            self.written += 1
        return self.notes[begun : self.written]

    def says_repealed(self, note: Offsets) -> bool:
        return _repealed.search(self.text, *note) is not None


class Writer:
    """Writes sections, and the containers they stand in, to a builder."""

    def __init__(self, builder: DraftBuilder) -> None:
        self.builder = builder
        self.inside: list[Container] = []

    def enter(self, containers: Sequence[Container]) -> None:
        """Close and open containers until exactly these are open."""
        shared = 0
        for mine, theirs in zip(self.inside, containers, strict=False):
            if mine.key != theirs.key:
                break
            shared += 1
        while len(self.inside) > shared:
            self.builder.close()
            self.inside.pop()
        for container in containers[shared:]:
            self._open(container)
            self.inside.append(container)

    def _open(self, container: Container) -> None:
        words = container.words
        notes = notes_in(words, 0)
        end = notes[0][0] if notes else len(words)
        if end > _HEADING_LIMIT:
            end = 0
        self.builder.open(
            container.kind,
            num=container.num,
            heading=words[:end],
            name=container.name,
            hidden=not container.stated,
            place=container.place,
        )
        self._words(words, end, len(words), notes)

    def passage(self, text: str) -> None:
        """Words that the source does not divide, in the open container."""
        self._words(text, 0, len(text), notes_in(text, 0))

    def section(self, provision: ZimliiProvision, end: int, below: str) -> None:
        """A section's words up to `end`, named below the work or, with `below`, below that."""
        text = provision.content[:end]
        num, heading, start = _head(provision, text)
        self.builder.open(
            "section",
            num=num or provision.number,
            heading=heading if num else provision.title,
            name=provision.number,
            urn=f"{self.builder.expression.urn}:{below}:{segment(provision.number)}"
            if below
            else "",
            anchored=not provision.in_schedule,
            hidden=not num,
            place=provision.place,
            attrs={"cut": "end"} if provision.cut else None,
        )
        notes, quoted = notes_in(text, start), quoted_in(text, start)
        terms = terms_in(text, start, provision.title, (notes, quoted))
        root = enumerated(text, start, notes=notes, quoted=quoted, terms=terms)
        section = _Section(text, notes, {term.start: term.end for term in terms})
        self._contents(root, section, 0, 0)
        self.builder.close()

    def _contents(
        self, item: EnumerationItem, section: _Section, depth: int, reach: int
    ) -> Pending:
        """Write an item's words and what is below it. Returns the notes at its end that are about
        items above; `reach` is the highest of those that ends where this one does."""
        section.chain.append(item.style)
        inner = section.notes_before(item.end) if section.notes else []
        pending: Pending = []
        end = item.end
        if inner and not item.children:
            end, inner, trailing = _trailing(section.text, end, inner)
            pending = _about(trailing, section, depth, reach)
        self._words(section.text, item.body, end, inner)
        gone = any(map(section.says_repealed, inner)) if inner else False
        last = len(item.children) - 1
        for index, child in enumerate(item.children):
            pending = self._item(child, section, depth + 1, reach if index == last else depth)
            if pending:
                gone |= self._place(pending, section, depth)
        if pending and not item.children:
            gone |= self._place(pending, section, depth)
        if gone and self._is_empty(item, section):
            self.builder.mark(status="repealed")
        section.chain.pop()
        return pending

    def _item(self, item: EnumerationItem, section: _Section, depth: int, reach: int) -> Pending:
        kind, name, attrs = _KINDS[item.style], item.label or None, None
        if item.style == DEFINITION:
            name, attrs = definition_name(item.label), {"defines": item.label}
        elif item.style == NUMBER and depth > 1:
            kind = "item"
        num = section.text[item.start : item.body]
        self.builder.open(kind, num=num, name=name, attrs=attrs)
        pending = self._contents(item, section, depth, reach)
        self.builder.close()
        return pending

    def _place(self, pending: Pending, section: _Section, depth: int) -> bool:
        """Write the notes about the open item; whether one says that it is repealed."""
        gone = False
        while pending and pending[0][0] >= depth:
            _, note = pending.pop(0)
            self.builder.leaf("note", section.text[slice(*note)])
            gone |= section.says_repealed(note)
        return gone

    def _is_empty(self, item: EnumerationItem, section: _Section) -> bool:
        words = self.builder.own_words()
        if item.style == DEFINITION:
            term = section.text[item.start : section.terms[item.start]]
            words = words.removeprefix(canonicalize(term))
        return not words.strip(_GONE)

    def _words(self, text: str, start: int, end: int, notes: Sequence[Offsets]) -> None:
        """The open node's own words; after a note, they are a continuation."""
        self.builder.text(text[start : notes[0][0] if notes else end])
        for index, (begun, ended) in enumerate(notes):
            self.builder.leaf("note", text[begun:ended])
            words = text[ended : notes[index + 1][0] if index + 1 < len(notes) else end]
            if words and not words.isspace():
                self.builder.leaf("continuation", words)


def _head(provision: ZimliiProvision, text: str) -> tuple[str, str, int]:
    """Number and heading as the content begins with them, and where they end."""
    number, title = provision.number, provision.title
    num = number if not text.startswith(f"{number}.") else f"{number}."
    if not text.startswith(num) or text[len(num) : len(num) + 1] not in ("", " "):
        return "", "", 0
    # Some fields repeat the number in the title.
    heading = title.removeprefix(num).strip() if title.startswith(f"{num} ") else title
    end = len(num) + 1 + len(heading)
    if (
        heading.strip(_GONE)
        and text.startswith(heading, len(num) + 1)
        and text[end : end + 1] in ("", " ")
    ):
        return num, heading, min(end, len(text))
    return num, "", len(num)


def _trailing(
    text: str, end: int, notes: list[Offsets]
) -> tuple[int, list[Offsets], list[Offsets]]:
    """The notes with nothing but notes after them, apart from the others."""
    count = len(notes)
    while count and not text[notes[count - 1][1] : end].strip():
        count -= 1
        end = notes[count][0]
    return end, notes[:count], notes[count:]


def _about(notes: list[Offsets], section: _Section, depth: int, reach: int) -> Pending:
    """Which open item each note is about; a note after one about a wider item is as wide."""
    pending: Pending = []
    for note in notes:
        match = _subject.match(section.text, *note)
        wanted = _CALLED.get(match[1].lower(), ()) if match else ()
        about = depth
        for style in wanted:
            depths = [at for at in range(depth, -1, -1) if section.chain[at] == style]
            if depths:
                about = depths[0]
                break
        depth = max(about, reach)
        pending.append((depth, note))
    return pending
