"""What can be asked of Pincite, once for every surface: a typed request in, plain data out.

HTTP and MCP take the same requests and give the same bodies; what they differ in is how a request
reaches them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict

from pincite.surfaces.access import Access, Power
from pincite.surfaces.desk import Desk
from pincite.surfaces.wire import plain


class Ask(BaseModel):
    """What every request is made of; a field that is not there is a mistake. One about a matter
    has it as the field `matter`."""

    model_config = ConfigDict(extra="forbid", str_max_length=20_000)


Request = TypeVar("Request", bound=Ask)


@dataclass(frozen=True, slots=True)
class Verb(Generic[Request]):
    """`run` gives what the library gives; `carry_out` makes it plain. `anywhere`: it concerns no
    one matter and not the law, and sees by itself to what the asker may know."""

    name: str
    power: Power
    request: type[Request]
    run: Callable[[Desk, Access, Request], object]
    anywhere: bool = False

    @property
    def about(self) -> str:
        return " ".join((self.run.__doc__ or "").split())

    def carry_out(self, desk: Desk, access: Access, request: Request) -> Any:
        """As plain data. Raises PinciteError."""
        return plain(self.perform(desk, access, request))

    def perform(self, desk: Desk, access: Access, request: Request) -> object:
        """As the library gives it, once access was checked. Raises PinciteError."""
        if not self.anywhere:
            access.check(self.power, getattr(request, "matter", ""))
        elif self.power not in access.powers:
            access.check(self.power, "")
        return self.run(desk, access, request)


def verbs() -> dict[str, Verb[Any]]:
    """All of them, by name."""
    from pincite.surfaces.verbs import citing, files, ingesting, law, managing, packs, searching

    every = (
        *searching.VERBS, *law.VERBS, *citing.VERBS, *files.VERBS, *managing.VERBS, *packs.VERBS,
        *ingesting.VERBS,
    )  # fmt: skip
    return {one.name: one for one in every}
