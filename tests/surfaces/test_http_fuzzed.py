"""The API held to its own description by a fuzzer: no crash, no undescribed answer, none that does
not hold to its schema, no bad request taken, no good one misread."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pincite.surfaces.http.app import create_app
from surfaces.serving import held, serving


@pytest.mark.slow
@pytest.mark.req("U7")
def test_the_description_holds(tmp_path_factory: pytest.TempPathFactory) -> None:
    root = tmp_path_factory.mktemp("fuzzed")
    # A bad request may be too large as well.
    (root / "schemathesis.toml").write_text(
        "[checks]\nnegative_data_rejection.expected-statuses = ['400', '401', '403', '404', '405', '406', '409', '413', '415', '422', '428', '429', '5xx']\n"
    )
    settings = held(root).model_copy(update={"key_rate": 0})
    with serving(create_app(settings=settings)) as client:
        described = client.get("/openapi.json").json()
        assert described["openapi"].startswith("3.1")
        done = subprocess.run(
            [
                sys.executable, "-m", "schemathesis.cli", "run", f"{str(client.base_url).rstrip('/')}/openapi.json",
                "--max-examples", "4", "--seed", "7", "--phases", "examples,coverage,fuzzing",
                "--exclude-checks", "positive_data_acceptance", "--warnings", "off", "--no-color",
            ],
            env={
                **os.environ,
                "SCHEMATHESIS_HOOKS": "fuzzing_checks",
                "PYTHONPATH": str(Path(__file__).parent),
            },
            cwd=root,
            capture_output=True,
            text=True,
        )  # fmt: skip
    assert done.returncode == 0, done.stdout[-20000:]
