"""The commands that move a library, back it up and restore it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from pincite.surfaces.cli.console import Session
from pincite.surfaces.cli.progress import progress

Database = Annotated[
    str,
    typer.Option(
        help="Keep it in PostgreSQL: postgresql://user@host/database?schema=name, without a"
        " password."
    ),
]


def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The file to write; replaced when it is whole.")],
) -> None:
    """Write all that the library holds to one file."""
    from pincite.backup import back_up

    session = Session.of(context)
    settings = session.settings
    with progress("backing up", quiet=session.quiet) as tick:
        made = back_up(settings.library, file, settings, _said(tick))
    session.emit(
        {"file": file, **made.as_dict()},
        lambda: (
            f"wrote {file}: {made.tables['expression'][0]} texts, fingerprint"
            f" {made.fingerprint[:12]}"
        ),
    )


def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="What `pincite backup` wrote.")],
    database: Database = "",
) -> None:
    """Make a library of a backup, and verify it.

    The folder must hold none yet."""
    from pincite.backup import bring_back

    session = Session.of(context)
    settings = session.settings
    folder = settings.library
    with progress("restoring", quiet=session.quiet) as tick:
        made = bring_back(file, folder, settings, database=database, progress=_said(tick))
    session.emit(
        {"library": folder, **made.as_dict()},
        lambda: (
            f"restored {made.tables['expression'][0]} texts to {folder}, verified; `pincite"
            " index` makes its indexes"
        ),
    )


def migrate(
    context: typer.Context,
    source: Annotated[str, typer.Argument(help="sqlite:FOLDER or postgresql://…?schema=name.")],
    target: Annotated[str, typer.Argument(help="Where nothing is kept yet, written likewise.")],
) -> None:
    """Copy a library from one engine to another.

    Audit log and all; then the two are compared."""
    from pincite.backup import migrate as moved

    session = Session.of(context)
    with progress("moving", quiet=session.quiet) as tick:
        fingerprint = moved(source, target, session.settings, _said(tick))
    session.emit(
        {"source": source, "target": target, "fingerprint": fingerprint},
        lambda: (
            f"moved and verified, fingerprint {fingerprint[:12]}; what was moved is still there"
        ),
    )


def _said(tick: Callable[[int, int, str], None]) -> Callable[[str, int], None]:
    """A bar over the tables, with the rows of the one at hand."""
    from pincite.corpus.transfer import TABLES

    places = {table.name: at for at, table in enumerate(TABLES, 1)}
    return lambda name, done: tick(places[name], len(places), f"{name}: {done}")
