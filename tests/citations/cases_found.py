"""What `cases` reads in a text, with the words of each."""

from __future__ import annotations

from typing import NamedTuple

from pincite.citations.cases import cases
from pincite.citations.reading import raw_reading
from pincite.model.mention import Mention


class Found(NamedTuple):
    words: str
    mention: Mention


def found(text: str) -> list[Found]:
    reading = raw_reading(text)
    return [Found(reading.text[one.start : one.end], one) for one in cases(reading)]


def words(text: str) -> list[str]:
    return [one.words for one in found(text)]


def only(text: str) -> Found:
    (one,) = found(text)
    return one
