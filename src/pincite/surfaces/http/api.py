# No postponed annotations: the requests are types that are made here.
"""The verbs as routes: a request in the query or the body, the verb's body as JSON."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict

from pincite.api.access import Access
from pincite.api.operations import Ask, Operation, operations
from pincite.api.operations import packs as pack_verbs
from pincite.api.operations.law import OfNode
from pincite.api.workspace import WorkerPool, Workspace
from pincite.surfaces.http.auth import Allowed, InPool


class Problem(BaseModel):
    """What went wrong, and what to do."""

    model_config = ConfigDict(extra="allow")

    error: str
    message: str
    hint: str
    retryable: bool


PROBLEMS: dict[int | str, dict[str, Any]] = {
    code: {"model": Problem, "description": said}
    for code, said in {
        400: "The request cannot be read",
        401: "No key, or none that is known",
        403: "The key does not reach so far",
        404: "Not held here",
        409: "It is there already, closed, or being changed",
        413: "Too large",
        422: "The source cannot be read",
        429: "Too many requests",
        500: "Our fault",
        502: "Another server's fault",
        503: "Busy, or not installed: try again",
    }.items()
}
router = APIRouter(responses=PROBLEMS)


async def carried_out(
    pool: WorkerPool, access: Access, operation: Operation[Any], asked: Ask
) -> JSONResponse:
    return JSONResponse(
        await pool.run(lambda workspace: operation.carry_out(workspace, access, asked))
    )


def _fields(path: str, method: str, operation: Operation[Any]) -> None:
    """The fields are in the query of a GET, and in the body of a POST."""
    request, place = operation.request, Query() if method == "GET" else Body()

    async def endpoint(
        pool: InPool,
        access: Allowed,
        asked: Annotated[request, place],  # pyright: ignore
    ) -> JSONResponse:
        return await carried_out(pool, access, operation, asked)  # pyright: ignore[reportUnknownArgumentType]

    _add(path, method, operation, endpoint)  # pyright: ignore[reportUnknownArgumentType]


def _named(path: str, method: str, operation: Operation[Any], field: str) -> None:
    """The one field is in the path."""
    request = operation.request
    most = next(
        one.max_length for one in request.model_fields[field].metadata if hasattr(one, "max_length")
    )

    async def endpoint(
        pool: InPool,
        access: Allowed,
        named: Annotated[str, Path(alias=field, min_length=1, max_length=most)],
    ) -> JSONResponse:
        return await carried_out(pool, access, operation, request(**{field: named}))

    _add(path, method, operation, endpoint)


def _add(path: str, method: str, operation: Operation[Any], endpoint: Callable[..., Any]) -> None:
    router.add_api_route(
        path,
        endpoint,
        methods=[method],
        name=operation.name,
        summary=operation.name.replace("_", " ").capitalize(),
        description=operation.about,
    )


_every = operations()
_fields("/search", "GET", _every["search"])
_fields("/search/case", "GET", _every["search_case"])
_fields("/resolve", "GET", _every["resolve"])
_fields("/resolve/urn", "GET", _every["resolve_urn"])
_fields("/timeline", "GET", _every["timeline"])
_fields("/versions", "GET", _every["versions"])
_fields("/citations", "GET", _every["find_citations"])
_fields("/citations/authorities", "GET", _every["list_citations"])
_fields("/citations/read", "POST", _every["read_citations"])
_fields("/documents", "GET", _every["list_documents"])
_fields("/documents/passages", "GET", _every["read_document"])
_fields("/documents/chunk", "GET", _every["get_chunk"])
_fields("/documents/context", "GET", _every["get_source_context"])
_fields("/documents/quote", "GET", _every["find_quote"])
_fields("/documents/entities", "GET", _every["list_entities"])
_fields("/documents/events", "GET", _every["list_events"])
_fields("/documents/related", "GET", _every["related_documents"])
_fields("/matters", "GET", _every["list_cases"])
_fields("/matters", "POST", _every["create_case"])
_named("/matters/{matter}", "DELETE", _every["delete_case"], "matter")
_named("/matters/{matter}/close", "POST", _every["close_case"], "matter")
_named("/matters/{matter}/reopen", "POST", _every["reopen_case"], "matter")
_fields("/packs", "GET", _every["build_pack"])
_fields("/status", "GET", _every["status"])
_fields("/jobs", "GET", _every["list_jobs"])
_named("/jobs/{job}", "GET", _every["job_status"], "job")
_named("/jobs/{job}", "DELETE", _every["cancel_job"], "job")

_node: Operation[Any] = _every["show_node"]


@router.get("/nodes/{what:path}", name="show_node", description=_node.about)
async def show_node(
    pool: InPool,
    access: Allowed,
    what: Annotated[str, Path(min_length=1, max_length=1000)],
    asked: Annotated[OfNode, Query()],
) -> JSONResponse:
    request = _node.request(what=what, **asked.model_dump())
    return await carried_out(pool, access, _node, request)


@router.post(
    "/packs",
    response_class=Response,
    responses={200: {"content": {"application/zip": {}}, "description": "The sealed archive"}},
)
async def build_archive(pool: InPool, access: Allowed, asked: pack_verbs.Anchor) -> Response:
    """Freeze a decision or a rule, and give the sealed archive."""
    from pincite.packs.archive import archived

    def work(workspace: Workspace) -> tuple[str, bytes]:
        access.check(_every["build_pack"].power, "")
        pack = pack_verbs.made(workspace, asked)
        return pack.name, archived(pack.files)

    name, data = await pool.run(work)
    header = {"Content-Disposition": f'attachment; filename="{name}.zip"'}
    return Response(data, media_type="application/zip", headers=header)
