"""`pincite serve`: the library over HTTP, for this machine alone."""

from __future__ import annotations

from typing import Annotated

import typer

from pincite.errors import InputError
from pincite.surfaces.cli.console import Session, note

_LOOPBACK = ("127.0.0.1", "::1", "localhost")


def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="An address of this machine.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = 8000,
) -> None:
    """Answer questions over HTTP (POST /chat), on this machine alone."""
    # Loaded when asked: the web framework takes a while.
    import uvicorn

    from pincite.surfaces.http.app import create_app

    session: Session = context.obj
    if host not in _LOOPBACK:
        raise InputError(
            f"{host} can be reached from other machines",
            hint="Listen on 127.0.0.1, and put a server that checks who asks in front of it.",
        )
    note(f"listening on http://{host}:{port}; its fields are described at /docs")
    # No access log: it would hold addresses.
    uvicorn.run(
        create_app(session.folder), host=host, port=port, access_log=False, log_level="warning"
    )
