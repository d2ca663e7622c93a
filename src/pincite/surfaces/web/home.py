"""/: a question answered, or searched for; everything about it is in the address."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from pincite.api.access import Access
from pincite.api.body import plain
from pincite.api.operation import NoFields, full_body, operations
from pincite.api.status_words import told
from pincite.api.workspace import WorkerPool, Workspace
from pincite.surfaces.http import chat
from pincite.surfaces.http.auth import InPool, access_of, limited_access
from pincite.surfaces.web.address import Asked
from pincite.surfaces.web.citations import forms_of_citation, forms_of_hit, lines_of_citation
from pincite.surfaces.web.facets import facets
from pincite.surfaces.web.marking import pieces, snippet
from pincite.surfaces.web.page import PageRoute, file_address, law_address, render
from pincite.surfaces.web.texts import language_of, unchecked

router = APIRouter(route_class=PageRoute, include_in_schema=False)
_operations = operations()


@router.get("/")
async def home(request: Request, pool: InPool, asked: Annotated[Asked, Query()]) -> Response:
    if not asked.q.strip():
        matters = await reachable(pool, limited_access(request))
        return render(request, "home.html", asked=asked, matters=matters, nav="home")
    if asked.mode == "ask":
        # The route counts the question against every limit; it is not counted twice.
        reply, status = await replied(request, pool, asked)
        matters = await reachable(pool, access_of(request))
        return render(
            request, "answer.html", status, asked=asked, reply=reply, matters=matters,
            cited=cited(request, asked, reply), unchecked=unchecked(reply), nav="home",
        )  # fmt: skip
    access = limited_access(request)
    matters = await reachable(pool, access)
    wanted = asked.search()
    found = await pool.call(full_body, _operations["search"], access, wanted)
    return render(
        request, "search.html", asked=asked, found=found, matters=matters,
        hits=[_hit(request, asked, hit, found["at"]) for hit in found["results"]],
        facets=facets(asked, found["results"]), nav="home",
    )  # fmt: skip


async def replied(request: Request, pool: WorkerPool, asked: Asked) -> tuple[dict[str, Any], int]:
    """As POST /chat answers it, limits and all, and with what status."""
    reply: dict[str, Any] = await chat.answered(asked.question(), request, pool, plain)
    refusal = reply["refusal"]
    return reply, chat.status_of(refusal["kind"] if refusal else None)


def cited(request: Request, asked: Asked, reply: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """The quotes of an answer by number, each with where it leads and how it is cited."""
    every: list[dict[str, Any]] = reply["answer"]["citations"] if reply["answer"] else []
    origin = str(request.base_url).rstrip("/")
    found: dict[int, dict[str, Any]] = {}
    for citation in every:
        there = _quoted(asked, citation, reply["at"])
        found[citation["number"]] = {
            **citation,
            "address": there,
            "lines": lines_of_citation(citation),
            "forms": forms_of_citation(citation, origin + there),
        }
    return found


async def reachable(pool: WorkerPool, access: Access) -> list[dict[str, Any]]:
    """The matters to choose from; none for a key that may not read."""

    def work(workspace: Workspace) -> list[dict[str, Any]]:
        operation = _operations["list_cases"]
        return (
            operation.full_body(workspace, access, NoFields())
            if operation.power in access.powers
            else []
        )

    return [case for case in await pool.run(work) if case["state"] in ("open", "closed")]


def _quoted(asked: Asked, citation: dict[str, Any], at: str | None) -> str:
    if asked.matter:
        chunk = citation["chunk_id"].removeprefix(f"{citation['document']}-")
        passage = int(chunk) if chunk.isdigit() else None
        return file_address(
            asked.matter, citation["document"], passage, citation["spans"], citation["page"]
        )
    return law_address(
        citation["urn"],
        at=at or "",
        version=asked.version,
        spans=citation["spans"],
        of=citation["content_hash"],
    )


def _hit(request: Request, asked: Asked, hit: dict[str, Any], at: str | None) -> dict[str, Any]:
    source, law = hit["source"], hit["law"]
    if law is None:
        there = file_address(
            asked.matter, source["document_id"], source["chunk_index"],
            [(source["char_start"], source["char_end"])],
        )  # fmt: skip
    else:
        there = law_address(law["urn"], at=at or "", version=asked.version)
    origin = str(request.base_url).rstrip("/")
    return {
        **hit,
        "address": there,
        "overrides": law.get("overrides", ()) if law else (),
        "status": told(law.get("law_status"), language_of(request)) if law else None,
        "pieces": pieces(hit["text"], hit["highlights"]),
        "snippet": snippet(hit["text"], hit["highlights"]),
        "forms": forms_of_hit(hit, origin + there),
    }
