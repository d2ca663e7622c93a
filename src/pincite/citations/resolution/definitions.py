"""Names given to a source as it is cited: "[hereinafter Report]", "(the “Act”)", "(Brown II)"."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from pincite.citations.reading import Reading
from pincite.citations.resolution.antecedents import LAWS
from pincite.model.mention import Form, Mention


class Defined(NamedTuple):
    """From `at` on, `term` means what that mention, by its index, means."""

    term: str
    at: int
    mention: int


_CLAUSE = 200
_hereinafter = re.compile(
    r"[\[(]\s?(?:collectively,? )?hereinafter,? (?:referred to as |cited as |called )?"
    r"(?:the )?[\"“‘']?(?:the )?(?P<term>[^\])\"”“\n]{2,80}?)[\"”’']?,?\s?[\])]",
    re.IGNORECASE,
)
_quoted = re.compile(
    r"[,\s]{0,2}\((?:or |the |collectively,? |hereinafter,? )?(?:the )?[\"“](?:the )?"
    r"(?P<term>[A-Z][^\"”“()\n]{1,60}?),?[\"”]\)"
)
_sentence_end = re.compile(r"[a-z0-9)\]”\"]\. [A-Z]|\n")
_brackets = re.compile(r"\([^()]{0,120}\)")
_law = re.compile(
    r"\b(?:Acts?|Codes?|Rules?|Regulations?|Statutes?|Laws?|Orders?|Ordinances?|Amendments?|Title|"
    r"Convention|Treaty|Constitution|Guidelines|Charter|[A-Z]{2,}[A-Za-z]*)\b"
)
_numbered = re.compile(r"\s?[(\[](?P<term>[A-Z][\w.'’&\- ]{1,40} (?:I{1,3}|IV|V))[)\]]")


def defined(reading: Reading, mentions: Sequence[Mention]) -> list[Defined]:
    """In order."""
    text = reading.text
    found: list[Defined] = []
    ends = [one.end for one in mentions]
    for match in _hereinafter.finditer(text) if "ereinafter" in text else ():
        index = bisect_right(ends, match.start()) - 1
        if index >= 0 and _names(text, mentions[index], match.start(), match["term"]):
            found.append(Defined(match["term"].strip(), match.end(), index))
    for index, mention in enumerate(mentions):
        shape = _quoted.match(text, mention.end) or _numbered.match(text, mention.end)
        if shape is not None and _names(text, mention, mention.end, shape["term"]):
            found.append(Defined(shape["term"].strip(), shape.end(), index))
    return sorted(found, key=lambda one: one.at)


def _names(text: str, mention: Mention, at: int, term: str) -> bool:
    """Whether a term given at this place names the source: it is given in the same sentence, and a
    law's right behind it, for laws are cited in defining boards and officers too."""
    if not mention.key or mention.form not in (Form.FULL, Form.NAME):
        return False
    gap = text[mention.end : min(at, mention.end + _CLAUSE + 1)]
    if mention.kind not in LAWS:
        return len(gap) <= _CLAUSE and not _sentence_end.search(gap)
    return not _brackets.sub("", gap).strip(" ,") and bool(_law.search(term))
