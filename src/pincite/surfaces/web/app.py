"""The page's routes, put together."""

from __future__ import annotations

from fastapi import APIRouter, FastAPI

from pincite.surfaces.web import (
    about,
    assets,
    cases,
    description,
    evaluation,
    export,
    files,
    home,
    law,
    network,
)
from pincite.surfaces.web import login as entrance
from pincite.surfaces.web.page import PageRoute

# Not among the routes of the interface for programs, which /docs describes.
router = APIRouter(include_in_schema=False, route_class=PageRoute)
for _one in (
    home,
    export,
    law,
    files,
    cases,
    network,
    evaluation,
    about,
    description,
    entrance,
    assets,
):
    router.include_router(_one.router)


def mount(app: FastAPI) -> None:
    """Put the page at / of an application that `create_app` made."""
    app.include_router(router)
