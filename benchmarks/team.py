"""Whole questions over PostgreSQL and Milvus against the same in a folder, in one run.

    python benchmarks/team.py [--keep FOLDER] [--rounds 3] [--json FILE]

Zimbabwe's law, encoded as benchmarks/quality.py keeps it, is carried to a PostgreSQL and a Milvus
of this machine, those of the tests, and both libraries are asked the graded questions in turn: to
search, and to answer. Says how long each takes, how many statements and calls to the servers that
is, and how many of the answers are the same to the byte.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

sys.path.insert(1, str(Path(__file__).resolve().parent.parent / "tests"))

import psycopg

from lookup import milliseconds, spread
from pincite import library
from pincite.backup import migrate
from pincite.evaluation.published import published
from pincite.indexes.milvus.server import MilvusServer
from pincite.library import Library
from quality import opened
from scaling import corpora, vectors

Asks = Callable[[Library, str], Any]


def searched(of: Library, question: str) -> Any:
    return of.search(question, limit=10)


def answered(of: Library, question: str) -> Any:
    return of.ask(question)


WHAT: dict[str, Asks] = {"search": searched, "ask": answered}


def said(found: Any) -> str:
    """All of it but how long it took."""
    return json.dumps(found.as_dict(times=False), sort_keys=True, default=str)


@contextmanager
def carried(local: Library, folder: Path) -> Iterator[Library]:
    """The same library on the servers; its vectors are taken along, so that none is made anew."""
    with corpora.server() as database, vectors.server() as milvus:
        target = f"postgresql://postgres@/postgres?host={database.folder}&schema=team"
        migrate(f"sqlite:{local.folder}", target, local.settings)
        address = f"{milvus.address.replace('http', 'milvus')}?name=team"
        with library.create(folder, database=target, vectors=address) as found:
            shutil.copytree(local.folder / "indexes" / "vectors", folder / "indexes" / "vectors")
            found.search_index.index()
            assert found.search_index.encode() == 1.0
            yield found


@contextmanager
def counted(owner: type, name: str) -> Iterator[list[int]]:
    """How often a method is called."""
    calls = [0]
    method = getattr(owner, name)

    def call(*arguments: Any, **named: Any) -> Any:
        calls[0] += 1
        return method(*arguments, **named)

    with patch.object(owner, name, call):
        yield calls


def measured(local: Library, team: Library, questions: list[str], rounds: int) -> list[dict]:
    rows: list[dict] = []
    for what, ask in WHAT.items():
        pairs = [(said(ask(local, one)), said(ask(team, one))) for one in questions]
        times: dict[str, list[float]] = {"folder": [], "servers": []}
        for _ in range(rounds):
            for one in questions:
                times["folder"].append(milliseconds(ask, local, one))
                times["servers"].append(milliseconds(ask, team, one))
        with (
            counted(psycopg.Cursor, "execute") as statements,
            counted(MilvusServer, "call") as calls,
        ):
            for one in questions:
                ask(team, one)
        ratios = [b / a for a, b in zip(times["folder"], times["servers"], strict=True)]
        rows.append(
            {
                "what": what, "questions": len(questions),
                "same": sum(a == b for a, b in pairs),
                "folder": spread(times["folder"]), "servers": spread(times["servers"]),
                "ratio_p50": round(statistics.median(ratios), 2),
                "statements": round(statements[0] / len(questions), 1),
                "calls": round(calls[0] / len(questions), 1),
            }
        )  # fmt: skip
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    cache = os.environ.get("XDG_CACHE_HOME", "~/.cache")
    parser.add_argument("--keep", type=Path, default=Path(cache).expanduser() / "pincite-bench")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    with opened("zimbabwe", chosen.keep) as local, tempfile.TemporaryDirectory() as temporary:
        if local is None:
            print("zimbabwe: its data is not here; set PINCITE_DATA")
            return
        questions = [one.text for one in published("zimbabwe", local.store).questions]
        with carried(local, Path(temporary) / "team") as team:
            rows = measured(local, team, questions, chosen.rounds)
    print(f"{'':8}{'folder p50':>12}{'p95':>8}{'servers p50':>13}{'p95':>8}{'ratio':>7}"
          f"{'statements':>12}{'calls':>7}{'the same':>12}")  # fmt: skip
    for row in rows:
        folder, servers = row["folder"], row["servers"]
        print(f"{row['what']:8}{folder['p50_ms']:>12}{folder['p95_ms']:>8}{servers['p50_ms']:>13}"
              f"{servers['p95_ms']:>8}{row['ratio_p50']:>7}{row['statements']:>12}{row['calls']:>7}"
              f"{row['same']:>6} of {row['questions']:>2}")  # fmt: skip
    if chosen.json:
        chosen.json.write_text(json.dumps(rows, indent=2), encoding="utf-8")
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
