"""Versions, what changed between them, and the log of every change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pincite.errors import ROWS
from pincite.surfaces.cli import display
from pincite.surfaces.cli.console import Session

if TYPE_CHECKING:
    from pincite.api.operations.history import RolledBack, Stats
    from pincite.corpus.audit import AuditEntry
    from pincite.corpus.diff import Change
    from pincite.corpus.verification import CorpusVerification
    from pincite.model import Version

_TAG = "A version tag; `pincite versions` lists them."
Tag = Annotated[str, typer.Argument(help=_TAG)]
audit = typer.Typer(help="The log of every change.", no_args_is_help=True)


def versions(context: typer.Context) -> None:
    """Every load of law, oldest first."""
    session = Session.of(context)
    found: list[Version] = session.call("list_versions")
    session.emit(found, lambda: display.versions(found))


def diff(context: typer.Context, old: Tag, new: Tag) -> None:
    """What changed between two versions, provision by provision."""
    session = Session.of(context)
    found: list[Change] = session.call("diff_versions", old=old, new=new)
    session.emit(found, lambda: display.changes(found))


def rollback(
    context: typer.Context, version: Annotated[str, typer.Argument(metavar="TAG", help=_TAG)]
) -> None:
    """Go back (or forward) to a version. Nothing is deleted."""
    session = Session.of(context)
    found: RolledBack = session.call("rollback", version=version)
    aside = ", ".join(found.set_aside) or "none"
    session.emit(found, lambda: f"{version} is the newest version that counts; set aside: {aside}")


def stats(context: typer.Context) -> None:
    """How much the library, or a matter, holds."""
    session = Session.of(context)
    found: Stats = session.call("show_stats")
    session.emit(found, lambda: display.stats(found))


@audit.command("verify")
def audit_verify(context: typer.Context) -> None:
    """Recompute every hash and the chain of the audit log."""
    session = Session.of(context)
    found: CorpusVerification = session.call("verify_audit")
    session.emit(found, lambda: display.verification(found))
    if found.problems:
        raise typer.Exit(ROWS["library_damaged"].exit)


@audit.command("log")
def audit_log(context: typer.Context) -> None:
    """Every change, oldest first."""
    session = Session.of(context)
    found: list[AuditEntry] = session.call("list_audit")
    session.emit(found, lambda: display.audit_log(found))
