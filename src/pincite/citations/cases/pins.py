"""What stands behind the core of a citation: pinpoints, court and year, explanations."""

from __future__ import annotations

import re
from typing import NamedTuple

from pincite.citations.cases.courts import court

_dash = "[-–—‑−]"
_value = (
    rf"\*{{0,2}}\d{{1,6}}[a-zA-Z]?(?::\d{{1,4}})?"
    rf"(?:{_dash} ?\*{{0,2}}\d{{1,6}}[a-zA-Z]?(?::\d{{1,4}})?|(?<=\d[A-Ja-j])[-–‑][A-Ja-j])?"
    r"(?![A-Za-z0-9])"
)
_section = r"\d{1,6}[a-zA-Z]{0,2}(?:[-.:–]\d{1,6}[a-zA-Z]{0,2}){0,3}(?![A-Za-z0-9])"
_below = r"(?: ?\([0-9A-Za-z]{1,4}\)){0,6}"
_labelled = (
    r"(?:(?:nn?\.?|notes?|fnn?\.?|paras?\.?|paragraphs?|¶¶?|pp?\.|pages?|cols?\.|lines?|ll?\.)"
    rf" ?{_value}"
    rf"|§§? ?{_section}{_below}|n\. ?[*†]{{1,3}})"
)
# A bare number may be the volume of what follows, or count something: something must end it.
_ended = r"(?=[,.;:)\]}”\"’'?!]| ?[(\[—–]| (?:and|&|n\.|nn\.|note|notes|¶|§|passim|et seq)|\n|$)"
_bare = _value + _ended
_more = (
    # "at 689, and § 2254(d)" goes on to another source.
    rf"(?:(?:,? ?(?:(?:and|&) (?!§))?| ?){_labelled}|,? (?:and|&) {_bare}|, ?(?:at )?{_bare}"
    r"|,? passim| et seq\.?){0,12}"
)
_slip = r"(?:slip op\.?,? )?"
_blank = r"[_—–-]{2,8}(?: ?[-–] ?[_—–-]{2,8})?"
_said = (
    r"(?:at \[\d{1,4}\](?:[-–]\[\d{1,4}\])?"
    rf"|at (?:pp?\. |pages? |\*)?(?:{_value}|[ivxlc]{{1,7}}(?![A-Za-z0-9])|{_blank})|{_labelled})"
)

_after_full = re.compile(
    rf"(?P<range>{_dash}\d{{1,6}}(?![0-9A-Za-z]))?"
    rf"(?:,? {_slip}(?:(?P<said>{_said}{_more})|(?P<bare>{_bare}{_more}|{_blank})))?"
)
_after_short = re.compile(rf"(?:{_dash}\*?\d{{1,6}}[a-j]?(?![0-9A-Za-z]))?{_more}")
_after_referring = re.compile(
    rf",? ?{_slip}(?P<pin>(?:at )?(?:{_said}|§§? ?{_section}{_below}){_more}|{_bare}{_more})"
)
# What became of the case, which Texas says behind the year: "2013, pet. denied".
_petition = (
    r"(?:no (?:pet|writ)\.?|pet\.|writ|orig\.|mand\.|mem\.|rev['’]d|aff['’]d|cert\."
    r"|(?:as )?amended|(?:as )?modified|appeal|lv|leave|reh['’]g|vacated|review|judgm['’]t)"
    r"(?![a-z])[^()\[\]\n]{0,70}(?:\[[^()\[\]\n]{1,30}\])?"
)
_page_mark = re.compile(r" ?\[\*{1,2}\d{1,5}\]")
_court_and_year = re.compile(
    r"(?: \[\*{1,2}\d{1,5}\])?"
    r" ?[(\[](?P<before>[^()\[\]\n]{0,90}?(?:\[[^()\[\]\n]{1,20}\][^()\[\]\n]{0,30}?)?)"
    r"(?P<year>1[6-9]\d\d|20\d\d)(?:[-–/]\d{2,4})?"
    rf"(?P<after>,? (?:en banc|per curiam)|,? {_petition}|\?)?[)\]]"
)
# Louisiana writes the day of a judgment as "5/12/99".
_court_and_day = re.compile(
    r" \((?P<court>[A-Z][\w.'’ ]{1,40}?),? \d{1,2}/\d{1,2}/(?P<year>(?:19|20)?\d\d)\)"
)
_court_alone = re.compile(r" \((?P<court>[A-Z0-9][\w. ]{1,30})\)")
_law = re.compile(r"\b(?:Act|Amendment|Code|Law|Rules?|Treaty)(?: of)?$")
_other_number = re.compile(
    r"(?<!CA)(?<!CA )(?<!C\.C\.A\. )(?<!C\. C\. A\. )(?<!Div )(?<!Div\. )(?<!Dist\. )\d$"
)
_last_year_of_this_century = 49
_date = re.compile(
    r"(?:^|[ ,])(?P<date>(?:Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)?|Apr(?:il|\.)?|May"
    r"|June?\.?|July?\.?|Aug(?:ust|\.)?|Sept?(?:ember|\.)?|Oct(?:ober|\.)?|Nov(?:ember|\.)?"
    r"|Dec(?:ember|\.)?)(?: \d{1,2})?,?) ?$"
)
_small_words = re.compile(
    r"(?<![\w.'’])(?!(?:of|the|en|banc|per|curiam|filed|decided|ex|rel|and|for|argued|d|th|st|nd)\b)[a-z]{2,}"
)
_weight = re.compile(
    r"(?:per curiam|en banc|plurality opinion|plurality|mem\.?|memorandum|opinion of|same|table"
    r"|citations? omitted|emphasis|internal quotation|footnotes? omitted|unpublished|in chambers"
    r"|on banc|[A-Z][\w'’]+, (?:C\. ?)?J\.,)"
)
_called = re.compile(
    r"(?:hereinafter|hereafter)(?: cited as| referred to as)?:? "
    r"[“\"'‘]?(?P<name>[^”\"]{1,80}?)[”\"'’]?$"
)
_quoted = re.compile(r"(?:the |or |collectively,? )?[“\"](?P<name>[A-Z][^”\"]{0,60}?),?[”\"]$")
_longest_explanation = 700


class PagePin(NamedTuple):
    """`words` is the pinpoint as written, `end` where it ends in the text."""

    words: str
    end: int


class CourtAndYear(NamedTuple):
    """The brackets with court and year."""

    end: int
    court: str
    year: str
    date: str


def after_full(text: str, at: int, stop: int) -> PagePin:
    """Behind "509 U.S. 579", not beyond `stop`, where the next citation begins."""
    match = _after_full.match(text, at, min(stop, at + 200))
    if match is None or match.end() == at:
        return PagePin("", at)
    words = match["said"] or match["bare"]
    if words is None:
        first = text.rfind(" ", 0, at) + 1
        return (
            PagePin(text[first : match.end()], match.end()) if match["range"] else PagePin("", at)
        )
    return PagePin(words.removeprefix("at ").rstrip(), match.end())


def after_short(text: str, page: int, at: int, stop: int) -> PagePin:
    """Behind "509 U.S., at 593", whose page begins at `page`."""
    match = _after_short.match(text, at, min(stop, at + 200))
    end = match.end() if match else at
    return PagePin(text[page:end], end)


def after_referring(text: str, at: int, stop: int) -> PagePin:
    """Behind "Id." or "supra"."""
    match = _after_referring.match(text, at, min(stop, at + 200))
    if match is None:
        return PagePin("", at)
    return PagePin(match["pin"].removeprefix("at ").rstrip(), match.end())


def court_and_year(text: str, at: int) -> CourtAndYear | None:
    """The brackets at `at`; None where they hold anything but a court and a date."""
    if text[at : at + 1] not in {" ", "(", "["}:
        return None
    match = _court_and_year.match(text, at, at + 220)
    if match is None:
        day = _court_and_day.match(text, at, at + 70)
        if day is not None and not _small_words.search(day["court"]):
            return CourtAndYear(day.end(), day["court"], _whole_year(day["year"]), "")
        alone = _court_alone.match(text, at, at + 40)
        if alone is None or not court(alone["court"]):
            return None
        return CourtAndYear(alone.end(), alone["court"], "", "")
    before = _page_mark.sub("", match["before"]).strip()
    dated = _date.search(before)
    if dated is not None:
        before = before[: dated.start()]
    before = before.strip(" ,")
    if _small_words.search(before) or _other_number.search(before) or _law.search(before):
        return None
    return CourtAndYear(
        match.end(), before, match["year"], dated["date"].strip(" ,") if dated is not None else ""
    )


def _whole_year(year: str) -> str:
    if len(year) > 2:
        return year
    return f"{'20' if int(year) <= _last_year_of_this_century else '19'}{year}"


def explanations(text: str, at: int) -> dict[str, str]:
    """From the brackets behind a citation: parenthetical, weight, hereinafter."""
    found: dict[str, str] = {}
    for _ in range(3):
        opening = text[at + 1 : at + 2] if text[at : at + 1] == " " else ""
        if not opening or opening not in "([":
            break
        end = _closed(text, at + 1)
        if end < 0:
            break
        inside = text[at + 2 : end - 1].strip()
        called = _called.match(inside) or _quoted.match(inside)
        if called is not None:
            found.setdefault("hereinafter", called["name"].strip(" ,'‘’"))
        elif opening == "(" and _weight.match(inside):
            found.setdefault("weight", inside)
        elif opening == "(":
            found.setdefault("parenthetical", inside)
        at = end
    return found


def _closed(text: str, at: int) -> int:
    """Behind the bracket that closes the one at `at`, -1 where none does soon."""
    depth = 0
    for match in re.compile(r"[()\[\]\n]").finditer(text, at, at + _longest_explanation):
        char = match[0]
        if char == "\n":
            return -1
        depth += 1 if char in "([" else -1
        if depth == 0:
            return match.end()
    return -1
