"""The law itself: what a provision says, what holds it, what governs it, and when it said what."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from pydantic import Field

from pincite.api.access import Access, Power
from pincite.api.operations import Ask, Operation
from pincite.api.operations import fields as field
from pincite.api.workspace import Workspace
from pincite.corpus.reading import Branch, branch, provision
from pincite.model import Provision, Version
from pincite.scope.context import Context


class OfNode(Ask):
    at: field.At = None
    version: field.Version = None
    depth: Annotated[int, Field(ge=0, le=20, description="Levels below that are listed.")] = 1


class Node(OfNode):
    what: field.What


class Governed(Ask):
    what: field.What
    at: field.At = None
    version: field.Version = None
    budget: Annotated[
        int | None, Field(ge=0, le=10_000_000, description="Characters of law at most.")
    ] = None


class Named(Ask):
    what: field.What


class Nothing(Ask):
    """No fields."""


@dataclass(frozen=True, slots=True)
class NodeView:
    """A provision, what holds it, nearest first, and what is below it."""

    provision: Provision
    ancestors: tuple[Branch, ...]
    tree: Branch


@dataclass(frozen=True, slots=True)
class Expressed:
    """A text of a work: from when to when it held, and in which version it came."""

    valid_from: date | None
    valid_to: date | None
    version: str
    label: str
    content_hash: str


@dataclass(frozen=True, slots=True)
class Resolved:
    urn: str
    title: str
    locator: str


def show_node(workspace: Workspace, _access: Access, asked: Node) -> NodeView:
    """A provision as it stood on a day or in a version: its words, what holds it, what is below."""
    law = workspace.law
    stored, node = law.place(asked.what, at=asked.at, version=asked.version)
    above = law.store.ancestors(stored.key, node)
    return NodeView(
        provision(law.store, stored, node),
        tuple(branch(law.store, stored, one, 0) for one in above),
        branch(law.store, stored, node, asked.depth),
    )


def resolve(workspace: Workspace, _access: Access, asked: Governed) -> Context:
    """A rule and all that governs it on a day: what holds it, the definitions of its terms, its
    exceptions, court overrides and higher law. No model is asked."""
    return workspace.law.scope(asked.what, at=asked.at, version=asked.version, budget=asked.budget)


def resolve_urn(workspace: Workspace, _access: Access, asked: Named) -> Resolved:
    """The one place that words cite: a URN, a FRBR URI, or a citation as people write it."""
    law = workspace.law
    stored, node = law.place(asked.what)
    found = law.show(node.urn)
    return Resolved(node.urn, stored.expression.title, found.locator)


def timeline(workspace: Workspace, _access: Access, asked: Named) -> list[Expressed]:
    """The texts that a work had, oldest first, each with the days on which it held."""
    law = workspace.law
    urn = law.resolve(asked.what)
    work = next(iter(law.store.find(str(urn), at=None, tag=None)), None)
    name = work[0].expression.urn if work else str(urn)
    return [
        Expressed(
            one.validity.start if one.validity else None,
            one.validity.end if one.validity else None,
            one.version,
            one.expression.label,
            one.hash,
        )
        for one in law.timeline(name)
    ]


def versions(workspace: Workspace, _access: Access, _asked: Nothing) -> list[Version]:
    """What was loaded into the library, and when."""
    return workspace.law.versions()


OPERATIONS = (
    Operation("show_node", Power.READ, Node, show_node),
    Operation("resolve", Power.READ, Governed, resolve),
    Operation("resolve_urn", Power.READ, Named, resolve_urn),
    Operation("timeline", Power.READ, Named, timeline),
    Operation("versions", Power.READ, Nothing, versions),
)
