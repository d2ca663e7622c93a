"""A corpus that reads each thing once while it stands still, whoever asks for it.

A question is answered inside `still()`: what is read there is of one moment, so a second read could
only give the same again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import date
from typing import TypeVar, cast

from pincite.corpus.audit import AuditEntry
from pincite.corpus.documents import DocumentStore
from pincite.corpus.held import HeldState
from pincite.corpus.store import CorpusStore, CorpusWriter, Stored, VersionEntry
from pincite.model import (
    Chunk,
    Citation,
    Expression,
    Node,
    Override,
    Preemption,
    Source,
    Synonym,
    Version,
)

Result = TypeVar("Result")
# A larger tree or text is not worth reading whole for the parts that a question needs.
_LARGEST_TREE = 300
_LARGEST_TEXT = 1_000_000


class ReadOnceStore:
    """The engine's own store, but for what it remembers inside `still()`. What it gives is shared:
    callers do not change the lists they are given."""

    def __init__(self, engine: CorpusStore, again: Callable[[], CorpusStore] | None = None) -> None:
        """`again` opens the same corpus once more, to hold a state of it."""
        self._newest = engine
        self._state = HeldState(again or (lambda: engine))
        self._asks_held = False
        self._read: dict[Hashable, object] | None = None
        # Whole trees and texts, which their parts are taken from; by the keys of expressions.
        self._trees: dict[int, list[Node]] = {}
        self._texts: dict[int, str] = {}
        self._tree_sizes: dict[int, int] = {}
        self._text_lengths: dict[int, int] = {}

    @property
    def engine(self) -> CorpusStore:
        held = self._state.store if self._asks_held else None
        return self._newest if held is None else held

    @contextmanager
    def still(self) -> Generator[None]:
        with self.engine.still(), self._remembering():
            yield

    @contextmanager
    def _remembering(self) -> Generator[None]:
        self._read = {}
        try:
            yield
        finally:
            self._read = None
            for kept in (self._trees, self._texts, self._tree_sizes, self._text_lengths):
                kept.clear()

    # A state that is held from question to question.

    def in_use(self) -> AbstractContextManager[None]:
        """The state that is held is not let go meanwhile; outside, that may happen any moment."""
        return self._state.in_use()

    def hold(self) -> None:
        """Hold the corpus as it is now, instead of what was held."""
        self._state.take()

    @property
    def holds(self) -> bool:
        return self._state.store is not None

    @contextmanager
    def held(self) -> Generator[None]:
        """All that is asked inside is of the state that is held, and each thing is read once."""
        self._asks_held = True
        try:
            with self._remembering():
                yield
        finally:
            self._asks_held = False

    def newest_revision(self) -> int:
        """Of the corpus as it is, whatever is held."""
        return self._newest.revision()

    def _once(self, name: Hashable, read: Callable[[], Result]) -> Result:
        if self._read is None:
            return read()
        if name not in self._read:
            self._read[name] = read()
        return cast(Result, self._read[name])

    # Read once.

    def revision(self) -> int:
        return self._once("revision", self.engine.revision)

    def versions(self) -> list[Version]:
        return self._once("versions", self.engine.versions)

    def synonyms(self) -> list[Synonym]:
        return self._once("synonyms", self.engine.synonyms)

    def find(self, urn: str, *, at: date | None, tag: str | None) -> list[tuple[Stored, Node]]:
        found = self._once(("find", urn, at, tag), lambda: self.engine.find(urn, at=at, tag=tag))
        self._text_lengths.update((stored.key, stored.length) for stored, _ in found)
        return found

    def find_all(
        self, urns: Sequence[str], *, at: date | None, tag: str | None
    ) -> dict[str, list[tuple[Stored, Node]]]:
        read = self._read
        if read is None:
            return self.engine.find_all(urns, at=at, tag=tag)
        missing = [urn for urn in urns if ("find", urn, at, tag) not in read]
        if missing:
            for urn, found in self.engine.find_all(missing, at=at, tag=tag).items():
                read["find", urn, at, tag] = found
        return {urn: self.find(urn, at=at, tag=tag) for urn in urns}

    def expressions(self, work: str) -> list[Stored]:
        return self._once(("expressions", work), lambda: self.engine.expressions(work))

    def source(self, key: int, index: int) -> Source:
        return self._once(("source", key, index), lambda: self.engine.source(key, index))

    def paragraphs(self, key: int) -> list[int]:
        return self._once(("paragraphs", key), lambda: self.engine.paragraphs(key))

    def overrides(self, urns: list[str] | None = None, at: date | None = None) -> list[Override]:
        if self._read is None:
            return self.engine.overrides(urns, at)
        every = self._once(("overrides", at), lambda: self.engine.overrides(None, at))
        return [override for override in every if urns is None or override.urn in urns]

    def preemptions(self, urns: list[str] | None = None) -> list[Preemption]:
        if self._read is None:
            return self.engine.preemptions(urns)
        every = self._once("preemptions", self.engine.preemptions)
        return [preemption for preemption in every if urns is None or preemption.urn in urns]

    def ancestors(self, key: int, node: Node) -> list[Node]:
        tree = self._tree(key)
        if tree is None:
            name = ("ancestors", key, node.ordinal)
            above = self._once(name, lambda: self.engine.ancestors(key, node))
            self._tree_sizes[key] = (above[-1] if above else node).last
            return above
        above: list[Node] = []
        while node.parent >= 0:
            node = tree[node.parent]
            above.append(node)
        return above

    def descendants(self, key: int, node: Node, *, depth: int | None = None) -> list[Node]:
        tree = self._tree(key)
        if tree is None:
            return self._once(
                ("descendants", key, node.ordinal, depth),
                lambda: self.engine.descendants(key, node, depth=depth),
            )
        deepest = node.depth + depth if depth is not None else tree[0].last
        below = tree[node.ordinal + 1 : node.last + 1]
        return [descendant for descendant in below if descendant.depth <= deepest]

    def _tree(self, key: int) -> list[Node] | None:
        """Every node of a text by its ordinal; None where it is not known to be small."""
        if self._read is None or self._tree_sizes.get(key, _LARGEST_TREE) >= _LARGEST_TREE:
            return None
        if key not in self._trees:
            self._trees[key] = list(self.engine.nodes(key))
        return self._trees[key]

    def text(self, key: int, start: int = 0, end: int | None = None) -> str:
        if self._read is None:
            return self.engine.text(key, start, end)
        if self._text_lengths.get(key, _LARGEST_TEXT) >= _LARGEST_TEXT:
            name = ("text", key, start, end)
            return self._once(name, lambda: self.engine.text(key, start, end))
        if key not in self._texts:
            self._texts[key] = self.engine.text(key)
        return self._texts[key][start:end]

    def chunk(self, key: int, ordinal: int) -> Chunk | None:
        return self.chunks_at([(key, ordinal)]).get((key, ordinal))

    def chunks_at(self, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], Chunk]:
        read = self._read
        if read is None:
            return self.engine.chunks_at(places)
        wanted = list(places)
        missing = [place for place in wanted if ("chunk", place) not in read]
        if missing:
            found = self.engine.chunks_at(missing)
            read.update({("chunk", place): found.get(place) for place in missing})
        chunks = {place: cast(Chunk | None, read["chunk", place]) for place in wanted}
        return {place: chunk for place, chunk in chunks.items() if chunk is not None}

    # As the engine has it.

    @property
    def documents(self) -> DocumentStore:
        return self.engine.documents

    def write(self) -> AbstractContextManager[CorpusWriter]:
        return self._newest.write()

    def seal(self) -> None:
        self._state.close()
        self._newest.seal()

    def close(self) -> None:
        self._state.close()
        self._newest.close()

    def entries(self, tag: str) -> list[VersionEntry]:
        return self.engine.entries(tag)

    def works(self) -> Iterator[tuple[str, str]]:
        return self.engine.works()

    def headers(self) -> Iterator[Expression]:
        return self.engine.headers()

    def works_titled(self, title: str, chapter: str) -> list[str]:
        return self.engine.works_titled(title, chapter)

    def timeline(self, work: str) -> list[Stored]:
        return self.engine.timeline(work)

    def nodes(self, key: int) -> Iterator[Node]:
        return self.engine.nodes(key)

    def chunks(self, key: int) -> Iterator[Chunk]:
        return self.engine.chunks(key)

    def citations(self, key: int) -> Iterator[Citation]:
        return self.engine.citations(key)

    def cited_but_missing(
        self, tag: str, limit: int
    ) -> tuple[int, int, list[tuple[str, str, str]]]:
        return self.engine.cited_but_missing(tag, limit)

    def audit(self) -> Iterator[AuditEntry]:
        return self.engine.audit()

    def damaged(self) -> Iterator[str]:
        return self.engine.damaged()

    def fingerprint(self) -> str:
        return self.engine.fingerprint()

    def counts(self) -> dict[str, int]:
        return self.engine.counts()
