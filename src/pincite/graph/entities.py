"""Finds every person, body, court, docket, date and defined term in one document."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pincite.graph.authorities import authorities
from pincite.graph.courts import courts
from pincite.graph.dates import dates
from pincite.graph.dockets import dockets
from pincite.graph.identity import (
    certain,
    confirmed,
    narrowed,
    settled,
    short_names,
    surnames,
)
from pincite.graph.organisations import organisations
from pincite.graph.parties import parties
from pincite.graph.passage import GraphText, running_on
from pincite.graph.people import attorneys, judges
from pincite.graph.preambles import preamble
from pincite.graph.records import DateFinding, EntityFinding
from pincite.graph.terms import TermDefinition, definitions, uses

_OPENING = 3_000
_PREAMBLE = 30_000


class Extract(NamedTuple):
    """Everything found in one document, in offsets of its canonical text, in order."""

    findings: list[EntityFinding]
    dates: list[DateFinding]
    definitions: list[TermDefinition]
    uses: list[tuple[str, int]]


def extract(passage: GraphText, language: str, document: str) -> Extract:
    """`document` tells apart names that only this document could complete."""
    text, base = passage
    cited, wholes = authorities(text, language)
    inside = _Spans(wholes)
    found_courts = [court for court in courts(text) if not inside.overlaps(court.start, court.end)]
    found_dockets = dockets(text)
    days = [date for date in dates(text, language) if not inside.overlaps(date.start, date.end)]
    fences = sorted(finding.end for finding in (*found_courts, *found_dockets, *days))
    numbers = [found_docket.end for found_docket in found_dockets]
    bodies = [
        organisation
        for organisation in organisations(text, fences)
        if not inside.overlaps(organisation.start, organisation.end)
    ]
    bodies = narrowed(text, certain(bodies))
    named = [
        finding
        for finding in (
            *preamble(running_on(text[:_PREAMBLE]), bodies),
            *parties(text, fences, numbers, bodies),
        )
        if not inside.overlaps(finding.start, finding.end)
    ]
    taken = _Spans([(finding.start, finding.end) for finding in (*found_courts, *bodies)])
    people = [
        finding
        for finding in (*judges(text, of_a_court=bool(found_courts)), *attorneys(text))
        if not taken.overlaps(finding.start, finding.end)
        and not inside.overlaps(finding.start, finding.end)
    ]
    named = list(confirmed(named))
    names = settled(_apart([*named, *people, *bodies]), document, _case(found_dockets, document))
    defined = definitions(text)
    names = _apart([*names, *short_names(text, names, defined), *surnames(text, names)])
    findings = _apart([*cited, *found_courts, *names]) + found_dockets
    return Extract(
        sorted(
            (_moved(finding, base) for finding in findings),
            key=lambda finding: (finding.start, finding.end, finding.kind),
        ),
        [date._replace(start=date.start + base, end=date.end + base) for date in days],
        [
            definition._replace(
                start=definition.start + base,
                end=definition.end + base,
                brackets=definition.brackets + base,
            )
            for definition in defined
        ],
        [
            (use.term, use.start + base)
            for use in uses(text, (definition.term for definition in defined))
        ],
    )


def _case(numbers: Sequence[EntityFinding], document: str) -> str:
    """The one number of a case in the document's opening, else the document itself."""
    opening = {number.key for number in numbers if number.start < _OPENING}
    return min(opening) if len(opening) == 1 else document


def _moved(finding: EntityFinding, base: int) -> EntityFinding:
    return finding._replace(start=finding.start + base, end=finding.end + base)


class _Spans:
    """Whether anything lies within any of many spans; the spans may overlap each other."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []
        for start, end in sorted(spans):
            if self.ends and start < self.ends[-1]:
                self.ends[-1] = max(self.ends[-1], end)
            else:
                self.starts.append(start)
                self.ends.append(end)

    def overlaps(self, start: int, end: int) -> bool:
        at = bisect_right(self.starts, end - 1) - 1
        return at >= 0 and self.ends[at] > start


def _apart(found: Sequence[EntityFinding]) -> list[EntityFinding]:
    """In order; where two overlap, the one given first of those that begin first is kept, and a
    party over a body of the same words."""
    kept: list[EntityFinding] = []
    spans: list[EntityFinding] = sorted(
        found, key=lambda finding: (finding.start, -_weight(finding), -finding.end)
    )
    for span in spans:
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
        elif _weight(span) > _weight(kept[-1]) and span.end >= kept[-1].end:
            kept[-1] = span
    return kept


def _weight(finding: EntityFinding) -> int:
    return {"party": 2, "judge": 3, "attorney": 3}.get(finding.kind, 1)
