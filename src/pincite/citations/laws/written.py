"""Finds the citations in a text that are written in a form of some grammar."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pincite.citations.laws.grammar import CitationForm, Grammar, grammars
from pincite.citations.laws.provisions import CitedProvision, listed
from pincite.citations.reading import CitableText, Locale
from pincite.citations.scanning.automaton import Automaton, automaton
from pincite.citations.scanning.folding import lowered
from pincite.model.mention import Form

_Numbered = tuple[int, Grammar, CitationForm]
# How far before a form the words that forbid it may reach.
_BEFORE = 40


class WrittenCitation(NamedTuple):
    """text[start:end] is written as `form` of `grammar` says. `slots` are the words of those
    filled, `items` those of its list, if it has one."""

    grammar: Grammar
    form: CitationForm
    start: int
    end: int
    slots: Mapping[str, str]
    items: tuple[CitedProvision, ...]


_ALIKE = {"en": "zw", "is": "is"}
_ROW = "§§§"


class _Anchors(NamedTuple):
    """For each word, the forms to try where it stands as a whole word, and where it begins one."""

    automaton: Automaton
    whole: Mapping[str, Sequence[_Numbered]]
    begun: Mapping[str, Sequence[_Numbered]]
    numbers: Mapping[CitationForm, int]


@functools.cache
def _anchors() -> _Anchors:
    whole: dict[str, list[_Numbered]] = {}
    begun: dict[str, list[_Numbered]] = {}
    numbers: dict[CitationForm, int] = {}
    for grammar in grammars():
        for form in grammar.forms:
            numbers[form] = number = len(numbers)
            for word in form.template.anchors:
                ended = word.endswith(" ")
                kept = (whole if ended else begun).setdefault(word.rstrip(), [])
                kept.append((number, grammar, form))
    return _Anchors(automaton({*whole, *begun}), whole, begun, numbers)


def matches(reading: CitableText) -> Iterator[WrittenCitation]:
    """What is written in a form of some grammar, in order, none over another. Where two overlap,
    one that names its source goes before one that does not, then the longest, then the tightest
    jurisdiction's, then that of the form that stands first in its file."""
    number = _anchors().numbers
    tightness = {name: rank for rank, name in enumerate(reading.locale.jurisdictions())}
    order = {Form.FULL: 0, Form.INTERNAL: 1}

    def rank(candidate: tuple[Grammar, CitationForm, re.Match[str]]) -> tuple[int, int, int, int]:
        grammar, form, match = candidate
        return (
            order.get(form.says, 2),
            match.start() - match.end(),
            tightness.get(grammar.jurisdiction, len(tightness)),
            number[form],
        )

    taken = bytearray(len(reading.text))
    kept: list[tuple[Grammar, CitationForm, re.Match[str]]] = []
    for candidate in sorted(_candidates(reading), key=rank):
        start, end = candidate[2].span()
        if taken.find(1, start, end) < 0:
            taken[start:end] = b"\x01" * (end - start)
            kept.append(candidate)
    kept.sort(key=lambda candidate: candidate[2].start())
    for grammar, form, match in kept:
        yield _match(grammar, form, reading.text, match)


def _candidates(reading: CitableText) -> Iterator[tuple[Grammar, CitationForm, re.Match[str]]]:
    """Every match of every form that counts here. A form is tried only around its anchors, over
    a stretch that is bounded, and begins not before the end of its last match: the work is linear
    in the text."""
    text = reading.text
    here = frozenset(reading.locale.jurisdictions())
    like = _like(reading.locale)
    absent = "other" if reading.nodes else "legislation"
    anchors = _anchors()
    texts = _Texts(text)
    # Where each form last ended.
    done: dict[int, int] = {}
    for last, word in anchors.automaton.iter(lowered(text)):
        at = last - len(word) + 1
        if at and text[at - 1].isalnum() and text[at].isalnum():
            continue
        # No form has more than two; some thirty of them would be tried at each of a long row.
        if text.startswith(_ROW, at):
            continue
        tries = anchors.begun.get(word, ())
        if word in anchors.whole and not text[last + 1 : last + 2].isalnum():
            tries = (*anchors.whole[word], *tries)
        for number, grammar, form in tries:
            if form.where == absent:
                continue
            own = form.says is Form.INTERNAL and grammar.jurisdiction == like
            if form.only_here and grammar.jurisdiction not in here and not own:
                continue
            begun = done.get(number, 0)
            if begun > at:
                continue
            match = _matched(form, text, at, begun)
            if match is None:
                continue
            done[number] = match.end()
            if _allowed(form, text, match) and texts.allows(form):
                yield grammar, form, match


def _like(locale: Locale) -> str:
    """Whose forms tell a law's own places where its jurisdiction has no grammar: "section 12" is
    the same in English anywhere."""
    known = {grammar.jurisdiction for grammar in grammars()}
    return "" if known.intersection(locale.jurisdictions()) else _ALIKE.get(locale.language, "")


def _matched(form: CitationForm, text: str, at: int, begun: int) -> re.Match[str] | None:
    """The match that holds the anchor at `at` and begins not before `begun`."""
    before = form.template.before
    if not before:
        return form.pattern.match(text, at)
    # What follows the anchor is read first: mostly it settles that there is nothing.
    for words in (at, at - 1) if at and text[at - 1] == " " else (at,):
        if form.tail.match(text, words) is None:
            continue
        head = form.head.search(text, max(begun, at - before), words)
        match = form.pattern.match(text, head.start()) if head else None
        if match is not None and match.end() > at:
            return match
    return None


def _allowed(form: CitationForm, text: str, match: re.Match[str]) -> bool:
    start, end = match.span()
    low = max(0, start - _BEFORE)
    if form.unless_before and form.unless_before.search(text, low, start):
        return False
    if form.unless_after and form.unless_after.match(text, end):
        return False
    if form.if_before is None and form.if_after is None:
        return True
    before = form.if_before is not None and form.if_before.search(text, low, start)
    return bool(before or (form.if_after is not None and form.if_after.match(text, end)))


class _Texts:
    """Whether a text has what forms want somewhere in it; looked for once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._held: dict[re.Pattern[str], bool] = {}

    def allows(self, form: CitationForm) -> bool:
        if form.if_text is not None and not self._has(form.if_text):
            return False
        return form.unless_text is None or not self._has(form.unless_text)

    def _has(self, pattern: re.Pattern[str]) -> bool:
        if pattern not in self._held:
            self._held[pattern] = pattern.search(self._text) is not None
        return self._held[pattern]


def _match(
    grammar: Grammar, form: CitationForm, text: str, match: re.Match[str]
) -> WrittenCitation:
    slots = {name: words for name, words in match.groupdict().items() if words and name[0] != "_"}
    items: tuple[CitedProvision, ...] = ()
    if form.list_slot in slots:
        del slots[form.list_slot]
        items = tuple(listed(text, *match.span(form.list_slot), form.number))
    return WrittenCitation(grammar, form, match.start(), match.end(), slots, items)
