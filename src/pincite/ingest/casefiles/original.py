"""The bytes of a document itself: a file, or what is enclosed in one."""

from __future__ import annotations

from dataclasses import replace

from pincite.errors import SourceMalformed
from pincite.ingest.casefiles import formats
from pincite.ingest.casefiles.file import read_bytes
from pincite.ingest.casefiles.reading import Attachment, Bounds
from pincite.ingest.casefiles.tasks import Task


def load(task: Task, bounds: Bounds) -> tuple[bytes, str]:
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
