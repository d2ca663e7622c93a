"""Keeps one server for the process that asks it to: is the network between them, and ends with it.

    milvus_keeper.py DOOR PORT FOLDER alone|among COMMAND…

DOOR is a bound socket that was inherited, on which the server is offered; PORT is the one of loopback
that COMMAND listens on. A socket stays in the namespace in which it was made, so DOOR leads out of the
one that this process may have been put in. Each line of stdin is a method of Keeper; each is answered
with the id of the server's process, or 0. When stdin ends, the server is killed and FOLDER deleted.
"""

from __future__ import annotations

import asyncio
import ctypes
import fcntl
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

START_SECONDS = 600
STOP_SECONDS = 120


class Keeper:
    def __init__(self, door: socket.socket, port: int, folder: Path, command: list[str]) -> None:
        self._door = door
        self._port = port
        self._folder = folder
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._watching: asyncio.Task[None] | None = None
        self._offered: asyncio.Server | None = None
        self._connections: set[asyncio.StreamWriter] = set()
        self._flowing = asyncio.Event()
        self._flowing.set()

    @property
    def pid(self) -> int:
        if self._process is None or self._process.returncode is not None:
            return 0
        return self._process.pid

    async def ask(self) -> None:
        """Nothing but the answer."""

    async def start(self) -> None:
        if self.pid:
            return
        with (self._folder / "log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._folder,
                preexec_fn=_die_with_parent,
            )
        self._watching = asyncio.create_task(self._watch(self._process))
        deadline = time.monotonic() + START_SECONDS
        while self.pid:
            try:
                _, probe = await asyncio.open_connection("127.0.0.1", self._port)
            except OSError:
                if time.monotonic() > deadline:
                    await self.kill()
                await asyncio.sleep(0.02)
            else:
                probe.close()
                await self.heal()
                return

    async def kill(self) -> None:
        if self._process is not None and self.pid:
            self._process.kill()
            await self._process.wait()
        await self.refuse()

    async def stop(self) -> None:
        if self._process is not None and self.pid:
            self._process.terminate()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), STOP_SECONDS)
        await self.kill()

    async def cut(self) -> None:
        """What is sent waits, in both directions; whoever connects gets no answer."""
        self._flowing.clear()

    async def refuse(self) -> None:
        """As a machine does that is up and has no such server."""
        if self._offered is not None:
            self._offered.close()
            self._offered = None
            # The port stays bound, so no other process can take it.
            self._door.shutdown(socket.SHUT_RDWR)
        for writer in list(self._connections):
            writer.transport.abort()

    async def heal(self) -> None:
        self._flowing.set()
        if self._offered is None and self.pid:
            self._offered = await asyncio.start_server(self._connect, sock=self._door.dup())

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        await process.wait()
        if process is self._process:
            await self.refuse()

    async def _connect(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        self._connections.add(back)
        try:
            await self._flowing.wait()
            far, forth = await asyncio.open_connection("127.0.0.1", self._port)
            await asyncio.gather(self._carry(near, forth), self._carry(far, back))
        except OSError:
            back.transport.abort()
        finally:
            self._connections.discard(back)

    async def _carry(self, come: asyncio.StreamReader, go: asyncio.StreamWriter) -> None:
        try:
            while data := await come.read(1 << 16):
                await self._flowing.wait()
                go.write(data)
                await go.drain()
            await self._flowing.wait()
        except OSError:
            pass
        finally:
            go.close()


def _die_with_parent() -> None:
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)


def _raise_loopback() -> None:
    siocsifflags, iff_up = 0x8914, 1
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, siocsifflags, struct.pack("16sh22x", b"lo", iff_up))


async def keep(keeper: Keeper) -> None:
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(lines), sys.stdin
    )
    try:
        while line := await lines.readline():
            await getattr(keeper, line.decode().strip())()
            print(keeper.pid, flush=True)
    finally:
        await keeper.kill()


def main() -> None:
    _, door, port, folder, network, *command = sys.argv
    try:
        if network == "alone":
            _raise_loopback()
        asyncio.run(keep(Keeper(socket.socket(fileno=int(door)), int(port), Path(folder), command)))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
