"""Prepares a schema (its name, the extensions it needs, numbered migrations), and drops it."""

from __future__ import annotations

import hashlib
import re
from importlib import resources
from typing import Any

import psycopg
from psycopg import errors, sql

from pincite.corpus.postgres.problems import pincite_error
from pincite.errors import (
    InputError,
    LibraryError,
    LibraryNewer,
    NoLibrary,
    ServerUnreachable,
)

Connection = psycopg.Connection[tuple[Any, ...]]

# Where the extensions go if the database has none of them yet.
EXTENSIONS_SCHEMA = "pincite_extensions"
_EXTENSIONS = ("ltree", "btree_gist")
_OLDEST_SERVER = 14
# PostgreSQL cuts longer names off, and two matters would be one.
_name = re.compile(r"[a-z][a-z0-9_]{0,62}")
_TAKEN = ("public", "information_schema", EXTENSIONS_SCHEMA)


def checked_name(schema: str) -> str:
    """The name, where it can be that of a library. Raises InputError."""
    if not _name.fullmatch(schema) or schema.startswith("pg_") or schema in _TAKEN:
        raise InputError(
            f"not a name for a library in PostgreSQL: {schema[:100]!r}",
            hint="Small letters, digits and _, at most 63, a letter first; not public or pg_….",
        )
    return schema


def lock_key(schema: str) -> int:
    """The number of the advisory lock that whoever writes to the schema holds."""
    digest = hashlib.sha256(f"pincite library {schema}".encode()).digest()
    return int.from_bytes(digest[:8], "big", signed=True)


def migrations() -> list[tuple[int, str]]:
    """(number, SQL), in order; the numbers run from 1 without gaps."""
    folder = resources.files("pincite.corpus.postgres") / "migrations"
    files = sorted(file.name for file in folder.iterdir() if file.name.endswith(".sql"))
    return [(int(name[:4]), (folder / name).read_text(encoding="utf-8")) for name in files]


def prepare(connection: Connection, schema: str, *, read_only: bool) -> str:
    """Bring the schema to the newest migration, or only look where it is read; returns the search
    path: this schema and where the extensions are, and nothing else of the database."""
    _check_server(connection)
    version = schema_version(connection, schema)
    _check_known(version)
    if read_only:
        if version == 0:
            raise NoLibrary(f"no library {schema!r} in the database")
    elif version < migrations()[-1][0] or len(_extensions(connection)) < len(_EXTENSIONS):
        _extend(connection)
        _migrate(connection, schema)
    return _search_path(connection, schema)


def drop_schema(
    address: str, schema: str, *, busy_seconds: float = 10.0, connect_seconds: float = 5.0
) -> None:
    """Drop the schema and all in it, in one transaction; nothing happens where there is none.
    Raises LibraryBusy while someone writes to it, or reads a long answer, and
    ServerUnreachable."""
    name = sql.Identifier(checked_name(schema))
    try:
        connection = psycopg.connect(
            address,
            application_name=f"pincite {schema}"[:63],
            connect_timeout=max(2, round(connect_seconds)),
        )
    except psycopg.Error as problem:
        raise ServerUnreachable(f"the database cannot be reached: {problem}") from problem
    try:
        with connection:
            connection.execute(
                "SELECT set_config('lock_timeout', %s, true),"
                " set_config('statement_timeout', '0', true),"
                " set_config('client_min_messages', 'warning', true)",
                (f"{max(1, round(busy_seconds * 1000))}ms",),
            )
            connection.execute("SELECT pg_catalog.pg_advisory_xact_lock(%s)", (lock_key(schema),))
            connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(name))
    except psycopg.Error as problem:
        raise pincite_error(problem) from problem


def schema_version(connection: Connection, schema: str) -> int:
    """The newest migration that was applied; 0 where there is no library."""
    table = sql.Identifier(schema, "migration")
    registered = connection.execute("SELECT to_regclass(%s)", (table.as_string(),)).fetchone()
    if registered is None or registered[0] is None:
        return 0
    row = connection.execute(
        sql.SQL("SELECT coalesce(max(number), 0) FROM {}").format(table)
    ).fetchone()
    return int(row[0]) if row else 0


def _check_server(connection: Connection) -> None:
    if connection.info.server_version < _OLDEST_SERVER * 10_000:
        raise LibraryError(
            f"the database is PostgreSQL {connection.info.server_version // 10_000}",
            hint=f"PostgreSQL {_OLDEST_SERVER} or newer is needed.",
        )
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise LibraryError(
            f"the database keeps text as {encoding}",
            hint="Create the database with the encoding UTF8.",
        )


def _check_known(version: int) -> None:
    newest = migrations()[-1][0]
    if version > newest:
        raise LibraryNewer(f"the library has schema {version}; this Pincite knows {newest}")


def _extensions(connection: Connection) -> dict[str, str]:
    """Which of them are there, and in which schema."""
    rows = connection.execute(
        "SELECT e.extname, n.nspname FROM pg_catalog.pg_extension e"
        " JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = ANY(%s)",
        (list(_EXTENSIONS),),
    ).fetchall()
    return dict(rows)


def _extend(connection: Connection) -> None:
    if len(_extensions(connection)) == len(_EXTENSIONS):
        return
    try:
        with connection.transaction():
            # They belong to the whole database: libraries that are opened at once take turns.
            _lock(connection, lock_key(EXTENSIONS_SCHEMA))
            if missing := sorted(set(_EXTENSIONS) - set(_extensions(connection))):
                place = sql.Identifier(EXTENSIONS_SCHEMA)
                connection.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(place))
                connection.execute(sql.SQL("GRANT USAGE ON SCHEMA {} TO PUBLIC").format(place))
                for name in missing:
                    connection.execute(
                        sql.SQL("CREATE EXTENSION IF NOT EXISTS {} SCHEMA {}").format(
                            sql.Identifier(name), place
                        )
                    )
    except (errors.InsufficientPrivilege, errors.UndefinedFile, errors.FeatureNotSupported) as no:
        raise LibraryError(
            f"the extensions {' and '.join(_EXTENSIONS)} cannot be had: {no}",
            hint="Have the owner of the database run CREATE EXTENSION ltree; CREATE EXTENSION"
            " btree_gist; (on some systems they are in a package postgresql-contrib).",
        ) from no


def _migrate(connection: Connection, schema: str) -> None:
    with connection.transaction():
        _lock(connection, lock_key(schema))
        connection.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(schema)))
        connection.execute(
            "SELECT set_config('search_path', %s, true)", (_search_path(connection, schema),)
        )
        connection.execute(
            "CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY,"
            " applied_at TIMESTAMPTZ NOT NULL DEFAULT now())"
        )
        # Another process may have done it while this one waited.
        version = schema_version(connection, schema)
        _check_known(version)
        for number, script in migrations():
            if number > version:
                connection.execute(script.encode())
                connection.execute("INSERT INTO migration (number) VALUES (%s)", (number,))


def _lock(connection: Connection, key: int) -> None:
    connection.execute("SELECT pg_catalog.pg_advisory_xact_lock(%s)", (key,))


def _search_path(connection: Connection, schema: str) -> str:
    # pg_temp last: a temporary table must not stand before one of the library.
    places = [schema, *sorted(set(_extensions(connection).values())), "pg_temp"]
    return ", ".join(sql.Identifier(place).as_string() for place in dict.fromkeys(places))
