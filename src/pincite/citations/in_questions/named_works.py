"""The works that a question names, each with the places in it that are asked for."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.citations.in_questions import codes
from pincite.citations.in_questions.pairing import LINK, free, merged, paired
from pincite.citations.in_questions.places import AskedPlace, asked, joined, numbered, ranged
from pincite.citations.in_questions.references import Possible, QueryReference, reference_to
from pincite.citations.in_questions.works import (
    Meant,
    by_name,
    by_number,
    near_enough,
    nearly,
    or_longer,
    windows_after,
    windows_at_heads,
    windows_before,
)
from pincite.citations.reading import Locale
from pincite.citations.works.titled import PART, TitledWork, WorkCandidate
from pincite.citations.works.titles import WorkTitles
from pincite.model.mention import CitedKind


def named_works(query: str, titles: WorkTitles, locale: Locale) -> Iterator[QueryReference]:
    """Works by name or number, with the places that are named beside them."""
    names = by_name(query, titles, locale)
    numbers = [
        work
        for work in (*by_number(query, titles, locale), *codes.within(query, titles, locale))
        if all(work.start < name.start or name.end < work.end for name in names)
    ]
    known = [(work.start, work.end) for work in (*names, *numbers)]
    places = [
        asked_place
        for asked_place in asked(query)
        if all(asked_place.end <= start or end <= asked_place.start for start, end in known)
    ]
    places = ranged(query, places)
    known += [(asked_place.start, asked_place.end) for asked_place in places]
    names = [
        or_longer(query, titles, locale, work, free(query, (work.start, work.end), known))
        for work in names
    ]
    meant = merged(query, [*numbers, *names])
    pairs = paired(query, places, meant)
    lone = [place for place in places if all(place not in mine for mine in pairs.values())]
    for index, work in enumerate(meant):
        mine = joined(pairs.get(index, []))
        if not mine and not places and (number := numbered(query, work.end)):
            mine = [number]
        yield from together(work, mine)
    if lone and not meant:
        guess = _guess(query, places, titles, locale)
        if guess is not None:
            yield from together(guess, places)
            return
    for place in lone:
        yield reference_to(place.start, place.end, CitedKind.UNKNOWN, ())
    if not meant and not places:
        guess = nearly(query, titles, locale, windows_at_heads(query))
        if guess is not None and near_enough(query, guess):
            yield from together(guess, [])


def _guess(
    query: str, places: list[AskedPlace], titles: WorkTitles, locale: Locale
) -> Meant | None:
    """The work whose misspelt or partial name stands beside the places."""
    first, last = places[0], places[-1]
    link = LINK.match(query, last.end)
    after = link.end() if link else last.end
    home = locale
    if not locale.jurisdiction and first.language == "is":
        home = Locale("is", "is")
    windows = [*windows_after(query, after, len(query)), *windows_before(query, first.start, 0)]
    return nearly(query, titles, home, windows)


def together(meant: Meant, places: list[AskedPlace]) -> Iterator[QueryReference]:
    """One reference a place; one in all where no place is named."""
    for place in places or [None]:
        start = min(meant.start, place.start) if place else meant.start
        end = max(meant.end, place.end) if place else meant.end
        if len(meant.sure) == 1:
            work = meant.sure[0]
            reference = reference_to(start, end, _kind_of(work), _targets(work, place))
            yield reference._replace(whole=place is None, loose=place is None and meant.loose)
            continue
        near = meant.near or tuple(WorkCandidate(work, work.title, 1.0) for work in meant.sure)
        kind = _kind_of(near[0].work) if near else CitedKind.UNKNOWN
        possible = tuple(
            Possible(
                _targets(candidate.work, place),
                candidate.work.title,
                candidate.name,
                candidate.score,
            )
            for candidate in near
        )
        reference = reference_to(start, end, kind, ())
        loose = place is None and meant.loose
        yield reference._replace(candidates=possible, whole=place is None, loose=loose)


def _targets(work: TitledWork, place: AskedPlace | None) -> tuple[str, ...]:
    if place is not None:
        return place.within(work) if work.kind != PART else ()
    return (work.within if work.within and not work.own else work.urn,)


def _kind_of(work: TitledWork) -> CitedKind:
    if work.kind in ("instrument", "regulation", "by-law"):
        return CitedKind.REGULATION
    constitution = work.within or work.title.startswith("Stjórnarskrá")
    return CitedKind.CONSTITUTION if constitution else CitedKind.STATUTE
