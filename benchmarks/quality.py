"""The quality of search, measured: every profile against three baselines and without each stage.

    python benchmarks/quality.py [--sets icelandic …] [--keep FOLDER] [--out FOLDER] [--brief]

Libraries of the four sets are built once in the folder that is kept, and encoded, which takes a
quarter of an hour for Zimbabwe and for the contracts on two cores; Supreme Court opinions are
searched by words, static vectors and citing contexts alone. `--brief` leaves the ablations out.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ingest import unpacked
from pincite import library
from pincite.corpus.engines import FILE
from pincite.evaluation.ablation import evaluate
from pincite.evaluation.page import as_page
from pincite.evaluation.published import published
from pincite.evaluation.report import as_json, as_markdown
from pincite.evaluation.stages import CROSS, FULL, Searches, ablations, baselines
from pincite.library import Library
from pincite.matters import Matters
from pincite.search.profiles import profile
from pincite.settings import Settings

# Set: archive, what of it, reader, profile, whether it is encoded by a neural model.
SETS = {
    "icelandic": ("lagasafn", "156b", "lagasafn", "lagasafn", False),
    "zimbabwe": ("zimbabwe", "", "zimlii", "legislation", True),
    "scotus": ("scotus", "opinions.jsonl", "opinions", "opinions", False),
    "contracts": ("contracts", "txt", "", "case", True),
}
_SHOWN = ("hit@1", "hit@5", "hit@10", "recall@100", "mrr", "ndcg@10")


@contextmanager
def opened(
    name: str, kept: Path, *, encoded: bool = True, settings: Settings | None = None
) -> Iterator[Library | None]:
    archive, below, reader, _, neural = SETS[name]
    root = unpacked(archive)
    if root is None:
        yield None
        return
    source = root / below if below else root
    kept.mkdir(parents=True, exist_ok=True)
    if reader:
        folder = kept / name
        there = (folder / FILE).is_file()
        begin = library.open if there else library.create
        found = begin(folder, settings=settings)
        if not there:
            found.ingest(source, reader_name=reader, version="v1")
    else:
        matters = Matters(kept / "matters", settings=settings)
        if name not in [one.slug for one in matters.all()]:
            matters.create(name)
        found = matters.open(name)
        found.read_files(source)
    with found:
        if encoded:
            found.search_index.index()
            found.search_index.encode(neural=neural)
            if found.search_index.holds_opinions():
                found.search_index.link()
        yield found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", nargs="*", default=list(SETS))
    cache = os.environ.get("XDG_CACHE_HOME", "~/.cache")
    parser.add_argument("--keep", type=Path, default=Path(cache).expanduser() / "pincite-bench")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--brief", action="store_true")
    parser.add_argument("--sample", type=int, default=300, help="lines of contracts")
    chosen = parser.parse_args()
    table: dict[str, object] = {}
    for name in chosen.sets:
        with opened(name, chosen.keep) as found:
            if found is None:
                print(f"{name}: its data is not here; set PINCITE_DATA")
                continue
            used = profile(SETS[name][3])
            wanted = baselines(used) | ({FULL: used} if chosen.brief else ablations(used))
            if found.search_index.encoders.pairs is None:
                # PINCITE_PAIR_MODEL says which one to measure beside ours.
                del wanted[CROSS]
            systems = {label: Searches(found, one, label) for label, one in wanted.items()}
            graded = published(name, found.store, sample=chosen.sample)
            report = evaluate(systems, graded, reference=FULL)
        if chosen.out:
            chosen.out.mkdir(parents=True, exist_ok=True)
            for suffix, written in (("json", as_json), ("md", as_markdown), ("html", as_page)):
                (chosen.out / f"{name}.{suffix}").write_text(written(report), encoding="utf-8")
        print(f"\n{name}\n{'':<36}" + "".join(f"{one:>12}" for one in _SHOWN))
        for one in report.systems:
            values = one.kinds["all"].values
            print(f"{one.name:<36}" + "".join(f"{values[key]:>12.3f}" for key in _SHOWN))
        table[name] = {
            one.name: {key: round(one.kinds["all"].values[key], 4) for key in _SHOWN}
            for one in report.systems
        }
    print(json.dumps(table, indent=2))


if __name__ == "__main__":
    main()
