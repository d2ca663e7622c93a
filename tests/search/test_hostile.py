"""Hostile questions, absurd limits and broken indexes: a clear answer or error, never a traceback."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from growth import costs_at_most
from pincite.errors import InputError
from pincite.indexes.records import Filters
from pincite.library import Library
from pincite.matters import Matters
from pincite.matters.matter import Matter
from pincite.settings import Settings
from search.bundled_law import Run, bundled_law, command

LAY = "how much deposit may my landlord take"
QUESTIONS = [
    "a", "§", "😀😀👩‍⚖️", "\x01\x02\x1b[31mdeposit\x7f", "שלום עולם", "\u202edeposit\u202c", "٣٤ إيجار",
    "' OR 1=1; DROP TABLE document; --", 'title:foo AND (bar* OR "x"~2) +[a TO b] ^3 { \\',
    "\ud800deposit", "a" * 100_000, "deposit " * 12_500, "s 14 " * 2000, "((((" * 500, "X v. Y " * 300,
    "%s {0} ${HOME} ../../etc/passwd", "Id. at 594", "\x00deposit\x00", "v. v. v.", "\ufeff­­",
]  # fmt: skip


def said(found: object) -> bytes:
    return json.dumps(found.as_dict(times=False), ensure_ascii=False).encode()  # type: ignore[attr-defined]


@pytest.mark.req("U7")
@pytest.mark.parametrize("question", QUESTIONS, ids=range(len(QUESTIONS)))
def test_any_question_is_answered_with_a_whole_response(
    law: Library, matter: Matter, question: str
) -> None:
    for searched in (law, matter):
        with costs_at_most(60):
            found = searched.search(question)
        fields = json.loads(said(found))
        assert fields["results_count"] == len(fields["results"]) <= 10
        assert len(fields["query"]) <= 2000
        assert 0 <= found.confidence <= 1
        assert "zyxomma" not in said(found).decode()


@pytest.mark.parametrize("question", ["", " ", "\n\t", "\x00", "\u3000"])
def test_an_empty_question_is_an_error_that_says_what_to_do(
    law: Library, matter: Matter, question: str
) -> None:
    for searched in (law, matter):
        with pytest.raises(InputError, match="nothing was asked") as raised:
            searched.search(question)
        assert "question" in raised.value.hint


def test_any_limit_is_kept_to(law: Library, matter: Matter) -> None:
    for searched in (law, matter):
        none = searched.search("deposit", limit=0)
        assert (none.results, none.total > 0) == ((), True)
        every = searched.search("deposit", limit=10**6)
        assert len(every.results) == every.total > 10
        with pytest.raises(InputError):
            searched.search("deposit", limit=-1)
    assert matter.search("Residential Tenancies Act", limit=0).results == ()


def test_filters_that_match_nothing_find_nothing(law: Library, run: Run) -> None:
    for filters in (
        Filters(language=("tlh",)), Filters(court=("' OR 1=1",)), Filters(chapter=("\x00",)),
        Filters(jurisdiction=("xm",), doc_type=("no such",)),
    ):  # fmt: skip
        assert law.search("deposit", filters=filters).results == ()
    done = run("search", "deposit", "--type", "nonsense", "--court", "nobody")
    assert (done.returncode, done.stdout.startswith("nothing was found")) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("search", ""), 2),
        (("search", "deposit", "--tier", "gold"), 2),
        (("search", "deposit", "--at", "soon"), 2),
        (("search", "deposit", "--version", "nope"), 4),
        (("search", "deposit", "--document", "x"), 2),
        (("search", "deposit", "--limit", "-5"), 2),
        (("--matter", "hart-v-bellweather", "search", "deposit", "--at", "2024-01-01"), 2),
        (("--matter", "hart-v-bellweather", "search", "deposit", "--document", "zz"), 4),
        (("--matter", "nobody", "search", "deposit"), 3),
        (("search", "\x1b[2J😀", "--limit", "0"), 0),
    ],
)
def test_the_command_never_shows_a_traceback(
    run: Run, arguments: tuple[str, ...], code: int
) -> None:
    done = run(*arguments)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert code == 0 or "hint: " in done.stderr
    assert "\x1b" not in done.stdout


def _copy(places: Path, to: Path) -> Path:
    """A library of its own to break, indexed."""
    shutil.copytree(places / "law", to)
    with Library(to, Settings(models=to / "no-models")) as opened:
        opened.search(LAY)
    return to


def _harm(file: Path, how: str, chance: random.Random) -> None:
    whole = bytearray(file.read_bytes())
    if how == "gone":
        file.unlink()
    elif how == "flipped":
        for _ in range(8 if whole else 0):
            whole[chance.randrange(len(whole))] ^= 0xFF
        file.write_bytes(whole)
    else:
        file.write_bytes(whole[: len(whole) // 2] if how == "cut" else b"")


@pytest.mark.req("U2")
@pytest.mark.slow
def test_broken_index_files_are_made_again_or_refused_clearly(
    places: Path, tmp_path: Path, law: Library
) -> None:
    expected = said(law.search(LAY))
    folder = _copy(places, tmp_path / "law")
    chance = random.Random(33_1944)
    suffixes = sorted({one.suffix for one in (folder / "indexes").glob("words*/*")})
    patterns = ["search.sqlite3", *(f"words*/*{one}" for one in suffixes if one != ".lock")]
    assert len(patterns) > 4
    for pattern in patterns:
        for harm in ("flipped", "cut", "emptied", "gone"):
            # The files of an index that was made again have other names.
            file = next(one for one in sorted((folder / "indexes").glob(pattern)) if one.is_file())
            _harm(file, harm, chance)
            with Library(folder, Settings(models=folder / "no-models")) as opened:
                assert said(opened.search(LAY)) == expected, (pattern, harm)
    shutil.rmtree(folder / "indexes")
    with Library(folder, Settings(models=folder / "no-models")) as opened:
        assert said(opened.search(LAY)) == expected


@pytest.mark.slow
@pytest.mark.req("U2")
def test_broken_vectors_are_encoded_again_and_never_found_by(tmp_path: Path, models: Path) -> None:
    folder = tmp_path / "law"
    bundled_law(folder, models).close()
    settings = Settings(models=models)
    with Library(folder, settings) as opened:
        opened.search_index.encode()
        expected = said(opened.search(LAY))
    for file in sorted((folder / "indexes" / "vectors").rglob("*")):
        # The neural vectors: the others are kept in files of the same kind.
        if not (
            file.is_file() and file.parent.name.startswith("pincite-enc") and file.stat().st_size
        ):
            continue
        broken = bytearray(file.read_bytes())
        middle = len(broken) // 2
        broken[middle : middle + 64] = bytes(one ^ 0xFF for one in broken[middle : middle + 64])
        file.write_bytes(bytes(broken))
        with Library(folder, settings) as opened:
            found = opened.search(LAY)
            assert found.results
            if any("Delete that folder" in one for one in found.degraded):
                shutil.rmtree(file.parent)
            assert opened.search_index.encode() == 1.0
        with Library(folder, settings) as opened:
            assert said(opened.search(LAY)) == expected, file.name


@pytest.mark.req("U2")
@pytest.mark.slow
def test_a_killed_index_opens_whole_and_goes_on(places: Path, tmp_path: Path) -> None:
    settings = Settings(models=tmp_path / "no-models")
    for name in ("unbroken", "law"):
        shutil.copytree(places / "law", tmp_path / name, ignore=shutil.ignore_patterns("indexes"))
    with Library(tmp_path / "unbroken", settings) as opened:
        opened.search_index.index()
        opened.search_index.encode()
        expected = said(opened.search(LAY))
    chance = random.Random(1944)
    environment = {
        **os.environ,
        "PINCITE_LIBRARY": str(tmp_path / "law"),
        "PINCITE_MODELS": str(tmp_path / "no-models"),
    }
    for _ in range(5):
        process = subprocess.Popen(
            [sys.executable, "-m", "pincite", "index", "--rebuild"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment,
        )  # fmt: skip
        time.sleep(chance.uniform(0.3, 3.0))
        process.send_signal(signal.SIGKILL)
        process.wait()
    with Library(tmp_path / "law", settings) as opened:
        assert opened.search(LAY).results
        assert opened.search_index.encode() == 1.0
        assert said(opened.search(LAY)) == expected


def test_a_closed_matter_is_searched_and_two_at_once_are_kept_apart(
    places: Path, tmp_path: Path
) -> None:
    root = tmp_path / "matters"
    shutil.copytree(places / "matters", root)
    every = Matters(root, settings=Settings(models=tmp_path / "no-models", library=tmp_path / "x"))
    every.close("hart-v-bellweather")
    with every.open("hart-v-bellweather") as one, every.open("quill-v-ostrich") as other:
        assert one.search("deposit").results
        assert [hit.source.document for hit in other.search("deposit").results] == ["memo.txt"]
        assert b"zyxomma" not in said(one.search("deposit of Quill"))


@pytest.mark.slow
def test_the_index_command_says_how_far_it_has_come(places: Path, tmp_path: Path) -> None:
    shutil.copytree(places / "law", tmp_path / "law", ignore=shutil.ignore_patterns("indexes"))
    run = command(tmp_path / "law", tmp_path / "matters", tmp_path / "no-models")
    before = json.loads(run("index", "--status", "--json").stdout)
    assert (before["documents"], before["held"], before["encoded"]) == (0, 11, 0)
    done = run("index")
    assert done.returncode == 0, done.stderr
    assert "11 of 11 documents indexed" in done.stdout
    assert "100% encoded by meaning, 100% by their tokens" in done.stdout
    after = json.loads(run("index", "--rebuild", "--json").stdout)
    assert (after["documents"], after["passages"] > 100) == (11, True)
