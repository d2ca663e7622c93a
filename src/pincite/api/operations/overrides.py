"""What courts and higher law have done to a rule, and what people call its terms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from pincite.api.access import Access, Power
from pincite.api.operation import Operation, Request
from pincite.api.operations import fields as field
from pincite.api.paths import allowed
from pincite.api.workspace import Workspace
from pincite.model import Override, Preemption, Synonym

Note = Annotated[
    str, Field(max_length=2000, description="Anything worth saying, such as what it covers.")
]
Until = Annotated[field.Day | None, Field(description="Up to, not on, YYYY-MM-DD.")]


class AddOverrideRequest(Request):
    what: field.What
    status: Annotated[str, Field(max_length=20, description="VOID, ENJOINED or SUSPENDED.")]
    authority: Annotated[str, Field(min_length=1, max_length=500, description="The court.")]
    start: Annotated[field.Day, Field(description="In effect from, YYYY-MM-DD.")]
    end: Until = None
    citation: Annotated[str, Field(max_length=500, description="The decision.")] = ""
    note: Note = ""


class ListOverridesRequest(Request):
    what: field.MaybeWhat = ""
    at: field.At = None


class RemoveOverrideRequest(Request):
    number: Annotated[int, Field(ge=1, le=2**31, description="Its number in the list.")]


class AddPreemptionRequest(Request):
    what: field.What
    by: Annotated[
        str, Field(min_length=1, max_length=1000, description="The higher rule: URN or citation.")
    ]
    authority: Annotated[str, Field(max_length=500, description="What says so.")] = ""
    start: Annotated[field.Day | None, Field(description="In effect from, YYYY-MM-DD.")] = None
    end: Until = None
    note: Note = ""


class ListPreemptionsRequest(Request):
    what: field.MaybeWhat = ""


class ImportSynonymsRequest(Request):
    path: field.APath
    matter: field.MatterName = ""


class ListSynonymsRequest(Request):
    matter: field.MatterName = ""


@dataclass(frozen=True, slots=True)
class OverrideRemoved:
    """The number of the override that was taken back."""

    removed: int


@dataclass(frozen=True, slots=True)
class SynonymsImported:
    """The lines of a file, and how many of them are new."""

    lines: int
    new: int


def add_override(workspace: Workspace, _access: Access, asked: AddOverrideRequest) -> Override:
    """Record that a court has halted a rule and all below it; every answer, search and provision
    says so from then on."""
    return workspace.law.add_override(
        asked.what, asked.status, authority=asked.authority, citation=asked.citation,
        start=asked.start, end=asked.end, note=asked.note,
    )  # fmt: skip


def list_overrides(
    workspace: Workspace, _access: Access, asked: ListOverridesRequest
) -> list[Override]:
    """Court overrides by date: all, of one rule, or in effect on a day."""
    return workspace.law.overrides(asked.what or None, at=asked.at)


def remove_override(
    workspace: Workspace, _access: Access, asked: RemoveOverrideRequest
) -> OverrideRemoved:
    """Take an override back. The audit log keeps both."""
    workspace.law.remove_override(asked.number)
    return OverrideRemoved(asked.number)


def add_preemption(
    workspace: Workspace, _access: Access, asked: AddPreemptionRequest
) -> Preemption:
    """Record that higher law overlaps a rule: a warning, never a halt."""
    return workspace.law.add_preemption(
        asked.what, asked.by, authority=asked.authority, start=asked.start, end=asked.end,
        note=asked.note,
    )  # fmt: skip


def list_preemptions(
    workspace: Workspace, _access: Access, asked: ListPreemptionsRequest
) -> list[Preemption]:
    """Higher law that overlaps rules, in the order it was recorded."""
    return workspace.law.preemptions(asked.what or None)


def import_synonyms(
    workspace: Workspace, access: Access, asked: ImportSynonymsRequest
) -> SynonymsImported:
    """Read a file of lay phrases and the terms they stand for: all of it, or nothing."""
    path = allowed(workspace, access, asked.path)
    lines, new = workspace.collection(asked.matter).import_synonyms(path)
    return SynonymsImported(lines, new)


def list_synonyms(
    workspace: Workspace, _access: Access, asked: ListSynonymsRequest
) -> list[Synonym]:
    """The lay phrases that were imported, and the terms they stand for."""
    return workspace.collection(asked.matter).synonyms()


OPERATIONS = (
    Operation("add_override", Power.MANAGE, AddOverrideRequest, add_override),
    Operation("list_overrides", Power.READ, ListOverridesRequest, list_overrides),
    Operation("remove_override", Power.MANAGE, RemoveOverrideRequest, remove_override),
    Operation("add_preemption", Power.MANAGE, AddPreemptionRequest, add_preemption),
    Operation("list_preemptions", Power.READ, ListPreemptionsRequest, list_preemptions),
    Operation("import_synonyms", Power.MANAGE, ImportSynonymsRequest, import_synonyms),
    Operation("list_synonyms", Power.READ, ListSynonymsRequest, list_synonyms),
)
