"""GET /pages: a page of a case file as a picture, with a quote marked where it stands."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import Field

from pincite.api.access import Power
from pincite.api.operations import Ask
from pincite.api.operations import fields as field
from pincite.api.workspace import Workspace
from pincite.matters.page_view import DPI, PageView
from pincite.surfaces.http.api import PROBLEMS
from pincite.surfaces.http.auth import Allowed, InPool

router = APIRouter(responses=PROBLEMS)


class PageAsked(Ask):
    matter: field.ThisMatter
    document: field.ADocument
    page: Annotated[int, Field(ge=1, le=100_000, description="Counted from 1.")]
    quote: Annotated[str, Field(max_length=5000, description="Words to mark.")] = ""
    line: Annotated[
        int | None, Field(ge=0, le=100_000, description="Where the quote stands twice: its line.")
    ] = None
    dpi: Annotated[float, Field(ge=36, le=300, description="Resolution.")] = DPI


@router.get(
    "/pages",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}, "description": "The page"}},
)
async def page(pool: InPool, access: Allowed, asked: Annotated[PageAsked, Query()]) -> Response:
    """A page as a picture, with the quote marked where it really stands."""

    def work(workspace: Workspace) -> PageView:
        access.check(Power.READ, asked.matter)
        return workspace.matter(asked.matter).page(
            asked.document, asked.page, quote=asked.quote, line=asked.line, dpi=asked.dpi
        )

    view = await pool.run(work)
    return Response(view.png, media_type="image/png")
