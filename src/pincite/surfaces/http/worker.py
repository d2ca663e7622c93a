"""The thread that a library lives in, so that its connections are used by one at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from pincite import library
from pincite.library import Library
from pincite.settings import Settings

Result = TypeVar("Result")


class Worker:
    """Opens the library when it is first used, and does one thing after another."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self._folder = folder
        self._settings = settings
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="library")
        self._library: Library | None = None

    def close(self) -> None:
        self._thread.submit(self._close).result()
        self._thread.shutdown()

    async def run(self, work: Callable[[Library], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, lambda: work(self._opened())
        )

    def _opened(self) -> Library:
        if self._library is None:
            self._library = library.open(self._folder, settings=self._settings)
        return self._library

    def _close(self) -> None:
        if self._library is not None:
            self._library.close()
            self._library = None
