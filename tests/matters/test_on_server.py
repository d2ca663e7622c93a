"""Matters in PostgreSQL: each in a schema of its own, and otherwise like those in files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from bundled_matter import FILES
from commands import pincite
from matters.on_server import CANARY, Database, There, made
from pincite import library
from pincite.api.body import plain
from pincite.backup import migrate
from pincite.corpus.engines import ServerAddress, on_server, server_of
from pincite.errors import (
    InputError,
    LibraryError,
    NoLibrary,
    ServerUnreachable,
)
from pincite.matters import Matters
from pincite.matters.matter import Matter
from pincite.settings import Settings

QUESTIONS = ("How much was the deposit?", "Residential Tenancies Act s 14", "who entered the flat")
# When, how long it took and by which number: what two readings of the same files may differ in.
_PASSING = {
    "chunk_created_at", "chunk_embedded_at", "document_ingested_at", "ingested_at", "milliseconds",
    "search_time_ms", "request_id",
}  # fmt: skip


def lasting(value: object) -> Any:
    if isinstance(value, dict):
        return {name: lasting(one) for name, one in value.items() if name not in _PASSING}
    return [lasting(one) for one in value] if isinstance(value, list) else value


def told(case: Matter) -> dict[str, Any]:
    """What a matter says, in every way that it can be asked."""
    read = case.documents("read")
    said = {
        "documents": case.documents(),
        "passages": [list(case.passages(one.id)) for one in read],
        "quotes": [case.quotes("Lease.pdf", "deposit"), case.find("deposit")],
        "page": case.page("Lease.pdf", 1, quote="a deposit of 1,680 crowns"),
        "search": [case.search(one) for one in QUESTIONS],
        "answers": [case.ask(one) for one in QUESTIONS],
        "authorities": case.citations.authorities(),
        "checked": case.check_brief(FILES / "pleadings" / "Complaint.pdf", home="xm"),
        "entities": case.entities(),
        "events": [case.events(), case.undated()],
        "related": [case.related(one.id) for one in read],
        "near": case.related_passages("Lease.pdf", 0),
        # How often it was written down while reading is a matter of time.
        "stats": {name: rows for name, rows in case.stats().items() if name != "audit"},
        "fingerprint": case.store.fingerprint(),
        "problems": case.verify().problems,
    }
    return {name: lasting(plain(one)) for name, one in said.items()}


@pytest.mark.req("S9")
@pytest.mark.req("C1")
def test_a_matter_on_a_server_says_what_one_in_files_says(
    there: There, database: Database, tmp_path: Path
) -> None:
    kept = there(jurisdiction="xm")
    settings = kept.settings.model_copy(update={"matters_database": ""})
    at_home = Matters(tmp_path / "home", settings=settings)
    said: list[dict[str, Any]] = []
    for every in (at_home, kept):
        every.create("Hart v. Bellweather", number="HC 412/25")
        with every.open("hart-v-bellweather") as case:
            assert case.read_files(FILES).read > 10
            assert case.sync().read == 0
            said.append(told(case))
    for name, one in said[0].items():
        assert said[1][name] == one, name
    assert all(said[0][name] for name in said[0] if name != "problems")
    folder = kept.root / "hart-v-bellweather"
    assert not (folder / "corpus.sqlite3").exists()
    assert (at_home.root / "hart-v-bellweather" / "corpus.sqlite3").exists()
    assert [server_of(folder).schema] == database.schemas()


@pytest.mark.req("C1")
def test_the_connection_of_a_matter_reaches_no_other(
    there: There, database: Database, files: Path
) -> None:
    matters = there()
    made(matters, files, "one")
    matters.create("two")
    with matters.open("one") as one, matters.open("two") as two:
        document = one.document("letter.txt")
        assert two.documents() == []
        assert two.store.find(f"{one.base}:{document.id}", at=None, tag=None) == []
        schema = server_of(two.folder).schema
        assert two.store.engine._server.rows("SHOW search_path") == [
            (f'"{schema}", "pincite_extensions", "pg_temp"',)
        ]
        assert two.store.engine._server.rows("SELECT text FROM text_page") == []
        assert CANARY in str(one.store.engine._server.rows("SELECT text FROM text_page"))
    assert len(set(database.schemas())) == 2


@pytest.mark.req("C1")
def test_a_role_that_was_granted_one_matter_reads_that_one_alone(
    there: There, database: Database, files: Path
) -> None:
    matters = there()
    for name in ("one", "two"):
        made(matters, files, name)
    one, two = (server_of(matters.root / name) for name in ("one", "two"))
    database.execute("CREATE ROLE clerk LOGIN")
    database.execute(f"GRANT USAGE ON SCHEMA {one.schema} TO clerk")
    database.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {one.schema} TO clerk")

    def as_clerk(address: ServerAddress) -> Any:
        database = address.database.replace("postgres@", "clerk@")
        return on_server(ServerAddress(database, address.schema), busy_seconds=1, read_only=True)

    opened = as_clerk(one)
    assert len(opened.documents.all()) == 2
    with pytest.raises(LibraryError, match="does not allow"):
        opened._server.rows(f"SELECT text FROM {two.schema}.text_page")
    opened.close()
    with pytest.raises(LibraryError, match="does not allow"):
        as_clerk(two)


@pytest.mark.parametrize(
    "names",
    [
        ("a b", "a--b"),
        ("smith…jones", "smith-jones"),
        ("a~b", "a-b"),
        ("x" * 60, "x" * 59),
        ("1st select", "Þorgerður gegn hf."),
    ],
)
def test_no_two_matters_share_a_schema_however_they_are_called(
    there: There, database: Database, names: tuple[str, str]
) -> None:
    matters = there()
    slugs = {matters.create(name).slug for name in names}
    # The same name below another folder is another matter.
    slugs_elsewhere = {there("elsewhere").create(name).slug for name in names}
    assert slugs == slugs_elsewhere
    assert len(slugs) == 2
    assert len(database.schemas()) == 4
    assert all(len(name.encode()) <= 63 for name in database.schemas())


def test_the_corpus_of_a_matter_can_be_moved_like_a_library(
    there: There, database: Database, files: Path, tmp_path: Path
) -> None:
    matters = there()
    mark = made(matters, files)
    address = str(server_of(matters.root / "case"))
    assert migrate(address, f"sqlite:{tmp_path / 'copy'}", matters.settings) == mark
    elsewhere = f"{database.address}&schema=copied"
    assert migrate(f"sqlite:{matters.root / 'case'}", elsewhere, matters.settings) == mark
    with library.open(tmp_path / "copy", settings=matters.settings) as copy:
        assert len(copy.store.documents.all()) == 2


@pytest.mark.parametrize(
    "address",
    ["mysql://host/db", "postgresql://me:secret@host/db", "postgresql://host/db?password=secret",
     "postgresql://host/db?schema=law"],
)  # fmt: skip
def test_an_address_that_cannot_be_used_for_matters_is_refused(
    tmp_path: Path, address: str
) -> None:
    with pytest.raises(InputError) as refused:
        Matters(tmp_path, settings=Settings(matters_database=address))
    assert "secret" not in f"{refused.value.message} {refused.value.hint}"


def test_an_address_that_was_mistaken_is_in_no_ones_way(there: There, tmp_path: Path) -> None:
    nowhere = f"postgresql://nobody@/x?host={tmp_path}"
    mistaken = Matters(there().root, settings=Settings(matters_database=nowhere))
    with pytest.raises(ServerUnreachable):
        mistaken.create("case")
    with pytest.raises(NoLibrary):
        mistaken.card("case")
    there().create("case")
    there().delete("case")


@pytest.mark.slow
def test_the_command_makes_fills_asks_and_deletes_a_matter_on_a_server(
    database: Database, tmp_path: Path, files: Path
) -> None:
    environment = {
        **os.environ, "PINCITE_MATTERS": str(tmp_path / "matters"), "PINCITE_WORKERS": "1",
        "PINCITE_MATTERS_DATABASE": database.address, "PINCITE_MODELS": str(tmp_path / "none"),
    }  # fmt: skip

    def run(*arguments: str) -> str:
        done = pincite(*arguments, env=environment)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run("matter", "create", "Smith v. Jones")
    assert "read 2 documents" in run("--matter", "smith-v-jones", "ingest", str(files))
    assert CANARY in run("--matter", "smith-v-jones", "search", "lighthouse keeper")
    assert "letter.txt" in run("--matter", "smith-v-jones", "quote", CANARY)
    run("--matter", "smith-v-jones", "audit", "verify")
    run("matter", "delete", "smith-v-jones", "--yes")
    assert database.schemas() == []
