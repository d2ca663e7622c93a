"""Writes requirements.lock, here and in training/, from pyproject.toml: every platform, hashed,
without any address."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = project["dependency-groups"]
    wanted = [
        *project["project"]["dependencies"],
        *groups["dev"],
        *project["build-system"]["requires"],
        "editables",
    ]
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "uv"], check=True)
    write(ROOT / "requirements.lock", wanted)
    write(ROOT / "training" / "requirements.lock", groups["training"])


def write(target: Path, wanted: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder) / "requirements.in", Path(folder) / "requirements.lock"
        source.write_text("\n".join(wanted) + "\n")
        subprocess.run(
            [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal",
             "--generate-hashes", "--no-header", "--no-annotate",
             "--no-emit-index-url", "--no-emit-find-links",
             "--python-version", "3.11", str(source), "-o", str(out)],
            check=True,
        )  # fmt: skip
        text = out.read_text()
    if "://" in text:
        raise SystemExit("the lock holds an address; it was not written")
    head = "# Made by `make lock` from pyproject.toml. Names, versions and hashes only.\n"
    target.write_text(head + text)


if __name__ == "__main__":
    main()
