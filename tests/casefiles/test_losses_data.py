"""Real files, damaged in seeded ways: every loss of text above 5% is said, and no whole file is
said to have lost any. `python benchmarks/losses.py` prints the same as a table."""

from __future__ import annotations

import pytest
from benchmarks.losses import SEEDS, THRESHOLD, Outcome, measure

from data import law

pytestmark = [pytest.mark.data, pytest.mark.slow]

FILES = 300
# What there is to be found: 60 contracts and 28 court files, less those without words.
FEWEST_LOSSES = 60


@pytest.mark.parametrize("seeds", sorted(SEEDS))
def test_no_damage_costs_text_in_silence(seeds: str) -> None:
    for archive in ("court-files", "contracts"):
        law(archive)
    outcomes, alarms = measure(SEEDS[seeds], FILES)
    assert len(outcomes) == FILES
    assert alarms == {}
    silent = [outcome for outcome in outcomes if outcome.verdict == "silent"]
    assert silent == []
    assert len([one for one in outcomes if _is_loss(one)]) > FEWEST_LOSSES


def _is_loss(outcome: Outcome) -> bool:
    return outcome.lost > THRESHOLD
