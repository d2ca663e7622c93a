"""GET /pages: a page of a case file as a picture, with a quote marked where it stands."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from pincite.api.access import Access
from pincite.api.operation import operations
from pincite.api.operations.files import PageRequest, page_of
from pincite.api.workspace import Workspace
from pincite.surfaces.http.auth import Allowed, InPool
from pincite.surfaces.http.openapi import PROBLEMS

router = APIRouter(responses=PROBLEMS)


@router.get(
    "/pages",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}, "description": "The page"}},
)
async def page(pool: InPool, access: Allowed, asked: Annotated[PageRequest, Query()]) -> Response:
    """A page as a picture, with the quote marked where it really stands."""
    return Response(await pool.call(_picture, access, asked), media_type="image/png")


def _picture(workspace: Workspace, access: Access, asked: PageRequest) -> bytes:
    operations()["show_page"].check(access, asked)
    return page_of(workspace, asked).png
