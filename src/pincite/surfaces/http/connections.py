"""Connections of the server: how many there may be, and how long each may keep it waiting.

uvicorn waits for a request's headers for ever, and its `limit_concurrency` counts those who send
none, so that they would shut out everyone else. Here a connection has a time for its headers, a
rate for its body and a time to take its response; and where there are too many, the one that has
waited longest without a request makes room.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from pincite.api.body import plain
from pincite.errors import ROWS, Busy, InputError, PinciteError, TooSlow
from pincite.settings import Settings

# Descriptors that are needed beside connections: the library's files, its databases, the logs.
_OTHER_FILES = 512
# Seconds in which a refusal must be taken.
_LAST_WORDS = 2.0
_BACKLOG = 2048
_LARGEST_HEAD = 16 * 1024
_NETWORK_OF_SIX = 64


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """As the settings of these names say."""

    max_connections: int
    address_connections: int
    head_seconds: float
    body_rate: int
    send_seconds: float


class OpenConnections:
    """Those that are open. Of each address they are kept apart, the longest waiting first."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self._every: set[BoundedConnection] = set()
        self._of_address: dict[str, int] = {}
        # In the order in which they began to wait for a request.
        self._waiting: dict[BoundedConnection, None] = {}

    def __len__(self) -> int:
        return len(self._every)

    def admit(self, connection: BoundedConnection) -> bool:
        """False where there are too many, and every one of them is being answered."""
        limits, address = self.limits, connection.address
        if address and self._of_address.get(address, 0) >= limits.address_connections:
            first = next((one for one in self._waiting if one.address == address), None)
            if first is None:
                return False
            self._close(first)
        if len(self._every) >= limits.max_connections:
            first = next(iter(self._waiting), None)
            if first is None:
                return False
            self._close(first)
        self._every.add(connection)
        self._of_address[address] = self._of_address.get(address, 0) + 1
        return True

    def waits(self, connection: BoundedConnection, waiting: bool) -> None:
        """Whether a connection is between requests, and may be closed to make room."""
        if not waiting:
            self._waiting.pop(connection, None)
        elif connection in self._every:
            self._waiting.setdefault(connection)

    def forget(self, connection: BoundedConnection) -> None:
        self._waiting.pop(connection, None)
        if connection not in self._every:
            return
        self._every.remove(connection)
        left = self._of_address[connection.address] - 1
        if left:
            self._of_address[connection.address] = left
        else:
            del self._of_address[connection.address]

    def _close(self, connection: BoundedConnection) -> None:
        self.forget(connection)
        connection.transport.abort()


class BoundedConnection(H11Protocol):
    """One connection. `shared` are all that the server has open."""

    shared: OpenConnections
    address = ""

    _timer: asyncio.TimerHandle | None = None
    _sending: asyncio.TimerHandle | None = None
    _in_body = False
    _came = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        super().connection_made(transport)
        self.address = _network(self.client[0] if self.client else "")
        if self.shared.admit(self):
            self._expect_head()
        else:
            self._refuse(Busy("there are too many connections"), retry_after=1)

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
        self._taken()
        self.shared.forget(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        # h11 holds headers to their limit only where they do not come all at once.
        for at in range(0, len(data), _LARGEST_HEAD):
            if self.transport.is_closing():
                return
            piece = data[at : at + _LARGEST_HEAD]
            if self._in_body:
                self._came += len(piece)
            super().data_received(piece)
            self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def _look(self) -> None:
        """What is waited for now."""
        if self.transport.is_closing():
            self._rest()
            return
        state = self.conn.their_state
        if state is h11.IDLE:
            # A connection whose next request has not begun has uvicorn's own timer.
            if self.timeout_keep_alive_task is None or self.conn.trailing_data[0]:
                self._expect_head()
            else:
                self._rest()
                self.shared.waits(self, True)
        elif state is h11.SEND_BODY:
            self._expect_body()
        else:
            self._rest()

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._in_body = False
        self.shared.waits(self, False)

    def _expect_head(self) -> None:
        """From its first byte, or the connection, to its end: each byte more wins no time."""
        if self._timer is None:
            seconds = self.shared.limits.head_seconds
            self._timer = self.loop.call_later(seconds, self._head_is_late)
        self.shared.waits(self, True)

    def _head_is_late(self) -> None:
        self._timer = None
        self._refuse(TooSlow("the request did not come in time"))

    def _expect_body(self) -> None:
        if self._in_body or not self.shared.limits.body_rate:
            return
        self._rest()
        self._in_body, self._came = True, 0
        self._timer = self.loop.call_later(self.shared.limits.head_seconds, self._count_body)

    def _count_body(self) -> None:
        """Each stretch of `head_seconds` must bring its part, unless it is we who do not read."""
        limits = self.shared.limits
        due = limits.body_rate * limits.head_seconds
        ours = self.flow.read_paused or self.cycle.waiting_for_100_continue
        if self._came < due and not ours:
            self._timer = None
            self._refuse(TooSlow("the body came too slowly"))
            return
        self._came = 0
        self._timer = self.loop.call_later(limits.head_seconds, self._count_body)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._sending is None:
            seconds = self.shared.limits.send_seconds
            self._sending = self.loop.call_later(seconds, self.transport.abort)

    def resume_writing(self) -> None:
        self._taken()
        super().resume_writing()

    def _taken(self) -> None:
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._end()

    def send_400_response(self, msg: str) -> None:
        """What cannot be read as HTTP, in our own words."""
        hint = "Send HTTP/1.1, with headers of 16 KiB at most."
        self._refuse(InputError("the request cannot be read", hint=hint))

    def _refuse(self, problem: PinciteError, *, retry_after: int = 0) -> None:
        """Say why, where nothing was said yet, and close."""
        body = json.dumps(plain(problem)).encode()
        headers = [
            ("content-type", "application/json"),
            ("content-length", str(len(body))),
            ("cache-control", "no-store"),
            ("connection", "close"),
            *([("retry-after", str(retry_after))] if retry_after else []),
        ]
        response = h11.Response(status_code=ROWS[problem.code].http, headers=headers)
        try:
            for event in (response, h11.Data(data=body), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        except h11.LocalProtocolError:
            # In the middle of a response: there is no other way to end it.
            self.transport.abort()
            return
        self.transport.close()
        self._end()

    def _end(self) -> None:
        """Not for ever, where the last words are not taken."""
        self._rest()
        if self.transport.get_write_buffer_size():
            self.loop.call_later(_LAST_WORDS, self.transport.abort)


def server_options(settings: Settings) -> dict[str, Any]:
    """For uvicorn, which serves by these limits."""
    limits = ConnectionLimits(
        min(settings.max_connections, _open_files(settings.max_connections)),
        settings.address_connections,
        settings.head_seconds,
        settings.body_rate,
        settings.send_seconds,
    )

    class Limited(BoundedConnection):
        shared = OpenConnections(limits)

    return {
        "http": Limited,
        "ws": "none",
        "timeout_keep_alive": settings.idle_seconds,
        "backlog": _BACKLOG,
        "h11_max_incomplete_event_size": _LARGEST_HEAD,
    }


def _open_files(wanted: int) -> int:
    """How many connections the system lets this process have, once it was asked for more."""
    try:
        import resource
    except ImportError:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    needed = wanted + _OTHER_FILES
    if soft != unlimited and soft < needed:
        soft = needed if hard == unlimited else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == unlimited else max(soft - _OTHER_FILES, soft // 2)


def _network(host: str) -> str:
    """What one asker can have many of counts as one address: an IPv6 network."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or int(address) >> _NETWORK_OF_SIX)
    return str(address)
