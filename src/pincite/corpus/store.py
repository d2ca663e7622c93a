"""The port between Pincite and an engine that keeps the corpus.

Every engine passes tests/corpus/store_contract.py. In words:

- One writer at a time. `write()` is a transaction: all of it becomes visible at its end, or, on an
  exception or a killed process, none of it. A second writer raises LibraryBusy.
- Readers see the last finished transaction, also while another process writes.
- An expression is immutable and kept once for each (work, content hash).
- For one work, validity ranges never overlap; the engine itself refuses it.
- Results come in the order that each method states. Text sorts by code point; an expression
  without a date comes before those with one. "Newest" among loads is the one loaded last.
- Nothing found is None or an empty list. What the engine itself complains of is raised as a
  LibraryError, from any method; a method's docstring names only what is special to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
    """What may be done inside one transaction.

    A finished load, a rollback, an override, a preemption and an import of synonyms each add one
    audit entry. Whatever adds to a version raises LibraryError where no version was begun.
    """

    @property
    def documents(self) -> DocumentWriter:
        """The writer of case files, in the same transaction."""
        ...

    def begin_version(self, tag: str, collection: str, reader: str) -> None:
        """Start a load under a tag that is not yet in use; raises InputError where it is."""
        ...

    def put(self, packed: Packed) -> bool:
        """Keep an expression under the version begun; False where its text was kept before. Raises
        InputError where the version already states the work for that start and label, where the
        expression ends before it begins, and (as BadUrn) where its name is no URN."""
        ...

    def end_work(self, urn: str, day: date) -> bool:
        """State that a work has no text from `day`; False, and nothing stated, if it is unknown.
        Stating the same end again changes nothing."""
        ...

    def end_absent(self, day: date, jurisdiction: str, present: set[str]) -> int:
        """End every work of the jurisdiction that another active version of this collection states
        and whose URN is not in `present`; returns how many those are."""
        ...

    def finish_version(self, detail: dict[str, object]) -> None:
        """Settle the validity of every work touched and seal the audit entry."""
        ...

    def activate(self, tag: str) -> list[str]:
        """Make `tag` the newest active version of its collection; returns the tags set aside,
        oldest load first. Raises NotFound for an unknown tag."""
        ...

    def add_override(self, override: Override) -> int:
        """Keep an override and return its id, which is above every id given before. Raises BadUrn
        where its `urn` is none."""
        ...

    def remove_override(self, override_id: int) -> None:
        """Delete an override; its id is not given again. Raises NotFound for an unknown id."""
        ...

    def add_preemption(self, preemption: Preemption) -> int:
        """Keep a preemption and return its id, which is above every id given before. Raises BadUrn
        where its `urn` or `by` is none."""
        ...

    def add_synonyms(self, synonyms: list[Synonym]) -> int:
        """Add or replace by (phrase, term, jurisdiction, language); returns how many are new. Of
        two with the same four, the later one in the list is kept."""
        ...


class CorpusStore(Protocol):
    """What may be asked of a corpus at any time, and how to change it."""

    @property
    def documents(self) -> DocumentStore:
        """The register of case files and their pages."""
        ...

    def write(self) -> AbstractContextManager[CorpusWriter]:
        """A transaction. Engines differ in what the store shows of it before its end, so read
        nothing inside. Raises LibraryBusy where another writer does not finish in time, and
        LibraryClosed where the store was opened read-only."""
        ...

    def seal(self) -> None:
        """Make it ready to be opened read-only."""
        ...

    def still(self) -> AbstractContextManager[None]:
        """What this thread reads inside is of one moment, whoever writes meanwhile. It cannot be
        entered again before it has ended."""
        ...

    def close(self) -> None:
        """Give back files and connections. Nothing may be asked afterwards."""
        ...

    # Versions.
    def versions(self) -> list[Version]:
        """Every version, those set aside too, oldest load first."""
        ...

    def entries(self, tag: str) -> list[VersionEntry]:
        """What a version states, by URN, start and label. Only entries without a date can tie;
        their order is not fixed. Raises NotFound for an unknown tag."""
        ...

    # Expressions and nodes.
    def works(self) -> Iterator[tuple[str, str]]:
        """(URN, title of its expression with the highest key) of every work, by URN."""
        ...

    def headers(self) -> Iterator[Expression]:
        """Of every work that an active version states, what its newest expression says of itself,
        without dates and label; by URN. The newest has the latest start (none counts as earliest);
        the newest load, then the greatest label, breaks ties."""
        ...

    def works_titled(self, title: str, chapter: str) -> list[str]:
        """URNs of works with this title (ASCII case apart, a "[Chapter 5:16]" at its end left out
        or not) or this chapter number, each once, by URN. An empty title or chapter is nobody's."""
        ...

    def find(self, urn: str, *, at: date | None, tag: str | None) -> list[tuple[Stored, Node]]:
        """The node with this URN in the expression in force at `at`, or, with a tag, in that
        version, where the latest start and then the greatest label decide. Without either: in
        force today (UTC), else in the newest load that gives no date, and of that the greatest
        label. Of a work of which no active version says any date, the same at every date: nobody
        knows when it held, and `validity` is None. More than one only where two works claim the
        URN; by work URN. Raises NotFound for an unknown tag."""
        ...

    def find_all(
        self, urns: Sequence[str], *, at: date | None, tag: str | None
    ) -> dict[str, list[tuple[Stored, Node]]]:
        """What `find` gives for each of them, asked for at once."""
        ...

    def expressions(self, work: str) -> list[Stored]:
        """The expressions of a work that active versions state, one for each statement, by start,
        then label, then oldest load first."""
        ...

    def timeline(self, work: str) -> list[Stored]:
        """The dated expressions in force, by start; their ranges never overlap, so none tie."""
        ...

    def ancestors(self, key: int, node: Node) -> list[Node]:
        """The nodes above a node of that expression, nearest first, the root last."""
        ...

    def descendants(self, key: int, node: Node, *, depth: int | None = None) -> list[Node]:
        """The nodes below a node of that expression, `depth` levels down (all where None), in
        document order."""
        ...

    def nodes(self, key: int) -> Iterator[Node]:
        """Every node of an expression, in document order; nothing for an unknown key."""
        ...

    def text(self, key: int, start: int = 0, end: int | None = None) -> str:
        """The slice start:end of an expression's canonical text; "" for an unknown key."""
        ...

    def chunks(self, key: int) -> Iterator[Chunk]:
        """Every chunk of an expression with its words, by ordinal; nothing for an unknown key."""
        ...

    def chunk(self, key: int, ordinal: int) -> Chunk | None:
        """One chunk with its words, or None where there is none."""
        ...

    def chunks_at(self, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], Chunk]:
        """The chunks at these (key, ordinal), without those that are not there; the order of the
        mapping is not fixed."""
        ...

    def citations(self, key: int) -> Iterator[Citation]:
        """The links of an expression, in the order in which its reader met them; nothing for an
        unknown key."""
        ...

    def paragraphs(self, key: int) -> list[int]:
        """The offsets at which an expression's paragraphs begin, in the order of its text; empty
        for an unknown key."""
        ...

    def source(self, key: int, index: int) -> Source:
        """The file that a node's `source` counts, from 0. Raises IndexError where there is none."""
        ...

    def cited_but_missing(
        self, tag: str, limit: int
    ) -> tuple[int, int, list[tuple[str, str, str]]]:
        """Of the links in a version: (how many name a place in the law or in their own document,
        how many of those lead to no node, up to `limit` of these as (URN of the node that holds
        the link, its words, target)). Examples come by expression key, then as `citations`.
        Raises NotFound for an unknown tag."""
        ...

    # Overrides, preemptions and synonyms.
    def overrides(self, urns: list[str] | None = None, at: date | None = None) -> list[Override]:
        """By start, then id; of these URNs, and in effect at that date, where given."""
        ...

    def preemptions(self, urns: list[str] | None = None) -> list[Preemption]:
        """By id; of these URNs, where given."""
        ...

    def synonyms(self) -> list[Synonym]:
        """By phrase, term, jurisdiction and language, which no two share."""
        ...

    # Integrity.
    def audit(self) -> Iterator[AuditEntry]:
        """The audit log, oldest entry first."""
        ...

    def damaged(self) -> Iterator[str]:
        """One sentence for each thing that does not hold: first what the engine's own check finds,
        then a break of the audit chain, then expressions whose hash is not the recorded one, by
        key, then validity ranges that overlap."""
        ...

    def fingerprint(self) -> str:
        """A hash over everything that is kept except times and row numbers; the same for the same
        loads, whatever the engine."""
        ...

    def counts(self) -> dict[str, int]:
        """How many rows each kind of record has, and the `characters` of all texts together."""
        ...

    def revision(self) -> int:
        """The number of the last audit entry, so another one after every change; it takes no time
        to ask. 0 where the library has not begun."""
        ...
