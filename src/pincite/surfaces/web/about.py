"""/about: what this is, what it promises, and what it holds."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from pincite.api.access import Access
from pincite.api.operation import NoFields, operations
from pincite.api.operations.matters import StatusRequest
from pincite.api.workspace import Workspace
from pincite.errors import PinciteError
from pincite.surfaces.http.auth import Allowed, InPool
from pincite.surfaces.web.page import PageRoute, render

router = APIRouter(route_class=PageRoute, include_in_schema=False)
_operations = operations()


@router.get("/about")
async def about(request: Request, pool: InPool, access: Allowed) -> Response:
    held, versions = await pool.call(_read, access)
    return render(request, "about.html", held=held, versions=versions, nav="about")


def _read(workspace: Workspace, access: Access) -> tuple[Any, list[Any]]:
    try:
        held = _operations["status"].full_body(workspace, access, StatusRequest())
        return held, _operations["list_versions"].full_body(workspace, access, NoFields())
    except PinciteError:
        # A key for matters alone, or no law yet: the rest of the page still stands.
        return None, []
