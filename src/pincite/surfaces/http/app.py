"""The HTTP application: routes over one library, errors by the one table."""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse

from pincite.errors import ROWS, InputError, PinciteError
from pincite.library import read_settings
from pincite.settings import Settings
from pincite.surfaces.http import chat
from pincite.surfaces.http.limits import RateLimit
from pincite.surfaces.http.worker import Worker
from pincite.surfaces.wire import plain

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


def create_app(folder: Path | None = None, *, settings: Settings | None = None) -> FastAPI:
    """Over the library in a folder, or the one that the settings name."""
    used = settings or read_settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        with closing(Worker(folder or used.library, used)) as worker:
            app.state.worker = worker
            app.state.limit = RateLimit(used.chat_rate)
            yield

    app = FastAPI(title="Pincite", version="1", lifespan=lifespan)
    app.include_router(chat.router)
    app.add_exception_handler(PinciteError, _failed)
    app.add_exception_handler(RequestValidationError, _misread)
    app.middleware("http")(_guarded)
    return app


async def _guarded(request: Request, call: Callable[[Request], Awaitable[Response]]) -> Response:
    response = await call(request)
    response.headers.update(_HEADERS)
    response.headers.setdefault("X-Request-Id", uuid.uuid4().hex)
    return response


async def _failed(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, PinciteError)
    return JSONResponse(plain(error), status_code=ROWS[error.code].http)


async def _misread(_request: Request, error: Exception) -> JSONResponse:
    """What is wrong with a body, by the names of its fields; nothing of what it said."""
    assert isinstance(error, RequestValidationError)
    told = "; ".join(
        f"{'.'.join(str(part) for part in one['loc'][1:]) or 'body'}: {one['msg']}"
        for one in error.errors()
    )
    problem = InputError(f"the request cannot be read: {told}", hint="See /docs for its fields.")
    return JSONResponse(plain(problem), status_code=ROWS[problem.code].http)
