"""Brings a matter in line with its folders: plan, read, keep, a little at a time.

Each step is a transaction, so a process that is killed loses what it had in hand and nothing else;
the next run goes on with what still waits.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol, TypedDict

from pincite.corpus import CorpusStore
from pincite.corpus.clock import now
from pincite.corpus.documents import DocumentWriter
from pincite.ingest.casefiles.folder import Ignored, contents
from pincite.ingest.casefiles.plan import SyncPlan, children, plan, settle_duplicates
from pincite.ingest.casefiles.reader_pool import ReaderPool
from pincite.ingest.casefiles.reading import Bounds
from pincite.ingest.casefiles.tasks import Read, ReadingRules, Task
from pincite.ingest.child_process import processes
from pincite.model.document import Document, DocumentState
from pincite.settings import Settings

# What a killed process may have to read again.
_COMMIT_SECONDS = 0.7
# An attachment of an attachment of …: deeper ones are listed, not read.
_MAX_DEPTH = 6


class Progress(Protocol):
    """Told after every file and every few pages: files and bytes done, of how many, and pages."""

    def __call__(
        self, *, files: int, of_files: int, size: int, of_size: int, pages: int, name: str
    ) -> None: ...


def silent(
    *, files: int, of_files: int, size: int, of_size: int, pages: int, name: str
) -> None: ...


@dataclass(slots=True)
class SyncReport:
    """What a run found and did, by path."""

    added: list[str] = field(default_factory=list[str])
    changed: list[str] = field(default_factory=list[str])
    moved: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    removed: list[str] = field(default_factory=list[str])
    duplicates: list[str] = field(default_factory=list[str])
    unreadable: list[Document] = field(default_factory=list[Document])
    ignored: list[Ignored] = field(default_factory=list[Ignored])
    unchanged: int = 0
    read: int = 0
    pages: int = 0
    chunks: int = 0
    characters: int = 0
    seconds: float = 0.0


class HowRead(TypedDict, total=False):
    """`retry` tries again what could not be read before. A run that goes on where another was
    stopped adds to the `report` of that one."""

    retry: bool
    progress: Progress
    report: SyncReport | None


def sync(
    store: CorpusStore,
    paths: list[Path],
    *,
    base: str,
    settings: Settings,
    without: Path | None = None,
    remove: bool = False,
    retry: bool = False,
    progress: Progress = silent,
    report: SyncReport | None = None,
) -> SyncReport:
    """Read what is new or changed below the paths; with `remove`, set aside what is gone. `base`
    is the URN that documents are named below; nothing below `without` is read. The rest is as in
    HowRead."""
    started = time.monotonic()
    present = contents(paths, without)
    made = plan(store.documents.all(), present, remove=remove, retry=retry)
    with store.write() as writer:
        for folder in present.folders:
            writer.documents.add_folder(folder)
        _register(writer.documents, made)
    report = report or SyncReport()
    if not report.seconds:
        # What a run before it has read is unchanged by now.
        report.unchanged = made.unchanged
    report.added += made.added
    report.changed += made.altered
    report.moved += made.moved
    report.removed += made.removed
    report.duplicates += made.duplicates
    report.ignored = present.ignored
    run = _Run(store, base, settings, report, progress)
    try:
        for _depth in range(_MAX_DEPTH):
            waiting = run.waiting()
            if not waiting:
                break
            run.read(waiting)
    finally:
        report.seconds += time.monotonic() - started
    return report


def _register(writer: DocumentWriter, made: SyncPlan) -> None:
    """Those that will be read get their keys now, in order, whoever is read first."""
    key = writer.next_key()
    for document in sorted(
        made.changed.values(), key=lambda document: (document.folder, document.path)
    ):
        if document.state is DocumentState.WAITING and not document.key:
            document = replace(document, key=key)
            key += 1
        writer.register(document)
    if made.changed:
        counts = {
            state.value: sum(document.state is state for document in made.changed.values())
            for state in DocumentState
        }
        writer.log("files found", {name: count for name, count in counts.items() if count})


class _Run:
    def __init__(
        self,
        store: CorpusStore,
        base: str,
        settings: Settings,
        report: SyncReport,
        progress: Progress,
    ) -> None:
        self._store = store
        self._base = base
        self._settings = settings
        self._report = report
        self._progress = progress
        self._register: dict[str, Document] = {}
        self._ids: set[str] = set()
        self._below: dict[str, list[Document]] = {}
        self._files = self._size = self._of_files = self._of_size = 0
        self._in_hand: dict[str, int] = {}

    def waiting(self) -> list[Document]:
        """Those that wait to be read; attachments found by the last round get their keys here."""
        every = self._store.documents.all()
        if any(document.state is DocumentState.WAITING and not document.key for document in every):
            made = SyncPlan({document.id: document for document in every if not document.key})
            settle_duplicates(every, made)
            self._report.duplicates += made.duplicates
            with self._store.write() as writer:
                _register(writer.documents, made)
            every = self._store.documents.all()
        self._register = {document.id: document for document in every}
        self._ids = set(self._register)
        self._below = {}
        for document in every:
            if document.parent:
                self._below.setdefault(document.parent, []).append(document)
        return [document for document in every if document.state is DocumentState.WAITING]

    def read(self, waiting: list[Document]) -> None:
        self._of_files += len(waiting)
        self._of_size += sum(document.size for document in waiting)
        with reader_pool_of(self._settings, len(waiting)) as pool:
            tasks = [self._task(document) for document in waiting]
            for batch in _by_time(pool.run(tasks, self._on_page)):
                with self._store.write() as writer:
                    kept = [
                        self._keep(writer.documents, self._register[task.document], result)
                        for task, result in batch
                    ]
                    writer.documents.log("files read", {"documents": len(batch)})
                # Whoever is told may want it to stop; what was read is kept by then.
                for document in kept:
                    self._done(document)

    def _task(self, document: Document) -> Task:
        outer, chain = lineage(document, self._register)
        return Task(
            document.id, f"{self._base}:{document.id}", outer.folder, outer.path, document.name,
            f"{document.revision:04}", chain,
        )  # fmt: skip

    def _keep(self, writer: DocumentWriter, document: Document, result: Read) -> Document:
        retry = result.error is not None and result.error.retryable
        document = replace(
            document,
            # A file that changed since it was planned is what it was when it was read; one that
            # may be readable next time is to look changed then.
            sha256="" if retry else result.sha256 or document.sha256,
            size=result.size or document.size,
            state=DocumentState.READ if result.packed else DocumentState.UNREADABLE,
            format=result.format,
            title=result.packed.expression.title if result.packed else "",
            language=result.packed.expression.language if result.packed else "",
            kind=result.kind,
            kind_reason=result.kind_reason,
            short=result.short,
            reason=result.error.reason if result.error else "",
            hint=result.error.hint if result.error else "",
            attachments=len(result.enclosed),
            pages=result.page_count,
            method=result.method,
            confidence=result.confidence,
            warnings=result.warnings,
            ingested_at=now(),
        )
        if result.packed is not None:
            writer.put(result.packed, result.pages, document)
            self._report.read += 1
            self._report.chunks += len(result.packed.chunks)
            self._report.characters += len(result.packed.text)
        else:
            writer.register(document)
            self._report.unreadable.append(document)
        if result.enclosed or document.id in self._below:
            for child in children(
                document, result.enclosed, self._below.get(document.id, ()), self._ids
            ):
                self._register[child.id] = child
                writer.register(child)
        self._report.pages += result.page_count
        self._in_hand.pop(document.id, None)
        return document

    def _done(self, document: Document) -> None:
        self._files += 1
        self._size += document.size
        self._tell(document.path)

    def _on_page(self, task: Task, page: int, _pages: int) -> None:
        self._in_hand[task.document] = page
        self._tell(task.path)

    def _tell(self, name: str) -> None:
        pages = self._report.pages + sum(self._in_hand.values())
        self._progress(
            files=self._files, of_files=self._of_files, size=self._size, of_size=self._of_size,
            pages=pages, name=name,
        )  # fmt: skip


def reader_pool_of(settings: Settings, tasks: int) -> ReaderPool:
    """Readers for so many tasks, within what the settings allow."""
    bounds = Bounds(
        max_pages=settings.max_pages,
        max_bytes=settings.max_source_bytes,
        max_archive_ratio=settings.max_archive_ratio,
        ocr_languages=settings.ocr_languages,
        ocr_dpi=settings.ocr_dpi,
    )
    count = min(processes(settings.workers), tasks)
    rules = ReadingRules(bounds, settings.max_reader_bytes)
    return ReaderPool(count, rules, stall_seconds=settings.stall_seconds)


def lineage(document: Document, register: dict[str, Document]) -> tuple[Document, tuple[int, ...]]:
    """The file that holds a document, and which attachment of which it is, from the outside in."""
    chain: list[int] = []
    while document.parent:
        chain.append(document.position)
        document = register[document.parent]
    return document, tuple(reversed(chain))


def _by_time(results: Iterator[tuple[Task, Read]]) -> Iterator[Sequence[tuple[Task, Read]]]:
    """Batches of what was done since the last one."""
    batch: list[tuple[Task, Read]] = []
    since = time.monotonic()
    for result in results:
        batch.append(result)
        if time.monotonic() - since >= _COMMIT_SECONDS:
            yield batch
            batch, since = [], time.monotonic()
    if batch:
        yield batch
