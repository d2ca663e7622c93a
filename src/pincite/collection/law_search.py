"""One search of law: on the date that is asked or that the question names, living law first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from pincite.collection.law_status import FoundStatus
from pincite.indexes.records import Filters
from pincite.search.dates import date_in
from pincite.search.in_force import NotInForce
from pincite.search.indexed import Indexed
from pincite.search.law_hits import LawSources
from pincite.search.library_index import IndexProgress, Retrieved
from pincite.search.present import Presenter
from pincite.search.respond import chosen

if TYPE_CHECKING:
    from pincite.collection.law import HeldLaw


def search_law(
    law: HeldLaw,
    question: str,
    profile: str,
    filters: Filters,
    *,
    limit: int | None,
    tier: str,
    rerank_ms: float | None,
    passages: int = 0,
    progress: IndexProgress,
) -> Retrieved:
    """From one state of the corpus: call it inside `steadily`. Where `passages` are asked for, hits
    are to be read, and not shown."""
    version = next(iter(filters.version), None)
    sources = LawSources(law.store, version, filters.at)
    cited = law.search_index.cited_in_chunk
    found = law.search_index.retrieve(
        question,
        lambda indexed: chosen(profile, indexed).hurried(rerank_ms),
        Presenter(
            law.store, sources.source, sources.citation, cited, sources.place, plain=passages > 0
        ),
        filters=law.narrowing(filters),
        limit=limit,
        tier=tier,
        in_force=lambda indexed: _not_in_force(law, indexed),
        passages=passages,
        progress=progress,
    )
    understood = found.relevance.question.cited
    named = date_in(understood, at=filters.at, version=bool(filters.version))
    at = named.day if named and named.applied else filters.at
    response = replace(found.response, at=at, version=version, dated=named)
    if at is not None:
        response = replace(response.naming_undated(), nothing_then=_nothing_on(law, at))
    status = FoundStatus(law.scope_index, at, version)
    return found._replace(response=status.labelled(status.overridden(response)))


def _not_in_force(law: HeldLaw, indexed: Indexed) -> NotInForce:
    def dead(rows: Sequence[int], filters: Filters) -> frozenset[int]:
        version = next(iter(filters.version), None)
        return FoundStatus(law.scope_index, filters.at, version).dead(indexed, rows)

    return dead


def _nothing_on(law: HeldLaw, at: date) -> bool:
    """Whether no law that is held was in force on a date."""
    allowed = law.search_index.engine().indexed.table.allowed(Filters(at=at))
    return allowed is not None and not len(allowed)
