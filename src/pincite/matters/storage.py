"""Where a matter's corpus is kept: in a file of its folder, or in a schema of its own on a server.

The folder names its schema before that is made and until it is dropped, so that no schema is left
that no folder knows of. The name is never given twice: whoever still holds a matter open that was
deleted, or brought back from an archive, does not find another under its name.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from pincite.corpus.backup import backup, restore
from pincite.corpus.engines import FILE, SERVER, ServerAddress, drop, name_server, opened, server_of
from pincite.corpus.sqlite import SqliteStore
from pincite.corpus.transfer import carry
from pincite.errors import InputError
from pincite.matters.erase import erase

BACKUP = "corpus.backup"
# PostgreSQL cuts a name after 63 bytes; the end of this one is what tells it apart.
_SLUG_LENGTH = 32
_TOKEN_BYTES = 8
_foreign = re.compile(r"[^a-z0-9]")


def server_for_new(database: str) -> ServerAddress | None:
    """The server that the settings name. Raises InputError."""
    if not database:
        return None
    address = ServerAddress.parse(database)
    if "schema" in parse_qs(urlsplit(database).query, keep_blank_values=True):
        raise InputError(
            "the address of the matters' database names a schema",
            hint="Leave it out: each matter is given one of its own.",
        )
    return address


def claim(folder: Path, server: ServerAddress, slug: str, busy_seconds: float) -> None:
    """Name a schema in the folder that is nobody's yet."""
    told = _foreign.sub("_", slug)[:_SLUG_LENGTH]
    address = replace(server, schema=f"matter_{told}_{secrets.token_hex(_TOKEN_BYTES)}")
    # A server that does not answer is found out before the folder depends on it.
    drop(address, busy_seconds=busy_seconds)
    name_server(folder, address)


def forget(folder: Path, busy_seconds: float) -> None:
    """Drop the schema that a folder names, if any, and then its name. Raises LibraryBusy,
    ServerUnreachable."""
    address = server_of(folder)
    if address is not None:
        drop(address, busy_seconds=busy_seconds)
        (folder / SERVER).unlink(missing_ok=True)


@contextmanager
def in_a_file(folder: Path, busy_seconds: float) -> Generator[str]:
    """The name of the file in the folder that holds its corpus; what a server keeps is in one as
    long as this lasts."""
    if server_of(folder) is None:
        yield FILE
        return
    try:
        with closing(opened(folder, busy_seconds=busy_seconds, read_only=True)) as store:
            backup(store, folder / BACKUP)
        yield BACKUP
    finally:
        if (folder / BACKUP).exists():
            erase(folder / BACKUP)


def settle(folder: Path, server: ServerAddress | None, slug: str, busy_seconds: float) -> None:
    """Put the corpus that an archive brought into a folder where new matters are kept. Raises
    LibraryDamaged."""
    brought = next(one for name in (FILE, BACKUP) if (one := folder / name).is_file())
    if server is not None:
        claim(folder, server, slug, busy_seconds)
    elif brought.name == FILE:
        return
    with closing(opened(folder, busy_seconds=busy_seconds, begun=False)) as store:
        if brought.name == BACKUP:
            restore(brought, store)
        else:
            with closing(SqliteStore(brought, busy_seconds=busy_seconds, read_only=True)) as file:
                carry(file, store)
        store.seal()
    erase(brought)
