"""`pincite ask`: an answer with checked quotes, or a refusal."""

from __future__ import annotations

from typing import Annotated

import typer

from pincite.errors import InputError
from pincite.matters.matter import Matter
from pincite.surfaces.cli.answer_display import reply_text
from pincite.surfaces.cli.console import Session, catching_up, note


def ask(
    context: typer.Context,
    question: Annotated[str, typer.Argument(help="A question, or a citation to be shown whole.")],
    at: Annotated[str | None, typer.Option("--at", help="Law in force on YYYY-MM-DD.")] = None,
    version: Annotated[str | None, typer.Option("--version", help="Law of a version.")] = None,
    within: Annotated[str, typer.Option(help="Only a work or provision, and below it.")] = "",
    channel: Annotated[str, typer.Option(help="web, or whatsapp: shorter.")] = "web",
    answerer: Annotated[
        str, typer.Option(help="extractive, or openai: a model, whose quotes are checked too.")
    ] = "",
    document: Annotated[str, typer.Option(help="In a matter: only this document.")] = "",
) -> None:
    """Answer a question from the law, or from a matter's files: every quote is checked word for
    word against the place it cites; where that fails, or nothing answers, it is refused."""
    session: Session = context.obj
    with session.library() as opened, catching_up("reading", quiet=session.quiet) as tell:
        if isinstance(opened, Matter):
            reply = opened.ask(
                question, at=at, version=version, within=within, channel=channel,
                answerer=answerer, document=document, progress=tell,
            )  # fmt: skip
        elif document:
            raise InputError(
                "--document is about case files", hint="Name the matter: --matter NAME."
            )
        else:
            reply = opened.ask(
                question, at=at, version=version, within=within, channel=channel,
                answerer=answerer, progress=tell,
            )  # fmt: skip
    session.emit(reply, lambda: reply_text(reply))
    if not session.json:
        for one in reply.degraded:
            note(one)
