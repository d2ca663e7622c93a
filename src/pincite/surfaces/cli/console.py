"""How the command line speaks: JSON or plain text on stdout, everything else on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pincite import library
from pincite.api.body import as_json
from pincite.errors import ROWS, InputError, PinciteError
from pincite.ingest.casefiles.sync import Progress as FileProgress
from pincite.ingest.casefiles.sync import silent
from pincite.library import Library
from pincite.matters import Matters
from pincite.matters.matter import Matter

# So that the figures before it keep their place on a line of 80 characters.
_NAME_SHOWN = 20
stderr = Console(stderr=True, soft_wrap=True)


@dataclass(slots=True)
class Session:
    """What every command knows: which library, and whether to speak JSON."""

    folder: Path | None = None
    matter_name: str | None = None
    json: bool = False
    quiet: bool = False
    opened: list[Library] = field(default_factory=list[Library])

    def library(self) -> Library:
        """The library asked for: a matter is one too."""
        if self.matter_name:
            return self.matter()
        found = library.open(self.folder)
        self.opened.append(found)
        return found

    def matter(self) -> Matter:
        if not self.matter_name:
            raise InputError(
                "no matter was named",
                hint="Add --matter NAME; `pincite matter list` shows them.",
            )
        found = Matters().open(self.matter_name)
        self.opened.append(found)
        return found

    def emit(self, value: object, text: Callable[[], str]) -> None:
        out = as_json(value) if self.json else text()
        sys.stdout.write(out + ("" if out.endswith("\n") or not out else "\n"))

    def close(self) -> None:
        for one in self.opened:
            one.close()


@contextmanager
def progress(label: str, *, quiet: bool) -> Generator[Callable[[int, int, str], None]]:
    """A bar on stderr that counts units done; silent where nobody watches."""
    if quiet or not stderr.is_terminal:
        yield lambda _done, _total, _name: None
        return
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        TextColumn("{task.fields[file]}"), console=stderr, transient=True,
    )  # fmt: skip
    with bar:
        task = bar.add_task(label, total=None, file="")
        yield lambda done, total, name: bar.update(task, completed=done, total=total, file=name)


@contextmanager
def catching_up(label: str, *, quiet: bool) -> Generator[Callable[[int, str], None]]:
    """What an index is reading, on stderr; silent where nobody watches."""
    if quiet or not stderr.is_terminal:
        yield lambda _done, _name: None
        return
    with stderr.status(label) as status:
        yield lambda done, name: status.update(f"{done} documents: {name}")


@contextmanager
def file_progress(label: str, *, quiet: bool) -> Generator[FileProgress]:
    """A bar on stderr over the bytes of the files: files, files and pages a second, time left."""
    if quiet or not stderr.is_terminal:
        yield silent
        return
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(bar_width=12),
        TextColumn("{task.fields[files]} {task.fields[rate]}"), TimeRemainingColumn(),
        TextColumn("{task.fields[file]}"), console=stderr, transient=True,
    )  # fmt: skip
    with bar:
        task = bar.add_task(label, total=None, files="", rate="", file="")
        began = time.monotonic()

        def tell(
            *, files: int, of_files: int, size: int, of_size: int, pages: int, name: str
        ) -> None:
            seconds = max(time.monotonic() - began, 0.001)
            bar.update(
                task, completed=size, total=of_size, files=f"{files}/{of_files}",
                file=name if len(name) <= _NAME_SHOWN else f"…{name[1 - _NAME_SHOWN :]}",
                rate=f"{files / seconds:.1f} files/s {pages / seconds:.0f} pages/s",
            )  # fmt: skip

        yield tell


def note(line: str) -> None:
    """Something that a reader of the results should know, on stderr."""
    stderr.print(f"note: {line}", markup=False, highlight=False)


def fail(error: PinciteError, *, json: bool) -> int:
    """Say what went wrong and what to do; returns the exit code."""
    if json:
        sys.stdout.write(as_json(error) + "\n")
    stderr.print(f"error: {error.message}", style="bold", markup=False, highlight=False)
    for reason in getattr(error, "reasons", [])[:20]:
        stderr.print(f"  {reason}", markup=False, highlight=False)
    left = len(getattr(error, "reasons", [])) - 20
    if left > 0:
        stderr.print(f"  … and {left} more (--json lists all)", markup=False)
    stderr.print(f"hint: {error.hint}", markup=False, highlight=False)
    return ROWS[error.code].exit
