"""The commands over the case files of a matter."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pincite.api.body import as_json
from pincite.errors import InputError
from pincite.ingest.casefiles.sync import SyncReport
from pincite.matters.page_view import DPI
from pincite.surfaces.cli import casefile_display as display
from pincite.surfaces.cli.console import Session, file_progress, stderr

Doc = Annotated[
    str, typer.Argument(metavar="DOC", help="A document: its id, path, or name if only one has it.")
]
Folders = Annotated[
    list[Path] | None,
    typer.Argument(help="Folders; without any, all that the matter was ever given."),
]
Retry = Annotated[bool, typer.Option("--retry", help="Try again what could not be read before.")]


def ingest_files(session: Session, paths: list[Path], *, retry: bool) -> None:
    with session.matter() as matter, file_progress("reading", quiet=session.quiet) as tell:
        report = matter.read_files(*paths, retry=retry, progress=tell)
    session.emit(report, lambda: display.sync_report(report))


def sync(context: typer.Context, folders: Folders = None, retry: Retry = False) -> None:
    """Bring the matter in line with its folders: new, changed, moved and removed files."""
    session: Session = context.obj
    with session.matter() as matter, file_progress("reading", quiet=session.quiet) as tell:
        report = matter.sync(*(folders or ()), retry=retry, progress=tell)
    session.emit(report, lambda: display.sync_report(report))


def watch(context: typer.Context, folders: Folders = None) -> None:
    """Sync, and again whenever a file changes, until Ctrl-C. With --json, one report a line."""
    session: Session = context.obj

    def each(report: SyncReport) -> None:
        if session.json:
            typer.echo(as_json(report, indent=None))
        elif report.read or report.removed or report.moved or report.unreadable:
            typer.echo(display.sync_report(report))

    with session.matter() as matter:
        if not session.quiet:
            stderr.print("watching; Ctrl-C ends it")
        matter.watch(*(folders or ()), each=each)


def documents(
    context: typer.Context,
    state: Annotated[
        str | None,
        typer.Option(help="Only read, unreadable, duplicate, waiting or removed ones."),
    ] = None,
) -> None:
    """The documents of the matter, each with its kind, or the reason it could not be read."""
    session: Session = context.obj
    with session.matter() as matter:
        found = matter.documents(state)
    session.emit(found, lambda: display.documents(found))


def passages(context: typer.Context, document: Doc) -> None:
    """A document in the passages it is searched by, each with its citation and provenance."""
    session: Session = context.obj
    with session.matter() as matter:
        found = list(matter.passages(document))
    session.emit(found, lambda: display.passages(found))


def quote(
    context: typer.Context,
    words: Annotated[str, typer.Argument(help="The words, as they stand.")],
) -> None:
    """Every place in the matter where these words stand, each with its citation."""
    session: Session = context.obj
    with session.matter() as matter:
        found = matter.find(words)
    session.emit(found, lambda: display.quoted(found))


def page(
    context: typer.Context,
    document: Doc,
    number: Annotated[int, typer.Argument(metavar="PAGE", help="The page, counted from 1.")],
    png: Annotated[Path, typer.Option("--png", help="Where to write the picture.")],
    quote: Annotated[str, typer.Option("--quote", help="Words to mark, as they stand.")] = "",
    line: Annotated[
        int | None, typer.Option(help="The line the quote begins on, where it stands twice.")
    ] = None,
    dpi: Annotated[float, typer.Option(min=36, max=600, help="Resolution.")] = DPI,
) -> None:
    """A page as a picture, with a quote marked where it really stands."""
    session: Session = context.obj
    with session.matter() as matter:
        view = matter.page(document, number, quote=quote, line=line, dpi=dpi)
    try:
        png.write_bytes(view.png)
    except OSError as problem:
        raise InputError(
            f"cannot write {png}: {problem.strerror}", hint="Name a file in a folder that exists."
        ) from problem
    session.emit(
        {
            "png": png, "document": view.document.id, "pages": view.pages,
            "quote": view.quote, "citation": view.citation, "place": view.place,
        },
        lambda: f"{png}: {view.citation or f'{view.document.name}, p. {number}'}",
    )  # fmt: skip
