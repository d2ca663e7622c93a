"""The messages between this process and the processes that read files."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.corpus.layout import PageRow
from pincite.corpus.packing import Packed
from pincite.errors import SourceError
from pincite.ingest.casefiles.reading import Bounds
from pincite.model.document import Loss
from pincite.model.layout import Box


@dataclass(frozen=True, slots=True)
class ReadingRules:
    """What all files of a run have in common."""

    bounds: Bounds
    max_memory: int


@dataclass(frozen=True, slots=True)
class Task:
    """A file below a folder, or an attachment in it: `chain` says which, from the outside in."""

    document: str
    urn: str
    folder: str
    path: str
    name: str
    label: str
    chain: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PageToDraw:
    """A page to be drawn, its size in points, and what is marked on it."""

    page: int
    width: float
    height: float
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class DrawingTask:
    """Pages of a document to be drawn one above the other, if the file still is the one read."""

    task: Task
    sha256: str
    sheets: tuple[PageToDraw, ...]
    dpi: float

    @property
    def path(self) -> str:
        return self.task.path


@dataclass(frozen=True, slots=True)
class Drawn:
    """The picture that was drawn, or why it was not."""

    png: bytes = b""
    error: SourceError | None = None


@dataclass(frozen=True, slots=True)
class Tick:
    """A sign of life: so many pages of the file in hand are done."""

    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class Enclosed:
    """An attachment that was found, to be read as a document of its own."""

    name: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class Read:
    """What became of a task. `error` is set where the file could not be read."""

    sha256: str = ""
    size: int = 0
    format: str = ""
    packed: Packed | None = None
    pages: tuple[PageRow, ...] = ()
    kind: str = ""
    kind_reason: str = ""
    short: str = ""
    page_count: int = 0
    method: str = ""
    confidence: float | None = None
    warnings: tuple[str, ...] = ()
    losses: tuple[Loss, ...] = ()
    enclosed: tuple[Enclosed, ...] = ()
    error: SourceError | None = None
