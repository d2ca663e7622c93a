"""Whatever fails: no wrong answer, no lost write, errors that say what to do, and it goes on."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from chaos.scenarios import SCENARIOS, Scenario


@pytest.mark.slow
@pytest.mark.req("U2")
@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_nothing_is_wrong_or_lost_and_it_goes_on_by_itself(scenario: Scenario) -> None:
    if reason := scenario.impossible():
        pytest.skip(reason)
    # Not in pytest's own folder, which the user of a server may not enter.
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        outcome = scenario.play(Path(folder))
    assert outcome.broken == []
    assert set(outcome.errors) <= scenario.errors
    assert outcome.errors or outcome.degraded or scenario.unseen, "the fault had no effect"
    assert outcome.recovery is not None
    assert outcome.recovery < 30
