"""Reads from the D.C. Code's own words whether a provision is repealed, expired or the like."""

from __future__ import annotations

import re

_STANDINGS = frozenset(
    {
        "repealed", "expired", "transferred", "omitted", "not funded", "abolished", "reserved",
        "renumbered", "terminated", "unconstitutional", "superseded", "vacant", "redesignated",
    }
)  # fmt: skip
_bracketed = re.compile(r"\[([A-Z][a-z ]+)\]\.?$")
# A version of a section kept beside the one in force: it begins by saying so.
NOT_CURRENT = "not current"
_outdated = re.compile(r"\s*\*NOTE: This codification is\s+not\s+the most current")


def standing(words: str) -> str:
    """'Repealed' or '[Not funded].' → the standing; '' for any other words."""
    if len(words) > 20:
        return ""
    stated = words.strip("[]. \n").lower()
    return stated if stated in _STANDINGS else ""


def standing_of_heading(heading: str) -> str:
    match = _bracketed.search(heading)
    return standing(match[1]) if match else ""


def says_not_current(words: str) -> bool:
    return "*NOTE" in words[:20] and _outdated.match(words) is not None
