"""What an operation is: a typed request in, a typed response out, and who may ask for it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Generic, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict

from pincite.api.access import Access, Power
from pincite.api.body import body, encoded, plain
from pincite.api.discretion import discreet_body
from pincite.api.workspace import Workspace


class Request(BaseModel):
    """What every request is made of; a field that is not there is a mistake. One about a matter
    has it as the field `matter`."""

    model_config = ConfigDict(extra="forbid", str_max_length=20_000)


class NoFields(Request):
    """A request that says nothing more."""


RequestT = TypeVar("RequestT", bound=Request)


@dataclass(frozen=True, slots=True)
class Operation(Generic[RequestT]):
    """`run` does it, and its return annotation is the response. What is `long` runs as a job where
    nobody can be kept waiting; `ready` then raises at once what would only fail later. `anywhere`:
    it concerns no one matter and not the law, and sees by itself to what the asker may know.
    `reads`: it changes nothing, though it takes a power that others change things with. `of_jobs`:
    it tells of what runs in the background, which only the process that serves knows.
    `old_names` still lead to it."""

    name: str
    power: Power
    request: type[RequestT]
    run: Callable[[Workspace, Access, RequestT], object]
    long: bool = False
    ready: Callable[[Workspace, Access, RequestT], object] | None = None
    anywhere: bool = False
    destroys: bool = False
    reads: bool = False
    of_jobs: bool = False
    old_names: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """What it does, in a sentence or two."""
        return " ".join((self.run.__doc__ or "").split())

    @property
    def changes(self) -> bool:
        """Whether what is held may be different after it."""
        return not self.reads and self.power not in (Power.READ, Power.ASK)

    @property
    def here(self) -> bool:
        """Whether it is for the process that serves, and not for its workers."""
        return self.changes or self.long or self.of_jobs

    @property
    def response(self) -> Any:
        """The type of what `run` gives."""
        return get_type_hints(self.run)["return"]

    def perform(self, workspace: Workspace, access: Access, request: RequestT) -> object:
        """The response as the library gives it, once access was checked. Raises PinciteError."""
        self.check(access, request)
        return self.run(workspace, access, request)

    def check(self, access: Access, request: RequestT) -> None:
        """Raises Forbidden."""
        if self.anywhere:
            access.check_power(self.power)
        else:
            access.check(self.power, getattr(request, "matter", ""))

    def full_body(self, workspace: Workspace, access: Access, request: RequestT) -> Any:
        """The response with every field, for a page that shows it here. Raises PinciteError."""
        return self.shown_to(access, plain(self.perform(workspace, access, request)))

    def carry_out(self, workspace: Workspace, access: Access, request: RequestT) -> Any:
        """The response's body; what is long is begun, and the body is that of its job. Raises
        PinciteError."""
        if not self.long:
            return self.shown_to(access, body(self.perform(workspace, access, request)))
        self.check(access, request)
        if self.ready is not None:
            self.ready(workspace, access, request)
        matter = getattr(request, "matter", "")
        return body(workspace.begin(self.name, matter, _done, self, access, request))

    @staticmethod
    def shown_to(access: Access, body: Any) -> Any:
        """A body as whoever asked may read it."""
        return body if access.local else discreet_body(body)


def carried_out(
    workspace: Workspace, operation: Operation[Any], access: Access, request: Request
) -> bytes:
    """The response's body as it is sent. Raises PinciteError."""
    return encoded(operation.carry_out(workspace, access, request))


def full_body(
    workspace: Workspace, operation: Operation[Any], access: Access, request: Request
) -> Any:
    """The response with every field. Raises PinciteError."""
    return operation.full_body(workspace, access, request)


def _done(workspace: Workspace, operation: Operation[Any], access: Access, request: Request) -> Any:
    return operation.shown_to(access, body(operation.run(workspace, access, request)))


_SUBJECTS = (
    "questions", "law", "overrides", "history", "citations", "files", "matters", "packs", "ingest",
    "index", "jobs",
)  # fmt: skip
# Their imports take a second, which no command should wait for that can do without.
_SLOW = ("citations", "questions")


@functools.cache
def operations() -> dict[str, Operation[Any]]:
    """All of them, by name."""
    every = (operation for subject in _SUBJECTS for operation in _about(subject))
    return {operation.name: operation for operation in every}


@functools.cache
def operation(name: str) -> Operation[Any]:
    """By its name, with no more subjects loaded than it takes to find it. Raises KeyError."""
    quick = [subject for subject in _SUBJECTS if subject not in _SLOW]
    for subject in (*quick, *_SLOW):
        for known in _about(subject):
            if known.name == name:
                return known
    raise KeyError(name)


def _about(subject: str) -> tuple[Operation[Any], ...]:
    return import_module(f"pincite.api.operations.{subject}").OPERATIONS


def operation_named(name: str) -> Operation[Any] | None:
    """By its name, or by one that it used to have."""
    every = operations()
    if name in every:
        return every[name]
    return next((operation for operation in every.values() if name in operation.old_names), None)
