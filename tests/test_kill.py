"""Kill a load at any moment: the library opens, is whole, and loading again ends the same."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from data import law
from lagasafn_pages import edition
from pincite import library
from waiting import LONG

KILLS = 20
_SCRIPT = "import sys; from pincite.surfaces.cli import main; sys.argv[0] = 'pincite'; main()"


def start(folder: Path, *arguments: str, mark: str = "") -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", _SCRIPT, "--library", str(folder), "--quiet", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PINCITE_TEST_MARK": mark},
    )


def marked(mark: str) -> list[int]:
    """Processes that carry the mark in their environment."""
    found: list[int] = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"PINCITE_TEST_MARK={mark}".encode() in (process / "environ").read_bytes().split(
                b"\0"
            ):
                found.append(int(process.name))
        except OSError:
            continue
    return found


def killed_loads_leave_no_trace(tmp_path: Path, sources: Path) -> None:
    arguments = ("ingest", str(sources), "--reader", "lagasafn", "--version", "v", "--no-encode")
    undisturbed = tmp_path / "undisturbed"
    library.create(undisturbed).close()
    began = time.monotonic()
    assert start(undisturbed, *arguments).wait(timeout=LONG) == 0
    takes = time.monotonic() - began
    with library.open(undisturbed) as opened:
        expected = opened.verify().fingerprint
    disturbed = tmp_path / "disturbed"
    library.create(disturbed).close()
    with library.open(disturbed) as opened:
        nothing = opened.store.fingerprint()
    chance = random.Random(33_1944)
    finished = 0
    for number in range(KILLS):
        mark = f"{os.getpid()}-{number}"
        process = start(disturbed, *arguments, mark=mark)
        # From the first instant to just past the end, so that the commit itself is hit too.
        time.sleep(chance.uniform(0.02, 1.05) * takes)
        process.send_signal(signal.SIGKILL)
        process.wait()
        with library.open(disturbed) as opened:
            assert list(opened.store.damaged()) == []
            found = opened.store.fingerprint()
        assert found in (nothing, expected)
        if found == expected:
            finished += 1
            shutil.rmtree(disturbed)
            library.create(disturbed).close()
        deadline = time.monotonic() + LONG
        while marked(mark) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert marked(mark) == [], "a reading process outlived its load"
    assert finished < KILLS, "no kill fell inside a load"
    assert start(disturbed, *arguments).wait(timeout=LONG) == 0
    with library.open(disturbed) as opened:
        assert opened.verify().fingerprint == expected


@pytest.mark.slow
@pytest.mark.req("U2")
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
def test_twenty_kills_leave_the_library_whole(tmp_path: Path) -> None:
    killed_loads_leave_no_trace(tmp_path, edition(tmp_path / "e", 200, articles=160))


@pytest.mark.data
@pytest.mark.timeout(600)
def test_twenty_kills_during_a_load_of_all_icelandic_law(tmp_path: Path) -> None:
    killed_loads_leave_no_trace(tmp_path, law("lagasafn") / "156b")


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
def test_a_reading_process_that_dies_refuses_the_load(tmp_path: Path) -> None:
    sources = edition(tmp_path / "e", 200, articles=160)
    folder, mark = tmp_path / "library", f"{os.getpid()}-reader"
    library.create(folder).close()
    with library.open(folder) as opened:
        nothing = opened.store.fingerprint()
    process = subprocess.Popen(
        [sys.executable, "-c", _SCRIPT, "--library", str(folder), "--quiet",
         "ingest", str(sources), "--reader", "lagasafn", "--version", "v"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PINCITE_TEST_MARK": mark, "PINCITE_WORKERS": "2"},
    )  # fmt: skip
    while process.poll() is None:
        if readers := [one for one in marked(mark) if one != process.pid]:
            os.kill(readers[0], signal.SIGKILL)
            break
        time.sleep(0.01)
    out, err = process.communicate(timeout=LONG)
    assert process.returncode == 65, (out, err)
    assert "died" in err
    assert "PINCITE_WORKERS=1" in err
    with library.open(folder) as opened:
        assert opened.store.fingerprint() == nothing
        assert list(opened.store.damaged()) == []
    assert marked(mark) == []
