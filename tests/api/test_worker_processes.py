"""Worker processes and processes of jobs: what travels, what is tried again, and who ends when."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from api import worker_tasks as task
from pincite.api.jobs import JobState, JobView
from pincite.api.processes import WorkerProcesses
from pincite.api.workspace import WorkerPool
from pincite.errors import Busy, NotFound, ProcessLost
from pincite.settings import Settings
from waiting import LONG, wait_until


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkerPool]:
    root = tmp_path_factory.mktemp("workers")
    settings = Settings(library=root / "law", matters=root / "matters", serve_waiting=2)  # type: ignore[call-arg]
    with closing(WorkerPool(root / "law", settings, processes=2)) as made:
        yield made


@pytest.fixture
def workers(pool: WorkerPool) -> WorkerProcesses:
    """Both of them ready."""
    assert pool.processes is not None
    processes = pool.processes
    wait_until(lambda: len(processes.pids) == 2)
    return processes


def there(pid: int) -> bool:
    try:
        # One that has ended and was not waited for yet is there no more.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_errors_come_back_typed_and_others_by_their_kind_alone(workers: WorkerProcesses) -> None:
    with pytest.raises(NotFound, match="no such thing") as refused:
        workers.submit(task.refuses).result(LONG)
    assert refused.value.hint == "Look elsewhere."
    broken = workers.submit(task.breaks).exception(LONG)
    assert (type(broken).__name__, str(broken)) == ("KeyError", "")
    stuck = workers.submit(task.gives_what_cannot_travel).exception(LONG)
    assert stuck is not None
    assert not isinstance(stuck, ProcessLost)
    assert workers.submit(task.pid).result(LONG) != os.getpid()


def test_a_killed_worker_is_replaced_and_its_call_tried_in_another(
    workers: WorkerProcesses, tmp_path: Path
) -> None:
    before = set(workers.pids)
    answered_by = workers.submit(task.dies_once, tmp_path / "died").result(LONG)
    assert answered_by != os.getpid()
    wait_until(lambda: len(workers.pids) == 2)
    assert len(set(workers.pids) & before) == 1


def test_a_call_that_kills_twice_is_told_and_may_be_tried_again(workers: WorkerProcesses) -> None:
    with pytest.raises(ProcessLost, match="SIGKILL") as lost:
        workers.submit(task.dies).result(LONG)
    assert lost.value.retryable
    assert workers.submit(task.pid).result(LONG) in workers.pids


def test_an_idle_worker_that_is_killed_is_replaced(workers: WorkerProcesses) -> None:
    killed = workers.pids[0]
    os.kill(killed, signal.SIGKILL)
    wait_until(lambda: killed not in workers.pids and len(workers.pids) == 2)
    assert workers.submit(task.pid).result(LONG) != killed


def test_more_than_may_wait_is_refused_and_whoever_goes_away_waits_no_longer(
    workers: WorkerProcesses, tmp_path: Path
) -> None:
    until = tmp_path / "until"
    running = [
        workers.submit(task.waits_for, tmp_path / f"begun-{number}", until) for number in range(2)
    ]
    wait_until(lambda: len(list(tmp_path.glob("begun-*"))) == 2)
    leaving, staying = workers.submit(task.pid), workers.submit(task.pid)
    with pytest.raises(Busy) as busy:
        workers.submit(task.pid)
    assert busy.value.retryable
    assert leaving.cancel()
    until.touch()
    assert {future.result(LONG) for future in running} == set(workers.pids)
    assert staying.result(LONG) in workers.pids
    # There is room again.
    assert [workers.submit(task.pid).result(LONG) for _ in range(4)]


def view(pool: WorkerPool, begun: JobView) -> JobView:
    return pool.jobs.view(begun.id)


def told(pool: WorkerPool, begun: JobView) -> dict[str, Any]:
    """The job's progress, once it told some."""
    return wait_until(lambda: view(pool, begun).progress)


def test_a_job_has_a_process_of_its_own_that_tells_how_far_it_came(pool: WorkerPool) -> None:
    begun = pool.begin("count", task.counts_to, 200)
    wait_until(lambda: view(pool, begun).state.ended)
    done = view(pool, begun)
    assert (done.state, done.result) == (JobState.DONE, {"counted": 200})
    assert (done.progress["done"], done.progress["total"]) == (200, 200)
    assert done.progress["pid"] != os.getpid()
    wait_until(lambda: not there(done.progress["pid"]))


def test_a_job_is_cancelled_where_it_runs(pool: WorkerPool) -> None:
    begun = pool.begin("count", task.counts_on)
    child = told(pool, begun)["pid"]
    pool.jobs.cancel(begun.id)
    wait_until(lambda: view(pool, begun).state.ended)
    assert view(pool, begun).state is JobState.CANCELLED
    wait_until(lambda: not there(child))


def test_a_killed_job_has_failed_and_the_next_one_runs(
    pool: WorkerPool, workers: WorkerProcesses
) -> None:
    begun = pool.begin("count", task.counts_on)
    waiting = pool.begin("count", task.counts_to, 3)
    os.kill(told(pool, begun)["pid"], signal.SIGKILL)
    wait_until(lambda: view(pool, begun).state.ended)
    failed = view(pool, begun)
    assert failed.state is JobState.FAILED
    assert failed.error
    assert (failed.error["error"], failed.error["retryable"]) == ("process_lost", True)
    assert "SIGKILL" in str(failed.error["message"])
    wait_until(lambda: view(pool, waiting).state is JobState.DONE)
    assert workers.submit(task.pid).result(LONG)


def test_an_error_of_a_job_is_that_of_its_work(pool: WorkerPool) -> None:
    begun = pool.begin("refuse", task.refuses)
    wait_until(lambda: view(pool, begun).state.ended)
    assert (view(pool, begun).error or {})["error"] == "not_found"
    broken = pool.begin("break", task.breaks)
    wait_until(lambda: view(pool, broken).state.ended)
    assert broken.id in str((view(pool, broken).error or {})["hint"]), (
        "the log says where it failed"
    )


def test_a_pool_that_closes_leaves_no_process(tmp_path: Path) -> None:
    settings = Settings(library=tmp_path / "law", matters=tmp_path / "matters")  # type: ignore[call-arg]
    pool = WorkerPool(tmp_path / "law", settings, processes=1)
    workers = pool.processes
    assert workers is not None
    children = [workers.submit(task.pid).result(LONG)]
    begun = pool.begin("count", task.counts_on, standing=True)
    children.append(told(pool, begun)["pid"])
    pool.close()
    assert view(pool, begun).state is JobState.CANCELLED
    assert [child for child in children if there(child)] == []
