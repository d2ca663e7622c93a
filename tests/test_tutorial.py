"""The tutorial's commands, run as they are written, in its order."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from commands import pincite

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = [
    line.strip().removeprefix("$ ")
    for line in (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8").splitlines()
    if line.strip().startswith("$ ")
]


@pytest.mark.slow
def test_every_command_of_the_tutorial_works(tmp_path: Path) -> None:
    for name in ("model-law", "model-matter"):
        (tmp_path / name).symlink_to(ROOT / name)
    environment = {
        **{key: value for key, value in os.environ.items() if not key.startswith("PINCITE_")},
        "PINCITE_MODELS": str(tmp_path / "no-models"),
        "PINCITE_WORKERS": "1",
    }
    assert len(COMMANDS) > 25
    for command in COMMANDS:
        words = shlex.split(command)
        assert words[0] == "pincite"
        done = pincite(*words[1:], cwd=tmp_path, env=environment)
        assert done.returncode == 0, f"{command}\n{done.stderr}"
        assert done.stdout.strip(), command


@pytest.mark.parametrize("page", ["README.md", "docs/http.md", "docs/packs.md", "docs/mcp.md"])
def test_commands_that_pages_show_exist(page: str) -> None:
    import typer

    from pincite.surfaces.cli.app import app

    known = typer.main.get_command(app)
    for line in (ROOT / page).read_text(encoding="utf-8").splitlines():
        if not line.startswith("    ") or "pincite " not in line:
            continue
        words = line.partition("pincite ")[2].split()
        while words and words[0].startswith("--"):
            words = words[2:]
        command = known
        for word in words:
            below = getattr(command, "commands", {})
            if word not in below:
                break
            command = below[word]
        assert command is not known, line
