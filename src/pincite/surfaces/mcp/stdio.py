"""The protocol over stdin and stdout, for a client that starts the process."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncGenerator
from typing import Any, cast

import anyio
from mcp.server.stdio import stdio_server

from pincite.api.access import Access
from pincite.api.workspace import WorkerPool
from pincite.settings import MIB
from pincite.surfaces.mcp.server import create_server

_BLOCK = 1 << 16
LONGEST_LINE = 4 * MIB
# Messages read ahead of those being carried out.
_AHEAD = 16


async def serve_stdio(pool: WorkerPool, access: Access) -> None:
    """Until stdin ends. Whatever else writes to stdout meanwhile is led to stderr."""
    server = create_server(pool, access)
    spoken = lines(_taken_stdin())
    try:
        async with stdio_server(stdin=cast("anyio.AsyncFile[str]", spoken)) as (said, answered):
            await server.run(said, answered, server.create_initialization_options())
    except* (BrokenPipeError, anyio.BrokenResourceError):
        # The client went away in the middle of a message; there is nobody left to tell.
        pass


async def lines(descriptor: int, longest: int = LONGEST_LINE) -> AsyncGenerator[str]:
    """Those that come in. The thread that waits for them is not waited for, so that Ctrl-C ends
    the process without one more; a line that is too long is let go by, and read as an empty one."""
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[bytes | None] = asyncio.Queue(_AHEAD)
    reader = threading.Thread(
        target=_read, args=(descriptor, longest, loop, queue), name="stdin", daemon=True
    )
    reader.start()
    while (line := await queue.get()) is not None:
        yield line.decode("utf-8", "replace")


def _read(
    descriptor: int,
    longest: int,
    loop: asyncio.AbstractEventLoop,
    queue: asyncio.Queue[bytes | None],
) -> None:
    def put(line: bytes | None) -> Any:
        return asyncio.run_coroutine_threadsafe(queue.put(line), loop).result()

    held, skipping = bytearray(), False
    try:
        while block := os.read(descriptor, _BLOCK):
            *ended, rest = block.split(b"\n")
            for part in ended:
                held += part
                put(b"" if skipping or len(held) > longest else bytes(held))
                held, skipping = bytearray(), False
            held += rest
            if len(held) > longest:
                held, skipping = bytearray(), True
        put(None)
    except (OSError, RuntimeError):
        # The pipe broke, or nobody listens any more.
        return


def _taken_stdin() -> int:
    """A descriptor of our own; what other programs find at the old one is empty."""
    taken = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return taken
