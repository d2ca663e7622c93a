"""Turns rows into hits: their text, what stands around it, where it comes from, what it cites."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from pincite.corpus import CorpusStore, Stored
from pincite.errors import IndexUnusable
from pincite.indexes.records import Facets
from pincite.model import Chunk, Node
from pincite.model.provenance import Provenance
from pincite.search.card import LawCard, card_title, law_card
from pincite.search.diversify import neighbours
from pincite.search.highlight import highlights, wanted_lemmas
from pincite.search.profiles import Profile
from pincite.search.response import HighlightSpan, Hit, LawPlace, Part
from pincite.search.understand import AskedQuestion

if TYPE_CHECKING:
    from pincite.search.indexed import Indexed

_AROUND = 200
# A hit is shown with one neighbour at most, and what stands beside the two.
_BESIDE = 2
Chunks = dict[tuple[int, int], Chunk]
_sentence_end = re.compile(r"(?<=[.!?;:…][\s\"”’)\]])(?=\S)")


class ShownChunks(NamedTuple):
    """What a hit shows: the chunk found, the chunks shown with it, and where it stands."""

    key: int
    chunk: Chunk
    chunks: tuple[Chunk, ...]
    facets: Facets
    unit_urn: str

    @property
    def start(self) -> int:
        return self.chunks[0].start

    @property
    def end(self) -> int:
        return self.chunks[-1].end


class Sourced(NamedTuple):
    """How a hit is cited, and where it comes from."""

    citation: str
    citation_short: str
    source: Provenance
    law: LawPlace | None


@dataclass(frozen=True, slots=True)
class Presenter:
    """Makes hits. `source` says where what is shown comes from, `citation` how one chunk of it is
    cited, and `cited` which sources a chunk cites. `place` finds the law that a URN names; case
    files have none. `file` is the name of the case file with an id; law has none. `plain` hits are
    to be read, and not shown: nothing is marked in them, and what they cite is not told."""

    store: CorpusStore
    source: Callable[[ShownChunks], Sourced]
    citation: Callable[[int, Chunk], str]
    cited: Callable[[int, Chunk], tuple[str, ...]]
    place: Callable[[str], tuple[Stored, Node] | None] = lambda _urn: None
    file: Callable[[str], str] = lambda _document: ""
    plain: bool = False

    def card(self, urn: str) -> LawCard | None:
        """Of the work that a question names, where it names one."""
        found = self.place(urn) if urn else None
        return law_card(self.store, *found) if found else None

    def titles(self, named: Sequence[str]) -> str:
        """What the works, or the files, are called that alone were searched."""
        found = [card_title(*place) for urn in named if (place := self.place(urn))]
        return "; ".join(dict.fromkeys(found or filter(None, map(self.file, named))))

    def hits(
        self,
        indexed: Indexed,
        rows: Sequence[int],
        scores: Sequence[float],
        question: AskedQuestion,
        profile: Profile,
    ) -> tuple[Hit, ...]:
        found: list[Hit] = []
        taken: set[int] = set(rows)
        near = self._near(indexed, rows)
        wanted = wanted_lemmas(question)
        for row, score in zip(rows, scores, strict=True):
            shown = self._shown(indexed, row, profile, taken, near)
            text = shown.chunk.text
            if len(shown.chunks) > 1:
                text = self.store.text(shown.key, shown.start, shown.end)
            spans = () if self.plain else highlights(text, wanted, shown.facets.language)
            hit = self._hit(shown, text, score, spans, near)
            found.append(_with_time(hit, indexed.encoded_at(row)))
        return tuple(found)

    def marked(
        self, indexed: Indexed, rows: Sequence[int], marks: Sequence[Sequence[HighlightSpan]]
    ) -> tuple[Hit, ...]:
        """Passages that are all as good as another; `marks` are what to highlight of each, by
        offsets into its document's text."""
        found: list[Hit] = []
        table = indexed.table
        near = self._near(indexed, rows)
        for row, spans in zip(rows, marks, strict=True):
            key, ordinal = table.place(row)
            chunk = _held(near, key, ordinal)
            shown = ShownChunks(key, chunk, (chunk,), table.facets(row), table.unit_urn(row))
            inside = tuple(
                (max(start - chunk.start, 0), min(end, chunk.end) - chunk.start)
                for start, end in spans
            )
            hit = self._hit(shown, chunk.text, 1.0, inside, near)
            found.append(_with_time(hit, indexed.encoded_at(row)))
        return tuple(found)

    def _near(self, indexed: Indexed, rows: Sequence[int]) -> Chunks:
        """The chunks of these rows, and what stands before and after them, asked for at once."""
        places = (indexed.table.place(row) for row in rows)
        return self.store.chunks_at(
            {
                (key, around)
                for key, ordinal in places
                for around in range(max(ordinal - _BESIDE, 0), ordinal + _BESIDE + 1)
            }
        )

    def _hit(
        self,
        shown: ShownChunks,
        text: str,
        score: float,
        spans: tuple[HighlightSpan, ...],
        near: Chunks,
    ) -> Hit:
        sourced = self.source(shown)
        chunks = () if self.plain else shown.chunks
        cited = dict.fromkeys(one for chunk in chunks for one in self.cited(shown.key, chunk))
        return Hit(
            text,
            score,
            sourced.citation,
            sourced.citation_short,
            sourced.source,
            _before(_text(near, shown.key, shown.chunks[0].ordinal - 1)),
            _after(_text(near, shown.key, shown.chunks[-1].ordinal + 1)),
            tuple(cited),
            spans,
            sourced.law,
            self._parts(shown, sourced.source.chunk_id) if len(shown.chunks) > 1 else (),
        )

    def _shown(
        self, indexed: Indexed, row: int, profile: Profile, taken: set[int], near: Chunks
    ) -> ShownChunks:
        """With the neighbours that are shown with it, unless they are hits of their own."""
        table = indexed.table
        key, ordinal = table.place(row)
        chunk = _held(near, key, ordinal)
        start, end = neighbours(row, [len(chunk.text)], indexed, profile)
        beside = [neighbour for neighbour in range(start, end) if neighbour != row]
        if taken.intersection(beside):
            start, end = row, row + 1
        taken.update(range(start, end))
        chunks = tuple(_held(near, *table.place(shown_row)) for shown_row in range(start, end))
        return ShownChunks(key, chunk, chunks, table.facets(row), table.unit_urn(row))

    def _parts(self, shown: ShownChunks, own: str) -> tuple[Part, ...]:
        document = own.rpartition("-")[0]
        return tuple(
            Part(
                f"{document}-{chunk.ordinal}",
                self.citation(shown.key, chunk),
                chunk.start - shown.start,
                chunk.end - shown.start,
            )
            for chunk in shown.chunks
        )


def _with_time(hit: Hit, encoded_at: str | None) -> Hit:
    return replace(hit, source=replace(hit.source, chunk_embedded_at=encoded_at))


def _held(near: Chunks, key: int, ordinal: int) -> Chunk:
    if (key, ordinal) not in near:
        raise IndexUnusable("the index names a passage that is not there")
    return near[key, ordinal]


def _text(near: Chunks, key: int, ordinal: int) -> str:
    return near[key, ordinal].text if (key, ordinal) in near else ""


def _before(text: str) -> str:
    """The end of what stands before, from a sentence's beginning or at least a word's."""
    if len(text) <= _AROUND:
        return text
    tail = text[-_AROUND:]
    sentence = _sentence_end.search(tail, 0, _AROUND // 2)
    return "… " + (tail[sentence.start() :] if sentence else tail.partition(" ")[2] or tail)


def _after(text: str) -> str:
    """The beginning of what stands behind, to a sentence's end or at least a word's."""
    if len(text) <= _AROUND:
        return text
    head = text[: _AROUND + 1]
    ends = [match.start() for match in _sentence_end.finditer(head, _AROUND // 2)]
    return (head[: ends[-1]].rstrip() if ends else head.rpartition(" ")[0] or head) + " …"
