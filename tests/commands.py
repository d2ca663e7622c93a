"""`pincite` as it is typed: every command in a process of its own, with its own environment.

The processes are forked from one that has imported what commands need, which is most of what a
short one takes. `python -m pincite` itself is started by what tests servers, signals and pipes.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from waiting import LONG

Done = subprocess.CompletedProcess[str]
# What Python reads before the first line of a program runs.
_BEFORE = ("PYTHON", "LC_", "LANG", "TZ", "LD_")
_STRICT = {"PYTHONWARNINGS": "error"}
# Not onnxruntime: a process that is forked from one that has it never ends.
_IMPORTED = (
    "faiss", "httpx", "islenska", "lxml.etree", "rich.progress", "scipy.sparse", "snowballstemmer",
    "tantivy", "tokenizers",
)  # fmt: skip
# No command of those that are forked serves.
_SERVING = (
    "pincite.surfaces.http",
    "pincite.surfaces.mcp",
    "pincite.surfaces.web",
    "pincite.__main__",
)
_LENGTH = 4


def pincite(
    *arguments: str | Path,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    timeout: float = LONG,
) -> Done:
    """One command; any warning in it is an error."""
    wanted = {**(os.environ if env is None else env), **_STRICT}
    words = [str(one) for one in arguments]
    forks = _forks()
    if _early(wanted) != forks.early:
        command = [sys.executable, "-m", "pincite", *words]
        return subprocess.run(
            command, env=wanted, cwd=cwd, capture_output=True, text=True, timeout=timeout,
            check=False,
        )  # fmt: skip
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        asked = {"words": words, "env": wanted, "cwd": str(cwd or Path.cwd())}
        code = forks.run(asked, out.fileno(), err.fileno(), timeout)
        out.seek(0)
        err.seek(0)
        said, told = out.read().decode(), err.read().decode()
    return subprocess.CompletedProcess(words, code, said, told)


def _early(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith(_BEFORE)}


class _Forks:
    def __init__(self) -> None:
        self._ours, theirs = socket.socketpair()
        self._lock = threading.Lock()
        environment = {**os.environ, **_STRICT}
        self.early = _early(environment)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                env=environment, pass_fds=[theirs.fileno()], start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            )  # fmt: skip
        atexit.register(self.close)

    def run(self, asked: object, out: int, err: int, timeout: float) -> int:
        with self._lock:
            written = json.dumps(asked).encode()
            self._ours.settimeout(timeout)
            socket.send_fds(self._ours, [len(written).to_bytes(_LENGTH)], [out, err])
            self._ours.sendall(written)
            try:
                told = self._ours.recv(_LENGTH)
            except TimeoutError:
                self.close()
                _forks.cache_clear()
                raise
            assert told, "the process that commands are forked from has ended"
            return int.from_bytes(told, signed=True)

    def close(self) -> None:
        """What it forked is of its group."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._ours.close()


@cache
def _forks() -> _Forks:
    return _Forks()


def _wait_for_one(door: socket.socket) -> list[str]:
    """Comes back in a new process each time, with the words of its command."""
    while True:
        length, files, _, _ = socket.recv_fds(door, _LENGTH, 2)
        if not length:
            os._exit(0)
        written = b""
        while len(written) < int.from_bytes(length):
            written += door.recv(int.from_bytes(length) - len(written))
        with warnings.catch_warnings():
            # Imported libraries may have threads, which wait for work.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if not child:
            asked = json.loads(written)
            for number, file in enumerate(files, 1):
                os.dup2(file, number)
                os.close(file)
            door.close()
            os.environ.clear()
            os.environ.update(asked["env"])
            os.chdir(asked["cwd"])
            words: list[str] = asked["words"]
            return words
        for file in files:
            os.close(file)
        _, status = os.waitpid(child, 0)
        door.sendall(os.waitstatus_to_exitcode(status).to_bytes(_LENGTH, signed=True))


def _import_what_commands_need() -> None:
    import pincite

    for name in _IMPORTED:
        import_module(name)
    for module in walk_packages(pincite.__path__, "pincite."):
        if not module.name.startswith(_SERVING):
            import_module(module.name)
    assert "onnxruntime" not in sys.modules
    from pincite.citations.find import find
    from pincite.citations.reading import CitableText

    # The grammars of citations are compiled by the first text that is read.
    find(CitableText("See section 1."))


def _end(code: int) -> None:
    """As a program ends, but for taking down module by module what was imported before it began."""
    threading._shutdown()  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    atexit._run_exitfuncs()  # pyright: ignore[reportPrivateUsage]
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    _import_what_commands_need()
    from pincite.surfaces.cli import main

    gc.freeze()
    sys.argv = ["pincite", *_wait_for_one(socket.socket(fileno=int(sys.argv[1])))]
    try:
        main()
    except SystemExit as ended:
        if isinstance(ended.code, str):
            raise
        _end(ended.code or 0)
    _end(0)
