"""`pincite mcp`: the verbs for a client of the Model Context Protocol."""

from __future__ import annotations

import asyncio
import sys
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import SecretStr

from pincite.api.access import Access, owner
from pincite.matters.card import slug
from pincite.settings import Settings
from pincite.surfaces.cli.characters import shown_as_json
from pincite.surfaces.cli.console import Session, note
from pincite.surfaces.mcp.roots import roots

app = typer.Typer(help="Serve a client of the Model Context Protocol.")
Roots = Annotated[
    list[Path] | None,
    typer.Option("--root", help="A folder that may be read into matters; may be repeated."),
]


@app.callback(invoke_without_command=True)
def serve(context: typer.Context, root: Roots = None) -> None:
    """Serve over stdin and stdout: the law and every matter, or, with --matter, that one."""
    if context.invoked_subcommand is not None:
        return
    # Loaded when asked: the protocol takes a while.
    from pincite.api.workspace import WorkerPool
    from pincite.surfaces.mcp.stdio import serve_stdio

    session = Session.of(context)
    settings = session.settings
    access = _access(session, roots(settings, root or ()))
    if sys.stdin.isatty():
        note("waiting for a client on stdin; `pincite mcp install` prints how one starts this")
    # Ctrl-C is how it is ended by hand.
    with closing(WorkerPool(settings.library, settings)) as pool, suppress(KeyboardInterrupt):
        asyncio.run(serve_stdio(pool, access))


@app.command()
def install(context: typer.Context, root: Roots = None) -> None:
    """Print what a client's configuration takes to start this."""
    session = Session.of(context)
    settings = session.settings
    here = Path(sys.executable).parent / "pincite"
    command = [str(here)] if here.is_file() else [sys.executable, "-m", "pincite"]
    matter = ["--matter", session.matter_name] if session.matter_name else []
    folders = [part for folder in roots(settings, root or ()) for part in ("--root", str(folder))]
    started = {
        "command": command[0],
        "args": [*command[1:], *matter, "mcp", *folders],
        "env": _environment(settings),
    }
    secrets = [name for name, value in settings if isinstance(value, SecretStr)]
    if secrets:
        names = ", ".join(f"PINCITE_{name.upper()}" for name in secrets)
        note(f"left out, because they are secret: {names}")
    sys.stdout.write(shown_as_json({"mcpServers": {"pincite": started}}) + "\n")


def _access(session: Session, folders: tuple[Path, ...]) -> Access:
    access = owner(folders)
    if not session.matter_name:
        return access
    return replace(access, matters=frozenset({slug(session.matter_name)}))


def _environment(settings: Settings) -> dict[str, str]:
    """What is set here, but for secrets and roots. Clients start programs in any folder, so paths
    are whole."""
    found: dict[str, str] = {}
    for name, field in Settings.model_fields.items():
        value: Any = getattr(settings, name)
        if isinstance(value, Path):
            value = value.absolute()
        wanted = name in ("library", "matters") or value != field.default
        if wanted and name not in ("roots", "keys") and not isinstance(value, SecretStr):
            found[f"PINCITE_{name.upper()}"] = str(value)
    return found
