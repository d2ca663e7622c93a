"""List numbers as Word shows them, counted from numbering.xml paragraph by paragraph."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from pincite.ingest.casefiles.formats import numerals
from pincite.ingest.casefiles.formats.docx.styles import Styles
from pincite.ingest.casefiles.formats.docx.tree import attribute, child, switch, value, whole
from pincite.ingest.casefiles.formats.package import Element
from pincite.ingest.casefiles.formats.shown import shown
from pincite.ingest.safe_xml import name_of

_place = re.compile(r"%([1-9])")
_private = re.compile("[\ue000-\uf8ff]")
_FORMS: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "decimalZero": lambda number: f"{number:02}",
    "upperRoman": numerals.roman,
    "lowerRoman": lambda number: numerals.roman(number).lower(),
    "upperLetter": lambda number: numerals.repeated_letter(number).upper(),
    "lowerLetter": numerals.repeated_letter,
    "ordinal": numerals.ordinal,
    "cardinalText": lambda number: numerals.in_words(number).capitalize(),
    "ordinalText": lambda number: numerals.ordinal_in_words(number).capitalize(),
    "numberInDash": lambda number: f"- {number} -",
    "hex": lambda number: f"{number:X}",
    "chicago": lambda number: "*†‡§"[(number - 1) % 4] * ((number - 1) // 4 % 99 + 1),
    "none": lambda _: "",
}


class WordLevel(NamedTuple):
    start: int = 1
    form: str = "decimal"
    text: str = ""
    # The level, from 1, whose use starts this one anew; 0 for none, None for any above it.
    restart: int | None = None
    legal: bool = False
    style: str = ""


@dataclass(slots=True)
class _List:
    """One w:num: its counters are those of the abstract list that it follows."""

    abstract: str
    starts: dict[int, int] = field(default_factory=dict[int, int])
    levels: dict[int, WordLevel] = field(default_factory=dict[int, WordLevel])
    begun: set[int] = field(default_factory=set[int])


@dataclass(slots=True)
class WordNumbering:
    lists: dict[str, _List] = field(default_factory=dict[str, _List])
    abstract: dict[str, dict[int, WordLevel]] = field(
        default_factory=dict[str, dict[int, WordLevel]]
    )
    _counts: dict[str, dict[int, int]] = field(default_factory=dict[str, dict[int, int]])

    @classmethod
    def of(cls, root: Element | None, styles: Styles) -> WordNumbering:
        numbering = cls()
        linked: dict[str, str] = {}
        links: dict[str, str] = {}
        for element in root if root is not None else ():
            if name_of(element) == "abstractNum":
                identity = attribute(element, "abstractNumId")
                numbering.abstract[identity] = _levels(element)
                links[identity] = value(element, "numStyleLink")
                linked.setdefault(value(element, "styleLink"), identity)
            elif name_of(element) == "num":
                numbering._add(element)
        for entry in numbering.lists.values():
            style = links.get(entry.abstract, "")
            if not style:
                continue
            # A list that follows a list style counts with it.
            other = numbering.lists.get(styles.get(style).number or "")
            entry.abstract = linked.get(style) or (other.abstract if other else entry.abstract)
        return numbering

    def _add(self, element: Element) -> None:
        entry = _List(value(element, "abstractNumId"))
        for override in element:
            if name_of(override) == "lvlOverride":
                depth = _depth(override)
                start = whole(override, "startOverride")
                level = child(override, "lvl")
                if start is not None:
                    entry.starts[depth] = start
                if level is not None:
                    entry.levels[depth] = _level(level)
        self.lists[attribute(element, "numId")] = entry

    def level(self, number: str, depth: int) -> WordLevel | None:
        entry = self.lists.get(number)
        if entry is None:
            return None
        return entry.levels.get(depth) or self.abstract.get(entry.abstract, {}).get(depth)

    def depth_of_style(self, number: str, style: str) -> int:
        """The level that a list gives to paragraphs of a style; the first where it gives none."""
        entry = self.lists.get(number)
        levels = self.abstract.get(entry.abstract, {}) | entry.levels if entry else {}
        return next((depth for depth, level in levels.items() if level.style == style), 0)

    def next(self, number: str, depth: int) -> str | None:
        """Count one more paragraph of that list and level and return what Word shows before it:
        "" if nothing, None if that cannot be told."""
        entry, level = self.lists.get(number), self.level(number, depth)
        if entry is None or level is None:
            return ""
        counts = self._counts.setdefault(entry.abstract, {})
        start = entry.starts.get(depth, level.start)
        restarted = depth in entry.starts and depth not in entry.begun
        entry.begun.add(depth)
        counts[depth] = start if restarted or depth not in counts else counts[depth] + 1
        for deeper in [count for count in counts if count > depth]:
            below = self.level(number, deeper)
            restart = below.restart if below else None
            if restart is None or depth < restart:
                del counts[deeper]
        if level.form == "bullet":
            return shown(_private.sub("•", level.text)[:8])
        return self._text(number, depth, level, counts)

    def _text(
        self, number: str, depth: int, level: WordLevel, counts: dict[int, int]
    ) -> str | None:
        out: list[str] = []
        last = 0
        for match in _place.finditer(level.text):
            at = int(match[1]) - 1
            other = self.level(number, at)
            if at > depth or other is None:
                count = ""
            else:
                form = "decimal" if level.legal else other.form
                count = written(counts.get(at, other.start), form)
                if count is None:
                    return None
            out += [level.text[last : match.start()], count]
            last = match.end()
        return shown("".join([*out, level.text[last:]]))


def written(number: int, form: str) -> str | None:
    """A number in one of Word's forms; None for a form not known here."""
    make = _FORMS.get(form)
    return make(number) if make else None


def _levels(abstract: Element) -> dict[int, WordLevel]:
    return {_depth(element): _level(element) for element in abstract if name_of(element) == "lvl"}


def _depth(element: Element) -> int:
    text = attribute(element, "ilvl")
    return int(text) if text in tuple("012345678") else 0


def _level(element: Element) -> WordLevel:
    start = whole(element, "start")
    return WordLevel(
        start=0 if start is None else start,
        form=value(element, "numFmt") or "decimal",
        text=value(element, "lvlText")[:200],
        restart=whole(element, "lvlRestart"),
        legal=switch(element, "isLgl") or False,
        style=value(element, "pStyle"),
    )
