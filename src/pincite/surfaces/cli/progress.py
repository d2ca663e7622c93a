"""How far something long has come: a bar on stderr where somebody watches, and a line now and then
where nobody does."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from pincite.collection.stages import doing, in_words

# So that the figures before it keep their place on a line of 80 characters.
_NAME_SHOWN = 20
# A log that nobody watches has a line for each stage, and one so often.
_LINE_SECONDS = 5.0
stderr = Console(stderr=True, soft_wrap=True)


class ProgressBar:
    """Told what was counted, it draws a bar, from the first time on until `clear`. What counts
    files of a case (`of_size` and the like) has its rates shown too. Without a terminal it writes
    lines instead. `stages` are those that were told of last."""

    def __init__(self, label: str = "", *, quiet: bool) -> None:
        self._silent = quiet
        self.stages: list[dict[str, str]] = []
        self._drawn: tuple[Progress, TaskID] | None = None
        self.begin(label)

    def begin(self, label: str) -> None:
        """Rates are counted from now on."""
        self._label = label
        self._began = self._written = time.monotonic()
        self._stage = ""
        self.stages = []

    def __call__(self, **counted: Any) -> None:
        self.stages = counted.get("stages", self.stages)
        if self._silent:
            return
        if not stderr.is_terminal:
            self._write(counted)
            return
        bar, task = self._drawn or self._draw()
        name = str(counted.get("name", ""))
        if "of_size" in counted:
            done, total, said = counted["size"], counted["of_size"], self._rates(**counted)
        else:
            done, total = counted.get("done", 0), counted.get("total")
            said = f"{done}/{total}" if total is not None else f"{done}"
        bar.update(
            task, description=doing(counted) or self._label, completed=done, total=total, said=said,
            name=name if len(name) <= _NAME_SHOWN else f"…{name[1 - _NAME_SHOWN :]}",
        )  # fmt: skip

    def _write(self, counted: dict[str, Any]) -> None:
        now, stage = time.monotonic(), counted.get("stage", "")
        if stage == self._stage and now < self._written + _LINE_SECONDS:
            return
        self._written, self._stage = now, stage
        said = in_words(counted)
        stderr.print(
            said if doing(counted) else f"{self._label}: {said}", markup=False, highlight=False
        )

    def clear(self) -> None:
        if self._drawn is not None:
            self._drawn[0].stop()
            self._drawn = None

    def _draw(self) -> tuple[Progress, TaskID]:
        bar = Progress(
            TextColumn("{task.description}"), BarColumn(bar_width=12),
            TextColumn("{task.fields[said]}"), TimeRemainingColumn(),
            TextColumn("{task.fields[name]}", markup=False), console=stderr, transient=True,
        )  # fmt: skip
        bar.start()
        self._drawn = bar, bar.add_task(self._label, total=None, said="", name="")
        return self._drawn

    def _rates(self, *, files: int, of_files: int, pages: int, **_others: Any) -> str:
        seconds = max(time.monotonic() - self._began, 0.001)
        return f"{files}/{of_files} {files / seconds:.1f} files/s {pages / seconds:.0f} pages/s"


@contextmanager
def progress(label: str, *, quiet: bool) -> Generator[Callable[[int, int, str], None]]:
    """A bar over so many of so many, each with its name."""
    bar = ProgressBar(label, quiet=quiet)
    try:
        yield lambda done, total, name: bar(done=done, total=total, name=name)
    finally:
        bar.clear()
