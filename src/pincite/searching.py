"""What can be searched: the indexes of a library, kept in step with it, and asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.citing import Citing
from pincite.corpus import CorpusStore
from pincite.corpus.space import needs_space
from pincite.errors import LibraryDamaged
from pincite.settings import Settings

if TYPE_CHECKING:
    from pincite.corpus.sqlite.derived import CaughtUp
    from pincite.encoders import Encoders
    from pincite.indexes.catalogue import Catalogue
    from pincite.indexes.milvus.server import MilvusServer
    from pincite.indexes.records import Filters, IndexedDocument
    from pincite.model import Chunk
    from pincite.search.engine import Engine, Found
    from pincite.search.indexed import Indexed
    from pincite.search.present import Presenter
    from pincite.search.profiles import Profile
    from pincite.search.relevance import Relevance
    from pincite.search.response import Response

FOLDER = "indexes"

IndexProgress = Callable[[int, str], None]
EncodeProgress = Callable[[int, int], None]


def unwatched(_done: int, _name: str) -> None: ...


def _silent(_done: int, _of: int) -> None: ...


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """Documents that the library holds and that are indexed, their passages, what share of those is
    encoded by one vector and by their tokens, and the models that are missing."""

    held: int
    documents: int
    passages: int
    encoded: float
    tokens_encoded: float
    missing: dict[str, str]


@dataclass
class Searching:
    """The search over one library. `documents` are what is indexed; `citing` reads what a question
    cites; nothing is opened before it is asked."""

    store: CorpusStore
    folder: Path
    settings: Settings
    documents: Callable[[], Iterable[IndexedDocument]]
    citing: Citing

    _engine: Engine | None = None
    _revision: tuple[int, str] = (-1, "")

    # Asking.

    def search(
        self,
        question: str,
        choose: Callable[[Indexed], Profile],
        presenter: Presenter,
        *,
        filters: Filters | None = None,
        limit: int | None = None,
        tier: str = "pro",
        case: str | None = None,
        progress: IndexProgress = unwatched,
    ) -> Response:
        """What answers, as it is shown. Raises InputError."""
        from pincite.search.respond import checked, respond, without_guesses

        asked = checked(question, limit)
        used = choose(self.engine(progress).indexed)
        began = time.perf_counter()
        found = without_guesses(
            self.find(asked, used, filters=filters, limit=limit, tier=tier, progress=progress)
        )
        # Asked for again: what was damaged has been made anew.
        indexed = self.engine().indexed
        presenting = time.perf_counter()
        hits = presenter.hits(indexed, found.rows, found.scores, found.question, used)
        ended = time.perf_counter()
        response = respond(found, hits, indexed, used, tier=tier, case=case)
        spent = {"present": (ended - presenting) * 1000, "total": (ended - began) * 1000}
        return response.timed(spent)

    def find(
        self,
        question: str,
        profile: Profile,
        *,
        filters: Filters | None = None,
        limit: int | None = None,
        tier: str = "pro",
        progress: IndexProgress = unwatched,
    ) -> Found:
        """The rows that answer, best first, from indexes in step with the corpus."""
        engine = self.engine(progress)
        try:
            return engine.search(question, profile, filters=filters, limit=limit, tier=tier)
        except LibraryDamaged:
            # Derived data that cannot be read is made again, once.
            engine.indexed.catalogue.rebuild()
            self._revision = (-1, "")
            return self.engine(progress).search(
                question, profile, filters=filters, limit=limit, tier=tier
            )

    def engine(self, progress: IndexProgress = unwatched) -> Engine:
        """Caught up with the corpus."""
        revision = (self.store.revision(), date.today().isoformat())  # noqa: DTZ011
        if self._engine is None or self._revision != revision:
            self.index(progress)
        assert self._engine is not None
        if self._engine.indexed.overtaken():
            self._engine = self._made(self._indexed(self._engine.indexed.catalogue))
        return self._engine

    def relevance(self, question: str, choose: Callable[[Indexed], Profile]) -> Relevance:
        """What a question asks for, to weigh texts by."""
        engine = self.engine()
        return engine.relevance(question, choose(engine.indexed))

    def mentions(self, words: Sequence[tuple[str, ...]], filters: Filters | None = None) -> bool:
        """Whether a passage has all the words, each in any of its lemmas."""
        return self.engine().indexed.mentions(words, filters)

    def jurisdictions(self) -> list[str]:
        """Of what is held."""
        documents = self.engine().indexed.table.documents
        return sorted({one.facets.jurisdiction for one in documents})

    # Keeping in step.

    @needs_space
    def index(self, progress: IndexProgress = unwatched) -> CaughtUp:
        """Index what is new and changed, drop what is gone. Raises LibraryBusy."""
        from pincite.indexes.catalogue import Catalogue

        revision = (self.store.revision(), date.today().isoformat())  # noqa: DTZ011
        catalogue = (
            self._engine.indexed.catalogue if self._engine else Catalogue(self.folder / FOLDER)
        )
        caught_up = catalogue.follow(self.documents, "/".join(map(str, revision)), progress)
        # Without the names of the works that were held before.
        self.citing = replace(self.citing)
        self._engine = self._made(self._indexed(catalogue))
        self._revision = revision
        at_once = self.encoders.static or self.encoders.lemmas
        if caught_up.read and at_once is not None:
            # Thousands a second: what was loaded can be searched by meaning at once.
            self.encode(neural=False)
        return caught_up

    def rebuild(self, progress: IndexProgress = unwatched) -> CaughtUp:
        """Make the index of words and the register anew. Vectors stay: each is held to its text."""
        self.engine(progress).indexed.catalogue.rebuild()
        self._revision = (-1, "")
        return self.index(progress)

    def status(self) -> IndexStatus:
        """How far the indexes have come; nothing is read for it."""
        from pincite.indexes.catalogue import Catalogue

        held = sum(1 for _ in self.documents())
        missing = {does: one.message for does, one in self.encoders.missing.items()}
        if not (self.folder / FOLDER).is_dir():
            return IndexStatus(held, 0, 0, 0.0, 0.0, missing)
        with Catalogue(self.folder / FOLDER) as catalogue:
            indexed = self._indexed(catalogue)
            by_token = indexed.late.share if indexed.late is not None else 0.0
            return IndexStatus(
                held,
                len(indexed.table.documents),
                len(indexed.table),
                round(indexed.share, 4),
                round(by_token, 4),
                missing,
            )

    @needs_space
    def encode(
        self,
        *,
        neural: bool = True,
        tokens: bool | None = None,
        anew: bool = False,
        progress: EncodeProgress = _silent,
        stop: Callable[[], bool] = lambda: False,
    ) -> float:
        """Make the vectors that are missing, of the most cited and the newest documents first;
        gives the share that has its neural vector. Those of tokens are made, unless said otherwise,
        where they come with the others and searches of what is here read them. On a server, `anew`
        puts all of them beside the old ones, which are asked until the new ones are whole."""
        engine = self.engine()
        table = engine.indexed.table
        times = engine.indexed.links.times_cited(len(table.documents)).tolist()
        cited = {one.key: times[at] for at, one in enumerate(table.documents)}
        ordered = sorted(
            self.documents(),
            key=lambda one: (not one.facets.current, -cited.get(one.key, 0), _age(one.facets.year)),
        )
        if tokens is None:
            tokens = neural and self._tokens_come_along(engine.indexed)
        engine.indexed.encode(ordered, neural=neural, tokens=tokens, progress=progress, stop=stop)
        catalogue = engine.indexed.catalogue
        self._engine = self._made(self._indexed(catalogue))
        if neural and not stop():
            self._engine.indexed.build_graphs(progress, anew=anew)
            if self.server is not None:
                self._engine = self._made(self._indexed(catalogue))
        return self._engine.indexed.share

    def _tokens_come_along(self, indexed: Indexed) -> bool:
        from pincite.encoders.joint import JointDense, JointTokens
        from pincite.search.respond import chosen

        dense, late = self.encoders.dense, self.encoders.tokens
        if not (isinstance(dense, JointDense) and isinstance(late, JointTokens)):
            return False
        return dense.joint is late.joint and chosen("", indexed).rerank.late > 0

    def holds_opinions(self) -> bool:
        """Whether there are decisions, which are found by what cites them too."""
        from pincite.search.sources import OPINION

        table = self.engine().indexed.table
        return any(one.facets.doc_type == OPINION for one in table.documents)

    @needs_space
    def link(self, progress: IndexProgress = unwatched) -> int:
        """Read which decisions are cited where, so that passages lead to what they cite; gives the
        number of links. To read every document for citations takes long the first time."""
        from pincite.indexes.links import Link, Links

        with self.citing.index(progress) as asked:
            links = [Link(*one) for one in asked.index.cited_in_full()]
        Links.write(self.folder / FOLDER, links)
        catalogue = self.engine().indexed.catalogue
        self._engine = self._made(self._indexed(catalogue))
        return len(self._engine.indexed.links)

    def close(self) -> None:
        if (server := self.__dict__.pop("server", None)) is not None:
            server.close()
        if self._engine is not None:
            self._engine.indexed.catalogue.close()
            self._engine = None

    @cached_property
    def encoders(self) -> Encoders:
        from pincite.encoders import encoders

        return encoders(self.settings)

    @cached_property
    def server(self) -> MilvusServer | None:
        """The one that keeps the vectors, where the library's folder names one."""
        from pincite.indexes.milvus.address import kept_address
        from pincite.indexes.milvus.server import MilvusServer

        address = kept_address(self.folder)
        if address is None:
            return None
        token = self.settings.vectors_token
        return MilvusServer(
            address,
            token=token.get_secret_value() if token else "",
            seconds=self.settings.vectors_seconds,
        )

    def _indexed(self, catalogue: Catalogue) -> Indexed:
        from pincite.search.indexed import Indexed

        return Indexed(self.folder / FOLDER, catalogue, self.encoders, self.server)

    def _made(self, indexed: Indexed) -> Engine:
        from pincite.search.engine import Engine

        return Engine(
            indexed,
            understand=self.citing.understand,
            texts=lambda rows: list(self._texts(indexed, rows)),
            pairs_for=self._pairs_for,
            synonyms=self.store.synonyms(),
        )

    def cited_in_chunk(self, _key: int, chunk: Chunk) -> tuple[str, ...]:
        """The citations of a passage that say by themselves what they cite."""
        from pincite.search.cited_within import cited_in

        return cited_in(chunk.text, self.citing.titles, self.citing.locale)

    def _texts(self, indexed: Indexed, rows: Sequence[int]) -> Iterator[tuple[str, str]]:
        places = [indexed.table.place(row) for row in rows]
        held = self.store.chunks_at(places)
        for place in places:
            chunk = held.get(place)
            if chunk is None:
                raise LibraryDamaged("the index names a passage that is not there")
            yield chunk.header.partition(" › ")[2], chunk.text

    def _pairs_for(self, budget_ms: float) -> int:
        from pincite.search.budget import pairs_within

        scorer = self.encoders.pairs
        if scorer is None:
            return 0
        return pairs_within(scorer, self.settings.models_folder, budget_ms)


def _age(year: str) -> int:
    return -int(year) if year.isdigit() else 0
