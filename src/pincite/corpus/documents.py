"""The part of the port that keeps case files: the register of documents, and their page layouts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pincite.corpus.layout import PageRow
from pincite.corpus.packing import Packed
from pincite.model.document import Document
from pincite.model.layout import PageLayout


class DocumentWriter(Protocol):
    """What may be done to case files inside one transaction. Only `log` adds an audit entry."""

    def add_folder(self, path: str) -> None:
        """Register a folder to compare with from now on; nothing where it is known."""
        ...

    def next_key(self) -> int:
        """The first key above all that expressions and documents have. Registering the documents
        that wait with keys in the order of their paths makes every id independent of which is read
        first."""
        ...

    def register(self, document: Document) -> None:
        """Add a document, or replace the one with its id. Raises LibraryError where another
        document has its folder and path, or its key."""
        ...

    def put(self, packed: Packed, pages: Sequence[PageRow], document: Document) -> None:
        """Keep what a document says under the key it reserves, with its pages, and register it. A
        text that the same work had before keeps its old key and pages, and the document takes that
        key. Raises what CorpusWriter.put and `register` raise."""
        ...

    def log(self, action: str, detail: dict[str, object]) -> None:
        """One audit entry for what this transaction did. It names no document by its words."""
        ...


class DocumentStore(Protocol):
    """What may be asked of the register of case files and of their pages."""

    def folders(self) -> list[str]:
        """The registered folders, each once, by path."""
        ...

    def all(self) -> list[Document]:
        """Every document, the removed ones too, by folder and path, which no two share."""
        ...

    def pages(self, key: int) -> list[PageLayout]:
        """By number; empty for an unknown key. A document without pages has one, numbered 0."""
        ...

    def page(self, key: int, number: int) -> PageLayout | None:
        """The page of that number, or None where there is none."""
        ...

    def pages_with(self, key: int, start: int, end: int) -> list[PageLayout]:
        """The pages on which any of text[start:end] stands, in their body or notes, by number."""
        ...
