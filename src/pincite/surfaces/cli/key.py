"""`pincite key`: who may ask over HTTP, and how far that reaches."""

from __future__ import annotations

from typing import Annotated

import typer

from pincite.api.access import Power
from pincite.api.body import plain
from pincite.api.keys import Key, Keys, keys_of
from pincite.surfaces.cli.console import Session, note

app = typer.Typer(help="Keys that may ask over HTTP.", no_args_is_help=True)
_CLOSED = (
    "every request over HTTP is refused until one is made (`pincite key create NAME`), or none is"
    " needed any more (`pincite key open`)"
)
_OPEN = (
    "whoever is at this machine may ask, change and delete everything over HTTP without one;"
    " `pincite key create NAME` ends that"
)


@app.command()
def create(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="Who will use it.")],
    may: Annotated[
        list[Power] | None,
        typer.Option("--may", help="read, ask, write or manage; read and ask by default."),
    ] = None,
    matter: Annotated[
        list[str] | None, typer.Option("--only", help="Only this matter; may be repeated.")
    ] = None,
    no_law: Annotated[bool, typer.Option("--no-law", help="Not the library of law.")] = False,
) -> None:
    """Make a key and show it, this once. From then on every request needs one."""
    session = Session.of(context)
    made, text = _keys(session).create(name, may or (Power.READ, Power.ASK), matter, law=not no_law)
    session.emit(
        {**_told(made), "key": text},
        lambda: f"{text}\n  {_line(made)}\n  It is not shown again; keep it where it is used.",
    )


@app.command("list")
def list_keys(context: typer.Context) -> None:
    """The keys there are; of each its reach, never its text."""
    session = Session.of(context)
    keys = _keys(session)
    every = keys.all()
    none = f"there is no key; {_CLOSED}" if keys.closed else f"there is no key; {_OPEN}"
    session.emit(
        [_told(key) for key in every], lambda: "\n".join(_line(key) for key in every) or none
    )


@app.command()
def revoke(
    context: typer.Context,
    key: Annotated[str, typer.Argument(help="Its id, or its name where one alone has it.")],
) -> None:
    """End a key; it is refused from then on. After the last one every request is refused."""
    session = Session.of(context)
    keys = _keys(session)
    gone = keys.revoke(key)
    session.emit(_told(gone), lambda: f"{gone.name} ({gone.id}) is refused from now on")
    if not keys.all():
        note(f"that was the last key; {_CLOSED}")


@app.command("open")
def open_without_keys(context: typer.Context) -> None:
    """Need no key any more, once all are revoked: whoever is at this machine may then do
    everything. The next key that is made closes it again."""
    session = Session.of(context)
    _keys(session).open()
    session.emit({"open": True}, lambda: f"no key is needed: {_OPEN}")


def _keys(session: Session) -> Keys:
    return keys_of(session.settings)


def _told(key: Key) -> dict[str, object]:
    return {name: value for name, value in plain(key).items() if name != "sha256"}


def _line(key: Key) -> str:
    matters = "every matter" if key.matters is None else ", ".join(key.matters) or "no matter"
    law = " and the law" if key.law else ""
    return f"{key.id}  {key.name}: may {', '.join(key.powers)} in {matters}{law}, made {key.made}"
