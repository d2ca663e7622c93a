"""Clients that ask and change things over HTTP, and write down what they were told and when."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from truth.questions import MATTER, SLUG, Question
from truth.servers import Server
from truth.sources import Load
from waiting import LONG

_LOOK = 0.03


@dataclass(frozen=True, slots=True)
class Told:
    """A reply: what was asked of which server, when it was sent and came, and what it says."""

    question: Question
    server: int
    sent: float
    came: float
    status: int
    reply: Any


@dataclass(frozen=True, slots=True)
class Change:
    """Something that a client had done; `came` is when it knew. `kind` and `name` are how the audit
    log tells of it."""

    kind: str
    name: str
    sent: float
    came: float


@dataclass
class Record:
    """What all clients were told. `faults` are replies that nobody should get, `cuts` connections
    that ended because a server was killed, `busy` changes that had to be tried again."""

    told: list[Told] = field(default_factory=list[Told])
    changes: list[Change] = field(default_factory=list[Change])
    faults: list[str] = field(default_factory=list[str])
    cuts: int = 0
    busy: int = 0
    reasons: list[str] = field(default_factory=list[str])


class Client:
    """One of those who ask. `patient`: servers are killed meanwhile, so what is cut off is done
    again."""

    def __init__(
        self, servers: Sequence[Server], record: Record, seed: object, *, patient: bool = False
    ) -> None:
        self.servers, self.record, self.patient = servers, record, patient
        self.random = random.Random(str(seed))

    # Asking.

    def ask(self, question: Question, server: Server | None = None) -> Told | None:
        chosen = server or self.random.choice(self.servers)
        method, path, fields = question.http()
        sent = time.monotonic()
        response = self._sent(chosen, method, path, fields)
        if response is None:
            return None
        reply = response.json()
        told = Told(question, chosen.number, sent, time.monotonic(), response.status_code, reply)
        if response.status_code >= 500:
            self.record.faults.append(
                f"{response.status_code} to {question} at server {chosen.number}: {response.text}"
            )
        self.record.told.append(told)
        return told

    # Changing.

    def load(self, load: Load) -> None:
        """Until it is there."""

        def there(server: Server) -> bool:
            response = self._sent(server, "GET", "/versions", {})
            return response is not None and any(each["tag"] == load.tag for each in response.json())

        self._job("load", load.tag, "/ingest/law", load.request(), there)

    def roll_back(self, tag: str) -> None:
        sent = time.monotonic()
        while True:
            server = self.random.choice(self.servers)
            response = self._sent(server, "POST", "/versions/rollback", {"version": tag})
            if response is not None and response.status_code == 200:
                break
            if response is not None:
                self._refused(f"rollback to {tag}", response)
        self.record.changes.append(Change("rollback", tag, sent, time.monotonic()))

    def upload(self, name: str, words: str, matter: str = SLUG) -> None:
        sent = time.monotonic()
        while True:
            server = self.random.choice(self.servers)
            files = {"files": (name, words.encode(), "text/plain")}
            response = self._sent(server, "POST", "/ingest", {"matter": matter}, files=files)
            if response is None:
                continue
            if response.status_code != 202:
                self._refused(f"upload of {name}", response)
                continue
            if self._ended(server, response.json()["id"], f"upload of {name}"):
                break
        self.record.changes.append(Change("upload", name, sent, time.monotonic()))

    def sync(self, folder: Path, name: str) -> None:
        """Bring the matter in line with a folder."""
        self._job("sync", name, "/sync", {"matter": SLUG, "path": str(folder)})

    def index(self, matter: str = "", *, rebuild: bool = False) -> None:
        fields = {"matter": matter, "rebuild": rebuild}
        self._job("index", matter, "/index", fields)

    def matter_comes_and_goes(self, name: str, words: str) -> None:
        """Make one, put a file into it, find it, delete it, and find nothing."""
        slug = name.lower().replace(" ", "-")
        server = self.random.choice(self.servers)
        made = self._sent(server, "POST", "/matters", {"name": name})
        if made is None or made.status_code != 200:
            self.record.faults.append(f"matter {name} is not made: {made and made.text}")
            return
        self.upload("note.txt", f"This note speaks of the {words} and of nothing else.", slug)
        server = self.random.choice(self.servers)
        found = self._sent(server, "GET", "/search/case", {"query": words, "matter": slug})
        if found is None or [words in hit["text"] for hit in found.json().get("results", [])] != [
            True
        ]:
            self.record.faults.append(
                f"{words} is not found in {name}: {found and found.text[:500]}"
            )
        server = self.random.choice(self.servers)
        gone = self._sent(server, "DELETE", f"/matters/{slug}", {})
        if gone is None or gone.status_code != 200:
            self.record.faults.append(f"{name} is not deleted: {gone and gone.text}")
            return
        for server in self.servers:
            after = self._sent(server, "GET", "/search/case", {"query": words, "matter": slug})
            if after is None or after.status_code != 404:
                self.record.faults.append(
                    f"{name} answers after it was deleted: {after and after.text[:500]}"
                )

    def _job(
        self,
        kind: str,
        name: str,
        path: str,
        fields: dict[str, Any],
        there: Callable[[Server], bool] = lambda _: False,
    ) -> None:
        sent = time.monotonic()
        what = f"{kind} of {name or 'the law'}"
        again = False
        while True:
            server = self.random.choice(self.servers)
            if again and there(server):
                break
            again = True
            response = self._sent(server, "POST", path, fields)
            if response is None:
                continue
            if response.status_code != 202:
                self._refused(what, response)
                continue
            if self._ended(server, response.json()["id"], what):
                break
        self.record.changes.append(Change(kind, name, sent, time.monotonic()))

    def _ended(self, server: Server, job: str, what: str) -> bool:
        """Whether it was done; not so where the server was killed, or something else was done."""
        deadline = time.monotonic() + LONG
        while time.monotonic() < deadline:
            response = self._sent(server, "GET", f"/jobs/{job}", {})
            if response is None:
                return False
            if response.status_code == 404 and self.patient:
                return False
            view = response.json()
            if view.get("state") == "done":
                return True
            if view.get("state") not in ("waiting", "running"):
                self._refused(what, response)
                return False
            time.sleep(_LOOK)
        raise AssertionError(f"{what} does not end")

    def _refused(self, what: str, response: httpx.Response) -> None:
        """Only where it says that another is at work may it be tried again."""
        view = response.json()
        problem = view.get("error", view)
        code = problem.get("error") if isinstance(problem, dict) else problem
        if response.status_code >= 500 or code != "library_busy":
            self.record.faults.append(f"{what}: {response.status_code} {response.text[:500]}")
        if code != "library_busy":
            raise AssertionError(f"{what}: {response.text[:500]}")
        self.record.busy += 1
        self.record.reasons.append(
            f"{what}: {problem.get('message', '') if isinstance(problem, dict) else view.get('message')}"
        )
        time.sleep(_LOOK)

    def _sent(
        self, server: Server, method: str, path: str, fields: dict[str, Any], **more: Any
    ) -> httpx.Response | None:
        """None where the server was killed; then it is up again."""
        if method == "POST":
            more = {"data": fields, **more} if more else {"json": fields}
        else:
            more = {"params": fields}
        try:
            return server.client.request(method, path, **more)
        except httpx.TransportError:
            if not self.patient:
                raise
            self.record.cuts += 1
            time.sleep(0.2)
            return None


Steps = Callable[[Client], None]


def together(
    servers: Sequence[Server], steps: Sequence[Steps], seed: int, *, patient: bool = False
) -> Record:
    """Every client does its steps, all at once; gives what they were told."""
    record = Record()

    def work(number: int, steps: Steps) -> None:
        client = Client(servers, record, (seed, number), patient=patient)
        try:
            steps(client)
        except Exception as problem:
            record.faults.append(f"client {number}: {type(problem).__name__}: {problem}")

    threads = [
        threading.Thread(target=work, args=(number, each), name=f"client-{number}")
        for number, each in enumerate(steps)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return record


__all__ = ["MATTER", "Change", "Client", "Record", "Told", "together"]
