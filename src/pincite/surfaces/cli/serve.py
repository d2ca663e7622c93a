"""`pincite serve`: the page, the HTTP API and MCP."""

from __future__ import annotations

from typing import Annotated

import typer

from pincite import library
from pincite.api.keys import keys_of
from pincite.errors import InputError, NoLibrary
from pincite.surfaces.cli.console import Session, note
from pincite.surfaces.cli.progress import catching_up

_LOOPBACK = ("127.0.0.1", "::1", "localhost")


def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = 8000,
) -> None:
    """Serve the page, the HTTP API and MCP.

    On this machine alone, until a key was made."""
    # Loaded when asked: the web framework takes a while.
    import uvicorn

    from pincite.surfaces.http.app import create_app
    from pincite.surfaces.http.connections import server_options

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
    _catch_up(session)
    shown = f"[{host}]" if ":" in host else host
    note(f"http://{shown}:{port} is the page; /docs describes the API, /mcp is for assistants")
    # No access log: it would hold addresses.
    uvicorn.run(
        create_app(settings=settings),
        host=host,
        port=port,
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=20,
        server_header=False,
        **server_options(settings),
    )


def _catch_up(session: Session) -> None:
    """So that nobody's first question waits until the law has been read."""
    try:
        with library.open(settings=session.settings) as opened:
            with catching_up("indexing the law", quiet=session.quiet) as tell:
                opened.search_index.index(tell)
            with catching_up("reading what governs what", quiet=session.quiet) as tell:
                opened.scope_index.index(tell)
    except NoLibrary:
        note("there is no library of law here: only matters are served")
