"""What a search is worth while only a part of the passages is encoded.

    python benchmarks/encoded_shares.py [--sets zimbabwe contracts] [--keep FOLDER] [--sample N]

The libraries of benchmarks/quality.py, encoded whole. For each share the register is made to count
only so much of what the network has made, in the order in which it was made, as it does while
encoding goes on; the table of words counts as a whole. At 0 that is words and table alone, which no
other share may be below.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from pincite.encoders.cards import slug
from pincite.evaluation.ablation import evaluate
from pincite.evaluation.published import published
from pincite.evaluation.stages import Searches
from pincite.search.profiles import profile
from quality import SETS, opened

_SHARES = (0.0, 0.1, 0.5, 0.9, 1.0)
_SHOWN = ("ndcg@10", "hit@1", "hit@5", "mrr")


def lines_of(store: Path) -> tuple[int, int]:
    """How many blocks a store has, and the bytes of a line of its log."""
    blocks = int(json.loads((store / "checked.json").read_text("utf-8"))["blocks"])
    return blocks, (store / "blocks.bin").stat().st_size // max(blocks, 1)


@contextmanager
def counting(indexes: Path, networks: set[str], share: float) -> Generator[None]:
    """The register counts this share of what the networks made."""
    with closing(sqlite3.connect(indexes / "search.sqlite3", isolation_level=None)) as register:
        [(kept,)] = register.execute("SELECT value FROM state WHERE name = 'vectors'")
        counted = json.loads(kept)
        for name in networks & counted.keys():
            blocks, line = lines_of(indexes / "vectors" / name)
            counted[name] = round(blocks * share) * line

        def note(value: str) -> None:
            register.execute("UPDATE state SET value = ? WHERE name = 'vectors'", (value,))
            register.execute("UPDATE state SET value = value + 1 WHERE name = 'generation'")

        note(json.dumps(counted))
        try:
            yield
        finally:
            note(kept)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", nargs="*", default=["zimbabwe", "contracts"])
    cache = os.environ.get("XDG_CACHE_HOME", "~/.cache")
    parser.add_argument("--keep", type=Path, default=Path(cache).expanduser() / "pincite-bench")
    parser.add_argument("--sample", type=int, default=300, help="lines of contracts")
    chosen = parser.parse_args()
    table: dict[str, object] = {}
    for name in chosen.sets:
        with opened(name, chosen.keep) as found:
            if found is None:
                print(f"{name}: its data is not here; set PINCITE_DATA")
                continue
            used = profile(SETS[name][3])
            known = found.search_index.encoders
            networks = {
                slug(encoder.fingerprint)
                for encoder in (known.dense, known.sparse, known.tokens)
                if encoder is not None
            }
            graded = published(name, found.store, sample=chosen.sample)
            rows: dict[str, dict[str, float]] = {}
            print(f"\n{name}\n{'counted':>8} {'encoded':>8}" + "".join(f"{m:>10}" for m in _SHOWN))
            for share in _SHARES:
                label = f"{share:.0%}"
                with counting(found.folder / "indexes", networks, share):
                    encoded = found.search_index.engine().indexed.share
                    report = evaluate({label: Searches(found, used, label)}, graded,
                                      reference=label)  # fmt: skip
                values = report.systems[0].kinds["all"].values
                rows[label] = {"encoded": round(encoded, 4)} | {
                    measure: round(values[measure], 4) for measure in _SHOWN
                }
                print(f"{label:>8} {encoded:>8.3f}"
                      + "".join(f"{values[measure]:>10.3f}" for measure in _SHOWN))  # fmt: skip
        table[name] = rows
    print(json.dumps(table, indent=2))


if __name__ == "__main__":
    main()
