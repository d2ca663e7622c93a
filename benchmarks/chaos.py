"""Real faults against real servers while they are asked and written to, and what came of each.

    python benchmarks/chaos.py [--only WORDS] [--json FILE] [--write]

The scenarios of tests/chaos, one after another, as a table: the errors that were seen, whether any
answer was wrong or any acknowledged write lost, the longest that one call took, and how long after
the end of the fault the same open library worked again. --write puts the table into docs/chaos.md.
Disks and networks of its own need root; without it those scenarios are left out.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# In the place of this folder, whose files have the names of folders there.
sys.path[0] = str(ROOT / "tests")

from chaos.outcome import Outcome, table  # noqa: E402
from chaos.scenarios import SCENARIOS, Scenario  # noqa: E402

PAGE = ROOT / "docs" / "chaos.md"
MARKS = ("<!-- made by benchmarks/chaos.py -->\n", "<!-- to here -->\n")


def played(scenario: Scenario) -> Outcome:
    # Open to the user that a server runs as.
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        return scenario.play(Path(folder))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="scenarios whose name holds these words")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    # What a pool of connections has to say while its server is away.
    logging.disable(logging.WARNING)
    rows: list[tuple[Scenario, Outcome]] = []
    for scenario in SCENARIOS:
        if chosen.only not in str(scenario):
            continue
        if reason := scenario.impossible():
            print(f"left out: {scenario}: {reason}", file=sys.stderr)
            continue
        rows.append((scenario, played(scenario)))
        print(scenario, "; ".join(rows[-1][1].broken) or "kept", sep=": ", file=sys.stderr)
    made = table([(one.engine, one.fault, one.during, outcome) for one, outcome in rows])
    print(made)
    if chosen.json:
        kept = [{"scenario": str(one), **outcome.as_dict()} for one, outcome in rows]
        chosen.json.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    if chosen.write:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(MARKS[0])
        _, _, after = rest.partition(MARKS[1])
        PAGE.write_text(f"{before}{MARKS[0]}{made}\n{MARKS[1]}{after}", encoding="utf-8")
    raise SystemExit(any(outcome.broken for _, outcome in rows))


if __name__ == "__main__":
    main()
