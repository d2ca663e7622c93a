"""Show which replies are no longer those of tests/goldens/replies, question by question.

python scripts/golden_replies.py            # exits 1 if one changed
python scripts/golden_replies.py --write    # accept what changed
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "tests"
sys.path.insert(0, str(TESTS))

from goldens.asking import GROUPS, Held, replies  # noqa: E402
from goldens.written import blocks, changes, summary, text  # noqa: E402

REPLIES = TESTS / "goldens" / "replies"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, add_help=True)
    options.add_argument("groups", nargs="*", metavar="GROUP", help=f"of {', '.join(GROUPS)}")
    options.add_argument("--write", action="store_true", help="accept what changed")
    options.add_argument("--threads", type=int, default=1, help="that the models use")
    chosen = options.parse_args()
    if unknown := set(chosen.groups) - set(GROUPS):
        options.error(f"no group {', '.join(unknown)}")
    found, asked = [], 0
    with (
        tempfile.TemporaryDirectory() as folder,
        Held(Path(folder), threads=chosen.threads) as held,
    ):
        for group in chosen.groups or GROUPS:
            file = REPLIES / f"{group}.txt"
            after = replies(group, held)
            before = blocks(file.read_text(encoding="utf-8")) if file.exists() else []
            found += changes(before, after)
            asked += len(after)
            if chosen.write:
                file.write_text(text(after), encoding="utf-8")
    for one in found:
        print(f"{one.diff}\n")
    print(summary(found, asked))
    return 1 if found and not chosen.write else 0


if __name__ == "__main__":
    sys.exit(main())
