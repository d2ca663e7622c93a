"""POST /chat: a question, and a checked answer or a refusal; nothing leaves before the check."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from pincite.answer.records import Kind
from pincite.answer.reply import Reply
from pincite.library import Library
from pincite.surfaces.http.limits import RateLimit
from pincite.surfaces.http.worker import Worker

router = APIRouter()
# Refusals are answers of a kind; only these two are faults of a request or of ours.
_STATUS = {Kind.RATE: 429, Kind.INTERNAL: 500}


class ChatRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    query: Annotated[str, Field(min_length=1, max_length=20_000, description="The question.")]
    at: Annotated[date | None, Field(description="Law in force on this day.")] = None
    version: Annotated[
        str | None, Field(max_length=200, description="Law of this version, instead of a day.")
    ] = None
    within: Annotated[str, Field(max_length=500, description="Only a work or provision.")] = ""
    channel: Annotated[Literal["web", "whatsapp"], Field(description="whatsapp is shorter.")] = (
        "web"
    )


@router.post("/chat")
async def chat(body: ChatRequest, request: Request) -> JSONResponse:
    """The same body as `pincite ask --json`."""
    worker: Worker = request.app.state.worker
    limit: RateLimit = request.app.state.limit
    wait = limit.wait()

    def ask(library: Library) -> Reply:
        if wait:
            return library.asking().limited(body.query, body.channel, wait)
        return library.ask(
            body.query,
            at=body.at,
            version=body.version,
            within=body.within,
            channel=body.channel,
        )

    reply = await worker.run(ask)
    headers = {"X-Request-Id": reply.request_id}
    if wait:
        headers["Retry-After"] = str(wait)
    said: dict[str, Any] = reply.as_dict()
    status = _STATUS.get(reply.refusal.kind, 200) if reply.refusal else 200
    return JSONResponse(said, status_code=status, headers=headers)
