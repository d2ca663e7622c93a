"""Measures answers over the bundled law and matter, and the bounds that follow from it.

    python scripts/quality_bounds.py [--write]

A bound is the measured value less a margin: the worst twentieth of 10,000 resamples of the lines,
and at least one line. With --write they are kept in tests/quality/bounds.toml, which
tests/quality/test_answers_answer.py holds answers to. Write them when answers got better, or when
lines were added; not because they got worse.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

from goldens.asking import Held  # noqa: E402
from quality.measured import BOUNDS, READER, asked, bound, figures, sets  # noqa: E402

_HEAD = """\
# What answers over the bundled law and the bundled matter must reach; refused_answerable and brier
# are at most so much. Made by scripts/quality_bounds.py: each bound is the value that was measured
# less a margin, which is as far as the worst twentieth of 10,000 resamples of the lines lies from
# it, and at least one line.
"""


def main() -> None:
    parts = [_HEAD]
    with (
        tempfile.TemporaryDirectory() as scratch,
        Held(Path(scratch), threads=2, reader=READER) as held,
    ):
        for path in sets():
            _, lines = asked(path, held)
            found = figures(lines)
            parts.append(f"\n[{path.stem}]\nlines = {len(lines)}\nday = {date.today()}\n")  # noqa: DTZ011
            for name, values in found.items():
                told = f"# measured {statistics.fmean(values):.3f} of {len(values)}"
                parts.append(f"{name} = {bound(name, values)}  {told}\n")
            for line in lines:
                print(line.id, line.outcome, line.likely, line.word, file=sys.stderr)
    text = "".join(parts)
    print(text)
    if "--write" in sys.argv[1:]:
        BOUNDS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
