"""Rebuilds nested lists from flattened text: "(1) In this Act— (a) a; or (b) b. (2) …".

A stack machine reads the markers in order. A marker begins an item only where an item can begin
(at the start, after a dash, a stop or a note, after "and" or "or") and only if its label is the
next of a list that is open, or the first of a new one; so "paragraph (a) of subsection (2)" stays
the words it is. Time grows linearly with the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from pincite.ingest.succession import (
    LABEL,
    NUMBER,
    Ordinal,
    Sightings,
    first,
    follows,
    later,
    readings,
    successor,
)
from pincite.model.urn import segment

ROOT, DEFINITION, CONTINUATION = "root", "definition", "continuation"

_marker = re.compile(rf"\(({LABEL})\)")
# Unicode noncharacters stand in for what the machine must not read.
_NOTE, _QUOTED = "\ufdd0", "\ufdd1"
_DASHES = frozenset("—–-:⎯\uf0be―")
_STOPS = frozenset(".;*…" + _NOTE)
_BLANK = f" {_NOTE}"
_conjunction = re.compile(r"(?<![^\W_])(?:and|or|but)$")
_chained = re.compile(r"[\s,]*(?:(?:and|or|to|and/or|as read with)[\s,]*)?")
_CHAIN_LENGTH = 20
_refers = re.compile(r",? ?(?:of (?:sub|section|para|that|this)|there|above|hereof)")
_proviso = re.compile(r"[:;.,] (?=Provided (?:further |also |always )?that\b)")
_sentence = re.compile(r"[;.] |: (?=Provided)")
_capital = re.compile(rf"[ {_NOTE}]*[A-Z“\"‘'(\[{_NOTE}]")
_JOINS = frozenset(("", "and", "or", "but", "and/or"))
# How many labels may be missing between two items: the repealed are often left out.
_SKIPPED = 12
# How often a style may stand inside itself.
_NESTED = 2
_SOFT_HYPHEN = "\u00ad"

Offsets = tuple[int, int]


class TermEntry(NamedTuple):
    """Where the entry of a defined term begins, where its quoted name ends, and the name."""

    start: int
    end: int
    name: str


@dataclass(slots=True)
class EnumerationItem:
    """One item. text[start:body] is its marker, text[body:end] its own words, before its children.

    A definition has no marker and its label is the term. A continuation has neither: it is the
    words that follow a list and belong to what holds the list, always after the list's items.
    """

    style: str
    label: str
    start: int
    body: int
    end: int
    children: list[EnumerationItem] = field(default_factory=list["EnumerationItem"])

    def walk(self) -> Iterator[EnumerationItem]:
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(slots=True)
class _Level:
    """An open list: whose it is, its last item, and that item's ordinal."""

    style: str
    owner: EnumerationItem
    item: EnumerationItem
    last: Ordinal | None


def enumerated(
    text: str,
    start: int = 0,
    *,
    notes: Sequence[Offsets] = (),
    quoted: Sequence[Offsets] = (),
    terms: Sequence[TermEntry] = (),
) -> EnumerationItem:
    """The items of text[start:], below one root. An item can begin after a note; none begins
    inside a note or a quotation. `terms` are candidates: each is an item where one can begin.
    Spans are in order and do not overlap."""
    if notes:
        text = _mask(text, notes, _NOTE)
    if quoted:
        text = _mask(text, quoted, _QUOTED)
    return _Machine(text, start).run(terms)


def definition_name(term: str) -> str:
    """The URN segment of a definition: 'casual work' → 'def-casual-work'."""
    return "def-" + segment(term.replace(_SOFT_HYPHEN, "").lower())


def _mask(text: str, spans: Sequence[Offsets], char: str) -> str:
    pieces: list[str] = []
    done = 0
    for start, end in spans:
        pieces += (text[done:start], char * (end - start))
        done = end
    return "".join((*pieces, text[done:]))


class _Machine:
    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start
        self.root = EnumerationItem(ROOT, "", start, start, len(text))
        self.levels: list[_Level] = []
        self.current = self.root
        # Where the last marker ended, and whether it began an item.
        self.seen = start
        self.opened = True
        # How far the current item is known to hold one sentence.
        self.unbroken = start
        self.sightings = Sightings()

    def run(self, terms: Sequence[TermEntry]) -> EnumerationItem:
        events: list[tuple[int, int, str, str]] = []
        ended = self.start
        for match in _marker.finditer(self.text, self.start):
            if readings(match[1]):
                at, end = match.span()
                place = self._place(at, ended)
                ended = end
                if place:
                    self.sightings.add(match[1], at)
                events.append((at, end, match[1], place))
        if terms:
            events += [(term.start, 0, term.name, self._place(term.start, -1)) for term in terms]
            events.sort()
        for at, end, label, place in events:
            if end:
                self.opened = self._marker(at, end, label, place)
                self.seen = end
            elif place in ("start", "dash", "stop") and at >= self.current.body:
                self._define(at, label)
                self.seen, self.opened = at, True
        self.current.end = len(self.text)
        self._close(0)
        return self.root

    def _place(self, at: int, ended: int) -> str:
        """What comes before: 'start', 'marker', 'dash', 'stop', 'weak' (a comma, "and", "or", a
        bracket), or '' where no item can begin."""
        text, index = self.text, at - 1
        while index >= self.start and text[index] == " ":
            index -= 1
        if index < self.start:
            return "start"
        if index == ended - 1:
            return "marker"
        char = text[index]
        if char in _DASHES:
            return "dash"
        if char in _STOPS:
            return "stop"
        if char in ",]":
            return "weak"
        if char in "drt" and (word := _conjunction.search(text, max(index - 3, 0), index + 1)):
            index = word.start() - 1
            while index >= self.start and text[index] == " ":
                index -= 1
            return "stop" if index < self.start or text[index] in ";,." else "weak"
        return ""

    def _marker(self, at: int, end: int, label: str, place: str) -> bool:
        """Whether the marker began an item."""
        if place == "marker" and self.opened:
            place = "start"
        if place in ("", "marker") or self._is_reference(at, end, place):
            return False
        ordinals = readings(label)
        options = [
            (depth, ordinal)
            for depth in range(len(self.levels) - 1, -1, -1)
            for ordinal in ordinals
            if (last := self.levels[depth].last) is not None and follows(last, ordinal)
        ]
        if place != "weak":
            styles = {level.style for level in self.levels}
            unopened = [ordinal for ordinal in ordinals if ordinal.style not in styles]
            options += [(-1, ordinal) for ordinal in unopened if first(ordinal)]
        if options:
            depth, ordinal = options[0]
            if len(options) > 1:
                depth, ordinal = self._choose(options, label, at, place)
            self._open(depth, ordinal, at, end, label)
            return True
        if place == "weak":
            return False
        return (
            (place == "dash" and self._restart(ordinals, at, end, label))
            or self._skip(ordinals, at, end, label, place)
            or self._begin_late(ordinals, at, end, label, place)
        )

    def _is_reference(self, at: int, end: int, place: str) -> bool:
        """Part of "(a), (b) and (c)" or "and (b) of subsection (2)": named, not begun."""
        between = at - self.seen
        if self.seen > self.start and 0 < between < _CHAIN_LENGTH:
            words = self.text[self.seen : at]
            if not self.opened and words.isspace():
                return True
            if not words.isspace() and _chained.fullmatch(words):
                return True
        return place == "weak" and _refers.match(self.text, end) is not None

    def _choose(
        self, options: Sequence[tuple[int, Ordinal]], label: str, at: int, place: str
    ) -> tuple[int, Ordinal]:
        """Between readings, the one whose successor comes first, before the label is seen again;
        where none does, a dash begins a list and a stop goes on with one."""
        successors = [successor(ordinal) for _, ordinal in options]
        again = self.sightings.after(label, at)
        likeliest = self.sightings.likeliest(successors, again, at)
        if likeliest is not None:
            return options[likeliest]
        if place in ("dash", "start"):
            return next((option for option in options if option[0] < 0), options[0])
        return options[0]

    def _open(self, depth: int, ordinal: Ordinal, at: int, end: int, label: str) -> None:
        """Begin an item of the list at `depth`, or of a new one (-1)."""
        item = EnumerationItem(ordinal.style, label, at, end, end)
        self.current.end = at
        if depth < 0:
            self.levels.append(_Level(ordinal.style, self.current, item, ordinal))
            self.current.children.append(item)
        else:
            self._close(depth + 1)
            level = self.levels[depth]
            level.owner.children.append(item)
            level.item, level.last = item, ordinal
        self.current = item

    def _define(self, at: int, name: str) -> None:
        item = EnumerationItem(DEFINITION, name, at, at, at)
        self.current.end = at
        for depth in range(len(self.levels) - 1, -1, -1):
            if self.levels[depth].style == DEFINITION:
                self._close(depth + 1)
                self.levels[depth].owner.children.append(item)
                self.levels[depth].item = item
                break
        else:
            self.levels.append(_Level(DEFINITION, self.current, item, None))
            self.current.children.append(item)
        self.current = item

    def _restart(self, ordinals: Sequence[Ordinal], at: int, end: int, label: str) -> bool:
        """A second list in a style that is open: "(a) …; (b) …; is liable— (a) …". What leads to
        it continues the words before the first list; where nothing parts it from the item before,
        or that item's own list goes on afterwards, it stands inside that item."""
        ordinal = next((reading for reading in ordinals if first(reading)), None)
        if ordinal is None:
            return False
        depths = [i for i, level in enumerate(self.levels) if level.style == ordinal.style]
        boundary = _sentence.search(self.text, max(self.current.body, self.unbroken), at)
        if boundary is None or self._goes_on(depths[-1], at):
            # Never searched twice, so that a long run of such markers costs linear time.
            self.unbroken = at
            if len(depths) >= _NESTED:
                return False
            self._open(-1, ordinal, at, end, label)
            return True
        self.current.end = boundary.end()
        depth = depths[-1]
        owner = self.levels[depth].owner
        self._close(depth)
        if owner.style == CONTINUATION:
            owner = self.levels.pop().owner
        lead = EnumerationItem(CONTINUATION, "", boundary.end(), boundary.end(), at)
        owner.children.append(lead)
        self.levels.append(_Level(CONTINUATION, owner, lead, None))
        self.current = lead
        self._open(-1, ordinal, at, end, label)
        return True

    def _goes_on(self, depth: int, at: int) -> bool:
        """Whether a list below the one at `depth` has its next item ahead, before any list above
        has."""
        return self._soonest(self.levels[depth + 1 :], at) < self._soonest(
            self.levels[: depth + 1], at
        )

    def _soonest(self, levels: Sequence[_Level], at: int) -> float:
        following = [successor(level.last) for level in levels if level.last]
        return min((self.sightings.after(label, at) for label in following), default=inf)

    def _skip(self, ordinals: Sequence[Ordinal], at: int, end: int, label: str, place: str) -> bool:
        """The same label again, by the drafter's error, or one further on: those between were
        left out by the publisher."""
        if place != "stop":
            return False
        for depth in range(len(self.levels) - 1, -1, -1):
            last = self.levels[depth].last
            for ordinal in ordinals:
                if last is None or (ordinal != last and not later(last, ordinal)):
                    continue
                if ordinal.value - last.value > _SKIPPED:
                    continue
                if ordinal.style == NUMBER and _capital.match(self.text, end) is None:
                    continue
                self._open(depth, ordinal, at, end, label)
                return True
        return False

    def _begin_late(
        self, ordinals: Sequence[Ordinal], at: int, end: int, label: str, place: str
    ) -> bool:
        """A "(2)" after an unnumbered first subsection, or the number that the text begins with."""
        ordinal = next((reading for reading in ordinals if reading.style == NUMBER), None)
        if ordinal is None or any(level.style == NUMBER for level in self.levels):
            return False
        if self.current is not self.root or place != "start":
            if ordinal != Ordinal(NUMBER, 2) or place != "stop":
                return False
            if _capital.match(self.text, end) is None:
                return False
        self.current.end = at
        self._close(0)
        self.current = self.root
        item = EnumerationItem(NUMBER, label, at, end, end)
        if not self.root.children:
            self.root.end = at
        self.levels.append(_Level(NUMBER, self.root, item, ordinal))
        self.root.children.append(item)
        self.current = item
        return True

    def _close(self, depth: int) -> None:
        """Close the lists from the deepest up to `depth`, giving back the words after each."""
        while len(self.levels) > depth:
            level = self.levels.pop()
            if level.style not in (NUMBER, DEFINITION, CONTINUATION):
                self._give_back(level.owner, level.item)

    def _give_back(self, owner: EnumerationItem, item: EnumerationItem) -> None:
        """The words after the last item that are no part of it go to the list's owner: a proviso,
        or what follows a semicolon where semicolons part the items."""
        if item.children and item.children[-1].style == CONTINUATION:
            owner.children.append(item.children.pop())
        elif (cut := self._tail(owner, item)) is not None:
            tail = EnumerationItem(CONTINUATION, "", cut, cut, item.end, item.children)
            item.end, item.children = cut, []
            owner.children.append(tail)

    def _tail(self, owner: EnumerationItem, item: EnumerationItem) -> int | None:
        words = self.text[item.body : item.end].lstrip(_BLANK)
        begun = item.end - len(words)
        if _NOTE in self.text[item.body : begun] and words.rstrip(_BLANK) not in _JOINS:
            # The item is gone and only a note says so.
            return begun
        proviso = _proviso.search(self.text, item.body, item.end)
        limit = proviso.start() if proviso else item.end
        at = self.text.find("; ", item.body, limit)
        if at >= 0 and self.text[at + 2 : at + 3].islower():
            before = self.text[item.body : at]
            if (
                before.count("(") == before.count(")")
                and self.text[at + 1 : item.end].strip(_BLANK) not in _JOINS
                and self._parted(owner, item)
            ):
                return at + 2
        return proviso.end() if proviso else None

    def _parted(self, owner: EnumerationItem, item: EnumerationItem) -> bool:
        """Whether semicolons part the items of the list, and there is more than one."""
        others = [
            child for child in owner.children if child.style == item.style and child is not item
        ]
        return bool(others) and all(
            (at := self.text.find(";", other.body, other.end)) >= 0
            and self.text[at + 1 : other.end].strip(_BLANK) in _JOINS
            for other in others
            if not other.children
        )
