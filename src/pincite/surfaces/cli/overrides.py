"""The commands for court overrides, preemption and synonyms."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.surfaces.cli import display
from pincite.surfaces.cli.console import Session

if TYPE_CHECKING:
    from pincite.api.operations.overrides import OverrideRemoved, SynonymsImported
    from pincite.model import Override, Preemption, Synonym

overrides = typer.Typer(help="Court orders that halt a rule.", no_args_is_help=True)
preemptions = typer.Typer(help="Higher law that overlaps a rule.", no_args_is_help=True)
synonyms = typer.Typer(help="What people call the terms of the law.", no_args_is_help=True)

Rule = Annotated[str, typer.Argument(metavar="RULE", help="The rule: a URN or a citation.")]
From = Annotated[str, typer.Option("--from", help="In effect from, YYYY-MM-DD.")]
MaybeFrom = Annotated[str | None, typer.Option("--from", help="In effect from, YYYY-MM-DD.")]
To = Annotated[str | None, typer.Option("--to", help="Up to, not on, YYYY-MM-DD.")]
Note = Annotated[str, typer.Option(help="Anything worth saying, such as which part it covers.")]
Only = Annotated[str | None, typer.Argument(metavar="RULE", help="Only those of this rule.")]


@overrides.command("add")
def add_override(
    context: typer.Context,
    what: Rule,
    status: Annotated[str, typer.Option(help="VOID, ENJOINED or SUSPENDED.")],
    authority: Annotated[str, typer.Option(help="The court.")],
    start: From,
    citation: Annotated[str, typer.Option(help="The decision.")] = "",
    end: To = None,
    note: Note = "",
) -> None:
    """Record that a court has halted a rule."""
    session = Session.of(context)
    made: Override = session.call(
        "add_override", what=what, status=status, authority=authority, citation=citation,
        start=start, end=end, note=note,
    )  # fmt: skip
    session.emit(made, lambda: f"override {made.id}: {display.override(made)}")


@overrides.command("list")
def list_overrides(
    context: typer.Context,
    what: Only = None,
    at: Annotated[str | None, typer.Option("--at", help="In effect on this date.")] = None,
) -> None:
    """Overrides, by date."""
    session = Session.of(context)
    found: list[Override] = session.call("list_overrides", what=what, at=at)
    session.emit(
        found,
        lambda: (
            "\n".join(f"{override.id:>4} {display.override(override)}" for override in found)
            or "none"
        ),
    )


@overrides.command("remove")
def remove_override(
    context: typer.Context, number: Annotated[int, typer.Argument(help="Its number in the list.")]
) -> None:
    """Take an override back. The audit log keeps both."""
    session = Session.of(context)
    found: OverrideRemoved = session.call("remove_override", number=number)
    session.emit(found, lambda: f"override {found.removed} removed")


@preemptions.command("add")
def add_preemption(
    context: typer.Context,
    what: Rule,
    by: Annotated[str, typer.Option(help="The higher rule: a URN or a citation.")],
    authority: Annotated[str, typer.Option(help="What says so.")] = "",
    start: MaybeFrom = None,
    end: To = None,
    note: Note = "",
) -> None:
    """Record that higher law overlaps a rule."""
    session = Session.of(context)
    made: Preemption = session.call(
        "add_preemption", what=what, by=by, authority=authority, start=start, end=end, note=note
    )
    session.emit(made, lambda: f"preemption {made.id}: {display.preemption(made)}")


@preemptions.command("list")
def list_preemptions(context: typer.Context, what: Only = None) -> None:
    """Preemptions, in the order they were recorded."""
    session = Session.of(context)
    found: list[Preemption] = session.call("list_preemptions", what=what)
    session.emit(
        found,
        lambda: (
            "\n".join(
                f"{preemption.id:>4} {display.preemption(preemption)}" for preemption in found
            )
            or "none"
        ),
    )


@synonyms.command("import")
def import_synonyms(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(help="Tab-separated: phrase, term, weight, …")],
) -> None:
    """Read a file of lay phrases and the terms they stand for."""
    session = Session.of(context)
    found: SynonymsImported = session.call("import_synonyms", path=str(path))
    session.emit(found, lambda: f"{found.lines} synonyms read, {found.new} new")


@synonyms.command("list")
def list_synonyms(context: typer.Context) -> None:
    """The lay phrases that were imported, and the terms they stand for."""
    session = Session.of(context)
    found: list[Synonym] = session.call("list_synonyms")
    session.emit(found, lambda: "\n".join(map(display.synonym, found)) or "none")
