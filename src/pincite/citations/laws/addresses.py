"""Places in acts before or after the act's name: "paragraph (a) of subsection (2) of section 7 of
the …", "…, s 7(2)(a)", "the First Schedule to the …"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.citations.laws.provisions import (
    NUMBER,
    PINS,
    SECTION,
    CitedProvision,
    listed,
    numbers_pattern,
    pins_pattern,
    sections_pattern,
)
from pincite.citations.laws.spelled import CARDINAL, ORDINAL, counted
from pincite.citations.laws.values import roman

_main_words = (
    r"sections?|secs?\.?|articles?|arts?\.?|regulations?|regs?\.?|rules?|by-laws?|bylaws?"
    r"|clauses?|orders?|ss?\.?"
)
_main = rf"(?:(?:{_main_words}) |§§? ?)"
_inner = (
    r"(?:sub-?paragraphs?|paragraphs?|paras?\.?|sub-?sections?|subss?\.?|sub-?items?|items?"
    r"|sub-?regulations?|sub-?rules?|sub-?articles?)"
)
_sections = sections_pattern()
# Whoever asks for "s 12 to 14" asks for all of them.
_every = sections_pattern(many=True)
_one = rf"(?:{SECTION})(?!\w|[.:]\d)(?:{PINS})?"
_item = rf"(?:{_one}|{PINS})(?:(?: ?[-–—] ?|,? (?:to|through|to and including) )(?:{_one}|{PINS}))?"
# Before "of the Act" all numbers of a list are sections, also after a singular.
_any_sections = rf"{_item}(?:(?:,? (?:and|or|and/or|&) |, ){_item}){{0,30}}"
_pins = pins_pattern()
_numbers = numbers_pattern()
_deep = rf"{_inner} {PINS}"
_steps = rf"(?:{_inner} (?P<pins>{_pins})(?: (?:of|in|to) {_deep}){{0,3}},? (?:of|in|to) )?"
_spelled = rf"(?P<spelled>{CARDINAL})(?!\w)"
_section = re.compile(rf"{_steps}{_main}(?:(?P<sections>{_sections})|{_spelled})", re.IGNORECASE)
_section_before = re.compile(
    rf"{_steps}{_main}(?:(?P<sections>{_any_sections})|{_spelled})", re.IGNORECASE
)
_schedule = re.compile(
    rf"(?:(?:paragraphs?|paras?\.?|items?|articles?|rules?|sections?) (?P<sections>{_sections})"
    rf",? (?:of|in|to) )?(?:the )?(?:(?P<ordinal>{ORDINAL}) Schedule"
    r"|Schedule (?P<number>\d{1,2}|[IVXL]{1,6})(?!\w)|(?P<only>Schedule))",
    re.IGNORECASE,
)
_container = re.compile(rf"(?P<kind>Part|Chapter)s? (?P<numbers>{_numbers})", re.IGNORECASE)
_titled = re.compile(rf"(?P<kind>Part|Chapter|Title)s? (?P<numbers>{_numbers})", re.IGNORECASE)
_roman_articles = re.compile(rf"(?:articles?|arts?\.?) (?P<numbers>{_numbers})", re.IGNORECASE)
_over = re.compile(r"(?<!\w)(?:Article|Art\.) (?P<article>[IVXL]{1,7}|\d{1,2}), $")
# In a question also "s7" and "sec.7".
_section_asked = re.compile(
    rf"{_steps}(?:{_main}|(?:{_main_words}) ?(?=\d))(?:(?P<sections>{_every})|{_spelled})",
    re.IGNORECASE,
)
_starts = re.compile(
    rf"(?<![\w-])(?:(?:{_inner}|{_main_words}|(?:{ORDINAL}) Schedule|Schedule|Parts?|Chapters?"
    r"|Titles?)(?![^\W\d]|-)|§)",
    re.IGNORECASE,
)
# "section 5 (“Preliminary notice”) of the": a section with its heading.
_link = re.compile(
    r"(?: ?\([“\"‘'][^()]{1,150}\))?,? ?(?:of|in|to|under|from) (?:the |our |said )?$",
    re.IGNORECASE,
)
_join = re.compile(r",? (?:and|or|and/or|as read with|read with|read together with) $|, $")
_first = re.compile(r"(?:[,;:]| [-–—])? ?(?:(?:in|at|under) )?(?=[A-Za-z§])")
_owned = re.compile(
    r"(?: ?\([“\"‘'][^()]{1,150}\))? (?:of|to|in) (?:this|the|that|these|those|such|its|any|[A-Z])"
)
_deep_pin = re.compile(rf"{_inner} (?P<pins>{PINS})", re.IGNORECASE)
_bare = re.compile(rf",? (?P<section>\d{{1,3}}[A-Za-z]{{0,2}}(?:{PINS})?)(?![\w:./-]| of )")
_SEGMENTS = {"part": "part", "chapter": "chap", "title": "title"}
_WINDOW = 240
_MOST = 8


class LawAddress(NamedTuple):
    """text[start:end] names a place: segments below the act; `schedule` or `container` where it is
    in one. A range ends with `last`."""

    start: int
    end: int
    number: str
    pins: tuple[str, ...] = ()
    last: tuple[str, tuple[str, ...]] | None = None
    schedule: str = ""
    container: str = ""


def before(text: str, at: int, floor: int) -> list[LawAddress]:
    """The places named up to `at`, where a work's name begins, each joined to the next: "section 5
    and subsection (2) of section 7 of the "."""
    low = max(floor, at - _WINDOW)
    link = _link.search(text[low:at])
    if link is None:
        return []
    end = low + link.start()
    found: list[LawAddress] = []
    for _ in range(_MOST):
        addresses = _ending(text, low, end)
        if not addresses or (found and (_is_other(text, addresses[0], found[0]))):
            break
        if addresses[0].container and (inner := _link.search(text[low : addresses[0].start])):
            # "section 703 of Title VII of the": the section is the place.
            addresses = _ending(text, low, low + inner.start()) or addresses
        elif over := _article_over(text, low, addresses[0]):
            addresses = [over, *addresses[1:]]
        found = [*addresses, *found]
        join = _join.search(text[low : addresses[0].start])
        if join is None:
            break
        end = low + join.start()
    return found


def _is_other(text: str, address: LawAddress, following: LawAddress) -> bool:
    """Whether a place before another is of another law: "§ 1983 or Title IX of the", "§ 1983 and
    § 2 of the". Words go on with the same law: "section 5 and section 7 of the"."""
    if following.container and not address.container:
        return True
    return text[address.start] == "§" and text[following.start] == "§"


def _article_over(text: str, low: int, address: LawAddress) -> LawAddress | None:
    """ "Article V, § 44, of the": the section with the article that it is in."""
    over = _over.search(text, low, address.start)
    if over is None or not address.number:
        return None
    number = f"art. {over['article']}, § {address.number}"
    return LawAddress(over.start(), address.end, number, address.pins)


def after(text: str, at: int) -> list[LawAddress]:
    """The places named right after a work: ", s 7(2)(b)". None where they are those of another."""
    gap = _first.match(text, at)
    if gap is None or gap.end() == at:
        return []
    for pattern in (_section, _schedule, _container):
        match = pattern.match(text, gap.end())
        if match is not None and not _owned.match(text, match.end()):
            return list(_read(text, match))
    return []


def anywhere(text: str) -> list[LawAddress]:
    """Every place that a short text names, whatever stands around it."""
    found: list[LawAddress] = []
    done = 0
    for start in _starts.finditer(text):
        if start.start() < done:
            continue
        for pattern in (_section_asked, _schedule, _container):
            if match := pattern.match(text, start.start()):
                found += _read(text, match)
                done = match.end()
                break
    return found


def bare(text: str, at: int) -> LawAddress | None:
    """A number alone after a work's name: "Labour Act 12B(4)". A year is none."""
    match = _bare.match(text, at)
    if match is None:
        return None
    [item] = listed(text, *match.span("section"), SECTION)
    return LawAddress(*match.span("section"), item.number, item.pins)


def _ending(text: str, low: int, end: int) -> list[LawAddress]:
    """The longest place that ends at `end`."""
    for start in _starts.finditer(text, low, end):
        for pattern in (_section_before, _schedule, _titled, _roman_articles):
            match = pattern.fullmatch(text, start.start(), end)
            if match is not None:
                return list(_read(text, match))
    return []


def _read(text: str, match: re.Match[str]) -> Iterator[LawAddress]:
    groups = match.groupdict()
    if match.re in (_container, _titled):
        kind = _SEGMENTS[groups["kind"].lower()]
        for item in listed(text, *match.span("numbers"), NUMBER):
            yield LawAddress(
                *_span(match, item.start, item.end), "", container=f"{kind}-{item.number}"
            )
        return
    if match.re is _roman_articles:
        for item in listed(text, *match.span("numbers"), NUMBER):
            yield LawAddress(*_span(match, item.start, item.end), item.number)
        return
    if match.re is _schedule:
        schedule = _schedule_number(groups)
        if not groups["sections"]:
            yield LawAddress(*match.span(), "", schedule=schedule)
            return
        for item in listed(text, *match.span("sections"), SECTION):
            yield LawAddress(
                *_span(match, item.start, item.end), item.number, item.pins, item.last, schedule
            )
        return
    if groups["spelled"]:
        number, over = str(counted(groups["spelled"])), tuple[str, ...]()
        items: list[CitedProvision] = []
    else:
        items = listed(text, *match.span("sections"), SECTION)
        number, over = items[0].number, items[0].pins
    if not groups["pins"]:
        if not items:
            yield LawAddress(*match.span(), number)
        for item in items:
            yield LawAddress(*_span(match, item.start, item.end), item.number, item.pins, item.last)
        return
    # "paragraphs (a) and (b) of subsection (2) of section 7": the outer steps come from the right.
    inner_end = match.end("pins")
    until = match.start("spelled") if groups["spelled"] else match.start("sections")
    steps = [deep["pins"] for deep in _deep_pin.finditer(text, inner_end, until)]
    outer = over + tuple(pin for step in reversed(steps) for pin in step[1:-1].split(")("))
    for item in listed(text, *match.span("pins"), SECTION):
        last = (number, outer + item.last[1]) if item.last else None
        yield LawAddress(*_span(match, item.start, item.end), number, outer + item.pins, last)


def _span(match: re.Match[str], start: int, end: int) -> tuple[int, int]:
    """An item's own span; the first begins and the last ends with the whole."""
    groups = match.groupdict()
    name = "pins" if groups.get("pins") else "sections" if "sections" in groups else "numbers"
    first, last = match.span(name)
    return (match.start() if start == first else start, match.end() if end == last else end)


def _schedule_number(groups: dict[str, str | None]) -> str:
    if ordinal := groups["ordinal"]:
        return str(counted(ordinal))
    number = groups["number"] or "1"
    return number if number.isdigit() else str(roman(number))
