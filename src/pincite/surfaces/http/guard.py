"""What every request passes: its size, its host and its origin; and what every response carries."""

from __future__ import annotations

import logging
import re
import time
import uuid
from urllib.parse import urlsplit

from fastapi import Request
from fastapi.responses import JSONResponse
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pincite.errors import ROWS, Forbidden, InputError, PinciteError, SourceTooLarge
from pincite.settings import MIB
from pincite.surfaces.http.counting import Counters
from pincite.surfaces.wire import plain

log = logging.getLogger(__name__)
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
# Scripts, styles and pictures of our own alone: text of a document that looks like one is inert.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_LARGEST_BODY = MIB
_LARGEST_DELIVERY = 3 * MIB
# The page without script sends its files to the case itself.
_uploads = re.compile(r"/ingest|/eval|/case/[^/]+/files")
_READS = ("GET", "HEAD", "OPTIONS")
_HERE = ("localhost", "127.0.0.1", "[::1]")
_OTHERS = ("/whatsapp", "/mcp")
"""What other servers call, and says itself who may."""


class Guard:
    """Around the application, as ASGI has it: a response that is a stream stays one."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status, begun = time.perf_counter(), 500, False
        request = Request(scope, receive)

        async def dressed(message: Message) -> None:
            nonlocal status, begun
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
                _dress(MutableHeaders(scope=message), request)
            await send(message)

        try:
            problem = _problem(request)
        except PinciteError as unreadable:
            problem = unreadable
        if problem is not None:
            await failure(problem)(scope, receive, dressed)
        else:
            try:
                await self._app(scope, receive, dressed)
            except Exception as wrong:
                # Its words may be of the question: only its kind is told, and only here.
                log.error("a request failed: %s", type(wrong).__name__)
                if begun:
                    raise ConnectionAbortedError("a response was cut off") from None
                await failure(PinciteError("something went wrong on our side"))(
                    scope, receive, dressed
                )
        counters: Counters = request.app.state.counters
        counters.count(_route(scope), status, time.perf_counter() - began)


def _dress(headers: MutableHeaders, request: Request) -> None:
    for name, value in _HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("Cache-Control", "no-store")
    headers.setdefault("Content-Security-Policy", _POLICY)
    headers.setdefault("X-Request-Id", uuid.uuid4().hex)
    wait = getattr(request.state, "retry_after", 0)
    if wait:
        headers["Retry-After"] = str(wait)


def failure(error: PinciteError) -> JSONResponse:
    return JSONResponse(plain(error), status_code=ROWS[error.code].http)


def _problem(request: Request) -> PinciteError | None:
    path = request.url.path
    host = urlsplit(f"//{request.headers.get('host', '')}")
    if not request.app.state.keys.closed and not path.startswith(_OTHERS):
        # A page of another site, whose name leads here, would come under that name.
        name = f"[{host.hostname}]" if ":" in (host.hostname or "") else host.hostname
        if name not in _HERE:
            return Forbidden("this server is asked by another name", hint="Ask 127.0.0.1.")
    origin = request.headers.get("origin")
    ours = not path.startswith(_OTHERS)
    elsewhere = origin and urlsplit(origin).netloc != request.headers.get("host", "")
    if elsewhere and ours and request.method not in _READS:
        return Forbidden("that page is of another site", hint="Use the page of this server.")
    upload = _uploads.fullmatch(path)
    limit = request.app.state.settings.max_upload_bytes if upload else _LARGEST_BODY
    if path == "/whatsapp":
        limit = _LARGEST_DELIVERY
    length = request.headers.get("content-length", "0")
    if not length.isdigit():
        return InputError("the length of the body cannot be read")
    if int(length) > limit:
        return SourceTooLarge("it is too large", file="body", hint=f"At most {limit} bytes.")
    if request.headers.get("transfer-encoding") and not upload and ours:
        return InputError("a body of unknown length", hint="Send its Content-Length.")
    return None


def _route(scope: Scope) -> str:
    route = scope.get("route")
    return getattr(route, "path", "other")
