"""Style and script, below an address that changes with them, so that browsers may keep them."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from mimetypes import guess_type

from fastapi import APIRouter
from fastapi.responses import Response

from pincite.errors import NotFound

router = APIRouter(include_in_schema=False)
_KEPT = "public, max-age=31536000, immutable"


@cache
def _files() -> dict[str, bytes]:
    folder = resources.files("pincite.surfaces.web") / "static"
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


@cache
def _stamp() -> str:
    """Of all of them: a script imports its neighbours by their plain names."""
    hashed = hashlib.sha256()
    for name, data in sorted(_files().items()):
        hashed.update(name.encode() + b"\0" + data)
    return hashed.hexdigest()[:16]


def address(name: str) -> str:
    return f"/static/{_stamp()}/{name}"


@router.get("/static/{stamp}/{name}")
async def asset(stamp: str, name: str) -> Response:
    data = _files().get(name)
    if data is None:
        raise NotFound("there is no such file")
    kind = guess_type(name)[0] or "application/octet-stream"
    # An old address gets the new file, but must ask again.
    cache = _KEPT if stamp == _stamp() else "no-cache"
    return Response(data, media_type=kind, headers={"Cache-Control": cache})
