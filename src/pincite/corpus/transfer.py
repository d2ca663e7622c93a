"""Copies a whole corpus from one engine to another, as rows that do not depend on the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from pincite.corpus.audit import AuditEntry
from pincite.errors import LibraryDamaged, LibraryExists

TableRow = tuple[Any, ...]
Take = Callable[["Table", Iterable[TableRow]], None]
Progress = Callable[[str, int], None]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a corpus, the same for every engine. Values are whole numbers, floats, text, bytes
    or None; days are text. Its first `keys` columns are its key, and rows are sorted by them."""

    name: str
    columns: tuple[str, ...]
    keys: int = 1


def _table(name: str, columns: str, keys: int = 1) -> Table:
    return Table(name, tuple(columns.split()), keys)


# In an order in which each refers to none after it; the audit log last, which seals the rest.
TABLES = (
    _table("source", "id sha256 name size reader"),
    _table("version", "id tag collection reader loaded_at active"),
    _table("work", "id urn jurisdiction"),
    _table(
        "expression",
        "id work_id hash title kind language style number year chapter akn url meta length"
        " paragraphs",
    ),
    _table("expression_source", "expression_id position source_id", 2),
    _table("text_page", "id text"),
    _table(
        "node",
        "id parent last depth urn path kind num heading start end body status source place attrs",
    ),
    _table("chunk", "id node first last start end kind urn locator header"),
    _table("citation", "id node start end target urn"),
    _table("entry", "version_id work_id valid_from label expression_id valid_to", 4),
    _table("validity", "work_id valid_from valid_to expression_id version_id", 2),
    _table("override", "id urn status authority citation valid_from valid_to note"),
    _table("preemption", "id urn by authority valid_from valid_to note"),
    _table("synonym", "phrase term jurisdiction language weight topic", 4),
    _table("folder", "path added_at"),
    _table(
        "document",
        "id folder path sha256 size state key revision format title language kind kind_reason"
        " short reason hint duplicate_of parent position attachments pages method confidence"
        " warnings ingested_at",
    ),
    _table(
        "page",
        "id label width height method confidence reason body_start body_end note_start note_end"
        " lines",
    ),
    _table("audit", "seq at action detail previous hash"),
)


_NUMBERED = {"override add": "override", "preemption add": "preemption"}
_SAID_EVERY = 10_000


class TransferableStore(Protocol):
    """A store that can be read out whole, and filled while it holds nothing."""

    def carried(self, table: Table) -> Iterator[TableRow]:
        """Every row, by its key; all tables as they were at one moment inside `still`."""
        ...

    def still(self) -> AbstractContextManager[None]:
        """What is read inside is of one moment, whoever writes meanwhile."""
        ...

    def filling(self) -> AbstractContextManager[Take]:
        """One transaction that takes the rows of every table, in the order of TABLES. Raises
        LibraryExists where the store holds anything."""
        ...

    def fingerprint(self) -> str:
        """As CorpusStore.fingerprint."""
        ...

    def audit(self) -> Iterator[AuditEntry]:
        """As CorpusStore.audit."""
        ...

    def damaged(self) -> Iterator[str]:
        """As CorpusStore.damaged."""
        ...


def carry(
    source: TransferableStore,
    target: TransferableStore,
    progress: Progress = lambda _name, _done: None,
) -> str:
    """Fill a store that holds nothing with all that another holds, the audit log included, and
    compare the two. Returns their fingerprint; raises LibraryDamaged, with nothing filled, where
    they differ."""
    with source.still(), target.filling() as take:
        for table in TABLES:
            take(table, _counted(table, source.carried(table), progress))
        expected = source.fingerprint(), [entry.hash for entry in source.audit()]
        check(target, *expected)
    return expected[0]


def check(target: TransferableStore, fingerprint: str, chain: list[str]) -> None:
    problems = list(target.damaged())
    if target.fingerprint() != fingerprint:
        problems.append("its fingerprint is another")
    if [entry.hash for entry in target.audit()] != chain:
        problems.append("its audit log is another")
    if problems:
        raise LibraryDamaged(
            f"what arrived is not what was sent: {'; '.join(problems[:3])}",
            hint="Run `pincite audit verify` where it came from; nothing was kept here.",
        )


def numbered(entries: Iterable[AuditEntry]) -> dict[str, int]:
    """The highest number that was ever given in each table whose rows may be taken away: the audit
    log speaks of them by number, so that none may be given again."""
    highest = dict.fromkeys(_NUMBERED.values(), 0)
    for entry in entries:
        table, number = _NUMBERED.get(entry.action), entry.detail.get("id")
        if table is not None and isinstance(number, int):
            highest[table] = max(highest[table], number)
    return highest


def holds_something() -> LibraryExists:
    return LibraryExists(
        "the library to be filled holds something already",
        hint="Name one that is not there yet.",
    )


def _counted(table: Table, rows: Iterable[TableRow], progress: Progress) -> Iterator[TableRow]:
    done = 0
    for row in rows:
        yield row
        done += 1
        if done % _SAID_EVERY == 0:
            progress(table.name, done)
    progress(table.name, done)
