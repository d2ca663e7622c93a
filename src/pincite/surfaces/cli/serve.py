"""`pincite serve`: the page, the HTTP API and MCP."""

from __future__ import annotations

from typing import Annotated

import typer

from pincite.errors import InputError
from pincite.library import read_settings
from pincite.surfaces.cli.console import Session, note
from pincite.surfaces.keys import Keys

_LOOPBACK = ("127.0.0.1", "::1", "localhost")


def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = 8000,
) -> None:
    """Open the page and the HTTP API: on this machine alone, until there is a key."""
    # Loaded when asked: the web framework takes a while.
    import uvicorn

    from pincite.surfaces.http.app import create_app

    session: Session = context.obj
    settings = read_settings()
    if host not in _LOOPBACK and not Keys(settings.keys).any:
        raise InputError(
            f"{host} can be reached from other machines, and there is no key",
            hint="Make one first: `pincite key create NAME`; or listen on 127.0.0.1.",
        )
    shown = f"[{host}]" if ":" in host else host
    note(f"http://{shown}:{port} is the page; /docs describes the API, /mcp is for assistants")
    # No access log: it would hold addresses.
    uvicorn.run(
        create_app(session.folder, settings=settings),
        host=host,
        port=port,
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=20,
        server_header=False,
    )
