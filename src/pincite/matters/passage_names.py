"""What a passage of a case file is called: its document's short name, and where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pincite.model import Chunk
from pincite.model.document import Document, DocumentState, FilePath
from pincite.model.provenance import Place, Provenance


@dataclass(frozen=True, slots=True)
class FilePassage:
    """A chunk of a document and where it came from."""

    text: str
    locator: str
    header: str
    citation: str
    citation_short: str
    source: Provenance


def short_name(document: Document, documents: Iterable[Document]) -> str:
    """The short name, unless another document of the matter goes by it too."""
    same = [
        other for other in documents
        if other.short == document.short and other.state is DocumentState.READ
    ]  # fmt: skip
    return document.short if len(same) <= 1 else ""


def provenance(document: Document, short: str, chunk: Chunk, place: Place) -> Provenance:
    return Provenance(
        document=document.name,
        document_path=FilePath(document.folder, document.path),
        document_id=document.id,
        sha256=document.sha256,
        kind=document.kind,
        short=short,
        chunk_id=f"{document.id}-{chunk.ordinal}",
        chunk_index=chunk.ordinal,
        place=place,
        chunk_created_at=document.ingested_at,
        chunk_embedded_at=None,
        document_ingested_at=document.ingested_at,
        losses=tuple(map(str, document.losses)),
    )
