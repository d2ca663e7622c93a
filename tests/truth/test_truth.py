"""Many clients ask and change everything at once, and every reply equals what a quiet thread gives
at the revision that it names.

The truths are those of a fresh library, in this process, in which the same changes were made one
after another: a server that lived through all of it answers like one that was just started.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from truth.scenario import Run, Size, on_servers, on_sqlite
from truth.servers import ALL_MODELS, TABLE_ALONE, Place

if TYPE_CHECKING:
    from corpus.postgres_server import PostgresServer
    from milvus_server import MilvusStandalone

# Bounded by its work: each job is a process, and they come one after another.
QUICK = Size(questions=5, loads=3, rollbacks=3, uploads=1, syncs=2, indexings=1, matters=1)
# A minute and a half each: with those that are killed, ten minutes in all.
LONG_RUN = Size(
    acts=40, questions=1, loads=1, rollbacks=1, uploads=1, syncs=1, indexings=1, matters=1,
    seconds=90.0, pause=2.0,
)  # fmt: skip
KILLED_EVERY = 20.0


@pytest.mark.req("S9")
def test_every_reply_under_load_is_that_of_a_quiet_thread(tmp_path: Path) -> None:
    outcome = Run(on_sqlite(tmp_path), QUICK).play()
    assert outcome.broken == [], str(outcome)
    assert outcome.verdict.named > 100, str(outcome)


@pytest.fixture(params=["one server", "two servers", "postgres and milvus"])
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    # Not in pytest's own folder, which the user of a server may not enter.
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        root.chmod(0o755)
        if request.param == "postgres and milvus":
            postgres: PostgresServer = request.getfixturevalue("postgres")
            milvus: MilvusStandalone = request.getfixturevalue("milvus_standalone")
            schema = postgres.schema()
            yield on_servers(
                root,
                f"postgresql://postgres@/postgres?host={postgres.folder}&schema={schema}",
                f"{milvus.address.replace('http', 'milvus')}?name={schema}",
            )
        else:
            yield on_sqlite(root, 2 if request.param == "two servers" else 1)


@pytest.mark.slow
@pytest.mark.req("S9")
def test_every_reply_is_true_for_a_long_while(place: Place) -> None:
    outcome = Run(place, LONG_RUN, 2).play()
    assert outcome.broken == [], str(outcome)


@pytest.mark.slow
@pytest.mark.req("U2")
def test_every_reply_is_true_while_writers_and_servers_are_killed(place: Place) -> None:
    outcome = Run(place, replace(LONG_RUN, matters=0), 3, killing=KILLED_EVERY).play()
    assert outcome.broken == [], str(outcome)
    assert outcome.record.cuts > 0, "no server was killed"


@pytest.mark.slow
@pytest.mark.req("S9")
@pytest.mark.parametrize("models", [TABLE_ALONE, ALL_MODELS], ids=["table", "networks"])
def test_every_reply_is_true_where_meaning_is_searched(
    place: Place, models: dict[str, str]
) -> None:
    """With a table of words, of which all is there at once; and with networks, where replies of
    what they have encoded are compared."""
    indexings = 4 if models is ALL_MODELS else 0
    outcome = Run(replace(place, models=models), Size(questions=5, indexings=indexings), 4).play()
    assert outcome.broken == [], str(outcome)
    assert outcome.verdict.right > 50, str(outcome)
