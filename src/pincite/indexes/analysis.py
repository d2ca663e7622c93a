"""The words that a chunk can be found by: its lemmas, its forms, and the parts of its compounds."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from pincite.indexes.records import IndexedChunk
from pincite.text.languages import Language, language
from pincite.text.words import forms

# What the analysis does is part of what an index was made by.
RULES = "1"

# Headings under which an act speaks of itself alone: its name, its beginning, its contents.
_of_itself = re.compile(
    r"(?:\W*\w{1,6}\.\s+(?:gr\.\s+(?:\w\.\s+)?)?)?"
    r"(?:(?:short )?title(?: and .*)?|citation|(?:date of )?commencement|arrangement of sections|"
    r"table of contents|gildistaka.*|heiti(?: laga.*)?)\W*",
    re.IGNORECASE,
)


def speaks_of_itself(heading: str) -> bool:
    """By the last part of a heading's path."""
    return bool(_of_itself.fullmatch(heading.rpartition(" › ")[2]))


class Analysed(NamedTuple):
    """The words of a chunk, by the field of the index that they go to."""

    title: list[str]
    heading: list[str]
    text: list[str]
    form: list[str]
    part: list[str]


def analyse(chunk: IndexedChunk, code: str) -> Analysed:
    rules = language(code)
    own = forms(chunk.text)
    return Analysed(
        list(_lemmas(chunk.title, code)),
        list(_lemmas(chunk.heading, code)),
        _lemmatised(own, rules),
        own,
        [part for form in own for part in rules.parts(form)],
    )


@lru_cache(1 << 14)
def _lemmas(text: str, code: str) -> tuple[str, ...]:
    """Titles and headings come again and again."""
    return tuple(_lemmatised(forms(text), language(code)))


def _lemmatised(own: list[str], rules: Language) -> list[str]:
    return [lemma for form in own for lemma in rules.lemmas(form)]
