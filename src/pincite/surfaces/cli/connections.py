"""Who, when, and what hangs together in a matter."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.graph.records import EntityCount, RelatedDocument
from pincite.matters.connections import CitedEvent, EntityMention, TiedPassage
from pincite.surfaces.cli.casefiles import Doc, Limit, Offset
from pincite.surfaces.cli.console import Session, note_next

if TYPE_CHECKING:
    from pincite.api.operations.files import EventPage

_WIDTH = 96
_REASONS = 4


def entities(
    context: typer.Context,
    kind: Annotated[
        str | None,
        typer.Option(
            help="Only party, organisation, court, judge, attorney, signatory, docket, date,"
            " statute or case."
        ),
    ] = None,
    what: Annotated[
        str | None, typer.Option("--mentions", help="Every place that names this one.")
    ] = None,
    limit: Limit = None,
) -> None:
    """Who and what the documents name.

    Parties, courts, judges, attorneys, statutes, cases."""
    session = Session.of(context)
    if what is not None:
        places: list[EntityMention] = session.call("list_mentions", what=what, limit=limit)
        session.emit(places, lambda: _mentions(places))
        session.note_cut("list_mentions", places, limit)
        return
    found: list[EntityCount] = session.call("list_entities", kind=kind, limit=limit)
    session.emit(found, lambda: _entities(found))
    session.note_cut("list_entities", found, limit)


def timeline(
    context: typer.Context,
    start: Annotated[str | None, typer.Option("--from", help="From this date, YYYY-MM-DD.")] = None,
    end: Annotated[str | None, typer.Option("--to", help="Up to and on this date.")] = None,
    unclear: Annotated[
        bool, typer.Option("--unclear", help="The dates whose day cannot be told, and why.")
    ] = False,
    offset: Offset = None,
    limit: Limit = None,
) -> None:
    """What the documents say happened when, oldest first."""
    session = Session.of(context)
    found: EventPage = (
        session.call("list_unclear_dates", offset=offset, limit=limit)
        if unclear
        else session.call("list_events", start=start, end=end, offset=offset, limit=limit)
    )
    session.emit(found, lambda: _events(found.items))
    note_next(found.next, found.total)


def related(
    context: typer.Context,
    document: Doc,
    index: Annotated[
        int | None,
        typer.Option("--passage", help="Passages tied to this one instead, by its chunk_index."),
    ] = None,
    limit: Limit = None,
) -> None:
    """Other documents that speak of the same people and things."""
    session = Session.of(context)
    if index is not None:
        passages: list[TiedPassage] = session.call(
            "related_passages", document=document, index=index, limit=limit
        )
        session.emit(passages, lambda: _passages(passages))
        return
    found: list[RelatedDocument] = session.call("related_documents", document=document, limit=limit)
    session.emit(found, lambda: _related(found))


def _entities(counts: Sequence[EntityCount]) -> str:
    lines = [
        f"{count.entity.kind:<13} {count.mentions:>6} in {count.documents:>3}  {count.entity.name}"
        + (f" ({', '.join(count.entity.roles)})" if count.entity.roles else "")
        for count in counts
    ]
    return "\n".join(lines) or "nobody and nothing was found"


def _mentions(mentions: Sequence[EntityMention]) -> str:
    return "\n".join(f"{mention.citation}: {mention.mention.words}" for mention in mentions)


def _events(events: Sequence[CitedEvent]) -> str:
    lines: list[str] = []
    for cited in events:
        event = cited.event
        when = event.iso or f"{event.words}? {event.reason}"
        lines.append(f"{when:<11} {cited.citation}")
        lines.append(
            textwrap.fill(event.sentence, _WIDTH, initial_indent="  ", subsequent_indent="  ")
        )
    return "\n".join(lines) or "no dates were found"


def _passages(passages: Sequence[TiedPassage]) -> str:
    lines: list[str] = []
    for passage in passages:
        names = ", ".join(dict.fromkeys(shared.name or shared.why for shared in passage.shared))
        lines.append(f"{passage.weight:>7.2f}  {passage.citation}  ({names})")
        lines.append(textwrap.shorten(passage.text, _WIDTH * 2, placeholder=" …"))
    return "\n".join(lines) or "no other passage is tied to it"


def _related(documents: Sequence[RelatedDocument]) -> str:
    lines: list[str] = []
    for document in documents:
        names = ", ".join(dict.fromkeys(shared.name for shared in document.shared[:_REASONS]))
        lines.append(f"{document.weight:>7.2f}  {document.name}\n         {names}")
    return "\n".join(lines) or "nothing else speaks of the same"
