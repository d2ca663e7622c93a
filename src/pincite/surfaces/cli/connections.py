"""Who, when, and what hangs together in a matter."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Annotated

import typer

from pincite.graph.records import EntityCount, RelatedDocument
from pincite.matters.connections import CitedEvent, EntityMention, TiedPassage
from pincite.surfaces.cli.casefiles import Doc
from pincite.surfaces.cli.console import Session, catching_up

Limit = Annotated[int, typer.Option(min=1, help="How many at most.")]
_WIDTH = 96
_REASONS = 4
_READING = "reading the documents for names and dates"


def entities(
    context: typer.Context,
    kind: Annotated[
        str | None,
        typer.Option(
            help="Only party, organisation, court, judge, attorney, signatory, docket, date,"
            " statute or case."
        ),
    ] = None,
    of: Annotated[
        str | None, typer.Option("--mentions", help="Every place that names this one.")
    ] = None,
    limit: Limit = 100,
) -> None:
    """Who and what the documents name: parties, courts, judges, attorneys, statutes, cases."""
    session: Session = context.obj
    with session.matter() as matter, catching_up(_READING, quiet=session.quiet) as tell:
        if of is not None:
            places = matter.mentions(of, progress=tell)
            session.emit(places, lambda: _mentions(places))
            return
        found = matter.entities(kind, limit=limit, progress=tell)
    session.emit(found, lambda: _entities(found))


def timeline(
    context: typer.Context,
    start: Annotated[str, typer.Option("--from", help="From this date, YYYY-MM-DD.")] = "",
    end: Annotated[str, typer.Option("--to", help="Up to and on this date.")] = "",
    unclear: Annotated[
        bool, typer.Option("--unclear", help="The dates whose day cannot be told, and why.")
    ] = False,
) -> None:
    """What the documents say happened when, oldest first, each with its citation."""
    session: Session = context.obj
    with session.matter() as matter, catching_up(_READING, quiet=session.quiet) as tell:
        found = (
            matter.undated(progress=tell) if unclear else matter.events(start, end, progress=tell)
        )
    session.emit(found, lambda: _events(found))


def related(
    context: typer.Context,
    document: Doc,
    passage: Annotated[
        int | None,
        typer.Option(min=0, help="Passages tied to this one instead, by its chunk_index."),
    ] = None,
    limit: Limit = 10,
) -> None:
    """Other documents that speak of the same people and things, and of which."""
    session: Session = context.obj
    with session.matter() as matter, catching_up(_READING, quiet=session.quiet) as tell:
        if passage is not None:
            passages = matter.related_passages(document, passage, limit=limit, progress=tell)
            session.emit(passages, lambda: _passages(passages))
            return
        found = matter.related(document, limit=limit, progress=tell)
    session.emit(found, lambda: _related(found))


def _entities(found: Sequence[EntityCount]) -> str:
    lines = [
        f"{one.entity.kind:<13} {one.mentions:>6} in {one.documents:>3}  {one.entity.name}"
        + (f" ({', '.join(one.entity.roles)})" if one.entity.roles else "")
        for one in found
    ]
    return "\n".join(lines) or "nobody and nothing was found"


def _mentions(found: Sequence[EntityMention]) -> str:
    return "\n".join(f"{one.citation}: {one.mention.words}" for one in found)


def _events(found: Sequence[CitedEvent]) -> str:
    lines: list[str] = []
    for one in found:
        event = one.event
        when = event.iso or f"{event.words}? {event.reason}"
        lines.append(f"{when:<11} {one.citation}")
        lines.append(
            textwrap.fill(event.sentence, _WIDTH, initial_indent="  ", subsequent_indent="  ")
        )
    return "\n".join(lines) or "no dates were found"


def _passages(found: Sequence[TiedPassage]) -> str:
    lines: list[str] = []
    for one in found:
        names = ", ".join(dict.fromkeys(shared.name or shared.why for shared in one.shared))
        lines.append(f"{one.weight:>7.2f}  {one.citation}  ({names})")
        lines.append(textwrap.shorten(one.text, _WIDTH * 2, placeholder=" …"))
    return "\n".join(lines) or "no other passage is tied to it"


def _related(found: Sequence[RelatedDocument]) -> str:
    lines: list[str] = []
    for one in found:
        names = ", ".join(dict.fromkeys(shared.name for shared in one.shared[:_REASONS]))
        lines.append(f"{one.weight:>7.2f}  {one.name}\n         {names}")
    return "\n".join(lines) or "nothing else speaks of the same"
