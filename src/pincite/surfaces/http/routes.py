# No postponed annotations: the requests are types that are made here.
"""The operations as routes: the fields in the query, the path or the body; the response as JSON."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Body, Path, Query
from fastapi.responses import Response
from pydantic import create_model

from pincite.api.access import Access
from pincite.api.operation import Operation, Request, carried_out, operations
from pincite.api.operations import packs
from pincite.api.workspace import WorkerPool, Workspace
from pincite.surfaces.http.auth import Allowed, InPool
from pincite.surfaces.http.openapi import PROBLEMS, described


class Route(NamedTuple):
    """Where an operation is reached. A field in braces is in the path, the others are in the query
    of a GET or DELETE and in the body of a POST. `deprecated` is an address that still answers."""

    method: str
    path: str
    deprecated: str = ""


ROUTES: Mapping[str, Route] = {
    "ask": Route("POST", "/chat"),
    "ask_pack": Route("POST", "/packs/ask"),
    "search": Route("GET", "/search"),
    "search_case": Route("GET", "/search/case"),
    "show_node": Route("GET", "/nodes/{what:path}"),
    "show_tree": Route("GET", "/tree"),
    "scope": Route("GET", "/scope", "/resolve"),
    "lookup": Route("GET", "/lookup", "/resolve/urn"),
    "law_card": Route("GET", "/card"),
    "list_texts": Route("GET", "/texts", "/timeline"),
    "add_override": Route("POST", "/overrides"),
    "list_overrides": Route("GET", "/overrides"),
    "remove_override": Route("DELETE", "/overrides/{number}"),
    "add_preemption": Route("POST", "/preemptions"),
    "list_preemptions": Route("GET", "/preemptions"),
    "import_synonyms": Route("POST", "/synonyms"),
    "list_synonyms": Route("GET", "/synonyms"),
    "list_versions": Route("GET", "/versions"),
    "diff_versions": Route("GET", "/versions/diff"),
    "rollback": Route("POST", "/versions/rollback"),
    "show_stats": Route("GET", "/stats"),
    "verify_audit": Route("GET", "/audit/verify"),
    "list_audit": Route("GET", "/audit"),
    "find_citations": Route("GET", "/citations"),
    "list_citations": Route("GET", "/citations/authorities"),
    "read_citations": Route("POST", "/citations/read"),
    "read_file_citations": Route("POST", "/citations/file"),
    "understand_citations": Route("GET", "/citations/understand"),
    "check_brief": Route("POST", "/briefs/check"),
    "list_documents": Route("GET", "/documents"),
    "read_document": Route("GET", "/documents/passages"),
    "get_chunk": Route("GET", "/documents/chunk"),
    "get_source_context": Route("GET", "/documents/context"),
    "find_quote": Route("GET", "/documents/quote"),
    "list_entities": Route("GET", "/documents/entities"),
    "list_mentions": Route("GET", "/documents/mentions"),
    "list_events": Route("GET", "/documents/events"),
    "list_unclear_dates": Route("GET", "/documents/unclear-dates"),
    "related_documents": Route("GET", "/documents/related"),
    "related_passages": Route("GET", "/documents/related-passages"),
    "show_page": Route("GET", "/documents/page"),
    "list_cases": Route("GET", "/matters"),
    "create_case": Route("POST", "/matters"),
    "close_case": Route("POST", "/matters/{matter}/close"),
    "reopen_case": Route("POST", "/matters/{matter}/reopen"),
    "archive_case": Route("POST", "/matters/{matter}/archive"),
    "restore_case": Route("POST", "/matters/{matter}/restore"),
    "delete_case": Route("DELETE", "/matters/{matter}"),
    "build_pack": Route("GET", "/packs"),
    "verify_pack": Route("POST", "/packs/verify"),
    "replay_pack": Route("POST", "/packs/replay"),
    "show_pack": Route("POST", "/packs/show"),
    "load_law": Route("POST", "/ingest/law"),
    "list_readers": Route("GET", "/readers"),
    "ingest_document": Route("POST", "/ingest/document"),
    "ingest_folder": Route("POST", "/ingest/folder"),
    "read_files": Route("POST", "/ingest/files"),
    "sync_folder": Route("POST", "/sync"),
    "watch_folder": Route("POST", "/watch"),
    "index": Route("POST", "/index"),
    "status": Route("GET", "/status"),
    "list_jobs": Route("GET", "/jobs"),
    "job_status": Route("GET", "/jobs/{job}"),
    "cancel_job": Route("DELETE", "/jobs/{job}"),
    "pause_job": Route("POST", "/jobs/{job}/pause"),
    "resume_job": Route("POST", "/jobs/{job}/resume"),
}
"""`ask` has a route of its own (chat.py): it counts questions."""
_OWN = ("ask",)
router = APIRouter(responses=PROBLEMS)


async def answered(
    pool: WorkerPool, access: Access, operation: Operation[Any], asked: Request
) -> Response:
    body = await pool.call(carried_out, operation, access, asked, here=operation.here)
    return Response(body, 202 if operation.long else 200, media_type="application/json")


def _endpoint(operation: Operation[Any], place: Route) -> Callable[..., Any]:
    request = operation.request
    named = [name for name in request.model_fields if f"{{{name}" in place.path]
    if not named:
        source = Query() if place.method in ("GET", "DELETE") else Body()

        async def plain_endpoint(
            pool: InPool,
            access: Allowed,
            asked: Annotated[request, source],  # pyright: ignore
        ) -> Response:
            return await answered(pool, access, operation, asked)  # pyright: ignore[reportUnknownArgumentType]

        return plain_endpoint  # pyright: ignore[reportUnknownVariableType]

    [name] = named
    field = request.model_fields[name]
    kind = field.annotation
    limits = Path(alias=name, description=field.description)
    limits.metadata = list(field.metadata)
    others = {
        other: (info.annotation, info)
        for other, info in request.model_fields.items()
        if other != name
    }
    rest = create_model(f"{request.__name__}Query", __base__=Request, **others)  # pyright: ignore

    async def named_endpoint(
        pool: InPool,
        access: Allowed,
        value: Annotated[kind, limits],  # pyright: ignore
        asked: Annotated[rest, Query()],  # pyright: ignore
    ) -> Response:
        fields = asked.model_dump()  # pyright: ignore
        return await answered(pool, access, operation, request(**fields, **{name: value}))  # pyright: ignore

    return named_endpoint  # pyright: ignore[reportUnknownVariableType]


for _name, _place in ROUTES.items():
    if _name in _OWN:
        continue
    _operation: Operation[Any] = operations()[_name]
    _told = described(_operation)
    router.add_api_route(
        _place.path, _endpoint(_operation, _place), methods=[_place.method], **_told
    )
    if _place.deprecated:
        _told |= {"operation_id": f"{_name}_deprecated", "deprecated": True}
        router.add_api_route(
            _place.deprecated,
            _endpoint(_operation, _place),
            methods=[_place.method],
            **_told,
        )


@router.post(
    "/packs",
    response_class=Response,
    responses={200: {"content": {"application/zip": {}}, "description": "The sealed archive"}},
)
async def build_archive(pool: InPool, access: Allowed, asked: packs.BuildPackRequest) -> Response:
    """Freeze a decision or a rule, and give the sealed archive."""
    name, data = await pool.call(_archive, access, asked)
    header = {"Content-Disposition": f'attachment; filename="{name}.zip"'}
    return Response(data, media_type="application/zip", headers=header)


def _archive(
    workspace: Workspace, access: Access, asked: packs.BuildPackRequest
) -> tuple[str, bytes]:
    from pincite.packs.archive import archived

    operations()["build_pack"].check(access, asked)
    pack = packs.built(workspace, access, asked)
    return pack.name, archived(pack.files)
