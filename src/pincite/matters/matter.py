"""A matter: the files of a case, each word of which can be cited and shown on its page."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from pincite.citations.documents import kept_files
from pincite.citations.library_index import LibraryCitations
from pincite.collection.core import Collection
from pincite.collection.law import HeldLaw
from pincite.corpus.casefiles import CaseText
from pincite.corpus.cited_places import CitedPlaces
from pincite.corpus.engines import is_kept
from pincite.errors import InputError, LibraryClosed, NotFound
from pincite.graph.records import EntityCount, RelatedDocument
from pincite.ingest.casefiles.sync import HowRead, Progress, SyncReport, silent, sync
from pincite.matters.card import read_card
from pincite.matters.connections import CitedEvent, EntityMention, TiedPassage, connections
from pincite.matters.lock import locked
from pincite.matters.page_view import DPI, PageView, QuotedPlace, on_page, page_view
from pincite.matters.passage_names import FilePassage, provenance, short_name
from pincite.matters.watching import changes
from pincite.model.document import Document, DocumentState, FilePath
from pincite.model.provenance import Place, cited
from pincite.search.library_index import IndexProgress, Retrieved, unwatched
from pincite.settings import Settings
from pincite.text import canonicalize, find_quote

if TYPE_CHECKING:
    from pincite.answer.reply import Reply
    from pincite.answer.sources.files import FileSource
    from pincite.indexes.records import Filters, IndexedDocument
    from pincite.search.indexed import Indexed
    from pincite.search.profiles import Profile
    from pincite.search.response import Response

# ISO 3166 leaves XA to XZ to their users: a matter is a jurisdiction of its own.
_JURISDICTION = "xc"
_ID_LENGTH = 4
_LISTED = 8
RELATED = 5


class Matter(Collection):
    """The files of a case. Use it as a context manager, or call close()."""

    def __init__(
        self, folder: Path, settings: Settings, *, slug: str, read_only: bool = False
    ) -> None:
        super().__init__(folder, settings, read_only=read_only)
        self.slug = slug
        self.base = f"urn:lex:{_JURISDICTION}:{slug}"
        self._law: HeldLaw | None = None

    def seal(self) -> None:
        """Make its corpus ready to be opened read-only, as a closed matter is."""
        self.store.seal()

    # Folders.

    def read_files(
        self, *paths: str | Path, retry: bool = False, progress: Progress = silent,
        report: SyncReport | None = None,
    ) -> SyncReport:  # fmt: skip
        """Read files and folders into the matter; what was read before and has not changed is not
        read again, and what cannot be read is listed while the rest goes on. A run that goes on
        where another was stopped adds to the `report` of that one."""
        if not paths:
            raise InputError("nothing to read", hint="Name a file or a folder.")
        files = [Path(path) for path in paths]
        return self._sync(files, remove=False, retry=retry, progress=progress, report=report)

    def sync(
        self, *paths: str | Path, retry: bool = False, progress: Progress = silent,
        report: SyncReport | None = None,
    ) -> SyncReport:  # fmt: skip
        """Bring the matter in line with these folders, or with all it was ever given: new, changed,
        moved and removed files."""
        folders = [Path(path) for path in paths or self.store.documents.folders()]
        if not folders:
            raise InputError("no folder to compare with", hint="`pincite ingest FOLDER` first.")
        return self._sync(folders, remove=True, retry=retry, progress=progress, report=report)

    def watch(
        self,
        *paths: str | Path,
        each: Callable[[SyncReport], None],
        stop: threading.Event | None = None,
    ) -> None:
        """Sync now, and again whenever something changes in the folders, until `stop` is set."""
        folders = paths or self.store.documents.folders()
        for _ in changes(folders, self.folder.parent, stop):
            each(self.sync(*folders))

    def _sync(self, paths: list[Path], *, remove: bool, **how: Unpack[HowRead]) -> SyncReport:
        if self.read_only:
            raise LibraryClosed(f"{self.slug} is closed")
        with locked(self.folder, self.settings.busy_seconds):
            return sync(
                self.store,
                paths,
                base=self.base,
                without=self.folder.parent,
                settings=self.settings,
                remove=remove,
                **how,
            )

    # Documents.

    def documents(self, state: str | None = None) -> list[Document]:
        """By folder and path; without a state, all but the removed ones."""
        if state is not None and state not in list(DocumentState):
            names = ", ".join(DocumentState)
            raise InputError(f"no state {state!r}", hint=f"One of {names}.")
        return [
            document
            for document in self.store.documents.all()
            if (document.state == state if state else document.state is not DocumentState.REMOVED)
        ]

    def document(self, what: str) -> Document:
        """By id or the beginning of one, by path, or by name where only one has it."""
        what = what.strip()
        every = self.store.documents.all()
        for found in (
            [document for document in every if document.id == what or document.path == what],
            [document for document in every if what in _names(document)],
            [document for document in every if document.name.rpartition(".")[0] == what],
            [
                document
                for document in every
                if len(what) >= _ID_LENGTH and document.id.startswith(what)
            ],
        ):
            if len(found) == 1:
                return found[0]
            if found:
                names = ", ".join(f"{document.id} ({document.path})" for document in found[:5])
                raise NotFound(
                    f"{what!r} names {len(found)} documents: {names}", hint="Ask by id or path."
                )
        raise NotFound(f"no document {what!r} here", hint=_held(every))

    def passages(self, what: str) -> Iterator[FilePassage]:
        """Every chunk of a document with its provenance."""
        document = self._readable(what)
        text = CaseText(self.store, document.key)
        short = short_name(document, self.store.documents.all())
        for chunk, place in zip(text.chunks, text.places(), strict=True):
            source = provenance(document, short, chunk, place)
            yield FilePassage(
                chunk.text, chunk.locator, chunk.header, source.cite(), source.cite_short(), source
            )

    def quotes(self, what: str, quote: str) -> list[Place]:
        """Every place of a document where the quote stands, word for word, in reading order."""
        return [quoted.place for quoted in self._quoted(self._readable(what), quote)]

    def find(self, quote: str) -> list[QuotedPlace]:
        """Every place of the matter where the quote stands, by path and in reading order."""
        if not canonicalize(quote):
            raise InputError("no words to look for", hint="Quote some, as they stand.")
        read = self.documents(DocumentState.READ)
        return [quoted for document in read for quoted in self._quoted(document, quote)]

    def _quoted(self, document: Document, quote: str) -> Iterator[QuotedPlace]:
        text = CaseText(self.store, document.key)
        for start, end in find_quote(quote, text.text):
            place = text.place(start, end)
            where = cited(document.name, document.kind, place)
            yield QuotedPlace(document.id, document.path, where, text.text[start:end], place)

    # Citations.

    @property
    def citations(self) -> LibraryCitations:
        """Of the matter's documents; what they cite is looked up in the law, if there is any."""
        places = CitedPlaces(self.store)
        return LibraryCitations(
            self.store,
            self.folder,
            self.settings,
            lambda: kept_files(self.store, self.settings.jurisdiction),
            lambda use: places.cited(use.document, use.start, use.end),
            self.law.citations if self.law else None,
            of_files=True,
        )

    # Searching.

    def search(
        self,
        question: str,
        *,
        profile: str = "",
        filters: Filters | None = None,
        limit: int | None = None,
        tier: str = "pro",
        rerank_ms: float | None = None,
        document: str = "",
        related: int = RELATED,
        progress: IndexProgress = unwatched,
    ) -> Response:
        """The passages that answer, best first; where the question cites a source, those that cite
        it come first. `document` searches one alone; `related` is how many related documents and
        passages are named beside the hits. Only the files of this matter are searched. Raises
        InputError, NotFound."""
        return self._retrieved(
            question, profile, self._confined(filters, document), limit=limit, tier=tier,
            rerank_ms=rerank_ms, related=related, progress=progress,
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
        related: int,
        progress: IndexProgress,
    ) -> Retrieved:
        from pincite.matters.case_search import CaseSearch
        from pincite.search.respond import chosen_for_files

        return CaseSearch(self.store, self.folder, self.search_index, self.title).search(
            question, chosen_for_files(profile).hurried(rerank_ms), filters, limit=limit,
            tier=tier, related=related, progress=progress,
        )  # fmt: skip

    def _confined(self, filters: Filters | None, document: str) -> Filters:
        """To one document, where it is named. Raises NotFound."""
        from pincite.indexes.records import Filters

        chosen = filters or Filters()
        return replace(chosen, documents=(self._readable(document).id,)) if document else chosen

    def _indexed_documents(self) -> Iterable[IndexedDocument]:
        from pincite.search.sources import files

        return files(self.store)

    def _profile(self, indexed: Indexed) -> Profile:
        from pincite.search.respond import chosen_for_files

        return chosen_for_files("")

    # Answers.

    def ask(
        self,
        question: str,
        *,
        filters: Filters | None = None,
        channel: str = "web",
        answerer: str = "",
        document: str = "",
        progress: IndexProgress = unwatched,
    ) -> Reply:
        """An answer from the matter's files, or from one `document` of them, whose every quote was
        checked against what it cites; or a refusal that says why. `answerer` is extractive or
        openai; without it, a model where the settings name one. Raises InputError, NotFound."""
        return self._answer(
            question, lambda: self.answer_source(filters=filters, document=document,
            progress=progress), channel=channel, answerer=answerer, progress=progress,
        )  # fmt: skip

    def answer_source(
        self,
        *,
        filters: Filters | None = None,
        document: str = "",
        progress: IndexProgress = unwatched,
    ) -> FileSource:
        """What questions are answered from: the matter's files, or one `document` of them. Raises
        NotFound."""
        from pincite.answer.sources.files import FileSource

        confined = self._confined(filters, document)

        def retrieve(question: str, limit: int, rerank_ms: float) -> Retrieved:
            return self._retrieved(
                question, "", confined, limit=limit, rerank_ms=rerank_ms, related=0,
                progress=progress,
            )  # fmt: skip

        return FileSource(
            self.store, self.search_index, self.settings.jurisdiction, confined, retrieve
        )

    @property
    def title(self) -> str:
        """'Smith v. Jones (2024-CV-01234)'."""
        card = read_card(self.folder)
        return f"{card.name} ({card.number})" if card.number else card.name

    @property
    def law(self) -> HeldLaw | None:
        """The law that the settings name, to be read; the same for every matter."""
        if self._law is None and is_kept(self.settings.library):
            self._law = HeldLaw(self.settings.library, self.settings)
        return self._law

    def close(self) -> None:
        if self._law is not None:
            self._law.close()
        super().close()

    # Who, when, and what is related.

    def entities(
        self, kind: str | None = None, *, limit: int = 100, progress: IndexProgress = unwatched
    ) -> list[EntityCount]:
        """Parties, courts, judges, attorneys, docket numbers, statutes and cases that the documents
        name, the most mentioned first."""
        with connections(self.folder, self.store, progress) as graph:
            return graph.entities(kind, limit)

    def mentions(self, what: str, *, progress: IndexProgress = unwatched) -> list[EntityMention]:
        """Every place where an entity is named, by its key, or by its name if only one has it."""
        with connections(self.folder, self.store, progress) as graph:
            return graph.mentions(what)

    def events(
        self, start: str = "", end: str = "", *, progress: IndexProgress = unwatched
    ) -> list[CitedEvent]:
        """What the documents say of dates from `start` to `end`, oldest first."""
        with connections(self.folder, self.store, progress) as graph:
            return graph.timeline(start, end)

    def undated(self, *, progress: IndexProgress = unwatched) -> list[CitedEvent]:
        """Dates that the documents write so that their day cannot be told, with the reason."""
        with connections(self.folder, self.store, progress) as graph:
            return graph.undated()

    def related(
        self, what: str, *, limit: int = 10, progress: IndexProgress = unwatched
    ) -> list[RelatedDocument]:
        """Other documents that speak of the same people and things, the nearest first."""
        document = self._readable(what)
        with connections(self.folder, self.store, progress) as graph:
            return graph.related(document, limit)

    def related_passages(
        self, what: str, index: int, *, limit: int = 10, progress: IndexProgress = unwatched
    ) -> list[TiedPassage]:
        """Passages tied to one of a document's: by what both name, by a term that one defines, or
        as neighbours."""
        document = self._readable(what)
        with connections(self.folder, self.store, progress) as graph:
            return graph.related_passages(document, index, limit)

    # The source itself.

    def page(
        self,
        what: str,
        page: int,
        *,
        quote: str = "",
        line: int | None = None,
        dpi: float = DPI,
    ) -> PageView:
        """A page as a picture, with the quote marked where it stands on it.

        Where the quote stands more than once on the page, `line` says on which line it begins;
        without it NotFound names the lines. A quote that runs on to the next page is shown on both.
        """
        document = self._readable(what)
        if page < 1 or self.store.documents.page(document.key, page) is None:
            count = document.pages
            hint = f"It has pages 1 to {count}." if count else "`pincite passages` shows its words."
            raise NotFound(f"{document.path} has no page {page}", hint=hint)
        quotes = self._quoted(document, quote)
        found = on_page(quotes, page, line) if canonicalize(quote) else None
        return page_view(self.store, self.settings, document, page, found, quote, dpi)

    def _readable(self, what: str) -> Document:
        document = self.document(what)
        if document.state is DocumentState.DUPLICATE:
            return self.document(document.duplicate_of)
        if document.state is DocumentState.UNREADABLE:
            raise NotFound(
                f"{document.path} could not be read: {document.reason}", hint=document.hint
            )
        if document.state is DocumentState.WAITING:
            raise NotFound(
                f"{document.path} has not been read yet", hint="`pincite sync` reads it."
            )
        return document


def _held(documents: Iterable[Document]) -> str:
    """Some of what there is, for whoever named what is not."""
    names = [one.name for one in documents if one.state is DocumentState.READ]
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    listed = f"There are {', '.join(names[:_LISTED])}{more}; " if names else ""
    return f"{listed}`pincite documents` lists them."


def _names(document: Document) -> tuple[str, ...]:
    whole = FilePath(document.folder, document.path)
    return whole, whole.told, document.name
