"""Several reading processes, watched: one that stalls or dies costs its file, nothing else."""

from __future__ import annotations

import pickle
import queue
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator

from pincite.errors import PinciteError, SourceError, SourceTooLarge
from pincite.ingest.casefiles.tasks import DrawingTask, Drawn, Read, ReadingRules, Task, Tick
from pincite.ingest.child_process import Arrival, Child

_START = "from pincite.ingest.casefiles.worker import main; main()"
# Tasks in a reader's hand, the one it reads included, so that it never waits for us.
_AHEAD = 3
_LOOK_SECONDS = 0.5

OnPage = Callable[[Task, int, int], None]
_Result = tuple[Task | DrawingTask, Read | Drawn]


def _unwatched(_task: Task, _page: int, _pages: int) -> None: ...


class _Reader(Child):
    def __init__(self, rules: ReadingRules, arrivals: queue.SimpleQueue[Arrival]) -> None:
        super().__init__(_START, arrivals)
        self.tasks: deque[Task | DrawingTask] = deque()
        self.ready = False
        self.send(rules)

    def give(self, task: Task | DrawingTask) -> None:
        if not self.tasks:
            self.last_sign = time.monotonic()
        self.tasks.append(task)
        self.send(task)


class ReaderPool:
    """Use as a context manager: at its end no process is left."""

    def __init__(self, count: int, rules: ReadingRules, *, stall_seconds: float) -> None:
        self._rules = rules
        self._stall_seconds = stall_seconds
        self._arrivals: queue.SimpleQueue[Arrival] = queue.SimpleQueue()
        self._readers = [self._hire() for _ in range(count)]

    def __enter__(self) -> ReaderPool:
        return self

    def __exit__(self, *_: object) -> None:
        for reader in self._readers:
            if reader.tasks:
                reader.kill()
            else:
                reader.stop()

    def _hire(self) -> _Reader:
        return _Reader(self._rules, self._arrivals)

    def draw(self, drawing: DrawingTask) -> bytes:
        """A picture as PNG. Raises SourceError."""
        for _, result in self._run(deque[Task | DrawingTask]([drawing]), _unwatched):
            if isinstance(result, Read) or result.error:
                raise result.error or SourceError("nothing was drawn", file=drawing.path)
            return result.png
        raise SourceError("nothing was drawn", file=drawing.path)

    def run(
        self, tasks: Iterable[Task], on_page: OnPage = _unwatched
    ) -> Iterator[tuple[Task, Read]]:
        """Each task with what became of it, in the order in which they are done."""
        for task, result in self._run(deque[Task | DrawingTask](tasks), on_page):
            if isinstance(task, Task) and isinstance(result, Read):
                yield task, result

    def _run(self, waiting: deque[Task | DrawingTask], on_page: OnPage) -> Iterator[_Result]:
        while waiting or any(reader.tasks for reader in self._readers):
            self._share_out(waiting)
            try:
                reader, data = self._arrivals.get(timeout=_LOOK_SECONDS)
            except queue.Empty:
                yield from self._give_up_stalled(waiting)
                continue
            assert isinstance(reader, _Reader)
            if reader not in self._readers:
                continue
            if data is None:
                if not reader.ready:
                    # No file is to blame for this.
                    raise PinciteError("a process that reads case files could not start")
                yield from self._replace(reader, waiting, None)
                continue
            reader.ready = True
            # Only our own reading process writes to this pipe.
            message: Tick | Read | Drawn = pickle.loads(data)  # noqa: S301
            if not isinstance(message, Tick):
                yield reader.tasks.popleft(), message
            elif reader.tasks and isinstance(task := reader.tasks[0], Task) and message.pages:
                on_page(task, message.page, message.pages)
            yield from self._give_up_stalled(waiting)

    def _share_out(self, waiting: deque[Task | DrawingTask]) -> None:
        # The last files go one by one to whoever is free, so that no reader ends with a queue.
        ahead = _AHEAD if len(waiting) > _AHEAD * len(self._readers) else 1
        for hand in range(ahead):
            for reader in self._readers:
                if waiting and len(reader.tasks) <= hand:
                    reader.give(waiting.popleft())

    def _give_up_stalled(self, waiting: deque[Task | DrawingTask]) -> Iterator[_Result]:
        latest = time.monotonic() - self._stall_seconds
        for reader in list(self._readers):
            if reader.tasks and reader.last_sign < latest:
                reason = f"no page was done in {self._stall_seconds:g} s; given up"
                hint = "Split the file, or raise PINCITE_STALL_SECONDS, and sync with --retry."
                error = SourceTooLarge(reason, file=reader.tasks[0].path, hint=hint)
                yield from self._replace(reader, waiting, error)

    def _replace(
        self, reader: _Reader, waiting: deque[Task | DrawingTask], error: SourceError | None
    ) -> Iterator[_Result]:
        """The file in hand is lost; those behind it go to another reader."""
        status = reader.kill(dying=error is None)
        self._readers[self._readers.index(reader)] = self._hire()
        if reader.tasks:
            task = reader.tasks.popleft()
            waiting.extendleft(reversed(reader.tasks))
            yield task, Read(error=error or _died(task, status))


def _died(task: Task | DrawingTask, status: int) -> SourceError:
    name = signal.Signals(-status).name if status < 0 else f"status {status}"
    return SourceError(
        f"the process that read it died ({name})",
        file=task.path,
        hint="The file is broken, or needs more than PINCITE_MAX_READER_BYTES of memory. "
        "Print it to a new PDF, or leave it out; sync with --retry tries again.",
    )
