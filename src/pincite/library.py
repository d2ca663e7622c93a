"""`pincite.open()`: the one object that users hold. Every surface calls these verbs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from pydantic import ValidationError

from pincite.citations.documents import kept_laws
from pincite.citations.library_index import CitationProgress, LibraryCitations, uncounted
from pincite.citations.lookup import LookedUpLaw
from pincite.corpus import CorpusStore, Stored
from pincite.corpus.engines import FILE, Address, is_kept, name_server, on_server, opened
from pincite.corpus.history import VersionedLaw
from pincite.corpus.overrides import OverriddenLaw
from pincite.corpus.reading import Branch, branch, provision
from pincite.errors import InputError, LibraryExists, NoLibrary, NotFound
from pincite.indexes.milvus.address import VectorAddress, keep_address
from pincite.ingest.law.cluster import Cluster
from pincite.ingest.law.load import LoadReport, Progress, load
from pincite.ingest.law.readers import ReadOptions, reader
from pincite.ingest.law.synonyms import read_synonyms
from pincite.ingest.sources import Sources
from pincite.model import (
    Chunk,
    Provision,
)
from pincite.model.dates import as_date
from pincite.scope.library_index import LibraryScope, ScopeProgress
from pincite.scope.library_index import unwatched as unscoped
from pincite.search.library_index import IndexProgress, LibrarySearch, unwatched
from pincite.settings import Settings

if TYPE_CHECKING:
    from pincite.answer.flow import AnswerFlow
    from pincite.answer.reply import Reply
    from pincite.answer.sources.law import Holdings
    from pincite.briefs.check import CheckReport
    from pincite.citations.index import CitationUse
    from pincite.indexes.records import Filters, IndexedDocument
    from pincite.packs.freeze import PackBuilder
    from pincite.scope.context import Context
    from pincite.search.response import Response

__all__ = ["FILE", "Library", "create", "open", "read_settings"]


def open(path: str | Path | None = None, *, settings: Settings | None = None) -> Library:
    """Open the library in a folder. Raises NoLibrary where there is none."""
    settings = settings or read_settings()
    folder = Path(path) if path is not None else settings.library
    if not is_kept(folder):
        raise NoLibrary(f"no library in {folder}")
    return Library(folder, settings)


def create(
    path: str | Path | None = None,
    *,
    database: str = "",
    vectors: str = "",
    settings: Settings | None = None,
) -> Library:
    """Make a new, empty library; with an address of `database`, one that is kept there, or a
    folder for one that is there already; with one of `vectors`, one whose vectors are searched
    there. Raises LibraryExists where the folder holds one."""
    settings = settings or read_settings()
    folder = Path(path) if path is not None else settings.library
    searched = VectorAddress.parse(vectors) if vectors else None
    prepare(folder)
    if database:
        address = Address.parse(database)
        on_server(address, busy_seconds=settings.busy_seconds).close()
        name_server(folder, address)
    keep_address(folder, searched)
    return Library(folder, settings)


def prepare(folder: Path) -> None:
    """Make the folder of a library that is to come. Raises LibraryExists."""
    if is_kept(folder):
        raise LibraryExists(f"there is a library in {folder} already")
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder} is a file", hint="Name a folder.")
    folder.mkdir(parents=True, exist_ok=True)


class Library(LookedUpLaw, OverriddenLaw, VersionedLaw):
    """A body of law in a folder. Use it as a context manager, or call close()."""

    def __init__(self, folder: Path, settings: Settings, *, read_only: bool = False) -> None:
        self.folder = folder
        self.settings = settings
        self.store: CorpusStore = opened(
            folder, busy_seconds=settings.busy_seconds, read_only=read_only
        )
        self._search_index: LibrarySearch | None = None
        self._scope_index: LibraryScope | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._search_index is not None:
            self._search_index.close()
        if self._scope_index is not None:
            self._scope_index.close()
        self.store.close()

    # Loading.

    def ingest(
        self,
        *paths: str | Path,
        reader_name: str,
        version: str,
        collection: str = "",
        day: date | str | None = None,
        language: str = "",
        profile: str | Path | None = None,
        encoding: str = "",
        allow_refusals: bool = False,
        workers: int | str | None = None,
        progress: Progress = lambda _done, _total, _name: None,
    ) -> LoadReport:
        """Load files as a new version; all of them, or, on any refusal, nothing. `workers` are the
        processes that read them, or the address of a Ray cluster (ray://host:port) that does;
        without it, as the settings say."""
        if not version.strip() or any(char.isspace() for char in version):
            raise InputError(f"not a version tag: {version!r}", hint="One word, such as 156b.")
        if not paths:
            raise InputError("nothing to load", hint="Name a file, a folder or a zip archive.")
        settings, cluster = self._readers(workers)
        chosen = reader(reader_name)
        sources = Sources.of(
            [Path(path) for path in paths],
            reader=chosen.name,
            settings=self.settings,
            encoding=encoding,
        )
        return load(
            self.store,
            chosen,
            sources,
            tag=version,
            collection=collection or chosen.name,
            options=ReadOptions(date=as_date(day), language=language, profile=profile),
            settings=settings,
            allow_refusals=allow_refusals,
            progress=progress,
            cluster=cluster,
        )

    def import_synonyms(self, path: str | Path) -> tuple[int, int]:
        """(lines read, of them new). The whole file, or, where a line is wrong, none of it."""
        synonyms = read_synonyms(Path(path))
        with self.store.write() as writer:
            return len(synonyms), writer.add_synonyms(synonyms)

    def _readers(self, workers: int | str | None) -> tuple[Settings, Cluster | None]:
        if workers is None:
            return self.settings, None
        if str(workers).isdecimal():
            return self.settings.model_copy(update={"workers": int(workers)}), None
        return self.settings, Cluster(str(workers), self.folder / "spool")

    # Citations.

    @property
    def citations(self) -> LibraryCitations:
        """What can be asked about citations."""
        return LibraryCitations(
            self.store,
            self.folder,
            self.settings,
            lambda: kept_laws(self.store),
            self._cited_in_law,
        )

    def _cited_in_law(self, use: CitationUse) -> str:
        """The locator of the passage that holds a mention."""
        chunk = self.store.chunk(use.key, use.chunk)
        return chunk.locator if chunk else use.name

    def check_brief(
        self,
        file: Path,
        *,
        day: date | None = None,
        home: str | None = None,
        progress: CitationProgress = uncounted,
    ) -> CheckReport:
        """A brief's citations and quotations, against the law that is held."""
        from pincite.briefs.check import check_file

        return check_file(self.citations, file, day=day, home=home, progress=progress)

    # Scope.

    def scope(
        self,
        what: str,
        *,
        at: date | str | None = None,
        version: str | None = None,
        budget: int | None = None,
        progress: ScopeProgress = unscoped,
    ) -> Context:
        """A rule and everything that governs it on a date; within a budget of characters, where
        one is given. Raises NotFound."""
        day = as_date(at)
        stored, node = self.place(what, at=day, version=version)
        found = self.scope_index.resolve(stored, node, day, version, progress)
        if budget is None:
            return found
        from pincite.scope.budget import within

        return within(found, budget)

    @property
    def scope_index(self) -> LibraryScope:
        """What governs what; opened once, and kept."""
        if self._scope_index is None:
            self._scope_index = LibraryScope(self.store, self.folder, self.citations)
        return self._scope_index

    # Searching.

    def search(
        self,
        question: str,
        *,
        profile: str = "",
        filters: Filters | None = None,
        at: date | str | None = None,
        version: str | None = None,
        within: str = "",
        limit: int | None = None,
        tier: str = "pro",
        rerank_ms: float | None = None,
        progress: IndexProgress = unwatched,
    ) -> Response:
        """The provisions that answer a question, best first: those in force today, on a date, or in
        a version; `within` a provision or work and below it. Law whose source gives no dates is
        found on every date, and named in `undated`. Without a profile, the one for what the library
        mostly holds; `rerank_ms` is how long its cross-encoder may take at most. Raises InputError,
        NotFound."""
        from pincite.search.law_hits import LawSources
        from pincite.search.present import Presenter
        from pincite.search.respond import chosen

        sources = LawSources(self.store, version)
        search_index = self.search_index
        presenter = Presenter(
            self.store, sources.source, sources.citation, search_index.cited_in_chunk
        )
        found = search_index.search(
            question,
            lambda indexed: chosen(profile, indexed).hurried(rerank_ms),
            presenter,
            filters=self._filters(filters, as_date(at), version, within),
            limit=limit,
            tier=tier,
            progress=progress,
        )
        return found if at is None else found.naming_undated()

    def _filters(
        self, filters: Filters | None, at: date | None, version: str | None, within: str
    ) -> Filters:
        from pincite.indexes.records import Filters

        if at is not None and version is not None:
            raise InputError("a date and a version were both given", hint="Ask by one of them.")
        if version is not None:
            known = {one.tag: one.active for one in self.versions()}
            if not known.get(version):
                state = "set aside" if version in known else "not in this library"
                raise NotFound(f"version {version!r} is {state}", hint="`pincite versions`")
        return replace(
            filters or Filters(),
            at=at,
            version=(version,) if version else (),
            subtree=str(self.resolve(within)) if within else "",
        )

    @property
    def search_index(self) -> LibrarySearch:
        """The search over this library; opened once, and kept."""
        if self._search_index is None:
            self._search_index = self._searched()
        return self._search_index

    def _searched(self) -> LibrarySearch:
        def documents() -> Iterable[IndexedDocument]:
            from pincite.search.sources import laws

            return laws(self.store, date.today())  # noqa: DTZ011

        return LibrarySearch(self.store, self.folder, self.settings, documents, self.citations)

    # Answering.

    def ask(
        self,
        question: str,
        *,
        at: date | str | None = None,
        version: str | None = None,
        within: str = "",
        filters: Filters | None = None,
        channel: str = "web",
        answerer: str = "",
        progress: IndexProgress = unwatched,
    ) -> Reply:
        """An answer whose every quote was checked against what it cites, or a refusal that says
        why. `answerer` is extractive or openai; without it, a model where the settings name one.
        Raises InputError, NotFound."""
        holdings = self.holdings(
            at=at, version=version, within=within, filters=filters, progress=progress
        )
        return self.search_index.steadily(
            lambda: self.asking(answerer).ask(question, holdings, at=as_date(at), channel=channel),
            progress,
        )

    def holdings(
        self,
        *,
        at: date | str | None = None,
        version: str | None = None,
        within: str = "",
        filters: Filters | None = None,
        progress: IndexProgress = unwatched,
    ) -> Holdings:
        """What questions are answered from: the law in force today, on a date, or of a version."""
        from pincite.answer.sources.law import law_holdings

        return law_holdings(
            self, as_date(at), version, within=within, filters=filters, progress=progress
        )

    def asking(self, answerer: str = "") -> AnswerFlow:
        from pincite.answer.flow import asking

        return asking(self.settings, self.folder, answerer)

    # Freezing.

    @property
    def packs(self) -> PackBuilder:
        """Packs of what is held: built, and built again."""
        from pincite.packs.freeze import PackBuilder

        return PackBuilder(self)

    # Looking up.

    def show(
        self, what: str, *, at: date | str | None = None, version: str | None = None
    ) -> Provision:
        """What a provision says: by URN, FRBR URI or locator; at a date, or in a version."""
        stored, node = self.place(what, at=at, version=version)
        return provision(self.store, stored, node)

    def tree(
        self,
        what: str,
        *,
        at: date | str | None = None,
        version: str | None = None,
        depth: int | None = None,
    ) -> Branch:
        """A provision and its structure below, `depth` levels deep."""
        stored, node = self.place(what, at=at, version=version)
        return branch(self.store, stored, node, depth)

    def ancestors(
        self, what: str, *, at: date | str | None = None, version: str | None = None
    ) -> list[Provision]:
        """Everything above a provision, nearest first."""
        stored, node = self.place(what, at=at, version=version)
        above = self.store.ancestors(stored.key, node)
        return [provision(self.store, stored, one) for one in above]

    def chunks(
        self, work: str, *, at: date | str | None = None, version: str | None = None
    ) -> Iterator[Chunk]:
        stored, _ = self.place(work, at=at, version=version)
        return self.store.chunks(stored.key)

    def timeline(self, work: str) -> list[Stored]:
        """The dated expressions of a work, oldest first."""
        return self.store.timeline(str(self.resolve(work)))


def read_settings() -> Settings:
    """The settings of the environment. Raises InputError that names the wrong one."""
    try:
        return Settings()  # pyright: ignore[reportCallIssue]
    except ValidationError as problem:
        first = problem.errors()[0]
        name = f"PINCITE_{'_'.join(str(part) for part in first['loc']).upper()}"
        raise InputError(
            f"{name} is wrong: {first['msg']}", hint="docs/settings.md lists what each takes."
        ) from None
