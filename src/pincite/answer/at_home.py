"""The place of a question whose law is all that is held: "in Zimbabwe" tells acts of Zimbabwe
nothing, and some of them speak of little else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from pincite.answer.names import countries

_LAW = r"(?:['’]s)?(?: law| laws| lögum)?"


def without_home(question: str, jurisdictions: Sequence[str]) -> str:
    """The question without "in" or "under" the one country that all the law held is of."""
    if not jurisdictions:
        return question
    left = question
    for country in countries():
        if all(f"{held}-".startswith(f"{country.code}-") for held in jurisdictions):
            left = _placed(country.said).sub("", left)
    left = left.strip(" ,")
    return left if re.search(r"\w", left) else question


@cache
def _placed(names: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(names, key=len, reverse=True)
    every = "|".join(map(_inflected, longest_first))
    return re.compile(
        rf",?\s*\b(?:here )?(?:in|within|under|á|í|undir|samkvæmt) (?:the )?(?:{every}){_LAW}"
        rf"(?![\w-])",
        re.IGNORECASE,
    )


def _inflected(name: str) -> str:
    """A name, or an adjective ("íslenskur"), in any case of Icelandic."""
    if name.endswith("skur"):
        return rf"{re.escape(name[:-2])}(?:u[rm]?|a[rn]?|ri|ra|t)?"
    return rf"{re.escape(name)}(?:i|s)?"
