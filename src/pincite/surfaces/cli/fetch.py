"""`pincite get`: law from its official publisher."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

from pincite.model.dates import as_date
from pincite.surfaces.cli.console import Session
from pincite.surfaces.cli.progress import stderr

if TYPE_CHECKING:
    from pincite.ingest.law import connectors

# Named here, since what fetches takes every command a tenth of a second to import.
PUBLISHERS = ("iceland", "dc", "ecfr", "uscode")


def get(
    context: typer.Context,
    publisher: Annotated[str, typer.Argument(help=f"One of {', '.join(PUBLISHERS)}.")],
    what: Annotated[list[str] | None, typer.Argument(help="A title number, or an edition.")] = None,
    into: Annotated[Path, typer.Option(help="The folder to put it in.")] = Path("downloads"),
    day: Annotated[
        str | None, typer.Option("--date", help="As at, where the publisher offers it.")
    ] = None,
    mirror: Annotated[
        str | None,
        typer.Option(envvar="PINCITE_MIRROR", help="Another server with the same paths."),
    ] = None,
) -> None:
    """Download law from its publisher.

    It resumes, checks what came, and says how to load it."""
    from pincite.ingest.law import connectors

    session = Session.of(context)
    settings = session.settings
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn(),
        console=stderr, transient=True, disable=session.quiet or not stderr.is_terminal,
    )  # fmt: skip
    with bar:
        task = bar.add_task(publisher, total=None)
        fetched = connectors.get(
            publisher,
            *(what or []),
            into=into,
            settings=settings,
            base_url=mirror,
            day=as_date(day),
            max_bytes=settings.max_fetch_bytes,
            progress=lambda done, total, label: bar.update(
                task, completed=done, total=total, description=label
            ),
        )
    session.emit(fetched, lambda: _text(fetched))


def _text(fetched: connectors.Fetched) -> str:
    command = ["pincite", "ingest", fetched.path.as_posix(), "--reader", fetched.reader]
    command += ["--version", fetched.version]
    if fetched.date:
        command += ["--date", fetched.date.isoformat()]
    if fetched.encoding:
        command += ["--encoding", fetched.encoding]
    state = " (unchanged)" if fetched.reused else " (resumed)" if fetched.resumed else ""
    return "\n".join(
        [
            f"{fetched.path}{state}: {fetched.bytes:,} bytes from {fetched.url}",
            f"sha256 {fetched.sha256}",
            *fetched.notes,
            f"load it: {shlex.join(command)}",
        ]
    )
