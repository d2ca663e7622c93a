"""What a question cites: typed references with their targets, or with candidates, and a date."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from pincite.citations.cases import cases
from pincite.citations.icelandic.declension import law_nouns
from pincite.citations.in_questions.places import AskedPlace, asked, joined, numbered
from pincite.citations.in_questions.shorthand import bare_rules, written_out
from pincite.citations.in_questions.when import (
    NamedDate,
    When,
    implied,
    said_current,
    stated,
    with_words,
)
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
from pincite.citations.laws import laws
from pincite.citations.laws.acts import BY_NAME
from pincite.citations.reading import CitableText, Locale, Span
from pincite.citations.works.addressed import addressed
from pincite.citations.works.decisions import HeldDecisions
from pincite.citations.works.near import clear
from pincite.citations.works.titles import TitledWork, WorkCandidate, WorkTitles, here
from pincite.model.mention import CitedKind, Form, Mention
from pincite.model.urn import possible_works
from pincite.text import canonicalize

_link = re.compile(r",? ?(?:(?:of|in|to|under|from|í|i|úr|við) )?(?:the |þeim )?", re.IGNORECASE)
_between = re.compile(
    r"[\s,;:.()\[\]–-]*(?:(?:of|in|to|under|from|and|í|i|úr|um|nr) ?\.?)?[\s,]*(?:the )?",
    re.IGNORECASE,
)
# "5. gr. laga um afnám laga nr. 1/2000": a place in a law that is not the one known.
_another = re.compile(rf" (?:{'|'.join(law_nouns())}) ", re.IGNORECASE)
_loose = re.compile(r"^[\s,;:–-]+|[\s,;:–-]+$")
_of_a_part = re.compile(
    r"(?<![\w.:-])(?:(?:cfr|c\.f\.r\.|§|sec(?:tion|\.)|reg(?:ulation|\.)?(?: [a-z]{1,2})?) ?)"
    r"(?P<part>\d{2,4})\.(?P<section>\d{1,4}[a-z]?)(?P<pins>(?:\([0-9a-z]{1,4}\)){0,5})(?![\w.:-])",
    re.IGNORECASE,
)
# References are read up to here, a date in all that is searched.
_LONGEST, _DATED = 500, 2000
# What each of several is given that may be meant alike.
_ONE_OF = 0.5


class Possible(NamedTuple):
    """A work that may be meant, and what is then asked for. A score of 1.0 is its very name."""

    targets: tuple[str, ...]
    title: str
    name: str
    score: float


class QueryReference(NamedTuple):
    """query[start:end] cites something. `targets` where it is certain; else `candidates`, the best
    first. Neither, where a place is named and nothing tells of what."""

    start: int
    end: int
    text: str
    kind: CitedKind
    targets: tuple[str, ...] = ()
    candidates: tuple[Possible, ...] = ()
    key: str = ""

    @property
    def answer(self) -> tuple[str, ...]:
        """The targets, or those of a candidate that is told apart from every other."""
        if self.targets or not clear([candidate.score for candidate in self.candidates]):
            return self.targets
        return self.candidates[0].targets


class Understanding(NamedTuple):
    """`rest` is the question without its references and its date. `as_at` is the day that it asks
    about; `date` is what it names of one, where law is asked, sure or not."""

    references: tuple[QueryReference, ...]
    as_at: date | None
    current: bool
    rest: str
    date: NamedDate | None = None


TextStarts = Callable[[str], Iterable[date]]
"""The days on which the texts of a work begin, by its URN."""


def understand(
    query: str,
    titles: WorkTitles,
    locale: Locale = Locale(),  # noqa: B008 (frozen)
    decisions: HeldDecisions = HeldDecisions(),  # noqa: B008 (of no corpus)
    *,
    today: date | None = None,
    starts: TextStarts | None = None,
) -> Understanding:
    """Offsets are those of `canonicalize(query)`. A date that only the tense of the question tells
    is read where `starts` are given: where law is asked."""
    today = today or date.today()  # noqa: DTZ011
    whole = canonicalize(query[:_DATED])
    query = whole[:_LONGEST].rstrip()
    day = stated(query, today) or When()
    text = _without(query, day.spans or said_current(query).spans)
    found = [
        _reference(mention.start, mention.end, mention.kind, mention.targets)
        for mention in addressed(text, titles)
    ]
    text = _without(text, [(reference.start, reference.end) for reference in found])
    found += (_held(reference, decisions) for reference in _written_out(text, locale))
    text = _without(text, [(reference.start, reference.end) for reference in found])
    found += _decided(text, decisions)
    text = _without(text, [(reference.start, reference.end) for reference in found])
    found += _typed(text, locale)
    text = _without(text, [(reference.start, reference.end) for reference in found])
    found += _rules_or_parts(text, titles, locale)
    text = _without(text, [(reference.start, reference.end) for reference in found])
    found += _named(text, titles, locale)
    found.sort(key=lambda reference: reference.start)
    cited = [(reference.start, reference.end) for reference in found]
    text = _without(whole, cited)
    if day.date is None:
        day = stated(text, today) or (implied(text, today) if starts else said_current(text))
    named = with_words(day.date, whole) if day.date else None
    works = {_work_of(urn, titles) for reference in found for urn in reference.answer}
    if named and day.changed and starts and len(works) == 1:
        named = day._replace(date=named).before_change(starts(works.pop()))
    rest = _without(query, [*cited, *day.spans])
    return Understanding(
        tuple(
            reference._replace(text=query[reference.start : reference.end]) for reference in found
        ),
        named.day if named and named.sure else None,
        day.current,
        _loose.sub("", " ".join(rest.replace("\0", " ").split())),
        named if starts else None,
    )


def _work_of(urn: str, titles: WorkTitles) -> str:
    """The work that a place is in; "" where it is not held."""
    return next((name for name in possible_works(urn) if name in titles.works), "")


def _without(query: str, spans: Sequence[tuple[int, int]]) -> str:
    """With what was read struck out, so that it is read once; of the same length."""
    for start, end in spans:
        query = query[:start] + "\0" * (min(end, len(query)) - start) + query[end:]
    return query


def _kind_of(work: TitledWork) -> CitedKind:
    if work.kind in ("instrument", "regulation", "by-law"):
        return CitedKind.REGULATION
    constitution = work.within or work.title.startswith("Stjórnarskrá")
    return CitedKind.CONSTITUTION if constitution else CitedKind.STATUTE


def _written_out(query: str, locale: Locale) -> Iterator[QueryReference]:
    """What says by itself what it cites, by the rules for texts: reporters, codes, rules."""
    reading = CitableText(query, locale)
    mentions: list[Mention] = [*laws(reading), *cases(reading)]
    mentions.sort(key=lambda mention: (mention.start, -mention.end))
    done = 0
    for mention in mentions:
        # A name that no grammar knows may be that of a work held.
        whole = mention.form is Form.FULL and (mention.targets or mention.rule != BY_NAME)
        if whole and mention.key and mention.start >= done:
            done = mention.end
            yield _reference(mention.start, mention.end, mention.kind, mention.targets)._replace(
                key=mention.key
            )


def _held(reference: QueryReference, decisions: HeldDecisions) -> QueryReference:
    """With the decisions that a corpus keeps under a citation of a case."""
    known = reference.kind is CitedKind.CASE and decisions.by_citation.get(reference.key)
    return reference._replace(targets=known) if known else reference


def _decided(query: str, decisions: HeldDecisions) -> Iterator[QueryReference]:
    """The decisions that are held, by name; of several with one name any may be meant."""
    for start, end, known in decisions.named(query):
        reference = _reference(start, end, CitedKind.CASE, ())
        if len(known) == 1:
            yield reference._replace(targets=(known[0].urn,), key=known[0].urn)
        else:
            possible = tuple(
                Possible((each.urn,), each.citation, each.title, _ONE_OF) for each in known
            )
            yield reference._replace(candidates=possible)


def _typed(query: str, locale: Locale) -> Iterator[QueryReference]:
    """What is typed in haste and says by itself what it cites, once it is written out."""
    text, origin = written_out(query, locale)
    if text == query:
        return
    for reference in _written_out(text, locale):
        yield reference._replace(start=origin[reference.start], end=origin[reference.end - 1] + 1)


def _rules_or_parts(query: str, titles: WorkTitles, locale: Locale) -> Iterator[QueryReference]:
    """A rule by its number alone may be of several rules; a number of the federal regulations is
    of the parts that are held."""
    if not titles.works or set(locale.jurisdictions()) & {"us"}:
        for rule in bare_rules(query, locale):
            possible = tuple(Possible((urn,), name, name, _ONE_OF) for urn, name in rule.rules)
            yield _reference(rule.start, rule.end, CitedKind.RULE, ())._replace(candidates=possible)
    for match in _of_a_part.finditer(query):
        pins = match["pins"].lower().replace(")", "").replace("(", ":")
        held = [
            work
            for urn, work in titles.works.items()
            if urn.endswith(f"cfr:{match['part']}") and here(work, locale)
        ]
        below = f"{match['part']}.{match['section']}{pins}"
        urns = [(f"{work.urn.rpartition(':')[0]}:{below}", work.title) for work in held]
        if len(urns) == 1:
            yield _reference(*match.span(), CitedKind.REGULATION, (urns[0][0],))
        elif urns:
            possible = tuple(Possible((urn,), title, title, _ONE_OF) for urn, title in urns)
            reference = _reference(*match.span(), CitedKind.REGULATION, ())
            yield reference._replace(candidates=possible)


def _named(query: str, titles: WorkTitles, locale: Locale) -> Iterator[QueryReference]:
    names = by_name(query, titles, locale)
    numbers = [
        work
        for work in by_number(query, titles, locale)
        if all(work.start < name.start or name.end < work.end for name in names)
    ]
    known = [(work.start, work.end) for work in (*names, *numbers)]
    places = [
        asked_place
        for asked_place in asked(query)
        if all(asked_place.end <= start or end <= asked_place.start for start, end in known)
    ]
    known += [(asked_place.start, asked_place.end) for asked_place in places]
    names = [
        or_longer(query, titles, locale, work, _free(query, (work.start, work.end), known))
        for work in names
    ]
    meant = _merged(query, [*numbers, *names])
    pairs = _paired(query, places, meant)
    lone = [place for place in places if all(place not in mine for mine in pairs.values())]
    for index, work in enumerate(meant):
        mine = joined(pairs.get(index, []))
        if not mine and not places and (number := numbered(query, work.end)):
            mine = [number]
        yield from _together(work, mine)
    if lone and not meant:
        guess = _guess(query, places, titles, locale)
        if guess is not None:
            yield from _together(guess, places)
            return
    for place in lone:
        yield _reference(place.start, place.end, CitedKind.UNKNOWN, ())
    if not meant and not places:
        guess = nearly(query, titles, locale, windows_at_heads(query))
        if guess is not None and near_enough(guess):
            yield from _together(guess, [])


def _merged(query: str, meant: list[Meant]) -> list[Meant]:
    """A name with its number or chapter is one: the works that both mean, else those of either."""
    found: list[Meant] = []
    for current in sorted(meant, key=lambda work: work.start):
        before = found[-1] if found else None
        if before is not None and (
            before.end > current.start or _between.fullmatch(query, before.end, current.start)
        ):
            works = {work.urn: work for work in (*before.sure, *(c.work for c in before.near))}
            ours = {work.urn: work for work in (*current.sure, *(c.work for c in current.near))}
            both = tuple(work for urn, work in works.items() if urn in ours)
            if both:
                numbered = before.numbered or current.numbered
                found[-1] = Meant(
                    before.start, max(before.end, current.end), both, numbered=numbered
                )
                continue
            if before.numbered != current.numbered:
                found[-1] = _apart(before, current)
                continue
        found.append(current)
    return found


def _apart(before: Meant, meant: Meant) -> Meant:
    """A name and a number that say different works. Of an Icelandic law the number tells which; a
    chapter may be wrong, and so may a name: then either is meant."""
    number, name = (before, meant) if before.numbered else (meant, before)
    span = (before.start, max(before.end, meant.end))
    if number.sure[0].language == "is" or not name.sure:
        return Meant(*span, number.sure, numbered=True)
    either = tuple(WorkCandidate(work, work.title, 1.0) for work in (*name.sure, *number.sure))
    return Meant(*span, (), either, numbered=True)


def _free(query: str, own: Span, known: Sequence[Span]) -> Span:
    """The stretch around a span that holds nothing else that was read."""
    low = max((end for _, end in known if end <= own[0]), default=0)
    high = min((start for start, _ in known if start >= own[1]), default=len(query))
    struck = query.rfind("\0", low, own[0])
    return max(low, struck + 1), high


def _paired(
    query: str, places: list[AskedPlace], meant: list[Meant]
) -> dict[int, list[AskedPlace]]:
    """Each place with the work beside it, or with the only one there is."""
    pairs: dict[int, list[AskedPlace]] = {}
    for place in places:
        best = _beside(query, place, meant)
        if best is None and meant and not _another.match(query, place.end):
            following = (index for index, work in enumerate(meant) if work.start >= place.end)
            best = next(following, len(meant) - 1)
        if best is not None:
            pairs.setdefault(best, []).append(place)
    return pairs


def _beside(query: str, place: AskedPlace, meant: list[Meant]) -> int | None:
    """The index of the work that is linked to a place: the first behind it, else the last before
    it."""
    before: int | None = None
    for index, work in enumerate(meant):
        if work.start >= place.end and _link.fullmatch(query, place.end, work.start):
            return index
        if work.end <= place.start and _between.fullmatch(query, work.end, place.start):
            before = index
    return before


def _guess(
    query: str, places: list[AskedPlace], titles: WorkTitles, locale: Locale
) -> Meant | None:
    """The work whose misspelt or partial name stands beside the places."""
    first, last = places[0], places[-1]
    link = _link.match(query, last.end)
    after = link.end() if link else last.end
    home = locale
    if not locale.jurisdiction and first.language == "is":
        home = Locale("is", "is")
    windows = [*windows_after(query, after, len(query)), *windows_before(query, first.start, 0)]
    return nearly(query, titles, home, windows)


def _together(meant: Meant, places: list[AskedPlace]) -> Iterator[QueryReference]:
    """One reference a place; one in all where no place is named."""
    for place in places or [None]:
        start = min(meant.start, place.start) if place else meant.start
        end = max(meant.end, place.end) if place else meant.end
        if len(meant.sure) == 1:
            work = meant.sure[0]
            yield _reference(start, end, _kind_of(work), _targets(work, place))
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
        yield _reference(start, end, kind, ())._replace(candidates=possible)


def _targets(work: TitledWork, place: AskedPlace | None) -> tuple[str, ...]:
    if place is not None:
        return place.within(work)
    return (work.within if work.within and not work.own else work.urn,)


def _reference(start: int, end: int, kind: CitedKind, targets: tuple[str, ...]) -> QueryReference:
    return QueryReference(start, end, "", kind, targets, key=targets[0] if targets else "")
