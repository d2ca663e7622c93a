"""Every benchmark still finds what it is made of: a module of the tests may have taken a name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = [
    script
    for script in sorted((Path(__file__).parents[2] / "benchmarks").glob("*.py"))
    if '__name__ == "__main__"' in script.read_text("utf-8")
]


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_benchmark_says_what_it_does(script: Path) -> None:
    asked = subprocess.run(
        [sys.executable, str(script), "--help"], capture_output=True, text=True, check=False
    )
    assert asked.returncode == 0, asked.stderr[-500:]
    assert script.stem in asked.stdout
