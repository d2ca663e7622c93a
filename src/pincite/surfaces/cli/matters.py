"""`pincite matter …`: the matters on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from pincite.errors import InputError
from pincite.matters import MatterCard, Matters
from pincite.surfaces.cli.console import Session, stderr

app = typer.Typer(
    help="Matters: each its own library; nothing crosses from one to another.",
    no_args_is_help=True,
)
Name = Annotated[str, typer.Argument(help="The matter's name; `pincite matter list` shows them.")]


@app.command()
def create(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="What to call it, such as 'Smith v. Jones'.")],
    number: Annotated[str, typer.Option(help="Its docket or file number.")] = "",
) -> None:
    """Make a new, empty matter."""
    session: Session = context.obj
    card = Matters().create(name, number=number)
    session.emit(
        card,
        lambda: (
            f"made the matter {card.slug}; read files into it with"
            f" `pincite --matter {card.slug} ingest FOLDER`"
        ),
    )


@app.command("list")
def all_matters(context: typer.Context) -> None:
    """Every matter, the archived ones too."""
    session: Session = context.obj
    cards = Matters().all()
    session.emit(cards, lambda: "\n".join(map(_line, cards)) or "no matters yet")


@app.command()
def close(context: typer.Context, name: Name) -> None:
    """From now on it is only read."""
    session: Session = context.obj
    card = Matters().close(name)
    session.emit(card, lambda: f"{card.slug} is closed: it can be read, not changed")


@app.command()
def reopen(context: typer.Context, name: Name) -> None:
    """Let a closed matter be changed again."""
    session: Session = context.obj
    card = Matters().reopen(name)
    session.emit(card, lambda: f"{card.slug} is open")


@app.command()
def archive(context: typer.Context, name: Name) -> None:
    """Close it, check it, and keep it as one compressed file."""
    session: Session = context.obj
    card, path = Matters().archive(name)
    session.emit({"matter": card, "archive": path}, lambda: f"{card.slug} is archived in {path}")


@app.command()
def restore(context: typer.Context, name: Name) -> None:
    """Bring an archived matter back, closed."""
    session: Session = context.obj
    card = Matters().restore(name)
    session.emit(card, lambda: f"{card.slug} is back, closed; `pincite matter reopen` opens it")


@app.command()
def delete(
    context: typer.Context,
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Remove a matter for good: every file of it is overwritten and deleted. Your own files stay
    where they are."""
    session: Session = context.obj
    every = Matters()
    card = every.card(name)
    if not yes:
        if session.json or not stderr.is_terminal:
            raise InputError(f"{card.slug} was not deleted", hint="Add --yes to delete it.")
        typed = typer.prompt(f"Type {card.slug} to delete it for good", err=True)
        if typed.strip() != card.slug:
            raise InputError("that is not its name; nothing was deleted", hint="Try again.")
    every.delete(card.slug)
    session.emit({"deleted": card.slug}, lambda: f"{card.slug} is gone")


def _line(card: MatterCard) -> str:
    number = f"  {card.number}" if card.number else ""
    return f"{card.slug:<24} {card.state:<9} {card.name}{number}"
