"""The HTTP application: the verbs as routes, the page, errors by the one table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.routing import Route

from pincite.api.access import Power
from pincite.api.keys import keys_of
from pincite.api.operations.index import catch_up
from pincite.api.workspace import WorkerPool
from pincite.errors import InputError, NotFound, PinciteError
from pincite.settings import Settings, read_settings
from pincite.surfaces.http import chat, evaluation, pages, routes, uploads
from pincite.surfaces.http.auth import Allowed, InPool, limited_access
from pincite.surfaces.http.limits import RateLimit, RateLimits
from pincite.surfaces.http.metrics import Counters
from pincite.surfaces.http.middleware import Guard, failure
from pincite.surfaces.http.openapi import PROBLEMS, description
from pincite.surfaces.mcp.http import McpApp
from pincite.surfaces.mcp.roots import roots
from pincite.surfaces.web import mount

_HTTP_NOT_FOUND, _HTTP_NOT_ALLOWED = 404, 405


def create_app(
    folder: Path | None = None,
    *,
    settings: Settings | None = None,
    clock: Callable[[], float] = time.monotonic,
    processes: int = 0,
    catching_up: bool = False,
) -> FastAPI:
    """Over the library in a folder, or the one that the settings name. How often may be asked is
    counted by the clock. So many processes answer; without any, the threads of this one. If
    `catching_up`, what was loaded since the law was last asked is indexed in the background. Raises
    InputError where its keys lie where they used to."""
    used = settings or read_settings()
    keys = keys_of(used, folder)
    mcp = McpApp(limited_access, keyed=lambda: keys.closed)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        with closing(WorkerPool(folder or used.library, used, processes=processes)) as pool:
            app.state.pool = pool
            if catching_up:
                pool.begin("catch_up", catch_up, standing=True)
            app.state.closing = asyncio.Event()
            async with mcp.serving(pool):
                yield
            app.state.closing.set()

    # The framework's own pages of description fetch scripts from elsewhere; the page has one.
    app = FastAPI(title="Pincite", version="1", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.settings = used
    app.state.keys = keys
    app.state.roots = roots(used)
    app.state.counters = Counters()
    app.state.limits = RateLimits(used.key_rate, clock)
    app.state.chat_limit = RateLimit(used.chat_rate, clock)
    for part in (chat, routes, pages, uploads, evaluation):
        app.include_router(part.router)
    if used.whatsapp_phone:
        # Loaded where it is used: it has a client of its own.
        from pincite.surfaces.whatsapp import router as whatsapp

        app.include_router(whatsapp)
    mount(app)
    app.router.routes.append(Route("/mcp", mcp, include_in_schema=False))
    app.add_api_route("/health", _health, methods=["GET"])
    app.add_api_route("/metrics", _metrics, methods=["GET"], response_class=PlainTextResponse,
                      responses=PROBLEMS)  # fmt: skip
    app.add_exception_handler(PinciteError, _failed)
    app.add_exception_handler(RequestValidationError, _misread)
    app.add_exception_handler(ValidationError, _misread)
    app.add_exception_handler(HTTPException, _turned_away)
    app.add_middleware(Guard)
    app.openapi = lambda: description(app)
    return app


async def _health() -> dict[str, str]:
    """That the server is there; what it holds is told by /status."""
    return {"status": "ok"}


async def _metrics(request: Request, access: Allowed, _room: InPool) -> PlainTextResponse:
    """How often each route was asked, and how long it took; nothing of what was asked."""
    access.check_power(Power.MANAGE)
    return PlainTextResponse(request.app.state.counters.exposition())


async def _failed(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, PinciteError)
    return failure(error)


async def _turned_away(request: Request, error: Exception) -> JSONResponse:
    """What the framework refuses by itself, in our own words."""
    assert isinstance(error, HTTPException)
    if error.status_code == _HTTP_NOT_FOUND:
        return failure(
            NotFound("there is nothing at that address", hint="/docs lists what there is.")
        )
    problem = InputError("the request cannot be read", hint="See /docs for what there is.")
    if error.status_code != _HTTP_NOT_ALLOWED:
        return failure(problem)
    # Several routes may share an address: all that they take is told.
    found = (route for route in request.app.router.routes if route.matches(request.scope)[0].value)
    methods = {method for route in found for method in getattr(route, "methods", None) or ()}
    response = failure(problem)
    response.status_code = _HTTP_NOT_ALLOWED
    response.headers["Allow"] = ", ".join(sorted(methods))
    return response


async def _misread(_request: Request, error: Exception) -> JSONResponse:
    """What is wrong with a request, by the names of its fields; nothing of what it said."""
    assert isinstance(error, (RequestValidationError, ValidationError))
    skipped = 1 if isinstance(error, RequestValidationError) else 0
    told = "; ".join(
        f"{'.'.join(str(part) for part in fault['loc'][skipped:]) or 'body'}: {fault['msg']}"
        for fault in error.errors()
    )
    problem = InputError(f"the request cannot be read: {told}", hint="See /docs for its fields.")
    return failure(problem)
