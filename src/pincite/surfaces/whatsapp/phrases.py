"""The fixed words of this surface, by language, and the wishes that it understands."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from pincite.answer.messages import DEFAULT
from pincite.errors import ROWS

_not_a_word = re.compile(r"[^\w]+")


class Wish(StrEnum):
    STOP = "stop"
    START = "start"
    HELP = "help"
    THANKS = "thanks"


class Wished(NamedTuple):
    wish: Wish
    language: str


@cache
def languages() -> tuple[str, ...]:
    """The languages that there are words in, the default first."""
    names = (
        file.name for file in (resources.files("pincite.surfaces.whatsapp") / "words").iterdir()
    )
    codes = {name.removesuffix(".toml") for name in names if name.endswith(".toml")}
    return (DEFAULT, *sorted(codes - {DEFAULT}))


@cache
def phrases(language: str) -> dict[str, dict[str, Any]]:
    """Those of a language; of the default where there are none in it."""
    name = f"{language if language in languages() else DEFAULT}.toml"
    path = resources.files("pincite.surfaces.whatsapp") / "words" / name
    return tomllib.loads(path.read_text(encoding="utf-8"))


def say(language: str, key: str, **values: object) -> str:
    return phrases(language)["say"][key].format(**values).strip()


def error(language: str, code: str) -> str:
    return phrases(language)["error"].get(code) or ROWS[code].whatsapp


def language_name(code: str, language: str) -> str:
    """What a language is called in a language."""
    names: dict[str, str] = phrases(language)["language"]
    return names.get(code) or names["other"]


def wished(text: str, likely: str) -> Wished | None:
    """The wish that a whole message is; a word of two languages is of the likelier one."""
    words = _not_a_word.sub(" ", text.casefold()).strip() or text.strip()
    if words == "?":
        return Wished(Wish.HELP, likely)
    for language in dict.fromkeys((likely, *languages())):
        for wish, known in _wishes(language):
            if words in known:
                return Wished(wish, language)
    return None


def language_of_number(number: str) -> str:
    """A guess, for who has written no words yet."""
    for language in languages():
        if number.startswith(tuple(phrases(language)["number"]["begins"])):
            return language
    return DEFAULT


def _wishes(language: str) -> Iterator[tuple[Wish, list[str]]]:
    for wish in Wish:
        yield wish, phrases(language)["wish"][wish.value]
