"""/key: where a key is given, and given up again. The browser keeps it out of reach of script."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import Response

from pincite.api.keys import Keys
from pincite.surfaces.http.auth import COOKIE
from pincite.surfaces.web.page import PageRoute, redirect, render

router = APIRouter(route_class=PageRoute, include_in_schema=False)
_UNAUTHORISED = 401
# Browsers read a backslash as a slash, and leave out tabs and line ends.
_inside = re.compile(r"/(?!/)[^\\\x00-\x20]*")
Next = Annotated[str, Query(max_length=20_000)]


@router.get("/key")
async def door(request: Request, next: Next = "/") -> Response:
    keys: Keys = request.app.state.keys
    return render(request, "key.html", needed=keys.closed, next=_ours(next), wrong=False, nav="")


@router.post("/key")
async def enter(
    request: Request,
    key: Annotated[str, Form(max_length=200)] = "",
    next: Annotated[str, Form(max_length=20_000)] = "/",
) -> Response:
    keys: Keys = request.app.state.keys
    if keys.access(key.strip()) is None:
        return render(
            request, "key.html", _UNAUTHORISED, needed=keys.closed, next=_ours(next), wrong=True,
            nav="",
        )  # fmt: skip
    response = redirect(_ours(next))
    response.set_cookie(
        COOKIE, key.strip(), httponly=True, samesite="strict", secure=request.url.scheme == "https"
    )
    return response


@router.post("/key/forget")
async def leave() -> Response:
    response = redirect("/key")
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return response


def _ours(address: str) -> str:
    """A page of this server; anything else becomes the start."""
    return address if _inside.fullmatch(address) else "/"
