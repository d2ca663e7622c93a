"""Law that is held: looked up, searched, asked, closed into what governs it; only read."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.citations.documents import kept_laws
from pincite.citations.library_index import LibraryCitations
from pincite.citations.lookup import lookup, place, places
from pincite.collection.core import Collection
from pincite.collection.law_status import FoundStatus
from pincite.corpus import Stored, VersionEntry
from pincite.corpus.diff import Change, changes
from pincite.corpus.reading import Branch, branch, provision
from pincite.errors import InputError, NotFound
from pincite.model import Chunk, Node, Override, Preemption, Provision, Urn, Version
from pincite.model.dates import as_date
from pincite.model.status import IN_FORCE, LawStatus
from pincite.scope.library_index import FoundPlace, LibraryScope, ScopeProgress
from pincite.scope.library_index import unwatched as unscoped
from pincite.search.library_index import IndexProgress, Retrieved, unwatched
from pincite.settings import Settings

if TYPE_CHECKING:
    from pincite.answer.reply import Reply
    from pincite.answer.sources.law import LawSource
    from pincite.citations.index import CitationUse
    from pincite.indexes.records import Filters, IndexedDocument
    from pincite.packs.freeze import PackBuilder
    from pincite.scope.context import Context
    from pincite.search.card import LawCard
    from pincite.search.engine import Narrowing
    from pincite.search.indexed import Indexed
    from pincite.search.profiles import Profile
    from pincite.search.response import Response


class HeldLaw(Collection):
    """A body of law that is only read. Where a provision is named (`what`), it may be a URN, a
    FRBR URI, or a citation as people write it."""

    _forgets = False

    def __init__(self, folder: Path, settings: Settings, *, read_only: bool = False) -> None:
        super().__init__(folder, settings, read_only=read_only)
        self._scope_index: LibraryScope | None = None

    def close(self) -> None:
        if self._scope_index is not None:
            self._scope_index.close()
            self._scope_index = None
        super().close()

    # Looking up.

    def lookup(self, what: str) -> Urn:
        """The URN that a URN, a FRBR URI or a citation names. Raises BadUrn, BadLocator,
        NotFound."""
        return lookup(what, self.store, self.citations)

    def place(
        self, what: str, *, at: date | str | None = None, version: str | None = None
    ) -> tuple[Stored, Node]:
        """The expression and the provision in it that words name. Raises BadUrn, BadLocator,
        NotFound; InputError where both a date and a version are given."""
        return place(what, self.store, self.citations, at=as_date(at), version=version)

    def show(
        self, what: str, *, at: date | str | None = None, version: str | None = None
    ) -> Provision:
        """What a provision says at a date, or in a version, and whether it is in force then. Raises
        as `place` does."""
        return self._shown(*self.place(what, at=at, version=version), at, version)

    def show_all(
        self, what: str, *, at: date | str | None = None, version: str | None = None
    ) -> list[Provision]:
        """What each provision of a list or range says, in order; of one, that one. Raises as
        `place` does."""
        found = places(what, self.store, self.citations, at=as_date(at), version=version)
        return [self._shown(stored, node, at, version) for stored, node in found]

    def card(
        self,
        what: str,
        *,
        at: date | str | None = None,
        version: str | None = None,
        progress: IndexProgress = unwatched,
    ) -> LawCard:
        """What a law is, as its card says: named by title, number, chapter or a usual name; an act
        that is part of a code also by the short title that the code gives it. Raises as `place`
        does, and NotFound for a provision."""
        from pincite.collection.cards import card_of

        return card_of(self, what, at, version, progress)

    def _shown(
        self, stored: Stored, node: Node, at: date | str | None, version: str | None
    ) -> Provision:
        above = [ancestor.urn for ancestor in self.store.ancestors(stored.key, node)]
        urns = [node.urn, *above]
        return replace(
            provision(self.store, stored, node),
            law_status=self.status(stored, node, at=at, version=version),
            overrides=tuple(self.store.overrides(urns, as_date(at) or _today())),
            preemptions=tuple(self.store.preemptions(urns)),
        )

    def tree(
        self,
        what: str,
        *,
        at: date | str | None = None,
        version: str | None = None,
        depth: int | None = None,
    ) -> Branch:
        """A provision and its structure below, `depth` levels deep. Raises as `place` does."""
        stored, node = self.place(what, at=at, version=version)
        shown = FoundStatus(self.scope_index, as_date(at), version)
        return shown.on_tree(branch(self.store, stored, node, depth), stored)

    def status(
        self,
        stored: Stored,
        node: Node,
        *,
        at: date | str | None = None,
        version: str | None = None,
    ) -> LawStatus | None:
        """Whether a provision is in force at a date, since when, and what says so; None of
        decisions, and where nothing speaks against it in law that was not read yet."""
        if stored.expression.style == "case":
            return None
        places = [FoundPlace(node.urn, stored.expression.urn, stored.validity is None)]
        found = self.scope_index.statuses(places, as_date(at), version)
        return found.get(node.urn, IN_FORCE if self.scope_index.was_read else None)

    def ancestors(
        self, what: str, *, at: date | str | None = None, version: str | None = None
    ) -> list[Provision]:
        """Everything above a provision, nearest first. Raises as `place` does."""
        stored, node = self.place(what, at=at, version=version)
        above = self.store.ancestors(stored.key, node)
        return [provision(self.store, stored, ancestor) for ancestor in above]

    def chunks(
        self, work: str, *, at: date | str | None = None, version: str | None = None
    ) -> Iterator[Chunk]:
        """The passages of a work, in their order. Raises as `place` does."""
        stored, _ = self.place(work, at=at, version=version)
        return self.store.chunks(stored.key)

    # Versions.

    def versions(self) -> list[Version]:
        """Every load, oldest first."""
        return self.store.versions()

    def entries(self, tag: str) -> list[VersionEntry]:
        """What a version states of each work, by URN. Raises NotFound."""
        return self.store.entries(tag)

    def diff(self, old: str, new: str) -> list[Change]:
        """What changed between two versions, provision by provision, by URN. Raises NotFound."""
        return list(changes(self.store, old, new))

    def texts_of(self, work: str) -> list[Stored]:
        """The dated texts that a work had, oldest first. Raises as `lookup` does."""
        return self.store.timeline(str(self.lookup(work)))

    # Overrides.

    def overrides(self, urn: str | None = None, *, at: date | str | None = None) -> list[Override]:
        """Court overrides, of one rule or of all, and in effect on a date where one is given; by
        start. Raises as `lookup` does."""
        return self.store.overrides([str(self.lookup(urn))] if urn else None, as_date(at))

    def preemptions(self, urn: str | None = None) -> list[Preemption]:
        """Higher law that overlaps a rule, in the order it was recorded. Raises as `lookup`
        does."""
        return self.store.preemptions([str(self.lookup(urn))] if urn else None)

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

    # Scope.

    governs = True

    def index_scope(self, progress: ScopeProgress = unscoped) -> bool:
        self.scope_index.index(progress)
        return True

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
        one is given. Raises as `place` does."""
        day = as_date(at)
        found = self.scope_index.resolve_found(
            lambda: self.place(what, at=day, version=version), day, version, progress
        )
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

    @contextmanager
    def _governing(self) -> Generator[Callable[[], bool]]:
        with self.scope_index.one_state():
            yield self.scope_index.is_behind

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
        """The provisions that answer a question, best first: those in force on a date or in a
        version, or on the date that the question itself asks about, or today; `within` a provision
        or work and below it. Law whose source gives no dates is
        found on every date, and named in `undated`. Without a profile, the one for what the library
        mostly holds; `rerank_ms` is how long its cross-encoder may take at most. Raises InputError,
        NotFound."""
        return self._retrieved(
            question, profile, self._filters(filters, as_date(at), version, within), limit=limit,
            tier=tier, rerank_ms=rerank_ms, progress=progress,
        ).response  # fmt: skip

    def _retrieved(
        self,
        question: str,
        profile: str,
        filters: Filters,
        *,
        limit: int | None,
        tier: str = "pro",
        rerank_ms: float | None,
        passages: int = 0,
        progress: IndexProgress,
    ) -> Retrieved:
        from pincite.collection.law_search import search_law

        return self.search_index.steadily(
            lambda: search_law(self, question, profile, filters, limit=limit, tier=tier,
                               rerank_ms=rerank_ms, passages=passages, progress=progress),
            progress,
        )  # fmt: skip

    def narrowing(self, filters: Filters) -> Narrowing:
        from pincite.search.dates import by_its_date

        return by_its_date(filters)

    def _filters(
        self, filters: Filters | None, at: date | None, version: str | None, within: str
    ) -> Filters:
        from pincite.indexes.records import Filters

        if at is not None and version is not None:
            raise InputError("a date and a version were both given", hint="Ask by one of them.")
        if version is not None:
            known = {loaded.tag: loaded.active for loaded in self.versions()}
            if not known.get(version):
                state = "set aside" if version in known else "not in this library"
                raise NotFound(f"version {version!r} is {state}", hint="`pincite versions`")
        chosen = filters or Filters()
        if chosen.jurisdiction:
            self._with_parts(chosen.jurisdiction)
        return replace(
            chosen,
            at=at,
            version=(version,) if version else (),
            subtree=str(self.lookup(within)) if within else "",
        )

    def _indexed_documents(self) -> Iterable[IndexedDocument]:
        from pincite.search.sources import laws

        return laws(self.store, _today())

    def _profile(self, indexed: Indexed) -> Profile:
        from pincite.search.respond import chosen

        return chosen("", indexed)

    # Answers.

    def ask(
        self,
        question: str,
        *,
        at: date | str | None = None,
        version: str | None = None,
        within: str = "",
        jurisdiction: Sequence[str] = (),
        filters: Filters | None = None,
        channel: str = "web",
        answerer: str = "",
        progress: IndexProgress = unwatched,
    ) -> Reply:
        """An answer whose every quote was checked against what it cites, or a refusal that says
        why; from the law of these jurisdictions and of their parts, else of the one that the
        question names or that the best passage is of. `answerer` is extractive or openai; without
        it, a model where the settings name one. Raises InputError, NotFound."""
        return self._answer(
            question,
            lambda: self.answer_source(
                at=at,
                version=version,
                within=within,
                jurisdiction=jurisdiction,
                filters=filters,
                progress=progress,
            ),
            channel=channel,
            answerer=answerer,
            progress=progress,
        )

    def answer_source(
        self,
        *,
        at: date | str | None = None,
        version: str | None = None,
        within: str = "",
        jurisdiction: Sequence[str] = (),
        filters: Filters | None = None,
        progress: IndexProgress = unwatched,
    ) -> LawSource:
        """What questions are answered from: the law in force on a date or of a version, or on the
        date that a question itself asks about, or today. Raises InputError, NotFound."""
        from pincite.answer.sources.law import PASSAGES, LawSource

        narrowed = self._filters(filters, as_date(at), version, within)
        if jurisdiction:
            narrowed = replace(narrowed, jurisdiction=self._with_parts(jurisdiction))

        def retrieve(
            question: str, limit: int, rerank_ms: float, /, only: tuple[str, ...] = ()
        ) -> Retrieved:
            searched = replace(narrowed, jurisdiction=only) if only else narrowed
            return self._retrieved(
                question, "", searched, limit=limit, rerank_ms=rerank_ms, passages=PASSAGES,
                progress=progress,
            )  # fmt: skip

        return LawSource(
            self.store, self.search_index, self.scope_index, as_date(at), version, retrieve,
            given=bool(narrowed.jurisdiction or narrowed.subtree),
        )  # fmt: skip

    def _with_parts(self, codes: Sequence[str]) -> tuple[str, ...]:
        """Jurisdictions that are held, and those that are parts of them: us, us-dc. Raises
        NotFound."""
        held = self.search_index.jurisdictions()
        for code in codes:
            if not any(f"{one}-".startswith(f"{code}-") for one in held):
                listed = ", ".join(held) or "none"
                raise NotFound(f"no law of {code!r} here", hint=f"What is held is of: {listed}.")
        return tuple(one for one in held if any(f"{one}-".startswith(f"{code}-") for code in codes))

    # Packs.

    @property
    def packs(self) -> PackBuilder:
        """Builds packs of what is held, and builds them again to compare."""
        from pincite.packs.freeze import PackBuilder

        return PackBuilder(self)


def _today() -> date:
    return date.today()  # noqa: DTZ011
