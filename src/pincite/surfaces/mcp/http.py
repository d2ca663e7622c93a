"""The protocol over HTTP (streamable): each request stands alone, with its own key."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager

from fastapi import Request
from fastapi.responses import JSONResponse, Response
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecurityMiddleware, TransportSecuritySettings
from starlette.types import Receive, Scope, Send

from pincite.api.access import Access
from pincite.api.body import plain
from pincite.api.discretion import discreet
from pincite.api.workspace import WorkerPool
from pincite.errors import ROWS, NoKey, PinciteError
from pincite.settings import MIB
from pincite.surfaces.mcp.server import Context, create_server

HERE = ("127.0.0.1", "localhost", "[::1]")
_LARGEST_BODY = MIB
_ACCESS = "pincite.access"


class McpApp:
    """An ASGI application. It answers while `serving` is open: that is the lifespan of the
    application it is a route of."""

    def __init__(
        self,
        access_of: Callable[[Request], Access],
        *,
        hosts: Sequence[str] = HERE,
        keyed: Callable[[], bool] = lambda: False,
    ) -> None:
        """`access_of` raises PinciteError where a request is not let in. Until `keyed`, which says
        that every request needs a key, it is asked only by the names of `hosts` and from their
        pages: a site whose name was made to lead to this machine would come by its own."""
        self._access_of = access_of
        self._keyed = keyed
        named = [host + port for host in hosts for port in ("", ":*")]
        origins = [f"{scheme}://{name}" for scheme in ("http", "https") for name in named]
        self._names = TransportSecurityMiddleware(
            TransportSecuritySettings(allowed_hosts=named, allowed_origins=origins)
        )
        self._sessions: StreamableHTTPSessionManager | None = None

    @asynccontextmanager
    async def serving(self, pool: WorkerPool) -> AsyncGenerator[None]:
        # No sessions: there is none to be taken over with another key, and none to keep.
        sessions = StreamableHTTPSessionManager(
            create_server(pool, _access), stateless=True, max_request_body_size=_LARGEST_BODY
        )
        async with sessions.run():
            self._sessions = sessions
            try:
                yield
            finally:
                self._sessions = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # A browser sends cookies for any page: what lets in is the header alone.
        headers = [header for header in scope["headers"] if header[0] != b"cookie"]
        scope = {**scope, "headers": headers}
        response = await self._refusal(Request(scope, receive))
        if response is not None:
            await response(scope, receive, send)
        elif self._sessions is not None:
            await self._sessions.handle_request(scope, receive, send)

    async def _refusal(self, request: Request) -> Response | None:
        if self._sessions is None:
            return Response(status_code=503)
        if request.method != "POST":
            # Nothing is said unasked, so there is no stream to open, and no session to end.
            return Response(status_code=405, headers={"Allow": "POST"})
        try:
            if not self._keyed():
                refused = await self._names.validate_request(request, is_post=True)
                if refused is not None:
                    return refused
            request.scope[_ACCESS] = self._access_of(request)
        except PinciteError as problem:
            headers = {"WWW-Authenticate": "Bearer"} if isinstance(problem, NoKey) else None
            return JSONResponse(plain(discreet(problem)), ROWS[problem.code].http, headers)
        return None


def _access(context: Context) -> Access:
    return context.request.scope[_ACCESS]  # pyright: ignore[reportOptionalMemberAccess]
