"""A node whose vector server is away starts, says what it does without, and recovers by itself."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from commands import Done, pincite
from team.replicas import QUESTIONS, encoded_here, index, load, nodes
from team.test_two_api_processes import served
from waiting import wait_until

if TYPE_CHECKING:
    from corpus.postgres_server import PostgresServer
    from milvus_server import MilvusServer
    from pincite.library import Library

SERVER_EXIT = 75


def run(node: Library, *words: str) -> Done:
    environment = {
        **os.environ,
        "PINCITE_LIBRARY": str(node.folder),
        "PINCITE_MODELS": str(node.settings.models_folder),
        "PINCITE_MATTERS": str(node.folder.parent / "matters"),
    }
    return pincite("--json", "--quiet", *words, env=environment)


def lacking(told: dict[str, Any]) -> str:
    return " ".join(told.get("degraded", []))


@pytest.mark.slow
@pytest.mark.parametrize("milvus", ["milvus_lite"], indirect=True)
def test_a_new_node_starts_while_its_vector_server_is_away_and_uses_it_when_it_is_back(
    postgres: PostgresServer, milvus: MilvusServer, tmp_path: Path
) -> None:
    node = nodes(postgres, tmp_path, milvus)
    with node("one") as one, node("two") as two:
        load(one, tmp_path / "sources", 0)
        load(one, tmp_path / "sources", 1)
        index(one)
        milvus.kill()
        indexed = run(two, "index")
        assert indexed.returncode == SERVER_EXIT
        assert "vector server" in indexed.stderr
        # What needs no vectors is made, and nothing is encoded that may be on the server.
        assert (two.folder / "scope.sqlite3").is_file()
        assert encoded_here(two) == 0
        for words in (("search", QUESTIONS[0]), ("ask", "What shall the keeper trim at dusk?")):
            told = run(two, *words)
            assert told.returncode == 0, told.stderr
            assert "vector server" in lacking(json.loads(told.stdout))
            assert "0% of the passages" not in lacking(json.loads(told.stdout))
        with served(two.folder, by_meaning=True) as client:

            def asked() -> dict[str, Any]:
                response = client.get("/search", params={"query": QUESTIONS[0]})
                assert response.status_code == 200, response.text
                return response.json()

            assert "vector server" in lacking(asked())
            milvus.start()
            wait_until(lambda: "vector server" not in lacking(asked()))
            assert asked()["encoded"] == 1.0
        assert encoded_here(two) == 0
