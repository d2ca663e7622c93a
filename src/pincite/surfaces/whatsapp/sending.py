"""What is sent through the Cloud API: once, and again where it asks for patience."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import quote

import httpx

from pincite.errors import AddressRefused
from pincite.outgoing import AsyncGuardedTransport, Rules

log = logging.getLogger("pincite.whatsapp")
_TOO_MANY, _OUR_FAULT, _THEIR_FAULT = 429, 400, 500
# Of an answer no more is read: only how it ended counts.
_READ = 64 * 1024


@dataclass(frozen=True, slots=True)
class Patience:
    """In seconds. One who is told to wait for longer than `longest` gives up."""

    retries: int = 2
    first: float = 0.5
    longest: float = 20.0
    connect: float = 5.0
    answer: float = 10.0
    mark: float = 1.0


PATIENCE = Patience()


class CloudApi:
    """Sends from one number. No redirect is followed: the token would go along."""

    def __init__(
        self,
        url: str,
        phone: str,
        token: str,
        counts: Counter[str],
        *,
        allowed_hosts: str = "",
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._url = f"{url.rstrip('/')}/{quote(phone, safe='')}/messages"
        self._counts = counts
        self._sleep = sleep
        self._patience = PATIENCE
        self._client = httpx.AsyncClient(
            headers={"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"},
            timeout=httpx.Timeout(self._patience.answer, connect=self._patience.connect),
            follow_redirects=False,
            transport=AsyncGuardedTransport(Rules.of(allowed_hosts, url)),
        )

    async def close(self) -> None:
        await self._client.aclose()

    async def send(self, message: dict[str, object]) -> bool:
        """Whether it was taken. One that may have arrived, though no answer came, is not sent
        again."""
        for attempt in range(self._patience.retries + 1):
            wait = self._patience.first * 2**attempt * random.uniform(0.8, 1.2)  # noqa: S311
            try:
                status, asked = await self._post(message)
            except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout):
                status, asked = 0, None
            except (httpx.HTTPError, TimeoutError, AddressRefused) as problem:
                return self._failed(type(problem).__name__)
            if 0 < status < _OUR_FAULT:
                taken = status // 100 == 2
                self._counts["sent"] += taken
                return taken or self._failed(str(status))
            patient = attempt < self._patience.retries and (asked or 0) <= self._patience.longest
            retryable = status in (0, _TOO_MANY) or status >= _THEIR_FAULT
            if not retryable or not patient:
                return self._failed(str(status or "no connection"))
            self._counts["retried"] += 1
            await self._sleep(max(wait, asked or 0.0))
        return False

    async def mark_read(self, id: str) -> None:
        """Read, and an answer is being written: one call, tried once and not for long."""
        said: dict[str, object] = {
            "messaging_product": "whatsapp",
            "status": "read",
            "message_id": id,
            "typing_indicator": {"type": "text"},
        }
        try:
            async with asyncio.timeout(self._patience.mark):
                status, _ = await self._post(said)
        except (httpx.HTTPError, TimeoutError, AddressRefused):
            status = 0
        if status // 100 != 2:
            self._counts["not marked"] += 1

    async def _post(self, message: dict[str, object]) -> tuple[int, float | None]:
        """How it ended, and how long we are asked to wait."""
        async with (
            asyncio.timeout(self._patience.answer),
            self._client.stream("POST", self._url, json=message) as response,
        ):
            read = 0
            async for part in response.aiter_raw():
                read += len(part)
                if read > _READ:
                    break
            asked = response.headers.get("retry-after", "")
            return response.status_code, float(asked) if asked.isdecimal() else None

    def _failed(self, how: str) -> bool:
        self._counts["failed"] += 1
        log.warning("a message could not be sent: %s", how)
        return False
