"""The frozen constants, what they cut, and what they score."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
from dataclasses import FrozenInstanceError, replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import NotFound
from pincite.packs.constants import V1_1, spec
from pincite.packs.excerpts import snippet, trimmed
from pincite.packs.score import PackCandidate, ranked, score


def candidate(citation: str = "1 U.S. 1", **told: object) -> PackCandidate:
    plain = PackCandidate(citation, True, "", 1, 500, 1000, (), False)
    return plain._replace(**told)  # type: ignore[arg-type]


@pytest.mark.req("F4")
def test_the_constants_are_those_of_the_spec_and_cannot_be_changed() -> None:
    assert (V1_1.snippet_window, V1_1.top) == (80, 12)
    assert (V1_1.anchor_limit, V1_1.anchor_head, V1_1.anchor_tail) == (80_000, 40_000, 40_000)
    assert (V1_1.frequency, V1_1.overruled) == (Decimal("0.2"), Decimal("0.5"))
    with pytest.raises(FrozenInstanceError):
        V1_1.top = 13  # type: ignore[misc]
    with pytest.raises(NotFound):
        spec("9.9")


@pytest.mark.req("F4")
def test_another_constant_has_another_hash() -> None:
    assert replace(V1_1, top=13).digest != V1_1.digest
    assert replace(V1_1, frequency=Decimal("0.20")).digest != V1_1.digest


@pytest.mark.req("F3")
def test_a_long_anchor_keeps_its_head_and_its_tail() -> None:
    assert trimmed("x" * 80_000, V1_1) == ((0, 80_000),)
    assert trimmed("x" * 80_001, V1_1) == ((0, 40_000), (40_001, 80_001))


@pytest.mark.req("F3")
def test_no_cut_parts_a_letter_from_its_marks() -> None:
    text = "a" * 39_999 + "e\u0301\u0302" + "b" * 60_000
    (_, head), (tail, _) = trimmed(text, V1_1)
    assert head == 40_002
    assert text[:head].endswith("e\u0301\u0302")
    marked = "n\u0303" * 200
    cut = snippet(marked, 200, 202, V1_1)
    assert marked[cut.start] == "n"
    assert marked[cut.end - 1] == "\u0303"
    assert tail == len(text) - 40_000


@pytest.mark.req("F5")
def test_the_score_is_the_sum_of_its_parts() -> None:
    one = candidate(label="followed", mentions=7, first=10, snippets=("we held that it is so",))
    found = score(one, V1_1)
    assert found.edge == 1
    assert found.treatment == 1
    assert float(found.frequency) == pytest.approx(0.2 * math.log(7), abs=1e-6)
    assert found.position == Decimal("0.3")
    assert found.density == Decimal("0.5"), "a sixth of the words is more than the most that counts"
    assert found.total == sum(found[:-1])
    assert score(one._replace(overruled=True), V1_1).total == found.total - Decimal("0.5")


@pytest.mark.req("F5")
def test_without_an_edge_position_and_density_decide() -> None:
    bare = candidate(edge=False, label="followed", first=900)
    dense = bare._replace(citation="2 U.S. 2", snippets=("the court held", "it is the rule " * 9))
    early = bare._replace(citation="3 U.S. 3", first=1)
    assert score(bare, V1_1).total == 0
    assert [one.citation for one, _ in ranked([bare, early, dense], V1_1)] == [
        "2 U.S. 2", "3 U.S. 3", "1 U.S. 1",
    ]  # fmt: skip


@pytest.mark.req("F6")
@pytest.mark.req("F2")
@given(st.permutations(["Ö 1", "b 1", "B 1", "a 2", "a 10", "\U0001f4dc 1"]))
def test_ties_break_on_the_citation_by_code_point_in_whatever_order_they_come(
    order: list[str],
) -> None:
    found = [one.citation for one, _ in ranked([candidate(name) for name in order], V1_1)]
    assert found == ["B 1", "a 10", "a 2", "b 1", "Ö 1", "\U0001f4dc 1"]


@pytest.mark.req("F2")
def test_no_process_scores_otherwise() -> None:
    code = (
        "from pincite.packs.constants import V1_1\nfrom pincite.packs.score import PackCandidate, score\n"
        "for n in range(1, 60):\n"
        "    one = PackCandidate('x', True, 'applied', n, n, 97, ('held ' * n + 'a ' * 31,), n % 3 == 0)\n"
        "    print(score(one, V1_1))\nprint(V1_1.digest)"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": zone},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, locale, zone in (("1", "C", "UTC"), ("2", "tr_TR.UTF-8", "Asia/Tokyo"))
    }
    assert len(said) == 1


def test_many_are_ranked_alike_however_they_come() -> None:
    drawn = random.Random(7)
    every = [
        candidate(f"{n} U.S. {n}", mentions=drawn.randrange(1, 9), first=drawn.randrange(1000))
        for n in range(500)
    ]
    best = [one.citation for one, _ in ranked(every, V1_1)[:12]]
    for _ in range(5):
        drawn.shuffle(every)
        assert [one.citation for one, _ in ranked(every, V1_1)[:12]] == best
