"""Rewrite tests/packs/goldens.json: the hashes of the packs of the bundled law.

    python scripts/goldens.py

Run it when a test says that the code which builds packs is another, or when what packs hold was
meant to change. It prints which of the two it was.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "tests"
GOLDENS = TESTS / "packs" / "goldens.json"
sys.path.insert(0, str(TESTS))

from packs.bundled import WANTED, loaded  # noqa: E402
from pincite.packs.archive import archived  # noqa: E402
from pincite.packs.build import content  # noqa: E402
from pincite.packs.serialize import sha256  # noqa: E402


def goldens() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory() as folder, loaded(Path(folder)) as law:
        for wanted in WANTED:
            pack = law.packs.build(wanted.what, at=wanted.at, version=wanted.version)
            found[pack.name] = {
                "content": content(pack.files),
                "archive": sha256(archived(pack.files)),
            }
    return dict(sorted(found.items()))


def main() -> None:
    before = json.loads(GOLDENS.read_text(encoding="utf-8")) if GOLDENS.exists() else {}
    found = goldens()
    GOLDENS.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    for name in sorted(set(before) | set(found)):
        one, other = before.get(name), found.get(name)
        if one is None or other is None:
            print(f"{name}: {'new' if other else 'gone'}")
        elif one["content"] != other["content"]:
            print(f"{name}: what it holds changed")
        elif one != other:
            print(f"{name}: the builder changed")
    print(f"{len(found)} packs, in {GOLDENS.relative_to(TESTS.parent)}")


if __name__ == "__main__":
    main()
