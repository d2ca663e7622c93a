"""GET /node: what this node derived from the law, for another node to take over."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from pincite.api.access import Power
from pincite.api.workspace import Workspace
from pincite.collection.node_archive import archived
from pincite.collection.node_fetch import PATH
from pincite.collection.node_snapshot import NodeSnapshot, snapshot
from pincite.surfaces.http.auth import Allowed, InPool
from pincite.surfaces.http.openapi import PROBLEMS

router = APIRouter(responses=PROBLEMS)


@router.get(
    PATH,
    response_class=StreamingResponse,
    responses={
        200: {"content": {"application/octet-stream": {}}, "description": "One state of it"}
    },
)
async def node(pool: InPool, access: Allowed) -> StreamingResponse:
    """The indexes and vectors of the law as one archive, for `pincite index --from`."""
    access.check(Power.MANAGE, "")
    held = ExitStack()

    def work(workspace: Workspace) -> NodeSnapshot:
        law = workspace.law
        return held.enter_context(snapshot(law.folder, law.store))

    taken = await pool.run(work)

    def stream() -> Generator[bytes]:
        with held:
            yield from archived(taken)

    return StreamingResponse(stream(), media_type="application/octet-stream")
