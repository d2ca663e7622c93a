"""The bundled law and the bundled matter, asked every question that is marked, and the bounds that
follow from what came of it."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from goldens.asking import Held
from pincite.evaluation.answered import CHANCE, AnsweredLine, evaluate_marked
from pincite.evaluation.answers import file_sources, law_sources
from pincite.evaluation.held import file_texts, law_texts
from pincite.evaluation.judging import Outcome
from pincite.evaluation.marked import MarkedSet, read_marked
from pincite.library import Library
from search.bundled_law import LAW

HERE = Path(__file__).parent
BOUNDS = HERE / "bounds.toml"
STATUTE_BOOK = LAW / "statute-book"
OF_MATTER = "model-matter"
READER = "pincite-reader-1"
_RESAMPLES, _SEED, _WORST = 10_000, 7, 5.0
# Whether more is better.
RISES = {
    "in_full": True, "refused_unanswerable": True, "refused_answerable": False, "brier": False,
}  # fmt: skip


def sets() -> list[Path]:
    return sorted(HERE.glob("*.jsonl"))


def asked(path: Path, held: Held) -> tuple[MarkedSet, tuple[AnsweredLine, ...]]:
    """A set and what came of each line."""
    if path.stem == OF_MATTER:
        matter = held.matter
        marked = read_marked(path, file_texts(matter))
        return marked, evaluate_marked(matter, file_sources(matter), marked)[1].lines
    law = with_statute_book(held.law)
    marked = read_marked(path, law_texts(law))
    return marked, evaluate_marked(law, law_sources(law), marked)[1].lines


def with_statute_book(law: Library) -> Library:
    """With the acts of the statute book, where they are not loaded with the rest."""
    tag = STATUTE_BOOK.name
    loads = tomllib.loads((LAW / "loads.toml").read_text(encoding="utf-8"))["load"]
    listed = any(str(path).startswith(tag) for load in loads for path in load["paths"])
    known = [version.tag for version in law.versions()]
    if STATUTE_BOOK.is_dir() and not listed and tag not in known:
        law.ingest(STATUTE_BOOK, reader_name="plain", profile="markdown", version=tag,
                   collection=tag, day="2025-01-01")  # fmt: skip
        law.search_index.index()
        law.search_index.encode()
        law.scope_index.index()
    return law


def figures(lines: Sequence[AnsweredLine]) -> dict[str, list[float]]:
    """Of each measure, the value of every line that it is of. A reply that states no probability is
    taken at its word of confidence."""

    def stated(line: AnsweredLine) -> float:
        return CHANCE[line.word] if line.likely is None else line.likely

    def values() -> Iterator[tuple[str, float]]:
        for line in lines:
            refused = line.outcome is Outcome.REFUSED
            if line.unanswerable:
                yield "refused_unanswerable", refused
            else:
                yield "in_full", line.outcome is Outcome.IN_FULL
                yield "refused_answerable", refused
            if not refused:
                yield "brier", (stated(line) - line.outcome.is_right) ** 2

    found: dict[str, list[float]] = {name: [] for name in RISES}
    for name, value in values():
        found[name].append(float(value))
    return {name: every for name, every in found.items() if every}


def bound(name: str, values: Sequence[float]) -> float:
    """The mean of the values, less a margin: as far as the worst twentieth of resamples of the
    lines lies from it, and at least one line."""
    drawn = np.random.default_rng(_SEED).integers(0, len(values), (_RESAMPLES, len(values)))
    means = np.asarray(values)[drawn].mean(axis=1)
    mean, one = float(np.mean(values)), 1 / len(values)
    if RISES[name]:
        low = min(float(np.percentile(means, _WORST)), mean - one)
        return math.floor(max(low, 0.0) * 1000) / 1000
    high = max(float(np.percentile(means, 100 - _WORST)), mean + one)
    return math.ceil(min(high, 1.0) * 1000) / 1000
