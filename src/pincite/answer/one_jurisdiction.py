"""One jurisdiction an answer: that which the question names, as a country or by a place in it, else
that of the best passage.

A city's by-laws and the acts of its country go together, as their codes say (zw, zw-har); so do
federal law and that of one state (us, us-dc), but not two states.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from pincite.answer.names import countries_named
from pincite.model import Urn

if TYPE_CHECKING:
    from pincite.search.library_index import Retrieved
    from pincite.search.response import Hit

# Of the best passage's score: from here on another jurisdiction is worth naming.
_GOOD = 0.5


class Retrieve(Protocol):
    """Searches law for a question: so many hits, within so many milliseconds of reranking, of these
    jurisdictions alone where any are given."""

    def __call__(
        self, question: str, limit: int, rerank_ms: float, /, only: tuple[str, ...] = ()
    ) -> Retrieved: ...


def in_one_jurisdiction(
    retrieve: Retrieve,
    question: str,
    limit: int,
    rerank_ms: float,
    held: Sequence[str],
    places: Sequence[str] = (),
) -> Retrieved:
    """What a search gives, of one jurisdiction; `places` are those whose cities and the like the
    question names, `other_jurisdictions` those that have good passages too. What the question
    cites is given wherever it is from."""
    found = retrieve(question, limit, rerank_ms)
    response = found.response
    if response.cited or response.card or response.within or response.not_held:
        return found
    if not _parted(held):
        return found
    if response.clarify is not None and found.relevance.question.cited.references:
        # Which work is meant has to be asked first.
        return found
    named = list(places) or countries_named(found.relevance.question, held)
    ranked = response.by_relevance()
    chosen = _together(named or [_of(hit) for hit in ranked])
    if all(_of(hit) in chosen for hit in ranked):
        return found
    best = ranked[0].score
    others = [] if named else [
        code for hit in ranked if (code := _of(hit)) not in chosen and hit.score >= _GOOD * best
    ]  # fmt: skip
    wider = tuple(code for code in held if all(_related(code, other) for other in chosen))
    again = retrieve(question, limit, rerank_ms, only=wider)
    chosen = _together([*chosen, *(_of(hit) for hit in again.response.by_relevance())])
    kept = tuple(hit for hit in again.response.results if _of(hit) in chosen)
    return again._replace(
        response=replace(
            again.response, results=kept, other_jurisdictions=tuple(dict.fromkeys(others))
        )
    )


def _of(hit: Hit) -> str:
    return Urn.parse(hit.law.urn).jurisdiction if hit.law else ""


def _together(codes: Iterable[str]) -> set[str]:
    """The first code, and those after it that go together with all before."""
    chosen: set[str] = set()
    for code in codes:
        if all(_related(code, other) for other in chosen):
            chosen.add(code)
    return chosen


def _parted(held: Sequence[str]) -> bool:
    return any(not _related(one, other) for one in held for other in held)


def _related(one: str, other: str) -> bool:
    return f"{one}-".startswith(f"{other}-") or f"{other}-".startswith(f"{one}-")
