"""`make demo`: the main job on the bundled law, with the real commands, each shown as it is run."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = ROOT / "out" / "demo-library"
LAW = ROOT / "model-law"


def run(*words: str, quiet: bool = False) -> None:
    shown = " ".join(shlex.quote(word) for word in words)
    print(f"\n$ pincite {shown}", flush=True)
    command = [sys.executable, "-m", "pincite", "--library", str(LIBRARY), *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    print("\n".join(lines[:3] if quiet else lines[:30]), flush=True)
    if done.returncode:
        raise SystemExit(done.stderr)


def main() -> None:
    shutil.rmtree(LIBRARY, ignore_errors=True)
    plan = tomllib.loads((LAW / "loads.toml").read_text(encoding="utf-8"))
    run("init")
    for load in plan["load"]:
        paths = [f"model-law/{path}" for path in load["paths"]]
        words = ["ingest", *paths, "--reader", load["reader"], "--version", load["version"]]
        for key in ("date", "profile", "collection"):
            if key in load:
                words += [f"--{key}", str(load[key])]
        run(*words, quiet=True)
    for step in plan.get("demo", []):
        if "say" in step:
            print(f"\n# {step['say']}")
        run(*step["run"])
    print(f"\nThe library is in {LIBRARY.relative_to(ROOT)}. Try: .venv/bin/pincite --help")


if __name__ == "__main__":
    main()
