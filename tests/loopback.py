"""A publisher on this machine: serves files with ETag and Range, and fails the way networks do."""

from __future__ import annotations

import re
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_range = re.compile(r"bytes=(\d+)-")


@dataclass
class Offer:
    """A file as the publisher offers it. Each fault answers one request, in turn."""

    body: bytes
    etag: str = ""
    last_modified: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    says_length: bool = True
    honours_range: bool = True
    honours_if_range: bool = True
    faults: deque[Fault] = field(default_factory=deque)


@dataclass(frozen=True)
class Asked:
    path: str
    headers: dict[str, str]

    @property
    def range(self) -> str:
        return self.headers.get("range", "")


class Publisher:
    def __init__(self, url: str) -> None:
        self.url = url
        self.offers: dict[str, Offer] = {}
        self.log: list[Asked] = []

    def offer(self, path: str, body: bytes | str, **kwargs: object) -> Offer:
        data = body if isinstance(body, bytes) else body.encode()
        self.offers[path] = Offer(data, **kwargs)  # type: ignore[arg-type]
        return self.offers[path]

    def asked_for(self, path: str) -> list[Asked]:
        return [asked for asked in self.log if asked.path.partition("?")[0] == path]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    publisher: Publisher

    def do_GET(self) -> None:
        self.publisher.log.append(Asked(self.path, _lower(self.headers)))
        offer = self.publisher.offers.get(self.path.partition("?")[0])
        if offer is None:
            answer(self, 404, b"not here")
        elif offer.faults:
            offer.faults.popleft()(self, offer)
        else:
            serve(self, offer)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet: the publisher keeps its own log."""


class Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is part of what is tested."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


Fault = Callable[[Handler, Offer], None]


def serve(handler: Handler, offer: Offer, *, stop_after: int | None = None) -> None:
    asked = _lower(handler.headers)
    if offer.etag and asked.get("if-none-match") == offer.etag:
        answer(handler, 304, b"", _validators(offer))
        return
    start = _start(asked, offer)
    if start is not None and start >= len(offer.body):
        answer(handler, 416, b"", {"Content-Range": f"bytes */{len(offer.body)}"})
        return
    headers = {**_validators(offer), **offer.headers}
    body = offer.body[start or 0 :]
    if start is not None:
        headers["Content-Range"] = f"bytes {start}-{len(offer.body) - 1}/{len(offer.body)}"
    status = 200 if start is None else 206
    answer(handler, status, body, headers, says_length=offer.says_length, stop_after=stop_after)


def answer(
    handler: Handler,
    status: int,
    body: bytes,
    headers: dict[str, str] | None = None,
    *,
    says_length: bool = True,
    stop_after: int | None = None,
) -> None:
    handler.send_response(status)
    for name, value in (headers or {}).items():
        handler.send_header(name, value)
    if says_length:
        handler.send_header("Content-Length", str(len(body)))
    else:
        handler.send_header("Connection", "close")
        handler.close_connection = True
    handler.end_headers()
    handler.wfile.write(body[:stop_after])
    if stop_after is not None:
        hang_up(handler)


def hang_up(handler: Handler) -> None:
    handler.wfile.flush()
    handler.close_connection = True
    handler.connection.shutdown(socket.SHUT_RDWR)


def drop_after(count: int) -> Fault:
    """Breaks the connection after so many bytes of the body."""
    return lambda handler, offer: serve(handler, offer, stop_after=count)


def status(code: int, **headers: str) -> Fault:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda handler, _offer: answer(handler, code, b"no", named)


def redirect(location: str) -> Fault:
    return status(302, Location=location)


def _start(asked: dict[str, str], offer: Offer) -> int | None:
    found = _range.fullmatch(asked.get("range", ""))
    if not found or not offer.honours_range:
        return None
    condition = asked.get("if-range", "")
    if offer.honours_if_range and condition not in (offer.etag, offer.last_modified):
        return None
    return int(found[1])


def _validators(offer: Offer) -> dict[str, str]:
    both = {"ETag": offer.etag, "Last-Modified": offer.last_modified}
    return {name: value for name, value in both.items() if value}


def _lower(headers: Message) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


@contextmanager
def publishing() -> Iterator[Publisher]:
    handler = type("Bound", (Handler,), {})
    server = Server(("127.0.0.1", 0), handler)
    publisher = Publisher(f"http://127.0.0.1:{server.server_address[1]}")
    handler.publisher = publisher  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield publisher
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def closed_port() -> int:
    """A port of this machine on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
