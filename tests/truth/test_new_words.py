"""What was just loaded is found by its words at once, before anything of it is encoded."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from small_acts import urn_of
from truth.clients import Client, Record
from truth.questions import question
from truth.scenario import on_servers, on_sqlite
from truth.servers import ALL_MODELS, Place, Server, serving
from truth.sources import Sources, nonsense

if TYPE_CHECKING:
    from corpus.postgres_server import PostgresServer
    from milvus_server import MilvusLite

WORD = nonsense(0)
SECTION = f"{urn_of(1000)}:1"


@pytest.fixture(params=["sqlite", pytest.param("postgres and milvus", marks=pytest.mark.slow)])
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    """With all models, and nothing that any of them has encoded."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        root.chmod(0o755)
        if request.param == "sqlite":
            made = on_sqlite(root)
        else:
            postgres: PostgresServer = request.getfixturevalue("postgres")
            milvus: MilvusLite = request.getfixturevalue("milvus_lite")
            schema = postgres.schema()
            made = on_servers(
                root,
                f"postgresql://postgres@/postgres?host={postgres.folder}&schema={schema}",
                f"{milvus.address.replace('http', 'milvus')}?name={schema}",
            )
        yield replace(made, models=ALL_MODELS)


def found(client: Client, server: Server) -> dict[str, Any]:
    told = client.ask(question("search", query=WORD), server)
    assert told is not None
    assert told.status == 200, told.reply
    return told.reply


def painted(colours: int) -> str:
    return f"Every {WORD} shall be painted in {colours} colours"


def first_act(reply: dict[str, Any]) -> str:
    """The work of the first hit."""
    unit: str = reply["results"][0]["law"]["unit_urn"]
    return unit.removesuffix(":1").removesuffix(":2")


def said_in(reply: dict[str, Any]) -> str:
    """What the hit says that shows the section."""
    return next(
        hit["text"] for hit in reply["results"] if hit["law"]["unit_urn"] in (SECTION, urn_of(1000))
    )


def answered(client: Client, server: Server) -> str:
    asked = question("ask", query=f"In how many colours shall every {WORD} be painted?")
    told = client.ask(asked, server)
    assert told is not None
    assert told.status == 200, told.reply
    return str(told.reply.get("answer", {}).get("text", ""))


@pytest.mark.req("S9")
def test_a_word_that_one_act_alone_has_is_found_first_as_soon_as_it_is_loaded(
    place: Place,
) -> None:
    sources = Sources(place.sources)
    with serving(place) as servers:
        client = Client(servers, Record(), 1)
        client.load(sources.edition(0))
        for server in servers:
            assert WORD not in str(found(client, server).get("results"))
        client.load(sources.later(0))
        for server in servers:
            reply = found(client, server)
            assert reply["encoded"] == 0.0, "it is found by its words alone"
            assert first_act(reply) == urn_of(1000)
            assert painted(1) in said_in(reply)
            assert painted(1) in answered(client, server)
        client.load(sources.later(0, amended=1))
        for server in servers:
            reply = found(client, server)
            assert first_act(reply) == urn_of(1000)
            assert painted(2) in said_in(reply)
            assert painted(1) not in str(reply)
            answer = answered(client, server)
            assert painted(2) in answer
            assert painted(1) not in answer
        client.roll_back("later-0-0")
        for server in servers:
            assert painted(1) in said_in(found(client, server))
        assert client.record.faults == []
