"""Matters: which there are, made, closed, reopened and deleted; and how all of it does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import metadata
from typing import Annotated

from pydantic import Field

from pincite.api.access import Access, Power
from pincite.api.jobs import JobView
from pincite.api.operation import NoFields, Operation, Request
from pincite.api.operations import fields as field
from pincite.api.workspace import Workspace
from pincite.errors import NoLibrary
from pincite.matters import MatterCard
from pincite.matters.card import slug
from pincite.search.status import IndexStatus


class CreateCaseRequest(Request):
    name: Annotated[str, Field(min_length=1, max_length=200, description="Such as Smith v. Jones")]
    number: Annotated[str, Field(max_length=100, description="The court's number of it.")] = ""


class CaseRequest(Request):
    matter: field.ThisMatter


class StatusRequest(Request):
    matter: field.MatterName = ""


@dataclass(frozen=True, slots=True)
class Status:
    """How far what is held has been indexed, None where there is nothing there; and the jobs that
    run on it, or wait to."""

    pincite: str
    matter: str
    index: IndexStatus | None
    running: list[JobView]


def list_cases(workspace: Workspace, access: Access, _asked: NoFields) -> list[MatterCard]:
    """The cases that the asker may reach."""
    return [matter for matter in workspace.matters.all() if access.reaches(matter.slug)]


def create_case(workspace: Workspace, access: Access, asked: CreateCaseRequest) -> MatterCard:
    """Make an empty case."""
    if not access.reaches(slug(asked.name)):
        access.check_all_matters()
    return workspace.matters.create(asked.name, number=asked.number)


def close_case(workspace: Workspace, _access: Access, asked: CaseRequest) -> MatterCard:
    """From now on the case is only read."""
    workspace.release(asked.matter)
    return workspace.matters.close(asked.matter)


def reopen_case(workspace: Workspace, _access: Access, asked: CaseRequest) -> MatterCard:
    """A case that was closed may be written to again."""
    return workspace.matters.reopen(asked.matter)


def archive_case(workspace: Workspace, _access: Access, asked: CaseRequest) -> MatterCard:
    """Close a case, check it, and keep it as one compressed file."""
    workspace.release(asked.matter)
    return workspace.matters.archive(asked.matter)[0]


def restore_case(workspace: Workspace, _access: Access, asked: CaseRequest) -> MatterCard:
    """Bring an archived case back, closed."""
    return workspace.matters.restore(asked.matter)


def delete_case(workspace: Workspace, _access: Access, asked: CaseRequest) -> MatterCard:
    """Overwrite and remove everything that is kept of a case. There is no way back."""
    workspace.release(asked.matter)
    return workspace.matters.delete(asked.matter)


def status(workspace: Workspace, _access: Access, asked: StatusRequest) -> Status:
    """How far the law, or a case, has been indexed, and what runs on it."""
    version = metadata.version("pincite")
    name = slug(asked.matter) if asked.matter else ""
    running = [
        replace(job, result=None)
        for job in workspace.jobs.all()
        if job.matter == name and not job.state.ended
    ]
    try:
        found = workspace.collection(asked.matter).search_index.status()
        return Status(version, asked.matter, found, running)
    except NoLibrary:
        if asked.matter:
            raise
        return Status(version, "", None, running)


OPERATIONS = (
    Operation("list_cases", Power.READ, NoFields, list_cases, anywhere=True),
    Operation("create_case", Power.MANAGE, CreateCaseRequest, create_case, anywhere=True),
    Operation("close_case", Power.MANAGE, CaseRequest, close_case),
    Operation("reopen_case", Power.MANAGE, CaseRequest, reopen_case),
    Operation("archive_case", Power.MANAGE, CaseRequest, archive_case),
    Operation("restore_case", Power.MANAGE, CaseRequest, restore_case),
    Operation("delete_case", Power.MANAGE, CaseRequest, delete_case, destroys=True),
    Operation("status", Power.READ, StatusRequest, status),
)
