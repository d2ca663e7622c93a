"""What is remembered between messages: little, for a while, never on disk, and never by number."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Hashing:
    """By a key that nobody knows and that ends with the process: there are too few numbers for a
    plain hash to hide one."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def __call__(self, text: str) -> str:
        return hmac.new(self._key, text.encode("utf-8", "replace"), hashlib.sha256).hexdigest()


class Remembered(Generic[Value]):
    """Up to `most` values for `seconds` each; the oldest is forgotten first."""

    def __init__(
        self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._values: OrderedDict[str, tuple[float, Value]] = OrderedDict()

    def __len__(self) -> int:
        self._forget()
        return len(self._values)

    def get(self, key: str) -> Value | None:
        self._forget()
        found = self._values.get(key)
        return found[1] if found else None

    def put(self, key: str, value: Value) -> None:
        self._values.pop(key, None)
        self._values[key] = (self._clock() + self._seconds, value)
        self._forget()

    def drop(self, key: str) -> None:
        self._values.pop(key, None)

    def _forget(self) -> None:
        now = self._clock()
        while self._values:
            until, _ = next(iter(self._values.values()))
            if until > now and len(self._values) <= self._most:
                return
            self._values.popitem(last=False)
