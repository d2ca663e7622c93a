"""Courts: those of the United States by their courts-db id, others by name."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from courts_db import (  # pyright: ignore[reportMissingTypeStubs]
    find_court,
    find_court_by_id,  # pyright: ignore[reportUnknownVariableType]
)

from pincite.graph.names import UPPER, name_key
from pincite.graph.passage import captioned, near, stretches
from pincite.graph.records import EntityFinding
from pincite.graph.rules import either, folded, table, words

_DIRECTIONS = ("Northern", "Southern", "Eastern", "Western", "Middle", "Central")
_of_the_state = re.compile(r",? (?:for|of) the State of | State of ")
_connectors = frozenset({"of", "for", "the", "in", "and", "to", "on"})


# No court is named without one of these, nor further from it than this.
_anchor = re.compile(
    r"Court|COURT|Circuit|CIRCUIT|District|DISTRICT|Panel|PANEL|Tribunal|TRIBUNAL"
    r"|[Rr]étt|RÉTT|[Dd]óm|DÓM"
)
_BEFORE, _AFTER = 120, 160
_place = rf"[{UPPER}][\w’'-]+"


class _Patterns(NamedTuple):
    district: re.Pattern[str]
    circuit: re.Pattern[str]
    national: re.Pattern[str]
    county: re.Pattern[str]
    state: re.Pattern[str]
    named: re.Pattern[str]
    icelandic: re.Pattern[str]
    elsewhere: re.Pattern[str]
    anywhere: re.Pattern[str]
    tribunal: re.Pattern[str]
    division: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    places = either(words("courts", "places"))
    kinds = either(words("courts", "kinds"))
    us = r"(?:United States|U\. ?S\.)"
    word = rf"[{UPPER}][\w.’']+"
    flags = re.IGNORECASE
    named = [form for _, _, *forms in table("courts")["named"] for form in forms]
    district = either(words("courts", "icelandic_district"))
    return _Patterns(
        re.compile(
            rf"(?<!\w)(?P<court>(?:{us} )?(?P<type>District|Bankruptcy) Court"
            r",?(?: in and)?(?: for)?(?: the)?,? )?"
            rf"(?:(?P<side>{'|'.join(_DIRECTIONS)}) )?"
            rf"District(?: of)? (?P<place>Columbia|{places})(?!\w)",
            flags,
        ),
        re.compile(
            rf"(?<!\w)(?:(?:{us} )?Courts? of Appeals,?(?: for)?(?: the)? )?"
            rf"(?P<ordinal>{either(words('courts', 'circuits'))}) Circuit(?!\w)",
            flags,
        ),
        re.compile(rf"(?<!\w)(?:{either(words('courts', 'national'))})(?!\w)", flags),
        re.compile(
            rf"(?<!\w)(?:{kinds})(?: of| for|,| in)?(?: the)? {word}(?: {word}){{0,2}} County"
            rf"(?:, (?:{places}))?(?!\w)"
            rf"|(?<!\w)(?:{kinds}) of (?:the State of )?(?:{places}),?"
            rf"(?: for(?: the)?| in(?: the)?)? County of {word}(?: {word})?(?!\w)",
            flags,
        ),
        re.compile(
            rf"(?<!\w)(?:(?:{kinds}),? (?:of|for) (?:the )?"
            rf"(?:(?:State|Commonwealth) of )?(?:{places})"
            rf"|(?:State of )?(?:{places}) (?:State )?(?:{kinds}))(?!\w)",
            flags,
        ),
        re.compile(rf"(?<!\w)(?:{either(named)})(?!\w)", flags),
        re.compile(
            rf"(?<!\w)(?:{district}) (?P<seat>{either(words('courts', 'icelandic_seats'))})(?!\w)",
            flags,
        ),
        re.compile(
            rf"(?<!\w)(?:{either(words('courts', 'of_a_place'))}) of (?:the )?"
            rf"(?:{either(words('courts', 'of_places'))})(?!\w)",
            flags,
        ),
        re.compile(
            rf"(?<!\w)(?:{either(_cases(words('courts', 'of_any_place')))}) (?:of|OF|for|FOR) "
            rf"(?:(?:the|THE) )?(?P<place>{_place}(?: {_place}){{0,3}})(?!\w)"
        ),
        re.compile(
            rf"(?<!\w)(?P<name>{_place}(?: (?:and |& )?{_place}){{0,3}}) (?:Tribunal|TRIBUNAL)"
            rf"(?: (?:of|for) (?:the )?{_place}(?: {_place}){{0,2}})?(?!\w)"
        ),
        re.compile(
            rf"(?<!\w){_place}(?: {_place}){{0,2}} Division of the High Court(?:, {_place})?(?!\w)"
        ),
    )


def _cases(names: Iterable[str]) -> set[str]:
    return {form for name in names for form in (name, name.upper())}


def courts(passage: str) -> list[EntityFinding]:
    """In order, none overlapping. A court that courts-db knows under two ids is kept by name."""
    text = captioned(passage)
    places = stretches(_anchor, text, _BEFORE, _AFTER)
    patterns = _patterns()
    found: list[EntityFinding] = []
    for match in near(patterns.district, text, places):
        place = match["place"].title()
        if not match["court"] and not match["side"] and place == "Columbia":
            continue
        side = f"{match['side'].title()} " if match["side"] else ""
        kind = (match["type"] or "District").title()
        found.append(_known(match, f"United States {kind} Court for the {side}District of {place}"))
    for match in near(patterns.circuit, text, places):
        ordinal = match["ordinal"].title()
        ordinal = "District of Columbia" if ordinal.startswith("D") else ordinal
        found.append(_known(match, f"United States Court of Appeals for the {ordinal} Circuit"))
    found += [_known(match, match[0]) for match in near(patterns.national, text, places)]
    found += [_by_name(match) for match in near(patterns.county, text, places)]
    found += [
        _known(match, _of_the_state.sub(" of ", match[0]))
        for match in near(patterns.state, text, places)
    ]
    ids = {
        form.casefold(): (key, name)
        for key, name, *forms in table("courts")["named"]
        for form in forms
    }
    for match in near(patterns.named, text, places):
        key, name = ids[match[0].casefold()]
        found.append(EntityFinding("court", *match.span(), key, name, "court named"))
    for match in near(patterns.icelandic, text, places):
        seat = match["seat"].capitalize() if match["seat"].isupper() else match["seat"]
        key = f"is/heradsdomur {seat.casefold()}"
        found.append(
            EntityFinding("court", *match.span(), key, f"Héraðsdómur {seat}", "court named")
        )
    found += [_by_name(match) for match in near(patterns.elsewhere, text, places)]
    known = _apart(
        [finding for finding in found if _capitalised(text[finding.start : finding.end])]
    )
    starts = [finding.start for finding in known]
    unlisted = [
        finding
        for finding in _of_a_place(passage, places)
        if (at := bisect_left(starts, finding.end)) == 0 or known[at - 1].end <= finding.start
    ]
    return _apart([*known, *unlisted])


def _of_a_place(text: str, places: Sequence[tuple[int, int]]) -> Iterator[EntityFinding]:
    """Courts that no list holds, by the words for a court and the name of a place or a subject."""
    patterns = _patterns()
    for match in near(patterns.anywhere, text, places):
        if match["place"].partition(" ")[0].casefold() not in folded("courts", "not_a_place"):
            yield _named(text, match.start(), _place_end(text, match))
    for match in near(patterns.tribunal, text, places):
        start = match.start("name")
        while text[start : match.end("name")].partition(" ")[0].casefold() in folded(
            "courts", "not_a_tribunal"
        ):
            space = text.find(" ", start, match.end("name"))
            start = space + 1 if space >= 0 else match.end("name")
        if start < match.end("name"):
            yield _named(text, start, match.end())
    for match in near(patterns.division, text, places):
        yield _named(text, *match.span())


def _place_end(text: str, match: re.Match[str]) -> int:
    """A place has a line's end after it, or small letters; where capitals run on into what else a
    heading says, it is one word, or two that no other place begins with."""
    place_words = match["place"].split(" ")
    ends = folded("parties", "heading_ends")
    kept = next(
        (at - 1 for at, word in enumerate(place_words) if word.casefold() in ends), len(place_words)
    )
    if kept == len(place_words) and not text[match.end() : match.end() + 1].strip(",.;:"):
        return match.end()
    if match[0].isupper() or kept < len(place_words):
        kept = min(kept, 1 + (place_words[0].casefold() in folded("courts", "place_begins")))
    return match.start("place") + len(" ".join(place_words[: max(kept, 1)]))


def _apart(found: list[EntityFinding]) -> list[EntityFinding]:
    kept: list[EntityFinding] = []
    rank = {"court of courts-db": 0, "court named": 0, "court by name": 1}
    for finding in sorted(
        found, key=lambda finding: (finding.start, -finding.end, rank[finding.rule])
    ):
        if not kept or finding.start >= kept[-1].end:
            kept.append(finding)
    return kept


def _capitalised(name: str) -> bool:
    return all(word[:1].isupper() for word in name.split(" ") if word.lower() not in _connectors)


def _by_name(match: re.Match[str]) -> EntityFinding:
    return _named(match.string, *match.span())


def _named(text: str, start: int, end: int) -> EntityFinding:
    name = text[start:end]
    return EntityFinding("court", start, end, f"name/{name_key(name)}", name, "court by name")


def _known(match: re.Match[str], query: str) -> EntityFinding:
    if identity := _identity(query.casefold(), "bankruptcy" in query.casefold()):
        return EntityFinding(
            "court", *match.span(), f"us/{identity[0]}", identity[1], "court of courts-db"
        )
    return EntityFinding(
        "court", *match.span(), f"name/{name_key(query)}", match[0], "court by name"
    )


@cache
def _identity(query: str, bankruptcy: bool) -> tuple[str, str] | None:
    # The patterns let only a few thousand queries through, so the cache is bounded.
    ids = find_court(query, bankruptcy=bankruptcy)
    if len(ids) != 1:
        return None
    known: list[dict[str, object]] = find_court_by_id(ids[0])  # pyright: ignore[reportUnknownVariableType]
    return ids[0], str(known[0]["name"])
