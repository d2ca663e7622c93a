"""The image's entrypoint, run by sh against a real PostgreSQL."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from corpus.postgres_server import PostgresServer

SCRIPT = Path(__file__).resolve().parent.parent.parent / "deploy" / "entrypoint.sh"
# Both signs that a password file must escape.
PASSWORD = r"half:and\half"

pytestmark = pytest.mark.skipif(shutil.which("flock") is None, reason="flock is not installed")


@pytest.fixture
def node(postgres: PostgresServer, tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a container whose role must give a password."""
    hba = postgres.folder / "data" / "pg_hba.conf"
    before = hba.read_text()
    hba.write_text(f"local all guarded scram-sha-256\n{before}")
    schema = postgres.schema()
    postgres.execute(f"create role guarded superuser login password '{PASSWORD}'")
    postgres.execute("select pg_reload_conf()")
    (tmp_path / "nodes").mkdir()
    (tmp_path / "password").write_text(f"{PASSWORD}\n")
    host = quote(str(postgres.folder), safe="")
    yield {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "TMPDIR": str(tmp_path),
        "LIBRARY_NODES": str(tmp_path / "nodes"),
        "LIBRARY_DATABASE": f"postgresql://guarded@/postgres?host={host}&schema={schema}",
        # Nobody is there: that it is named is all that making the folder needs.
        "LIBRARY_VECTORS": "milvus://127.0.0.1:1?name=law",
        "DATABASE_PASSWORD_FILE": str(tmp_path / "password"),
    }
    hba.write_text(before)
    postgres.execute("select pg_reload_conf()")
    # The extensions are its own, and every other test's too.
    postgres.execute("reassign owned by guarded to postgres")
    postgres.execute("drop role guarded")


def run(node: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", SCRIPT, *words], env=node, capture_output=True, text=True)


def folders(node: dict[str, str]) -> list[str]:
    return sorted(one.name for one in Path(node["LIBRARY_NODES"]).iterdir() if one.is_dir())


def test_an_empty_volume_becomes_a_folder_of_the_library(node: dict[str, str]) -> None:
    first = run(node, "--json", "stats")
    assert first.returncode == 0, first.stderr
    assert json.loads(first.stdout)["counts"]["chunk"] == 0
    kept = Path(node["LIBRARY_NODES"], "0", "corpus.toml")
    assert "half" not in kept.read_text()
    assert "name=law" in kept.with_name("vectors.toml").read_text()
    made = kept.stat().st_mtime_ns
    again = run(node, "--json", "stats")
    assert again.returncode == 0, again.stderr
    assert (kept.stat().st_mtime_ns, folders(node)) == (made, ["0"])


def test_it_serves_without_its_vector_server_and_with_no_other_failure(
    node: dict[str, str],
) -> None:
    shown = Path(node["TMPDIR"], "bin")
    shown.mkdir()
    for status, ended in ((0, "serving"), (75, "serving"), (70, "")):
        (shown / "pincite").write_text(
            f'#!/bin/sh\ncase "$*" in\n  *index) exit {status} ;;\n  serve) echo serving ;;\n'
            '  *init*) mkdir "$3" ;;\nesac\n'
        )
        (shown / "pincite").chmod(0o755)
        done = run({**node, "PATH": f"{shown}:{node['PATH']}"}, "serve")
        assert done.stdout.strip() == ended, done.stderr
        assert done.returncode == (0 if ended else status)


def test_without_its_password_nothing_is_made_and_the_next_start_makes_it(
    node: dict[str, str],
) -> None:
    without = {name: value for name, value in node.items() if name != "DATABASE_PASSWORD_FILE"}
    assert run(without, "stats").returncode != 0
    assert "0" not in folders(node)
    assert run(node, "stats").returncode == 0
    assert folders(node) == ["0"]


def test_two_at_once_have_a_folder_each_and_the_next_takes_a_free_one(
    node: dict[str, str],
) -> None:
    # `cat` in the place of pincite: it lives until its input ends, and so holds its folder.
    shown = Path(node["TMPDIR"], "bin")
    shown.mkdir()
    (shown / "pincite").write_text('#!/bin/sh\necho "$PINCITE_LIBRARY"\ncat >/dev/null\n')
    (shown / "pincite").chmod(0o755)
    plain = {name: value for name, value in node.items() if not name.startswith(("LIBRARY_D", "D"))}
    plain["PATH"] = f"{shown}:{node['PATH']}"

    def start() -> tuple[subprocess.Popen[str], str]:
        begun = subprocess.Popen(
            ["sh", SCRIPT], env=plain, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert begun.stdout is not None
        return begun, Path(begun.stdout.readline().strip()).name

    first, second = start(), start()
    first[0].communicate()
    third = start()
    for begun in (second[0], third[0]):
        begun.communicate()
    assert [first[1], second[1], third[1]] == ["0", "1", "0"]
