"""/law/…: a provision where it stands, with a quote lit, its terms explained, and every version."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, cast

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from pincite.api.access import Access
from pincite.api.body import plain
from pincite.api.operation import full_body, operations
from pincite.api.operations.law import LookupRequest, ProvisionView, ScopeRequest, ShowRequest
from pincite.api.status_words import told
from pincite.api.workspace import Workspace
from pincite.corpus.reading import Branch
from pincite.errors import NotFound
from pincite.model import CONTAINERS, UNITS, Provision
from pincite.scope.terms import Terms
from pincite.surfaces.http.auth import Allowed, InPool
from pincite.surfaces.web.citations import forms_of_provision
from pincite.surfaces.web.marking import MarkedLine, Span, pieces, read_spans
from pincite.surfaces.web.page import PageRoute, law_address, redirect, render
from pincite.surfaces.web.texts import language_of

router = APIRouter(route_class=PageRoute, include_in_schema=False)
_operations = operations()
# A text that is longer is shown as its outline; a part of one is chosen there.
_LONGEST = 60_000
_LEVELS = 4
_HEADED = CONTAINERS | UNITS
_GOVERNING = (
    "ancestors", "definitions", "ties", "exceptions", "partly", "preemptions", "not_held",
    "not_applied",
)  # fmt: skip
_NOTHING: dict[str, Any] = {"language": "", **dict.fromkeys(_GOVERNING, ())}


class Shown(BaseModel):
    at: Annotated[str, Field(max_length=10)] = ""
    version: Annotated[str, Field(max_length=200)] = ""
    lit: Annotated[str, Field(max_length=1000)] = ""
    of: Annotated[str, Field(max_length=64)] = ""

    @property
    def when(self) -> dict[str, Any]:
        return {"at": self.at or None, "version": self.version or None}


@dataclass(frozen=True, slots=True)
class Reading:
    """A provision as it is shown: `asked` is what the address names, `whole` the section or
    article that holds it."""

    asked: ProvisionView
    whole: ProvisionView
    long: bool
    beside: tuple[Branch, ...]
    context: dict[str, Any]
    timeline: list[dict[str, Any]]


@router.get("/law/{what:path}")
async def provision(
    request: Request,
    pool: InPool,
    access: Allowed,
    what: Annotated[str, Path(min_length=1, max_length=1000)],
    shown: Annotated[Shown, Query()],
) -> Response:
    read = await pool.call(_read, access, what, shown)
    found, whole = read.asked.provision, read.whole.provision
    same = not shown.of or found.content_hash.startswith(shown.of)
    steps = _versions(read.timeline, found)
    address = str(request.base_url).rstrip("/") + law_address(found.node.urn, **shown.when)
    return render(
        request, "law.html",
        found=found, shown=shown, context=read.context, steps=steps,
        overrides=plain(found.overrides),
        standing=told(found.law_status, language_of(request)),
        step=next((at for at, step in enumerate(steps) if step["current"]), 0),
        above=read.whole.ancestors[::-1] if found.node.urn == whole.node.urn
        else (*read.whole.ancestors[::-1], Branch(whole.node, whole.locator, [])),
        long=read.long,
        lines=() if read.long else _lines(read, read_spans(shown.lit) if same else []),
        outline_tree=read.whole.tree if whole.node.kind in CONTAINERS else None,
        turn=_turn(read), moved=bool(shown.lit) and not same,
        forms=forms_of_provision(found.locator, _start(found), address), nav="",
    )  # fmt: skip


def _read(workspace: Workspace, access: Access, what: str, shown: Shown) -> Reading:
    when = shown.when
    asked = whole = _node(workspace, access, what, when)
    found = asked.provision
    holder = next(
        (ancestor.node.urn for ancestor in asked.ancestors if ancestor.node.kind in UNITS), None
    )
    if holder and found.node.kind not in UNITS and found.node.kind not in CONTAINERS:
        whole = _node(workspace, access, holder, when)
    # Of a whole code only the next level is listed, and nobody asks what governs all of it.
    container = whole.provision.node.kind in CONTAINERS
    long = container and len(whole.provision.text) > _LONGEST
    if not long:
        whole = _node(workspace, access, whole.provision.node.urn, when, _LEVELS)
    beside: Sequence[Branch] = ()
    if whole.ancestors and _length(whole.ancestors[0]) <= _LONGEST:
        beside = _node(workspace, access, whole.ancestors[0].node.urn, when).tree.children
    scope = ScopeRequest.model_validate({"what": found.node.urn, **when})
    named = LookupRequest(what=found.expression.urn)
    return Reading(
        asked, whole, long, tuple(beside),
        _NOTHING if long else _operations["scope"].full_body(workspace, access, scope),
        _operations["list_texts"].full_body(workspace, access, named),
    )  # fmt: skip


def _length(branch: Branch) -> int:
    return branch.node.end - branch.node.start


def _node(
    workspace: Workspace, access: Access, what: str, when: dict[str, Any], depth: int = 1
) -> ProvisionView:
    """Before it is made plain, which leaves out where its lines stand."""
    asked = ShowRequest.model_validate({"what": what, "depth": depth, **when})
    return cast("ProvisionView", _operations["show_node"].perform(workspace, access, asked))


def _lines(read: Reading, lit: list[Span]) -> list[MarkedLine]:
    """The whole section line by line, the quote and the defined terms marked in it."""
    whole, node = read.whole.provision, read.asked.provision.node
    terms = Terms(
        [definition["term"] for definition in read.context["definitions"]],
        whole.expression.language,
    )
    headings = _headings(read.whole.tree)
    found: list[MarkedLine] = []
    at = 0
    begun = False
    for line in whole.lines:
        # Lines are the text in order, without the spaces between them.
        start = whole.text.index(line.text, at)
        at = start + len(line.text)
        first = whole.node.start + start
        marks = [(left - first, right - first) for left, right in lit]
        named = [
            (standing.term, standing.start, standing.end)
            for standing in terms.standing(line.text)
            if not line.note
        ]
        cut = pieces(line.text, marks, named)
        if begun:
            cut = tuple(type(piece)(piece.text, piece.lit, False, piece.term) for piece in cut)
        begun = begun or any(piece.lit for piece in cut)
        here = node.start <= first < node.end and node.urn != whole.node.urn
        headed = line.kind in _HEADED and not line.note and line.text in headings
        found.append(
            MarkedLine(line.urn, line.kind, min(line.level, 6), line.note, here, headed, cut)
        )
    return found


def _headings(tree: Branch) -> set[str]:
    """The lines that are the number and heading of something, and no words of law."""
    found: set[str] = set()
    nodes = [tree]
    while nodes:
        one = nodes.pop()
        if one.node.heading:
            found |= {f"{one.node.num} {one.node.heading}".strip(), one.node.heading}
        nodes += one.children
    return found


def _versions(timeline: list[dict[str, Any]], found: Provision) -> list[dict[str, Any]]:
    """Every text of the work, with the address of this provision in it."""
    return [
        {
            **text,
            "current": text["content_hash"] == found.content_hash,
            "address": law_address(
                found.node.urn,
                at=text["valid_from"],
                version="" if text["valid_from"] else text["version"],
            ),
        }
        for text in timeline
    ]


def _turn(read: Reading) -> dict[str, Branch | None]:
    """What stands before and after it, on the same level."""
    urn = read.whole.provision.node.urn
    named = [branch for branch in read.beside if branch.node.kind in _HEADED]
    at = next((index for index, branch in enumerate(named) if branch.node.urn == urn), None)
    if at is None:
        return {"before": None, "after": None}
    return {
        "before": named[at - 1] if at else None,
        "after": named[at + 1] if at + 1 < len(named) else None,
    }


def _start(found: Provision) -> str | None:
    return found.validity.start.isoformat() if found.validity else None


@router.get("/law")
async def look_up(
    pool: InPool, access: Allowed, what: Annotated[str, Query(max_length=1000)] = ""
) -> Response:
    """A citation that someone wrote leads to the place that it names."""
    if not what.strip():
        raise NotFound("no provision was named", hint="Name one, such as 's 12 of the Act'.")
    named = LookupRequest(what=what)
    found = await pool.call(full_body, _operations["lookup"], access, named)
    return redirect(law_address(found["urn"]))
