"""Compares a quotation with its source: exact, honestly marked, altered, or not found.

The words between a writer's marks are laid over the source in order, and what the source has at
each mark is compared with it. Where the words fit at several places, the one that alters least
counts.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from pincite.briefs.brackets import told_apart
from pincite.text import MatchingForm, canonicalize
from pincite.text.edges import is_whole
from pincite.text.limiting import limiting

_DOTS = r"…|\.(?: ?\.){2,3}|(?:\* ?){2}\*"
# "[sic]" and the like say something about the words, and change none.
_note = re.compile(
    r" ?\[(?:sic|svo|emphasis (?:added|in original|omitted|supplied|mine)"
    r"|leturbr(?:eyting|\.)[^\]]{0,30}"
    r"|(?:internal )?(?:quotation marks?|quotations?|citations?|footnotes?|alterations?)(?: and"
    r" (?:quotation marks?|citations?|footnotes?|alterations?))? (?:omitted|in original))\.?\]",
    re.IGNORECASE,
)
_mark = re.compile(
    rf"(?P<dots>\[ ?(?:{_DOTS}) ?\]|{_DOTS})|[\w'’-]*(?:\[[^\[\]]{{0,80}}\][\w'’-]*)+"
)
_letter = re.compile(r"[^\W_]")
_word = re.compile(r"[^\W_][^\s—]*")
# A full stop behind a short word is often an abbreviation's; "(2)" may open a sentence.
_sentence_end = re.compile(
    r"(?:(?!\b(?i:no|co|mr|ms|dr|jr|sr|st|id|ch|pt|cl|al|cf|ex|ed|nr|hf)\.)[^\W\d_]{2}|[\d)\]%”\"])"
    r"[.!?][\"”’)\]]* +(?=[\"“„‘(\[]*(?:\w{1,4}\) [\"“„‘]?)?[^\W\d_a-zà-öø-ÿþð])"
    r"|(?<= )(?=\(\w{1,3}\) [^\W\d_a-zà-öø-ÿþð])"
)
_TRIMMED = " ,;."
# What a bracket stands for is short; an ellipsis may leave out much.
_REPLACED = 100
_MOST_WORDS = 6
_TRIED = 4
# Words that stand more often are too common to say where a quotation is from.
_MOST_PLACES = 500
_SHOWN = 24


class QuoteOutcome(StrEnum):
    """How a quotation compares with its source."""

    VERBATIM = "verbatim"
    MARKED = "verbatim but for marked changes"
    ALTERED = "altered"
    ABSENT = "not in the source"


class Comparison(NamedTuple):
    """What a source has of the words; where in it they begin, -1 where they do not stand; and what
    was altered, in plain words."""

    outcome: QuoteOutcome
    at: int
    changes: tuple[str, ...] = ()


@dataclass(frozen=True)
class SourceText:
    """Canonical text that quotations are compared with."""

    text: str

    @cached_property
    def form(self) -> MatchingForm:
        return MatchingForm.of(self.text)

    def places(self, words: str) -> list[tuple[int, int]]:
        """Where the words stand whole; where they nowhere do, those where they are cut."""
        every = list(self.form.find(MatchingForm.of(words)))
        return [span for span in every if is_whole(self.text, *span)] or every

    def sentence_start(self, at: int) -> int:
        ends = [
            match.end() for match in _sentence_end.finditer(self.text, max(at - 2000, 0), at + 2)
        ]
        return max((end for end in ends if end <= at), default=max(at - 2000, 0))

    def sentence_end(self, at: int) -> int:
        found = _sentence_end.search(self.text, max(at - 4, 0))
        return found.end() if found else len(self.text)


class _Mark(NamedTuple):
    written: str
    dots: bool

    @property
    def shown(self) -> str:
        """What is read there."""
        return "" if self.dots else self.written.replace("[", "").replace("]", "")


class _Piece(NamedTuple):
    """Words that the quotation has from its source, and the marks in front of them."""

    words: str
    marks: tuple[_Mark, ...]


def compared(quote: str, source: SourceText) -> Comparison:
    """Whether a source's text says the words, and what a writer's marks make of them."""
    quote = canonicalize(quote)
    plain = quote if _mark.search(quote[-8:]) else quote.rstrip(_TRIMMED)
    whole = next(iter(source.places(plain)), None)
    if whole is not None and is_whole(source.text, *whole):
        return Comparison(QuoteOutcome.VERBATIM, whole[0])
    pieces, last = _taken_apart(_note.sub("", quote))
    if not pieces:
        return Comparison(QuoteOutcome.ABSENT, -1)
    found = _Laid(source, pieces, last).best()
    marked = _mark.search(quote) is not None
    if found is None or not (marked or found.changes):
        return Comparison(QuoteOutcome.ABSENT, -1)
    changes = tuple(dict.fromkeys(found.changes))
    outcome = QuoteOutcome.ALTERED if changes else QuoteOutcome.MARKED
    return Comparison(outcome, found.start, changes)


def _taken_apart(quote: str) -> tuple[list[_Piece], tuple[_Mark, ...]]:
    """The pieces, and the marks behind the last of them."""
    pieces: list[_Piece] = []
    marks: list[_Mark] = []
    at = 0

    def piece(words: str) -> None:
        words = words.strip(_TRIMMED)
        if _letter.search(words):
            pieces.append(_Piece(words, tuple(marks)))
            marks.clear()

    for match in _mark.finditer(quote):
        piece(quote[at : match.start()])
        marks.append(_Mark(match[0], match["dots"] is not None))
        at = match.end()
    piece(quote[at:])
    return pieces, tuple(marks)


class _Fit(NamedTuple):
    start: int
    changes: tuple[str, ...]


class _Laid:
    """The pieces of one quotation, laid over its source."""

    def __init__(
        self, source: SourceText, pieces: Sequence[_Piece], last: tuple[_Mark, ...]
    ) -> None:
        self._source = source
        self._pieces = pieces
        self._last = last
        self._places = [source.places(piece.words) for piece in pieces]
        self._known: dict[tuple[int, int], _Fit | None] = {}

    def best(self) -> _Fit | None:
        best: _Fit | None = None
        for place in self._places[0][:_MOST_PLACES]:
            rest = self._from(0, place)
            if rest is None or (best is not None and len(rest.changes) >= len(best.changes)):
                continue
            led = tuple(self._leading(self._pieces[0].marks, place[0]))
            fit = _Fit(place[0], (*led, *rest.changes))
            if best is None or len(fit.changes) < len(best.changes):
                best = fit
            if not best.changes:
                break
        return best

    def _from(self, number: int, place: tuple[int, int]) -> _Fit | None:
        """The best fit of a piece at this place, with all that follows it."""
        if (number, place[0]) not in self._known:
            self._known[number, place[0]] = self._laid(number, place)
        return self._known[number, place[0]]

    def _laid(self, number: int, place: tuple[int, int]) -> _Fit | None:
        cut = self._cut(place)
        if number + 1 == len(self._pieces):
            return _Fit(place[0], (*cut, *self._closing(self._last, place[1])))
        best: _Fit | None = None
        for following in self._behind(number + 1, place[1]):
            rest = self._from(number + 1, following)
            if rest is None:
                continue
            between = self._between(number + 1, place[1], following[0])
            fit = _Fit(place[0], (*cut, *between, *rest.changes))
            if best is None or len(fit.changes) < len(best.changes):
                best = fit
            if not best.changes:
                break
        return best

    def _behind(self, number: int, end: int) -> list[tuple[int, int]]:
        every = self._places[number]
        first = bisect_left(every, (end, end))
        if any(mark.dots for mark in self._pieces[number].marks):
            return every[first : first + _TRIED]
        return every[first : bisect_left(every, (end + _REPLACED + 1, 0))]

    def _cut(self, place: tuple[int, int]) -> tuple[str, ...]:
        text = self._source.text
        if is_whole(text, *place):
            return ()
        begins = not is_whole(text[: place[1]], *place)
        at = place[0] if begins else place[1]
        before = text[max(at - _SHOWN, 0) : at].split(" ", 1)[-1]
        after = text[at : at + _SHOWN].rsplit(" ", 1)[0]
        where = "begins" if begins else "ends"
        return (f"it {where} inside a word or number: the source has “{before}{after}”",)

    def _between(self, number: int, start: int, end: int) -> Iterator[str]:
        """What is wrong with the marks between two pieces, source[start:end] being left out."""
        marks = self._pieces[number].marks
        gap = self._source.text[start:end]
        if _bare(gap) == _bare("".join(mark.written for mark in marks)):
            # The source has them itself.
            return
        dots = [at for at, mark in enumerate(marks) if mark.dots]
        if not dots:
            yield from _told("".join(mark.written for mark in marks), _read(marks), gap)
            return
        before, after = marks[: dots[0]], marks[dots[-1] + 1 :]
        inner = [mark for mark in marks[dots[0] : dots[-1]] if not mark.dots]
        yield from (f"it adds “{mark.shown}”" for mark in inner)
        if before:
            changes, taken = _replacing(before, gap, from_end=False)
            yield from changes
            gap = gap[taken:]
        if after:
            changes, taken = _replacing(after, gap, from_end=True)
            yield from changes
            gap = gap[: len(gap) - taken]
        if word := limiting(gap):
            yield f"it leaves out “{word}”"
        resumed = _read(after) or self._pieces[number].words
        if resumed.lstrip("“\"‘'(")[:1].isupper():
            return
        ended = _sentence_end.search(self._source.text, max(start - 4, 0), end)
        if ended and self._source.sentence_start(end) < end - len(_read(after)) - 2:
            yield "it joins words of two sentences"

    def _leading(self, marks: tuple[_Mark, ...], start: int) -> Iterator[str]:
        if not marks:
            return
        begun = self._source.sentence_start(start)
        ahead = self._source.text[begun:start]
        brackets = tuple(mark for mark in marks if not mark.dots)
        if brackets:
            changes, taken = _replacing(brackets, ahead, from_end=True)
            yield from changes
            first, ahead = ahead[len(ahead) - taken :], ahead[: len(ahead) - taken]
            if first[:1].isupper() and _read(brackets)[:1].islower():
                # A sentence began here.
                return
        if word := limiting(ahead):
            yield f"it leaves out “{word}”, which stands before it in the sentence"

    def _closing(self, marks: tuple[_Mark, ...], end: int) -> Iterator[str]:
        if not marks:
            return
        rest = self._source.text[end : self._source.sentence_end(end)]
        brackets = tuple(mark for mark in marks if not mark.dots)
        if brackets:
            changes, taken = _replacing(brackets, rest, from_end=False)
            yield from changes
            rest = rest[taken:]
        if any(mark.dots for mark in marks) and (word := limiting(rest)):
            yield f"it leaves out “{word}”, which stands behind it in the sentence"


def _read(marks: Sequence[_Mark]) -> str:
    return " ".join(mark.shown for mark in marks if not mark.dots)


def _told(written: str, shown: str, replaced: str) -> Iterator[str]:
    if change := told_apart(written, shown, replaced):
        yield change


def _replacing(marks: Sequence[_Mark], text: str, *, from_end: bool) -> tuple[list[str], int]:
    """What brackets at an open end alter, and how much of the text they stand for: as many words as
    make them honest, if any do."""
    written, shown = " ".join(mark.written for mark in marks), _read(marks)
    words = list(_word.finditer(text))
    counts = [len(shown.split()), *range(1, _MOST_WORDS + 1)]
    changes: list[str] = []
    for count in counts:
        if not 0 < count <= len(words):
            continue
        taken = len(text) - words[-count].start() if from_end else words[count - 1].end()
        replaced = text[len(text) - taken :] if from_end else text[:taken]
        change = told_apart(written, shown, replaced)
        if not change:
            return [], taken
        changes.append(change)
    return changes[:1] or [f"it adds “{shown}”"], 0


def _bare(text: str) -> str:
    return MatchingForm.of(re.sub(r"\s", "", text)).text
