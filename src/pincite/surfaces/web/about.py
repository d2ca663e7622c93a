"""/about: what this is, what it promises, and what it holds."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from pincite.errors import PinciteError
from pincite.surfaces.desk import Desk
from pincite.surfaces.http.entry import Allowed, InRoom
from pincite.surfaces.verbs import verbs
from pincite.surfaces.verbs.law import Nothing
from pincite.surfaces.verbs.managing import Somewhere
from pincite.surfaces.web.page import PageRoute, render

router = APIRouter(route_class=PageRoute, include_in_schema=False)
_verbs = verbs()


@router.get("/about")
async def about(request: Request, room: InRoom, access: Allowed) -> Response:
    def work(desk: Desk) -> tuple[Any, list[Any]]:
        try:
            held = _verbs["status"].carry_out(desk, access, Somewhere())
            return held, _verbs["versions"].carry_out(desk, access, Nothing())
        except PinciteError:
            # A key for matters alone, or no law yet: the rest of the page still stands.
            return None, []

    held, versions = await room.run(work)
    return render(request, "about.html", held=held, versions=versions, nav="about")
