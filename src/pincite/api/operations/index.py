"""Indexes: brought up to date with what is held, and encoded."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from pincite.api.access import Access, Power
from pincite.api.operation import Operation, Request
from pincite.api.operations import fields as field
from pincite.api.readiness import pipeline
from pincite.api.workspace import Workspace
from pincite.errors import NoLibrary
from pincite.search.status import IndexStatus


class IndexRequest(Request):
    matter: field.MatterName = ""
    tokens: Annotated[
        bool | None, Field(strict=True, description="Encode tokens too; where searches read them.")
    ] = None
    profile: Annotated[
        str,
        Field(
            max_length=40,
            description="Encode what searches by this profile use; by default, those of what is"
            " held.",
        ),
    ] = ""
    rebuild: Annotated[
        bool, Field(strict=True, description="All words anew, and all vectors on their server.")
    ] = False
    verify: Annotated[
        bool,
        Field(strict=True, description="First compare every passage, and make again what differs."),
    ] = False


def index(workspace: Workspace, _access: Access, asked: IndexRequest) -> IndexStatus:
    """Index what is new, encode it so that it is found by its meaning, and read what governs what.
    It can be stopped at any moment and goes on where it was."""
    held = workspace.collection(asked.matter)
    mended = held.search_index.verify(workspace.counted).problems if asked.verify else ()
    pipeline(workspace, held, encode=True).index(
        tokens=asked.tokens, anew=asked.rebuild, profile=asked.profile
    )
    return replace(held.search_index.status(), mended=mended)


def catch_up(workspace: Workspace) -> None:
    """The words of the law, and what governs what, so that nobody's first question waits until
    they have been read; nothing where there is no law."""
    try:
        law = workspace.law
    except NoLibrary:
        return
    law.search_index.index(workspace.counted)
    law.scope_index.index(workspace.counted)


OPERATIONS = (Operation("index", Power.WRITE, IndexRequest, index, long=True),)
