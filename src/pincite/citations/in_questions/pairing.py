"""Which place of a question is of which work, and which names and numbers are of one work."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.citations.icelandic.declension import law_nouns
from pincite.citations.in_questions.places import AskedPlace
from pincite.citations.in_questions.works import Meant
from pincite.citations.reading import Span
from pincite.citations.works.titled import WorkCandidate

LINK = re.compile(r",? ?(?:(?:of|in|to|under|from|í|i|úr|við) )?(?:the |þeim )?", re.IGNORECASE)
_between = re.compile(
    r"[\s,;:.()\[\]–-]*(?:(?:of|in|to|under|from|and|í|i|úr|um|nr) ?\.?)?[\s,]*(?:the )?",
    re.IGNORECASE,
)
# "5. gr. laga um afnám laga nr. 1/2000": a place in a law that is not the one known.
_another = re.compile(rf" (?:{'|'.join(law_nouns())}) ", re.IGNORECASE)


def merged(query: str, meant: list[Meant]) -> list[Meant]:
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


def free(query: str, own: Span, known: Sequence[Span]) -> Span:
    """The stretch around a span that holds nothing else that was read."""
    low = max((end for _, end in known if end <= own[0]), default=0)
    high = min((start for start, _ in known if start >= own[1]), default=len(query))
    struck = query.rfind("\0", low, own[0])
    return max(low, struck + 1), high


def paired(query: str, places: list[AskedPlace], meant: list[Meant]) -> dict[int, list[AskedPlace]]:
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
        if work.start >= place.end and LINK.fullmatch(query, place.end, work.start):
            return index
        if work.end <= place.start and _between.fullmatch(query, work.end, place.start):
            before = index
    return before
