"""Finds where each mention stands: in which note, in whose bracket, in what list of citations."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from pincite.citations.reading import CitableText, Span
from pincite.model.mention import Mention


class MentionJoint(StrEnum):
    """What ties a mention to the one before it in its stretch of text."""

    APART = ""
    LISTED = "listed"
    """Of one string of citations: "; see also", ", and"."""
    QUOTED = "quoted"
    """What the one before quotes or cites: ", quoting"."""
    HISTORY = "history"
    """What became of the one before: ", aff'd,"."""


class MentionSetting(NamedTuple):
    """Where a mention stands. `note` is 0 for the text, else the note's place among the notes,
    counted from 1. `bracket` is where the explanatory bracket or the quotation opens that holds the
    mention, else -1; `quoted` says that it is a quotation. `alone` says that the mention is a
    citation, not a word of the sentence it stands in."""

    note: int
    bracket: int
    joint: MentionJoint
    alone: bool
    quoted: bool


class Note(NamedTuple):
    """A footnote: `number` is as printed, "" where it has none."""

    start: int
    end: int
    number: str


_brackets = re.compile(r"[()\n]")
_quotes = re.compile(r'["“”\n]')
_mark = re.compile(r"\[\*?[0-9]{1,5}\]")
_number = re.compile(r"\s{0,2}(?:\[\s?([0-9]{1,4}|\*{1,3})\s?\]|([0-9]{1,4})(?:[.)])?(?=\s))")
_notes_within = re.compile(r"\n(?=\[(?:[0-9]{1,4}|\*{1,3})\])")
_MOST_GAP = 160

_SIGNAL = (
    r"(?:but see|see also|see generally|see, e\. ?g\.|see|e\. ?g\.|cf\.|but cf\.|compare|contra|"
    r"accord|also|and see|with|in|cited in|and|or|but|both|generally|id est|viz\.)"
)
_listed = re.compile(
    rf"(?:[\s.,)]{{0,4}};|,|(?=\s(?:and|or|&)\s))\s{{0,2}}(?:&\s|{_SIGNAL},?\s{{0,2}}){{0,4}}",
    re.IGNORECASE,
)
_quoted = re.compile(
    r"[\s,;(]{0,4}(?:in turn )?(?:quoting|citing|quoted in|cited in|quoted with approval in|"
    r"cited with approval in|(?:relying|drawing) (?:up)?on|discussing)\s{1,2}(?:from )?"
    rf"(?:{_SIGNAL},?\s{{1,2}}){{0,2}}",
    re.IGNORECASE,
)
_history = re.compile(
    r"[\s,;]{0,4}(?:\([^()]{0,40}\)[\s,]{0,3})?(?:(?:judgment |judgt\. |order |decree |case |and )?"
    r"(?:sub nom\.?|aff['’]d|aff['’]g|affirmed|affirming|rev['’]d|rev['’]g|reversed|reversing|"
    r"vacated|vacating|modified|modifying|remanded|remanding|on remand|appeal dismissed|appeal"
    r" docketed|cert\. (?:denied|granted|dismissed|pending)|certiorari (?:denied|granted)|"
    r"reh['’]g denied|rehearing denied|reh['’]g|en banc|overruled|overruling|abrogated|"
    r"superseded|dismissed|probable jurisdiction noted|stay denied|petition for cert\."
    r" (?:filed|pending)|rev\. denied|review denied|leave to appeal denied)\b)"
    r"[^;.()]{0,60}[,;:]?\s{0,2}",
    re.IGNORECASE,
)
_opening = re.compile(rf"(?:[.?!:;(,\[“\"”’)\]—]\s?|\n|\b{_SIGNAL},?\s)\Z", re.IGNORECASE)


def notes_of(reading: CitableText) -> list[Note]:
    """The footnotes in order; a stretch of several is parted where a line begins with a number."""
    found: list[Note] = []
    for start, end in sorted(reading.notes):
        cuts = [match.end() for match in _notes_within.finditer(reading.text, start, end)]
        for first, last in zip((start, *cuts), (*cuts, end), strict=True):
            match = _number.match(reading.text, first, last)
            found.append(Note(first, last, (match[1] or match[2]) if match else ""))
    return found


def places(
    reading: CitableText, mentions: Sequence[Mention | Span], notes: Sequence[Note]
) -> list[MentionSetting]:
    """Of each mention, in order. None overlaps another."""
    text = reading.text
    brackets = _explanatory(text, mentions)
    quotations = _quotations(text)
    opened = [start for start, _ in quotations]
    starts = [note.start for note in notes]
    ends: dict[tuple[int, int], int] = {}
    found: list[MentionSetting] = []
    for (start, _), (bracket, tail) in zip(_spans(mentions), brackets, strict=True):
        at = bisect_right(starts, start)
        note = at if at and start < notes[at - 1].end else 0
        within = bisect_right(opened, start) - 1
        quoted = bracket < 0 <= within and start < quotations[within][1]
        if quoted:
            bracket = opened[within]
        before = ends.get((note, bracket), -1)
        joint = _joint(text, before, start) if before >= 0 else MentionJoint.APART
        ends[note, bracket] = tail
        found.append(MentionSetting(note, bracket, joint, _alone(text, start, tail), quoted))
    return found


def _spans(mentions: Iterable[Mention | Span]) -> Iterator[Span]:
    for mention in mentions:
        yield (mention.start, mention.end) if isinstance(mention, Mention) else mention


def _explanatory(text: str, mentions: Sequence[Mention | Span]) -> list[tuple[int, int]]:
    """Of each mention the explanatory bracket it stands in, and where it ends with its own."""
    found = [[-1, end] for _, end in _spans(mentions)]
    events = _brackets.finditer(text)
    event = next(events, None)
    depth, bracket, opened = 0, -1, 0
    owner, tail = -1, -1

    def pass_over(event: re.Match[str]) -> None:
        nonlocal depth, bracket, opened, tail
        at = event.start()
        sign = event[0]
        if sign == "(":
            depth += 1
            if bracket < 0 <= owner and _blank(text, tail, at):
                bracket, opened = at, depth
        elif sign == "\n":
            depth, bracket = 0, -1
        elif depth:
            if bracket >= 0 and depth == opened:
                bracket = -1
                tail = found[owner][1] = at + 1
            depth -= 1

    for index, (start, end) in enumerate(_spans(mentions)):
        while event is not None and event.start() < start:
            pass_over(event)
            event = next(events, None)
        found[index][0] = bracket
        if bracket < 0:
            owner, tail = index, end
        while event is not None and event.start() < end:
            event = next(events, None)
    while event is not None and (bracket >= 0 or event.start() < tail + 20):
        pass_over(event)
        event = next(events, None)
    return [(bracket, end) for bracket, end in found]


def _quotations(text: str) -> list[Span]:
    """Words between quotation marks, within a paragraph; a mark without its other is none."""
    found: list[Span] = []
    opened = -1
    for match in _quotes.finditer(text):
        at, sign = match.start(), match[0]
        if sign == "\n":
            opened = -1
        elif sign == "“" or (sign == '"' and (not at or text[at - 1] in " \n([—-‘`“")):
            # Quotation marks of one sort within each other cannot be told apart; the last counts.
            opened = at
        elif opened >= 0:
            found.append((opened, at))
            opened = -1
    return found


def _blank(text: str, start: int, end: int) -> bool:
    """Whether nothing but a space or a mark of a page or note lies between."""
    return end - start <= 1 or (end - start < 20 and not _mark.sub("", text[start:end]).strip())


def _joint(text: str, before: int, start: int) -> MentionJoint:
    if start - before > _MOST_GAP or before > start:
        return MentionJoint.APART
    gap = _mark.sub("", text[before:start])
    if "\n" in gap:
        return MentionJoint.APART
    if _listed.fullmatch(gap):
        return MentionJoint.LISTED
    if _quoted.fullmatch(gap):
        return MentionJoint.QUOTED
    return MentionJoint.HISTORY if _history.fullmatch(gap) else MentionJoint.APART


def _alone(text: str, start: int, tail: int) -> bool:
    """Whether it begins where a citation can, and the sentence or clause ends with it."""
    after = text[tail : tail + 1]
    if after and after not in ".;)]\n":
        return False
    return not start or bool(_opening.search(text, max(start - 24, 0), start))
