"""Indexes that are made anew in one process while another answers from them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pincite.library import Library
from search.bundled_law import bundled_law

QUESTIONS = ("how long do I have to appeal", "what may a landlord keep of a deposit")


@pytest.mark.req("U2")
def test_whoever_asks_meanwhile_is_answered_as_before(tmp_path: Path) -> None:
    with bundled_law(tmp_path / "law", tmp_path / "no-models") as opened:
        opened.search_index.encode()
        expected = {each: citations(opened, each) for each in QUESTIONS}
        asked = 0
        with subprocess.Popen(
            [sys.executable, "-m", "pincite", "--library", str(tmp_path / "law"), "index",
             "--rebuild"],
            env={"PINCITE_MODELS": str(tmp_path / "no-models"), "HOME": str(tmp_path)},
            stdout=subprocess.DEVNULL,
        ) as rebuilding:  # fmt: skip
            while rebuilding.poll() is None:
                for each in QUESTIONS:
                    assert citations(opened, each) == expected[each]
                    asked += 1
            assert rebuilding.returncode == 0
        assert asked > 10
    with Library(tmp_path / "law", opened.settings) as again:
        assert {each: citations(again, each) for each in QUESTIONS} == expected


def citations(opened: Library, question: str) -> list[tuple[str, float]]:
    found = opened.search(question)
    assert not found.degraded
    return [(hit.citation, hit.score) for hit in found.results]
