"""Cases in reporters that no list has: "Marlowe v. Registrar, 14 M.L.R. 201 (Const. Ct. 2022)".

All of it must be there: a name with two sides, or one as "In re", right before the volume; letters
that look like a reporter's; a page; a year in brackets. Short forms are then read of the reporters
that the text has introduced in this way, and of no others.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence

from pincite.citations.cases import pins
from pincite.citations.cases.names import CaseName, name_before
from pincite.citations.cases.parts import led, of_date, of_name
from pincite.citations.cases.reporters import reporters
from pincite.citations.cases.series import letters, series
from pincite.model.mention import CitedKind, Form, Mention

_core = re.compile(
    r"(?P<volume>[1-9]\d{0,3}) "
    r"(?P<reporter>[A-Z][A-Za-z.’']{0,14}(?: (?:& )?[A-Z][A-Za-z.’']{0,9}){0,4}"
    r"(?: ?(?:2d|3d|[4-9]th))?)"
    r"(?:,? at (?P<at>\d{1,5}[ab]?)|,? (?P<page>\d{1,5}[ab]?))(?![\w/-]|[.,]\d)"
)
_most_parallels = 4
_no_volume_behind = frozenset(".,$/§–-")
_year = re.compile(r"1[6-9]\d\d|20\d\d")
_law_reports = re.compile(r"(?:L\. ?R\.|LR) $")
_one_sided = ("in re ", "ex parte ", "in the matter of ", "matter of ")
_shared = ("name", "plaintiff", "defendant", "docket", "year", "court")
_abbreviation = re.compile(r"[A-Z]{2,6}|[A-Z][\w.]*\.(?:.*)")
_streets = frozenset({"St", "Ave", "Rd", "Dr", "Blvd", "Ln", "Hwy", "Pl", "Bldg", "Apt", "Ste"})
# Months, papers and places: with one of these alone, a reporter does not begin.
_no_reporter = _streets | {
    *("Jan", "Feb", "Mar", "Apr", "May", "Jun", "June", "Jul", "July", "Aug", "Sep", "Sept"),
    *("Oct", "Nov", "Dec", "Art", "Sec", "No", "Nos", "Ex", "Exs", "Dkt", "App", "Tr", "Vol"),
    *("Ch", "Pt", "Fig", "Tab", "Doc", "Docs", "ECF", "Stat", "Mr", "Mrs", "Ms", "Ct"),
}


def unlisted(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """Those outside the mentions, which are in order."""
    found: list[Mention] = []
    known: set[str] = set()
    floor = 0
    for start, end in (*((mention.start, mention.end) for mention in mentions), (len(text), 0)):
        for match in _core.finditer(text, floor, start) if floor < start else ():
            before = text[match.start() - 1 : match.start()]
            if before.isalnum() or before in _no_volume_behind or match.start() < floor:
                continue
            read = _read(text, match, floor, start, known) if _looks(match["reporter"]) else []
            if read:
                found += read
                floor = read[-1].end
        floor = max(floor, end)
    return found


def _read(text: str, match: re.Match[str], floor: int, stop: int, known: set[str]) -> list[Mention]:
    """`known` are the reporters that the text has introduced, and is kept up."""
    if match["at"]:
        return [_short(text, match, floor)] if match["reporter"] in known else []
    read = _full(text, match, floor, stop)
    if read:
        known.add(match["reporter"])
    return read


def _looks(reporter: str) -> bool:
    first = reporter.split(" ")[0].split(".")[0]
    last = reporter.split(" ")[-1].rstrip(".")
    return (
        _abbreviation.fullmatch(reporter) is not None
        and last not in _streets
        and (first not in _no_reporter or reporter.count(".") > 1)
        and sum(char.isupper() for char in reporter) > 1
    )


def _full(text: str, match: re.Match[str], floor: int, stop: int) -> list[Mention]:
    """With its parallels, of which the last has the year."""
    cores, dated = _up_to_the_year(text, match, stop)
    if dated is None or not dated.year:
        return []
    start = match.start() - _within_the_reports(text, match.start(), floor)
    name = name_before(text, start, floor)
    if name is None or not _of_a_case(name):
        return []
    parts = of_name(name) | led(text, name.start) | of_date(dated)
    parts |= pins.explanations(text, dated.end)
    edges = [*(pin.end for _, pin in cores[:-1]), dated.end]
    read = [_mention(match, (name.start, start, edges[0]), cores[0][1].words, parts)]
    shared = _of_the_case(read[0]) | {"parallel": "yes"}
    for (core, pin), end in zip(cores[1:], edges[1:], strict=True):
        read.append(_mention(core, (core.start(), core.start(), end), pin.words, shared))
    return read


def _up_to_the_year(
    text: str, match: re.Match[str], stop: int
) -> tuple[list[tuple[re.Match[str], pins.PagePin]], pins.CourtAndYear | None]:
    """The cores side by side with their pinpoints: "5 Co. Rep. 91a, 77 Eng. Rep. 194 (1604)"."""
    cores: list[tuple[re.Match[str], pins.PagePin]] = []
    for _ in range(_most_parallels):
        pin = pins.after_full(text, match.end(), match.end() + 120)
        cores.append((match, pin))
        dated = pins.court_and_year(text, pin.end)
        if dated is not None:
            return cores, dated
        joined = text[pin.end : pin.end + 2] == ", "
        beside = _core.match(text, pin.end + 2, stop) if joined else None
        if beside is None or not (beside["page"] and _looks(beside["reporter"])):
            break
        match = beside
    return cores, None


def _of_a_case(name: CaseName) -> bool:
    whole = name.whole.lower()
    return (
        bool(name.defendant)
        or whole.startswith(_one_sided)
        or whole.endswith(("'s case", "’s case"))
    )


def _within_the_reports(text: str, start: int, floor: int) -> int:
    """How long the "L. R. " is in front of the volume."""
    reports = _law_reports.search(text, max(floor, start - 6), start)
    return len(reports[0]) if reports else 0


def _mention(
    match: re.Match[str], span: tuple[int, int, int], pin: str, parts: dict[str, str]
) -> Mention:
    start, core, end = span
    volume, page = match["volume"], match["page"]
    reporter = series().of(match["reporter"])
    if reporter and _year.fullmatch(volume):
        volume = f"[{volume}]"
    reporter = reporter or _misspelt().get(letters(match["reporter"])) or match["reporter"]
    target = f"urn:lex:us:scotus:{volume}-us-{page}" if reporter == "U.S." else ""
    before = "LR " if core < match.start() else ""
    return Mention(
        start,
        end,
        (core, match.end()),
        CitedKind.CASE,
        Form.FULL,
        f"{before}{volume} {reporter} {page}",
        pin,
        "cases.unlisted",
        (target,) if target else (),
        parts | {"volume": volume, "reporter": reporter, "page": page},
    )


@functools.cache
def _misspelt() -> dict[str, str]:
    """The listed reporters that are all that their letters can mean: "367 U. S 433"."""
    meant: dict[str, set[str]] = {}
    for spelled, spellings in reporters().spelled.items():
        editions = (edition for spelling in spellings for edition in spelling.exact)
        meant.setdefault(letters(spelled), set()).update(edition.short_name for edition in editions)
    return {key: name for key, names in meant.items() for name in names if len(names) == 1}


def divided(text: str, mentions: Iterable[Mention]) -> Iterator[Mention]:
    """With those told apart that were read as one: in "Stockdale v. Hansard, 9 Ad. & E. 1, 112 Eng.
    Rep. 1112 (1839)" the first is no part of the name before the second."""
    for mention in mentions:
        first: Mention | None = None
        if (
            mention.kind is CitedKind.CASE
            and mention.form is Form.FULL
            and mention.start < mention.core[0]
        ):
            for part in _inside(text, mention):
                first = first or part
                yield part
        if first is None:
            yield mention
        else:
            parts = {**mention.parts, **_of_the_case(first), "parallel": "yes"}
            yield mention._replace(start=mention.core[0], parts=parts)


def _inside(text: str, mention: Mention) -> Iterator[Mention]:
    """What is cited between the name and the core, in reporters that no list has."""
    at, first = mention.start, None
    while match := _core.search(text, at, mention.core[0]):
        joined = text[match.start() - 2 : match.start()] == ", "
        known = series().of(match["reporter"]) or _looks(match["reporter"])
        if not (match["page"] and joined and known):
            return
        core = match.start() - _within_the_reports(text, match.start(), at)
        pin = pins.after_full(text, match.end(), mention.core[0])
        if first is None:
            name = name_before(text, core, mention.start)
            if name is None or not _of_a_case(name):
                return
            parts = _of_the_case(mention) | of_name(name)
            first = _mention(match, (name.start, core, pin.end), pin.words, parts)
            yield first
        else:
            parts = _of_the_case(first) | {"parallel": "yes"}
            yield _mention(match, (core, core, pin.end), pin.words, parts)
        at = pin.end


def _of_the_case(mention: Mention) -> dict[str, str]:
    return {part: words for part, words in mention.parts.items() if part in _shared}


def _short(text: str, match: re.Match[str], floor: int) -> Mention:
    parts = {part: match[part] for part in ("volume", "reporter")}
    parts["reporter"] = series().of(parts["reporter"]) or parts["reporter"]
    name = name_before(text, match.start(), floor)
    start = match.start()
    if name is not None:
        start = name.start
        parts |= of_name(name) | {"antecedent": name.whole}
    parts |= led(text, start)
    pin = pins.after_short(text, match.start("at"), match.end(), match.end() + 120)
    parts |= pins.explanations(text, pin.end)
    return Mention(
        start,
        pin.end,
        match.span(),
        CitedKind.CASE,
        Form.SHORT,
        "",
        pin.words,
        "cases.short",
        (),
        parts,
    )
