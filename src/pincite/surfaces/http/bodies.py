"""How much a request may bring, counted as it comes in."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress

from starlette.requests import Request
from starlette.types import Message, Receive

from pincite.api.access import Power
from pincite.api.operation import operations
from pincite.errors import InputError, PinciteError, SourceTooLarge
from pincite.settings import MIB
from pincite.surfaces.http.routes import ROUTES

_LARGEST = MIB
_LARGEST_DELIVERY = 3 * MIB
# Of those who have no key yet: a key, and the address of a page.
_LARGEST_FORM = 64 * 1024
_LINGER_SECONDS = 5.0
# What takes much, and what a key must be allowed to do to send it. The page without script
# sends its files to the case itself.
_UPLOADS = (
    (re.compile(r"/ingest|/case/[^/]+/files"), Power.WRITE),
    (re.compile(r"/eval"), Power.MANAGE),
)
# Operations that take a whole text or archive in their body, which is read into memory.
_WHOLE = {
    ROUTES[name].path: operations()[name].power
    for name in ("check_brief", "verify_pack", "replay_pack", "show_pack", "ask_pack")
}
_LARGEST_WHOLE = 66 * MIB
_READS = ("GET", "HEAD", "OPTIONS")
_length = re.compile(r"[0-9]{1,18}")


class Body:
    """Stands in for `receive`. It raises SourceTooLarge at the limit, whatever the headers said,
    and keeps that as `problem`: the framework makes another error of it."""

    def __init__(self, request: Request, receive: Receive) -> None:
        self._receive = receive
        self._limit = largest(request)
        self._size = 0
        self.ended = not promised(request)
        self.problem: PinciteError | None = None

    async def __call__(self) -> Message:
        message = await self._next()
        if self._size > self._limit:
            self.problem = too_large(self._limit)
            raise self.problem
        return message

    async def discard(self) -> None:
        """Let the rest go by, for a while. A client that is still sending when the connection is
        closed under it may never see the answer."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_LINGER_SECONDS):
                while not self.ended and (await self._next())["type"] == "http.request":
                    pass

    async def _next(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._size += len(message.get("body", b""))
            self.ended = not message.get("more_body", False)
        return message


def promised(request: Request) -> bool:
    """Whether the headers say that there is a body."""
    length = request.headers.get("content-length", "0")
    return length.strip() != "0" or "transfer-encoding" in request.headers


def may_have_one(request: Request) -> bool:
    return request.method not in _READS or promised(request)


def largest(request: Request) -> int:
    if request.scope["path"] == "/whatsapp":
        return _LARGEST_DELIVERY
    if request.scope["path"].startswith("/key"):
        return _LARGEST_FORM
    if not upload_power(request):
        return _LARGEST
    most = request.app.state.settings.max_upload_bytes
    return min(most, _LARGEST_WHOLE) if request.scope["path"] in _WHOLE else most


def upload_power(request: Request) -> Power | None:
    """What a key must be allowed to do to send much there; None where nobody may."""
    if request.method != "POST":
        return None
    path = request.scope["path"]
    return _WHOLE.get(path) or next(
        (power for pattern, power in _UPLOADS if pattern.fullmatch(path)), None
    )


def length_problem(request: Request) -> PinciteError | None:
    """What is wrong with the length that the headers tell, before anything is read."""
    length = request.headers.get("content-length", "0")
    if not _length.fullmatch(length):
        return InputError("the length of the body cannot be read", hint="Send its Content-Length.")
    limit = largest(request)
    return too_large(limit) if int(length) > limit else None


def too_large(limit: int) -> PinciteError:
    return SourceTooLarge("it is too large", file="body", hint=f"At most {limit} bytes.")
