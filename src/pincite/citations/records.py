"""Citations of the papers of the case itself: Compl. ¶ 12, Dkt. No. 45 at 3, Smith Dep. 22:1."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from pincite.citations.reading import Reading
from pincite.citations.scanning.longest import Longest, longest
from pincite.model.mention import CitedKind, Form, Mention


class _Paper(NamedTuple):
    """One [[paper]] of records.toml, under one of its words."""

    key: str
    words: str
    number: re.Pattern[str] | None
    pin: str
    whose: re.Pattern[str] | None
    needs_whose: bool
    person: bool
    volume: bool
    of: bool
    spelled: bool
    not_after: tuple[str, ...]


_BEFORE = 64
_TO = r"(?:\s?[-–—]\s?"
_ITEM = (
    r"(?:(?:¶{1,2}|§{1,2}|nn?\.|ll?\.)\s?)?(?!2d|3d|[0-9]{1,2}th)(?:"
    rf"[0-9]{{1,5}}:[0-9]{{1,3}}{_TO}[0-9]{{1,5}}(?::[0-9]{{1,3}})?)?"
    rf"|(?:[A-Z]{{1,2}}-?)?[0-9]{{1,6}}[abc]?{_TO}(?:[A-Z]{{1,2}}-?)?[0-9]{{1,6}}[abc]?)?"
    r"|[ivxl]{1,7})"
)
# A number before a reporter is a volume, not a page: "App. 12, 509 U.S. 579"; nor is a time of day.
_ENDS = (
    r"(?![\w:])(?!\.[0-9])(?!\s[A-Z&][\w.&'’]{0,12}\s(?:[A-Z0-9][\w.]{0,8}\s){0,3}[0-9])"
    r"(?!\s?[ap]\.\s?m)"
)
_pin = re.compile(
    rf",?\s(?P<said>(?:at\s)?pp?\.\s|at\s)?(?P<pin>{_ITEM}{_ENDS}"
    rf"(?:(?:,\s(?:and\s|&\s)?|\sand\s|\s&\s){_ITEM}{_ENDS}){{0,12}})"
)
_NUMBERS = {
    "docket": re.compile(r"\s?([0-9]{1,4}(?:-[0-9]{1,3})?)(?!\w|-[0-9])"),
    "exhibit": re.compile(
        r"\s(?:No\.\s)?([A-Z]{1,2}(?:-?[0-9]{1,4})?|[0-9]{1,4}(?:-[0-9]{1,4})?[A-Z]?)"
        r"(?:\s?[–-]\s?[A-Z0-9]{1,4})?(?![\w.]{0,20}[a-z&])(?!\w)"
    ),
    "stamp": re.compile(
        r"\s([A-Z][A-Z_-]{1,12}[0-9]{3,10}(?:\s?[-–]\s?[A-Z_-]{0,12}[0-9]{1,10})?)(?!\w)"
    ),
}
_matter = re.compile(
    r"\s(?:to|for)\s(?:[a-z]{1,3}\s)?[A-Z][\w.'’-]{1,20}(?:\s[A-Z][\w.'’-]{1,20}){0,3}"
)
_party = re.compile(
    r"\s(?P<whom>[A-Z](?:[^\n;:()0-9.]|(?<=[A-Z])\.|\.(?!\s[A-Z][a-z])){1,90}?)"
    r"(?:\sin\sNos?\.\s[0-9–-]{2,12},?)?(?=,?\s(?:at\s|pp?\.\s)?[0-9])"
)
_of_person = re.compile(
    r"\sof\s(?:[A-Z][\w.'’-]{0,20}\s){0,3}(?P<whom>[A-Z][\w'’-]{1,20})(?=[\s,])"
)
_person = re.compile(r"(?:\A|(?<=[\s(\[—“\"]))(?P<whom>[A-Z][\w'’-]{1,24}) \Z")
_volume = re.compile(
    r"(?:\A|[(\[;]\s?|[.?!”\"’]\s|\b(?:[Ss]ee|also|[Cc]f\.),?\s)(?P<volume>[0-9]{1,3}) \Z"
)
# "Cal. App. 12", "Ct. R. 5", "9 Ohio App. 12": the last word of another abbreviation.
_goes_before = re.compile(r"(?:\b[A-Z][\w'’]{0,4}\.|[0-9][a-z]{0,2}\.?|&|[0-9] [A-Z][a-z]{3,8}) \Z")
_standing = re.compile(r"(?:[(\[]|\b(?:[Ss]ee|[Cc]f\.|[Aa]lso|e\. ?g\.,)\s)\Z")
# "App. 12 users complained" counts users.
_ends_there = re.compile(r"[^\w\s]|\Z|\n|\s(?:[^\w\s]|and\b|with\b|or\b|to\b|[A-Z])")
_clause = re.compile(r"(?:[(\[\n]|[.?!;:”\"’)\]]\s|\b(?:[Ss]ee|[Cc]f\.|[Aa]lso|e\. ?g\.,)\s)\Z")


def records(reading: Reading) -> list[Mention]:
    """In order, none over another. `key` is the paper's normal form, without any pinpoint."""
    text = reading.text
    found: list[Mention] = []
    taken = 0
    papers = _papers()
    for last, words in _words().iter_long(text):
        mention = _mention(text, last + 1, papers[words])
        if mention is not None and mention.start >= taken:
            found.append(mention)
            taken = mention.end
    return found


def _mention(text: str, end: int, paper: _Paper) -> Mention | None:
    start = core = end - len(paper.words)
    if start and (text[start - 1].isalnum() or text[start - 1] in "-–_§."):
        return None
    before = text[max(0, start - _BEFORE) : start]
    if any(before.endswith(f"{word} ") for word in paper.not_after):
        return None
    said = _said(text, end, paper)
    if said is None:
        return None
    key, end = said
    whose = paper.whose.search(before) if paper.whose is not None else None
    if whose is not None:
        key = f"{_whose()[_plain(whose['whose'])]} {key}"
        start -= len(whose["whose"]) + 1
        before = text[max(0, start - _BEFORE) : start]
    elif paper.needs_whose:
        return None
    if paper.person:
        whom = _person.search(before)
        if whom is not None and whom["whom"] not in _not_people():
            key, start = f"{whom['whom'].casefold()} {key}", start - len(whom[0])
        elif of := _of_person.match(text, end):
            key, end = f"{of['whom'].casefold()} {key}", of.end()
    elif paper.volume and (volume := _volume.search(before)):
        key, start = f"{volume['volume']} {key}", start - len(volume["volume"]) - 1
    elif paper.number is None and whose is None and _goes_before.search(before):
        return None
    pin = _pin.match(text, end)
    if paper.number is not None and not _is_said(pin):
        pin = None
    if not _enough(text, paper, pin, start, whosever=whose is not None):
        return None
    return Mention(
        start,
        pin.end() if pin else end,
        (core, end),
        CitedKind.RECORD,
        Form.FULL,
        key,
        pin["pin"] if pin else "",
        "paper of the case",
        (),
        {"paper": key},
    )


def _said(text: str, end: int, paper: _Paper) -> tuple[str, int] | None:
    """The paper's key with what follows its words and is part of its name, and where that ends."""
    if paper.number is not None:
        number = paper.number.match(text, end)
        return (f"{paper.key} {number[1].casefold()}", number.end()) if number else None
    if paper.words[-1].isalnum() and text[end : end + 1].isalnum():
        return None
    if not paper.of:
        return paper.key, end
    if paper.words.endswith((" for", " of")):
        party = _party.match(text, end)
        # "O. T. 1976" is the term of another case's brief.
        if party is None or party["whom"].endswith("T."):
            return None
        return f"{_plain(paper.words)} {_plain(party['whom'])}", party.end()
    matter = _matter.match(text, end)
    return (f"{paper.key}{_plain(matter[0])}", matter.end()) if matter else (paper.key, end)


def _plain(words: str) -> str:
    return words.casefold().replace("’", "'")


def _is_said(pin: re.Match[str] | None) -> bool:
    return pin is not None and (
        pin["said"] is not None or pin["pin"][0] in "¶§" or ":" in pin["pin"]
    )


def _enough(
    text: str, paper: _Paper, pin: re.Match[str] | None, start: int, *, whosever: bool
) -> bool:
    """Whether so much is said that the words cite a paper and do not just name one."""
    before = text[max(0, start - 16) : start]
    if pin is None:
        if paper.pin != "may":
            return False
        return not paper.spelled or whosever or bool(_standing.search(before))
    if _is_said(pin):
        return True
    if paper.pin == "said" or pin["pin"][0] in "ivxl":
        return False
    if not paper.spelled:
        return bool(_ends_there.match(text, pin.end()))
    after = text[pin.end() : pin.end() + 1]
    return (not after or after in ".,;)]\n") and (not start or bool(_clause.search(before)))


@cache
def _tables() -> dict[str, Any]:
    file = resources.files("pincite.citations") / "grammars" / "records.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def _not_people() -> frozenset[str]:
    return frozenset(_tables()["not_people"])


@cache
def _whose() -> dict[str, str]:
    """Each spelling of whose a paper is, and what is kept of it."""
    return {
        _plain(spelling): kept for kept, forms in _tables()["whose"].items() for spelling in forms
    }


@cache
def _papers() -> dict[str, _Paper]:
    """Each paper by each of its words, with either apostrophe."""
    return {
        spelling: _paper(paper, spelling)
        for paper in _tables()["paper"]
        for words in paper["words"]
        for spelling in (words, words.replace("'", "’"))
    }


@cache
def _words() -> Longest:
    return longest(_papers())


def _paper(paper: dict[str, Any], words: str) -> _Paper:
    return _Paper(
        key=paper["key"],
        words=words,
        number=_NUMBERS.get(paper.get("number", "")),
        pin=paper["pin"],
        whose=_before(paper.get("whose", ())),
        needs_whose=paper.get("needs_whose", False),
        person=paper.get("person", False),
        volume=paper.get("volume", False),
        of=paper.get("of", False),
        spelled=words in paper.get("spelled", ()),
        not_after=tuple(paper.get("not_after", ())),
    )


def _before(kept: Sequence[str]) -> re.Pattern[str] | None:
    """The longest of the spellings that the words before a paper may end with."""
    spellings = [one for name in kept for one in _tables()["whose"][name]]
    if not spellings:
        return None
    either = "|".join(
        re.escape(one).replace("'", "['’]") for one in sorted(spellings, key=len, reverse=True)
    )
    return re.compile(rf"(?<!\w)(?P<whose>{either}) \Z")
