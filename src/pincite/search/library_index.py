"""What can be searched: the indexes of a library, kept in step with it, and asked."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pincite.citations.library_index import LibraryCitations
from pincite.corpus.disk_space import needs_space
from pincite.corpus.file_lock import in_turn
from pincite.corpus.read_once import ReadOnceStore
from pincite.errors import IndexUnusable
from pincite.search.status import IndexStatus, status_of, without_network
from pincite.settings import Settings

if TYPE_CHECKING:
    from pincite.corpus.sqlite.derived import CaughtUp
    from pincite.encoders import Encoders
    from pincite.indexes.catalogue import IndexCatalogue
    from pincite.indexes.milvus.server import MilvusServer
    from pincite.indexes.records import Filters, IndexedDocument
    from pincite.model import Chunk
    from pincite.search.engine import Engine, FoundRows, Narrowing
    from pincite.search.in_force import NotInForce
    from pincite.search.in_step import InStep
    from pincite.search.indexed import Indexed
    from pincite.search.present import Presenter
    from pincite.search.profiles import Profile
    from pincite.search.relevance import Relevance
    from pincite.search.response import CorpusState, Response
    from pincite.search.verification import IndexVerification

FOLDER = "indexes"
# Held by whoever encodes, which takes long.
_ENCODING = "encoding.lock"
# Others see so often what encoding has made, and open their indexes again.
_PUBLISH_SECONDS = 60.0

Result = TypeVar("Result")

IndexProgress = Callable[[int, str], None]
EncodeProgress = Callable[[int, int], None]


def unwatched(_done: int, _name: str) -> None: ...


def _silent(_done: int, _of: int) -> None: ...


class FoundPassage(NamedTuple):
    """A passage of law to be read: text[start:end] of the expression `key`, in the section
    `unit_urn`."""

    key: int
    start: int
    end: int
    unit_urn: str


class Retrieved(NamedTuple):
    """What a search gives, and the question as it was understood, to weigh texts by; `passages` are
    to be read, best first, where any were asked for."""

    response: Response
    relevance: Relevance
    passages: tuple[FoundPassage, ...] = ()


@dataclass
class LibrarySearch:
    """The search over one library. `documents` are what is indexed; `citations` reads what a query
    cites; nothing is opened before it is asked. `forgets`: a document that leaves does not come
    back, and nothing of it is kept on a vector server. `of_law`: what is held is law."""

    store: ReadOnceStore
    folder: Path
    settings: Settings
    documents: Callable[[], Iterable[IndexedDocument]]
    citations: LibraryCitations
    profile: Callable[[Indexed], Profile]
    """What a search here uses where no other profile is named."""
    forgets: bool = False
    of_law: bool = False

    # Asking.

    def retrieve(
        self,
        question: str,
        choose: Callable[[Indexed], Profile],
        presenter: Presenter,
        *,
        filters: Narrowing | None = None,
        limit: int | None = None,
        tier: str = "pro",
        case: str | None = None,
        in_force: Callable[[Indexed], NotInForce] | None = None,
        passages: int = 0,
        progress: IndexProgress = unwatched,
    ) -> Retrieved:
        """What answers, as it is shown, and what was asked for. Raises InputError."""
        from pincite.search.respond import checked, respond, without_guesses

        asked = checked(question, limit)

        def answer() -> Retrieved:
            engine = self.engine(progress)
            indexed, used = engine.indexed, choose(engine.indexed)
            began = time.perf_counter()
            dead = in_force(indexed) if in_force else None
            found = engine.search(
                asked, used, filters=filters, limit=limit, tier=tier, not_in_force=dead,
                passages=passages,
            )  # fmt: skip
            found = without_guesses(found)
            presenting = time.perf_counter()
            hits = presenter.hits(indexed, found.rows, found.scores, found.question, used)
            ended = time.perf_counter()
            response = replace(
                respond(found, hits, indexed, used, tier=tier, case=case), state=self.state(),
                card=presenter.card(found.direct.card), within=presenter.titles(found.within),
            )  # fmt: skip
            spent = {"present": (ended - presenting) * 1000, "total": (ended - began) * 1000}
            relevance = engine.relevance_of(found.question, used)
            to_read = tuple(self._passages(indexed, found.passages))
            return Retrieved(response.timed(spent), relevance, to_read)

        return self.steadily(answer, progress)

    def _passages(self, indexed: Indexed, rows: Sequence[int]) -> Iterator[FoundPassage]:
        places = [indexed.table.place(row) for row in rows]
        chunks = self.store.chunks_at(set(places)) if places else {}
        for row, place in zip(rows, places, strict=True):
            chunk = chunks.get(place)
            if chunk is not None:
                yield FoundPassage(place[0], chunk.start, chunk.end, indexed.table.unit_urn(row))

    def find(
        self,
        question: str,
        profile: Profile,
        *,
        filters: Narrowing | None = None,
        limit: int | None = None,
        tier: str = "pro",
        progress: IndexProgress = unwatched,
    ) -> FoundRows:
        """The rows that answer, best first, from indexes in step with the corpus."""
        return self.steadily(
            lambda: self.engine(progress).search(
                question, profile, filters=filters, limit=limit, tier=tier
            ),
            progress,
        )

    def steadily(self, work: Callable[[], Result], progress: IndexProgress = unwatched) -> Result:
        """What `work` gives, from one state of the corpus and indexes in step with it, whatever
        others load and index meanwhile: where another is indexing, from the state before."""
        return self._kept.steadily(work, progress)

    def engine(self, progress: IndexProgress = unwatched) -> Engine:
        """Caught up with the corpus."""
        return self._kept.engine(progress)

    def is_mixed(self) -> bool:
        """Whether the indexes that are asked now are of an older state than the corpus that is."""
        return self._kept.is_mixed()

    def state(self) -> CorpusState:
        """What is asked now; call it inside `steadily`."""
        from pincite.search.response import CorpusState

        revision, _, _ = self.engine().indexed.generation.revision.partition("/")
        return CorpusState(int(revision), self._kept.behind)

    def relevance(self, question: str, choose: Callable[[Indexed], Profile]) -> Relevance:
        """What a question asks for, to weigh texts by."""
        engine = self.engine()
        return engine.relevance(question, choose(engine.indexed))

    def mentions(self, words: Sequence[tuple[str, ...]], filters: Filters | None = None) -> bool:
        """Whether a passage has all the words, each in any of its lemmas."""
        return self.engine().indexed.mentions(words, filters)

    def places_named(self, question: str) -> list[str]:
        """The jurisdictions whose places a question names."""
        return self.engine().places_named(question)

    def jurisdictions(self) -> list[str]:
        """Of what is held."""
        return self.engine().indexed.jurisdictions()

    # Keeping in step.

    def index(self, progress: IndexProgress = unwatched, *, anew: bool = False) -> CaughtUp:
        """Index what is new and changed, drop what is gone; if `anew`, all words again, while
        others ask what was there before. Vectors stay: each is held to its text."""
        return self._kept.bring(progress, anew=anew)

    def verify(self, progress: IndexProgress = unwatched) -> IndexVerification:
        """Compare each passage with the corpus; make again what differs (vectors: `encode`)."""
        from pincite.search.verification import compared

        found = self.steadily(
            lambda: compared(self.engine(progress).indexed, self.documents(), progress), progress
        )
        if found.problems:
            self.index(progress, anew=True)
        return found

    @cached_property
    def _kept(self) -> InStep:
        from pincite.search.in_step import InStep

        return InStep(
            self.store,
            self.folder / FOLDER,
            self.documents,
            lambda catalogue: self._made(self._indexed(catalogue)),
            self._encode_at_once,
        )

    def _encode_at_once(self, catalogue: IndexCatalogue) -> None:
        """Thousands a second: what was loaded can be searched by meaning at once. A table that
        cannot be used is told of by the search that does without it."""
        from pincite.search.encoding import Encoding

        if self.encoders.static or self.encoders.lemmas:
            with suppress(IndexUnusable):
                Encoding(self._indexed(catalogue), list(self.documents())).at_once()

    def exists(self) -> bool:
        """Whether anything was ever indexed."""
        return (self.folder / FOLDER).is_dir()

    def status(self) -> IndexStatus:
        """How far the indexes have come; nothing is read for it."""
        from pincite.indexes.catalogue import IndexCatalogue

        held = sum(1 for _ in self.documents())
        missing = {does: problem.message for does, problem in self.encoders.missing.items()}
        if not self.exists():
            return IndexStatus(held, 0, 0, 0.0, 0.0, missing)
        with IndexCatalogue(self.folder / FOLDER) as catalogue:
            indexed = self._indexed(catalogue)
            return status_of(indexed, self.profile(indexed), held, missing)

    @needs_space
    def encode(
        self,
        *,
        neural: bool = True,
        tokens: bool | None = None,
        anew: bool = False,
        first: Collection[int] = (),
        most: int | None = None,
        profile: str = "",
        progress: EncodeProgress = _silent,
        stop: Callable[[], bool] = lambda: False,
    ) -> float:
        """Make the vectors that are missing, of the documents with the keys `first`, then of the
        most cited and the newest; gives the share that has its neural vector. Networks make only
        what a search by the profile uses, which is the one for what is here where none is named,
        and of `most` passages at most. Vectors of tokens are made, unless said otherwise,
        where they come with the others and searches of what is here read them. On a server, `anew`
        puts all of them beside the old ones, which are asked until the new ones are whole."""
        from pincite.search.encode_order import ordered as in_order
        from pincite.search.encode_order import up_to
        from pincite.search.encoding import Encoding
        from pincite.search.profiles import profile as named

        engine = self.engine()
        used = named(profile) if profile else self.profile(engine.indexed)
        neural = neural and used.by_network
        table = engine.indexed.table
        times = engine.indexed.links.times_cited(len(table.documents)).tolist()
        cited = {document.key: times[at] for at, document in enumerate(table.documents)}
        ordered = in_order(self.documents(), cited, first)
        # Of what the server has already, no tokens are made but by request.
        along = tokens is None
        if tokens is None:
            tokens = neural and self._tokens_come_along(used)
        with self._kept.in_turn():
            Encoding(engine.indexed, ordered, progress, stop).at_once()
        self._kept.publish()
        if not neural and not tokens:
            return self._kept.open().indexed.share
        if most is not None and (dense := self.encoders.dense) is not None:
            ordered = up_to(most, ordered, table, dense, self.folder / FOLDER / "vectors")
        # Not in the same turn: this takes long, and whoever asks must not wait for it.
        with in_turn(self.folder / FOLDER / _ENCODING, 0.0, "encoding what is here"):
            try:
                run = Encoding(engine.indexed, ordered, self._publishing(progress), stop)
                run.by_networks(neural=neural, tokens=tokens, along=along)
            finally:
                self._kept.publish()
            indexed = self._kept.open().indexed
            if neural and not stop() and indexed.build_graphs(progress, anew=anew):
                self._kept.publish(always=True)
                indexed = self._kept.open().indexed
        return indexed.share

    def _publishing(self, progress: EncodeProgress) -> EncodeProgress:
        """Progress that has others see now and then what was made so far."""
        last = time.monotonic()

        def told(done: int, of: int) -> None:
            nonlocal last
            progress(done, of)
            if time.monotonic() > last + _PUBLISH_SECONDS:
                self._kept.publish()
                last = time.monotonic()

        return told

    def _tokens_come_along(self, used: Profile) -> bool:
        from pincite.encoders.joint import JointDense, JointTokens

        dense, late = self.encoders.dense, self.encoders.tokens
        if not (isinstance(dense, JointDense) and isinstance(late, JointTokens)):
            return False
        return dense.joint is late.joint and used.rerank.late > 0

    def unencoded(self, profile: str = "") -> int:
        """How many passages lack a vector that a search by the profile would use."""
        from pincite.search.encode_order import unencoded

        if self.without_encoding(profile):
            return 0
        indexed = self.engine().indexed
        return unencoded(indexed.table, self.encoders.dense, indexed.share)

    def without_encoding(self, profile: str = "") -> str:
        """Why there is nothing to encode; "" where there is."""
        from pincite.search.profiles import profile as named

        used = named(profile) if profile else self.profile(self.engine().indexed)
        if not used.by_network:
            return without_network(used)
        if self.encoders.dense is None and self.encoders.sparse is None:
            missing = self.encoders.missing.get("dense")
            return missing.message if missing else "no model that encodes is set"
        return ""

    def holds_opinions(self) -> bool:
        """Whether there are decisions, which are found by what cites them too."""
        return self.engine().indexed.holds_opinions()

    @needs_space
    def link(self, progress: IndexProgress = unwatched) -> int:
        """Read which decisions are cited where, so that passages lead to what they cite; gives the
        number of links. To read every document for citations takes long the first time."""
        from pincite.indexes.links import FILE, CitationLink, Links

        with self.citations.index(progress) as asked:
            links = [CitationLink(*link) for link in asked.index.cited_in_full()]
        name = f"{FILE}-{uuid.uuid4().hex[:12]}"
        Links.write(self.folder / FOLDER, links, name)
        self._kept.publish(links=name)
        return len(self._kept.open().indexed.links)

    def close(self) -> None:
        for name in ("server", "_kept"):
            if (opened := self.__dict__.pop(name, None)) is not None:
                opened.close()

    @cached_property
    def encoders(self) -> Encoders:
        from pincite.encoders import encoders

        return encoders(self.settings)

    @cached_property
    def server(self) -> MilvusServer | None:
        """The one that keeps the vectors, where the library's folder names one."""
        from pincite.search.on_server import opened_server

        return opened_server(self.folder, self.settings)

    def _indexed(self, catalogue: IndexCatalogue) -> Indexed:
        from pincite.search.indexed import Indexed

        return Indexed(
            self.folder / FOLDER, catalogue, self.encoders, self.server, forgets=self.forgets
        )

    def _made(self, indexed: Indexed) -> Engine:
        from pincite.search.engine import Engine
        from pincite.search.law_tree import LawTree

        # Without the names of the works that were held before.
        self.citations = replace(self.citations)
        return Engine(
            indexed,
            understand=self.citations.understand,
            texts=lambda rows: list(self._texts(indexed, rows)),
            headers=lambda rows: list(self._headers(indexed, rows)),
            pairs_for=self._pairs_for,
            synonyms=self.store.synonyms(),
            tree=LawTree(self.store, indexed.table) if self.of_law else None,
            files=None if self.of_law else self._file_names,
        )

    def _file_names(self) -> dict[str, str]:
        return {document.id: document.name for document in self.store.documents.all()}

    def cited_in_chunk(self, _key: int, chunk: Chunk) -> tuple[str, ...]:
        """The citations of a passage that say by themselves what they cite."""
        from pincite.search.cited_within import cited_in

        return cited_in(chunk.text, self.citations.titles, self.citations.locale)

    def _headers(self, indexed: Indexed, rows: Sequence[int]) -> Iterator[str]:
        places = [indexed.table.place(row) for row in rows]
        chunks = self.store.chunks_at(set(places)) if places else {}
        return (
            chunks[place].header.partition(" › ")[0] if place in chunks else "" for place in places
        )

    def _texts(self, indexed: Indexed, rows: Sequence[int]) -> Iterator[tuple[str, str]]:
        places = [indexed.table.place(row) for row in rows]
        held = self.store.chunks_at(places)
        for place in places:
            chunk = held.get(place)
            if chunk is None:
                raise IndexUnusable("the index names a passage that is not there")
            yield chunk.header.partition(" › ")[2], chunk.text

    def _pairs_for(self, budget_ms: float) -> int:
        from pincite.search.budget import pairs_within

        scorer = self.encoders.pairs
        return pairs_within(scorer, self.settings.models_folder, budget_ms) if scorer else 0
