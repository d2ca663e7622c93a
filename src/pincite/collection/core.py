"""The core of a library and of a matter: the corpus, its indexes kept in step, answers, history."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, ClassVar, Self

from pincite.citations.library_index import CitationProgress, LibraryCitations, uncounted
from pincite.corpus import CorpusStore
from pincite.corpus.audit import AuditEntry
from pincite.corpus.engines import opened
from pincite.corpus.read_once import ReadOnceStore
from pincite.corpus.verification import CorpusVerification, verified
from pincite.ingest.law.synonyms import read_synonyms
from pincite.model import Synonym
from pincite.search.library_index import IndexProgress, LibrarySearch
from pincite.settings import Settings

if TYPE_CHECKING:
    from pincite.answer.flow import AnswerFlow
    from pincite.answer.reply import Reply
    from pincite.answer.sources import AnswerSource
    from pincite.briefs.check import CheckReport
    from pincite.indexes.records import Filters, IndexedDocument
    from pincite.search.engine import Narrowing
    from pincite.search.indexed import Indexed
    from pincite.search.profiles import Profile


class Collection(ABC):
    """Texts in a folder, with what is derived from them. Use it as a context manager, or call
    close()."""

    # Whether a document that leaves is gone for good; law that was rolled back can return.
    _forgets = True

    def __init__(self, folder: Path, settings: Settings, *, read_only: bool = False) -> None:
        self.folder = folder
        self.settings = settings
        self.read_only = read_only

        def corpus() -> CorpusStore:
            return opened(folder, busy_seconds=settings.busy_seconds, read_only=read_only)

        self.store: ReadOnceStore = ReadOnceStore(corpus(), corpus)
        self._search_index: LibrarySearch | None = None

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
        """Let go of every file and connection. It may be called twice."""
        if self._search_index is not None:
            self._search_index.close()
            self._search_index = None
        self.store.close()

    # Derived from the corpus.

    governs: ClassVar[bool] = False
    """Whether what is held here may govern other parts of it, as law does."""

    def index_scope(self, progress: CitationProgress = uncounted) -> bool:
        """Read what governs what; False where nothing does."""
        del progress
        return self.governs

    @property
    @abstractmethod
    def citations(self) -> LibraryCitations:
        """What can be asked about citations."""

    @abstractmethod
    def _indexed_documents(self) -> Iterable[IndexedDocument]:
        """What is searched."""

    @abstractmethod
    def _profile(self, indexed: Indexed) -> Profile:
        """What a search uses where no other profile is named."""

    @property
    def search_index(self) -> LibrarySearch:
        """The search index; opened once, and kept."""
        if self._search_index is None:
            self._search_index = LibrarySearch(
                self.store,
                self.folder,
                self.settings,
                self._indexed_documents,
                self.citations,
                self._profile,
                self._forgets,
                self.governs,
            )
        return self._search_index

    def narrowing(self, filters: Filters) -> Narrowing:
        """What may be found, where a question may narrow it by its own words."""
        return filters

    # Answers.

    def _answer(
        self,
        question: str,
        source: Callable[[], AnswerSource],
        *,
        channel: str,
        answerer: str,
        progress: IndexProgress,
    ) -> Reply:
        """From one state of the corpus and its indexes, whatever others change meanwhile."""
        flow = self.answer_flow(answerer)

        def work() -> Reply:
            with self._governing() as is_behind:
                reply = flow.ask(question, source(), channel=channel)
                state = self.search_index.state()
                return replace(reply, state=replace(state, behind=state.behind or is_behind()))

        return self.search_index.steadily(work, progress)

    @contextmanager
    def _governing(self) -> Generator[Callable[[], bool]]:
        """What governs what, in one state while a question is answered; gives what says whether
        that is older than the corpus that is asked."""
        yield lambda: False

    def answer_flow(self, answerer: str = "") -> AnswerFlow:
        """What turns a question into a reply. `answerer` is extractive or openai; without it, a
        model where the settings name one. Raises InputError."""
        from pincite.answer.flow import answer_flow

        return answer_flow(self.settings, self.folder, answerer)

    # Briefs.

    def check_brief(
        self,
        file: Path,
        *,
        day: date | None = None,
        home: str | None = None,
        progress: CitationProgress = uncounted,
    ) -> CheckReport:
        """A brief's citations and quotations, checked against the law that is held, on a day or
        today. `home` is the jurisdiction that the brief takes for granted. Raises NotFound,
        SourceError."""
        from pincite.briefs.check import check_file

        return check_file(self.citations, file, day=day, home=home, progress=progress)

    # Synonyms.

    def import_synonyms(self, path: str | Path) -> tuple[int, int]:
        """Read a file of lay phrases and the terms they stand for: the whole of it, or, where a
        line is wrong, nothing. Returns the lines read, and how many of them are new. Raises
        InputError, SourceError."""
        synonyms = read_synonyms(Path(path))
        with self.store.write() as writer:
            return len(synonyms), writer.add_synonyms(synonyms)

    def synonyms(self) -> list[Synonym]:
        """By phrase, then term."""
        return self.store.synonyms()

    # Integrity.

    def stats(self) -> dict[str, int]:
        """How many rows of each kind are kept."""
        return self.store.counts()

    def audit(self) -> Iterator[AuditEntry]:
        """Every change that was ever made, oldest first."""
        return self.store.audit()

    def verify(self) -> CorpusVerification:
        """Recompute every hash from what is stored, and the chain of the audit log; then compare
        the indexes that there are with it, and make again what does not match."""
        found = verified(self.store)
        if found.problems or not self.search_index.exists():
            return found
        return replace(found, indexes=self.search_index.verify().problems)
