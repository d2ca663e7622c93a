"""The files of a matter: which there are, what they say, who they speak of, and where."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Any

from pydantic import Field

from pincite.api.access import Access, Power
from pincite.api.operations import Ask, Operation
from pincite.api.operations import fields as field
from pincite.api.workspace import Workspace
from pincite.errors import InputError, NotFound
from pincite.graph.records import EntityCount, RelatedDocument
from pincite.matters.connections import CitedEvent
from pincite.matters.matter import Matter, Passage
from pincite.matters.page_view import Quoted
from pincite.model.document import Document


class Files(Ask):
    matter: field.ThisMatter


class Documents(Files):
    state: Annotated[str | None, Field(max_length=20, description="Only those in a state.")] = None
    offset: field.Offset = 0
    limit: field.Many = 100


class Passages(Files):
    document: field.ADocument
    offset: field.Offset = 0
    limit: field.Some = 20


class Chunk(Files):
    document: field.ADocument
    index: Annotated[int, Field(ge=0, le=10_000_000, description="Its chunk_index.")]
    around: Annotated[int, Field(ge=0, le=10, description="Passages on each side.")] = 0


class Quote(Files):
    quote: Annotated[str, Field(min_length=1, max_length=5000, description="Words as they stand.")]
    limit: field.Many = 50


class Entities(Files):
    kind: Annotated[str | None, Field(max_length=20, description="party, court, judge …")] = None
    limit: field.Many = 100


class Dates(Files):
    start: Annotated[str, Field(max_length=10, description="From YYYY-MM-DD.")] = ""
    end: Annotated[str, Field(max_length=10, description="Up to YYYY-MM-DD.")] = ""
    offset: field.Offset = 0
    limit: field.Many = 100


class Related(Files):
    document: field.ADocument
    limit: field.Some = 10


@dataclass(frozen=True, slots=True)
class Paged:
    """Some of many: `next` is the offset to go on from, None at the end."""

    items: tuple[object, ...]
    total: int
    next: int | None


@dataclass(frozen=True, slots=True)
class SourceContext:
    """A passage with those around it, in their order."""

    document: Document
    passages: tuple[Passage, ...]
    index: int


def list_documents(workspace: Workspace, _access: Access, asked: Documents) -> Paged:
    """The documents of a case, each with its kind, or the reason it could not be read."""
    return _paged(workspace.matter(asked.matter).documents(asked.state), asked.offset, asked.limit)


def read_document(workspace: Workspace, _access: Access, asked: Passages) -> Paged:
    """A document in its passages, each with its citation and where it stands."""
    found = list(workspace.matter(asked.matter).passages(asked.document))
    return _paged(found, asked.offset, asked.limit)


def get_chunk(workspace: Workspace, _access: Access, asked: Chunk) -> Passage:
    """One passage of a document, by its number."""
    return _passage(workspace.matter(asked.matter), asked.document, asked.index)


def get_source_context(workspace: Workspace, _access: Access, asked: Chunk) -> SourceContext:
    """A passage and those around it."""
    matter = workspace.matter(asked.matter)
    _passage(matter, asked.document, asked.index)
    first = max(asked.index - asked.around, 0)
    every = matter.passages(asked.document)
    found = tuple(islice(every, first, asked.index + asked.around + 1))
    return SourceContext(matter.document(asked.document), found, asked.index)


def find_quote(workspace: Workspace, _access: Access, asked: Quote) -> list[Quoted]:
    """Every place in a case where these words stand, word for word, each with its citation."""
    return workspace.matter(asked.matter).find(asked.quote)[: asked.limit]


def list_entities(workspace: Workspace, _access: Access, asked: Entities) -> list[EntityCount]:
    """Who and what the documents name: parties, courts, judges, attorneys, statutes, cases."""
    return workspace.matter(asked.matter).entities(asked.kind, limit=asked.limit)


def list_events(workspace: Workspace, _access: Access, asked: Dates) -> Paged:
    """What the documents say happened when, oldest first, each with its citation."""
    found: list[CitedEvent] = workspace.matter(asked.matter).events(asked.start, asked.end)
    return _paged(found, asked.offset, asked.limit)


def related_documents(
    workspace: Workspace, _access: Access, asked: Related
) -> list[RelatedDocument]:
    """Other documents that speak of the same people and things, and of which."""
    return workspace.matter(asked.matter).related(asked.document, limit=asked.limit)


def _passage(matter: Matter, document: str, index: int) -> Passage:
    found = next(islice(matter.passages(document), index, None), None)
    if found is None:
        raise NotFound(
            f"{document} has no passage {index}", hint="They are counted from 0, in reading order."
        )
    return found


def _paged(every: Any, offset: int, limit: int) -> Paged:
    end = offset + limit
    if offset and offset >= len(every):
        raise InputError(f"there are only {len(every)}", hint="Begin with offset 0.")
    return Paged(tuple(every[offset:end]), len(every), end if end < len(every) else None)


OPERATIONS = (
    Operation("list_documents", Power.READ, Documents, list_documents),
    Operation("read_document", Power.READ, Passages, read_document),
    Operation("get_chunk", Power.READ, Chunk, get_chunk),
    Operation("get_source_context", Power.READ, Chunk, get_source_context),
    Operation("find_quote", Power.READ, Quote, find_quote),
    Operation("list_entities", Power.READ, Entities, list_entities),
    Operation("list_events", Power.READ, Dates, list_events),
    Operation("related_documents", Power.READ, Related, related_documents),
)
