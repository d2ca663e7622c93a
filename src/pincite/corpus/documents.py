"""The part of the port that keeps case files: the register of documents, and where words stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pincite.corpus.layout import PageRow
from pincite.corpus.packing import Packed
from pincite.model.document import Document
from pincite.model.layout import PageLayout


class DocumentWriter(Protocol):
    """Within one transaction."""

    def add_folder(self, path: str) -> None:
        """Register a folder to compare with from now on; nothing where it is known."""
        ...

    def next_key(self) -> int:
        """From here on no expression key is taken. Registering the documents that wait with keys
        in the order of their paths makes every id independent of which is read first."""
        ...

    def register(self, document: Document) -> None:
        """Add a document, or replace the one with its id."""
        ...

    def put(self, packed: Packed, pages: Sequence[PageRow], document: Document) -> None:
        """Keep what a document says under its reserved key and register it."""
        ...

    def log(self, action: str, detail: dict[str, object]) -> None:
        """One audit entry for what this transaction did. It names no document by its words."""
        ...


class DocumentStore(Protocol):
    def folders(self) -> list[str]:
        """By path."""
        ...

    def all(self) -> list[Document]:
        """Every document by folder and path, the removed ones too."""
        ...

    def pages(self, key: int) -> list[PageLayout]:
        """In order. A document without pages has one, numbered 0."""
        ...

    def page(self, key: int, number: int) -> PageLayout | None: ...

    def pages_with(self, key: int, start: int, end: int) -> list[PageLayout]:
        """The pages on which any of text[start:end] stands, in order."""
        ...
