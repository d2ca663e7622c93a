"""The simulation behind docs/capacity.md, held to what queueing theory can solve."""

from __future__ import annotations

import math

import pytest
from benchmarks.scatter import (
    Fleet,
    all_up,
    erlang_c,
    exponential,
    lognormal,
    simulate,
)

MEAN = 0.05


@pytest.mark.parametrize(("lanes", "share"), [(1, 0.7), (2, 0.5), (2, 0.85), (8, 0.8)])
def test_one_node_waits_as_erlang_says(lanes: int, share: float) -> None:
    rate = share * lanes / MEAN
    found = simulate(Fleet(exponential(MEAN), lanes=lanes), rate=rate, questions=80_000)
    waits = erlang_c(rate, MEAN, lanes) * MEAN / (lanes * (1 - share))
    assert found.mean == pytest.approx(waits + MEAN, rel=0.04)
    assert found.utilisation == pytest.approx(share, rel=0.02)


def test_the_tail_of_one_lane_is_exponential() -> None:
    found = simulate(Fleet(exponential(MEAN)), rate=0.6 / MEAN, questions=80_000)
    for share, measured in ((0.5, found.p50), (0.95, found.p95), (0.99, found.p99)):
        assert measured == pytest.approx(-math.log(1 - share) * MEAN / 0.4, rel=0.06)


def test_erlang_c_has_the_values_of_the_tables() -> None:
    assert erlang_c(0.6, 1.0, 1) == pytest.approx(0.6)
    assert erlang_c(8.0, 1.0, 10) == pytest.approx(0.4092, abs=1e-4)


def test_idle_shards_answer_as_late_as_the_slowest_of_them() -> None:
    """The mean of the greatest of n exponential times is their mean by the nth harmonic number."""
    fleet = Fleet(exponential(MEAN), shards=20, lanes=64)
    found = simulate(fleet, rate=1.0, questions=20_000)
    assert found.mean == pytest.approx(MEAN * sum(1 / n for n in range(1, 21)), rel=0.02)


def test_replicas_chosen_at_random_are_queues_of_their_own() -> None:
    fleet = Fleet(exponential(MEAN), replicas=3, shortest=False)
    found = simulate(fleet, rate=3 * 0.6 / MEAN, questions=80_000)
    assert found.mean == pytest.approx(MEAN / 0.4, rel=0.04)


def test_a_question_in_the_shortest_queue_waits_less_than_in_any() -> None:
    shortest, any_one = (
        simulate(
            Fleet(exponential(MEAN), replicas=3, shortest=choice),
            rate=3 * 0.8 / MEAN,
            questions=40_000,
        )
        for choice in (True, False)
    )
    assert shortest.p95 < 0.6 * any_one.p95


@pytest.mark.parametrize(("shards", "replicas"), [(1, 1), (4, 2), (10, 3)])
def test_questions_fail_as_often_as_all_replicas_of_a_shard_are_away(
    shards: int, replicas: int
) -> None:
    fleet = Fleet(
        exponential(0.001), shards=shards, replicas=replicas, between_failures=90, repair=30
    )
    found = simulate(fleet, rate=1.0, questions=40_000)
    wanted = 1 - all_up(shards, replicas, 90, 30)
    assert 1 - found.availability == pytest.approx(wanted, rel=0.12)


def test_no_question_is_lost_when_a_node_fails() -> None:
    fleet = Fleet(exponential(MEAN), shards=3, replicas=2, between_failures=5, repair=1)
    found = simulate(fleet, rate=5, questions=5_000)
    assert found.questions == 5_000
    assert 0 < found.failed < 5_000


def test_clients_who_wait_are_bound_by_littles_law() -> None:
    fleet = Fleet(lognormal(0.04, 0.06), lanes=2, crowding=1.6)
    found = simulate(fleet, clients=8, questions=20_000)
    assert found.mean * found.a_second == pytest.approx(8, rel=0.02)
    alone = simulate(fleet, clients=1, questions=20_000)
    assert found.a_second == pytest.approx(2 / 1.6 * alone.a_second, rel=0.02)


def test_the_service_has_the_percentiles_it_was_given() -> None:
    found = simulate(Fleet(lognormal(0.04, 0.09), lanes=64), rate=1.0, questions=50_000)
    assert (found.p50, found.p95) == (
        pytest.approx(0.04, rel=0.03), pytest.approx(0.09, rel=0.03),
    )  # fmt: skip


def test_the_same_seed_gives_the_same_figures() -> None:
    fleet = Fleet(lognormal(0.04, 0.09), shards=5, replicas=2, between_failures=50, repair=5)
    first, again = (simulate(fleet, rate=20, questions=3_000, asked=3) for _ in range(2))
    assert first == again
    assert first != simulate(fleet, rate=20, questions=3_000, asked=3, seed=2)
