"""Notices when something changes in folders."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path


def changes(
    folders: Sequence[str | Path], matters: Path, stop: threading.Event | None = None
) -> Iterator[None]:
    """Yields at once, and again whenever something has changed in the folders, until `stop` is set.
    What changes in the folder of the `matters` is our own writing, and no news."""
    from watchfiles import DefaultFilter, watch

    yield
    others = DefaultFilter(ignore_paths=[str(matters.absolute())])
    for _ in watch(*folders, watch_filter=others, stop_event=stop, raise_interrupt=False):
        yield
