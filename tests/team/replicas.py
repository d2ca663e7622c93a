"""Two nodes of one library: each a folder of its own, over one corpus and one vector server."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path

from corpus.postgres_server import PostgresServer
from milvus_server import MilvusServer
from pincite import library
from pincite.encoders import VectorFile
from pincite.library import Library
from pincite.settings import Settings
from small_acts import small_act

WORDS = (
    "The keeper of a harbour shall trim every lantern at dusk.",
    "A dog shall be kept on a lead in the park.",
    "No person shall sell milk that has gone sour.",
    "A bicycle must carry a bell.",
    "Bees may be kept only beyond the town wall.",
    "The miller shall keep true weights.",
)
QUESTIONS = (
    "lamp lit in the evening", "puppy on a leash", "spoiled dairy", "cycle needs a ringing device",
    "hives outside the city", "honest scales",
)  # fmt: skip
Node = Callable[[str], Library]
_names = count(1)


def nodes(
    postgres: PostgresServer, root: Path, milvus: MilvusServer | None = None, **changed: object
) -> Node:
    """Makes nodes of one library, by the names of their folders."""
    database = f"postgresql://postgres@/postgres?host={postgres.folder}&schema={postgres.schema()}"
    vectors = ""
    if milvus is not None:
        host = milvus.address.replace("http", "milvus")
        vectors = f"{host}?name=replicas{next(_names)}"
    (root / "models").mkdir(parents=True, exist_ok=True)
    settings = Settings(models=root / "models", workers=1, vectors_seconds=60, **changed)  # pyright: ignore

    def node(name: str) -> Library:
        return library.create(root / name, database=database, vectors=vectors, settings=settings)

    return node


def load(node: Library, sources: Path, number: int, *, words: str = "", version: str = "") -> None:
    file = small_act(sources / (version or str(number)), number, words or WORDS[number])
    tag = version or f"v{number}"
    node.ingest(file, reader_name="plain", version=tag, collection=f"acts-{number}")


def index(node: Library, *, tokens: bool | None = None) -> float:
    """As `pincite index` does."""
    node.search_index.index()
    node.scope_index.index()
    return node.search_index.encode(tokens=tokens)


def said(node: Library, question: str) -> str:
    """All but how long it took."""
    found = node.search(question, limit=10).as_dict(times=False)
    return json.dumps(found, ensure_ascii=False, sort_keys=True, default=str)


def encoded_here(node: Library) -> int:
    """How many texts the network encoded in this node's own folder."""
    encoder = node.search_index.encoders.dense
    assert encoder is not None
    folder = node.folder / "indexes" / "vectors"
    if not folder.is_dir():
        return 0
    with VectorFile.open(folder, encoder.fingerprint, encoder.dims) as file:
        return len(file)
