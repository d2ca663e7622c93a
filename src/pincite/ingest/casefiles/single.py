"""Reads one file by itself, for a question about it, and stores nothing."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pincite.corpus.layout import unpack_page
from pincite.corpus.packing import PackedRow, unpack_offsets
from pincite.errors import NotFound, SourceError
from pincite.ingest.casefiles.sync import reader_pool_of
from pincite.ingest.casefiles.tasks import Task
from pincite.model import Expression, Node
from pincite.model.layout import PageLayout
from pincite.model.placing import Placing
from pincite.model.provenance import Place, marks
from pincite.settings import Settings

_URN = "urn:lex:xc:unkept:1"


@dataclass(frozen=True)
class SingleFile:
    """What a file says, and where on its pages."""

    name: str
    kind: str
    expression: Expression
    text: str
    nodes: list[Node]
    paragraphs: list[int]
    pages: list[PageLayout]

    def place(self, start: int, end: int) -> Place:
        return self._placing.place(start, end)

    @cached_property
    def _placing(self) -> Placing:
        return Placing(self.pages, self.text, self.paragraphs, marks(self.nodes))


def read_single(path: Path, settings: Settings) -> SingleFile:
    """Read one file of any format that a matter takes. Raises NotFound, SourceError."""
    if not path.is_file():
        raise NotFound(f"no file {path}", hint="Name a file: PDF, Word, text, HTML, e-mail, scan.")
    folder = path.absolute().parent
    task = Task("", _URN, str(folder), path.name, path.name, "")
    with reader_pool_of(settings, 1) as pool:
        _, read = next(iter(pool.run([task])))
    if read.error is not None:
        raise read.error
    if read.packed is None:
        raise SourceError("nothing was read", file=path.name)
    packed = read.packed
    return SingleFile(
        path.name,
        read.kind,
        packed.expression,
        packed.text,
        [_node(row) for row in packed.nodes],
        unpack_offsets(packed.paragraphs),
        [unpack_page(page) for page in read.pages],
    )


def _node(row: PackedRow) -> Node:
    node = Node(*row)
    packed: Any = row[-1]
    return node._replace(attrs=json.loads(packed)) if packed else node
