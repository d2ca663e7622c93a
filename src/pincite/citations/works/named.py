"""Works of the corpus cited by name, with their sections; Icelandic law; and bare addresses."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.citations.icelandic.references import icelandic
from pincite.citations.laws.addresses import LawAddress, after, before
from pincite.citations.reading import CitableText
from pincite.citations.works.addressed import addressed
from pincite.citations.works.designations import Designation, designations
from pincite.citations.works.titled import TitledWork
from pincite.citations.works.titles import WorkTitles
from pincite.model.mention import Form, Mention
from pincite.model.urn import segment


def named(reading: CitableText, titles: WorkTitles | None = None) -> list[Mention]:
    """In the order of the text. A name that several works have gives no target: `parts["works"]`
    lists them."""
    found = [*addressed(reading.text, titles), *icelandic(reading, titles)]
    if titles is not None and titles.works:
        found += _english(reading, titles)
    return sorted(found, key=lambda mention: (mention.start, -mention.end))


def _english(reading: CitableText, titles: WorkTitles) -> Iterator[Mention]:
    text = reading.text
    done = 0
    own = titles.works.get(reading.urn)
    for designation in designations(text, titles, reading.locale, own.year if own else ""):
        places = before(text, designation.start, done)
        spans = [(place.start, place.end) for place in places]
        if places:
            spans[-1] = (spans[-1][0], designation.end)
        elif places := after(text, designation.end):
            spans = [(place.start, place.end) for place in places]
            spans[0] = (designation.start, spans[0][1])
        if places:
            for place, span in zip(places, spans, strict=True):
                yield _placed(text, designation, place, span)
            done = spans[-1][1]
        elif not designation.needs_place:
            yield _alone(designation)
            done = designation.end


def _placed(
    text: str, designation: Designation, place: LawAddress, span: tuple[int, int]
) -> Mention:
    parts = {"name": text[designation.core[0] : designation.core[1]]}
    if place.number:
        parts["section"] = place.number
    if place.schedule:
        parts["schedule"] = place.schedule
    if place.container:
        parts["container"] = place.container
    pin = text[place.start : place.end]
    if len(designation.works) != 1 or designation.doubtful:
        parts["works"] = " ".join(work.urn for work in designation.works)
        return Mention(
            *span, designation.core, designation.kind, Form.FULL, "", pin, "act by name", (), parts
        )
    (work,) = designation.works
    key, targets = _base(work, place, place.number), target_of(work, place)
    return Mention(
        *span,
        designation.core,
        designation.kind,
        Form.FULL,
        key,
        pin,
        "act by name",
        targets,
        parts,
    )


def target_of(work: TitledWork, place: LawAddress) -> tuple[str, ...]:
    """The URN of a place in a work; of a range, the first and the last."""
    first = ":".join((_base(work, place, place.number), *map(segment, place.pins)))
    if place.last is None:
        return (first,)
    number, pins = place.last
    return (first, ":".join((_base(work, place, number), *map(segment, pins))))


def _base(work: TitledWork, place: LawAddress, number: str) -> str:
    """The URN of the section or container."""
    if place.schedule or place.container:
        if work.within:
            # What the schedules of an enacted constitution are called, only its text tells.
            return work.within
        above = f"{work.urn}:sched-{place.schedule}" if place.schedule else work.urn
        below = place.container or number
        return f"{above}:{segment(below)}" if below else above
    return work.section(segment(number))


def _alone(designation: Designation) -> Mention:
    span = (designation.start, designation.end)
    if len(designation.works) != 1 or designation.doubtful:
        parts = {"works": " ".join(work.urn for work in designation.works)}
        return Mention(
            *span,
            designation.core,
            designation.kind,
            Form.NAME,
            "",
            "",
            "name of an act",
            (),
            parts,
        )
    (work,) = designation.works
    urn = work.within if work.within and not work.own else work.urn
    return Mention(
        *span, designation.core, designation.kind, Form.NAME, urn, "", "name of an act", (urn,)
    )
