"""The commands over the case files of a matter."""

from __future__ import annotations

from base64 import b64decode
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.api.readiness import pipeline
from pincite.errors import InputError
from pincite.matters.watching import changes
from pincite.surfaces.cli import casefile_display as display
from pincite.surfaces.cli.characters import shown_as_json
from pincite.surfaces.cli.console import Session, note_next
from pincite.surfaces.cli.progress import stderr

if TYPE_CHECKING:
    from pincite.api.operations.files import (
        DocumentPage,
        PagePicture,
        PassagePage,
        SourceContext,
    )
    from pincite.ingest.casefiles.sync import SyncReport
    from pincite.matters.page_view import QuotedPlace
    from pincite.matters.passage_names import FilePassage

Doc = Annotated[
    str, typer.Argument(metavar="DOC", help="A document: its id, path, or name if only one has it.")
]
Folders = Annotated[
    list[Path] | None,
    typer.Argument(help="Folders; without any, all that the matter was ever given."),
]
Index = Annotated[int, typer.Argument(help="The passage's number, from 0: its chunk_index.")]
Offset = Annotated[int | None, typer.Option(help="How many to leave out first.")]
Limit = Annotated[int | None, typer.Option(help="How many at most.")]
Retry = Annotated[bool, typer.Option("--retry", help="Try again what could not be read before.")]

Encode = Annotated[
    bool | None,
    typer.Option(
        "--encode/--no-encode",
        help="Encode all of it, so that it is found by its meaning, however long that takes; or"
        " none of it. Without either, what takes about a minute.",
    ),
]


def sync(
    context: typer.Context, paths: Folders = None, retry: Retry = False, encode: Encode = None
) -> None:
    """Bring the matter in line with its folders.

    New, changed, moved and removed files are found."""
    session = Session.of(context)
    named = [str(folder) for folder in paths or ()]
    report: SyncReport = session.call("sync_folder", paths=named, retry=retry, encode=encode)
    session.emit(report, lambda: display.sync_report(report))


def watch(context: typer.Context, folders: Folders = None) -> None:
    """Sync whenever a file changes, until Ctrl-C.

    With --json, one report a line. (A server does this as a job: watch_folder.)"""
    session = Session.of(context)

    def say(report: SyncReport) -> None:
        if session.json:
            typer.echo(shown_as_json(report, indent=None))
        elif report.read or report.removed or report.moved or report.unreadable:
            typer.echo(display.sync_report(report))

    matter = session.matter()
    if not session.quiet:
        stderr.print("watching; Ctrl-C ends it")
    watched = folders or matter.store.documents.folders()
    for _ in changes(watched, matter.folder.parent):
        say(
            session.run(
                "watch",
                lambda: pipeline(session.workspace, matter).read(
                    lambda reading: matter.sync(*watched, progress=reading)
                ),
            )
        )
        session.note_left()


def documents(
    context: typer.Context,
    state: Annotated[
        str | None,
        typer.Option(help="Only read, unreadable, duplicate, waiting or removed ones."),
    ] = None,
    offset: Offset = None,
    limit: Limit = None,
) -> None:
    """The documents of the matter, or why one could not be read."""
    session = Session.of(context)
    found: DocumentPage = session.call("list_documents", state=state, offset=offset, limit=limit)
    session.emit(found, lambda: display.documents(found.items))
    note_next(found.next, found.total)


def passages(
    context: typer.Context, document: Doc, offset: Offset = None, limit: Limit = None
) -> None:
    """A document in passages, each with its citation."""
    session = Session.of(context)
    found: PassagePage = session.call(
        "read_document", document=document, offset=offset, limit=limit
    )
    session.emit(found, lambda: display.passages(found.items))
    note_next(found.next, found.total)


def chunk(context: typer.Context, document: Doc, index: Index) -> None:
    """One passage of a document, by its number."""
    session = Session.of(context)
    found: FilePassage = session.call("get_chunk", document=document, index=index)
    session.emit(found, lambda: display.passages([found]))


def surroundings(
    context: typer.Context,
    document: Doc,
    index: Index,
    around: Annotated[int, typer.Option(help="Passages on each side.")] = 1,
) -> None:
    """A passage of a document with those around it."""
    session = Session.of(context)
    found: SourceContext = session.call(
        "get_source_context", document=document, index=index, around=around
    )
    session.emit(found, lambda: display.passages(found.passages))


def quote(
    context: typer.Context,
    quote: Annotated[str, typer.Argument(metavar="WORDS", help="The words, as they stand.")],
    limit: Limit = None,
) -> None:
    """Every place in the matter where these words stand."""
    session = Session.of(context)
    found: list[QuotedPlace] = session.call("find_quote", quote=quote, limit=limit)
    session.emit(found, lambda: display.quoted(found))
    session.note_cut("find_quote", found, limit)


def page(
    context: typer.Context,
    document: Doc,
    page: Annotated[int, typer.Argument(metavar="PAGE", help="The page, counted from 1.")],
    png: Annotated[Path, typer.Option("--png", help="Where to write the picture.")],
    quote: Annotated[
        str | None, typer.Option("--quote", help="Words to mark, as they stand.")
    ] = None,
    line: Annotated[
        int | None, typer.Option(help="The line the quote begins on, where it stands twice.")
    ] = None,
    dpi: Annotated[float | None, typer.Option(help="Resolution, 36 to 600.")] = None,
) -> None:
    """A page as a picture, with a quote marked where it really stands."""
    session = Session.of(context)
    found: PagePicture = session.call(
        "show_page", document=document, page=page, quote=quote, line=line, dpi=dpi
    )
    try:
        png.write_bytes(b64decode(found.png))
    except OSError as problem:
        raise InputError(
            f"cannot write {png}: {problem.strerror}", hint="Name a file in a folder that exists."
        ) from problem
    session.emit(
        replace(found, png=png.as_posix()),
        lambda: f"{png}: {found.citation or f'{document}, p. {page}'}",
    )
