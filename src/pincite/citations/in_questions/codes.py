"""Titles of a code as questions name them: "9 U.S.C.", "title 17", "Hospitals and Asylums, U.S.
Code", "D.C. Code title 36 (Trade Practices)"."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterator
from importlib import resources
from typing import Any, NamedTuple

from pincite.citations.in_questions.works import Meant
from pincite.citations.reading import Locale
from pincite.citations.scanning.folding import typed
from pincite.citations.works.titled import TitledWork
from pincite.citations.works.titles import WorkTitles

_GRAMMARS = ("us-dc", "us")
_number = r"(?P<title>\d{1,2}[A-Za-z]?)(?!\w|[.:-]\d|,? ?§)"
_title = rf"(?:title|tit\.?) {_number}"
# "Title 24—HOSPITALS AND ASYLUMS", "Title 11. Organization … of the Courts. [Enacted title]"
_heading = re.compile(r"Title \w{1,4}(?:-\w+)?[.—–-] ?(?P<heading>.+?)\.?(?: ?\[[^\]]*\])?")
_joining = re.compile(r"[\s,;:().\[\]—–-]+|(?<!\w)(?:the|of|title|tit)(?!\w)")
_AROUND = 2
_SMALL = 3


class Code(NamedTuple):
    """What a code is called in the country that has it, and the URN of its titles."""

    jurisdiction: str
    name: re.Pattern[str]
    written: re.Pattern[str]
    target: str

    def work(self, title: str, titles: WorkTitles) -> TitledWork:
        """A title of it, held or not."""
        urn = f"urn:lex:{self.target.format(title=title.upper())}"
        return titles.works.get(urn) or TitledWork(urn, "", self.jurisdiction)


@functools.cache
def codes() -> tuple[Code, ...]:
    return tuple(_code(name) for name in _GRAMMARS)


def _code(name: str) -> Code:
    file = resources.files("pincite.citations") / "grammars" / f"{name}.toml"
    grammar: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    # Dots may be left out, and a space after one.
    names = "|".join(
        re.escape(written).replace(r"\.", r"\.? ?").replace(r"\ ", r" ?")
        for written in grammar["code"]["names"]
    )
    named = rf"(?<!\w)(?:{names})(?!\w)"
    written = (
        rf"(?<!\w)(?:{_title}(?:[,—–-]? (?:of )?(?:the )?{named})?"
        rf"|{named},? (?:(?:title|tit\.?) )?{_number.replace('?P<title>', '?P<title2>')}"
        rf"|(?P<title3>\d{{1,2}}) {named}(?! ?(?:§|app|sec|s\.? \d|ss|\d)))"
    )
    return Code(
        grammar["jurisdiction"],
        re.compile(named, re.IGNORECASE),
        re.compile(written, re.IGNORECASE),
        grammar["code"]["title"],
    )


def alone(query: str, titles: WorkTitles, locale: Locale) -> Meant | None:
    """The title of a code that the whole question names, by number, by heading or by both."""
    for code in _here(locale, titles):
        number = code.written.search(query)
        rest = query[: number.start()] + query[number.end() :] if number else query
        named = bool(code.name.search(query))
        if number is not None and not (named or _at_home(code, locale)):
            continue
        left = _joining.sub(" ", typed(code.name.sub(" ", rest))).split()
        if number is not None:
            work = code.work(_written_number(number), titles)
            if not left or left == _words(heading_of(work)):
                return Meant(0, len(query), (work,), numbered=True)
            continue
        # A heading alone is the title's name where it is written as one.
        told = named or "title" in typed(query).split()
        told = told or all(word[0].isupper() for word in query.split() if len(word) > _SMALL)
        for work in titles.works.values():
            if work.jurisdiction == code.jurisdiction and (heading := _words(heading_of(work))):
                enough = named or "title" in typed(query).split() or len(heading) >= _AROUND
                if left == heading and told and enough:
                    return Meant(0, len(query), (work,))
    return None


def within(query: str, titles: WorkTitles, locale: Locale) -> Iterator[Meant]:
    """The titles that a question names by number, whatever else it asks."""
    done = 0
    for code in _here(locale, titles):
        for match in code.written.finditer(query):
            told = code.name.search(match[0]) or _at_home(code, locale)
            if told and match.start() >= done:
                done = match.end()
                work = code.work(_written_number(match), titles)
                yield Meant(*match.span(), (work,), numbered=True)


def is_code(name: str) -> bool:
    """Whether a name is that of a whole code, of which titles are held or not."""
    return any(code.name.fullmatch(name) for code in codes())


def heading_of(work: TitledWork) -> str:
    """What a title of a code is about, by its heading; "" for any other work."""
    match = _heading.fullmatch(work.title)
    return match["heading"] if match else ""


def _words(heading: str) -> list[str]:
    return _joining.sub(" ", typed(heading)).split()


def _written_number(match: re.Match[str]) -> str:
    return match["title"] or match["title2"] or match["title3"]


def _here(locale: Locale, titles: WorkTitles) -> list[Code]:
    """The codes of the jurisdictions around, the tightest first; where nobody said, those held."""
    places = locale.jurisdictions() or titles.jurisdictions
    return [code for code in codes() if code.jurisdiction in places]


def _at_home(code: Code, locale: Locale) -> bool:
    """Whether "title 17" is one of this code."""
    return locale.jurisdictions()[:1] == (code.jurisdiction,)
