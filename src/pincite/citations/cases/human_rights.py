"""Cases of the European Court of Human Rights: Series A no. 24, no. 55721/07, § 130, ECHR 2011."""

from __future__ import annotations

import re

from pincite.citations.cases import pins
from pincite.citations.cases.names import name_before
from pincite.citations.cases.parts import led, of_name
from pincite.citations.cases.places import place_after
from pincite.citations.cases.slashes import slashes
from pincite.model.mention import CitedKind, Form, Mention

_year = r"(?:19|20)\d\d"
_day = (
    r"\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November"
    rf"|December) {_year}"
)
_paragraphs = r"§§? ?\d{1,4}(?:[-–]\d{1,4})?(?:(?:,| and) \d{1,4}(?:[-–]\d{1,4})?){0,4}"
_head = re.compile(r"(?<!\w)(?P<applied>[Aa]pp(?:lications?|ls?\.?|s?\.?) )?[Nn]os?\.? ?\d{1,5}$")
_application = re.compile(
    r"(?:[Aa]pp(?:lications?|ls?\.?|s?\.?) )?[Nn]os?\.? ?(?P<number>\d{1,5}/\d\d)"
    r"(?:(?:, | and | & |, and )\d{1,5}/\d\d){0,9}(?![\d/])"
)
_series = re.compile(r"Series A,? [Nn]o\.? ?(?P<number>\d{1,3}(?:-[A-Z])?)(?![\w/])")
# Between the name and the number: the chamber, the day, the place.
_before = re.compile(
    r"(?P<chamber>,? (?:\[GC\]|\(dec\.\)|\((?:just satisfaction|merits|striking out)\)))?"
    rf"(?:, (?:judgment of )?(?P<day>{_day}))?(?:, (?P<pin>{_paragraphs}))?,? \(?$"
)
_behind = re.compile(
    rf"(?:, (?P<pin>{_paragraphs}))?"
    rf"(?:, (?:ECHR|Reports(?: of Judgments and Decisions)?) {_year}(?:[-–][IVX]{{1,5}})?"
    rf"(?: \(extracts\))?|, (?P<day>{_day})"
    rf"| \((?:ECtHR|ECHR|Eur\. Ct\. H\.R\.|GC)?,? ?(?:(?P<given>{_day})|{_year})\))?"
    rf"(?:, (?P<late>{_paragraphs}))?"
)


def human_rights(text: str) -> list[Mention]:
    """In order, none over another. The number of an application needs that word before it, or the
    name of a case with two sides."""
    found: list[Mention] = []
    end = 0
    for at, series in sorted((*_applications(text), *_in_series(text))):
        if at >= end:
            mention = _read(text, at, end, series=series)
            if mention is not None:
                found.append(mention)
                end = mention.end
    return found


def _applications(text: str) -> list[tuple[int, bool]]:
    found: list[tuple[int, bool]] = []
    for slash in slashes(text):
        head = _head.search(text, max(0, slash - 24), slash)
        if head is not None:
            found.append((head.start(), False))
    return found


def _in_series(text: str) -> list[tuple[int, bool]]:
    found: list[tuple[int, bool]] = []
    at = text.find("Series A")
    while at >= 0:
        found.append((at, True))
        at = text.find("Series A", at + 8)
    return found


def _read(text: str, at: int, floor: int, *, series: bool) -> Mention | None:
    match = (_series if series else _application).match(text, at, at + 140)
    if match is None:
        return None
    parts: dict[str, str] = {}
    before = _before.search(text, max(floor, at - 90), at)
    name = None
    if before is not None:
        name = name_before(text, before.start(), floor)
        parts |= {part: words for part, words in before.groupdict().items() if words}
    if name is None or not name.defendant:
        if match[0][0] in "Nn":
            return None
        name, parts = None, {}
    end = match.end()
    behind = _behind.match(text, end, end + 140)
    if behind is not None:
        end = behind.end()
        parts |= {part: words for part, words in behind.groupdict().items() if words}
    start = at
    if name is not None:
        start = name.start
        parts |= of_name(name)
        if text[at - 1 : at] == "(" and text[end : end + 1] == ")":
            end += 1
    day = parts.pop("given", "") or parts.pop("day", "")
    if day:
        parts |= {"date": day, "year": day[-4:]}
    parts.pop("chamber", None)
    pin = parts.pop("late", "") or parts.pop("pin", "")
    parts.pop("pin", None)
    place = place_after(text, end)
    return Mention(
        start,
        place.end,
        (at, match.end()),
        CitedKind.CASE,
        Form.FULL,
        f"{'Series A no.' if series else 'no.'} {match['number']}",
        pin or place.words,
        "cases.human_rights",
        (),
        parts | led(text, start) | pins.explanations(text, place.end),
    )
