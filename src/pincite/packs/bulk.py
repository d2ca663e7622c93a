"""Many packs at once, in several processes. What was built is written down as it is: a run that was
stopped goes on where it was, and gives the same files."""

from __future__ import annotations

import json
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from pincite.citations.fingerprint import fingerprint as citation_rules
from pincite.errors import InputError, PinciteError
from pincite.packs.archive import write_pack
from pincite.packs.build import opinion_pack
from pincite.packs.builder import git_tree
from pincite.packs.constants import V1_1, Spec
from pincite.packs.freeze import Law, PackBuilder
from pincite.packs.gather import CASE, PackDecisions
from pincite.packs.serialize import sha256
from pincite.scope.index import fingerprint as scope_rules

JOURNAL = "packs.journal"
# What a process builds between two messages.
_BATCH = 8

Progress = Callable[[int, int, str], None]


class _Job(NamedTuple):
    """What every process is told. `opened` is called in each, and travels there."""

    opened: Callable[[], Law]
    out: Path
    rules: Spec
    edges: Path | None

    def freezing(self) -> PackBuilder:
        return PackBuilder(self.opened(), self.rules, self.edges)


class PackRequest(NamedTuple):
    """An anchor as it was asked for."""

    what: str
    at: str | None = None
    version: str | None = None


class PackResult(NamedTuple):
    """What became of an anchor: the file and its hash, or the error."""

    wanted: PackRequest
    file: str = ""
    sha256: str = ""
    error: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class BulkReport:
    """`kept` were there from an earlier run."""

    built: int
    kept: int
    failed: tuple[PackResult, ...]


def read_anchors(path: Path, at: str | None, version: str | None) -> list[PackRequest]:
    """An anchor a line, with a date of its own behind a tab; `#` begins a remark. Raises
    InputError."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError):
        raise InputError(
            f"{path.name} cannot be read as text", hint="One anchor a line, in UTF-8."
        ) from None
    found: list[PackRequest] = []
    for line in text.splitlines():
        what, _, day = line.partition("\t")
        if what.strip() and not what.startswith("#"):
            own = day.strip() or None
            found.append(PackRequest(what.strip(), own or at, None if own else version))
    if not found:
        raise InputError(f"{path.name} names no anchor", hint="One anchor a line.")
    return list(dict.fromkeys(found))


def freeze_all(
    opened: Callable[[], Law],
    anchors: Sequence[PackRequest],
    out: Path,
    *,
    rules: Spec = V1_1,
    edges: Path | None = None,
    workers: int = 1,
    progress: Progress = lambda _done, _total, _name: None,
) -> BulkReport:
    """Every anchor's pack in `out`, of the library that `opened` opens, in each process anew."""
    out.mkdir(parents=True, exist_ok=True)
    job = _Job(opened, out, rules, edges)
    journal = out / JOURNAL
    state = _state(job)
    done = _done(journal, state, out)
    left = [anchor for anchor in anchors if anchor not in done]
    kept, built, failed = len(anchors) - len(left), 0, list[PackResult]()
    # Written anew: what follows the last whole line of a killed run is dropped.
    beside = journal.with_name(f".{journal.name}.part")
    beside.write_text(
        "".join(f"{json.dumps(row)}\n" for row in ({"state": state}, *map(_row, done.values()))),
        encoding="utf-8",
    )
    beside.replace(journal)
    with journal.open("a", encoding="utf-8") as file:
        for made in _results(job, left, workers):
            if made.error:
                failed.append(made)
            else:
                built += 1
                file.write(f"{json.dumps(_row(made))}\n")
                file.flush()
            progress(kept + built + len(failed), len(anchors), made.wanted.what)
    order = {anchor: at for at, anchor in enumerate(anchors)}
    return BulkReport(built, kept, tuple(sorted(failed, key=lambda failure: order[failure.wanted])))


def _results(job: _Job, left: Sequence[PackRequest], workers: int) -> Iterator[PackResult]:
    batches = [left[at : at + _BATCH] for at in range(0, len(left), _BATCH)]
    if workers < 2 or len(batches) < 2:
        with _Bench(job) as bench:
            for request in left:
                yield bench.make(request)
        return
    pool = ProcessPoolExecutor(min(workers, len(batches)), get_context("spawn"), _start, (job,))
    try:
        running: list[Future[list[PackResult]]] = [pool.submit(_make, batch) for batch in batches]
        for future in as_completed(running):
            yield from future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class _Bench:
    """Where one process builds: the index is opened for the first decision, and kept."""

    def __init__(self, job: _Job) -> None:
        self._freezing = job.freezing()
        self._out = job.out
        self._open = ExitStack()
        self._open.callback(self._freezing.law.close)
        self._decisions: PackDecisions | None = None

    def __enter__(self) -> _Bench:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def make(self, wanted: PackRequest) -> PackResult:
        freezing = self._freezing
        try:
            stored, node = freezing.anchor(*wanted)
            if stored.expression.style == CASE:
                if self._decisions is None:
                    prepared = freezing.prepared(caught_up=True)
                    self._decisions = self._open.enter_context(prepared)
                pack = opinion_pack(self._decisions.input(stored, node), freezing.rules)
            else:
                pack = freezing.rule(stored, node, wanted.at, wanted.version)
            path = write_pack(pack, self._out)
            return PackResult(wanted, path.name, sha256(path.read_bytes()))
        except PinciteError as problem:
            return PackResult(wanted, error=problem.message, hint=problem.hint)


_bench: list[_Bench] = []


def _start(job: _Job) -> None:
    # The process that asked is told of Ctrl-C, and ends these.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _bench.append(_Bench(job))


def _make(batch: Sequence[PackRequest]) -> list[PackResult]:
    return [_bench[0].make(request) for request in batch]


def _state(job: _Job) -> str:
    """What every pack of a run hangs on; the index of citations is caught up on the way."""
    freezing = job.freezing()
    law = freezing.law
    try:
        if any(header.style == CASE for header in law.store.headers()):
            with law.citations.index():
                pass
        last = deque(law.store.audit(), maxlen=1)
    finally:
        law.close()
    parts = [entry.hash for entry in last] + [job.rules.digest, git_tree()]
    parts += [citation_rules(), scope_rules(), sha256(job.edges.read_bytes()) if job.edges else ""]
    return sha256(" ".join(parts).encode())


def _done(journal: Path, state: str, out: Path) -> dict[PackRequest, PackResult]:
    """What an earlier run over the same library wrote, and is still there."""
    found: dict[PackRequest, PackResult] = {}
    try:
        rows = journal.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return {}
    for number, row in enumerate(rows):
        try:
            value = json.loads(row)
            if number == 0:
                if value["state"] != state:
                    return {}
                continue
            made = PackResult(PackRequest(*value["wanted"]), value["file"], value["sha256"])
            path = out / made.file
            if path.parent == out and sha256(path.read_bytes()) == made.sha256:
                found[made.wanted] = made
        except (ValueError, KeyError, TypeError, OSError, RecursionError):
            continue
    return found


def _row(made: PackResult) -> dict[str, object]:
    return {"wanted": list(made.wanted), "file": made.file, "sha256": made.sha256}
