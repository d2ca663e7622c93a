"""The day that an English clause says."""

from __future__ import annotations

import re

from pincite.graph.dates import dates

# A day to count from, one of two, or the day of something else.
_counted = re.compile(
    r"\b(?:days?|weeks?|months?|years?|quarter)\b[^;]*?\b(?:after|following|from|before|beginning)\b|"
    r"\b(?:earlier|later|latter) of\b|\b(?:expiration|expiry|completion|entry into|pending on)\b",
    re.IGNORECASE,
)
_effective = re.compile(r"[“\"(\s]*(?:\w*\)\s*)?effective ([^,]{4,14}, \d{4}),", re.IGNORECASE)
_NEAR = 160


def day_after(text: str, start: int, end: int) -> str:
    """The first that is named after a verb, unless it is one to count from."""
    words = text[start : min(end, start + _NEAR)]
    found = next(iter(dates(words, "en")), None)
    return "" if found is None or _counted.search(words, 0, found.start) else found.iso


def day_before(text: str, start: int, verb: int) -> str:
    """That of a sentence that begins with it: "Effective October 1, 1997, section 5 is …"."""
    effective = _effective.match(text, start, verb)
    return day_after(text, *effective.span(1)) if effective else ""
