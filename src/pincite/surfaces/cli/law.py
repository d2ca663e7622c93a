"""The law itself: what a provision says, what governs it, and when it said what."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.surfaces.cli import display
from pincite.surfaces.cli.console import Session, note

if TYPE_CHECKING:
    from pincite.api.operations.law import DatedText, NamedPlace, ProvisionView, TreeView
    from pincite.scope.context import Context
    from pincite.search.card import LawCard

At = Annotated[str | None, typer.Option("--at", help="The date asked about, YYYY-MM-DD.")]
InVersion = Annotated[
    str | None, typer.Option("--version", help="A version tag, instead of a date.")
]
What = Annotated[
    str, typer.Argument(help="A URN, a FRBR URI, or a citation such as '12 CFR § 1002.5(b)(1)'.")
]


def show(
    context: typer.Context,
    what: What,
    at: At = None,
    version: InVersion = None,
    depth: Annotated[
        int | None, typer.Option(min=0, help="With --json: levels below that are listed.")
    ] = None,
) -> None:
    """What a provision says, and whether a court has halted it.

    With its citation, the days on which it held, and the file that it came from. A list or a range
    ("ss 12-14 of the Act") shows each provision."""
    session = Session.of(context)
    found: ProvisionView = session.call("show_node", what=what, at=at, version=version, depth=depth)
    session.emit(
        found, lambda: "\n\n".join(map(display.provision, (found.provision, *found.others)))
    )


def card(
    context: typer.Context,
    what: Annotated[
        str,
        typer.Argument(help="A law by its title, number, chapter or usual name; or its URN."),
    ],
    at: At = None,
    version: InVersion = None,
) -> None:
    """A whole law at a glance: what it is, what it holds, how it begins.

    Title, number, chapter, status, the dates of its text and of those held, its contents, its
    opening words, and what amended it."""
    session = Session.of(context)
    found: LawCard = session.call("law_card", what=what, at=at, version=version)
    session.emit(found, lambda: display.law_card(found))


def tree(
    context: typer.Context,
    what: What,
    at: At = None,
    version: InVersion = None,
    depth: Annotated[int | None, typer.Option(min=0, help="How many levels down.")] = None,
) -> None:
    """The structure below a provision."""
    session = Session.of(context)
    found: TreeView = session.call("show_tree", what=what, at=at, version=version, depth=depth)
    session.emit(found, lambda: display.tree(found.tree))
    if at is not None and found.undated:
        note(f"{display.UNDATED}; this may not be what held on {at}")


def texts(context: typer.Context, what: What) -> None:
    """The texts that a work had, each with the days on which it held."""
    session = Session.of(context)
    found: list[DatedText] = session.call("list_texts", what=what)
    session.emit(found, lambda: display.texts(found))


def lookup(context: typer.Context, what: What) -> None:
    """The one place that a citation names: its URN and its title."""
    session = Session.of(context)
    found: NamedPlace = session.call("lookup", what=what)
    others = "".join(f"\n{urn}" for urn in found.others)
    session.emit(found, lambda: f"{found.urn}\n{found.locator}\n{found.title}{others}")


def scope(
    context: typer.Context,
    what: What,
    at: At = None,
    version: InVersion = None,
    why: Annotated[bool, typer.Option("--why", help="Say why each passage is there.")] = False,
    budget: Annotated[
        int | None, typer.Option(min=0, help="Characters of law at most; what is left out is told.")
    ] = None,
    page: Annotated[
        Path | None, typer.Option("--page", help="Also write it as an HTML page.")
    ] = None,
) -> None:
    """A rule and all that governs it on a date.

    What holds it, the definitions of its terms, its exceptions, court overrides and higher law. No
    model is asked."""
    from pincite.scope.prompt import as_text

    session = Session.of(context)
    found: Context = session.call("scope", what=what, at=at, version=version, budget=budget)
    if page is not None:
        from pincite.scope.page import as_page

        page.write_text(as_page(found), encoding="utf-8")
    session.emit(found, lambda: as_text(found, why=why).rstrip())
