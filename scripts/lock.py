"""Writes requirements.lock, here, in training/ and in deploy/, from pyproject.toml: every platform,
hashed, without any address."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups, building = project["dependency-groups"], project["build-system"]["requires"]
    runtime = project["project"]["dependencies"]
    tested = ROOT / "requirements.lock"
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "uv"], check=True)
    write(tested, [*runtime, *groups["dev"], *building, "editables"])
    write(ROOT / "training" / "requirements.lock", groups["training"])
    deployed(project, tested)


def deployed(project: dict[str, Any], tested: Path) -> None:
    """What the image installs, and what builds it: the versions that the tests ran with."""
    team = project["project"]["optional-dependencies"]["team"]
    runtime = project["project"]["dependencies"]
    write(ROOT / "deploy" / "requirements.lock", [*runtime, *team], "--constraint", str(tested))
    building = project["build-system"]["requires"]
    write(ROOT / "deploy" / "build.lock", building, "--constraint", str(tested))


def write(target: Path, wanted: list[str], *more: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder) / "requirements.in", Path(folder) / "requirements.lock"
        source.write_text("\n".join(wanted) + "\n")
        subprocess.run(
            [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal",
             "--generate-hashes", "--no-header", "--no-annotate",
             "--no-emit-index-url", "--no-emit-find-links",
             "--python-version", "3.11", *more, str(source), "-o", str(out)],
            check=True,
        )  # fmt: skip
        text = out.read_text()
    if "://" in text:
        raise SystemExit("the lock holds an address; it was not written")
    head = "# Made by `make lock` from pyproject.toml. Names, versions and hashes only.\n"
    target.write_text(head + text)


if __name__ == "__main__":
    main()
