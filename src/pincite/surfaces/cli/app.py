"""The commands that load, look up and keep versions."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from pincite import library
from pincite.errors import ROWS, InputError, PinciteError
from pincite.ingest.law.readers import NAMES, reader
from pincite.model.dates import as_date
from pincite.surfaces.cli import (
    ask,
    casefiles,
    cite,
    connections,
    display,
    doctor,
    evaluate,
    fetch,
    key,
    matters,
    mcp,
    models,
    pack,
    scope,
    search,
    serve,
)
from pincite.surfaces.cli import backup as moving
from pincite.surfaces.cli import overrides as standing
from pincite.surfaces.cli.console import Session, fail, note, progress, stderr

app = typer.Typer(
    name="pincite",
    help="Law you hold, looked up at any date, every character traced to its source.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.add_typer(standing.overrides, name="override")
app.add_typer(standing.preemptions, name="preemption")
app.add_typer(standing.synonyms, name="synonym")
audit = typer.Typer(help="The log of every change.", no_args_is_help=True)
app.add_typer(audit, name="audit")
app.command()(fetch.get)
app.add_typer(matters.app, name="matter")
app.add_typer(cite.app, name="cite")
app.add_typer(mcp.app, name="mcp")
app.add_typer(models.app, name="models")
app.add_typer(pack.app, name="pack")
app.add_typer(key.app, name="key")
for command in (
    casefiles.sync, casefiles.watch, casefiles.documents, casefiles.passages, casefiles.quote,
    casefiles.page,
    connections.entities, connections.timeline, connections.related,
    scope.resolve, search.search, search.index, ask.ask, serve.serve,
    moving.backup, moving.restore, moving.migrate,
):  # fmt: skip
    app.command()(command)
app.add_typer(evaluate.app, name="eval")

At = Annotated[str | None, typer.Option("--at", help="The date asked about, YYYY-MM-DD.")]
InVersion = Annotated[
    str | None, typer.Option("--version", help="A version tag, instead of a date.")
]
Tag = Annotated[str, typer.Argument(help="A version tag; `pincite versions` lists them.")]
What = Annotated[
    str, typer.Argument(help="A URN, a FRBR URI, or a citation such as '12 CFR § 1002.5(b)(1)'.")
]


@app.callback()
def start(
    context: typer.Context,
    folder: Annotated[
        Path | None,
        typer.Option("--library", envvar="PINCITE_LIBRARY", help="The library folder."),
    ] = None,
    matter: Annotated[
        str | None,
        typer.Option("--matter", envvar="PINCITE_MATTER", help="A matter, instead of a library."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress.")] = False,
) -> None:
    context.obj = Session(folder, matter, json, quiet)
    context.call_on_close(context.obj.close)


@app.command()
def init(
    context: typer.Context,
    database: moving.Database = "",
    vectors: Annotated[
        str,
        typer.Option(help="Search its vectors on a Milvus server: milvus://host:19530?name=law."),
    ] = "",
) -> None:
    """Make a new, empty library, or a folder for one that a database holds."""
    session: Session = context.obj
    made = library.create(session.folder, database=database, vectors=vectors)
    session.opened.append(made)
    session.emit({"library": made.folder}, lambda: f"made a library in {made.folder}")


@app.command()
def ingest(
    context: typer.Context,
    paths: Annotated[list[Path], typer.Argument(help="Files, folders or zip archives.")],
    reader_name: Annotated[
        str | None,
        typer.Option("--reader", help=f"For law; one of {', '.join(NAMES)}."),
    ] = None,
    version: Annotated[
        str | None, typer.Option("--version", help="For law: a tag for this load, such as 156b.")
    ] = None,
    collection: Annotated[
        str, typer.Option(help="What these files are editions of; the reader's name by default.")
    ] = "",
    day: Annotated[
        str | None, typer.Option("--date", help="In force from, where the files do not say.")
    ] = None,
    language: Annotated[str, typer.Option(help="Language, where the files do not say.")] = "",
    profile: Annotated[
        str | None, typer.Option(help="For the reader `plain`: name or file.")
    ] = None,
    encoding: Annotated[str, typer.Option(help="For text files that are not UTF-8.")] = "",
    allow_refusals: Annotated[
        bool, typer.Option("--allow-refusals", help="Load the rest when some files are refused.")
    ] = False,
    retry: casefiles.Retry = False,
    workers: Annotated[
        str | None,
        typer.Option(
            help="For law: processes that read it, instead of PINCITE_WORKERS, or the Ray cluster"
            " that does, ray://HOST:PORT."
        ),
    ] = None,
) -> None:
    """Read case files into a matter (--matter NAME), or load law as a new version (--reader,
    --version): all of it, or nothing."""
    session: Session = context.obj
    if reader_name is None and session.matter_name:
        if workers is not None:
            raise InputError(
                "--workers is for law", hint="Case files are read here: set PINCITE_WORKERS."
            )
        casefiles.ingest_files(session, paths, retry=retry)
        return
    if reader_name is None or version is None:
        raise InputError(
            "law needs a --reader and a --version",
            hint="For case files, name the matter they belong to: --matter NAME.",
        )
    with session.library() as opened, progress("loading", quiet=session.quiet) as tick:
        report = opened.ingest(
            *paths,
            reader_name=reader_name,
            version=version,
            collection=collection,
            day=day,
            language=language,
            profile=profile,
            encoding=encoding,
            allow_refusals=allow_refusals,
            workers=workers,
            progress=tick,
        )
    session.emit(report, lambda: display.report(report))


@app.command()
def show(context: typer.Context, what: What, at: At = None, version: InVersion = None) -> None:
    """What a provision says, with its citation, validity and source."""
    session: Session = context.obj
    with session.library() as opened:
        found = opened.show(what, at=at, version=version)
        standing_at = as_date(at) or datetime.now(UTC).date()
        urns = [ancestor.node.urn for ancestor in opened.ancestors(what, at=at, version=version)]
        overrides = opened.store.overrides([found.node.urn, *urns], standing_at)
        preemptions = opened.store.preemptions([found.node.urn, *urns])
    session.emit(
        {**display.as_plain(found), "overrides": overrides, "preemptions": preemptions},
        lambda: display.provision(found, overrides, preemptions),
    )


@app.command()
def tree(
    context: typer.Context,
    what: What,
    at: At = None,
    version: InVersion = None,
    depth: Annotated[int | None, typer.Option(min=0, help="How many levels down.")] = None,
) -> None:
    """The structure below a provision."""
    session: Session = context.obj
    with session.library() as opened:
        found = opened.tree(what, at=at, version=version, depth=depth)
        stored, _ = opened.place(what, at=at, version=version)
    session.emit(found, lambda: display.tree(found))
    if at is not None and stored.validity is None:
        note(f"{display.UNDATED}; this may not be what held on {at}")


@app.command()
def versions(context: typer.Context) -> None:
    """Every load, oldest first."""
    session: Session = context.obj
    with session.library() as opened:
        found = opened.versions()
    session.emit(found, lambda: display.versions(found))


@app.command()
def diff(context: typer.Context, old: Tag, new: Tag) -> None:
    """What changed between two versions, provision by provision."""
    session: Session = context.obj
    with session.library() as opened:
        found = opened.diff(old, new)
    session.emit(found, lambda: display.changes(found))


@app.command()
def rollback(context: typer.Context, tag: Tag) -> None:
    """Go back (or forward) to a version of a collection. Nothing is deleted."""
    session: Session = context.obj
    with session.library() as opened:
        aside = opened.rollback(tag)
    session.emit(
        {"version": tag, "set_aside": aside},
        lambda: f"{tag} is the newest version that counts; set aside: {', '.join(aside) or 'none'}",
    )


@app.command()
def stats(context: typer.Context) -> None:
    """How much the library holds."""
    session: Session = context.obj
    with session.library() as opened:
        found = opened.stats()
        works = list(opened.store.works())
    session.emit(
        {"counts": found, "works": [{"urn": urn, "title": title} for urn, title in works]},
        lambda: display.stats(found, works),
    )


@audit.command("verify")
def audit_verify(context: typer.Context) -> None:
    """Recompute every hash and the chain of the audit log."""
    session: Session = context.obj
    with session.library() as opened:
        found = opened.verify()
    session.emit(found, lambda: display.verification(found))
    if found.problems:
        raise typer.Exit(ROWS["library_damaged"].exit)


@audit.command("log")
def audit_log(context: typer.Context) -> None:
    """Every change, oldest first."""
    session: Session = context.obj
    with session.library() as opened:
        found = list(opened.audit())
    session.emit(found, lambda: display.audit_log(found))


@app.command("doctor")
def examine(context: typer.Context) -> None:
    """What this machine has, and whether the library is whole."""
    session: Session = context.obj
    found = doctor.examine(session.folder)
    session.emit(found, lambda: doctor.as_text(found))
    if any(one.ok is False for one in found):
        raise typer.Exit(1)


@app.command()
def readers(context: typer.Context) -> None:
    """The formats that can be loaded."""
    session: Session = context.obj
    found = {name: reader(name).about for name in NAMES}
    session.emit(found, lambda: "\n".join(f"{name:<10} {about}" for name, about in found.items()))


def main() -> None:
    """Run a command; errors of ours become a message, a hint and an exit code."""
    arguments = hoisted(sys.argv[1:])
    json = "--json" in arguments
    try:
        app(arguments)
    except PinciteError as error:
        raise SystemExit(fail(error, json=json)) from None
    except KeyboardInterrupt:
        stderr.print("stopped; nothing half done was kept. Run it again to go on")
        raise SystemExit(130) from None
    except BrokenPipeError:
        # The reader of our output went away; that is its right.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None


def hoisted(arguments: list[str]) -> list[str]:
    """The options of every command (--json, --library DIR …) may stand anywhere."""
    front: list[str] = []
    rest: list[str] = []
    left = iter(arguments)
    for one in left:
        if one == "--":
            rest += [one, *left]
        elif one in ("--json", "--quiet") or one.startswith(("--library=", "--matter=")):
            front.append(one)
        elif one in ("--library", "--matter"):
            front += [one, *([value] if (value := next(left, None)) is not None else [])]
        else:
            rest.append(one)
    return [*front, *rest]
