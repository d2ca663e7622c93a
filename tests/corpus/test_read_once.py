"""A corpus that reads each thing once while it stands still gives what its engine gives."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from corpus.counted_store import CountedStore
from corpus.postgres_server import PostgresServer
from pincite import library
from pincite.corpus import CorpusStore, read_once
from pincite.corpus.engines import opened
from pincite.corpus.read_once import ReadOnceStore
from pincite.model import Override, OverrideStatus
from pincite.settings import Settings
from search.bundled_law import filled

ACT = "urn:lex:xm:act-2019-11"
DAYS = (date(2023, 1, 1), date(2024, 6, 1), None)
# They give what changes nothing, or change it.
NOT_ASKED = {"documents", "write", "seal", "still", "close"}
# These go to the engine each time: a question asks for them once, or not at all.
EACH_TIME = {
    "entries", "works", "headers", "works_titled", "timeline", "nodes", "chunks", "citations",
    "cited_but_missing", "audit", "damaged", "fingerprint", "counts",
}  # fmt: skip


class Call(NamedTuple):
    name: str
    arguments: tuple[Any, ...]
    named: dict[str, Any]

    def of(self, store: Any) -> Any:
        given = getattr(store, self.name)(*self.arguments, **self.named)
        return list(given) if hasattr(given, "__next__") else given


def override(urn: str, start: date, end: date | None = None) -> Override:
    return Override(0, urn, OverrideStatus.ENJOINED, "Court of Appeal", "", start, end)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled law with overrides and a preemption."""
    root = tmp_path_factory.mktemp(request.param)
    database = ""
    if request.param == "postgres":
        server: PostgresServer = request.getfixturevalue("postgres")
        database = f"postgresql://postgres@/postgres?host={server.folder}&schema={server.schema()}"
    settings = Settings(models=root / "no-models", workers=1)
    with filled(library.create(root / "law", database=database, settings=settings)) as law:
        law.add_preemption(f"{ACT}:12", f"{ACT}:14", authority="Constitution s 21(2)")
        with law.store.write() as writer:
            writer.add_override(override(f"{ACT}:12", date(2024, 1, 1)))
            writer.add_override(override(f"{ACT}:14:1", date(2022, 1, 1), date(2023, 6, 1)))
            writer.add_override(override(f"{ACT}:12", date(2023, 1, 1), date(2023, 2, 1)))
    return root / "law"


@pytest.fixture
def engine(folder: Path) -> Iterator[CorpusStore]:
    store = opened(folder, busy_seconds=1)
    yield store
    store.close()


@pytest.fixture
def counted(engine: CorpusStore) -> CountedStore:
    return CountedStore(engine)


@pytest.fixture
def store(counted: CountedStore) -> ReadOnceStore:
    return ReadOnceStore(counted)  # type: ignore[arg-type]


def every_call(engine: CorpusStore) -> list[Call]:
    """All that can be asked of the bundled law."""
    calls: list[Call] = []

    def ask(name: str, *arguments: Any, **named: Any) -> None:
        calls.append(Call(name, arguments, named))

    for name in ("revision", "versions", "synonyms", "works", "headers", "audit", "damaged",
                 "fingerprint", "counts", "preemptions", "overrides"):  # fmt: skip
        ask(name)
    ask("works_titled", "Residential Tenancies Act", "")
    for version in engine.versions():
        ask("entries", version.tag)
        ask("cited_but_missing", version.tag, 5)
    for urns in ([], [f"{ACT}:12"], [f"{ACT}:14:1", f"{ACT}:12"], ["urn:lex:xm:nope"]):
        ask("preemptions", urns)
        for day in DAYS:
            ask("overrides", urns, day)
    for day in DAYS:
        ask("overrides", None, day)
        ask("find", f"{ACT}:12:1", at=day, tag=None)
        ask("find_all", [f"{ACT}:12:1", f"{ACT}:14", "urn:lex:xm:nope"], at=day, tag=None)
    ask("find", f"{ACT}:12:1", at=None, tag="tenancies-2019")
    ask("find_all", [f"{ACT}:12:1", f"{ACT}:14"], at=None, tag="tenancies-2019")
    ask("find", "urn:lex:xm:nope", at=None, tag=None)
    for work, _title in engine.works():
        ask("expressions", work)
        ask("timeline", work)
        ask("find", work, at=None, tag=None)
        for stored in engine.expressions(work):
            key = stored.key
            for name in ("nodes", "chunks", "citations", "paragraphs"):
                ask(name, key)
            ask("source", key, 0)
            ask("text", key)
            ask("text", key, 5)
            ask("text", key, stored.length, stored.length + 10)
            nodes = list(engine.nodes(key))
            # The root first and the deepest last, as well as what lies between.
            for node in [*nodes[:40], nodes[-1], max(nodes, key=lambda node: node.depth)]:
                ask("ancestors", key, node)
                for depth in (None, 0, 1, 2):
                    ask("descendants", key, node, depth=depth)
                ask("text", key, node.start, node.end)
            ordinals = [chunk.ordinal for chunk in engine.chunks(key)]
            for ordinal in (*ordinals, 9_999):
                ask("chunk", key, ordinal)
            ask("chunks_at", [(key, ordinal) for ordinal in (*ordinals[:3], 9_999)])
    ask("chunks_at", [])
    return calls


def test_every_method_is_asked(engine: CorpusStore) -> None:
    declared = {name for name in vars(CorpusStore) if not name.startswith("_")}
    assert {call.name for call in every_call(engine)} == declared - NOT_ASKED
    assert declared <= set(dir(ReadOnceStore))


@pytest.mark.parametrize("limits", [None, 3], ids=["small", "large"])
def test_inside_still_it_gives_what_the_engine_gives(
    engine: CorpusStore, store: ReadOnceStore, monkeypatch: pytest.MonkeyPatch, limits: int | None
) -> None:
    """Also of texts and trees that are too large to be read whole."""
    if limits is not None:
        monkeypatch.setattr(read_once, "_LARGEST_TREE", limits)
        monkeypatch.setattr(read_once, "_LARGEST_TEXT", limits)
    calls = every_call(engine)
    expected = [call.of(engine) for call in calls]
    for _ in range(2):
        with store.still():
            # The second time it gives what it remembers.
            for _ in range(2):
                for call, given in zip(calls, expected, strict=True):
                    assert call.of(store) == given, call
    for call, given in zip(calls, expected, strict=True):
        assert call.of(store) == given, call


def test_inside_still_each_thing_is_read_once(
    engine: CorpusStore, counted: CountedStore, store: ReadOnceStore
) -> None:
    calls = [call for call in every_call(engine) if call.name not in EACH_TIME]
    with store.still():
        for call in calls:
            call.of(store)
        asked = len(counted.calls)
        for call in reversed(calls):
            call.of(store)
        assert counted.calls[asked:] == []
    assert counted.repeated() == []
    expressions = [stored for work, _ in engine.works() for stored in engine.expressions(work)]
    # Of each text the whole tree and all words, and one way up before its size is known.
    assert counted.of("nodes") == counted.of("ancestors") == len(expressions)
    assert counted.of("overrides") == len(DAYS)
    assert counted.of("preemptions") == 1


def test_nothing_is_remembered_after_still_has_ended(
    counted: CountedStore, store: ReadOnceStore
) -> None:
    with store.still():
        store.versions()
    for _ in range(2):
        store.versions()
        store.overrides([f"{ACT}:12"])
    assert counted.of("versions") == 3
    assert counted.of("overrides") == 2
    with pytest.raises(RuntimeError), store.still():
        store.versions()
        raise RuntimeError
    with store.still():
        [(stored, node)] = store.find(f"{ACT}:12:1", at=DAYS[1], tag=None)
        store.ancestors(stored.key, node)
        store.text(stored.key, node.start, node.end)
    for name, kept in vars(store).items():
        assert name in ("_newest", "_state") or not kept, "something is kept"
    store.versions()
    assert counted.of("versions") == 5


def test_a_write_between_two_still_blocks_is_seen(folder: Path, store: ReadOnceStore) -> None:
    urn = f"{ACT}:16"
    with store.still():
        before = store.revision()
        assert store.overrides([urn]) == []
    with store.write() as writer:
        number = writer.add_override(override(urn, date(2024, 1, 1)))
    with store.still():
        assert [found.id for found in store.overrides([urn])] == [number]
        assert store.revision() != before
    # By another process, or another thread's store.
    other = opened(folder, busy_seconds=1)
    with other.write() as writer:
        writer.remove_override(number)
    other.close()
    with store.still():
        assert store.overrides([urn]) == []
