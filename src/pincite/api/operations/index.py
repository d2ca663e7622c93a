"""Indexes: brought up to date with what is held, and encoded."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pincite.api.access import Access, Power
from pincite.api.operation import Operation, Request
from pincite.api.operations import fields as field
from pincite.api.workspace import Workspace
from pincite.search.library_index import IndexStatus


class IndexRequest(Request):
    matter: field.MatterName = ""
    tokens: Annotated[
        bool | None, Field(strict=True, description="Encode tokens too; where searches read them.")
    ] = None
    rebuild: Annotated[
        bool, Field(strict=True, description="All words anew, and all vectors on their server.")
    ] = False


def index(workspace: Workspace, _access: Access, asked: IndexRequest) -> IndexStatus:
    """Index what is new, encode it so that it is found by its meaning, and read what governs what.
    It can be stopped at any moment and goes on where it was."""
    held = workspace.collection(asked.matter)
    held.search_index.index(workspace.counted, anew=asked.rebuild)
    if not asked.matter:
        workspace.law.scope_index.index(workspace.counted)
    if held.search_index.holds_opinions():
        held.search_index.link(workspace.counted)
    # Last: all that needs no vector server is done where that is away.
    held.search_index.encode(
        tokens=asked.tokens,
        anew=asked.rebuild,
        progress=lambda done, total: workspace.of_total(done, total, "passages"),
        stop=workspace.stop.is_set,
    )
    return held.search_index.status()


OPERATIONS = (Operation("index", Power.WRITE, IndexRequest, index, long=True),)
