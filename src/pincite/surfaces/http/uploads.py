"""POST /ingest: files read into a matter; and a job that tells how far it has come."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import unicodedata
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import JSONResponse, StreamingResponse

from pincite.api.access import Power
from pincite.api.body import body
from pincite.api.operation import operations
from pincite.api.operations.ingest import read_into
from pincite.api.operations.jobs import JobRequest
from pincite.api.workspace import Workspace
from pincite.errors import InputError, LibraryClosed, SourceTooLarge
from pincite.matters.archive import FILES
from pincite.matters.card import slug
from pincite.settings import Settings
from pincite.surfaces.http.auth import Allowed, InPool
from pincite.surfaces.http.openapi import PROBLEMS, responded

router = APIRouter(responses=PROBLEMS)
_MOST_FILES = 1000
_BLOCK = 1 << 20
_SECONDS_BETWEEN = 0.2
_not_plain = re.compile(r"[^\w .()\[\]&',+=@~-]")


@router.post("/ingest", status_code=202, responses={202: responded(operations()["read_files"])})
async def ingest(
    request: Request,
    pool: InPool,
    access: Allowed,
    matter: Annotated[str, Form(min_length=1, max_length=200)],
    files: Annotated[list[UploadFile], File(min_length=1, max_length=_MOST_FILES)],
) -> JSONResponse:
    """Put files into a matter, and read them in the background."""
    settings: Settings = request.app.state.settings
    name = slug(matter)
    access.check(Power.WRITE, matter)

    def begin(workspace: Workspace) -> object:
        opened = workspace.matter(name)
        if opened.read_only:
            raise LibraryClosed(f"{name} is closed")
        folder = opened.folder / FILES
        folder.mkdir(mode=0o700, exist_ok=True)
        kept = [_kept(file, folder, settings) for file in files]
        return workspace.begin("read_files", name, _read, name, kept)

    return JSONResponse(body(await pool.run(begin)), status_code=202)


@router.get(
    "/jobs/{job}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "The job, as it goes"}},
)
async def events(request: Request, job: str, pool: InPool, access: Allowed) -> StreamingResponse:
    """The job whenever there is news of it, until it ends."""
    asked = JobRequest(job=job)
    status = operations()["job_status"]
    first = await pool.run(lambda workspace: status.carry_out(workspace, access, asked))

    async def told() -> AsyncGenerator[str]:
        view, seen = first, -1
        while True:
            if view["seen"] != seen:
                seen = view["seen"]
                yield f"data: {json.dumps(view, ensure_ascii=False)}\n\n"
            if view["state"] in ("done", "failed", "cancelled"):
                return
            if await request.is_disconnected() or request.app.state.closing.is_set():
                return
            await asyncio.sleep(_SECONDS_BETWEEN)
            view = body(pool.jobs.view(job))

    return StreamingResponse(told(), media_type="text/event-stream")


def _read(workspace: Workspace, name: str, kept: list[Path]) -> Any:
    return body(read_into(workspace, name, kept))


def safe_name(given: str) -> str:
    """The last part of a name that someone gave, without anything a path could act on."""
    last = given.replace("\\", "/").rpartition("/")[2]
    named = _not_plain.sub("_", unicodedata.normalize("NFC", last)).strip(". ")
    stem, dot, ending = named.rpartition(".")
    if not dot:
        stem, ending = named, ""
    # File systems count bytes.
    while len(stem.encode()) > 150:
        stem = stem[:-1]
    return f"{stem}{dot}{ending[:20]}" if stem else f"file{dot}{ending[:20]}"


def _kept(upload: UploadFile, folder: Path, settings: Settings) -> Path:
    """In the matter's own folder, under a name that is free; whole, or not at all."""
    name = safe_name(upload.filename or "")
    size, beside = 0, folder / f".{os.urandom(8).hex()}.part"
    try:
        with beside.open("xb") as file:
            while block := upload.file.read(_BLOCK):
                size += len(block)
                if size > settings.max_source_bytes:
                    raise SourceTooLarge(f"{name} is too large", file=name)
                file.write(block)
        for number in range(1, 10_000):
            path = folder / _numbered(name, number)
            if path.exists() and _same(path, beside):
                return path
            with contextlib.suppress(FileExistsError):
                os.link(beside, path)
                return path
        raise InputError(f"too many files are called {name}")
    finally:
        beside.unlink(missing_ok=True)


def _numbered(name: str, number: int) -> str:
    """'Order (2).pdf', where there is an 'Order.pdf'."""
    path = Path(name)
    return name if number == 1 else f"{path.stem} ({number}){path.suffix}"


def _same(one: Path, other: Path) -> bool:
    if one.stat().st_size != other.stat().st_size:
        return False
    with one.open("rb") as left, other.open("rb") as right:
        while block := left.read(_BLOCK):
            if block != right.read(_BLOCK):
                return False
    return True
