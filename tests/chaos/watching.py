"""Calls to a library while something happens to it: each is noted, with what it came to."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from typing import TypeVar

from pincite.errors import PinciteError
from pincite.library import Library

Answer = TypeVar("Answer")
Question = Callable[[Library], object]
# An answer that says what it had to do without, and so may be another one.
DEGRADED = "degraded"
# Nothing that is waited for takes so long, unless it never comes.
LIMIT = 150.0


@dataclass(frozen=True, slots=True)
class Event:
    """`kind` is right, wrong, degraded, acknowledged, error or untyped; `said` the code of an error,
    or what was wrong."""

    began: float
    ended: float
    kind: str
    said: str = ""

    @property
    def seconds(self) -> float:
        return self.ended - self.began


class Watch:
    def __init__(self) -> None:
        self.events: list[Event] = []
        self._changed = threading.Condition()

    def call(self, work: Callable[[], Answer], kind: Callable[[Answer], str]) -> Event:
        """Do it, once."""
        began = time.monotonic()
        try:
            given = work()
            ended_as = kind(given)
            said = repr(given) if ended_as == "wrong" else ""
        except PinciteError as problem:
            ended_as, said = "error", problem.code
        except Exception as problem:
            ended_as, said = "untyped", f"{type(problem).__name__}: {problem}"
        event = Event(began, time.monotonic(), ended_as, said)
        with self._changed:
            self.events.append(event)
            self._changed.notify_all()
        return event

    def wait(self, kind: str, count: int = 1, *, since: float = 0.0) -> Event:
        """For so many calls that began since then and came to that; gives the last of them."""

        def found() -> list[Event]:
            return [one for one in self.events if one.kind == kind and one.began >= since]

        with self._changed:
            so = self._changed.wait_for(lambda: len(found()) >= count, LIMIT)
        assert so, f"no {kind} in {LIMIT:.0f} s; the last was {self.events[-1:]}"
        return found()[count - 1]


@contextmanager
def asked(opened: Library, questions: Sequence[Question]) -> Generator[Watch]:
    """The same questions in turn, again and again, by a thread; what is said first is right."""
    right = [question(opened) for question in questions]
    watch, done = Watch(), threading.Event()

    def ask() -> None:
        for question, answer in cycle(zip(questions, right, strict=True)):
            if done.is_set():
                return
            said = watch.call(
                lambda question=question: question(opened),
                lambda given, answer=answer: _judged(given, answer),
            )
            if said.kind != "right":
                # An error that comes at once, in a loop, would take the processor from the rest.
                done.wait(0.05)

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        watch.wait("right", 2 * len(questions))
        yield watch
    finally:
        done.set()
        thread.join()


def _judged(given: object, answer: object) -> str:
    if given == DEGRADED:
        return DEGRADED
    return "right" if given == answer else "wrong"
