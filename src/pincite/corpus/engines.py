"""Opens the corpus of a library's folder: a SQLite file in it, or the server that the folder names.
Indexes and other derived files are in the folder either way, so each machine has its own."""

from __future__ import annotations

import json
import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from pincite.corpus.sqlite import SqliteStore
from pincite.corpus.store import CorpusStore
from pincite.corpus.transfer import TransferableStore
from pincite.errors import InputError, LibraryDamaged, LibraryExists

FILE = "corpus.sqlite3"
SERVER = "corpus.toml"
_SCHEMES = ("postgresql", "postgres")


class MovableCorpus(CorpusStore, TransferableStore, Protocol):
    """A corpus that can also be moved to another engine or backed up."""


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """A PostgreSQL database, and the schema in it that holds the library. It holds no password,
    because we write it to a file: use PGPASSWORD, ~/.pgpass or a service file for that."""

    database: str
    schema: str

    @classmethod
    def parse(cls, written: str) -> ServerAddress:
        """Of "postgresql://user@host/database?schema=name". Raises InputError."""
        parts = urlsplit(written)
        if parts.scheme not in _SCHEMES:
            raise InputError(
                f"no address of a PostgreSQL database: {parts.scheme or written[:20]!r}",
                hint="Write postgresql://user@host/database?schema=name.",
            )
        options = parse_qsl(parts.query, keep_blank_values=True)
        if parts.password is not None or any(name == "password" for name, _ in options):
            raise InputError(
                "the address holds a password",
                hint="Leave it out: PGPASSWORD, ~/.pgpass or a service file give it.",
            )
        schema = dict(options).get("schema", "library")
        others = urlencode([option for option in options if option[0] != "schema"])
        return cls(urlunsplit(parts._replace(query=others)), schema)

    def __str__(self) -> str:
        joined = "&" if "?" in self.database else "?"
        return f"{self.database}{joined}schema={self.schema}"


def is_kept(folder: Path) -> bool:
    return (folder / FILE).is_file() or (folder / SERVER).is_file()


def prepare_folder(folder: Path) -> None:
    """Make the folder of a library that is to come. Raises LibraryExists."""
    if is_kept(folder):
        raise LibraryExists(f"there is a library in {folder} already")
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder} is a file", hint="Name a folder.")
    folder.mkdir(parents=True, exist_ok=True)


def opened(
    folder: Path, *, busy_seconds: float, read_only: bool = False, begun: bool = True
) -> MovableCorpus:
    """The corpus of a library's folder."""
    address = server_of(folder)
    if address is None:
        return SqliteStore(
            folder / FILE, busy_seconds=busy_seconds, read_only=read_only, begun=begun
        )
    return on_server(address, busy_seconds=busy_seconds, read_only=read_only, begun=begun)


def on_server(
    address: ServerAddress, *, busy_seconds: float, read_only: bool = False, begun: bool = True
) -> MovableCorpus:
    # Only whoever has a server needs what speaks to it.
    from pincite.corpus.postgres import PostgresStore

    return PostgresStore(
        address.database, address.schema, busy_seconds=busy_seconds, read_only=read_only,
        begun=begun,
    )  # fmt: skip


def drop(address: ServerAddress, *, busy_seconds: float) -> None:
    """Remove all that is kept there, for good; nothing happens where nothing is. Raises
    LibraryBusy, ServerUnreachable."""
    from pincite.corpus.postgres.schema import drop_schema

    drop_schema(address.database, address.schema, busy_seconds=busy_seconds)


def name_server(folder: Path, address: ServerAddress) -> None:
    """Make it the folder of a library that is kept there."""
    making = folder / f".{SERVER}"
    with making.open("w", encoding="utf-8") as stream:
        stream.write("# Where this library is kept. The folder holds what is derived from it.\n")
        stream.write(f"address = {json.dumps(str(address))}\n")
        stream.flush()
        os.fsync(stream.fileno())
    making.replace(folder / SERVER)


def server_of(folder: Path) -> ServerAddress | None:
    """Where the folder's library is kept; None where in the folder itself. Raises
    LibraryDamaged."""
    file = folder / SERVER
    if not file.is_file():
        return None
    try:
        address = tomllib.loads(file.read_text(encoding="utf-8"))["address"]
        return ServerAddress.parse(address)
    except (InputError, KeyError, TypeError, ValueError, AttributeError) as problem:
        raise LibraryDamaged(
            f"{file} names no database: {problem}",
            hint='It should hold one line: address = "postgresql://…".',
        ) from problem
