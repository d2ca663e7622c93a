"""A corpus of so many nodes, made up and loaded into either engine as a load of files is."""

from __future__ import annotations

import gc
import json
import pickle
import time
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from corpus.postgres_server import PostgresServer
from drafts import packed
from pincite.corpus.packing import Packed
from pincite.corpus.sqlite import SqliteStore
from pincite.corpus.store import CorpusStore
from scaling.clients import Ask
from scaling.processes import Processes

_SECTIONS, _NODES, _LONG = 66, 201, 100
"""An act of so many sections has so many nodes; as many words a section as in acts of Zimbabwe."""
LOOKS = ("find", "ancestors", "children", "chunk")
TOGETHER = "a provision"
"""All four, one after another: what showing a provision asks."""
_TAG = "made"
_TARGETS = 2000
_CHUNKS = 60
_WORDS = (
    "lamp oil harbour keeper shall may owner tenant notice court act section rent duty light ship"
    " road land tax fee permit officer person order fine appeal day month year clean public"
)
# As a server for this alone would be set; what is committed is on the disk, as with SQLite.
_OPTIONS = ("-c", "fsync=on", "-c", "shared_buffers=512MB")


@dataclass(frozen=True, slots=True)
class Made:
    """Acts as they come from a reader, in a file, and where to look in them."""

    acts: Path
    targets: Path


def made(folder: Path, nodes: int) -> Made:
    """Every fourth is a later text of the act before it."""
    found = Made(folder / "acts.pickle", folder / "targets.json")
    if found.targets.exists():
        return found
    rng = np.random.default_rng(1)
    targets: list[tuple[str, str]] = []
    with found.acts.open("wb") as stream:
        for at in range(max(nodes // _NODES, 4)):
            later = at % 4 == 3
            urn = f"urn:lex:xm:act-{at - later}"
            words = rng.choice(_WORDS.split(), (_SECTIONS, _LONG))
            draft = packed(
                urn, title=f"Act {at - later}", sections=tuple(" ".join(one) for one in words),
                start=date(2015 if later else 2000, 1, 1), cites=f"urn:lex:xm:act-{at // 2}:1",
            )  # fmt: skip
            pickle.dump(draft, stream, pickle.HIGHEST_PROTOCOL)
            targets += [
                (draft.nodes[number][4], "2012-06-01" if number % 2 else "2020-06-01")
                for number in rng.integers(2, len(draft.nodes) - 1, 3).tolist()
            ]
    rng.shuffle(targets)
    found.targets.write_text(json.dumps(targets[:_TARGETS]), encoding="utf-8")
    return found


def _drafts(acts: Path) -> Iterator[Packed]:
    with acts.open("rb") as stream:
        while stream.peek(1):
            yield pickle.load(stream)


def load(store: CorpusStore, acts: Path, processes: Processes) -> dict[str, float]:
    """As pincite.ingest.law.load does with what its readers give it, without reading files."""
    nodes = chunks = 0
    gc.disable()
    began, worked = time.perf_counter(), processes.cpu_seconds()
    with store.write() as writer:
        writer.begin_version(_TAG, "law", "made")
        for draft in _drafts(acts):
            writer.put(draft)
            nodes += len(draft.nodes)
            chunks += len(draft.chunks)
        writer.finish_version({})
    store.cited_but_missing(_TAG, 20)
    seconds = time.perf_counter() - began
    gc.enable()
    return {
        "count": nodes,
        "chunks": chunks,
        "seconds": round(seconds, 3),
        "core_seconds": round(processes.cpu_seconds() - worked, 3),
        "a_second": round(nodes / seconds),
    }


@dataclass(frozen=True, slots=True)
class Corpus:
    """The address of a server, or the file of SQLite where there is none."""

    file: Path
    targets: Path
    address: str = ""

    def store(self, connections: int = 4) -> CorpusStore:
        if not self.address:
            return SqliteStore(self.file)
        from pincite.corpus.postgres import PostgresStore

        return PostgresStore(self.address, "scale", connections=max(connections, 2))

    def open(self, threads: int) -> OpenedCorpus:
        return OpenedCorpus(self, threads)


class OpenedCorpus:
    """A store of SQLite belongs to one thread, as in a server; one of PostgreSQL has a connection
    for each."""

    def __init__(self, corpus: Corpus, threads: int) -> None:
        self._corpus = corpus
        self._stores = [corpus.store(threads)]
        written: list[tuple[str, str]] = json.loads(corpus.targets.read_text(encoding="utf-8"))
        self._targets = [(urn, date.fromisoformat(at)) for urn, at in written]
        self._found = [self._stores[0].find(urn, at=at, tag=None)[0] for urn, at in self._targets]

    def asker(self, what: str, thread: int) -> Ask:
        store = self._stores[0]
        if not self._corpus.address:
            while thread >= len(self._stores):
                self._stores.append(self._corpus.store())
            store = self._stores[thread]
        asked: dict[str, Ask] = {
            "find": lambda at: store.find(
                self._targets[at % len(self._targets)][0],
                at=self._targets[at % len(self._targets)][1], tag=None,
            ),
            "ancestors": lambda at: store.ancestors(*self._place(at)),
            "children": lambda at: store.descendants(*self._place(at), depth=1),
            "chunk": lambda at: store.chunk(self._place(at)[0], at % _CHUNKS),
        }  # fmt: skip
        if what == TOGETHER:
            return lambda at: [asked[one](at) for one in LOOKS]
        return asked[what]

    def close(self) -> None:
        for store in self._stores:
            store.close()

    def _place(self, at: int) -> tuple[int, Any]:
        stored, node = self._found[at % len(self._found)]
        return stored.key, node


@contextmanager
def server() -> Generator[PostgresServer]:
    found = PostgresServer(options=_OPTIONS)
    try:
        yield found
    finally:
        found.remove()


def served(wanted: bool) -> AbstractContextManager[PostgresServer | None]:
    return server() if wanted else nullcontext()


def postmaster(found: PostgresServer) -> int:
    return int((found.folder / "data" / "postmaster.pid").read_text().split()[0])


def bytes_kept(corpus: Corpus, found: PostgresServer | None) -> int:
    """Tables with their indexes, or the file."""
    if found is None:
        return corpus.file.stat().st_size
    [[kept]] = found.execute(
        "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c"
        " JOIN pg_namespace n ON n.oid = c.relnamespace"
        " WHERE n.nspname = 'scale' AND c.relkind = 'r'"
    )
    return int(str(kept))
