"""Answers over the bundled law and the bundled matter are as good as they were."""

from __future__ import annotations

import statistics
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from goldens.asking import Held
from pincite.evaluation.flaws import NO_FLAWS
from quality.measured import BOUNDS, READER, RISES, asked, figures, sets

KEPT = tomllib.loads(BOUNDS.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Held]:
    with Held(tmp_path_factory.mktemp("quality"), threads=2, reader=READER) as opened:
        yield opened


@pytest.mark.parametrize("path", sets(), ids=lambda path: path.stem)
def test_answers_are_no_worse_than_the_kept_bounds(path: Path, held: Held) -> None:
    marked, lines = asked(path, held)
    assert marked.unmapped == (), "the bundled law no longer holds what is marked"
    kept = KEPT.get(path.stem)
    if kept is None:
        pytest.skip(f"no bounds are kept for {path.name}: scripts/quality_bounds.py --write")
    found = {name: statistics.fmean(values) for name, values in figures(lines).items()}
    assert found.keys() == {name for name in RISES if name in kept}
    worse = {
        name: f"{found[name]:.3f}, kept {kept[name]}"
        for name, rises in RISES.items()
        if name in found and (found[name] < kept[name] if rises else found[name] > kept[name])
    }
    flawed = [line.id for line in lines if line.flaws[1:] != NO_FLAWS[1:]]
    assert flawed == [], "quotes that end before their exception, duplicates or fragments"
    outcomes = [f"{line.id} {line.outcome}" for line in lines]
    assert worse == {}, "; ".join(outcomes)


def test_every_kept_bound_is_of_a_set() -> None:
    assert KEPT.keys() <= {path.stem for path in sets()}
