"""Many packs at once: by one process or two, stopped and gone on, and with anchors that fail."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from packs.decisions import Decision, file_of, held
from pincite import library
from pincite.errors import InputError
from pincite.packs.bulk import JOURNAL, BulkReport, PackRequest, freeze_all, read_anchors
from pincite.packs.check_seal import verify
from pincite.packs.serialize import sha256
from pincite.settings import Settings
from waiting import LONG

COUNT = 120
EVERY = [
    Decision(
        800 + at, f"{1900 + at}-01-02", f"Party v. Number {at}",
        " ".join(f"See Party v. Number {one}, {800 + one} U.S. 100 ({1900 + one})." for one in range(max(at - 30, 0), at)),
    )
    for at in range(COUNT)
]  # fmt: skip
WANTED = [PackRequest(one.urn) for one in EVERY]
_RUN = """
import sys
from functools import partial
from pathlib import Path
from pincite import library
from pincite.packs.bulk import PackRequest, freeze_all
from pincite.settings import Settings
if __name__ == "__main__":
    base, out, workers = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    opened = partial(library.open, base / "library", settings=Settings(models=base, workers=1))
    wanted = [PackRequest(line) for line in Path(sys.argv[4]).read_text().split()]
    freeze_all(opened, wanted, out, workers=workers)
"""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bulk")
    with held(folder, EVERY) as opened, opened.citations.index(lambda _done, _name: None):
        pass
    return folder


def frozen(
    base: Path, out: Path, wanted: list[PackRequest] = WANTED, workers: int = 1
) -> BulkReport:
    settings = Settings(models=base, workers=1)
    opened = partial(library.open, base / "library", settings=settings)
    return freeze_all(opened, wanted, out, workers=workers)


def hashes(out: Path) -> dict[str, str]:
    return {one.name: sha256(one.read_bytes()) for one in sorted(out.glob("*.zip"))}


@pytest.fixture(scope="module")
def undisturbed(base: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    out = tmp_path_factory.mktemp("undisturbed")
    report = frozen(base, out)
    assert (report.built, report.kept, report.failed) == (COUNT, 0, ())
    assert all(verify(one).holds for one in out.glob("*.zip"))
    return hashes(out)


@pytest.mark.req("F2")
def test_two_processes_build_what_one_does(
    base: Path, undisturbed: dict[str, str], tmp_path: Path
) -> None:
    assert frozen(base, tmp_path, workers=2).built == COUNT
    assert hashes(tmp_path) == undisturbed
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted([*undisturbed, JOURNAL])


@pytest.mark.req("F1")
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.slow
def test_a_run_that_was_killed_goes_on_and_ends_the_same(
    base: Path, undisturbed: dict[str, str], tmp_path: Path, workers: int
) -> None:
    script, names, out = tmp_path / "run.py", tmp_path / "anchors", tmp_path / "out"
    script.write_text(_RUN)
    names.write_text("\n".join(one.urn for one in EVERY))
    process = subprocess.Popen(
        [sys.executable, str(script), str(base), str(out), str(workers), str(names)],
        stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    journal, deadline = out / JOURNAL, time.monotonic() + LONG
    while time.monotonic() < deadline and process.poll() is None:
        if journal.exists() and len(journal.read_bytes().splitlines()) > 10:
            break
        time.sleep(0.002)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    report = frozen(base, out, workers=workers)
    assert report.kept > 0
    assert report.kept + report.built == COUNT
    assert hashes(out) == undisturbed
    assert frozen(base, out).kept == COUNT


@pytest.mark.req("F1")
def test_what_was_altered_or_lost_since_is_built_again(
    base: Path, undisturbed: dict[str, str], tmp_path: Path
) -> None:
    frozen(base, tmp_path)
    first, second, *_ = sorted(tmp_path.glob("*.zip"))
    first.write_bytes(first.read_bytes()[:-1])
    second.unlink()
    report = frozen(base, tmp_path)
    assert (report.built, report.kept) == (2, COUNT - 2)
    assert hashes(tmp_path) == undisturbed


@pytest.mark.parametrize("cut", [2, 20, 400])
def test_a_journal_that_was_cut_in_a_line_keeps_the_whole_lines(
    base: Path, undisturbed: dict[str, str], tmp_path: Path, cut: int
) -> None:
    frozen(base, tmp_path)
    journal = tmp_path / JOURNAL
    journal.write_bytes(journal.read_bytes()[:-cut])
    report = frozen(base, tmp_path)
    assert 0 < report.built <= cut // 100 + 1
    assert report.kept == COUNT - report.built
    assert hashes(tmp_path) == undisturbed
    rows = [json.loads(row) for row in journal.read_text().splitlines()]
    assert len(rows) == COUNT + 1


@pytest.mark.parametrize("journal", [b"", b"\xff\xfe", b"null\n", b'{"state": "x"}\n'])
def test_a_journal_of_something_else_is_no_journal(
    base: Path, tmp_path: Path, journal: bytes
) -> None:
    (tmp_path / JOURNAL).write_bytes(journal)
    report = frozen(base, tmp_path, WANTED[:3])
    assert (report.built, report.kept) == (3, 0)


def test_a_library_that_holds_more_has_every_pack_built_anew(tmp_path: Path) -> None:
    with held(tmp_path, EVERY[:20]):
        pass
    out = tmp_path / "out"
    assert frozen(tmp_path, out, WANTED[:20]).built == 20
    assert frozen(tmp_path, out, WANTED[:20]).kept == 20
    with library.open(tmp_path / "library", settings=Settings(workers=1)) as opened:
        more = file_of(tmp_path / "more.jsonl", EVERY[20:21])
        opened.ingest(more, reader_name="opinions", version="v2", collection="more")
    assert frozen(tmp_path, out, WANTED[:20]).built == 20


@pytest.mark.req("F1")
@pytest.mark.parametrize("workers", [1, 2])
def test_anchors_that_fail_are_listed_in_their_order_and_the_others_built(
    base: Path, tmp_path: Path, workers: int
) -> None:
    asked = [PackRequest("999 U.S. 1"), *WANTED[:9], PackRequest("urn:lex:us:scotus:1-us-1"), *WANTED[9:18],
             PackRequest(":::"), PackRequest(EVERY[0].urn, "2020-13-01")]  # fmt: skip
    report = frozen(base, tmp_path, asked, workers)
    assert report.built == 18
    assert [one.wanted.what for one in report.failed] == [
        "999 U.S. 1", "urn:lex:us:scotus:1-us-1", ":::", EVERY[0].urn,
    ]  # fmt: skip
    assert all(one.error and one.hint and not one.file for one in report.failed)
    again = frozen(base, tmp_path, asked, workers)
    assert (again.kept, len(again.failed)) == (18, 4)


def test_a_file_of_anchors_has_one_a_line_with_a_day_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "anchors.txt"
    file.write_text("# cases\n410 U.S. 113\n\nurn:a\t2020-01-01\nurn:b\n410 U.S. 113\n")
    assert read_anchors(file, "2021-01-01", None) == [
        PackRequest("410 U.S. 113", "2021-01-01"), PackRequest("urn:a", "2020-01-01"),
        PackRequest("urn:b", "2021-01-01"),
    ]  # fmt: skip
    assert read_anchors(file, None, "v1")[1:] == [
        PackRequest("urn:a", "2020-01-01"), PackRequest("urn:b", None, "v1")
    ]  # fmt: skip
    file.write_text("# nothing\n")
    for bad in (file, tmp_path / "no-file", tmp_path):
        with pytest.raises(InputError) as problem:
            read_anchors(bad, None, None)
        assert problem.value.hint
