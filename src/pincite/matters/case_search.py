"""A search of a matter: what cites a source first, then what answers, and what hangs together."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path

from pincite.citations.library_index import FILE as CITATIONS
from pincite.corpus import CorpusStore
from pincite.indexes.records import Filters
from pincite.matters.case_hits import CaseSources
from pincite.matters.cited_first import Cited, citing_rows
from pincite.matters.related import related_to
from pincite.search.cited_within import kept_citations
from pincite.search.library_index import IndexProgress, LibrarySearch, Retrieved
from pincite.search.present import Presenter
from pincite.search.profiles import Profile
from pincite.search.respond import CITATION, checked, exact
from pincite.search.response import Hit, Response


@dataclass(frozen=True, slots=True)
class CaseSearch:
    store: CorpusStore
    folder: Path
    search_index: LibrarySearch
    title: str

    def search(
        self,
        question: str,
        used: Profile,
        filters: Filters,
        *,
        limit: int | None,
        tier: str,
        related: int,
        progress: IndexProgress,
    ) -> Retrieved:
        """Of one state of the files and their indexes, whatever others read meanwhile."""
        return self.search_index.steadily(
            lambda: self._found(question, used, filters, limit, tier, related, progress), progress
        )

    def _found(
        self,
        question: str,
        used: Profile,
        filters: Filters,
        limit: int | None,
        tier: str,
        related: int,
        progress: IndexProgress,
    ) -> Retrieved:
        asked = checked(question, limit)
        engine = self.search_index.engine(progress)
        indexed = engine.indexed
        citations = self.search_index.citations
        wanted = used.returned if limit is None else limit
        began = time.perf_counter()
        cited = citing_rows(asked, citations, indexed, filters, progress)
        with kept_citations(self.folder / CITATIONS) as kept:
            sources = CaseSources(self.store, citations, kept)
            presenter = Presenter(
                self.store, sources.source, sources.citation, sources.cited, file=sources.name
            )
            uses = presenter.marked(indexed, cited.rows[:wanted], cited.marks[:wanted])
            spent = {CITATION: _since(began)}
            if cited.whole:
                response = replace(
                    exact(asked, uses, indexed, used, tier, self.title, len(cited.rows)),
                    state=self.search_index.state(),
                )
                relevance = engine.relevance(asked, used)
            else:
                response, relevance, _ = self.search_index.retrieve(
                    asked,
                    lambda _: used,
                    presenter,
                    filters=filters,
                    limit=limit,
                    tier=tier,
                    case=self.title,
                    progress=progress,
                )
                response = _first(response, uses, cited, wanted)
            response = replace(response, incomplete=sources.incomplete(filters.documents))
        expanding = time.perf_counter()
        beside = related_to(response.results, self.folder, self.store, related, progress)
        if related:
            spent["related"] = _since(expanding)
        response = replace(response, related=beside)
        return Retrieved(response.timed({**spent, "total": _since(began)}), relevance)


def _first(response: Response, uses: tuple[Hit, ...], cited: Cited, wanted: int) -> Response:
    """What cites the source, then what was found."""
    if cited.missing:
        response = replace(response, not_held=cited.missing, clarify=None)
    if not uses:
        return response
    own = {hit.source.chunk_id for hit in uses}
    others = tuple(hit for hit in response.results if hit.source.chunk_id not in own)
    return replace(
        response,
        results=(*uses, *others)[:wanted],
        stages_used=(CITATION, *response.stages_used),
        clarify=None,
        total=max(response.total, len(cited.rows)),
        cited=len(uses),
    )


def _since(began: float) -> float:
    return (time.perf_counter() - began) * 1000
