"""The two engines, given the same, say the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from corpus.document_contract import DOC, laid_out, page
from corpus.postgres_server import PostgresServer
from corpus.store_contract import JAN, JUN, WORK, put
from drafts import packed
from lagasafn_pages import edition
from pincite.corpus import CorpusStore
from pincite.corpus.sqlite import SqliteStore
from pincite.errors import PinciteError
from pincite.ingest.law.load import load
from pincite.ingest.law.readers import ReadOptions, reader
from pincite.ingest.sources import Sources
from pincite.model import Override, OverrideStatus, Preemption, Synonym
from pincite.model.document import DocumentState
from pincite.settings import Settings

Pair = tuple[CorpusStore, CorpusStore]
WORDS = (
    "Ab",
    "aB",
    "AB",
    "ab",
    "a b",
    "a-b",
    "A_b",
    "ıi",
    "Iİ",
    "Áb",
    "áB",
    "þ",
    "z",
    "Z",
    "_",
    "ñ😀",
    "�",
)


@pytest.fixture
def pair(tmp_path: Path, postgres: PostgresServer) -> Iterator[Pair]:
    stores = SqliteStore(tmp_path / "corpus.sqlite3"), postgres.open(postgres.schema())
    yield stores
    for store in stores:
        store.close()


def said(question: Any) -> object:
    """The answer, or the kind of error."""
    try:
        found = question()
        return list(found) if isinstance(found, Iterator) else found
    except PinciteError as problem:
        return type(problem), problem.message


def everything(store: CorpusStore) -> dict[str, object]:
    """All that can be asked, but for the times at which something was written."""
    versions = [replace(one, loaded_at="") for one in store.versions()]
    works = [urn for urn, _ in store.works()]
    days = [None, date(1999, 1, 1), JAN, date(2020, 7, 1), JUN, date(2030, 1, 1)]
    tags = [one.tag for one in versions]
    found: dict[str, object] = {
        "versions": versions,
        "works": list(store.works()),
        "headers": list(store.headers()),
        "counts": store.counts(),
        "revision": store.revision(),
        "fingerprint": store.fingerprint(),
        "damaged": list(store.damaged()),
        "overrides": [store.overrides(), store.overrides(works[:3], JAN)],
        "preemptions": [store.preemptions(), store.preemptions(works[:3])],
        "synonyms": store.synonyms(),
        "documents": [replace(one, ingested_at="") for one in store.documents.all()],
        "folders": store.documents.folders(),
        "audit": [(entry.seq, entry.action, entry.detail) for entry in store.audit()],
        "entries": [said(lambda tag=tag: store.entries(tag)) for tag in [*tags, "none"]],
        "missing": [said(lambda tag=tag: store.cited_but_missing(tag, 3)) for tag in [*tags, "no"]],
        "titled": [
            store.works_titled(f(word), chapter)
            for word in (*WORDS, "Lamps Act", "Lög um skip 1", "")
            for f in (str, str.upper, str.lower)
            for chapter in ("", "5:16")
        ],
    }
    for work in works:
        kept = store.expressions(work)
        found[work] = [kept, store.timeline(work)]
        found[f"{work} at"] = [store.find(work, at=day, tag=None) for day in days]
        found[f"{work} in"] = [store.find(work, at=None, tag=tag) for tag in tags]
        for key in sorted({one.key for one in kept}):
            nodes = list(store.nodes(key))
            text = store.text(key)
            found[f"{key}"] = [
                nodes, text, list(store.chunks(key)), list(store.citations(key)),
                store.paragraphs(key), store.source(key, 0), store.documents.pages(key),
                store.text(key, 3, 90), store.text(key, len(text) // 2),
                [store.chunk(key, ordinal) for ordinal in (0, 1, 10_000)],
            ]  # fmt: skip
            found[f"{key} tree"] = [
                (store.ancestors(key, node), store.descendants(key, node, depth=1),
                 store.descendants(key, node), store.find(node.urn, at=JUN, tag=None))
                for node in nodes[:20]
            ]  # fmt: skip
    return found


def same(pair: Pair) -> None:
    ours, theirs = map(everything, pair)
    assert theirs.keys() == ours.keys()
    for about, answer in ours.items():
        assert theirs[about] == answer, about


def test_empty_libraries_are_alike(pair: Pair) -> None:
    same(pair)


@pytest.mark.req("S9")
def test_the_same_loads_are_answered_alike(pair: Pair) -> None:
    for store in pair:
        put(store, "v1", packed(chapter="5:16", cites=f"{WORK}:77"))
        put(
            store,
            "v0",
            packed("urn:lex:xm:act-2020-2", title="Oil Act [Chapter 5:16]"),
            collection="b",
        )
        put(store, "v2", packed(start=JUN, sections=("Lamps shall be dark.",)))
        put(store, "v3", packed(start=None, label="2011-1"), packed(start=None, label="2010-9"))
        with store.write() as writer:
            writer.begin_version("v4", "acts", "test")
            writer.put(packed(start=date(2023, 1, 1), end=date(2023, 2, 1)))
            assert writer.end_work("urn:lex:xm:act-2020-2", date(2024, 1, 1))
            assert not writer.end_work("urn:lex:xm:act-1900-1", date(2024, 1, 1))
            writer.finish_version({"expressions": 1, "note": "þ"})
        with store.write() as writer:
            writer.activate("v2")
    same(pair)
    for store in pair:
        with store.write() as writer:
            writer.activate("v4")
    same(pair)


def test_case_files_are_answered_alike(pair: Pair) -> None:
    document, rows = laid_out(page(1, 0, 9), page(2, 10, 29))
    for store in pair:
        with store.write() as writer:
            writer.documents.add_folder("/case")
            writer.documents.add_folder("/Case")
            writer.documents.put(document, rows, replace(DOC, state=DocumentState.READ))
            for number, name in enumerate(WORDS):
                writer.documents.register(replace(DOC, id=f"{number}", path=name, key=20 + number))
            writer.documents.register(replace(DOC, id="long", path="x" * 6000, key=0, confidence=1))
            writer.documents.log("files read", {"documents": 1})
            assert writer.documents.next_key() == 20 + len(WORDS)
    same(pair)


def test_names_sort_by_bytes_and_fold_as_ascii_whatever_the_database_prefers(pair: Pair) -> None:
    for store in pair:
        put(
            store,
            "v1",
            *(
                packed(f"urn:lex:xm:act-{name}", title=f"{word}{end}")
                for number, word in enumerate(WORDS)
                for name, end in (
                    (f"a{number}", ""),
                    (f"B{number}", " [Chapter 5:16]"),
                    (f"b-{number}", "x"),
                )
            ),
            packed("urn:lex:xm:act-long", title="Long " * 2000),
        )
        with store.write() as writer:
            writer.add_synonyms([Synonym(one, two, 0.3) for one in WORDS for two in WORDS])
        assert store.works_titled("long " * 2000, "") == ["urn:lex:xm:act-long"]
        assert store.works_titled("long " * 1999, "") == []
    same(pair)


def test_any_course_of_changes_ends_alike(pair: Pair) -> None:
    chance = Random(33_1944)
    works = [f"urn:lex:xm:act-2020-{number}" for number in range(1, 7)]
    for step in range(40):
        seed = chance.random()
        outcomes = [_change(store, Random(seed), step, works) for store in pair]
        assert outcomes[0] == outcomes[1]
    same(pair)


def _change(store: CorpusStore, chance: Random, step: int, works: list[str]) -> object:
    def day() -> date:
        return JAN + timedelta(days=chance.randrange(0, 1500))

    try:
        with store.write() as writer:
            kind = chance.randrange(6)
            if kind < 3:
                writer.begin_version(f"v{step}", chance.choice("ab"), "test")
                for work in chance.sample(works, 3):
                    start = day() if chance.random() < 0.8 else None
                    writer.put(
                        packed(
                            work, start=start, title=chance.choice(WORDS), label=chance.choice("xX"),
                            end=start + timedelta(days=90) if start and chance.random() < 0.3 else None,
                            sections=(chance.choice(WORDS),) * chance.randrange(1, 4),
                            cites=f"{chance.choice(works)}:{chance.randrange(1, 5)}",
                        )
                    )  # fmt: skip
                if chance.random() < 0.3:
                    writer.end_absent(day(), "xm", set(works[:4]))
                writer.finish_version({"step": step})
                if chance.random() < 0.2:
                    raise NotImplementedError("taken back")
                return "loaded"
            if kind == 3:
                return writer.activate(
                    chance.choice([one.tag for one in store.versions()] or ["none"])
                )
            if kind == 4:
                urn = chance.choice(works)
                return [
                    writer.add_override(
                        Override(0, urn, OverrideStatus.ENJOINED, "Court", "c", day(), None, "é")
                    ),
                    writer.add_preemption(Preemption(0, urn, works[0], "Art. 6", day())),
                ]
            writer.remove_override(chance.randrange(1, 4))
            return "removed"
    except (PinciteError, NotImplementedError) as problem:
        return type(problem), str(problem)


@pytest.mark.req("V7")
def test_editions_of_a_publisher_are_loaded_alike(pair: Pair, tmp_path: Path) -> None:
    settings = Settings(workers=1)
    first = edition(tmp_path / "one", 6, day="2031-09-01")
    second = edition(tmp_path / "two", 5, day="2032-09-01", word="bátur")
    for store in pair:
        for tag, folder in (("a", first), ("b", second)):
            sources = Sources.of([folder], reader="lagasafn", settings=settings, encoding="")
            load(
                store, reader("lagasafn"), sources, tag=tag, collection="lagasafn",
                options=ReadOptions(), settings=settings, allow_refusals=False,
                progress=lambda *_: None,
            )  # fmt: skip
    same(pair)
    assert pair[1].counts()["node"] > 500
