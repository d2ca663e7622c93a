"""`pincite serve`: the page, the HTTP API and MCP."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from pincite import library
from pincite.api.keys import keys_of
from pincite.errors import InputError, NoLibrary
from pincite.surfaces.cli.console import Session, note

if TYPE_CHECKING:
    from fastapi import FastAPI

_LOOPBACK = ("127.0.0.1", "::1", "localhost")


def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = 8000,
) -> None:
    """Serve the page, the HTTP API and MCP.

    On this machine alone, until a key was made."""
    # Loaded when asked: it takes a while.
    import uvicorn
    from uvicorn.config import STARTUP_FAILURE

    from pincite.api.processes import worker_count
    from pincite.surfaces.http.opening import OpeningApp

    session = Session.of(context)
    settings = session.settings
    keys = keys_of(settings)
    if host not in _LOOPBACK and not keys.closed:
        raise InputError(
            f"{host} can be reached from other machines, and no key was made",
            hint="Make one first: `pincite key create NAME`; or listen on 127.0.0.1.",
        )
    if keys.closed and not keys.all():
        note("every key was revoked: nobody is answered until `pincite key create NAME`")
    if not _has_law(session):
        note("there is no library of law here: only matters are served")
    shown = f"[{host}]" if ":" in host else host
    note(f"http://{shown}:{port} is the page; /docs describes the API, /mcp is for assistants")

    def make() -> FastAPI:
        # Loaded when it is listening already: the web framework takes a while.
        from pincite.surfaces.http.app import create_app

        count = worker_count(settings.serve_processes)
        return create_app(settings=settings, processes=count, catching_up=True)

    app = OpeningApp(make)
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            host=host,
            port=port,
            # No access log: it would hold addresses.
            access_log=False,
            log_level="warning",
            timeout_graceful_shutdown=20,
            server_header=False,
        )
    )

    def end() -> None:
        server.should_exit = True

    app.failed = end
    with suppress(KeyboardInterrupt):
        server.run()
    if app.problem is not None:
        raise app.problem
    if not server.started:
        raise typer.Exit(STARTUP_FAILURE)


def _has_law(session: Session) -> bool:
    try:
        library.open(settings=session.settings).close()
    except NoLibrary:
        return False
    return True
