"""`pincite ask`: an answer with checked quotes, or a refusal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.errors import InputError
from pincite.surfaces.cli.answer_display import reply_text
from pincite.surfaces.cli.console import Session, note

if TYPE_CHECKING:
    from pincite.answer.reply import Reply


def ask(
    context: typer.Context,
    query: Annotated[
        str,
        typer.Argument(metavar="QUESTION", help="A question, or a citation to be shown whole."),
    ],
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            help="Law in force on YYYY-MM-DD; without it, on the date that the question names, or"
            " today.",
        ),
    ] = None,
    version: Annotated[str | None, typer.Option("--version", help="Law of a version.")] = None,
    within: Annotated[
        str | None, typer.Option(help="Only a work or provision, and below it.")
    ] = None,
    channel: Annotated[str | None, typer.Option(help="web, or whatsapp: shorter.")] = None,
    answerer: Annotated[
        str | None,
        typer.Option(help="extractive, or openai: a model, whose quotes are checked too."),
    ] = None,
    jurisdiction: Annotated[
        list[str] | None, typer.Option(help="Only law of it and of its parts: us-dc, is, zw …")
    ] = None,
    document: Annotated[str | None, typer.Option(help="In a matter: only this document.")] = None,
    pack: Annotated[
        Path | None, typer.Option(help="From this pack alone: no library is opened.")
    ] = None,
) -> None:
    """Answer a question with checked quotes, or refuse to.

    From the law, or from a matter's files: every quote is checked word for word against the place
    it cites; where that fails, or nothing answers, it is refused."""
    session = Session.of(context)
    if pack is not None:
        if at or version or within or document or jurisdiction:
            raise InputError(
                "a pack is of one day and of one text", hint="Leave out what narrows the question."
            )
        reply: Reply = session.call(
            "ask_pack", path=str(pack), query=query, channel=channel, answerer=answerer
        )
    else:
        reply = session.call(
            "ask", query=query, at=at, version=version, within=within, channel=channel,
            answerer=answerer, document=document,
            jurisdiction=tuple(code.strip() for code in jurisdiction or () if code.strip()),
        )  # fmt: skip
    session.emit(reply, lambda: reply_text(reply, bold=sys.stdout.isatty()))
    if not session.json:
        for reason in reply.degraded:
            note(reason)
