"""The log says where an error of ours happened, under the number that the client was given, and
nothing of what was asked or held."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from pincite.api import operation as operations_module
from pincite.api.jobs import JobBoard, JobState
from pincite.surfaces.http.app import create_app
from pincite.traces import trace
from surfaces.mcp_clients import talking
from surfaces.serving import held, serving, settings_for
from waiting import wait_until

SECRET = "zirconquarry"


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("log")
    held(root)
    return root


@pytest.fixture
def broken(ground: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[httpx.Client]:
    """A server one of whose engines has a fault: it raises what it was asked."""

    def fails(*asked: object, **more: object) -> None:
        hidden = f"{SECRET} {asked} {more}"
        try:
            {}[hidden]
        except KeyError as problem:
            raise ValueError(f"no such column: {hidden}") from problem

    monkeypatch.setattr("pincite.library.Library.stats", fails)
    app: FastAPI = create_app(settings=settings_for(ground))
    with serving(app) as client:
        yield client


def assert_discreet(logged: str) -> None:
    assert SECRET not in logged
    assert "no such column" not in logged
    # Frames of ours from the package on, and of what was bought without where it lies.
    assert "pincite/api/operation.py:" in logged
    assert str(Path(operations_module.__file__).parent) not in logged
    assert not re.search(r"(?<![\w])/\w+/\w+", logged), logged
    assert "ValueError: " in logged
    assert ", because of KeyError: test_failure_log.py:" in logged
    assert "fails" in logged


def test_a_request_that_fails_is_found_in_the_log_by_its_number(
    broken: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    response = broken.get("/stats")
    assert (response.status_code, response.json()["error"]) == (500, "internal_error")
    number = response.headers["X-Request-Id"]
    assert number in response.json()["hint"]
    [logged] = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert number in logged.getMessage()
    assert logged.exc_info is None
    assert_discreet(logged.getMessage())
    assert SECRET not in response.text
    assert "ValueError" not in response.text


def test_each_request_has_a_number_of_its_own(broken: httpx.Client) -> None:
    numbers = [broken.get(path).headers["X-Request-Id"] for path in ("/health", "/versions", "/x")]
    assert len(set(numbers)) == 3


def test_a_tool_that_fails_is_found_in_the_log_by_the_number_in_its_error(
    broken: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    with talking(f"{str(broken.base_url).rstrip('/')}/mcp") as talk:
        error = talk.error("show_stats")
    assert (error["error"], error["message"]) == (
        "internal_error", "something went wrong on our side",
    )  # fmt: skip
    [logged] = [
        record.getMessage() for record in caplog.records if "failed (" in record.getMessage()
    ]
    [number] = re.findall(r"\(([0-9a-f]{32})\)", logged)
    assert number in error["hint"]
    assert_discreet(logged)
    assert SECRET not in json.dumps(error)


def test_a_job_that_fails_is_found_in_the_log_by_its_id(caplog: pytest.LogCaptureFixture) -> None:
    board = JobBoard()

    def work(_job: object) -> None:
        raise ValueError(SECRET)

    begun = board.start("index", "", work)
    ended = wait_until(lambda: view if (view := board.view(begun.id)).state.ended else None)
    assert ended.state is JobState.FAILED
    assert ended.error is not None
    assert ended.error["error"] == "internal_error"
    [logged] = [record.getMessage() for record in caplog.records]
    assert f"the job index failed ({begun.id}): ValueError: pincite/api/jobs.py:" in logged
    assert SECRET not in logged + json.dumps(ended.error)
    board.close()


def test_a_question_that_fails_is_found_in_the_log_by_its_number(
    ground: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*asked: object, **_more: object) -> None:
        raise ValueError(f"{SECRET} {asked}")

    monkeypatch.setattr("pincite.answer.flow.AnswerFlow._reply", fails)
    with serving(create_app(settings=settings_for(ground))) as client:
        response = client.post("/chat", json={"query": f"{SECRET}?"})
    assert response.status_code == 500
    [logged] = [
        record.getMessage() for record in caplog.records if "question failed" in record.getMessage()
    ]
    assert response.headers["X-Request-Id"] in logged
    assert "pincite/answer/flow.py:" in logged
    assert SECRET not in logged


def test_a_group_of_errors_and_a_circle_of_causes_are_told() -> None:
    first, second = ValueError(SECRET), OSError(SECRET)
    first.__cause__, second.__cause__ = second, first
    told = trace(ExceptionGroup(SECRET, [first, KeyError(SECRET)]))
    assert told == "ExceptionGroup: nowhere [ValueError: nowhere; KeyError: nowhere]"
    assert trace(first) == "ValueError: nowhere, because of OSError: nowhere"
