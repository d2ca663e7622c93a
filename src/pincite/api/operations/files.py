"""The files of a matter: which there are, what they say, who they speak of, and where."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, TypeVar

from pydantic import Field

from pincite.api.access import Access, Power
from pincite.api.operation import Operation, Request
from pincite.api.operations import fields as field
from pincite.api.workspace import Workspace
from pincite.errors import InputError, NotFound
from pincite.graph.records import EntityCount, RelatedDocument
from pincite.matters.connections import CitedEvent, EntityMention, TiedPassage
from pincite.matters.matter import Matter
from pincite.matters.page_view import DPI, PageView, QuotedPlace
from pincite.matters.passage_names import FilePassage
from pincite.model.document import Document, Loss
from pincite.model.provenance import Place

Item = TypeVar("Item")


class MatterRequest(Request):
    matter: field.ThisMatter


class DocumentsRequest(MatterRequest):
    state: Annotated[str | None, Field(max_length=20, description="Only those in a state.")] = None
    offset: field.Offset = 0
    limit: field.Many = 100


class ReadDocumentRequest(MatterRequest):
    document: field.ADocument
    offset: field.Offset = 0
    limit: field.Some = 20


class ChunkRequest(MatterRequest):
    document: field.ADocument
    index: Annotated[int, Field(ge=0, le=10_000_000, description="Its chunk_index.")]
    around: Annotated[int, Field(ge=0, le=10, description="Passages on each side.")] = 0


class QuoteRequest(MatterRequest):
    quote: Annotated[str, Field(min_length=1, max_length=5000, description="Words as they stand.")]
    limit: field.Many = 50


class EntitiesRequest(MatterRequest):
    kind: Annotated[str | None, Field(max_length=20, description="party, court, judge …")] = None
    limit: field.Many = 100


class EventsRequest(MatterRequest):
    start: Annotated[str, Field(max_length=10, description="From YYYY-MM-DD.")] = ""
    end: Annotated[str, Field(max_length=10, description="Up to YYYY-MM-DD.")] = ""
    offset: field.Offset = 0
    limit: field.Many = 100


class PagedRequest(MatterRequest):
    offset: field.Offset = 0
    limit: field.Many = 100


class MentionsRequest(MatterRequest):
    what: Annotated[str, Field(min_length=1, max_length=500, description="Its key or name.")]
    limit: field.Many = 100


class PageRequest(MatterRequest):
    document: field.ADocument
    page: Annotated[int, Field(ge=1, le=100_000, description="Counted from 1.")]
    quote: Annotated[str, Field(max_length=5000, description="Words to mark.")] = ""
    line: Annotated[
        int | None, Field(ge=0, le=100_000, description="Where the quote stands twice: its line.")
    ] = None
    dpi: Annotated[float, Field(ge=36, le=600, description="Resolution.")] = DPI


class RelatedPassagesRequest(MatterRequest):
    document: field.ADocument
    index: Annotated[int, Field(ge=0, le=10_000_000, description="Its chunk_index.")]
    limit: field.Some = 10


class RelatedRequest(MatterRequest):
    document: field.ADocument
    limit: field.Some = 10


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """Some of the documents: `next` is the offset to go on from, left out at the end."""

    items: tuple[Document, ...]
    total: int
    next: int | None


@dataclass(frozen=True, slots=True)
class PassagePage:
    """Some of the passages: `next` is the offset to go on from, left out at the end."""

    items: tuple[FilePassage, ...]
    total: int
    next: int | None


@dataclass(frozen=True, slots=True)
class EventPage:
    """Some of the events: `next` is the offset to go on from, left out at the end."""

    items: tuple[CitedEvent, ...]
    total: int
    next: int | None


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page as a picture, in Base64, with the quote marked where it stands."""

    document: str
    pages: tuple[int, ...]
    quote: str
    citation: str
    place: Place | None
    png: str
    # What of these pages is missing from the text, or may be.
    losses: tuple[Loss, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceContext:
    """A passage with those around it, in their order."""

    document: Document
    passages: tuple[FilePassage, ...]
    index: int


def list_documents(workspace: Workspace, _access: Access, asked: DocumentsRequest) -> DocumentPage:
    """The documents of a case, each with its kind, or the reason it could not be read."""
    every = workspace.matter(asked.matter).documents(asked.state)
    return DocumentPage(*_part(every, asked.offset, asked.limit))


def read_document(workspace: Workspace, _access: Access, asked: ReadDocumentRequest) -> PassagePage:
    """A document in its passages, each with its citation and where it stands."""
    found = list(workspace.matter(asked.matter).passages(asked.document))
    return PassagePage(*_part(found, asked.offset, asked.limit))


def get_chunk(workspace: Workspace, _access: Access, asked: ChunkRequest) -> FilePassage:
    """One passage of a document, by its number."""
    return _passage(workspace.matter(asked.matter), asked.document, asked.index)


def get_source_context(workspace: Workspace, _access: Access, asked: ChunkRequest) -> SourceContext:
    """A passage and those around it."""
    matter = workspace.matter(asked.matter)
    _passage(matter, asked.document, asked.index)
    first = max(asked.index - asked.around, 0)
    every = matter.passages(asked.document)
    found = tuple(islice(every, first, asked.index + asked.around + 1))
    return SourceContext(matter.document(asked.document), found, asked.index)


def find_quote(workspace: Workspace, _access: Access, asked: QuoteRequest) -> list[QuotedPlace]:
    """Every place in a case where these words stand, word for word, each with its citation."""
    return workspace.matter(asked.matter).find(asked.quote)[: asked.limit]


def list_entities(
    workspace: Workspace, _access: Access, asked: EntitiesRequest
) -> list[EntityCount]:
    """Who and what the documents name: parties, courts, judges, attorneys, statutes, cases."""
    return workspace.matter(asked.matter).entities(
        asked.kind, limit=asked.limit, progress=workspace.counted
    )


def list_events(workspace: Workspace, _access: Access, asked: EventsRequest) -> EventPage:
    """What the documents say happened when, oldest first, each with its citation."""
    matter = workspace.matter(asked.matter)
    found = matter.events(asked.start, asked.end, progress=workspace.counted)
    return EventPage(*_part(found, asked.offset, asked.limit))


def list_unclear_dates(workspace: Workspace, _access: Access, asked: PagedRequest) -> EventPage:
    """Dates that the documents write so that their day cannot be told, with the reason."""
    found = workspace.matter(asked.matter).undated(progress=workspace.counted)
    return EventPage(*_part(found, asked.offset, asked.limit))


def list_mentions(
    workspace: Workspace, _access: Access, asked: MentionsRequest
) -> list[EntityMention]:
    """Every place where an entity is named, by its key, or by its name if only one has it."""
    matter = workspace.matter(asked.matter)
    return matter.mentions(asked.what, progress=workspace.counted)[: asked.limit]


def related_documents(
    workspace: Workspace, _access: Access, asked: RelatedRequest
) -> list[RelatedDocument]:
    """Other documents that speak of the same people and things, and of which."""
    return workspace.matter(asked.matter).related(
        asked.document, limit=asked.limit, progress=workspace.counted
    )


def related_passages(
    workspace: Workspace, _access: Access, asked: RelatedPassagesRequest
) -> list[TiedPassage]:
    """Passages tied to one of a document's: by what both name, by a term that one defines, or as
    neighbours."""
    return workspace.matter(asked.matter).related_passages(
        asked.document, asked.index, limit=asked.limit, progress=workspace.counted
    )


def show_page(workspace: Workspace, _access: Access, asked: PageRequest) -> PagePicture:
    """A page of a document as a picture, with a quote marked where it really stands."""
    view = page_of(workspace, asked)
    return PagePicture(
        view.document.id, view.pages, view.quote, view.citation, view.place,
        base64.b64encode(view.png).decode(), view.losses,
    )  # fmt: skip


def page_of(workspace: Workspace, asked: PageRequest) -> PageView:
    """The same, with the picture as bytes."""
    return workspace.matter(asked.matter).page(
        asked.document, asked.page, quote=asked.quote, line=asked.line, dpi=asked.dpi
    )


def _passage(matter: Matter, document: str, index: int) -> FilePassage:
    found = next(islice(matter.passages(document), index, None), None)
    if found is None:
        raise NotFound(
            f"{document} has no passage {index}", hint="They are counted from 0, in reading order."
        )
    return found


def _part(
    every: Sequence[Item], offset: int, limit: int
) -> tuple[tuple[Item, ...], int, int | None]:
    end = offset + limit
    if offset and offset >= len(every):
        raise InputError(f"there are only {len(every)}", hint="Begin with offset 0.")
    return tuple(every[offset:end]), len(every), end if end < len(every) else None


OPERATIONS = (
    Operation("list_documents", Power.READ, DocumentsRequest, list_documents),
    Operation("read_document", Power.READ, ReadDocumentRequest, read_document),
    Operation("get_chunk", Power.READ, ChunkRequest, get_chunk),
    Operation("get_source_context", Power.READ, ChunkRequest, get_source_context),
    Operation("find_quote", Power.READ, QuoteRequest, find_quote),
    Operation("list_entities", Power.READ, EntitiesRequest, list_entities),
    Operation("list_events", Power.READ, EventsRequest, list_events),
    Operation("list_unclear_dates", Power.READ, PagedRequest, list_unclear_dates),
    Operation("list_mentions", Power.READ, MentionsRequest, list_mentions),
    Operation("related_passages", Power.READ, RelatedPassagesRequest, related_passages),
    Operation("show_page", Power.READ, PageRequest, show_page),
    Operation("related_documents", Power.READ, RelatedRequest, related_documents),
)
