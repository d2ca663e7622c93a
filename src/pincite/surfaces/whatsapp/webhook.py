"""GET and POST /whatsapp: what the Cloud API calls.

A router with a life of its own: the app that includes it has a WorkerPool in `app.state.pool`, its
Settings in `app.state.settings` by the time it starts; the line is then `app.state.whatsapp`.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import APIRouter, FastAPI, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import SecretStr
from starlette.requests import ClientDisconnect

from pincite.settings import MIB, Settings
from pincite.surfaces.whatsapp.conversation import Conversation
from pincite.surfaces.whatsapp.delivery import messages

# What the Cloud API says that a delivery may be.
_LARGEST = 3 * MIB
_SECONDS = 10.0
_challenge = re.compile(r"[\w.=-]{1,500}")
_signature = re.compile(r"sha256=([0-9a-f]{64})")


@asynccontextmanager
async def _open(app: FastAPI) -> AsyncGenerator[None]:
    line = await Conversation.open(app.state.pool, app.state.settings)
    app.state.whatsapp = line
    try:
        yield
    finally:
        await line.close()


router = APIRouter(lifespan=_open, include_in_schema=False)


@router.get("/whatsapp")
async def subscribed(
    request: Request,
    mode: Annotated[str, Query(alias="hub.mode")] = "",
    token: Annotated[str, Query(alias="hub.verify_token")] = "",
    challenge: Annotated[str, Query(alias="hub.challenge")] = "",
) -> Response:
    """Whoever says the word that was agreed gets the challenge back."""
    settings: Settings = request.app.state.settings
    known = _same(token, settings.whatsapp_verify)
    if mode != "subscribe" or not known or not _challenge.fullmatch(challenge):
        return Response(status_code=403)
    return PlainTextResponse(challenge)


@router.post("/whatsapp")
async def delivered(request: Request) -> Response:
    """Said to be taken at once; answered afterwards. Nothing of a body is read as anything but
    bytes before its signature is found right."""
    line: Conversation = request.app.state.whatsapp
    settings: Settings = request.app.state.settings
    signature = _signature.fullmatch(request.headers.get("x-hub-signature-256", ""))
    if signature is None:
        line.counts["unsigned"] += 1
        return Response(status_code=401)
    try:
        async with asyncio.timeout(_SECONDS):
            body = await _body(request)
    except (ClientDisconnect, TimeoutError):
        return Response(status_code=408)
    if body is None:
        line.counts["too large"] += 1
        return Response(status_code=413)
    if not _same(signature[1], _signed(body, settings.whatsapp_secret)):
        line.counts["unsigned"] += 1
        return Response(status_code=401)
    try:
        payload: object = json.loads(body)
    except (ValueError, RecursionError):
        line.counts["malformed"] += 1
        return Response(status_code=400)
    taken = line.take(messages(payload, settings.whatsapp_phone))
    # What finds no room is delivered again later.
    return Response(status_code=200 if taken else 503)


async def _body(request: Request) -> bytes | None:
    """None where it is too large; it is then not read to its end."""
    told = request.headers.get("content-length", "")
    if told.isdecimal() and int(told[:12]) > _LARGEST:
        return None
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > _LARGEST:
            return None
    return bytes(body)


def _signed(body: bytes, secret: SecretStr | None) -> SecretStr | None:
    if secret is None:
        return None
    return SecretStr(hmac.new(secret.get_secret_value().encode(), body, hashlib.sha256).hexdigest())


def _same(given: str, wanted: SecretStr | None) -> bool:
    """In a time that tells nothing; nothing is the same as what is not set."""
    known = wanted.get_secret_value() if wanted is not None else ""
    return bool(known) and hmac.compare_digest(
        given.encode("utf-8", "replace"), known.encode("utf-8", "replace")
    )
