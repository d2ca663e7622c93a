"""How the command line speaks: JSON or plain text on stdout, everything else on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pincite import library
from pincite.errors import ROWS, PinciteError
from pincite.library import Library
from pincite.surfaces.wire import as_json

stderr = Console(stderr=True, soft_wrap=True)


@dataclass(slots=True)
class Session:
    """What every command knows: which library, and whether to speak JSON."""

    folder: Path | None = None
    json: bool = False
    quiet: bool = False
    opened: list[Library] = field(default_factory=list[Library])

    def library(self) -> Library:
        found = library.open(self.folder)
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
