"""A server that has taken many uploads answers like one that was just started."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.matters import Matters
from truth.clients import Client, Record, Steps, together
from truth.questions import CASE_QUESTIONS, MATTER, SLUG, normal, question
from truth.scenario import on_sqlite
from truth.servers import WORDS_ALONE, Server, serving
from truth.sources import letter, nonsense


def replies(server: Server, number: int) -> list[str]:
    """Their texts, to questions about some of the files, the first and the last among them."""
    client = Client([server], Record(), 1)
    asked = [
        *CASE_QUESTIONS,
        *(
            question("search_case", query=nonsense(each + 7), matter=SLUG)
            for each in (1, number // 2, number)
        ),
    ]
    told = [client.ask(each, server) for each in asked]
    assert client.record.faults == []
    return [normal(each.reply) for each in told if each is not None]


def uploading(numbers: Sequence[int]) -> Steps:
    def steps(client: Client) -> None:
        for number in numbers:
            client.upload(*letter(number))
            client.ask(client.random.choice(CASE_QUESTIONS))

    return steps


@pytest.mark.req("S9")
@pytest.mark.slow
@pytest.mark.parametrize("number", [8, 200])
def test_a_server_that_took_many_uploads_answers_like_a_fresh_one(
    tmp_path: Path, number: int
) -> None:
    place = replace(on_sqlite(tmp_path / "lived"), models=WORDS_ALONE)
    Matters(settings=place.settings(place.folders[0])).create(MATTER)
    with serving(place) as [server]:
        parts = [list(range(first, number + 1, 4)) for first in range(1, 5)]
        record = together([server], [uploading(part) for part in parts], 1)
        assert record.faults == []
        assert len(record.changes) == number
        lived = replies(server, number)
    # The same files, of which nothing was ever indexed.
    fresh = replace(place, root=tmp_path / "fresh", folders=(tmp_path / "fresh" / "law",))
    shutil.copytree(place.root, fresh.root, ignore=shutil.ignore_patterns("indexes", "*.log"))
    with serving(fresh) as [server]:
        assert replies(server, number) == lived
    with Matters(settings=place.settings(place.folders[0])).open(SLUG) as matter:
        assert len(matter.documents("read")) == number
    assert [path.name for path in tmp_path.rglob("*.part")] == []
