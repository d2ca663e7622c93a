"""A library on a server, moved there and back, and backed up: by the library and the command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from packs.bundled import WANTED
from pincite import library
from pincite.backup import back_up, bring_back, migrate
from pincite.corpus.engines import SERVER, ServerAddress
from pincite.errors import InputError, LibraryDamaged, LibraryExists, NoLibrary
from pincite.library import Library
from pincite.settings import Settings
from search.bundled_law import bundled_law, command, filled

if TYPE_CHECKING:
    from corpus.postgres_server import PostgresServer

QUESTIONS = ("how much deposit may a landlord take", "s 14 of the Residential Tenancies Act")
RULE = "urn:lex:xm:act-2019-11:14"


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(models=tmp_path_factory.mktemp("none"), workers=1, jurisdiction="xm")


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory, settings: Settings) -> Iterator[Library]:
    with bundled_law(tmp_path_factory.mktemp("law") / "law", settings.models, settings) as opened:
        yield opened


@pytest.fixture
def address(postgres: PostgresServer) -> str:
    return f"postgresql://postgres@/postgres?host={postgres.folder}&schema={postgres.schema()}"


def told(opened: Library) -> list[object]:
    """What the library says, in every way that is asked here."""
    found = [opened.search(one) for one in QUESTIONS]
    hits = [[(hit.law, hit.text, hit.score) for hit in one.results] for one in found]
    context = opened.scope(RULE, at="2024-01-01")
    packs = [
        opened.packs.build(one.what, at=one.at, version=one.version).files for one in WANTED[:4]
    ]
    return [hits, context, packs, opened.store.fingerprint()]


@pytest.mark.req("S9")
def test_a_library_on_a_server_says_what_one_in_a_file_says(
    law: Library, address: str, tmp_path: Path, settings: Settings
) -> None:
    moved = migrate(f"sqlite:{law.folder}", address, settings)
    assert moved == law.store.fingerprint()
    with library.create(tmp_path / "node", database=address, settings=settings) as there:
        assert told(there) == told(law)
    assert "corpus.sqlite3" not in [one.name for one in (tmp_path / "node").iterdir()]
    with library.open(tmp_path / "node", settings=settings) as again:
        assert again.store.fingerprint() == moved
    back = tmp_path / "back"
    assert migrate(address, f"sqlite:{back}", settings) == moved
    with library.open(back, settings=settings) as home:
        assert told(home) == told(law)


@pytest.mark.req("S9")
def test_two_folders_of_one_library_on_a_server_see_what_the_other_writes(
    law: Library, address: str, tmp_path: Path, settings: Settings
) -> None:
    with (
        filled(library.create(tmp_path / "one", database=address, settings=settings)) as one,
        library.create(tmp_path / "other", database=address, settings=settings) as other,
    ):
        assert one.store.fingerprint() == law.store.fingerprint()
        assert told(other) == told(one) == told(law)
        one.add_override(
            RULE, status="VOID", authority="High Court", citation="1 M.L.R. 1", start="2020-01-01"
        )
        # At its next question, at once.
        assert [rule.urn for rule in other.overrides()] == [RULE]
        assert told(other) == told(one)
        assert [entry.hash for entry in other.store.audit()] == [
            entry.hash for entry in one.store.audit()
        ]


def test_a_backup_is_restored_by_the_command(law: Library, tmp_path: Path) -> None:
    file, back = tmp_path / "law.backup", tmp_path / "back"
    run = command(law.folder, tmp_path / "matters", tmp_path / "models")
    assert run("--json", "backup", str(file)).returncode == 0
    again = command(back, tmp_path / "matters", tmp_path / "models")
    done = again("--json", "restore", str(file))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["fingerprint"] == law.store.fingerprint()
    assert again("get", RULE).stdout == run("get", RULE).stdout
    refused = again("restore", str(file))
    assert refused.returncode != 0
    assert "already" in refused.stderr


def test_the_command_moves_a_library_to_a_server_and_uses_it(
    law: Library, address: str, tmp_path: Path
) -> None:
    run = command(tmp_path / "node", tmp_path / "matters", tmp_path / "models")
    moved = run("--json", "migrate", f"sqlite:{law.folder}", address)
    assert moved.returncode == 0, moved.stderr
    assert json.loads(moved.stdout)["fingerprint"] == law.store.fingerprint()
    assert run("init", "--database", address).returncode == 0
    at_home = command(law.folder, tmp_path / "matters", tmp_path / "models")
    assert run("get", RULE).stdout == at_home("get", RULE).stdout
    assert run("audit", "verify").returncode == 0
    again = run("migrate", f"sqlite:{law.folder}", address)
    assert again.returncode != 0
    assert "holds something already" in again.stderr


def test_what_was_not_whole_leaves_no_library(
    law: Library, tmp_path: Path, settings: Settings
) -> None:
    file = tmp_path / "law.backup"
    back_up(law.folder, file, settings)
    (tmp_path / "cut.backup").write_bytes(file.read_bytes()[:-2000])
    with pytest.raises(LibraryDamaged):
        bring_back(tmp_path / "cut.backup", tmp_path / "back", settings)
    with pytest.raises(NoLibrary):
        library.open(tmp_path / "back", settings=settings)
    assert bring_back(file, tmp_path / "back", settings).fingerprint == law.store.fingerprint()
    with pytest.raises(LibraryExists):
        bring_back(file, tmp_path / "back", settings)


@pytest.mark.parametrize(
    "written",
    ["mysql://host/db", "host=/tmp", "", "postgresql://me:secret@host/db",
     "postgresql://host/db?password=secret"],
)  # fmt: skip
def test_an_address_that_cannot_be_used_is_refused_without_its_password(written: str) -> None:
    with pytest.raises(InputError) as refused:
        ServerAddress.parse(written)
    assert "secret" not in f"{refused.value.message} {refused.value.hint}"


def test_a_folder_that_names_no_database_says_so(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / SERVER).write_text('address = "nonsense"')
    with pytest.raises(LibraryDamaged, match="names no database"):
        library.open(tmp_path, settings=settings)
