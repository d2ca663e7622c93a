"""What every command shares: operations are called, and what they give is printed as JSON or plain
text on stdout; everything else goes to stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sized
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from pincite.api.access import owner
from pincite.api.jobs import JobBoard
from pincite.api.operation import Request, operation
from pincite.api.workspace import Workspace
from pincite.errors import ROWS, InputError, PinciteError
from pincite.settings import Settings, read_settings
from pincite.surfaces.cli.arguments import request_of
from pincite.surfaces.cli.characters import shown_as_json
from pincite.surfaces.cli.progress import ProgressBar, stderr

if TYPE_CHECKING:
    from pincite.matters.matter import Matter

Result = TypeVar("Result")
# About the law alone, and what to run for the files of a case instead, if anything.
_FILES_INSTEAD: Mapping[str, str] = {
    "show_node": "passages DOCUMENT",
    "show_tree": "documents",
    "scope": "cite uses WHAT",
    "lookup": "quote WORDS",
    "list_texts": "timeline",
    "list_versions": "documents",
    "diff_versions": "sync",
    "rollback": "sync",
    "add_override": "",
    "list_overrides": "",
    "remove_override": "",
    "add_preemption": "",
    "list_preemptions": "",
    "build_pack": "",
    "replay_pack": "",
}


class Session:
    """One command line: its library or matter, and how to speak. Everything is opened when it is
    first needed."""

    def __init__(
        self,
        folder: Path | None = None,
        matter: str | None = None,
        json: bool = False,
        quiet: bool = False,
    ) -> None:
        self.folder = folder
        self.matter_name = matter or ""
        self.json = json
        self.quiet = quiet
        self.access = owner(local=True)
        self._context: typer.Context | None = None
        self._bar = ProgressBar(quiet=quiet)

    @classmethod
    def of(cls, context: typer.Context) -> Session:
        """The one that a command runs in."""
        session = context.obj
        assert isinstance(session, cls)
        session._context = context
        return session

    @cached_property
    def settings(self) -> Settings:
        """As they are set, with the library that was named. Raises InputError."""
        settings = read_settings()
        return settings.model_copy(update={"library": self.folder or settings.library})

    @cached_property
    def workspace(self) -> Workspace:
        return Workspace(
            self.settings.library, self.settings, JobBoard(), progress=self._bar, discreet=False,
            foreground=True,
        )  # fmt: skip

    def call(self, name: str, /, **fields: Any) -> Any:
        """Run an operation, here and now, and return its response. A field that is None was not
        given. Raises PinciteError."""
        request = self.request(name, **fields)
        perform = operation(name).perform
        done = self.run(
            name.replace("_", " "), lambda: perform(self.workspace, self.access, request)
        )
        self.note_left()
        return done

    def note_left(self) -> None:
        """Say what was not done to its end, though the rest was."""
        left = {stage["why"]: None for stage in self._bar.stages if stage["state"] == "left"}
        for why in left:
            note(why)

    def run(self, label: str, work: Callable[[], Result]) -> Result:
        """Something long in the workspace, with how far it has come shown on stderr."""
        self._bar.begin(label)
        try:
            return work()
        finally:
            self._bar.clear()

    def request(self, name: str, /, **fields: Any) -> Any:
        """What an operation is asked, in the matter that was named. Raises InputError."""
        kind: type[Request] = operation(name).request
        given = {field: value for field, value in fields.items() if value is not None}
        matter = kind.model_fields.get("matter")
        if matter is None:
            self.refuse_matter(name)
        elif "matter" not in given:
            given["matter"] = self.needed_matter() if matter.is_required() else self.matter_name
        return request_of(kind, given, self._context)

    def refuse_matter(self, name: str) -> None:
        """Raises InputError where a matter was named for what is about the law alone."""
        instead = _FILES_INSTEAD.get(name)
        if instead is None or not self.matter_name:
            return
        command = self._context.command_path if self._context else "pincite"
        hint = f"Leave out --matter (or PINCITE_MATTER) to run `{command}` on the law"
        if instead:
            hint += f"; for its files: `pincite --matter {self.matter_name} {instead}`"
        raise InputError(
            f"`{command}` is about the law, and the matter {self.matter_name!r} holds case files",
            hint=f"{hint}.",
        )

    def needed_matter(self) -> str:
        """The name of the matter. Raises InputError."""
        if not self.matter_name:
            raise InputError(
                "no matter was named", hint="Add --matter NAME; `pincite matter list` shows them."
            )
        return self.matter_name

    def matter(self) -> Matter:
        """For what no operation does. Raises InputError, NoLibrary."""
        return self.workspace.matter(self.needed_matter())

    def emit(self, value: object, text: Callable[[], str]) -> None:
        out = shown_as_json(value) if self.json else text()
        sys.stdout.write(out + ("" if out.endswith("\n") or not out else "\n"))

    def note_cut(self, name: str, found: Sized, limit: int | None) -> None:
        """Say so where there may be more than an operation was asked to list."""
        most = limit or operation(name).request.model_fields["limit"].default
        if len(found) >= most:
            note(f"only the first {most} are shown; --limit shows more")

    def close(self) -> None:
        self._bar.clear()
        if "workspace" in self.__dict__:
            self.workspace.close()
            self.workspace.jobs.close()


def note(line: str) -> None:
    """Something that a reader of the results should know, on stderr."""
    stderr.print(f"note: {line}", markup=False, highlight=False)


def note_next(following: int | None, total: int) -> None:
    """Where a page of results is not the last one."""
    if following is not None:
        note(f"there are {total}; --offset {following} goes on, --limit shows more at once")


def fail(error: PinciteError, *, json: bool) -> int:
    """Say what went wrong and what to do; returns the exit code."""
    if json:
        sys.stdout.write(shown_as_json(error) + "\n")
    stderr.print(f"error: {error.message}", style="bold", markup=False, highlight=False)
    for reason in getattr(error, "reasons", [])[:20]:
        stderr.print(f"  {reason}", markup=False, highlight=False)
    left = len(getattr(error, "reasons", [])) - 20
    if left > 0:
        stderr.print(f"  … and {left} more (--json lists all)", markup=False)
    stderr.print(f"hint: {error.hint}", markup=False, highlight=False)
    return ROWS[error.code].exit
