"""Versions, what changed between them, and the log of every change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from pincite.api.access import Access, Power
from pincite.api.body import body
from pincite.api.operation import NoFields, Operation, Request
from pincite.api.operations import fields as field
from pincite.api.operations.index import IndexRequest, index
from pincite.api.readiness import pipeline
from pincite.api.workspace import Workspace
from pincite.corpus.audit import AuditEntry
from pincite.corpus.diff import Change
from pincite.corpus.verification import CorpusVerification
from pincite.model import Version

Tag = Annotated[str, Field(min_length=1, max_length=200, description="A version's tag.")]


class DiffRequest(Request):
    old: Tag
    new: Tag


class RollbackRequest(Request):
    version: Tag


class CollectionRequest(Request):
    matter: field.MatterName = ""


@dataclass(frozen=True, slots=True)
class RolledBack:
    """The version that is now the newest that counts, and those set aside."""

    version: str
    set_aside: list[str]


@dataclass(frozen=True, slots=True)
class HeldWork:
    """A work that is held, by URN and title."""

    urn: str
    title: str


@dataclass(frozen=True, slots=True)
class Stats:
    """How many rows of each kind are kept, and which works."""

    counts: dict[str, int]
    works: list[HeldWork]


def list_versions(workspace: Workspace, _access: Access, _asked: NoFields) -> list[Version]:
    """Every load of law, oldest first."""
    return workspace.law.versions()


def diff_versions(workspace: Workspace, _access: Access, asked: DiffRequest) -> list[Change]:
    """What changed between two versions of the law, provision by provision."""
    return workspace.law.diff(asked.old, asked.new)


def rollback(workspace: Workspace, access: Access, asked: RollbackRequest) -> RolledBack:
    """Go back (or forward) to a version of a collection. Nothing is deleted, and what counts now is
    made ready to be asked in the background."""

    def rolled() -> RolledBack:
        return RolledBack(asked.version, workspace.law.rollback(asked.version))

    if workspace.foreground:
        return pipeline(workspace, workspace.law).read(lambda _watched: rolled())
    done = rolled()
    workspace.begin("index", "", lambda own: body(index(own, access, IndexRequest())))
    return done


def show_stats(workspace: Workspace, _access: Access, asked: CollectionRequest) -> Stats:
    """How much the library, or a case, holds."""
    held = workspace.collection(asked.matter)
    return Stats(held.stats(), [HeldWork(urn, title) for urn, title in held.store.works()])


def verify_audit(
    workspace: Workspace, _access: Access, asked: CollectionRequest
) -> CorpusVerification:
    """Recompute every hash of what is kept, and the chain of the audit log."""
    return workspace.collection(asked.matter).verify()


def list_audit(workspace: Workspace, _access: Access, asked: CollectionRequest) -> list[AuditEntry]:
    """Every change that was ever made, oldest first."""
    return list(workspace.collection(asked.matter).audit())


OPERATIONS = (
    Operation("list_versions", Power.READ, NoFields, list_versions, old_names=("versions",)),
    Operation("diff_versions", Power.READ, DiffRequest, diff_versions),
    Operation("rollback", Power.MANAGE, RollbackRequest, rollback),
    Operation("show_stats", Power.READ, CollectionRequest, show_stats),
    Operation("verify_audit", Power.READ, CollectionRequest, verify_audit),
    Operation("list_audit", Power.MANAGE, CollectionRequest, list_audit, reads=True),
)
