"""What this process and a server with its children have used."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
# A server at rest uses less of a core. It looks once a minute whether there is something to merge.
_RESTING = 0.4
_LOOK_SECONDS = 5.0
_QUIET_SECONDS = 75.0


@dataclass(frozen=True, slots=True)
class Processes:
    """`server` is 0 where there is none."""

    server: int = 0

    def cpu_seconds(self) -> float:
        """Of this process and of the server's, those that have ended since included."""
        spent = time.process_time()
        for number in self._tree():
            with suppress(OSError):
                fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
                spent += sum(map(int, fields[11:15])) / _TICKS
        return spent

    def settle(self) -> float:
        """Wait until the server has nothing left to do of its own; says for how long it had."""
        began = busy = time.perf_counter()
        while self.server and time.perf_counter() < busy + _QUIET_SECONDS:
            spent = self.cpu_seconds()
            time.sleep(_LOOK_SECONDS)
            if self.cpu_seconds() - spent > _RESTING * _LOOK_SECONDS:
                busy = time.perf_counter()
        return busy - began

    def server_mb(self) -> float:
        """What is resident; what its processes share is counted once."""
        kept = 0
        for number in self._tree():
            with suppress(OSError):
                told = Path(f"/proc/{number}/smaps_rollup").read_text()
                kept += int(told.partition("Pss:")[2].split()[0])
        return round(kept / 1024, 1)

    def _tree(self) -> list[int]:
        if not self.server:
            return []
        below = Path(f"/proc/{self.server}/task/{self.server}/children").read_text().split()
        return [self.server, *map(int, below)]


def bytes_in(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
