"""The port between Pincite and an engine that keeps the corpus.

Every engine passes tests/corpus/store_contract.py. In words:

- One writer at a time. `write()` is a transaction: all of it becomes visible at its end, or, on an
  exception or a killed process, none of it. A second writer raises LibraryBusy.
- Readers see the last finished transaction, also while another process writes.
- An expression is immutable and kept once for each (work, content hash).
- For one work, validity ranges never overlap; the engine itself refuses it.
- Lists come in the order stated; ties never depend on insertion order.
- Nothing found is None or an empty list. Engine errors arrive as LibraryError.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from pincite.corpus.audit import AuditEntry
from pincite.corpus.documents import DocumentStore, DocumentWriter
from pincite.corpus.packing import Packed
from pincite.model import (
    Chunk,
    Citation,
    Expression,
    Node,
    Override,
    Preemption,
    Source,
    Synonym,
    Validity,
    Version,
)


@dataclass(frozen=True, slots=True)
class Stored:
    """An expression that is kept: its header, key, hash, length, and where it applies."""

    key: int
    expression: Expression
    hash: str
    length: int
    version: str
    validity: Validity | None


@dataclass(frozen=True, slots=True)
class VersionEntry:
    """A version's statement about one work; a hash of '' says that the work ended."""

    urn: str
    title: str
    hash: str
    label: str
    start: date | None
    end: date | None


class CorpusWriter(Protocol):
    """What may be done inside one transaction. Every change adds one audit entry."""

    @property
    def documents(self) -> DocumentWriter: ...

    def begin_version(self, tag: str, collection: str, reader: str) -> None:
        """Start a load under a tag that is not yet in use; raises InputError where it is."""
        ...

    def put(self, packed: Packed) -> bool:
        """Keep an expression under the version begun; False where its text was kept before."""
        ...

    def end_work(self, urn: str, day: date) -> bool:
        """State that a work has no text from `day`; False, and nothing said, if unknown."""
        ...

    def end_absent(self, day: date, jurisdiction: str, present: set[str]) -> int:
        """End every work of this version's collection that is not in `present`."""
        ...

    def finish_version(self, detail: dict[str, object]) -> None:
        """Settle the validity of every work touched and seal the audit entry."""
        ...

    def activate(self, tag: str) -> list[str]:
        """Make `tag` the newest active version of its collection; returns the tags set aside."""
        ...

    def add_override(self, override: Override) -> int: ...

    def remove_override(self, override_id: int) -> None:
        """Raises NotFound."""
        ...

    def add_preemption(self, preemption: Preemption) -> int: ...

    def add_synonyms(self, synonyms: list[Synonym]) -> int:
        """Add or replace by (phrase, term, jurisdiction, language); returns how many are new."""
        ...


class CorpusStore(Protocol):
    @property
    def documents(self) -> DocumentStore: ...

    def write(self) -> AbstractContextManager[CorpusWriter]: ...

    def seal(self) -> None:
        """Make it ready to be opened read-only; `write()` of a store that was opened so raises
        LibraryClosed."""
        ...

    def still(self) -> AbstractContextManager[None]:
        """What this thread reads inside is of one moment, whoever writes meanwhile. Not twice at
        once."""
        ...

    def close(self) -> None: ...

    # Versions, oldest load first.
    def versions(self) -> list[Version]: ...
    def entries(self, tag: str) -> list[VersionEntry]:
        """By URN, then start. Raises NotFound for an unknown tag."""
        ...

    # Expressions and nodes.
    def works(self) -> Iterator[tuple[str, str]]:
        """(URN, title of the newest expression), by URN."""
        ...

    def headers(self) -> Iterator[Expression]:
        """Of every work that an active version states, what its newest expression says of itself,
        without dates and label; by URN."""
        ...

    def works_titled(self, title: str, chapter: str) -> list[str]:
        """URNs of works with this title (ASCII case apart, a "[Chapter 5:16]" at its end left out
        or not) or chapter number, by URN."""
        ...

    def find(self, urn: str, *, at: date | None, tag: str | None) -> list[tuple[Stored, Node]]:
        """The node with this URN in the expression in force at `at`, or, with a tag, in that
        version. Without either: in force today, else the newest that has no date. Of a work of
        which no active version says any date, the newest at every date: nobody knows when it
        held, and `validity` is None. More than one only where two works claim the URN; by work
        URN."""
        ...

    def expressions(self, work: str) -> list[Stored]:
        """Every kept expression of a work that an active version states, by start, then label."""
        ...

    def timeline(self, work: str) -> list[Stored]:
        """The dated expressions in force, oldest first."""
        ...

    def ancestors(self, key: int, node: Node) -> list[Node]:
        """Nearest first, the root last."""
        ...

    def descendants(self, key: int, node: Node, *, depth: int | None = None) -> list[Node]:
        """In document order, `depth` levels down (all where None)."""
        ...

    def nodes(self, key: int) -> Iterator[Node]: ...
    def text(self, key: int, start: int = 0, end: int | None = None) -> str: ...
    def chunks(self, key: int) -> Iterator[Chunk]: ...
    def chunk(self, key: int, ordinal: int) -> Chunk | None: ...
    def chunks_at(self, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], Chunk]:
        """Of keys and ordinals, those that are there."""
        ...

    def citations(self, key: int) -> Iterator[Citation]: ...
    def paragraphs(self, key: int) -> list[int]: ...
    def source(self, key: int, index: int) -> Source: ...
    def cited_but_missing(
        self, tag: str, limit: int
    ) -> tuple[int, int, list[tuple[str, str, str]]]:
        """(links whose target is told, of them dangling, examples of (URN, words, target))."""
        ...

    # Standing law.
    def overrides(self, urns: list[str] | None = None, at: date | None = None) -> list[Override]:
        """By start, then id; of these URNs, and in effect at that date, where given."""
        ...

    def preemptions(self, urns: list[str] | None = None) -> list[Preemption]: ...
    def synonyms(self) -> list[Synonym]: ...

    # Integrity.
    def audit(self) -> Iterator[AuditEntry]: ...
    def damaged(self) -> Iterator[str]:
        """What does not hold: hashes recomputed, the chain, the engine's own check."""
        ...

    def fingerprint(self) -> str:
        """A hash over everything that is kept except times and row numbers."""
        ...

    def counts(self) -> dict[str, int]: ...
    def revision(self) -> int:
        """Another number after every change; it takes no time to ask."""
        ...
