"""The words of Icelandic references, as grammars/is.toml lists them."""

from __future__ import annotations

import functools
import tomllib
from importlib import resources
from typing import NamedTuple, cast


class Head(NamedTuple):
    """A noun that names laws, in four cases, bare and with the article.

    `series` is the name of the series its numbers belong to, "" for that of the laws."""

    kind: str
    series: str
    bare: tuple[str, ...]
    article: tuple[str, ...]


class Adjective(NamedTuple):
    """One that stands before such a noun, in four cases, and before one with the article."""

    strong: tuple[str, ...]
    weak: str


class IcelandicWords(NamedTuple):
    """What grammars/is.toml says."""

    heads: tuple[Head, ...]
    adjectives: dict[str, Adjective]
    """By each of its forms."""
    units: dict[str, tuple[str, ...]]
    whole: frozenset[str]
    """Those of the units that are written out, without a dot."""
    letters: tuple[str, ...]
    this_unit: dict[str, tuple[str, ...]]
    this_law: tuple[str, ...]
    that_law: tuple[str, ...]
    temporary: tuple[str, ...]
    between: tuple[str, ...]
    other: tuple[str, ...]
    abbreviated: dict[str, str]


@functools.cache
def icelandic_words() -> IcelandicWords:
    file = resources.files("pincite.citations").joinpath("grammars", "is.toml")
    data = cast("dict[str, dict[str, list[str]]]", tomllib.loads(file.read_text("utf-8")))
    heads = cast("list[dict[str, list[str]]]", data["head"])
    listed = cast("list[dict[str, list[str]]]", data["adjective"])
    adjectives = [
        Adjective(tuple(adjective["strong"]), str(adjective["weak"])) for adjective in listed
    ]
    return IcelandicWords(
        tuple(
            Head(
                str(head["kind"]),
                str(head.get("own_series", "")),
                tuple(head["bare"]),
                tuple(head["article"]),
            )
            for head in heads
        ),
        {
            form: adjective
            for adjective in adjectives
            for form in (*adjective.strong, adjective.weak)
        },
        {unit: (*words, *data["written_out"][unit]) for unit, words in data["units"].items()},
        frozenset(word for words in data["written_out"].values() for word in words),
        tuple(data["letters"]["item"]),
        {unit: tuple(words) for unit, words in data["this"].items()},
        tuple(data["words"]["of_this_law"]),
        tuple(data["words"]["of_that_law"]),
        tuple(data["words"]["temporary"]),
        tuple(data["words"]["between"]),
        tuple(data["words"]["other"]),
        cast("dict[str, str]", data["abbreviated"]),
    )
