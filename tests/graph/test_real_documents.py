"""Real contracts and filings: every finding is a slice of its text, and the graph answers."""

from __future__ import annotations

import sqlite3
from bisect import bisect_left, bisect_right
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest

from data import law
from graph.documents import Paper, graph_of, lines, paper
from pincite.graph.graph import Graph
from pincite.matters import Matters
from pincite.settings import Settings


def contracts() -> list[Paper]:
    files = sorted((law("contracts") / "txt").glob("*.txt"))[::6]
    return [paper(key, file.read_text(errors="replace")) for key, file in enumerate(files, 1)]


def filings() -> list[Paper]:
    papers: list[Paper] = []
    for key, file in enumerate(sorted(law("court-files").rglob("*.pdf")), 1):
        try:
            with pypdfium2.PdfDocument(file) as pages:
                text = "\n".join(page.get_textpage().get_text_bounded() for page in pages)
        except pypdfium2.PdfiumError:
            continue
        papers.append(lines(key, text))
    return papers


def check(graph: Graph, papers: list[Paper]) -> Counter[str]:
    texts = {one.document: one.text for one in papers}
    chunks = {piece.chunk: piece for one in papers for piece in one.chunks}
    kinds: Counter[str] = Counter()
    for counted in (*graph.entities(limit=100_000), *graph.entities("date", 100_000)):
        kinds[counted.entity.kind] += 1
        for place in graph.mentions(counted.entity):
            assert texts[place.document][place.start : place.end] == place.words
            piece = chunks[place.chunk]
            assert piece.start <= place.start < piece.end
    for event in (*graph.timeline(), *graph.undated()):
        text = texts[event.document]
        assert text[event.start : event.end] == event.words
        assert text[event.sentence_start : event.sentence_end] == event.sentence
        assert event.sentence_start <= event.start
        assert event.end <= event.sentence_end
        assert bool(event.iso) != bool(event.reason)
        starts = {one.document: one.paragraphs for one in papers}[event.document]
        assert bisect_left(starts, event.sentence_end) == bisect_right(starts, event.sentence_start)
    return kinds


@pytest.mark.data
@pytest.mark.timeout(300)
def test_contracts_have_parties_organisations_and_dates(tmp_path: Path) -> None:
    papers = contracts()
    with graph_of(tmp_path, *papers) as graph:
        kinds = check(graph, papers)
        print(dict(kinds))
        with_parties = {
            place.document
            for counted in graph.entities("party", 10_000)
            for place in graph.mentions(counted.entity)
        }
        assert len(with_parties) > len(papers) / 2
        assert kinds["organisation"] > 100
        assert kinds["date"] > 100


@pytest.mark.data
@pytest.mark.timeout(300)
def test_filings_have_courts_dockets_judges_and_authorities(tmp_path: Path) -> None:
    papers = filings()
    with graph_of(tmp_path, *papers) as graph:
        kinds = check(graph, papers)
        print(dict(kinds))
        for kind in ("party", "court", "docket", "judge", "attorney", "case", "statute", "date"):
            assert kinds[kind] > 4, kind
        for one in papers[:5]:
            graph.related(one.document)
            for piece in one.chunks:
                graph.related_chunks(piece.chunk)
    with sqlite3.connect(tmp_path / "graph.sqlite3") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


@pytest.mark.data
@pytest.mark.timeout(300)
def test_captions_of_real_filings_name_their_parties(tmp_path: Path) -> None:
    folder = law("court-files")
    paths = [
        "doctor/test_assets/missouri.pdf",
        "doctor/test_assets/recap_documents/ca7_3.pdf",
        "doctor/test_assets/recap_documents/ca1_00117684624.pdf",
        "peachjam/fixtures/source_files/gauteng_judgment.pdf",
        "peachjam/fixtures/source_files/zagpjhc_judgment.docx",
    ]
    matters = Matters(tmp_path, settings=Settings(workers=2))
    matters.create("filings")
    with matters.open("filings") as matter:
        matter.read_files(*(folder / path for path in paths))
        roles = {one.entity.key: set(one.entity.roles) for one in matter.entities("party")}
        assert roles["nichole marie jagels"] == {"appellant"}
        assert roles["state of missouri"] == {"respondent"}
        assert roles["michael tofaute"] == {"plaintiff"}
        assert roles["fedex ground package system inc"] == {"defendant"}
        assert roles["calvary chapel of bangor"] == {"plaintiff"}
        assert roles["janet t mills"] == {"defendant"}
        assert roles["vincenzo pietropaolo"] == {"party"}
        assert any(
            key.startswith("member of the executive council") and role == {"appellant"}
            for key, role in roles.items()
        )
        courts = {one.entity.key for one in matter.entities("court")}
        assert {"us/moctapp", "us/ca7", "us/ca1", "za/zasca"} <= courts
        judges = {one.entity.key for one in matter.entities("judge")}
        assert {"james m dowd", "nancy torresen", "dambuza (272/2022)"} <= judges
