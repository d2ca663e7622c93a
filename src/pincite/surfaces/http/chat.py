"""POST /chat: a question, and a checked answer or a refusal; nothing leaves before the check."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from pincite.answer.records import Kind
from pincite.api.access import Power
from pincite.api.operation import operations
from pincite.api.operations.questions import AskRequest
from pincite.api.workspace import Workspace
from pincite.surfaces.http.auth import InPool, access_of
from pincite.surfaces.http.limits import RateLimit, RateLimits
from pincite.surfaces.http.routes import PROBLEMS

router = APIRouter(responses=PROBLEMS)
# Refusals are answers of a kind; only these two are faults of a request or of ours.
_STATUS = {Kind.RATE.value: 429, Kind.INTERNAL.value: 500}
_operation = operations()["ask"]


@router.post("/chat")
async def chat(body: AskRequest, request: Request, pool: InPool) -> JSONResponse:
    """The same body as `pincite ask --json`."""
    access = access_of(request)
    every: RateLimit = request.app.state.chat_limit
    each: RateLimits = request.app.state.limits
    wait = each.wait(access.name) or every.wait()

    def ask(workspace: Workspace) -> Any:
        if wait:
            access.check(Power.ASK, body.matter)
            place = workspace.collection(body.matter)
            return place.answer_flow().limited(body.query, body.channel, wait).as_dict()
        return _operation.carry_out(workspace, access, body)

    said = await pool.run(ask)
    headers = {"X-Request-Id": said["request_id"]}
    if wait:
        headers["Retry-After"] = str(wait)
    kind = said["refusal"]["kind"] if said["refusal"] else ""
    return JSONResponse(said, status_code=_STATUS.get(kind, 200), headers=headers)
