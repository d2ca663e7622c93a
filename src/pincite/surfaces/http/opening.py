"""Listens at once: /health is answered from the first moment, all else once the rest is loaded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

if TYPE_CHECKING:
    from starlette.applications import Starlette


class OpeningApp:
    """An ASGI application around the one that `make` gives, which may take a while to load. Where
    that fails, `problem` is why, and `failed` is called, which ends the server."""

    def __init__(self, make: Callable[[], Starlette]) -> None:
        self._make = make
        self._app: Starlette | None = None
        self._settled = asyncio.Event()
        self.problem: Exception | None = None
        self.failed: Callable[[], None] = lambda: None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        if self._app is None and scope["type"] == "http" and scope["path"] == "/health":
            await JSONResponse({"status": "ok"})(scope, receive, send)
            return
        await self._settled.wait()
        if self._app is None:
            await JSONResponse({"error": "internal_error"}, 500)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "lifespan.startup.complete"})
        try:
            app = await asyncio.to_thread(self._make)
            # The server's state for each request is that of the application around.
            async with app.router.lifespan_context(app):
                self._app = app
                self._settled.set()
                await receive()
        except Exception as problem:
            self.problem = problem
            self._settled.set()
            self.failed()
        await send({"type": "lifespan.shutdown.complete"})
