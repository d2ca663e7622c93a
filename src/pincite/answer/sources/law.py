"""Answers from law: the provisions in force on a date, each with what governs it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from pincite.answer.evidence import Evidence, LawEvidence, of_opening, of_provision
from pincite.answer.one_jurisdiction import Retrieve, in_one_jurisdiction
from pincite.answer.reading import FoundIn, FoundStretch, ReadUnit
from pincite.answer.records import QuotableSource
from pincite.answer.reply import AnswerCitation
from pincite.answer.sources import RERANK_MS
from pincite.corpus import CorpusStore, Stored
from pincite.errors import IndexUnusable
from pincite.model import Node
from pincite.scope.library_index import FoundPlace
from pincite.search.card import LawCard
from pincite.search.library_index import FoundPassage, LibrarySearch, Retrieved
from pincite.search.response import Hit

if TYPE_CHECKING:
    from pincite.scope.context import Context
    from pincite.scope.library_index import LibraryScope

# As many passages as are cut into units, where a reader chooses among them.
PASSAGES = 40


@dataclass(frozen=True, slots=True)
class LawSource:
    """`retrieve` searches for a question; `given` says that the asker chose the jurisdictions."""

    store: CorpusStore
    search_index: LibrarySearch
    scope_index: LibraryScope
    at: date | None
    version: str | None
    retrieve: Retrieve
    given: bool = False

    def search(self, question: str, limit: int) -> Retrieved:
        if self.given:
            return self.retrieve(question, limit, RERANK_MS)
        held = self.jurisdictions()
        places = self.search_index.places_named(question)
        return in_one_jurisdiction(self.retrieve, question, limit, RERANK_MS, held, places)

    def evidence(self, hits: Sequence[Hit], wanted: int, at: date | None) -> Evidence:
        gathered = LawEvidence(self.store, partial(self._find, at), partial(self._scope, at))
        found = gathered.of(hits, wanted)
        if gathered.other_text and self.search_index.is_mixed():
            # Else another law would answer for the one that was changed.
            raise IndexUnusable("the index has an earlier text of what was found")
        return found

    def to_read(self, retrieved: Retrieved, at: date | None) -> list[FoundIn]:
        """The sections of the passages that were found, each whole: what leads into a passage may
        stand before it."""
        within: dict[str, list[tuple[int, FoundPassage]]] = {}
        for rank, passage in enumerate(retrieved.passages):
            within.setdefault(passage.unit_urn, []).append((rank, passage))
        sections: list[FoundIn] = []
        # At once: each call may cross a network.
        every = self.store.find_all(list(within), at=at, tag=self.version) if within else {}
        for urn, passages in within.items():
            found = every[urn]
            if len(found) != 1 or found[0][0].key != passages[0][1].key:
                continue
            source = of_provision(self.store, *found[0])
            stretches = tuple(
                FoundStretch(one.start - source.start, one.end - source.start, rank)
                for rank, one in passages
            )
            sections.append(FoundIn(source, stretches))
        return sections

    def governing(self, read: Sequence[ReadUnit], wanted: int, at: date | None) -> Evidence:
        """What may be quoted of the first units that may be, and what governs the first of them."""
        gathered = LawEvidence(
            self.store, partial(self._find, at), partial(self._scope, at),
            partial(self._not_in_force, at),
        )  # fmt: skip
        return gathered.of_units(read, wanted)

    def opening(self, card: LawCard, at: date | None) -> QuotableSource | None:
        found = self._find(at, card.urn)
        return of_opening(card, self.store, *found) if found else None

    def jurisdictions(self) -> Sequence[str]:
        return self.search_index.jurisdictions()

    def mentions(self, words: Sequence[tuple[str, ...]]) -> bool:
        return self.search_index.mentions(words)

    def holds(self, source: QuotableSource) -> bool:
        return self.store.text(source.key, source.start, source.end) == source.text

    def cite(self, citation: AnswerCitation) -> AnswerCitation:
        return citation

    def _find(self, at: date | None, urn: str) -> tuple[Stored, Node] | None:
        found = self.store.find(urn, at=at, tag=self.version)
        return found[0] if len(found) == 1 else None

    def _scope(self, at: date | None, stored: Stored, node: Node) -> Context:
        return self.scope_index.resolve(stored, node, at, self.version)

    def _not_in_force(self, at: date | None, source: QuotableSource) -> frozenset[str]:
        undated = source.valid_from is None
        places = [FoundPlace(pin.urn, source.document, undated) for pin in source.pins]
        found = self.scope_index.statuses(places, at, self.version)
        return frozenset(urn for urn, status in found.items() if not status.may_apply)
