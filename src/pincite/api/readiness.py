"""How far an operation makes what it read ready to be asked: to the end in the background, for
about a minute where somebody waits."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pincite.api.workspace import Workspace
from pincite.collection.core import Collection
from pincite.collection.pipeline import ABOUT_A_MINUTE, Pipeline, Thoroughness

Encode = Annotated[
    bool | None,
    Field(
        strict=True,
        description="Encode all of it (true) or none (false); without it, all of it in the"
        " background, and on the command line what takes about a minute.",
    ),
]


def pipeline(workspace: Workspace, held: Collection, encode: bool | None = None) -> Pipeline:
    most = None if encode or not workspace.foreground else ABOUT_A_MINUTE
    return Pipeline(
        held,
        workspace.progress,
        workspace.stop.is_set,
        workspace.kept,
        Thoroughness(0 if encode is False else most, patient=not workspace.foreground),
    )
