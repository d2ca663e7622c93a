"""Where the real law is: PINCITE_DATA, or `shared/data` beside the checkout. Never copied in."""

from __future__ import annotations

import functools
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def data_folder() -> Path | None:
    candidates = [os.environ.get("PINCITE_DATA"), str(ROOT.parent / "shared" / "data")]
    for candidate in candidates:
        if candidate and (Path(candidate) / "unpack").exists():
            return Path(candidate)
    return None


@functools.cache
def unpacked(name: str) -> Path | None:
    folder = data_folder()
    if folder is None or not (folder / f"{name}.tar.xz").exists():
        return None
    done = subprocess.run([folder / "unpack", name], capture_output=True, text=True, check=True)
    return Path(done.stdout.strip())


def law(name: str) -> Path:
    """The unpacked folder of real law, or a skip that says what is missing."""
    found = unpacked(name)
    if found is None:
        pytest.skip(f"the real law {name!r} is not here (set PINCITE_DATA)")
    return found
