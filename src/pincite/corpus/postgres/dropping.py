"""Removes a library from a PostgreSQL database."""

from __future__ import annotations

import psycopg
from psycopg import sql

from pincite.corpus.postgres.problems import pincite_error
from pincite.corpus.postgres.schema import checked_name, lock_key
from pincite.errors import ServerUnreachable


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
