"""The law itself: what a provision says, what holds it, what governs it, and when it said what."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from pydantic import Field

from pincite.api.access import Access, Power
from pincite.api.operation import Operation, Request
from pincite.api.operations import fields as field
from pincite.api.workspace import Workspace
from pincite.corpus.reading import Branch, branch
from pincite.model import Provision
from pincite.scope.context import Context


class ProvisionOptions(Request):
    at: field.At = None
    version: field.Version = None
    depth: Annotated[int, Field(ge=0, le=20, description="Levels below that are listed.")] = 1


class ShowRequest(ProvisionOptions):
    what: field.What


class TreeRequest(Request):
    what: field.What
    at: field.At = None
    version: field.Version = None
    depth: Annotated[int | None, Field(ge=0, description="Levels below; all of them.")] = None


class ScopeRequest(Request):
    what: field.What
    at: field.At = None
    version: field.Version = None
    budget: Annotated[
        int | None, Field(ge=0, le=10_000_000, description="Characters of law at most.")
    ] = None


class LookupRequest(Request):
    what: field.What


@dataclass(frozen=True, slots=True)
class ProvisionView:
    """A provision, what holds it, nearest first, and what is below it."""

    provision: Provision
    ancestors: tuple[Branch, ...]
    tree: Branch


@dataclass(frozen=True, slots=True)
class TreeView:
    """A provision and its structure below. `undated`: its source gives no dates."""

    tree: Branch
    undated: bool


@dataclass(frozen=True, slots=True)
class DatedText:
    """A text of a work: from when to when it held, and in which version it came."""

    valid_from: date | None
    valid_to: date | None
    version: str
    label: str
    content_hash: str


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A place in the law: its URN, the title of its work, and how it is cited."""

    urn: str
    title: str
    locator: str


def show_node(workspace: Workspace, _access: Access, asked: ShowRequest) -> ProvisionView:
    """A provision as it stood on a day or in a version: its words, what courts and higher law have
    done to it, what holds it, and what is below."""
    law = workspace.law
    stored, node = law.place(asked.what, at=asked.at, version=asked.version)
    above = law.store.ancestors(stored.key, node)
    return ProvisionView(
        law.show(asked.what, at=asked.at, version=asked.version),
        tuple(branch(law.store, stored, ancestor, 0) for ancestor in above),
        branch(law.store, stored, node, asked.depth),
    )


def show_tree(workspace: Workspace, _access: Access, asked: TreeRequest) -> TreeView:
    """The structure below a provision or of a whole work, by name alone."""
    law = workspace.law
    stored, node = law.place(asked.what, at=asked.at, version=asked.version)
    return TreeView(branch(law.store, stored, node, asked.depth), stored.validity is None)


def scope(workspace: Workspace, _access: Access, asked: ScopeRequest) -> Context:
    """A rule and all that governs it on a day: what holds it, the definitions of its terms, its
    exceptions, court overrides and higher law. No model is asked."""
    return workspace.law.scope(
        asked.what, at=asked.at, version=asked.version, budget=asked.budget,
        progress=workspace.counted,
    )  # fmt: skip


def lookup(workspace: Workspace, _access: Access, asked: LookupRequest) -> NamedPlace:
    """The one place that words name: a URN, a FRBR URI, or a citation as people write it."""
    law = workspace.law
    stored, node = law.place(asked.what)
    return NamedPlace(node.urn, stored.expression.title, law.show(node.urn).locator)


def list_texts(workspace: Workspace, _access: Access, asked: LookupRequest) -> list[DatedText]:
    """The texts that a work had, oldest first, each with the days on which it held."""
    law = workspace.law
    urn = law.lookup(asked.what)
    work = next(iter(law.store.find(str(urn), at=None, tag=None)), None)
    name = work[0].expression.urn if work else str(urn)
    return [
        DatedText(
            text.validity.start if text.validity else None,
            text.validity.end if text.validity else None,
            text.version,
            text.expression.label,
            text.hash,
        )
        for text in law.texts_of(name)
    ]


OPERATIONS = (
    Operation("show_node", Power.READ, ShowRequest, show_node),
    Operation("show_tree", Power.READ, TreeRequest, show_tree),
    Operation("scope", Power.READ, ScopeRequest, scope, old_names=("resolve",)),
    Operation("lookup", Power.READ, LookupRequest, lookup, old_names=("resolve_urn",)),
    Operation("list_texts", Power.READ, LookupRequest, list_texts, old_names=("timeline",)),
)
