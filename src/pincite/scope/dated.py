"""When a law says that it, or a part of it, begins and ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from pincite.graph.dates import dates
from pincite.scope.law_text import LawText

_sentence = re.compile(r"(?<=[.;])\s+(?=[A-ZÁÉÍÓÚÝÞÆÖ(])")
_begins = re.compile(
    r"\b(?:comes?|shall come|enters?|shall enter|(?:is|are) brought) into"
    r" (?:operation|force|effect)\b|"
    r"\b(?:takes?|shall take) effect\b|\bshall have effect (?:from|as from|on)\b|"
    r"\b(?:öðlast|öðlist|taka|tekur)\s+(?:þegar\s+)?gildi\b",
    re.IGNORECASE,
)
_ends = re.compile(
    r"\b(?:ceases?|shall cease) to (?:have effect|be in force|apply|operate|be of force)\b|"
    r"\b(?:expires?|shall expire|lapses?|shall lapse|terminates?)\b|"
    r"\b(?:falla|fellur|falli)\s+úr\s+gildi\b|\bgild(?:a|ir)\s+til\b",
    re.IGNORECASE,
)
_whole = re.compile(
    r"\b(?:these|this) (?:act|regulations?|rules|by-?laws?|order|notice|instrument|code|law)\b|"
    r"\b(?:lög|reglugerð|reglur) þess(?:i|ar)\b",
    re.IGNORECASE,
)


_but = re.compile(
    r"\b(?:except(?:ing)?(?: for)?|excluding|other than|save(?: for)?|with the exception of)\b|"
    r"\b(?:að undanskild\w+|að frátöld\w+|nema)\b",
    re.IGNORECASE,
)


class Dated(NamedTuple):
    """From `day` on, `urn` is in force (`begins`) or no longer is, all of it but for what is at or
    below `but`; `said_in` is what says so."""

    urn: str
    begins: bool
    day: date
    said_in: str
    but: tuple[str, ...] = ()


def dated(law: LawText) -> Iterator[Dated]:
    """In the order of the text."""
    for node in law.enacted():
        for words in law.own(node):
            text = law.text[words.start : words.end]
            cuts = [0, *(one.end() for one in _sentence.finditer(text)), len(text)]
            for begin, end in pairwise(cuts):
                for pattern in (_begins, _ends):
                    match = pattern.search(text, begin, end)
                    if match is None:
                        continue
                    found = [one.iso for one in dates(text[match.start() : end], law.language)]
                    day = next((_day(iso) for iso in found if iso and _day(iso)), None)
                    if day is None:
                        continue
                    start, stop = words.start + begin, words.start + match.start()
                    taken_out = _but.search(law.text, start, stop)
                    but = law.places(taken_out.end(), stop) if taken_out else []
                    if taken_out is not None and not but:
                        # It is not of all of it, and nothing tells of what not.
                        continue
                    stop = taken_out.start() if taken_out else stop
                    targets = law.places(start, stop)
                    if not targets and _whole.search(law.text, start, stop):
                        targets = [law.work.urn]
                    for urn in targets:
                        yield Dated(urn, pattern is _begins, day, node.urn, tuple(but))


def _day(iso: str) -> date | None:
    try:
        return date.fromisoformat(iso)
    except ValueError:
        return None
