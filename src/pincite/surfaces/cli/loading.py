"""A library is made, law is loaded into it, and files are read into a matter."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite import library
from pincite.errors import InputError
from pincite.ingest.law.readers import NAMES
from pincite.surfaces.cli import casefile_display, display
from pincite.surfaces.cli.backup import Database
from pincite.surfaces.cli.casefiles import Encode, Retry
from pincite.surfaces.cli.console import Session

if TYPE_CHECKING:
    from pincite.api.operations.ingest import ReaderInfo
    from pincite.ingest.casefiles.sync import SyncReport
    from pincite.ingest.law.load import LoadReport


def init(
    context: typer.Context,
    database: Database = "",
    vectors: Annotated[
        str,
        typer.Option(help="Search its vectors on a Milvus server: milvus://host:19530?name=law."),
    ] = "",
) -> None:
    """Make a new, empty library.

    With --database, one that is kept there, or a folder for one that is there already."""
    session = Session.of(context)
    with library.create(session.folder, database=database, vectors=vectors) as made:
        folder = made.folder
    session.emit({"library": folder}, lambda: f"made a library in {folder}")


def ingest(
    context: typer.Context,
    paths: Annotated[list[Path], typer.Argument(help="Files, folders or zip archives.")],
    reader: Annotated[str | None, typer.Option(help=f"For law; one of {', '.join(NAMES)}.")] = None,
    version: Annotated[
        str | None, typer.Option("--version", help="For law: a tag for this load, such as 156b.")
    ] = None,
    collection: Annotated[
        str | None,
        typer.Option(help="What these files are editions of; the reader's name by default."),
    ] = None,
    date: Annotated[str | None, typer.Option(help="In force from, where the files do not say.")] = (
        None
    ),
    language: Annotated[
        str | None, typer.Option(help="Language, where the files do not say.")
    ] = None,
    profile: Annotated[
        str | None, typer.Option(help="For the reader `plain`: name or file.")
    ] = None,
    encoding: Annotated[str | None, typer.Option(help="For text files that are not UTF-8.")] = None,
    allow_refusals: Annotated[
        bool, typer.Option("--allow-refusals", help="Load the rest when some files are refused.")
    ] = False,
    retry: Retry = False,
    workers: Annotated[
        str | None,
        typer.Option(
            help="For law: processes that read it, instead of PINCITE_WORKERS, or the Ray cluster"
            " that does, ray://HOST:PORT."
        ),
    ] = None,
    encode: Encode = None,
) -> None:
    """Load law as a new version, or read case files into a matter.

    Law (--reader, --version) is loaded whole, or not at all; files go into the matter that is named
    (--matter NAME). Words are indexed at once."""
    session = Session.of(context)
    named = [str(path) for path in paths]
    options = {
        "collection": collection, "date": date, "language": language, "profile": profile,
        "encoding": encoding, "allow_refusals": allow_refusals or None, "workers": workers,
    }  # fmt: skip
    if session.matter_name and reader is None and version is None:
        for name, value in options.items():
            if value is not None:
                raise InputError(
                    f"--{name.replace('_', '-')} is for law", hint="Leave it out for case files."
                )
        read: SyncReport = session.call("read_files", paths=named, retry=retry, encode=encode)
        session.emit(read, lambda: casefile_display.sync_report(read))
        return
    if reader is None or version is None:
        raise InputError(
            "law needs a --reader and a --version",
            hint="For case files, name the matter they belong to: --matter NAME.",
        )
    loaded: LoadReport = session.call(
        "load_law", paths=named, reader=reader, version=version, encode=encode, **options
    )
    session.emit(loaded, lambda: display.report(loaded))


def readers(context: typer.Context) -> None:
    """The formats of law that can be loaded."""
    session = Session.of(context)
    found: list[ReaderInfo] = session.call("list_readers")
    session.emit(found, lambda: "\n".join(f"{known.name:<10} {known.about}" for known in found))
