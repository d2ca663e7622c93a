"""`make demo`: the main jobs on the bundled law and the bundled case files, with the real commands,
each shown as it is run."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = ROOT / "out" / "demo-library"
MATTERS = ROOT / "out" / "demo-matters"


def run(*words: str, matter: str = "", quiet: bool = False) -> None:
    words = ("--matter", matter, *words) if matter else words
    shown = " ".join(shlex.quote(word) for word in words)
    print(f"\n$ pincite {shown}", flush=True)
    environment = {**os.environ, "PINCITE_LIBRARY": str(LIBRARY), "PINCITE_MATTERS": str(MATTERS)}
    command = [sys.executable, "-m", "pincite", *words]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    print("\n".join(lines[:3] if quiet else lines[:30]), flush=True)
    if done.returncode:
        raise SystemExit(done.stderr)


def show_law(plan: dict[str, object]) -> None:
    run("init")
    for load in plan["load"]:
        paths = [f"model-law/{path}" for path in load["paths"]]
        words = ["ingest", *paths, "--reader", load["reader"], "--version", load["version"]]
        for key in ("date", "profile", "collection"):
            if key in load:
                words += [f"--{key}", str(load[key])]
        run(*words, quiet=True)
    for step in plan["demo"]:
        print(f"\n# {step['say']}")
        run(*step["run"])


def show_case_files(plan: dict[str, object]) -> None:
    for step in plan["demo"]:
        print(f"\n# {step['say']}")
        about = "" if step["run"][0] == "matter" else plan["matter"]
        run(*step["run"], matter=about)


def main() -> None:
    for folder in (LIBRARY, MATTERS):
        shutil.rmtree(folder, ignore_errors=True)
    show_law(tomllib.loads((ROOT / "model-law" / "loads.toml").read_text(encoding="utf-8")))
    show_case_files(
        tomllib.loads((ROOT / "model-matter" / "matter.toml").read_text(encoding="utf-8"))
    )
    print(f"\nThe library is in {LIBRARY.relative_to(ROOT)}, the matter in"
          f" {MATTERS.relative_to(ROOT)}. Try: .venv/bin/pincite --help")  # fmt: skip


if __name__ == "__main__":
    main()
