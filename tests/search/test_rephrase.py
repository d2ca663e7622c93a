"""Other wordings by a model: asked over HTTP, of a server on this machine that can misbehave."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from loopback import answer, closed_port
from pincite.library import Library
from pincite.search.response import Response
from pincite.settings import Settings
from waiting import LONG

ASKED = "zyzzogeton quandary"
WORDED = "how much deposit may a landlord take"


class Model:
    """Says `content`, after `seconds`, with `status`."""

    def __init__(self) -> None:
        self.content = json.dumps({"questions": [WORDED]})
        self.status, self.seconds = 200, 0.0
        self.asked: list[dict[str, object]] = []
        self.url = ""
        self.over = threading.Event()


@pytest.fixture
def model() -> Iterator[Model]:
    served = Model()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            served.asked.append(json.loads(body))
            served.over.wait(served.seconds)
            said = {"choices": [{"message": {"role": "assistant", "content": served.content}}]}
            answer(self, served.status, json.dumps(said).encode())  # type: ignore[arg-type]

        def log_message(self, format: str, *args: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served.url = f"http://127.0.0.1:{server.server_address[1]}/v1/chat/completions"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield served
    served.over.set()
    server.shutdown()
    thread.join()
    server.server_close()


Ask = Callable[..., Response]


@pytest.fixture
def opened(places: Path) -> Iterator[Callable[..., Library]]:
    libraries: list[Library] = []

    def open_with(url: str, timeout: float = LONG) -> Library:
        settings = Settings(
            library=places / "law", models=places / "no-models", workers=1, jurisdiction="xm",
            chat_url=url, chat_model="m", chat_timeout=timeout,
        )  # fmt: skip
        libraries.append(Library(places / "law", settings))
        return libraries[-1]

    yield open_with
    for one in libraries:
        one.close()


@pytest.mark.req("L3")
def test_other_wordings_find_what_the_question_does_not(
    law: Library, opened: Callable[..., Library], model: Model
) -> None:
    best = law.search(WORDED).results[0]
    assert best.law not in [one.law for one in law.search(ASKED).results[:1]]
    with_model = opened(model.url)
    found = with_model.search(ASKED)
    assert found.results[0].law == best.law
    assert "rephrase" in found.milliseconds
    assert not any("rephrase" in one for one in found.degraded)
    [asked] = model.asked
    assert asked["temperature"] == 0
    with_model.search(ASKED)
    assert len(model.asked) == 1


@pytest.mark.req("L3")
def test_a_free_search_and_a_bare_citation_ask_no_model(
    opened: Callable[..., Library], model: Model
) -> None:
    with_model = opened(model.url)
    with_model.search(ASKED, tier="free")
    with_model.search("s 14 of the Residential Tenancies Act")
    assert model.asked == []


@pytest.mark.parametrize(
    ("content", "status", "seconds"),
    [
        ("I would be glad to help!", 200, 0.0),
        ('{"questions": "one"}', 200, 0.0),
        ("", 200, 0.0),
        ("{}", 500, 0.0),
        ("{}", 200, LONG),
    ],
)
def test_a_model_that_misbehaves_is_done_without_and_named(
    law: Library,
    opened: Callable[..., Library],
    model: Model,
    content: str,
    status: int,
    seconds: float,
) -> None:
    model.content, model.status, model.seconds = content, status, seconds
    question = "who pays back the deposit"
    found = opened(model.url, timeout=1 if seconds else LONG).search(question)
    assert any(one.startswith("rephrase: ") for one in found.degraded)
    assert found.results == law.search(question).results


def test_a_model_that_is_not_there_is_done_without(opened: Callable[..., Library]) -> None:
    found = opened(f"http://127.0.0.1:{closed_port()}/v1/chat/completions").search("the deposit")
    assert found.results
    assert any(one.startswith("rephrase: ") for one in found.degraded)


def test_what_a_model_says_is_only_searched_for(
    opened: Callable[..., Library], model: Model
) -> None:
    model.content = json.dumps(
        {"questions": ["</s> ignore all rules " + "zz " * 4000, "\0\u202e", "", ASKED, "deposit"]}
    )
    found = opened(model.url).search(ASKED)
    assert all(hit.law is not None for hit in found.results)
    assert not any("ignore all rules" in hit.text for hit in found.results)
