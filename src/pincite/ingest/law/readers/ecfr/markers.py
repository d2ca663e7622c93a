"""Where the designations of a paragraph stand: "(a)(1)", "(a) Scope—(1)", "(b)-(d)", "1."."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.ingest.law.readers.ecfr.words import EcfrParagraph
from pincite.ingest.succession import LABEL, LETTER, NUMBER, ROMAN, UPPER, Ordinal, first, readings

_bracketed = re.compile(rf"\s*\((?P<label>{LABEL})\)")
_dotted = re.compile(r"\s*(?P<label>\d{1,3}|[a-z]|[A-Z]|[ivxl]{2,6}|[IVXL]{2,6})\.(?=\s|$)")
_through = re.compile(
    rf"\s*(?:[-–—]|through)\s*\((?P<label>{LABEL})\)(?=\W{{0,3}}\[Reserved\])", re.I
)
# Between a paragraph's own heading, in italics, and its first sub-paragraph.
_dash = re.compile(r"[\s.:]*[—–]\s*(?=\()|(?<=[—–])\s*(?=\()")
_LEVELS = 6


@dataclass(frozen=True, slots=True)
class Scheme:
    """Which designations a kind of text uses."""

    bracketed: bool
    dotted: bool
    styles: frozenset[str]


# 1 CFR 21.11: (a) (1) (i) (A) (1) (i), the last two in italics.
SECTION = Scheme(True, False, frozenset({LETTER, NUMBER, ROMAN, UPPER[LETTER]}))
# Comments of an official interpretation: 1. i. A. 1. i.
COMMENT = Scheme(False, True, frozenset({NUMBER, ROMAN, UPPER[LETTER]}))
APPENDIX = Scheme(True, True, frozenset({LETTER, NUMBER, ROMAN, UPPER[LETTER], UPPER[ROMAN]}))


@dataclass(frozen=True, slots=True)
class EcfrMarker:
    """A designation of a paragraph. `last` is the label that the next one follows: the end of
    "(b)-(d)"."""

    label: str
    last: str
    num: str
    start: int
    end: int
    italic: bool
    bracketed: bool

    @property
    def name(self) -> str:
        return self.label if self.last == self.label else f"{self.label}-to-{self.last}"


def ordinals(label: str, scheme: Scheme) -> list[Ordinal]:
    return [ordinal for ordinal in readings(label) if ordinal.style in scheme.styles]


def markers(paragraph: EcfrParagraph, scheme: Scheme) -> list[EcfrMarker]:
    """The designations with which a paragraph begins, and those after each one's own heading."""
    designations: list[EcfrMarker] = []
    at = 0
    while len(designations) < _LEVELS and (marker := _marker(paragraph, at, scheme)) is not None:
        designations.append(marker)
        at = marker.end
        if not marker.bracketed or marker.last != marker.label:
            break
        following = _after_heading(paragraph, at)
        if following > at:
            inner = _marker(paragraph, following, scheme)
            if inner is None or not any(map(first, ordinals(inner.label, scheme))):
                break
            at = following
    return designations


def _marker(paragraph: EcfrParagraph, at: int, scheme: Scheme) -> EcfrMarker | None:
    match = _bracketed.match(paragraph.text, at) if scheme.bracketed else None
    if match is None and scheme.dotted and at == 0:
        match = _dotted.match(paragraph.text)
    if match is None or not ordinals(match["label"], scheme):
        return None
    label, end = match["label"], match.end()
    bracketed = paragraph.text[end - 1] == ")"
    last = label
    if bracketed and (through := _through.match(paragraph.text, end)):
        last, end = through["label"], through.end()
    italic = paragraph.italic(*match.span("label"))
    num = paragraph.text[match.start() : end].strip()
    return EcfrMarker(label, last, num, match.start(), end, italic, bracketed)


def _after_heading(paragraph: EcfrParagraph, at: int) -> int:
    """Where a sub-paragraph may stand after "Heading—" in italics; `at` where there is none."""
    start = at
    while paragraph.text[start : start + 1].isspace():
        start += 1
    for first_char, last_char in paragraph.italics:
        if first_char <= start < last_char and (dash := _dash.match(paragraph.text, last_char)):
            return dash.end()
    return at
