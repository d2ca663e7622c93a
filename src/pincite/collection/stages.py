"""The stages from a file to an answer, and how far work has come in them, told as plain data."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

# How fast it goes is judged by the last so many tellings.
_LOOKED_AT = 20
# A guess from less than this is worth nothing.
_LEAST_SECONDS = 0.5


class Stage(StrEnum):
    """In their order. From WORDS on, what was read is found by its words."""

    READ = "read"
    WORDS = "words"
    SCOPE = "scope"
    MEANING = "meaning"
    LINKS = "links"


GIVES_WAY = (Stage.SCOPE, Stage.MEANING, Stage.LINKS)
"""Stages that can take hours, and lose nothing when they are stopped and begun again."""


class StageState(StrEnum):
    """`left` is what was not done to its end, and `skipped` what there was no need for."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    SKIPPED = "skipped"
    LEFT = "left"


@dataclass(slots=True)
class _Passed:
    state: StageState = StageState.WAITING
    why: str = ""


class StagedProgress:
    """Tells `tell`, whenever it is called, what was counted: `stage`, `stages` (each with its
    `state`, and `why` where it was skipped or left), and, where they are known, `done`, `total` and
    `seconds_left` of the stage that runs. What else was counted is told as it is. `tell` may raise
    JobCancelled."""

    def __init__(
        self,
        tell: Callable[..., None],
        stages: Sequence[Stage],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tell = tell
        self._stages = {stage: _Passed() for stage in stages}
        self._stage = stages[0]
        self._clock = clock
        self._pace = _Pace()

    def begin(self, stage: Stage) -> None:
        """The stage before it is done."""
        self._finish()
        self._stage = stage
        self._stages[stage].state = StageState.RUNNING
        self._pace = _Pace()
        self._say({})

    def pass_over(self, stage: Stage) -> None:
        """It was done by a run before this one."""
        self._stages[stage].state = StageState.DONE

    def skip(self, stage: Stage, why: str = "") -> None:
        """There was no need for it."""
        self._stages[stage] = _Passed(StageState.SKIPPED, why)

    def leave(self, stage: Stage, why: str) -> None:
        """It was not done to its end."""
        self._stages[stage] = _Passed(StageState.LEFT, why)

    def end(self) -> None:
        self._finish()
        self._say({})

    def __call__(self, **counted: Any) -> None:
        if "of_files" in counted:
            # Files are of every size: their bytes tell how long they take.
            size, of_size = counted["size"], counted["of_size"]
            counted |= {"done": counted["files"], "total": counted["of_files"]}
            left = self._pace.left(self._clock(), size, of_size)
        else:
            left = self._pace.left(self._clock(), counted.get("done", 0), counted.get("total"))
        self._say(counted if left is None else counted | {"seconds_left": left})

    def counted(self, done: int, name: str) -> None:
        """How many documents were read, and which is read now; nobody knows how many there are."""
        self(done=done, name=name)

    def of_total(self, done: int, total: int, name: str = "") -> None:
        self(done=done, total=total, name=name)

    def _finish(self) -> None:
        if self._stages[self._stage].state is StageState.RUNNING:
            self._stages[self._stage].state = StageState.DONE

    def _say(self, counted: dict[str, Any]) -> None:
        stages = [
            {"stage": stage.value, "state": passed.state.value}
            | ({"why": passed.why} if passed.why else {})
            for stage, passed in self._stages.items()
        ]
        self._tell(stage=self._stage.value, stages=stages, **counted)


_DOING = {
    Stage.READ: ("reading", "files"),
    Stage.WORDS: ("indexing words", "documents"),
    Stage.SCOPE: ("reading what governs what", "documents"),
    Stage.MEANING: ("encoding what it means", "passages"),
    Stage.LINKS: ("reading what decisions cite", "documents"),
}


def doing(progress: Mapping[str, Any]) -> str:
    """What the stage that runs does: 'indexing words'; "" where there are no stages."""
    stage = progress.get("stage")
    return _DOING[Stage(stage)][0] if stage else ""


def in_words(progress: Mapping[str, Any]) -> str:
    """How far it has come: 'encoding what it means: 640 of 8300 passages, about 2 min left'."""
    unit = _DOING[Stage(progress["stage"])][1] if "stage" in progress else ""
    parts: list[str] = []
    if "done" in progress:
        of = f" of {progress['total']}" if progress.get("total") is not None else ""
        parts.append(f"{progress['done']}{of} {unit}".rstrip())
    if "seconds_left" in progress:
        parts.append(f"about {_duration(progress['seconds_left'])} left")
    return ": ".join(part for part in (doing(progress), ", ".join(parts)) if part)


def share_done(progress: Mapping[str, Any]) -> float:
    """From 0 to 1; every stage counts as much as another."""
    stages = progress.get("stages")
    if not stages:
        return 0.0
    passed = sum(told["state"] not in ("waiting", "running") for told in stages)
    running = any(told["state"] == "running" for told in stages)
    if running and progress.get("total"):
        passed += min(progress.get("done", 0) / progress["total"], 1.0)
    return passed / len(stages)


def _duration(seconds: int) -> str:
    if seconds < 90:
        return f"{seconds} s"
    return f"{round(seconds / 60)} min" if seconds < 5400 else f"{round(seconds / 3600)} h"


class _Pace:
    """How fast a stage goes."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque(maxlen=_LOOKED_AT)
        self._total: int | None = None

    def left(self, now: float, done: int, total: int | None) -> int | None:
        """How many seconds, at the pace of late; None where that cannot be told yet."""
        if total != self._total or (self._seen and done < self._seen[-1][1]):
            self._seen.clear()
            self._total = total
        self._seen.append((now, done))
        began, before = self._seen[0]
        if total is None or done <= before or now - began < _LEAST_SECONDS:
            return None
        return round((total - done) * (now - began) / (done - before))
