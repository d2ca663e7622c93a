"""What a question is answered from: the law, the files of a matter, or a pack."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pincite.answer.evidence import Evidence
    from pincite.answer.reading import FoundIn, ReadUnit
    from pincite.answer.records import QuotableSource
    from pincite.answer.reply import AnswerCitation
    from pincite.search.card import LawCard
    from pincite.search.library_index import Retrieved
    from pincite.search.response import Hit

# Of the time that an answer may take. The cross-encoder changes the order of the passages that an
# answer quotes, and hardly ever which ones.
RERANK_MS = 150.0


class AnswerSource(Protocol):
    """Every method speaks of the same state of what is held; the same question gives the same
    hits, in the same order."""

    @property
    def at(self) -> date | None:
        """The date that was asked for; None for today, or where there are no dates. What a search
        gives names the date that it was of."""
        ...

    def search(self, question: str, limit: int) -> Retrieved:
        """The best `limit` passages, best first, ties by chunk id, and the question as it was
        understood. Raises InputError where nothing is asked, IndexUnusable where the indexes have
        to be mended first."""
        ...

    def evidence(self, hits: Sequence[Hit], wanted: int, at: date | None) -> Evidence:
        """What may be quoted of the first `wanted` hits that may be quoted, in their order, then
        what governs each of them, on the date that the search was of. Raises IndexUnusable where
        the index has an earlier text."""
        ...

    def to_read(self, retrieved: Retrieved, at: date | None) -> list[FoundIn]:
        """What a reader may choose units from, best first; nothing where none may be asked."""
        ...

    def governing(self, read: Sequence[ReadUnit], wanted: int, at: date | None) -> Evidence:
        """What may be quoted of the first `wanted` units that may be quoted, and what governs the
        first of them, on the date that the search was of. `read` of it are those units."""
        ...

    def opening(self, card: LawCard, at: date | None) -> QuotableSource | None:
        """The opening words of the law on a card, to be quoted; None where there are none."""
        ...

    def jurisdictions(self) -> Sequence[str]:
        """Of what is held, in alphabetical order."""
        ...

    def mentions(self, words: Sequence[tuple[str, ...]]) -> bool:
        """Whether a passage has all the words, each in any of its lemmas."""
        ...

    def holds(self, source: QuotableSource) -> bool:
        """Whether a source still is what is stored, character for character."""
        ...

    def cite(self, citation: AnswerCitation) -> AnswerCitation:
        """The citation with what is known more closely once its quote was found."""
        ...
