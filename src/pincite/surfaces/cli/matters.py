"""`pincite matter …`: the matters on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from pincite.errors import InputError
from pincite.matters import MatterCard
from pincite.surfaces.cli.console import Session
from pincite.surfaces.cli.progress import stderr

app = typer.Typer(
    help="The matters on this machine, each apart from the others.",
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
    session = Session.of(context)
    card: MatterCard = session.call("create_case", name=name, number=number)
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
    session = Session.of(context)
    cards: list[MatterCard] = session.call("list_cases")
    session.emit(cards, lambda: "\n".join(map(_line, cards)) or "no matters yet")


@app.command()
def close(context: typer.Context, name: Name) -> None:
    """From now on it is only read."""
    session = Session.of(context)
    card: MatterCard = session.call("close_case", matter=name)
    session.emit(card, lambda: f"{card.slug} is closed: it can be read, not changed")


@app.command()
def reopen(context: typer.Context, name: Name) -> None:
    """Let a closed matter be changed again."""
    session = Session.of(context)
    card: MatterCard = session.call("reopen_case", matter=name)
    session.emit(card, lambda: f"{card.slug} is open")


@app.command()
def archive(context: typer.Context, name: Name) -> None:
    """Close it, check it, and keep it as one compressed file."""
    session = Session.of(context)
    card: MatterCard = session.call("archive_case", matter=name)
    session.emit(
        card,
        lambda: f"{card.slug} is archived; `pincite matter restore {card.slug}` brings it back",
    )


@app.command()
def restore(context: typer.Context, name: Name) -> None:
    """Bring an archived matter back, closed."""
    session = Session.of(context)
    card: MatterCard = session.call("restore_case", matter=name)
    session.emit(card, lambda: f"{card.slug} is back, closed; `pincite matter reopen` opens it")


@app.command()
def delete(
    context: typer.Context,
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Remove a matter for good.

    Every file of it is overwritten and deleted. Your own files stay where they are."""
    session = Session.of(context)
    card = session.workspace.matters.card(name)
    if not yes:
        if session.json or not stderr.is_terminal:
            raise InputError(f"{card.slug} was not deleted", hint="Add --yes to delete it.")
        typed = typer.prompt(f"Type {card.slug} to delete it for good", err=True)
        if typed.strip() != card.slug:
            raise InputError("that is not its name; nothing was deleted", hint="Try again.")
    gone: MatterCard = session.call("delete_case", matter=card.slug)
    session.emit(gone, lambda: f"{gone.slug} is gone")


def _line(card: MatterCard) -> str:
    number = f"  {card.number}" if card.number else ""
    return f"{card.slug:<24} {card.state:<9} {card.name}{number}"
