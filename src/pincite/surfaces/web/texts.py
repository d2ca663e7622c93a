"""The words of the page, by language, from the files beside this one."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any, cast

from fastapi import Request

from pincite.answer.messages import message

LANGUAGES = ("en", "is")
COOKIE = "pincite_lang"
_DAY = 10


@cache
def catalogue(language: str) -> dict[str, dict[str, str]]:
    file = resources.files("pincite.surfaces.web") / "words" / f"{language}.toml"
    return cast("dict[str, dict[str, str]]", tomllib.loads(file.read_text(encoding="utf-8")))


class Words:
    """`words("ask.button")` in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._said = catalogue(language)

    def __call__(self, name: str, /, **values: object) -> str:
        group, _, key = name.partition(".")
        return self._said[group][key].format(**values)

    def known(self, group: str, key: str) -> str:
        """What a value of the library is called here; the value itself where it has no name."""
        return self._said[group].get(key.replace(" ", "_"), key)

    def count(self, name: str, number: int, /, **values: object) -> str:
        """`name_one` or `name_many`. In Icelandic 21 counts as one, and 11 as many."""
        one = number == 1
        if self.language == "is":
            one = number % 10 == 1 and number % 100 != 11
        return self(f"{name}_{'one' if one else 'many'}", number=number, **values)

    def day(self, iso: str | None) -> str:
        """'1 April 2024', '1. apríl 2024'; what is no whole date stays as it is."""
        year, *rest = (iso or "")[:_DAY].split("-")
        if len(rest) != 2:
            return iso or ""
        month = self("date.months").split()[int(rest[0]) - 1]
        return self("date.day", day=int(rest[1]), month=month, year=year)


def unchecked(reply: dict[str, Any]) -> tuple[str, ...]:
    """The sentences that a model wrote for an answer, each behind its mark; none unless the
    settings ask for them."""
    every = reply["answer"].get("unchecked_wording", ()) if reply["answer"] else ()
    return tuple(
        message(reply["language"], "wording", "marked", words=wording["text"]) for wording in every
    )


def language_of(request: Request) -> str:
    """By the address, the cookie, or what the browser prefers; else English."""
    for asked in (request.query_params.get("lang"), request.cookies.get(COOKIE)):
        if asked in LANGUAGES:
            return asked
    return _preferred(request.headers.get("accept-language", ""))


def _preferred(header: str) -> str:
    best, weight = LANGUAGES[0], 0.0
    for choice in header.split(","):
        name, _, rest = choice.strip().partition(";")
        code = name.strip().lower().partition("-")[0]
        try:
            given = float(rest.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if code in LANGUAGES and given > weight:
            best, weight = code, given
    return best
