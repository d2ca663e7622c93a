"""The fixed messages of answers and refusals in each language, from the files in words/."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import cast

DEFAULT = "en"
MessageCatalogue = dict[str, dict[str, str]]


@cache
def languages() -> tuple[str, ...]:
    """The languages that there are words in."""
    folder = resources.files("pincite.answer") / "words"
    names = (file.name for file in folder.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def catalogue(language: str) -> MessageCatalogue:
    """The words of a language; English where there are none in it."""
    name = f"{language if language in languages() else DEFAULT}.toml"
    text = (resources.files("pincite.answer") / "words" / name).read_text(encoding="utf-8")
    return cast("MessageCatalogue", tomllib.loads(text))


def message(language: str, group: str, key: str, **values: object) -> str:
    """One message in a language, with the values set in."""
    return catalogue(language)[group][key].format(**values)
