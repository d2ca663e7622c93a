"""When vectors were made, in a file beside them: a line for every block that was appended.

It was added later: of blocks that are older than it, and of one whose writer was killed before it
wrote its line, nobody knows the time.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_FILE = "times.bin"
_FIELDS = 3


class VectorTimes(NamedTuple):
    """Slots from `first` up to `end` were made at `seconds`, a row for each block, in order."""

    first: NDArray[np.int64]
    end: NDArray[np.int64]
    seconds: NDArray[np.int64]

    @classmethod
    def read(cls, folder: Path) -> VectorTimes:
        """Empty where none were kept."""
        try:
            found = (folder / _FILE).read_bytes()
        except OSError:
            found = b""
        # The last line may be half written.
        whole = len(found) - len(found) % (_FIELDS * 8)
        lines = np.frombuffer(found[:whole], np.int64).reshape(-1, _FIELDS)
        lines = lines[np.argsort(lines[:, 0], kind="stable")]
        return cls(lines[:, 0], lines[:, 1], lines[:, 2])

    def of(self, slot: int) -> str | None:
        """In UTC, '2026-01-15T14:30:12Z'; None where it is not known."""
        at = int(np.searchsorted(self.first, slot, side="right")) - 1
        if at < 0 or slot >= self.end[at]:
            return None
        made = datetime.fromtimestamp(int(self.seconds[at]), UTC)
        return made.isoformat().replace("+00:00", "Z")


def note_time(folder: Path, first: int, end: int) -> None:
    """These slots were made now."""
    with (folder / _FILE).open("ab") as stream:
        stream.write(np.array([first, end, int(time.time())], np.int64).tobytes())
