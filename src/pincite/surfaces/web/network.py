"""/network: what cites what, around a decision or a law, or within a matter."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from pincite.api.access import Access, Power
from pincite.api.operation import operations
from pincite.api.operations.citations import AuthoritiesRequest
from pincite.api.operations.files import DocumentsRequest
from pincite.api.operations.law import ShowRequest
from pincite.api.workspace import Workspace
from pincite.citations.index import WorkLink
from pincite.errors import PinciteError
from pincite.surfaces.http.auth import Allowed, InPool
from pincite.surfaces.web.diagram import Edge, Named, drawn
from pincite.surfaces.web.home import reachable
from pincite.surfaces.web.page import PageRoute, file_address, law_address, query, render
from pincite.surfaces.web.preparing import preparing

router = APIRouter(route_class=PageRoute, include_in_schema=False)
_operations = operations()
_MOST = 1000
# As many on each side as can be read.
_SHOWN = 14
_SOURCES = 12
# The parts of a URN that name a law: urn, lex, where, and which.
_OF_WORK = 4
Columns = list[tuple[str, list[Named]]]


@router.get("/network")
async def network(
    request: Request,
    pool: InPool,
    access: Allowed,
    of: Annotated[str, Query(max_length=1000)] = "",
    matter: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    preparation = await preparing(pool, access, matter)
    if preparation is not None:
        return render(
            request, "preparing.html", of=of, matter=matter, preparation=preparation, nav="network"
        )
    columns, edges = await pool.call(_read, access, of, matter)
    names = {node.key: node for _, nodes in columns for node in nodes}
    focus = next((nodes[0].key for head, nodes in columns if head == "focus"), "")
    return render(
        request, "network.html", of=of, matter=matter, matters=await reachable(pool, access),
        drawing=drawn(columns, edges, focus) if edges else None, names=names,
        edges=sorted(edges, key=lambda edge: (-edge.times, edge.citing, edge.cited)), nav="network",
    )  # fmt: skip


def _read(workspace: Workspace, access: Access, of: str, matter: str) -> tuple[Columns, list[Edge]]:
    reading = _Reading(workspace, access)
    if matter:
        return reading.of_matter(matter)
    return reading.around(of) if of.strip() else reading.of_law()


class _Reading:
    """What the verbs say of citations, by work: the sections of a law are one node."""

    def __init__(self, workspace: Workspace, access: Access) -> None:
        self._desk = workspace
        self._access = access
        self._known: dict[str, Named] = {}

    def around(self, of: str) -> tuple[Columns, list[Edge]]:
        focus = self._work(of)
        citing: Counter[Named] = Counter()
        for link in self._links():
            if link.work == focus.key:
                citing[_citing(link)] += link.times
        cited = self._cited(focus.key, "")
        left, right = _top(citing), _top(cited)
        edges = [
            *(Edge(named.key, focus.key, citing[named]) for named in left),
            *(Edge(focus.key, named.key, cited[named]) for named in right),
        ]
        return [("citing", left), ("focus", [focus]), ("cited", right)], edges

    def of_matter(self, matter: str) -> tuple[Columns, list[Edge]]:
        asked = DocumentsRequest(matter=matter, state="read", limit=_MOST)
        listed = self._do("list_documents", asked)["items"]
        counted: dict[Named, Counter[Named]] = {}
        for document in listed:
            name = document["path"].rpartition("/")[2]
            counted[Named(document["id"], name, file_address(matter, document["id"]))] = (
                self._cited(document["id"], matter)
            )
        return _two_sided(counted)

    def of_law(self) -> tuple[Columns, list[Edge]]:
        """The works that are cited most, by those that cite them."""
        links = self._links()
        times: Counter[str] = Counter()
        for link in links:
            times[link.work] += link.times
        order = sorted(times, key=lambda work: (-times[work], work))
        works = {work: self._named(work) for work in order[:_SOURCES]}
        counted: dict[Named, Counter[Named]] = {}
        for link in links:
            if work := works.get(link.work):
                counted.setdefault(_citing(link), Counter())[work] += link.times
        return _two_sided(counted)

    def _cited(self, document: str, matter: str) -> Counter[Named]:
        found: Counter[Named] = Counter()
        asked = AuthoritiesRequest(matter=matter, document=document, limit=_MOST)
        for authority in self._do("list_citations", asked):
            if authority["kind"] != "record":
                named = self._source(authority)
                if named.key != document:
                    found[named] += authority["mentions"]
        return found

    def _links(self) -> list[WorkLink]:
        self._access.check(Power.READ, "")
        return self._desk.collection("").citations.work_links(self._desk.counted)

    def _source(self, authority: dict[str, Any]) -> Named:
        """By its work, where the library holds it; else by its own name."""
        source: str = authority["source"]
        try:
            return self._work(source)
        except PinciteError:
            name = next(iter(authority["names"]), "")
            if name or not source.startswith("urn:") or authority["kind"] == "case":
                return Named(source, f"{name}, {source}" if name else source)
        # A section that is not there may be of a law that is.
        return self._named(":".join(source.split(":")[:_OF_WORK]))

    def _named(self, work: str) -> Named:
        """By its title, where the library holds it."""
        try:
            return self._work(work)
        except PinciteError:
            return Named(work, work)

    def _work(self, what: str) -> Named:
        if what not in self._known:
            shown = self._do("show_node", ShowRequest(what=what, depth=0))["provision"]["work"]
            self._known[what] = Named(shown["urn"], shown["title"], _of_law(shown["urn"]))
        return self._known[what]

    def _do(self, name: str, asked: Any) -> Any:
        return _operations[name].full_body(self._desk, self._access, asked)


def _citing(link: WorkLink) -> Named:
    return Named(link.document, link.name, _of_law(link.document))


def _of_law(urn: str) -> str:
    return f"/network{query(of=urn)}" if urn.startswith("urn:") else law_address(urn)


def _two_sided(counted: dict[Named, Counter[Named]]) -> tuple[Columns, list[Edge]]:
    totals: Counter[Named] = Counter()
    for found in counted.values():
        totals.update(found)
    right = _top(totals)
    left = [document for document, found in counted.items() if any(found[cited] for cited in right)]
    left = sorted(left, key=lambda document: (-sum(counted[document].values()), document.name))[
        :_SHOWN
    ]
    edges = [
        Edge(document.key, cited.key, counted[document][cited])
        for document in left
        for cited in right
        if counted[document][cited]
    ]
    return [("citing", left), ("cited", right)], edges


def _top(counted: Counter[Named]) -> list[Named]:
    ordered = sorted(counted, key=lambda named: (-counted[named], named.name, named.key))
    return ordered[:_SHOWN]
