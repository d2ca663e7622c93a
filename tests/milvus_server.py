"""Real Milvus servers for tests and benchmarks, each in a temporary folder and reached on loopback."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

from __future__ import annotations

import lzma
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path

from loopback import closed_port
from waiting import LONG

PACKAGE = "milvus"
START_SECONDS = LONG
_KEEPER = Path(__file__).with_name("milvus_keeper.py")


class MilvusServer:
    """A server that dies with this process, however that ends, and whose network can be cut. It keeps
    its address when it is started again."""

    def __init__(
        self, folder: Path, port: int, command: list[str], *, namespace: tuple[str, ...] = ()
    ) -> None:
        self.folder = folder
        self._turn = threading.Lock()
        with _door() as door:
            self.address = f"http://127.0.0.1:{door.getsockname()[1]}"
            self.keeper = subprocess.Popen(
                [
                    *namespace, sys.executable, str(_KEEPER),
                    str(door.fileno()), str(port), str(folder), "alone" if namespace else "among",
                    *command,
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                pass_fds=[door.fileno()],
                # Whoever interrupts the tests does not interrupt the server before they are done.
                start_new_session=True,
            )  # fmt: skip
        try:
            self.start()
        except BaseException:
            self.remove()
            raise

    @property
    def pid(self) -> int:
        """0 where no process is alive."""
        return self._tell("ask")

    @property
    def alive(self) -> bool:
        return self.pid != 0

    def memory(self) -> int:
        """Bytes of it that are resident."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return 1024 * int(status.partition("VmRSS:")[2].split()[0])

    def start(self) -> None:
        from grpc import RpcError
        from pymilvus import MilvusClient, MilvusException

        self._tell("start")
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                client = MilvusClient(self.address, timeout=10, dedicated=True)
                client.get_server_version(timeout=10)
            except (MilvusException, RpcError):
                assert self.alive, (self.folder / "log").read_text()
                assert time.monotonic() < deadline, "Milvus does not start"
                time.sleep(0.05)
            else:
                client.close()
                return

    def kill(self) -> None:
        """As kill -9 does."""
        self._tell("kill")

    def stop(self) -> None:
        self._tell("stop")

    def cut(self) -> None:
        """Who is connected, or connects, hears nothing."""
        self._tell("cut")

    def refuse(self) -> None:
        """Who is connected is cut off; who connects is refused."""
        self._tell("refuse")

    def heal(self) -> None:
        """Ends `cut` and `refuse`; what was sent during a cut arrives."""
        self._tell("heal")

    def remove(self) -> None:
        self.keeper.communicate(timeout=LONG)
        # The keeper has done so, unless it was killed.
        shutil.rmtree(self.folder, ignore_errors=True)

    def _tell(self, command: str) -> int:
        assert self.keeper.stdin is not None
        assert self.keeper.stdout is not None
        with self._turn:
            self.keeper.stdin.write(f"{command}\n")
            self.keeper.stdin.flush()
            return int(self.keeper.stdout.readline())


class MilvusStandalone(MilvusServer):
    """Milvus itself, with its etcd and its log in the same process. Nine of its ports are bound on all
    interfaces whatever it is told, so it has a network of its own, in which there is only loopback."""

    def __init__(
        self, within: Path | None = None, settings: Mapping[str, object] | None = None
    ) -> None:
        """`within` is the folder to make its own in; `settings` are Milvus's, by their names."""
        from milvus import MilvusServerConfig

        namespace = _namespace()
        assert namespace is not None, standalone_possible()
        programs = _programs()
        folder = Path(tempfile.mkdtemp(prefix="pincite-milvus-", dir=within))
        config = MilvusServerConfig(data_dir=str(folder))
        for key, value in {
            # The sessions of a killed server are in the way of the next one until they run out.
            "common.session.ttl": 10,
            "common.gracefulStopTimeout": 1,
            "etcd_log_level": "error",
            "log.level": "error",
            **(settings or {}),
        }.items():
            config.set(key, value)
        config.resolve_storage()
        config.write_config()
        environment = {
            "DEPLOY_MODE": "STANDALONE",
            "LD_LIBRARY_PATH": programs,
            "MILVUSCONF": folder / "configs",
        }
        super().__init__(
            folder,
            config.get("proxy_port"),
            [
                "env", *(f"{name}={value}" for name, value in environment.items()),
                str(programs / "milvus"), "run", "standalone",
            ],
            namespace=namespace,
        )  # fmt: skip


class MilvusLite(MilvusServer):
    """The same interface in Python, for one machine."""

    def __init__(self) -> None:
        folder = Path(tempfile.mkdtemp(prefix="pincite-milvus-lite-"))
        port = closed_port()
        super().__init__(
            folder,
            port,
            [
                sys.executable, "-m", "milvus_lite", "server", "--data-dir", str(folder / "data"),
                "--host", "127.0.0.1", "--port", str(port),
            ],
        )  # fmt: skip


def standalone_possible() -> str | None:
    """None, or why a MilvusStandalone cannot be started here."""
    try:
        version(PACKAGE)
    except PackageNotFoundError:
        return f"Milvus is not installed (the package {PACKAGE}, for Linux)"
    if _namespace() is None:
        return "Milvus is not started where no network namespace can be made for it"
    return None


@cache
def _namespace() -> tuple[str, ...] | None:
    """What runs a program in a network of its own, and with folders of its own in the two places where
    the server writes down its id whatever it is told."""
    own = "mkdir -p /tmp/milvus && mount -t tmpfs tmpfs /tmp/milvus && mount -t tmpfs tmpfs /run"
    own_folders = ("sh", "-c", f'{own} && exec "$0" "$@"')
    if shutil.which("unshare") is None:
        return None
    for privilege in ((), ("--map-root-user",)):
        command = ("unshare", *privilege, "--net", "--mount", *own_folders)
        if subprocess.run([*command, "true"], check=False, capture_output=True).returncode == 0:
            return command
    return None


def _programs() -> Path:
    """The server and its libraries, 246 MB, unpacked once for all that are started on this machine."""
    unpacked = Path(tempfile.gettempdir()) / f"pincite-milvus-{version(PACKAGE)}-{os.geteuid()}"
    if not unpacked.exists():
        # Under another name first: two processes may be here at once, and either may be killed.
        started = Path(tempfile.mkdtemp(prefix=f"{unpacked.name}-", dir=unpacked.parent))
        for packed in Path(str(files("milvus") / "data" / "bin")).glob("*.lzma"):
            with lzma.open(packed) as source, (started / packed.stem).open("wb") as target:
                shutil.copyfileobj(source, target)
        (started / "milvus").chmod(0o700)
        try:
            started.rename(unpacked)
        except OSError:
            shutil.rmtree(started)
    # Anyone may make a folder of this name where temporary files are.
    assert unpacked.stat().st_uid == os.geteuid(), f"{unpacked} belongs to somebody else"
    return unpacked


def _door() -> socket.socket:
    """A socket with a port that stays its own while it does not listen: one that was asked for by its
    number, which a second socket has found free and holds until then."""
    door, finder = socket.socket(), socket.socket()
    with finder:
        for each in (finder, door):
            each.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        finder.bind(("127.0.0.1", 0))
        door.bind(finder.getsockname())
    return door
