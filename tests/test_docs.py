"""The documents tell the truth: what is made is fresh, what is named exists."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pincite.ingest.law.readers import NAMES

ROOT = Path(__file__).resolve().parent.parent


def test_made_pages_are_fresh() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "document.py", "--check"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "page", ["README.md", *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
)
def test_links_in_pages_lead_somewhere(page: str) -> None:
    path = ROOT / page
    for target in re.findall(r"\]\((?!http)([^)#]+)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def test_every_reader_is_documented() -> None:
    text = (ROOT / "docs" / "readers.md").read_text(encoding="utf-8")
    assert [name for name in NAMES if f"## {name}" not in text] == []


def test_the_map_of_the_house_names_every_room() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    rooms = {
        path.name
        for path in (ROOT / "src" / "pincite").iterdir()
        if not path.name.startswith("_") and path.suffix in ("", ".py")
    }
    assert [room for room in sorted(rooms) if room not in text] == []


def test_every_folder_opens_with_its_charter() -> None:
    for init in (ROOT / "src").rglob("__init__.py"):
        assert init.read_text(encoding="utf-8").startswith('"""'), init


def test_no_address_or_path_of_a_machine_is_kept() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if tracked.returncode:
        pytest.skip("not a git checkout")
    for name in tracked.stdout.split():
        if name.endswith((".lock", ".toml", ".md", ".py", ".sh")) and name != "tests/test_docs.py":
            text = (ROOT / name).read_text(encoding="utf-8")
            assert "/root/" not in text, name
            assert not (name.endswith(".lock") and "://" in text), name
