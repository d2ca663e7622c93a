"""A WhatsApp Cloud API on this machine: it delivers signed messages in the documented shape, takes
what is sent, and refuses what is beyond the documented limits."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import json
import socket
import threading
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi import FastAPI

from loopback import Server
from pincite.api.workspace import WorkerPool
from pincite.settings import Settings
from pincite.surfaces.http.limits import RateLimits
from pincite.surfaces.whatsapp import conversation as line
from pincite.surfaces.whatsapp import router, sending
from pincite.surfaces.whatsapp.sending import Patience
from waiting import LONG, wait_until

# Waits for as long as may be.
PATIENT = Patience(connect=LONG, answer=LONG, mark=LONG)
PHONE, TOKEN, SECRET, VERIFY = "106540352242922", "EAAG-token", "app-secret", "agreed-word"
ENGLISH, ICELANDIC = "447700900123", "3546912345"
_ids = itertools.count(1)

Payload = dict[str, Any]
Behaviour = Callable[["Handler"], None]


# What is delivered.


def message(sort: str, content: object, sender: str = ENGLISH, **more: object) -> Payload:
    return {
        "from": sender,
        "id": f"wamid.HBgLMTY1MDM4Nzk0MzkVAgASGBQzQTRB{next(_ids):08d}",
        "timestamp": str(int(time.time())),
        "type": sort,
        sort: content,
        **more,
    }


def text(body: str, sender: str = ENGLISH, **more: object) -> Payload:
    return message("text", {"body": body}, sender, **more)


def picked(reference: str, title: str, sender: str = ENGLISH, sort: str = "list_reply") -> Payload:
    reply = {"type": sort, sort: {"id": reference, "title": title}}
    context = {"from": "15550783881", "id": "wamid.offered"}
    return message("interactive", reply, sender, context=context)


def delivery(*messages: Payload, phone: str = PHONE, **value: object) -> Payload:
    contacts = [{"profile": {"name": "Sheena Nelson"}, "wa_id": one["from"]} for one in messages]
    said: Payload = {
        "messaging_product": "whatsapp",
        "metadata": {"display_phone_number": "15550783881", "phone_number_id": phone},
        **({"contacts": contacts, "messages": list(messages)} if messages else {}),
        **value,
    }
    change = {"value": said, "field": "messages"}
    return {
        "object": "whatsapp_business_account",
        "entry": [{"id": "102290129340398", "changes": [change]}],
    }


def status(state: str = "delivered") -> Payload:
    told = {
        "id": "wamid.sent", "status": state, "timestamp": str(int(time.time())),
        "recipient_id": ENGLISH, "conversation": {"id": "c", "origin": {"type": "service"}},
        "pricing": {"billable": False, "pricing_model": "PMP", "category": "service"},
    }  # fmt: skip
    return delivery(statuses=[told])


def signed(body: bytes, secret: str = SECRET) -> dict[str, str]:
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return {"X-Hub-Signature-256": f"sha256={digest}", "Content-Type": "application/json"}


# What is sent.


def units(said: str) -> int:
    return len(said.encode("utf-16-le")) // 2


def faults(sent: Payload) -> Iterator[str]:
    """What the documented limits say against a message."""
    if sent.get("status") == "read":
        if not sent.get("message_id") or sent.get("typing_indicator") != {"type": "text"}:
            yield "read"
        return
    if sent["messaging_product"] != "whatsapp" or not sent["to"].isdigit():
        yield "address"
    if sent["type"] == "text":
        if not 0 < units(sent["text"]["body"]) <= 4096:
            yield "text"
        return
    told = sent["interactive"]
    if not 0 < units(told["body"]["text"]) <= 1024:
        yield "body"
    if told["type"] == "button":
        replies = [one["reply"] for one in told["action"]["buttons"]]
        if not 1 <= len(replies) <= 3 or len({one["title"] for one in replies}) != len(replies):
            yield "buttons"
        yield from ("title" for one in replies if not 0 < units(one["title"]) <= 20)
    else:
        replies = [row for one in told["action"]["sections"] for row in one["rows"]]
        if not 1 <= len(replies) <= 10 or not 0 < units(told["action"]["button"]) <= 20:
            yield "list"
        yield from ("title" for one in replies if not 0 < units(one["title"]) <= 24)
        yield from ("more" for one in replies if not 0 < units(one.get("description", "x")) <= 72)
    if len({one["id"] for one in replies}) != len(replies):
        yield "ids"
    yield from ("id" for one in replies if not 0 < len(one["id"]) <= 200)


def body_of(sent: Payload) -> str:
    return sent["text"]["body"] if sent["type"] == "text" else sent["interactive"]["body"]["text"]


def offered(sent: Payload) -> list[tuple[str, str, str]]:
    """Reference, title and description of what can be chosen."""
    action = sent["interactive"]["action"]
    rows = [row for one in action.get("sections", ()) for row in one["rows"]]
    rows += [one["reply"] for one in action.get("buttons", ())]
    return [(one["id"], one["title"], one.get("description", "")) for one in rows]


@dataclass
class Cloud:
    """What arrived, in order. Each behaviour answers one message, in turn; marks are not counted."""

    url: str = ""
    sent: list[Payload] = field(default_factory=list)
    read: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    attempts: int = 0
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    script: list[Behaviour] = field(default_factory=list)
    marking: Behaviour | None = None
    over: threading.Event = field(default_factory=threading.Event)
    _news: threading.Condition = field(default_factory=threading.Condition)

    def take(self, said: Payload) -> bool:
        with self._news:
            found = list(faults(said))
            self.refused += found
            if not found and said.get("status") == "read":
                self.read.append(said["message_id"])
            elif not found:
                self.sent.append(said)
            self._news.notify_all()
            return not found

    def wait_for(self, count: int) -> list[Payload]:
        """The messages, as soon as there are so many."""
        with self._news:
            assert self._news.wait_for(lambda: len(self.sent) >= count, LONG), (
                f"{len(self.sent)} of {count} came; {self.refused}"
            )
            return list(self.sent)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    cloud: Cloud

    def do_POST(self) -> None:
        said: Payload = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        cloud = self.cloud
        cloud.headers.append({name.lower(): value for name, value in self.headers.items()})
        cloud.paths.append(self.path)
        marks = said.get("status") == "read"
        cloud.attempts += not marks
        behaviour = cloud.marking if marks else cloud.script.pop(0) if cloud.script else None
        if behaviour is not None:
            behaviour(self)
        elif cloud.take(said):
            self.reply(200, b'{"messaging_product":"whatsapp","messages":[{"id":"wamid.out"}]}')
        else:
            self.reply(400, b'{"error":{"code":131009}}')

    def reply(self, code: int, body: bytes = b"{}", **headers: str) -> None:
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet: the stand-in keeps its own record."""


def failing(code: int, **headers: str) -> Behaviour:
    return lambda handler: handler.reply(code, b'{"error":{"code":1}}', **headers)


def hangs(handler: Handler) -> None:
    handler.cloud.over.wait()
    handler.close_connection = True


class Held:
    """Answers when it is released, not before."""

    def __init__(self) -> None:
        self._free = threading.Event()

    def release(self) -> None:
        self._free.set()

    def __call__(self, handler: Handler) -> None:
        self._free.wait()
        handler.reply(200)


@contextmanager
def clouding() -> Iterator[Cloud]:
    handler = type("Bound", (Handler,), {})
    server = Server(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    cloud = Cloud(f"http://127.0.0.1:{server.server_address[1]}/v23.0")
    handler.cloud = cloud  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield cloud
    finally:
        cloud.over.set()
        server.shutdown()
        thread.join()
        server.server_close()


# The server that is tested.


@dataclass
class Phone:
    """The webhook as the Cloud API calls it, and the Cloud API."""

    client: httpx.Client
    cloud: Cloud
    app: FastAPI

    @property
    def counts(self) -> Counter[str]:
        return self.app.state.whatsapp.counts

    def deliver(self, payload: object, **headers: str) -> int:
        body = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        sent = self.client.post("/whatsapp", content=body, headers=signed(body) | headers)
        return sent.status_code

    def say(self, words: str, sender: str = ENGLISH) -> Payload:
        """What is answered to a text."""
        return self.gives(text(words, sender))

    def gives(self, one: Payload) -> Payload:
        before = len(self.cloud.sent)
        assert self.deliver(delivery(one)) == 200
        return self.cloud.wait_for(before + 1)[before]

    def settle(self) -> None:
        """Until nothing is being answered."""
        wait_until(lambda: not self.app.state.whatsapp.waiting)


def configured(library: Path, cloud: Cloud, **more: Any) -> Settings:
    named = {
        "models": library / "none", "serve_threads": 1, "whatsapp_url": cloud.url,
        "whatsapp_phone": PHONE, "whatsapp_token": TOKEN, "whatsapp_secret": SECRET,
        "whatsapp_verify": VERIFY,
    }  # fmt: skip
    return Settings(**named | more)


def application(library: Path, settings: Settings) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        with closing(WorkerPool(library, settings)) as pool:
            app.state.pool = pool
            yield

    app = FastAPI(lifespan=lifespan)
    app.state.settings = settings
    app.include_router(router)
    return app


@contextmanager
def phoning(library: Path, *, patience: Patience = PATIENT, **more: Any) -> Iterator[Phone]:
    """A real server on loopback, over a library, with a Cloud API of its own. How often a number
    may ask is counted by a clock that stands still."""
    with clouding() as cloud, pytest.MonkeyPatch.context() as patched:
        patched.setattr(sending, "PATIENCE", patience)
        patched.setattr(line, "RateLimits", partial(RateLimits, clock=lambda: 0.0))
        app = application(library, configured(library, cloud, **more))
        listening = socket.create_server(("127.0.0.1", 0))
        server = uvicorn.Server(
            # A client whose machine is busy may come back to a connection late.
            uvicorn.Config(app, log_level="warning", timeout_keep_alive=int(LONG))
        )
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        wait_until(lambda: server.started or not thread.is_alive())
        assert server.started, "the server did not start"
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        try:
            with httpx.Client(base_url=url, timeout=LONG) as client:
                yield Phone(client, cloud, app)
        finally:
            server.should_exit = True
            thread.join(timeout=LONG)
            listening.close()
