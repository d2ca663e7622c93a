"""POST /chat: a question, and a checked answer or a refusal; nothing leaves before the check."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from fastapi import APIRouter, Request
from fastapi.responses import Response

from pincite.answer.records import Kind
from pincite.answer.reply import Reply
from pincite.api.operation import operations
from pincite.api.operations.questions import AskRequest
from pincite.api.replies import replied, sent
from pincite.api.workspace import WorkerPool
from pincite.surfaces.http.auth import InPool, access_of
from pincite.surfaces.http.limits import RateLimit, RateLimits
from pincite.surfaces.http.openapi import PROBLEMS, described, reply_or_problem

Form = TypeVar("Form")
router = APIRouter(responses=PROBLEMS)
# Refusals are answers of a kind; only these two are faults of a request or of ours.
_STATUS = {Kind.RATE: 429, Kind.INTERNAL: 500}
_operation = operations()["ask"]
_told = described(_operation)
_told["responses"] |= {code: reply_or_problem(_operation, code) for code in _STATUS.values()}


@router.post("/chat", **_told)
async def chat(asked: AskRequest, request: Request, pool: InPool) -> Response:
    """The same body as `pincite ask --json`."""
    reply = await answered(asked, request, pool, sent)
    headers = {"X-Request-Id": reply.request_id}
    return Response(reply.body, status_of(reply.kind), headers, media_type="application/json")


async def answered(
    asked: AskRequest, request: Request, pool: WorkerPool, form: Callable[[Reply], Form]
) -> Form:
    """The reply in a form. A question counts against the limit of its key and that of all; who asks
    too often is refused, and the response says how long to wait. Raises PinciteError."""
    access = access_of(request)
    every: RateLimit = request.app.state.chat_limit
    each: RateLimits = request.app.state.limits
    wait = each.wait(access.name) or every.wait()
    reply = await pool.call(replied, form, access, asked, wait)
    request.state.retry_after = wait
    return reply


def status_of(kind: Kind | None) -> int:
    """Of a reply that was refused for this."""
    return _STATUS.get(kind, 200) if kind else 200
