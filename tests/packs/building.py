"""Builds the bundled packs in a process of its own: `building.py FOLDER OUT SEED WORKERS [MASK]`.

The library is loaded anew into FOLDER, in an order that the seed gives; the packs are in OUT.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from packs.bundled import WANTED, loaded, settings
from pincite import library
from pincite.packs.bulk import freeze_all


def main() -> None:
    folder, out, seed, workers = sys.argv[1:5]
    os.umask(int((sys.argv[5:] or ["022"])[0], 8))
    base = Path(folder)
    loaded(base, seed=int(seed) or None).close()
    opened = partial(library.open, base / "library", settings=settings(base))
    report = freeze_all(opened, WANTED, Path(out), workers=int(workers))
    assert report.built == len(WANTED), report.failed


if __name__ == "__main__":
    main()
