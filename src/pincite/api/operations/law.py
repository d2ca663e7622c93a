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
from pincite.search.card import LawCard


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


class CardRequest(Request):
    what: Annotated[
        field.What,
        Field(description="A law by its title, number, chapter or usual name; or its URN."),
    ]
    at: field.At = None
    version: field.Version = None


@dataclass(frozen=True, slots=True)
class ProvisionView:
    """A provision, what holds it, nearest first, and what is below it. `others` are the other
    provisions of a list or a range that was asked for, in order."""

    provision: Provision
    ancestors: tuple[Branch, ...]
    tree: Branch
    others: tuple[Provision, ...] = ()


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
    """A place in the law: its URN, the title of its work, and how it is cited. `others` are the
    URNs of the other provisions of a list or a range, in order."""

    urn: str
    title: str
    locator: str
    others: tuple[str, ...] = ()


def show_node(workspace: Workspace, _access: Access, asked: ShowRequest) -> ProvisionView:
    """A provision as it stood on a day or in a version: its words, what courts and higher law have
    done to it, what holds it, and what is below. Of a range ("ss 12-14") the first, and the
    others after it."""
    law = workspace.law
    first, *others = law.show_all(asked.what, at=asked.at, version=asked.version)
    stored, node = law.place(first.node.urn, at=asked.at, version=asked.version)
    above = law.store.ancestors(stored.key, node)
    return ProvisionView(
        first,
        tuple(branch(law.store, stored, ancestor, 0) for ancestor in above),
        branch(law.store, stored, node, asked.depth),
        tuple(others),
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
    """The one place that words name: a URN, a FRBR URI, or a citation as people write it; of a
    range the first, and the URNs of the others."""
    first, *others = workspace.law.show_all(asked.what)
    urns = tuple(other.node.urn for other in others)
    return NamedPlace(first.node.urn, first.expression.title, first.locator, urns)


def law_card(workspace: Workspace, _access: Access, asked: CardRequest) -> LawCard:
    """A whole law at a glance: title, number, chapter, status, the dates of its text and of those
    held, its contents, how it begins, and what amended it."""
    return workspace.law.card(
        asked.what, at=asked.at, version=asked.version, progress=workspace.counted
    )


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
    Operation("law_card", Power.READ, CardRequest, law_card),
    Operation("list_texts", Power.READ, LookupRequest, list_texts, old_names=("timeline",)),
)
