"""What a process that was killed left half written is removed by the next one, and never read."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from lagasafn_pages import edition
from pincite import library
from pincite.backup import back_up, bring_back
from pincite.corpus.aside import scratch_folder, written_aside
from pincite.errors import InputError, LibraryDamaged, NoLibrary
from pincite.settings import Settings
from waiting import LONG

_DIES = """
import os, signal, sys
from pathlib import Path
from pincite.backup import back_up
from pincite.settings import Settings
def die(name, _done):
    if name == "chunk":
        os.kill(os.getpid(), signal.SIGKILL)
back_up(Path(sys.argv[1]), Path(sys.argv[2]), Settings(), die)
"""
_DIES_RESTORING = """
import os, signal, sys
from pathlib import Path
from pincite.backup import bring_back
from pincite.settings import Settings
def die(name, _done):
    if name == "chunk":
        os.kill(os.getpid(), signal.SIGKILL)
bring_back(Path(sys.argv[1]), Path(sys.argv[2]), Settings(), progress=die)
"""
_DIES_READING = """
import os, signal
from pincite.corpus.aside import scratch_folder
with scratch_folder() as folder:
    (folder / "brief.txt").write_text("secret")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def killed(script: str, *arguments: Path, env: dict[str, str] | None = None) -> None:
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)], timeout=LONG, check=False,
        env={**os.environ, **(env or {})},
    )  # fmt: skip
    assert done.returncode == -signal.SIGKILL


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("left")
    with library.create(base / "law", settings=Settings(workers=1)) as opened:
        opened.ingest(edition(base / "a", 3), reader_name="lagasafn", version="a")
    return base / "law"


def test_a_killed_backup_is_gone_after_the_next_one(law: Path, tmp_path: Path) -> None:
    monday, tuesday = tmp_path / "monday.zip", tmp_path / "tuesday.zip"
    killed(_DIES, law, monday)
    left = list(tmp_path.iterdir())
    assert left
    assert monday not in left
    for file in left:
        with pytest.raises(LibraryDamaged):
            bring_back(file, tmp_path / "restored", Settings())
    made = back_up(law, tuesday, Settings())
    assert [file for file in tmp_path.iterdir() if file.is_file()] == [tuesday]
    assert bring_back(tuesday, tmp_path / "restored", Settings()).fingerprint == made.fingerprint


def test_a_killed_restore_is_no_library_and_the_next_one_is(law: Path, tmp_path: Path) -> None:
    file, restored = tmp_path / "law.zip", tmp_path / "restored"
    made = back_up(law, file, Settings())
    killed(_DIES_RESTORING, file, restored)
    assert list(restored.iterdir())
    with pytest.raises(NoLibrary):
        library.open(restored)
    assert bring_back(file, restored, Settings()).fingerprint == made.fingerprint
    assert [one.name for one in restored.iterdir()] == ["corpus.sqlite3"]
    library.open(restored).close()


@pytest.mark.parametrize("name", ["nowhere/law.zip", "."])
def test_a_backup_where_none_can_be_written_is_refused(
    law: Path, tmp_path: Path, name: str
) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        back_up(law, tmp_path / name, Settings())
    assert not list(tmp_path.iterdir())


def test_what_an_earlier_version_left_is_gone_too(law: Path, tmp_path: Path) -> None:
    (tmp_path / "law.zip.part").write_bytes(b"PK half of one")
    back_up(law, tmp_path / "law.zip", Settings())
    assert [file.name for file in tmp_path.iterdir()] == ["law.zip"]


def test_what_a_living_process_writes_is_left_alone(law: Path, tmp_path: Path) -> None:
    slow, quick = tmp_path / "slow.zip", tmp_path / "quick.zip"
    half, finished = threading.Event(), threading.Event()

    def wait(name: str, _done: int) -> None:
        if name == "chunk":
            half.set()
            assert finished.wait(LONG)

    thread = threading.Thread(target=back_up, args=(law, slow, Settings(), wait))
    thread.start()
    assert half.wait(LONG)
    back_up(law, quick, Settings())
    back_up(law, slow, Settings())
    finished.set()
    thread.join(LONG)
    assert {file.name for file in tmp_path.iterdir()} == {"slow.zip", "quick.zip"}
    assert slow.read_bytes() == quick.read_bytes()


def test_a_file_that_was_broken_off_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "one.txt"
    file.write_text("before")
    with pytest.raises(KeyboardInterrupt), written_aside(file) as stream:
        stream.write(b"after")
        raise KeyboardInterrupt
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("one.txt", "before")]


def test_a_text_that_was_sent_does_not_stay_when_its_reader_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    killed(_DIES_READING, env={"TMPDIR": str(tmp_path)})
    assert [file.read_text() for file in tmp_path.glob("*/brief.txt")] == ["secret"]
    with scratch_folder() as mine, scratch_folder() as other:
        assert {mine, other} == set(tmp_path.iterdir())
    assert not list(tmp_path.iterdir())
