"""A real PostgreSQL for tests: a cluster in a temporary folder, reached by a socket in it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from waiting import LONG, wait_until

if TYPE_CHECKING:
    from pincite.corpus.postgres import PostgresStore

PACKAGE = "postgresql"
_numbers = count(1)


@cache
def programs() -> Path | None:
    """The folder of initdb and postgres, the newest that is there."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])
    )
    if found:
        return found[-1].parent
    beside = shutil.which("initdb")
    return Path(beside).resolve().parent if beside else None


class PostgresServer:
    """Its own process, ended by its own id. It runs as the user postgres where tests run as root,
    for initdb refuses root. Its collation is Turkish, in which I is no capital i: an engine that
    leaves order or case to the database is found out."""

    def __init__(
        self,
        *,
        within: Path | None = None,
        log_in: Path | None = None,
        options: Sequence[str] = (),
        prefix: Sequence[str] = (),
    ) -> None:
        """`within` is the folder to make its own in, and `log_in` one for what it writes ahead;
        `options` are more of them for the server; `prefix` is a command that runs it as the right
        user."""
        self._bin = programs()
        assert self._bin is not None
        # Outside pytest's folder, which only its owner may enter.
        self.folder = Path(tempfile.mkdtemp(prefix="pincite-pg-", dir=within))
        self._options, self._prefix = list(options), list(prefix)
        self._ahead = [f"--waldir={log_in / self.folder.name}"] if log_in else []
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
            self._as = {"user": "postgres", "group": "postgres", "extra_groups": []}
        self.address = f"host={self.folder} user=postgres dbname=postgres"
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._initialise("--locale-provider=icu", "--icu-locale=tr")
        except subprocess.CalledProcessError:
            # Before 15, or built without ICU.
            self._initialise()
        self.start()

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *self._prefix, str(self._bin / "postgres"), "-D", str(self.folder / "data"),
                    "-k", str(self.folder), "-c", "listen_addresses=", "-c", "fsync=off",
                    "-c", "max_connections=60", "-c", "shared_buffers=32MB", *self._options,
                ],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                **({} if self._prefix else self._as),
            )  # fmt: skip
        wait_until(lambda: not self.alive or self._answers())
        assert self.alive, (self.folder / "log").read_text()

    def revive(self) -> None:
        """Wait until it has got over a crash by itself, or start it again where it gave up."""
        wait_until(lambda: not self.alive or self._answers())
        if not self.alive:
            self.start()

    def stop(self) -> None:
        """Fast: whoever is connected is cut off."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(timeout=LONG)
            self._process = None

    def kill(self) -> None:
        """Every process of it, as kill -9 does."""
        if self._process is None:
            return
        processes = [self._process.pid, *_children(self._process.pid)]
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self._process.wait()
        wait_until(lambda: not any(_runs(process) for process in processes))
        self._process = None

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def schema(self) -> str:
        """A name that no test has had before."""
        return f"t{next(_numbers)}"

    def open(self, schema: str, **options: object) -> PostgresStore:
        # Here and not above: the tests are collected where psycopg is not installed, too.
        from pincite.corpus.postgres import PostgresStore

        return PostgresStore(self.address, schema, **options)

    def execute(self, statement: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        """As the superuser, past the engine."""
        import psycopg

        with psycopg.connect(self.address, autocommit=True) as connection:
            cursor = connection.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

    def _answers(self) -> bool:
        asked = [str(self._bin / "pg_isready"), "-q", "-h", str(self.folder)]
        return subprocess.run(asked, check=False).returncode == 0

    def _initialise(self, *locale: str) -> None:
        subprocess.run(
            [
                str(self._bin / "initdb"), "-D", str(self.folder / "data"), "--auth=trust",
                "--username=postgres", "--encoding=UTF8", "--no-sync", "--locale=C.UTF-8", *locale,
                *self._ahead,
            ],
            check=True,
            capture_output=True,
            cwd=self.folder,
            **self._as,
        )  # fmt: skip


def _children(parent: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
