"""What can be asked of Pincite, once for every surface: a typed request in, plain data out.

HTTP and MCP take the same requests and give the same bodies; what they differ in is how a request
reaches them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict

from pincite.api.access import Access, Power
from pincite.api.plain import plain
from pincite.api.workspace import Workspace


class Ask(BaseModel):
    """What every request is made of; a field that is not there is a mistake. One about a matter
    has it as the field `matter`."""

    model_config = ConfigDict(extra="forbid", str_max_length=20_000)


Request = TypeVar("Request", bound=Ask)


@dataclass(frozen=True, slots=True)
class Operation(Generic[Request]):
    """`run` gives what the library gives; `carry_out` makes it plain. `anywhere`: it concerns no
    one matter and not the law, and sees by itself to what the asker may know."""

    name: str
    power: Power
    request: type[Request]
    run: Callable[[Workspace, Access, Request], object]
    anywhere: bool = False

    @property
    def about(self) -> str:
        return " ".join((self.run.__doc__ or "").split())

    def carry_out(self, workspace: Workspace, access: Access, request: Request) -> Any:
        """As plain data. Raises PinciteError."""
        return plain(self.perform(workspace, access, request))

    def perform(self, workspace: Workspace, access: Access, request: Request) -> object:
        """As the library gives it, once access was checked. Raises PinciteError."""
        if not self.anywhere:
            access.check(self.power, getattr(request, "matter", ""))
        elif self.power not in access.powers:
            access.check(self.power, "")
        return self.run(workspace, access, request)


def operations() -> dict[str, Operation[Any]]:
    """All of them, by name."""
    from pincite.api.operations import citations as citing
    from pincite.api.operations import files, law, packs
    from pincite.api.operations import ingest as ingesting
    from pincite.api.operations import matters as managing
    from pincite.api.operations import questions as searching

    every = (
        *searching.OPERATIONS, *law.OPERATIONS, *citing.OPERATIONS, *files.OPERATIONS,
        *managing.OPERATIONS, *packs.OPERATIONS,
        *ingesting.OPERATIONS,
    )  # fmt: skip
    return {one.name: one for one in every}
