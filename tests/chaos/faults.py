"""What can happen to a server or a disk, and how it ends."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from corpus.postgres_server import PostgresServer


class Fault(Protocol):
    def strike(self) -> None: ...

    def mend(self) -> None:
        """Returns when whatever was struck could answer again."""
        ...


class Server(Protocol):
    """What the faults need of one; a Milvus is one as well."""

    def start(self) -> None: ...

    def kill(self) -> None: ...


@dataclass
class Killed:
    """Every process of the server is killed; whoever supervises it starts it again."""

    server: Server

    def strike(self) -> None:
        self.server.kill()

    def mend(self) -> None:
        self.server.start()


@dataclass
class Full:
    """No byte is left on the disk, until somebody makes room and has what fell over stand up."""

    disk: Path
    revive: Callable[[], None] = lambda: None

    def strike(self) -> None:
        with self._filler.open("wb", buffering=0) as stream:
            # At once, and then what is left: others write meanwhile.
            with suppress(OSError):
                os.posix_fallocate(stream.fileno(), 0, shutil.disk_usage(self.disk).free)
            stream.seek(0, os.SEEK_END)
            with suppress(OSError):
                while True:
                    stream.write(bytes(1 << 12))

    def mend(self) -> None:
        self._filler.unlink()
        self.revive()

    @property
    def _filler(self) -> Path:
        return self.disk / "filler"


@dataclass
class Cut:
    """The cable is pulled: nothing arrives, and nobody is told."""

    network: Network

    def strike(self) -> None:
        self.network.link("down")

    def mend(self) -> None:
        self.network.link("up")


@dataclass(frozen=True, slots=True)
class Network:
    """A network namespace that a pair of virtual cards ties to this one."""

    name: str
    near: str
    far: str

    @property
    def prefix(self) -> list[str]:
        """What runs a program in it, as the user of PostgreSQL."""
        inside = ["nsenter", f"--net=/run/netns/{self.name}"]
        return [*inside, "setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]

    def link(self, state: str) -> None:
        """On the far side: the near one keeps its route, so that nothing goes another way."""
        _ip("-n", self.name, "link", "set", "far", state)


def impossible() -> str | None:
    """Why disks and networks of one's own cannot be made here."""
    if os.geteuid() != 0:
        return "only root mounts disks and makes networks"
    if missing := [one for one in ("ip", "nsenter", "setpriv", "mount") if not shutil.which(one)]:
        return f"{', '.join(missing)} not installed"
    with tempfile.TemporaryDirectory() as folder:
        for trial in (["mount", "-t", "tmpfs", "tmpfs", folder], ["unshare", "--net", "true"]):
            if subprocess.run(trial, check=False, capture_output=True).returncode:
                return f"{trial[0]} is not allowed here"
        subprocess.run(["umount", folder], check=True)
    return None


@contextmanager
def private_network() -> Generator[Network]:
    # From the addresses that are set aside for measuring networks (RFC 2544).
    part = os.getpid() % 250 + 1
    made = Network(f"pincite-{os.getpid()}", f"198.18.{part}.1", f"198.18.{part}.2")
    card = f"pin{os.getpid()}"
    with ExitStack() as undo:
        _ip("netns", "add", made.name)
        undo.callback(_ip, "netns", "delete", made.name)
        _ip("link", "add", card, "type", "veth", "peer", "name", "far", "netns", made.name)
        _ip("address", "add", f"{made.near}/30", "dev", card)
        _ip("-n", made.name, "address", "add", f"{made.far}/30", "dev", "far")
        _ip("link", "set", card, "up")
        made.link("up")
        yield made


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Generator[Path]:
    folder.mkdir()
    folder.chmod(0o755)
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=1777", "tmpfs", folder], check=True
    )
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def postgres(
    *,
    disk: Path | None = None,
    log_disk: Path | None = None,
    network: Network | None = None,
) -> Generator[PostgresServer]:
    """One for a scenario alone."""
    with tempfile.TemporaryDirectory() as folder:
        options: list[str] = []
        if network is not None:
            allowed = Path(folder) / "allowed"
            allowed.write_text(f"local all all trust\nhost all all {network.near}/32 trust\n")
            Path(folder).chmod(0o755)
            options = ["-c", f"listen_addresses={network.far}", "-c", f"hba_file={allowed}"]
        prefix = network.prefix if network is not None else []
        server = PostgresServer(within=disk, log_in=log_disk, options=options, prefix=prefix)
        try:
            yield server
        finally:
            server.remove()


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True)
