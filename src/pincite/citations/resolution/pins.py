"""What a pinpoint points at (a page, a paragraph, a line, a section), and what can have such."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple


class Measure(StrEnum):
    """What a pinpoint counts."""

    NONE = ""
    PAGE = "page"
    STAR = "star page"
    PARAGRAPH = "paragraph"
    LINE = "line"
    SECTION = "section"
    BELOW = "part of a section"
    NOTE = "footnote"
    OTHER = "other"


class MeasuredPin(NamedTuple):
    """`number` is the first page or paragraph, -1 where there is none; `section` the first section
    as it is written, `below` the labels behind it: "§ 1985(3)" has section 1985 and below ("3",).
    """

    measure: Measure
    number: int = -1
    section: str = ""
    below: tuple[str, ...] = ()


NO_PIN = MeasuredPin(Measure.NONE)
_MOST = 80
_LABEL = r"\((?:[0-9]{1,4}|[A-Za-z]{1,5})(?:-[0-9]{1,2})?\)"
_pin = re.compile(
    r"[\s,.]{0,4}(?:at\s{1,2})?(?:pp?\.\s{0,2}|pages?\s)?(?:"
    r"\*{1,3}\s?(?P<star>[0-9]{1,6})"
    r"|(?:¶{1,2}|paras?\.?|paragraphs?)\s{0,2}(?P<paragraph>[0-9]{1,6})"
    r"|(?:§{1,2}|sections?|secs?\.|ss?\.)\s{0,2}(?P<section>[0-9][\w.\-:]{0,20}[\w]|[0-9])"
    r"|(?P<line>[0-9]{1,6}):[0-9]{1,3}"
    r"|(?:nn?\.|fn\.?|notes?)\s{0,2}(?P<note>[0-9]{1,4})"
    r"|(?P<page>[0-9]{1,6})[a-z]{0,2}(?![\w])"
    rf"|(?P<below>{_LABEL})"
    r"|(?P<other>[A-Za-z0-9]))",
    re.IGNORECASE,
)
_labels = re.compile(rf"\s?({_LABEL})")
_MEASURES = {
    "star": Measure.STAR,
    "paragraph": Measure.PARAGRAPH,
    "section": Measure.SECTION,
    "line": Measure.LINE,
    "note": Measure.NOTE,
    "page": Measure.PAGE,
    "below": Measure.BELOW,
    "other": Measure.OTHER,
}


def pin_of(words: str) -> MeasuredPin:
    """Of the words behind a citation's core: ", at 593–594", " § 1985(3)", " ¶ 12"."""
    match = _pin.match(words, 0, _MOST)
    if match is None or match.lastgroup is None:
        return NO_PIN
    measure = _MEASURES[match.lastgroup]
    pinned = match[match.lastgroup]
    if measure is Measure.SECTION:
        return MeasuredPin(measure, -1, pinned, labels(words[match.end() : _MOST]))
    if measure is Measure.BELOW:
        return MeasuredPin(measure, -1, "", labels(words[match.start("below") : _MOST]))
    return MeasuredPin(measure, int(pinned) if pinned.isdecimal() else -1)


def labels(words: str) -> tuple[str, ...]:
    """The labels in brackets that the words begin with: "(b)(1) and" has b and 1."""
    found: list[str] = []
    at = 0
    while match := _labels.match(words, at):
        found.append(match[1][1:-1])
        at = match.end()
    return tuple(found)
