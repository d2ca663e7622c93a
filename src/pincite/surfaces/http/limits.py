"""How often may be asked."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

# So many askers are told apart; who has not asked for longest is forgotten first.
_ASKERS = 4096


class RateLimit:
    """A bucket that holds a minute's worth and fills evenly; 0 a minute is no limit."""

    def __init__(self, a_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = a_minute
        self._clock = clock
        self._left = float(a_minute)
        self._seen = clock()
        self._lock = Lock()

    def wait(self) -> int:
        """0, and one less is left; or the seconds until one may ask again."""
        if not self._most:
            return 0
        with self._lock:
            now = self._clock()
            rate = self._most / 60
            self._left = min(self._most, self._left + (now - self._seen) * rate)
            self._seen = now
            if self._left >= 1:
                self._left -= 1
                return 0
            return math.ceil((1 - self._left) / rate)


class RateLimits:
    """A limit for each asker, by name."""

    def __init__(self, a_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = a_minute
        self._clock = clock
        self._limits: OrderedDict[str, RateLimit] = OrderedDict()
        self._lock = Lock()

    def wait(self, asker: str) -> int:
        if not self._most:
            return 0
        with self._lock:
            limit = self._limits.pop(asker, None) or RateLimit(self._most, self._clock)
            self._limits[asker] = limit
            if len(self._limits) > _ASKERS:
                self._limits.popitem(last=False)
        return limit.wait()
