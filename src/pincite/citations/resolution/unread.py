"""Finds signs of sources that no rule reads (a treatise, a debate), which an Id. may mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from heapq import merge

from pincite.citations.reading import CitableText, Span
from pincite.citations.scanning.automaton import Longest, longest
from pincite.model.mention import Mention

# Each is in a citation and hardly ever in a sentence: words that it has, and what must be there.
_SIGNS = {
    "Restatement ": r"(?:\((?:First|Second|Third|Fourth)\)|of)",
    "Cong. Rec": "",
    "Cong. Globe": "",
    "Congressional Rec": "",
    "Congressional Globe": "",
    "Rep. No.": "",
    "R. Doc. No.": "",
    "S. Doc. No.": "",
    "Federalist No": "",
    "Federalist, No": "",
    "The Federalist": "",
    " ed.": r"(?: (?:1[6-9]|20)[0-9]{2})?\)",
    " eds.": r"(?: (?:1[6-9]|20)[0-9]{2})?\)",
    "Hearing on ": r"[^\n;]{0,300}?[0-9]",
    "Hearings on ": r"[^\n;]{0,300}?[0-9]",
    "Hearing before ": r"[^\n;]{0,300}?[0-9]",
    "Hearings before ": r"[^\n;]{0,300}?[0-9]",
    "Op. Att": "",
    "Blackstone, Commentaries": "",
    "nte, at ": "[0-9]",
    "nte, p": r"p?\. ?[0-9]",
    "ost, at ": "[0-9]",
    "ost, p": r"p?\. ?[0-9]",
    "(1": r"[6-9][0-9]{2}\)",
    "(20": r"[0-9]{2}\)",
    "Practice § ": "[0-9]",
    "Procedure § ": "[0-9]",
    "Evidence § ": "[0-9]",
    "Contracts § ": "[0-9]",
    "Torts § ": "[0-9]",
}
_behind = {words: re.compile(pattern) for words, pattern in _SIGNS.items()}
_mark = re.compile(r"\[\*?[0-9]{1,5}\]")
_MARK = 12


def unread(reading: CitableText, mentions: Iterable[Mention]) -> list[Span]:
    """In order; none touches a mention."""
    found: list[Span] = []
    spans = ((mention.start, mention.end) for mention in mentions)
    signs = ((start, end, True) for start, end in _signs(reading.text))
    taken = 0
    for start, end, *sign in merge(spans, signs):
        if not sign:
            taken = max(taken, end)
            while found and found[-1][1] > start:
                found.pop()
        elif start >= taken and not _of_mention(reading.text, taken, start):
            found.append((start, end))
    return found


def _signs(text: str) -> Iterator[Span]:
    for last, words in _words().iter_long(text):
        if match := _behind[words].match(text, last + 1):
            yield last + 1 - len(words), match.end()


@cache
def _words() -> Longest:
    return longest(_SIGNS)


def _of_mention(text: str, taken: int, start: int) -> bool:
    """Whether a bracket opens right behind a mention, but for a mark of a page: its year."""
    if text[start] != "(" or start - taken > _MARK:
        return False
    return not _mark.sub("", text[taken:start]).strip(" ,")
