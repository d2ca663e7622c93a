"""What questions are answered from: the law of a library, on a date; or the files of a matter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Protocol

from pincite.answer.evidence import Evidence, LawEvidence
from pincite.answer.records import QuotableSource
from pincite.answer.reply import AnswerCitation
from pincite.answer.sufficiency import Mentions
from pincite.corpus import CorpusStore, Stored
from pincite.errors import IndexUnusable
from pincite.model import Node
from pincite.search.library_index import IndexProgress, LibrarySearch
from pincite.search.respond import chosen
from pincite.search.response import Hit, Response

if TYPE_CHECKING:
    from pincite.indexes.records import Filters
    from pincite.scope.context import Context
    from pincite.search.relevance import Relevance

# Of the time that an answer may take. Which passages it quotes hardly hangs on the cross-encoder,
# only their order.
RERANK_MS = 150.0


@dataclass(frozen=True, slots=True)
class Holdings:
    """`text` gives a stretch of a stored text, by its key."""

    search: Callable[[str, int], Response]
    evidence: Callable[[Sequence[Hit], int], Evidence]
    relevance: Callable[[str], Relevance]
    jurisdictions: Callable[[], Sequence[str]]
    mentions: Mentions
    text: Callable[[int, int, int], str]
    cite: Callable[[AnswerCitation], AnswerCitation] = lambda citation: citation
    """What is known more closely of a place once its quote was found."""

    def holds(self, source: QuotableSource) -> bool:
        """Whether a source still is what is stored."""
        return self.text(source.key, source.start, source.end) == source.text


class Law(Protocol):
    """A library, as far as answers need it."""

    store: CorpusStore

    @property
    def search_index(self) -> LibrarySearch: ...

    def search(
        self,
        question: str,
        *,
        filters: Filters | None,
        at: date | str | None,
        version: str | None,
        within: str,
        limit: int | None,
        rerank_ms: float | None,
        progress: IndexProgress,
    ) -> Response: ...

    def scope(self, what: str, *, at: date | str | None, version: str | None) -> Context: ...


def law_holdings(
    law: Law,
    at: date | None,
    version: str | None,
    *,
    within: str,
    filters: Filters | None,
    progress: IndexProgress,
) -> Holdings:
    def find(urn: str) -> tuple[Stored, Node] | None:
        found = law.store.find(urn, at=at, tag=version)
        return found[0] if len(found) == 1 else None

    def search(question: str, limit: int) -> Response:
        return law.search(
            question,
            filters=filters,
            at=at,
            version=version,
            within=within,
            limit=limit,
            rerank_ms=RERANK_MS,
            progress=progress,
        )

    def scope(urn: str) -> Context:
        return law.scope(urn, at=at, version=version)

    def evidence(hits: Sequence[Hit], wanted: int) -> Evidence:
        gathered = LawEvidence(law.store, find, scope)
        found = gathered.of(hits, wanted)
        if gathered.other_text and law.search_index.is_behind():
            # Else another law would answer for the one that was changed.
            raise IndexUnusable("the index has an earlier text of what was found")
        return found

    return Holdings(
        search,
        evidence,
        lambda question: law.search_index.relevance(question, lambda held: chosen("", held)),
        law.search_index.jurisdictions,
        law.search_index.mentions,
        law.store.text,
    )
