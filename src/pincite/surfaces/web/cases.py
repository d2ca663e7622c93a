"""/cases and /case/…: the matters, what is in each, and files read into one."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Form, Path, Request, UploadFile
from fastapi.responses import Response

from pincite.api.access import Access
from pincite.api.jobs import JobState
from pincite.api.operation import NoFields, operations
from pincite.api.operations.files import DocumentsRequest, EntitiesRequest, EventsRequest
from pincite.api.operations.jobs import JobRequest
from pincite.api.operations.matters import CaseRequest, CreateCaseRequest
from pincite.api.workspace import Workspace
from pincite.collection.stages import Stage
from pincite.errors import InputError, NotFound
from pincite.surfaces.http import uploads
from pincite.surfaces.http.auth import Allowed, InPool
from pincite.surfaces.web.page import PageRoute, file_address, query, redirect, render

router = APIRouter(route_class=PageRoute, include_in_schema=False)
_operations = operations()
_MOST = 1000
_STAGES = (Stage.READ, Stage.WORDS, Stage.MEANING, Stage.LINKS)
_ENTITIES = 60
_EVENTS = 100
# What the graph calls a passage is its document's number and its own in one.
_PASSAGES = 1 << 24
Name = Annotated[str, Path(min_length=1, max_length=200)]


@router.get("/cases")
async def cases(request: Request, pool: InPool, access: Allowed) -> Response:
    asked = NoFields()
    every = await pool.run(
        lambda workspace: _operations["list_cases"].full_body(workspace, access, asked)
    )
    return render(request, "cases.html", cases=every, nav="cases")


@router.post("/cases")
async def create(
    pool: InPool,
    access: Allowed,
    name: Annotated[str, Form(max_length=200)] = "",
    number: Annotated[str, Form(max_length=100)] = "",
) -> Response:
    if not name.strip():
        raise InputError("a case needs a name", hint="Such as Smith v. Jones.")
    asked = CreateCaseRequest(name=name, number=number)
    made = await pool.run(
        lambda workspace: _operations["create_case"].full_body(workspace, access, asked)
    )
    return redirect(_address(made["slug"]))


@router.get("/case/{matter}")
async def case(
    request: Request, pool: InPool, access: Allowed, matter: Name, job: str = ""
) -> Response:
    found = await pool.call(_overview, access, matter)
    slug = found["card"]["slug"]
    running = await pool.run(lambda workspace: _running(workspace, access, slug, job))
    return render(request, "case.html", **found, running=running, stages=_STAGES, nav="cases")


@router.post("/case/{matter}/files")
async def upload(
    request: Request, pool: InPool, access: Allowed, matter: Name, files: list[UploadFile]
) -> Response:
    """The form without script; with it, /ingest is asked."""
    given = [file for file in files if file.filename]
    if not given:
        raise InputError("no file was chosen", hint="Choose some, then read them.")
    begun = await uploads.ingest(request, pool, access, matter, given)
    job = json.loads(bytes(begun.body))["id"]
    return redirect(_address(matter) + query(job=job) + "#files")


@router.post("/case/{matter}/jobs/{job}/{act}")
async def change_job(
    pool: InPool,
    access: Allowed,
    matter: Name,
    job: Annotated[str, Path(min_length=1, max_length=64)],
    act: Literal["pause", "resume", "cancel"],
) -> Response:
    """The buttons without script; with it, /jobs is asked."""
    asked = JobRequest(job=job)
    await pool.run(lambda workspace: _operations[f"{act}_job"].full_body(workspace, access, asked))
    return redirect(_address(matter) + query(job=job) + "#files")


@router.post("/case/{matter}/close")
async def close(pool: InPool, access: Allowed, matter: Name) -> Response:
    asked = CaseRequest(matter=matter)
    await pool.run(lambda workspace: _operations["close_case"].full_body(workspace, access, asked))
    return redirect(_address(matter))


@router.post("/case/{matter}/reopen")
async def reopen(pool: InPool, access: Allowed, matter: Name) -> Response:
    asked = CaseRequest(matter=matter)
    await pool.run(lambda workspace: _operations["reopen_case"].full_body(workspace, access, asked))
    return redirect(_address(matter))


@router.get("/case/{matter}/delete")
async def confirm(request: Request, pool: InPool, access: Allowed, matter: Name) -> Response:
    card = await pool.run(lambda workspace: _card(workspace, access, matter))
    return render(request, "delete.html", card=card, nav="cases")


@router.post("/case/{matter}/delete")
async def delete(
    pool: InPool, access: Allowed, matter: Name, sure: Annotated[str, Form(max_length=10)] = ""
) -> Response:
    if sure != "yes":
        raise InputError("it was not confirmed", hint="Tick the box, then delete.")
    asked = CaseRequest(matter=matter)
    await pool.run(lambda workspace: _operations["delete_case"].full_body(workspace, access, asked))
    return redirect("/cases")


def _overview(workspace: Workspace, access: Access, matter: str) -> dict[str, Any]:
    card = _card(workspace, access, matter)
    if card["state"] not in ("open", "closed"):
        return {"card": card, "documents": [], "entities": {}, "events": [], "total": 0, "held": 0}
    slug = card["slug"]
    listed = _operations["list_documents"].full_body(
        workspace, access, DocumentsRequest(matter=slug, limit=_MOST)
    )
    named = _operations["list_entities"].full_body(
        workspace, access, EntitiesRequest(matter=slug, limit=_ENTITIES)
    )
    dated = _operations["list_events"].full_body(
        workspace, access, EventsRequest(matter=slug, limit=_EVENTS)
    )
    kinds: dict[str, list[dict[str, Any]]] = {}
    for entity in named:
        kinds.setdefault(entity["entity"]["kind"], []).append(entity)
    events = [
        {
            **dated_event["event"],
            "citation": dated_event["citation"],
            "address": file_address(
                slug, dated_event["event"]["document"], dated_event["event"]["chunk"] % _PASSAGES,
                [(dated_event["event"]["sentence_start"], dated_event["event"]["sentence_end"])],
            ),
        }
        for dated_event in dated["items"]
    ]  # fmt: skip
    return {
        "card": card, "documents": listed["items"], "entities": kinds, "events": events,
        "total": dated["total"], "held": listed["total"],
    }  # fmt: skip


def _running(workspace: Workspace, access: Access, matter: str, job: str) -> dict[str, Any] | None:
    """The job that makes files of this case ready, where it has not ended: the one that is named,
    else the newest. A watch never ends, and is not waited for."""
    every = _operations["list_jobs"].full_body(workspace, access, NoFields())
    left = [
        listed
        for listed in every
        if listed["matter"] == matter
        and not JobState(listed["state"]).ended
        and listed["what"] != "watch_folder"
    ]
    return next((listed for listed in left if listed["id"] == job), next(iter(left), None))


def _card(workspace: Workspace, access: Access, matter: str) -> dict[str, Any]:
    every = _operations["list_cases"].full_body(workspace, access, NoFields())
    found = next((listed for listed in every if listed["slug"] == matter), None)
    if found is None:
        raise NotFound("there is no such case, or it is not yours to see", hint="/cases")
    return found


def _address(matter: str) -> str:
    return f"/case/{quote(matter, safe='')}"
