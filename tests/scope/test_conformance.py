"""Every case of the conformance suite, and the same bytes whatever the order of loading."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pincite.api.body import as_json
from scope.conformance import Case, cases, differences, loaded, outcome

EVERY = list(cases())


@pytest.mark.req("S3", "S4", "S5", "S6", "S7")
@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{name}: {case['name']}") for name, case in EVERY]
)
def test_the_context_is_what_the_case_expects(case: Case, tmp_path: Path) -> None:
    with loaded(case, tmp_path) as opened:
        assert differences(case, outcome(case, opened)) == []


def test_the_suite_is_whole() -> None:
    names = [case["name"] for _, case in EVERY]
    assert len(names) == len(set(names))
    assert len(names) >= 120


@pytest.mark.req("S9")
def test_the_order_of_loading_changes_nothing(tmp_path: Path) -> None:
    several = [case for _, case in EVERY if len(case["documents"]) > 1]
    picked = random.Random(7).sample(several, 20)
    for number, case in enumerate(picked):
        seen: set[str] = set()
        for turn, order in enumerate((None, list(range(len(case["documents"])))[::-1])):
            folder = tmp_path / f"{number}-{turn}"
            folder.mkdir()
            with loaded(case, folder, order) as opened:
                found = outcome(case, opened)
                seen.add(as_json(found))
        assert len(seen) == 1, case["name"]
