"""What every request passes: its host, its origin, its key and its size; and what every response
carries."""

from __future__ import annotations

import logging
import re
import time
from urllib.parse import SplitResult, urlsplit

from fastapi import Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pincite.api.body import plain
from pincite.api.discretion import discreet
from pincite.errors import ROWS, Busy, Forbidden, InputError, NoKey, PinciteError
from pincite.surfaces.http.auth import access_of, take_place
from pincite.surfaces.http.bodies import Body, length_problem, may_have_one, upload_power
from pincite.surfaces.http.limits import Places
from pincite.surfaces.http.metrics import Counters
from pincite.traces import new_request_id, our_fault, request_id

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
_READS = ("GET", "HEAD", "OPTIONS")
_HERE = ("localhost", "127.0.0.1", "[::1]")
_OTHERS = ("/whatsapp", "/mcp")
"""What other servers call, and says itself who may, before it reads what they send."""
_KEYLESS = (*_OTHERS, "/key", "/key/forget", "/health")
# Nobody knows who asks there: the requests of one address are held to the limits of a key.
_UNKNOWN = ("/whatsapp", "/key", "/key/forget")
_host = re.compile(r"([\w.-]+|\[[0-9A-Fa-f:.]+\])?(:[0-9]*)?", re.ASCII)
_SEE_OTHER = 303


class Guard:
    """Around the application, as ASGI has it: a response that is a stream stays one."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        request.state.request_id = new_request_id()
        request_id.set(request.state.request_id)
        if scope["path"] == "/health":
            await self._answer(request, receive, send)
            return
        places: Places = request.app.state.places
        if not places.take():
            request.state.retry_after = 1
            await self._answer(request, receive, send, Busy("too many requests at once"))
            return
        try:
            await self._answer(request, receive, send)
        finally:
            places.give_back(getattr(request.state, "asker", ""))

    async def _answer(
        self, request: Request, receive: Receive, send: Send, problem: PinciteError | None = None
    ) -> None:
        scope = request.scope
        began, status, begun = time.perf_counter(), 500, False
        body = Body(request, receive)

        async def dressed(message: Message) -> None:
            nonlocal status, begun
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
                headers = MutableHeaders(scope=message)
                _dress(headers, request)
                if not body.ended:
                    # What is still to come of the body is not the next request.
                    headers["Connection"] = "close"
            elif not body.ended and not message.get("more_body", False):
                await send({**message, "more_body": True})
                await body.discard()
                message = {"type": "http.response.body"}
            await send(message)

        async def answered(message: Message) -> None:
            if body.problem is not None and not begun:
                # The framework answers that the body cannot be read; it is too large.
                raise body.problem
            await dressed(message)

        problem = problem or _problem(request)
        if problem is not None:
            await _refusal(request, problem)(scope, receive, dressed)
        else:
            try:
                await self._app(scope, body, answered)
            except ClientDisconnect:
                # There is nobody left to answer.
                pass
            except Exception as wrong:
                # Its words may be of the question: only its kind and its place are told.
                problem = body.problem or our_fault(wrong, "a request", log)
                if begun:
                    raise ConnectionAbortedError("a response was cut off") from None
                await failure(problem)(scope, receive, dressed)
        counters: Counters = request.app.state.counters
        counters.count(_route(scope), status, time.perf_counter() - began)


def _dress(headers: MutableHeaders, request: Request) -> None:
    for name, value in _HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("Cache-Control", "no-store")
    headers.setdefault("Content-Security-Policy", _POLICY)
    headers.setdefault("X-Request-Id", request.state.request_id)
    wait = getattr(request.state, "retry_after", 0)
    if wait:
        headers["Retry-After"] = str(wait)


def failure(error: PinciteError) -> JSONResponse:
    return JSONResponse(plain(discreet(error)), status_code=ROWS[error.code].http)


def _refusal(request: Request, problem: PinciteError) -> Response:
    """A form that a browser sends without a key leads to the door, as every page does."""
    by_a_browser = "text/html" in request.headers.get("accept", "")
    if isinstance(problem, NoKey) and by_a_browser and request.app.state.keys.closed:
        return RedirectResponse("/key", _SEE_OTHER)
    return failure(problem)


def _problem(request: Request) -> PinciteError | None:
    """Why a request is not let in. Nothing of its body is read for that."""
    try:
        _check_names(request)
        _check_sender(request)
    except PinciteError as problem:
        return problem
    return length_problem(request)


def _check_names(request: Request) -> None:
    """By what name this server is asked, and from which page. Raises InputError, Forbidden."""
    told = request.headers.get("host", "")
    origin = request.headers.get("origin", "")
    host, page = _address("Host", f"//{told}"), _address("Origin", origin)
    if not _host.fullmatch(told):
        raise _unreadable("Host")
    if request.scope["path"] in _OTHERS:
        return
    if not request.app.state.keys.closed:
        # A page of another site, whose name leads here, would come under that name.
        name = f"[{host.hostname}]" if ":" in (host.hostname or "") else host.hostname
        if name not in _HERE:
            raise Forbidden("this server is asked by another name", hint="Ask 127.0.0.1.")
    if origin and page.netloc != told and request.method not in _READS:
        raise Forbidden("that page is of another site", hint="Use the page of this server.")


def _address(header: str, told: str) -> SplitResult:
    try:
        parts = urlsplit(told)
        # A port that is none is found when it is asked for.
        _ = parts.port
    except ValueError:
        raise _unreadable(header) from None
    return parts


def _unreadable(header: str) -> InputError:
    told = f"the header {header} cannot be read"
    return InputError(told, hint=f"Send {header} as browsers do, or leave it to the client.")


def _check_sender(request: Request) -> None:
    """Who may send a body is known before any of it is read: the framework would read it first, to
    the disk where it is large. Raises NoKey, Forbidden."""
    if request.scope["path"] in _KEYLESS:
        if request.scope["path"] in _UNKNOWN and request.client is not None:
            take_place(request, f"address {request.client.host}")
        return
    if not may_have_one(request):
        return
    access = access_of(request)
    power = upload_power(request)
    if power is not None and power not in access.powers:
        raise Forbidden(f"this key may not {power.value}")


def _route(scope: Scope) -> str:
    route = scope.get("route")
    return getattr(route, "path", "other")
