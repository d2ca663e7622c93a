"""/file/…: a document of a matter: its page as a picture, the quote marked, its words beside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from pincite.api.access import Access
from pincite.api.operation import operations
from pincite.api.operations.files import (
    ChunkRequest,
    DocumentsRequest,
    QuoteRequest,
    ReadDocumentRequest,
    RelatedRequest,
)
from pincite.api.workspace import Workspace
from pincite.errors import NotFound
from pincite.surfaces.http.auth import Allowed, InPool
from pincite.surfaces.web.citations import forms_of_hit
from pincite.surfaces.web.marking import Span, pieces, read_spans
from pincite.surfaces.web.page import PageRoute, file_address, query, render

router = APIRouter(route_class=PageRoute, include_in_schema=False)
_operations = operations()
_AROUND = 1
_AT_ONCE = 20
_LONGEST_QUOTE = 4000
_MOST = 1000


class Opened(BaseModel):
    passage: Annotated[int | None, Field(ge=0, le=10_000_000)] = None
    page: Annotated[int | None, Field(ge=1, le=100_000)] = None
    offset: Annotated[int, Field(ge=0, le=10_000_000)] = 0
    lit: Annotated[str, Field(max_length=1000)] = ""


@dataclass(frozen=True, slots=True)
class Opening:
    """What of a document is shown; `next` is the passage to go on from."""

    document: dict[str, Any]
    passages: list[dict[str, Any]]
    place: dict[str, Any] | None
    quote: str
    next: int | None
    related: list[dict[str, Any]]


@router.get("/file/{matter}/{document:path}")
async def document(
    request: Request,
    pool: InPool,
    access: Allowed,
    matter: Annotated[str, Path(max_length=200)],
    document: Annotated[str, Path(max_length=1000)],
    opened: Annotated[Opened, Query()],
) -> Response:
    lit = read_spans(opened.lit)
    read = await pool.call(_open, access, matter, document, opened, lit)
    shown = [_marked(request, matter, passage, lit) for passage in read.passages]
    page = _page(read, opened)
    if page is not None and page > read.document["pages"]:
        raise NotFound(f"it has no page {page}", hint=f"It has {read.document['pages']}.")
    return render(
        request, "file.html", matter=matter, read=read, passages=shown, opened=opened,
        page=page, picture=_picture(matter, read, page, opened), nav="cases",
    )  # fmt: skip


def _open(
    workspace: Workspace,
    access: Access,
    matter: str,
    document: str,
    opened: Opened,
    lit: list[Span],
) -> Opening:
    known = _document(workspace, access, matter, document)
    if known["state"] == "duplicate":
        known = _document(workspace, access, matter, known["duplicate_of"])
    if known["state"] != "read":
        return Opening(known, [], None, "", None, [])
    going_on: int | None = None
    if opened.passage is not None:
        asked = ChunkRequest(
            matter=matter, document=known["id"], index=opened.passage, around=_AROUND
        )
        shown = _operations["get_source_context"].full_body(workspace, access, asked)["passages"]
    else:
        asked = ReadDocumentRequest(
            matter=matter, document=known["id"], offset=opened.offset, limit=_AT_ONCE
        )
        paged = _operations["read_document"].full_body(workspace, access, asked)
        shown, going_on = paged["items"], paged["next"]
    quote = _quoted(shown, lit)
    place = _stands(workspace, access, matter, known["id"], quote, lit) if quote else None
    beside = RelatedRequest(matter=matter, document=known["id"], limit=5)
    related = _operations["related_documents"].full_body(workspace, access, beside)
    return Opening(known, shown, place, quote, going_on, related)


def _document(workspace: Workspace, access: Access, matter: str, named: str) -> dict[str, Any]:
    """By id or path. Raises NotFound."""
    offset: int | None = 0
    while offset is not None:
        asked = DocumentsRequest(matter=matter, offset=offset, limit=_MOST)
        listed = _operations["list_documents"].full_body(workspace, access, asked)
        for item in listed["items"]:
            if named in (item["id"], item["path"]):
                return item
        offset = listed["next"]
    raise NotFound("there is no such document here", hint="The case lists its documents.")


def _quoted(passages: list[dict[str, Any]], lit: list[Span]) -> str:
    """The words of the first span, if one of the passages holds all of it."""
    for start, end in lit[:1]:
        for passage in passages:
            first = passage["source"]["char_start"]
            if first <= start and end <= first + len(passage["text"]):
                return passage["text"][start - first : end - first][:_LONGEST_QUOTE]
    return ""


def _stands(
    workspace: Workspace, access: Access, matter: str, document: str, quote: str, lit: list[Span]
) -> dict[str, Any] | None:
    """The one place of the quote that is meant, where the words stand in several."""
    asked = QuoteRequest(matter=matter, quote=quote, limit=_MOST)
    found = _operations["find_quote"].full_body(workspace, access, asked)
    return next(
        (
            quoted["place"]
            for quoted in found
            if quoted["document"] == document and quoted["place"]["char_start"] == lit[0][0]
        ),
        None,
    )


def _page(read: Opening, opened: Opened) -> int | None:
    """The page whose picture is shown; None where the format has none."""
    if not any(passage["source"]["boxes"] for passage in read.passages):
        return None
    if opened.page is not None:
        return opened.page
    if read.place is not None and read.place["page"]:
        return read.place["page"]
    chosen = next(
        (
            passage
            for passage in read.passages
            if passage["source"]["chunk_index"] == opened.passage
        ),
        read.passages[0],
    )
    return chosen["source"]["page"]


def _picture(matter: str, read: Opening, page: int | None, opened: Opened) -> dict[str, Any] | None:
    if page is None:
        return None
    spans = read_spans(opened.lit)
    marked: dict[str, Any] = {}
    if read.place is not None and read.place["page"] <= page <= read.place["page_end"]:
        # The picture begins on the page on which the quote does.
        marked = {"quote": read.quote, "line": read.place["line_start"]}
        page = int(read.place["page"])
    told: dict[str, Any] = {
        "matter": matter,
        "document": read.document["id"],
        "page": page,
        **marked,
    }
    last = read.document["pages"]

    def turned(number: int) -> str | None:
        if not 1 <= number <= last:
            return None
        return file_address(matter, read.document["id"], opened.passage, spans, number)

    return {
        "address": f"/pages{query(**told, dpi=110)}",
        "large": f"/pages{query(**told, dpi=200)}",
        "before": turned(page - 1),
        "after": turned(page + 1),
        "marked": bool(marked),
    }


def _marked(
    request: Request, matter: str, passage: dict[str, Any], lit: list[Span]
) -> dict[str, Any]:
    source = passage["source"]
    first = source["char_start"]
    cut = pieces(passage["text"], [(start - first, end - first) for start, end in lit])
    there = file_address(matter, source["document_id"], source["chunk_index"])
    origin = str(request.base_url).rstrip("/")
    forms = forms_of_hit({**passage, "law": None}, origin + there)
    return {**passage, "pieces": cut, "address": there, "forms": forms}
