"""Every command, in the groups that `pincite --help` shows."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pincite import __version__
from pincite.errors import PinciteError
from pincite.surfaces.cli import (
    ask,
    backup,
    casefiles,
    cite,
    connections,
    doctor,
    evaluate,
    fetch,
    history,
    key,
    law,
    loading,
    matters,
    mcp,
    models,
    overrides,
    pack,
    search,
    serve,
)
from pincite.surfaces.cli.characters import name_files_in_utf8, show_what_can_be_shown
from pincite.surfaces.cli.console import Session, fail
from pincite.surfaces.cli.progress import stderr

Commands = dict[str, Callable[..., None] | typer.Typer]
_PANELS: dict[str, Commands] = {
    "Ask and search": {"ask": ask.ask, "search": search.search},
    "Law": {
        "init": loading.init,
        "get": fetch.get,
        "ingest": loading.ingest,
        "readers": loading.readers,
        "show": law.show,
        "tree": law.tree,
        "scope": law.scope,
        "card": law.card,
        "lookup": law.lookup,
        "texts": law.texts,
        "versions": history.versions,
        "diff": history.diff,
        "rollback": history.rollback,
        "override": overrides.overrides,
        "preemption": overrides.preemptions,
        "synonym": overrides.synonyms,
    },
    "Case files": {
        "matter": matters.app,
        "sync": casefiles.sync,
        "watch": casefiles.watch,
        "documents": casefiles.documents,
        "passages": casefiles.passages,
        "chunk": casefiles.chunk,
        "context": casefiles.surroundings,
        "quote": casefiles.quote,
        "page": casefiles.page,
        "entities": connections.entities,
        "timeline": connections.timeline,
        "related": connections.related,
    },
    "Citations and briefs": {"cite": cite.app},
    "Packs": {"pack": pack.app},
    "Keep it running": {
        "serve": serve.serve,
        "mcp": mcp.app,
        "key": key.app,
        "index": search.index,
        "status": search.status,
        "stats": history.stats,
        "audit": history.audit,
        "doctor": doctor.doctor,
        "models": models.app,
        "backup": backup.backup,
        "restore": backup.restore,
        "migrate": backup.migrate,
        "eval": evaluate.app,
    },
}
# Names that commands used to have, and still answer to.
_OLD_NAMES: Commands = {"resolve": law.scope}


class _InPanels(TyperGroup):
    """Lists commands as the panels do; the framework lists those with commands below them last."""

    def list_commands(self, ctx: Any) -> list[str]:
        known = super().list_commands(ctx)
        ordered = [name for panel in _PANELS.values() for name in panel]
        return [*ordered, *(name for name in known if name not in ordered)]


app = typer.Typer(
    name="pincite",
    cls=_InPanels,
    help="Answers from the law and the case files you hold, every quote checked at its source.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
for _panel, _commands in _PANELS.items():
    for _name, _command in _commands.items():
        if isinstance(_command, typer.Typer):
            app.add_typer(_command, name=_name, rich_help_panel=_panel)
        else:
            app.command(_name, rich_help_panel=_panel)(_command)
for _name, _command in _OLD_NAMES.items():
    app.command(_name, hidden=True)(_command)


def _say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pincite {__version__}")
        raise typer.Exit


@app.callback()
def start(
    context: typer.Context,
    folder: Annotated[
        Path | None,
        typer.Option("--library", envvar="PINCITE_LIBRARY", help="The library folder."),
    ] = None,
    matter: Annotated[
        str | None,
        typer.Option("--matter", envvar="PINCITE_MATTER", help="A matter, instead of the law."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON, as the HTTP API does.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress.")] = False,
    _version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_say_version, help="Say which it is."),
    ] = False,
) -> None:
    context.obj = Session(folder, matter, json, quiet)
    context.call_on_close(context.obj.close)


def main() -> None:
    """Run a command; errors of ours become a message, a hint and an exit code."""
    name_files_in_utf8()
    show_what_can_be_shown()
    arguments = hoisted(sys.argv[1:])
    json = "--json" in arguments
    try:
        app(arguments, prog_name="pincite")
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
    for word in left:
        if word == "--":
            rest += [word, *left]
        elif word in ("--json", "--quiet") or word.startswith(("--library=", "--matter=")):
            front.append(word)
        elif word in ("--library", "--matter"):
            front += [word, *([value] if (value := next(left, None)) is not None else [])]
        else:
            rest.append(word)
    return [*front, *rest]
