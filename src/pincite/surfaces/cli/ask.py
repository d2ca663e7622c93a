"""`pincite ask`: an answer with checked quotes, or a refusal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pincite.answer.reply import Reply
from pincite.errors import InputError
from pincite.matters.matter import Matter
from pincite.settings import read_settings
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
    pack: Annotated[
        Path | None, typer.Option(help="From this pack alone: no library is opened.")
    ] = None,
) -> None:
    """Answer a question from the law, or from a matter's files: every quote is checked word for
    word against the place it cites; where that fails, or nothing answers, it is refused."""
    session: Session = context.obj
    if pack is not None:
        from pincite.answer.sources.pack import ask_pack

        if at or version or within or document:
            raise InputError(
                "a pack is of one day and of one text", hint="Leave out what narrows the question."
            )
        settings = read_settings()
        reply = ask_pack(
            pack, question, settings, session.folder or settings.library, channel=channel,
            answerer=answerer,
        )  # fmt: skip
        _emit(session, reply)
        return
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
    _emit(session, reply)


def _emit(session: Session, reply: Reply) -> None:
    session.emit(reply, lambda: reply_text(reply))
    if not session.json:
        for one in reply.degraded:
            note(one)
