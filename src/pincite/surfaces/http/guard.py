"""What every request passes: its size, its host and its origin; and what every response carries."""

from __future__ import annotations

import time
import uuid
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from fastapi import Request, Response
from fastapi.responses import JSONResponse

from pincite.errors import ROWS, Forbidden, InputError, PinciteError, SourceTooLarge
from pincite.settings import MIB
from pincite.surfaces.http.counting import Counters
from pincite.surfaces.wire import plain

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
_UPLOADS = ("/ingest", "/eval")
_READS = ("GET", "HEAD", "OPTIONS")
_HERE = ("localhost", "127.0.0.1", "[::1]")
_OTHERS = ("/whatsapp", "/mcp")
"""What other servers call, and says itself who may."""

Call = Callable[[Request], Awaitable[Response]]


async def guarded(request: Request, call: Call) -> Response:
    began = time.perf_counter()
    problem = _problem(request)
    response = await call(request) if problem is None else failure(problem)
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers.setdefault("Content-Security-Policy", _POLICY)
    response.headers.setdefault("X-Request-Id", uuid.uuid4().hex)
    wait = getattr(request.state, "retry_after", 0)
    if wait:
        response.headers["Retry-After"] = str(wait)
    counters: Counters = request.app.state.counters
    counters.count(_route(request), response.status_code, time.perf_counter() - began)
    return response


def failure(error: PinciteError) -> JSONResponse:
    return JSONResponse(plain(error), status_code=ROWS[error.code].http)


def _problem(request: Request) -> PinciteError | None:
    path = request.url.path
    host = urlsplit(f"//{request.headers.get('host', '')}")
    if not request.app.state.keys.any and not path.startswith(_OTHERS):
        # A page of another site, whose name leads here, would come under that name.
        name = f"[{host.hostname}]" if ":" in (host.hostname or "") else host.hostname
        if name not in _HERE:
            return Forbidden("this server is asked by another name", hint="Ask 127.0.0.1.")
    origin = request.headers.get("origin")
    ours = not path.startswith(_OTHERS)
    elsewhere = origin and urlsplit(origin).netloc != request.headers.get("host", "")
    if elsewhere and ours and request.method not in _READS:
        return Forbidden("that page is of another site", hint="Use the page of this server.")
    limit = request.app.state.settings.max_upload_bytes if path in _UPLOADS else _LARGEST_BODY
    length = request.headers.get("content-length", "0")
    if not length.isdigit():
        return InputError("the length of the body cannot be read")
    if int(length) > limit:
        return SourceTooLarge("it is too large", file="body", hint=f"At most {limit} bytes.")
    if request.headers.get("transfer-encoding") and path not in _UPLOADS and ours:
        return InputError("a body of unknown length", hint="Send its Content-Length.")
    return None


def _route(request: Request) -> str:
    route = request.scope.get("route")
    return getattr(route, "path", "other")
