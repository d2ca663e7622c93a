"""Cases in reports of other countries, with their names, pinpoints and parallels.

Where the series is in no list, or its letters mean something else as well, the name of a case must
stand right before it, or a citation that it is a parallel of.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from pincite.citations.cases import pins
from pincite.citations.cases.names import name_before
from pincite.citations.cases.parts import led, of_name
from pincite.citations.cases.places import place_after
from pincite.citations.cases.report_cores import COURT, LETTERS, Core, abbreviated, report_cores
from pincite.citations.cases.series import series
from pincite.citations.cases.titled import titled
from pincite.citations.reading import CitableText
from pincite.model.mention import CitedKind, Form, Mention

_beside = re.compile(
    rf"[,;] (?P<volume>\d{{1,3}}) (?P<series>{LETTERS}) (?P<page>\d{{1,5}})(?![\w/])"
)
_between_parallels = frozenset({"; ", ", ", " ", " (", "; (", " = ", " and also ", "; and ", "/"})
# What parallels share of the first: the case's name.
_shared = ("name", "plaintiff", "defendant", "docket")
_apart_in_years = 3


def law_reports(reading: CitableText, reported: Sequence[Mention]) -> list[Mention]:
    """In order. `reported` is what else was found, in order: no name runs over it, and it stands
    where it reads the words of a core as a reporter of its own, spelled right."""
    text = reading.text
    starts = [cited.start for cited in reported]
    found: list[Mention] = []
    for core in report_cores(text, reading.locale.jurisdictions()):
        at = bisect_right(starts, core.start)
        near = (*found[-1:], *reported[max(0, at - 2) : at])
        before = max(
            (cited for cited in near if cited.end <= core.start),
            key=lambda cited: cited.end,
            default=None,
        )
        over = at - 1 if at and reported[at - 1].end > core.start else at
        if over < len(reported) and reported[over].start < core.end:
            same = core.written == reported[over].parts.get("reporter")
            if same or not core.written:
                continue
        mention = _mention(text, core, before)
        if mention is not None:
            found.append(mention)
            found += _more(text, mention)
    return found


def _mention(text: str, core: Core, before: Mention | None) -> Mention | None:
    floor = before.end if before is not None else 0
    short = not core.page
    if short:
        name = name_before(text, core.start, floor, bare_allowed=True)
    else:
        name = titled(text, core.start, floor)
    parts = dict(name.extra) if name is not None else {}
    cited_parts = {"volume": core.volume, "page": core.page, "year": core.year, "court": core.court}
    parts |= {"reporter": core.reporter} | {
        part: words for part, words in cited_parts.items() if words
    }
    start = core.start
    if name is not None:
        start = name.start
        parts = of_name(name) | parts
        if short:
            parts["antecedent"] = name.whole
    elif before is not None and _parallel(text, core, before):
        parts["parallel"] = "yes"
        parts |= {part: before.parts[part] for part in _shared if part in before.parts}
    elif not core.sure and not (core.written and core.court.isupper() and core.volume != core.year):
        return None
    place = place_after(text, core.end - len(" at ") if short else core.end)
    if short and not place.words:
        return None
    if not short and not core.court:
        bracket = COURT.match(text, place.end, place.end + 30)
        if bracket is not None and bracket["court"].isupper():
            parts["court"] = bracket["court"]
            place = place._replace(end=bracket.end())
    return Mention(
        start,
        place.end,
        (core.start, place.end if short else core.end),
        CitedKind.CASE,
        Form.SHORT if short else Form.FULL,
        "" if short else core.key,
        place.words,
        "cases.short" if short else "cases.report",
        (),
        parts | led(text, start) | pins.explanations(text, place.end),
    )


def _parallel(text: str, core: Core, before: Mention) -> bool:
    """A case stands once in a series, and in others at about the same time."""
    if text[before.end : core.start] not in _between_parallels or not core.page:
        return False
    if before.kind is not CitedKind.CASE or before.form is not Form.FULL:
        return False
    if before.parts.get("reporter") == core.reporter:
        return False
    years = before.parts.get("year", ""), core.year
    near = not all(years) or abs(int(years[0]) - int(years[1])) <= _apart_in_years
    return near and (bool(core.written) or abbreviated(core.reporter))


def _more(text: str, first: Mention) -> Iterator[Mention]:
    """Parallels without a year: ", 152 ER 235"."""
    known = series()
    seen = {first.parts["reporter"]}
    end = first.end
    while first.form is Form.FULL and (match := _beside.match(text, end, end + 60)):
        reporter = known.of(match["series"])
        if not reporter or reporter in seen:
            return
        seen.add(reporter)
        place = place_after(text, match.end())
        start, end = match.start() + 2, place.end
        parts = {part: first.parts[part] for part in (*_shared, "year") if part in first.parts}
        parts |= {"volume": match["volume"], "reporter": reporter, "page": match["page"]}
        yield Mention(
            start,
            end,
            (start, match.end()),
            CitedKind.CASE,
            Form.FULL,
            f"{match['volume']} {reporter} {match['page']}",
            place.words,
            "cases.report",
            (),
            parts | {"parallel": "yes"},
        )
