"""What was asked, counted: no question, no address, no key."""

from __future__ import annotations

import threading
from collections import Counter

# Seconds.
_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 5.0, 10.0)


class Counters:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._codes: Counter[tuple[str, int]] = Counter()
        self._within: Counter[tuple[str, float]] = Counter()
        self._seconds: dict[str, float] = {}

    def count(self, route: str, status: int, seconds: float) -> None:
        with self._lock:
            self._codes[route, status] += 1
            self._seconds[route] = self._seconds.get(route, 0.0) + seconds
            for bound in _BOUNDS:
                if seconds <= bound:
                    self._within[route, bound] += 1

    def exposition(self) -> str:
        """As Prometheus reads it."""
        with self._lock:
            codes, within = dict(self._codes), dict(self._within)
            seconds = dict(self._seconds)
        lines = ["# TYPE pincite_requests_total counter"]
        lines += [
            f'pincite_requests_total{{route="{route}",status="{status}"}} {count}'
            for (route, status), count in sorted(codes.items())
        ]
        lines.append("# TYPE pincite_request_seconds histogram")
        for route in sorted(seconds):
            total = sum(count for (name, _), count in codes.items() if name == route)
            lines += [
                f'pincite_request_seconds_bucket{{route="{route}",le="{bound}"}} '
                f"{within.get((route, bound), 0)}"
                for bound in _BOUNDS
            ]
            lines.append(f'pincite_request_seconds_bucket{{route="{route}",le="+Inf"}} {total}')
            lines.append(f'pincite_request_seconds_sum{{route="{route}"}} {seconds[route]:.6f}')
            lines.append(f'pincite_request_seconds_count{{route="{route}"}} {total}')
        return "\n".join(lines) + "\n"
