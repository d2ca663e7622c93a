from __future__ import annotations

import re
from pathlib import Path

from requirements import ROWS

TESTS = Path(__file__).parent
_mark = re.compile(r"pytest\.mark\.req\(([^)]*)\)")
_row = re.compile(r"\"([A-Z]\d+)\"")


def claimed() -> set[str]:
    return {
        row
        for file in TESTS.rglob("*.py")
        if file.name not in ("requirements.py", "test_requirements.py")
        for named in _mark.findall(file.read_text(encoding="utf-8"))
        for row in _row.findall(named)
    }


def test_no_row_that_is_begun_is_untested() -> None:
    assert {row for row, (_, state) in ROWS.items() if state != "to come"} - claimed() == set()


def test_no_test_claims_a_row_that_is_not_here_or_has_not_begun() -> None:
    assert claimed() - {row for row, (_, state) in ROWS.items() if state != "to come"} == set()
