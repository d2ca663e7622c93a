"""A section of the D.C. Code: its paragraphs by level, its tables, and its annotations."""

from __future__ import annotations

from collections.abc import Iterable

from pincite.ingest.law.builder import DraftBuilder
from pincite.ingest.law.readers.dclaw.cites import section_segment
from pincite.ingest.law.readers.dclaw.status import NOT_CURRENT, says_not_current, standing
from pincite.ingest.law.readers.dclaw.words import DclawWords, rows
from pincite.ingest.safe_xml import Element, name_of, place_of, text_of
from pincite.model.kinds import LABELS
from pincite.model.urn import segment

# The District drafts (a)(1)(A)(i)(I)(aa); which level a label is on depends on the one above.
_LEVELS = ("subsection", "paragraph", "subparagraph", "clause", "subclause", "item")
_SMALL, _DIGIT, _CAPITAL = (0, 3, 5), (1, 5), (2, 4)
_TOP = -1
# Compacts are set out inside a section, in articles of their own.
_PREFIXES = {"article": "article", "title": "title", "part": "part"}
_EARLIER = "Prior Codifications"


def section(builder: DraftBuilder, element: Element) -> None:
    titles = _Titles(element)
    heading, status = titles.heading, standing(titles.reason)
    if titles.reason and not status:
        # A word in brackets that ended the heading: 'authority of Superintendent [Commissioner]'.
        heading = f"{heading} [{titles.reason}]"
    builder.open(
        "section",
        num=f"{titles.prefix} {titles.num}".strip(),
        heading=heading,
        name=section_segment(titles.num) or None,
        anchored=True,
        place=place_of(element),
        status=status,
    )
    _Provision(builder, _TOP).says(titles.rest)
    builder.close()


class _Titles:
    """The number, heading and the like that open a provision; `rest` is what it says."""

    __slots__ = ("heading", "num", "prefix", "reason", "rest", "undesignated")

    def __init__(self, element: Element) -> None:
        self.num = self.heading = self.prefix = self.reason = ""
        self.undesignated = False
        self.rest: list[Element] = []
        for child in element:
            tag = name_of(child)
            if tag == "num":
                self.num = text_of(child).strip()
                self.undesignated = child.get("undesignated") == "true"
            elif tag == "heading":
                self.heading = text_of(child)
            elif tag == "prefix":
                self.prefix = text_of(child).strip()
            elif tag == "reason":
                self.reason = " ".join(text_of(child).split())
            else:
                self.rest.append(child)


class _Provision:
    """One open provision, and the level it is on."""

    __slots__ = ("_builder", "_level")

    def __init__(self, builder: DraftBuilder, level: int) -> None:
        self._builder = builder
        self._level = level

    def says(self, elements: Iterable[Element]) -> None:
        annotations: list[Element] = []
        for element in elements:
            tag = name_of(element)
            if tag == "para":
                self._para(element)
            elif tag == "annotations":
                annotations += element
            elif tag == "annotation":
                annotations.append(element)
            elif tag == "include":
                # Words that an act includes in a form or notice; not a file.
                self.says(element)
            else:
                self._text(element)
            if element.tail:
                self._builder.text(element.tail)
        if annotations:
            _notes(self._builder, annotations)

    def _para(self, element: Element) -> None:
        titles = _Titles(element)
        if titles.undesignated:
            # Neither printed nor cited: '§ 32-701(3)' is in an undesignated (a).
            self._builder.text(titles.heading)
            self.says(titles.rest)
            return
        num = titles.num
        name = segment(num)
        level = self._level_of(num)
        kind = _LEVELS[level]
        if titles.prefix:
            kind, level = _PREFIXES.get(titles.prefix.lower(), "paragraph"), _TOP
            num, name = f"{titles.prefix} {num}", f"{LABELS[kind]}-{name}"
        rest = titles.rest
        self._builder.open(
            kind,
            num=num,
            name=name or None,
            heading=titles.heading,
            place=place_of(element),
            status=standing(rest[0].text or "") if len(rest) == 1 else "",
        )
        _Provision(self._builder, level).says(rest)
        self._builder.close()

    def _level_of(self, num: str) -> int:
        first = next((char for char in num if char.isalnum()), "")
        if not first:
            return min(self._level + 1, len(_LEVELS) - 1)
        levels = _DIGIT if first.isdigit() else _SMALL if first.islower() else _CAPITAL
        return next((level for level in levels if level > self._level), len(_LEVELS) - 1)

    def _text(self, element: Element) -> None:
        if not len(element):
            self._builder.text(element.text or "")
            return
        words = DclawWords(element)
        if self._level == _TOP and says_not_current(words.plain()):
            self._builder.mark(status=NOT_CURRENT)
            self._builder.open("note", place=place_of(element))
            for raw, links in words.texts():
                self._builder.text(raw, links)
            self._builder.close()
            return
        for run in words.runs:
            if isinstance(run, tuple):
                self._builder.text(*run)
            else:
                self._table(run)

    def _table(self, element: Element) -> None:
        self._builder.open("table", place=place_of(element))
        for raw, links in rows(element):
            self._builder.text(raw, links)
        self._builder.close()


def _notes(builder: DraftBuilder, annotations: list[Element]) -> None:
    """One note for neighbours of one type."""
    heading: str | None = None
    for annotation in annotations:
        kind = annotation.get("type") or ""
        if kind != heading:
            if heading is not None:
                builder.close()
            heading = kind
            builder.open("note", heading=heading, place=place_of(annotation))
        if len(annotation):
            for raw, links in DclawWords(annotation, resolve=kind != _EARLIER).texts():
                builder.text(raw, links)
        else:
            builder.text(annotation.text or "")
    builder.close()
