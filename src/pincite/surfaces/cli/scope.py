"""`pincite resolve`: a rule and everything that governs it on a date."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pincite.surfaces.cli.console import Session, catching_up


def resolve(
    context: typer.Context,
    what: Annotated[
        str,
        typer.Argument(help="A URN, a FRBR URI, or a citation such as '12 CFR § 1002.5(b)(1)'."),
    ],
    at: Annotated[
        str | None, typer.Option("--at", help="The date asked about, YYYY-MM-DD.")
    ] = None,
    version: Annotated[
        str | None, typer.Option("--version", help="A version tag, instead of a date.")
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="Say why each passage is there.")] = False,
    budget: Annotated[
        int | None, typer.Option(min=0, help="Characters of law at most; what is left out is told.")
    ] = None,
    page: Annotated[
        Path | None, typer.Option("--page", help="Also write it as an HTML page.")
    ] = None,
) -> None:
    """A rule and all that governs it on a date: what holds it, the definitions of its terms, its
    exceptions, court overrides and higher law. No model is asked."""
    from pincite.scope.prompt import as_text

    session: Session = context.obj
    with session.library() as opened, catching_up("reading", quiet=session.quiet) as tick:
        found = opened.scope(what, at=at, version=version, budget=budget, progress=tick)
    if page is not None:
        from pincite.scope.page import as_page

        page.write_text(as_page(found), encoding="utf-8")
    session.emit(found, lambda: as_text(found, why=why).rstrip())
