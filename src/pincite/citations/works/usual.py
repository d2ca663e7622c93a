"""What works are usually called, beside their titles: usual_names/, one file a jurisdiction.

A file names its jurisdiction and language, what the country is `called` beside its laws, and works:

    jurisdiction = "is"
    language = "is"
    called = ["Íslands"]

    [[work]]
    of = "19-1940"                  # its URN without "urn:lex:is:"; a part of a code is one too
    title = "Almenn hegningarlög"
    names = ["hegningarlögin"]      # any case of an Icelandic name stands for all of them
    short = ["alm. hgl.", "hgl."]   # as they are; the last dot may be left out

    [[example]]
    asks = "211. gr. alm. hgl."
    means = "19-1940:211"

and what people call a place whose laws name it otherwise:

    [[place]]
    title = "eThekwini"
    names = ["Durban"]

A name counts in questions, not in texts, and only where no work held has it for its title.
"""

from __future__ import annotations

import functools
import tomllib
from importlib import resources
from typing import Any, NamedTuple

from pincite.citations.icelandic.declension import inflected

_PACKAGE = "pincite.citations"
_FOLDER = "usual_names"


class UsualWork(NamedTuple):
    """A work by its URN, with all that it is usually called."""

    urn: str
    title: str
    names: tuple[str, ...]


class UsualPlace(NamedTuple):
    """A place as titles of law name it, with what else it is called."""

    title: str
    names: tuple[str, ...]


class UsualNames(NamedTuple):
    """The names of one jurisdiction. `examples` are (question, the URNs that it means)."""

    jurisdiction: str
    language: str
    called: tuple[str, ...]
    works: tuple[UsualWork, ...]
    examples: tuple[tuple[str, tuple[str, ...]], ...]
    places: tuple[UsualPlace, ...]


@functools.cache
def usual_names() -> dict[str, UsualNames]:
    """By jurisdiction."""
    files = resources.files(_PACKAGE).joinpath(_FOLDER).iterdir()
    found = [
        _parsed(tomllib.loads(file.read_text(encoding="utf-8")))
        for file in sorted(files, key=lambda file: file.name)
        if file.name.endswith(".toml")
    ]
    return {names.jurisdiction: names for names in found}


def _parsed(data: dict[str, Any]) -> UsualNames:
    home, language = data["jurisdiction"], data["language"]
    return UsualNames(
        home,
        language,
        tuple(data.get("called", ())),
        tuple(
            UsualWork(f"urn:lex:{home}:{work['of']}", work["title"], _all_names(work, language))
            for work in data.get("work", ())
        ),
        tuple(
            (example["asks"], tuple(f"urn:lex:{home}:{urn}" for urn in example["means"].split()))
            for example in data.get("example", ())
        ),
        tuple(UsualPlace(one["title"], tuple(one["names"])) for one in data.get("place", ())),
    )


def _all_names(work: dict[str, Any], language: str) -> tuple[str, ...]:
    names: list[str] = list(work.get("names", ()))
    if language == "is":
        names = [form for name in names for form in inflected(name)]
    short: list[str] = list(work.get("short", ()))
    return tuple(dict.fromkeys((*names, *short, *(name.removesuffix(".") for name in short))))
