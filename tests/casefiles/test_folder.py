"""Walking a folder, and reading one file of it, with everything that can lie in the way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pincite.errors import InputError, SourceChanging, SourceError, SourceTooLarge, SourceUnsafe
from pincite.ingest.casefiles.file import read_bytes
from pincite.ingest.casefiles.folder import contents
from waiting import wait_until

LIMIT = 1_000_000


def test_files_come_in_one_order_with_their_hashes(tmp_path: Path) -> None:
    for name in ("b/two.txt", "a/one.txt", "three.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    found = contents([tmp_path])
    assert [one.path for one in found.files] == ["a/one.txt", "b/two.txt", "three.txt"]
    assert len({one.sha256 for one in found.files}) == 3


def test_links_are_left_alone_and_named(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text("secret")
    case = tmp_path / "case"
    case.mkdir()
    (case / "link.txt").symlink_to(outside / "secret.txt")
    (case / "folder").symlink_to(outside)
    (case / "loop").symlink_to(case)
    found = contents([case])
    assert found.files == []
    assert sorted(one.path for one in found.ignored) == ["folder", "link.txt", "loop"]
    with pytest.raises(InputError, match="symbolic link"):
        contents([case / "folder"])


def test_what_programs_leave_behind_is_not_a_document(tmp_path: Path) -> None:
    for name in ("~$Brief.docx", ".DS_Store", "Thumbs.db", ".~lock.x.odt#", "Brief.docx"):
        (tmp_path / name).write_text("x")
    found = contents([tmp_path])
    assert [one.path for one in found.files] == ["Brief.docx"]
    assert len(found.ignored) == 4


def test_pipes_and_odd_names_are_left_alone(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")).write_text("x")
    found = contents([tmp_path])
    assert found.files == []
    assert len(found.ignored) == 2
    with pytest.raises(SourceUnsafe, match="not an ordinary file"):
        read_bytes(str(tmp_path), "pipe.txt", LIMIT)


@pytest.mark.parametrize(
    "path", ["../secret.txt", "a/../../secret.txt", "link.txt", "folder/secret.txt"]
)
def test_no_path_leads_out_of_the_folder(tmp_path: Path, path: str) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    case = tmp_path / "case"
    (case / "a").mkdir(parents=True)
    (case / "link.txt").symlink_to(tmp_path / "secret.txt")
    (case / "folder").symlink_to(tmp_path)
    with pytest.raises(SourceError):
        read_bytes(str(case), path, LIMIT)


def test_a_file_over_the_limit_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "big.txt").write_bytes(b"x" * 100)
    with pytest.raises(SourceTooLarge):
        read_bytes(str(tmp_path), "big.txt", 99)
    assert len(read_bytes(str(tmp_path), "big.txt", 100)) == 100


def test_a_file_that_someone_keeps_writing_to_is_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "growing.txt"
    file.write_bytes(b"x" * 50_000_000)
    grow = "import os, sys\nf = os.open(sys.argv[1], os.O_WRONLY | os.O_APPEND)\nwhile True: os.write(f, b'y')"
    writer = subprocess.Popen([sys.executable, "-c", grow, str(file)])

    def changing() -> SourceChanging | None:
        # A busy machine may let some readings through between two writes.
        try:
            read_bytes(str(tmp_path), "growing.txt", 1_000_000_000)
        except SourceChanging as error:
            return error
        return None

    try:
        wait_until(lambda: file.stat().st_size > 50_000_000)
        raised = wait_until(changing)
    finally:
        writer.kill()
        writer.wait()
    assert raised is not None
    assert raised.retryable
    assert read_bytes(str(tmp_path), "growing.txt", 1_000_000_000).startswith(b"x")
