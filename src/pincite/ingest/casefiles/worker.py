"""Reads case files one by one, in a process of its own that has limits and can be killed."""

from __future__ import annotations

import gc
import hashlib
import resource
import sys
import time
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection

from pincite.corpus.layout import LAYOUT, layout_hash, pack_page
from pincite.corpus.packing import pack
from pincite.errors import (
    PinciteError,
    SourceChanging,
    SourceError,
    SourceMalformed,
    SourceTooLarge,
)
from pincite.ingest.casefiles import formats
from pincite.ingest.casefiles.assemble import assemble
from pincite.ingest.casefiles.file import read_bytes
from pincite.ingest.casefiles.reading import Attachment, Bounds, FileReading
from pincite.ingest.casefiles.tasks import (
    DrawingTask,
    Drawn,
    Enclosed,
    Read,
    ReadingRules,
    Task,
    Tick,
)
from pincite.ingest.law import gates
from pincite.model import Source

# More would only load the pipe; a watcher looks at seconds.
_TICK_SECONDS = 0.25


def read_task(task: Task, bounds: Bounds) -> Read:
    """Read one file. Whatever is wrong with it is a value here."""
    result = Read()
    try:
        data, name = _load(task, bounds)
        result = replace(result, sha256=hashlib.sha256(data).hexdigest(), size=len(data))
        result = replace(result, format=formats.recognise(data, name) or "")
        return _read(task, data, name, bounds, result)
    except Exception as problem:
        return replace(result, error=as_source_error(problem, task.path))


def _load(task: Task, bounds: Bounds) -> tuple[bytes, str]:
    """The bytes of a file or attachment, and its own name."""
    data = read_bytes(task.folder, task.path, bounds.max_bytes)
    name = task.path
    for position in task.chain:
        enclosed = _attachments(data, name, bounds)
        if position > len(enclosed):
            raise SourceMalformed(
                f"it has no attachment {position}", file=task.path, hint="Sync again."
            )
        data, name = enclosed[position - 1].data, enclosed[position - 1].name
    return data, task.name


def _attachments(data: bytes, name: str, bounds: Bounds) -> list[Attachment]:
    """Nothing is recognised for this: only what the file encloses is wanted."""
    return formats.read(data, name, replace(bounds, ocr_languages="")).attachments


def draw(drawing: DrawingTask, bounds: Bounds) -> Drawn:
    """Draw pages of a document that was read."""
    try:
        from pincite.ingest.casefiles.picture import highlighted, page_picture, png, stacked

        data, name = _load(drawing.task, bounds)
        if hashlib.sha256(data).hexdigest() != drawing.sha256:
            reason = "the file is not the one that was read"
            raise SourceChanging(reason, file=drawing.path, hint="`pincite sync` reads it again.")
        pictures = [
            highlighted(
                page_picture(data, name, sheet.page, dpi=drawing.dpi),
                sheet.boxes,
                width=sheet.width,
                height=sheet.height,
            )
            for sheet in drawing.sheets
        ]
        return Drawn(png(stacked(pictures)))
    except Exception as problem:
        return Drawn(error=as_source_error(problem, drawing.path))


def as_source_error(problem: Exception, path: str) -> SourceError:
    """A file that fails is no reason to lose the rest of the folder, whatever the failure is."""
    match problem:
        case SourceError():
            return problem
        case MemoryError():
            hint = "Split the file, or raise PINCITE_MAX_READER_BYTES if you trust it."
            return SourceTooLarge("it needs more memory than a file may take", file=path, hint=hint)
        case PinciteError():
            return SourceError(problem.message, file=path, hint=problem.hint)
        case _:
            reason = f"the reader failed on it: {type(problem).__name__}: {problem}"
            hint = "This is a defect of the reader; report it with the file."
            return SourceError(reason, file=path, hint=hint)


def _read(task: Task, data: bytes, name: str, bounds: Bounds, result: Read) -> Read:
    reading = formats.read(data, name, bounds)
    source = Source(result.sha256, task.path, len(data), result.format)
    enclosed = tuple(
        Enclosed(attachment.name, hashlib.sha256(attachment.data).hexdigest(), len(attachment.data))
        for attachment in reading.attachments
    )
    method, confidence = _how(reading)
    result = replace(
        result,
        enclosed=enclosed,
        page_count=len(reading.pages),
        method=method,
        confidence=confidence,
        warnings=tuple(reading.warnings),
        losses=tuple(reading.losses),
    )
    if not reading.paragraphs and not reading.notes:
        return replace(result, error=_wordless(task, reading))
    made = assemble(reading, urn=task.urn, name=name, source=source)
    del reading
    pages = tuple(map(pack_page, made.pages))
    meta = {**made.draft.expression.meta, LAYOUT: layout_hash(pages)}
    draft = replace(
        made.draft, expression=replace(made.draft.expression, meta=meta, label=task.label)
    )
    reasons = gates.refusals(draft, min_chunks=1)
    if reasons:
        return replace(result, error=reasons[0])
    return replace(
        result,
        packed=pack(draft),
        pages=pages,
        kind=made.classified.kind,
        kind_reason=made.classified.reason,
        short=made.classified.short,
    )


def _wordless(task: Task, reading: FileReading) -> SourceError:
    """A file without words: it is listed, but there is nothing to search or to quote."""
    count = len(reading.pages)
    reason = f"no words on its {count} page{'s' * (count != 1)}" if count else "no words in it"
    known = [*reading.warnings, *map(str, reading.losses)]
    if known:
        reason = f"{reason}: {known[0]}"
    hint = "Look at it yourself; if it is a scan, `pincite doctor` says whether OCR is there."
    return SourceMalformed(reason, file=task.path, hint=hint)


def _how(reading: FileReading) -> tuple[str, float | None]:
    # A picture in which no words were found says nothing about how the words were read.
    worded = [page for page in reading.pages if page.method == "Native" or page.confidence]
    methods = {page.method for page in worded}
    method = "Native" if not methods else methods.pop() if len(methods) == 1 else "Mixed"
    known = [page.confidence for page in reading.pages if page.confidence is not None]
    return method, round(sum(known) / len(known), 4) if known else None


def serve(tasks: Connection, answers: Connection) -> None:
    """Take the ReadingRules, then tasks until the other side goes away."""
    with suppress(EOFError, BrokenPipeError, ConnectionResetError, KeyboardInterrupt):
        rules: ReadingRules = tasks.recv()
        resource.setrlimit(resource.RLIMIT_AS, (rules.max_memory, rules.max_memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        last = 0.0

        def tick(page: int, pages: int) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= _TICK_SECONDS:
                last = now
                answers.send(Tick(page, pages))

        bounds = replace(rules.bounds, tick=tick)
        answers.send(Tick(0, 0))
        # What is read holds few cycles; collecting once a file is enough.
        gc.disable()
        while True:
            task: Task | DrawingTask = tasks.recv()
            drawing = isinstance(task, DrawingTask)
            answers.send(draw(task, bounds) if drawing else read_task(task, bounds))
            gc.collect(0)


def main() -> None:
    """Serve on the two pipes whose numbers are the arguments."""
    serve(
        Connection(int(sys.argv[1]), writable=False), Connection(int(sys.argv[2]), readable=False)
    )
