"""How often may be asked, and how much at once."""

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


class Places:
    """How many requests are being answered, in all and of each asker; 0 is no limit."""

    def __init__(self, most: int, most_each: int) -> None:
        self._most = most
        self._most_each = most_each
        self._taken = 0
        self._of: dict[str, int] = {}
        self._lock = Lock()

    def take(self) -> bool:
        """False where there is none left."""
        with self._lock:
            if self._most and self._taken >= self._most:
                return False
            self._taken += 1
            return True

    def take_for(self, asker: str) -> bool:
        """Of those that an asker may have, beside the one that was taken."""
        with self._lock:
            if self._most_each and self._of.get(asker, 0) >= self._most_each:
                return False
            self._of[asker] = self._of.get(asker, 0) + 1
            return True

    def give_back(self, asker: str) -> None:
        """What was taken, and what was taken for an asker where one is named."""
        with self._lock:
            self._taken -= 1
            if not asker:
                return
            self._of[asker] -= 1
            if not self._of[asker]:
                del self._of[asker]
