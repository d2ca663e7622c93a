"""The graph's file: stale, torn, killed, hostile; it opens whole or begins anew."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.documents import graph_of, paper
from growth import assert_linear
from pincite.corpus.sqlite import derived
from pincite.errors import LibraryBusy
from pincite.graph import graph as graph_module
from pincite.graph import rules
from pincite.graph.entities import extract
from pincite.graph.graph import Graph
from pincite.graph.passage import GraphText, passage
from pincite.graph.records import GraphChunk

ACME = "Acme Widgets, Inc. signed on May 3, 2020 before Hon. Nancy Torresen."
BOREALIS = "Borealis Trading Corp. signed on June 4, 2021."


def test_only_what_changed_is_read_again_and_what_vanished_is_dropped(tmp_path: Path) -> None:
    one, two = paper(1, ACME), paper(2, BOREALIS)
    with graph_of(tmp_path, one, two) as graph:
        assert graph.catch_up([one, two]) == graph_module.CaughtUp(0, 2, 0)
        read: list[str] = []
        changed = paper(2, BOREALIS + " It paid.")
        done = graph.catch_up([one, changed], lambda _, name: read.append(name))
        assert done == graph_module.CaughtUp(1, 1, 0)
        assert read == ["Document 2"]
        assert graph.catch_up([changed]) == graph_module.CaughtUp(0, 1, 1)
        assert {entry.entity.key for entry in graph.entities("organisation")} == {
            "borealis trading corp"
        }
        assert [event.iso for event in graph.timeline()] == ["2021-06-04"]


def test_documents_read_by_other_rules_are_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with graph_of(tmp_path, paper(1, ACME)) as graph:
        monkeypatch.setattr(graph_module, "fingerprint", lambda: "other rules")
        assert graph.catch_up([paper(1, ACME)]).read == 1


def test_fingerprint_covers_the_lists_and_the_libraries() -> None:
    assert len(rules.fingerprint()) == 64


def test_graph_keeps_what_it_read_when_opened_again(tmp_path: Path) -> None:
    graph_of(tmp_path, paper(1, ACME)).close()
    with Graph.open(tmp_path / "graph.sqlite3") as graph:
        assert not graph.rebuilt
        assert graph.catch_up([paper(1, ACME)]).read == 0
        assert graph.entities("organisation")[0].entity.name == "Acme Widgets, Inc."


@pytest.mark.parametrize("damage", ["torn", "garbage", "flipped", "foreign", "row"])
def test_damaged_file_is_rebuilt_and_never_trusted(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "graph.sqlite3"
    papers = [paper(key, f"{ACME} {BOREALIS} " * 30) for key in range(1, 6)]
    with graph_of(tmp_path, *papers) as graph:
        expected = graph.entities()
    whole = path.read_bytes()
    if damage == "torn":
        path.write_bytes(whole[: len(whole) // 2])
    elif damage == "garbage":
        path.write_bytes(random.Random(1).randbytes(len(whole)))
    elif damage == "flipped":
        place = whole.index(b"Borealis Trading")
        path.write_bytes(whole[:place] + b"X" + whole[place + 1 :])
    elif damage == "foreign":
        path.unlink()
        with sqlite3.connect(path) as other:
            other.execute("CREATE TABLE mention (entity)")
        other.close()
    else:
        with sqlite3.connect(path) as other:
            other.execute("DELETE FROM mention WHERE document = 3")
        other.close()
    with Graph.open(path) as graph:
        assert graph.rebuilt
        assert graph.entities() == []
        assert graph.catch_up(papers).read == 5
        assert graph.entities() == expected


def test_busy_file_is_not_taken_for_a_damaged_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph_of(tmp_path, paper(1, ACME)).close()
    monkeypatch.setattr(derived, "_BUSY_SECONDS", 0.1)
    with Graph.open(tmp_path / "graph.sqlite3") as graph:
        other = sqlite3.connect(tmp_path / "graph.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LibraryBusy):
            graph.catch_up([paper(2, BOREALIS)])
        other.close()
        assert graph.entities("organisation")[0].entity.key == "acme widgets inc"


_SCRIPT = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from graph.documents import paper
from pincite.graph.graph import Graph
papers = [paper(key, "Acme Widgets, Inc. met Firm%s Holdings, Inc. on May 3, 2020. " % chr(65 + key % 26) * 200) for key in range(1, 121)]
with Graph.open(Path(sys.argv[1])) as graph:
    print("open", flush=True)
    graph.catch_up(papers)
print("done", flush=True)
"""


@pytest.mark.slow
def test_killed_at_any_moment_it_opens_whole(tmp_path: Path) -> None:
    path = tmp_path / "graph.sqlite3"
    tests = str(Path(__file__).resolve().parent.parent)
    chance = random.Random(7)
    counts: list[int] = []
    for _ in range(6):
        process = subprocess.Popen(
            [sys.executable, "-c", _SCRIPT, str(path), tests],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        time.sleep(chance.uniform(0.0, 0.6))
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        with Graph.open(path) as graph:
            assert not graph.rebuilt
            counts.append(len(graph.timeline()))
    assert counts == sorted(counts)
    assert counts[-1] < 120 * 200, "no kill fell inside a catch-up"
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, str(path), tests],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout.endswith("done\n")
    with Graph.open(path) as graph:
        assert len(graph.timeline()) == 120 * 200


HOSTILE = {
    "versus": "v. ",
    "captions": "A B, Plaintiff, v. C D, Defendant. ",
    "roles": "Plaintiff ",
    "roles with names": "Plaintiff Aa Bb ",
    "bodies": "Aa Bb Cc Dd Ee Ff, Inc., ",
    "forms": "Inc. ",
    "capitals": "Aa ",
    "one word": "A",
    "brackets": "(",
    "quotes": '("',
    "terms": '("Aa Bb") ',
    "courts": "United States District Court for the ",
    "places": "New York ",
    "judges": "Judge Aa Bb ",
    "titles": "Judge ",
    "benches": "Before Aa, Bb, Cc, ",
    "signatures": "/s/ Aa Bb ",
    "mails": "Aa Bb a@b.is Counsel for ",
    "digits": "1",
    "slashes": "1/1/",
    "numbers": "No. ",
    "dockets": "No. 20-1507, 20-1508, ",
    "sections": "§ ",
    "laws": "laga um aa bb cc dd ",
    "dates": "January 1, 2015 ",
    "between": "between Aa Bb and ",
    "spaces of a kind": "a. A",
    "dots": "A.",
    "hyphens": "A-",
    "marks": "a\u0301",
    "lines": "Aa,\n",
    "columns": "Aa ) ",
    "columns of lines": "Aa, ) Bb\n",
    "captions over lines": "Aa Bb,\nPlaintiff,\nv.\n",
    "versus over lines": "Aa Bb\nv.\n",
    "matters": "BETWEEN:\nAa\nand\n",
    "subjects": "In re: Aa Bb\n",
    "tribunals": "Aa Bb Tribunal ",
    "courts of places": "High Court of Aa Bb ",
    "appearances": "For the Plaintiff: Aa Bb and ",
    "titles below": "Aa Bb\nJudge\n",
    "reporters": "1 Cranch 1 ",
    "nearly reporters": "1 Aa Bb Cc Dd Ee ",
    "section signs": "Aa, § Bb ",
}


@pytest.mark.parametrize("shape", HOSTILE)
def test_time_grows_with_the_text_and_no_faster(shape: str) -> None:
    def work(size: int) -> Callable[[], object]:
        text = (HOSTILE[shape] * (size // len(HOSTILE[shape]) + 1))[:size]
        return lambda: extract(GraphText(text, 0), "en", "d")

    assert_linear(work, 25_000, 100_000)


def test_many_different_names_cost_linear_time() -> None:
    def work(count: int) -> Callable[[], object]:
        def name(n: int) -> str:
            return "".join(chr(97 + n // 26**k % 26) for k in range(3)).capitalize()

        text = " ".join(
            f"Judge {name(n)} Smith met {name(n)} Holdings, Inc. and" for n in range(count)
        )
        return lambda: extract(GraphText(text, 0), "en", "d")

    assert_linear(work, 2000, 8000)


@settings(max_examples=150)
@given(
    st.lists(
        st.sampled_from(
            ["Plaintiff", ", Defendant", " v. ", "Acme, Inc.", "John Q. Smith", " and ", " between ", '("Acme")', "(", ")", "No. 20-1", "1:20-cv-1-A",
             "May 3, 2020", "3/4/15", "Judge ", ", J.", "/s/ ", "509 U.S. 579", "42 U.S.C. § 1983", "District of ", "Maine", "lög nr. 1/2000", ".", " ", ",", "\u0301", "þ", "É"]
        ),
        max_size=60,
    )
)  # fmt: skip
def test_every_finding_is_a_slice_of_the_text_whatever_it_says(parts: list[str]) -> None:
    text = " ".join("".join(parts).split())
    found = extract(GraphText(text, 100), "en", "d")
    for one in (*found.findings, *found.dates):
        assert 100 <= one.start < one.end <= 100 + len(text)
        assert (
            text[one.start - 100 : one.end - 100].strip() == text[one.start - 100 : one.end - 100]
        )
    assert all(one.key for one in found.findings)


def test_chunks_with_text_missing_between_them_are_not_read_as_one() -> None:
    near = [GraphChunk(1, 0, 4, "Acme"), GraphChunk(2, 5, 18, "Widgets, Inc.")]
    apart = [GraphChunk(1, 0, 4, "Acme"), GraphChunk(2, 25, 38, "Widgets, Inc.")]
    assert [one.key for one in extract(passage(near), "en", "d").findings] == ["acme widgets inc"]
    assert [one.key for one in extract(passage(apart), "en", "d").findings] == ["widgets inc"]


def test_document_without_words_has_no_entities(tmp_path: Path) -> None:
    with graph_of(tmp_path, paper(1, "")) as graph:
        assert graph.entities() == []
