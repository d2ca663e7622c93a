"""What benchmarks/capacity.py makes of measurements."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from benchmarks.capacity import MEASURED, VECTORS, Prices, Wanted, checked, crowding, plan, read
from benchmarks.scatter import Figures


def test_the_simulation_gives_what_was_measured_of_many_clients() -> None:
    told = checked(MEASURED)
    assert [row["clients"] for row in told] == [8, 32]
    for row in told:
        for what in ("a_second", "p50_ms", "p95_ms"):
            assert row[f"simulated_{what}"] == pytest.approx(row[what], rel=0.2)


def test_every_measurement_says_where_it_is_from() -> None:
    assert set(MEASURED) - {"where", "lanes"} == set(MEASURED["where"])


def test_a_file_of_measurements_replaces_what_it_has(tmp_path: Path) -> None:
    file = tmp_path / "measured.json"
    rows = [
        {"chunks": 1_000_000, "clients": 1, "questions": 100, "a_second": 20.0, "p50_ms": 45.0, "p95_ms": 90.0},
        {"chunks": 1_000_000, "clients": 8, "questions": 100, "a_second": 40.0, "p50_ms": 190.0, "p95_ms": 250.0},
    ]  # fmt: skip
    file.write_text(json.dumps({"bytes_a_chunk": {"tokens": 6500}, "queries": rows}))
    found = read(file)
    assert found["bytes_a_chunk"] == {**MEASURED["bytes_a_chunk"], "tokens": 6500}
    assert (found["queries"], found["lanes"]) == (rows, MEASURED["lanes"])
    assert crowding(found) == 1.0
    file.write_text(json.dumps({"byte_a_chunk": {}}))
    with pytest.raises(SystemExit, match="byte_a_chunk"):
        read(file)


def test_sizes_are_those_of_the_measurements() -> None:
    found = plan(10_000_000, Wanted(vectors="HNSW_SQ8", vector_replicas=1), MEASURED, Prices())
    assert found.corpus_gb == pytest.approx(10 * MEASURED["bytes_a_chunk"]["corpus"] / 1000 * 1.25)
    in_memory, _ = VECTORS["HNSW_SQ8"]
    assert found.vector_memory_gib == pytest.approx(1e7 * in_memory * 1.25 / 2**30)
    assert (found.shards, found.nodes) == (1, found.replicas)


@pytest.mark.slow
def test_more_questions_take_more_replicas_and_the_plan_keeps_what_was_wanted() -> None:
    few, many = (plan(10_000_000, Wanted(rate=rate), MEASURED, Prices()) for rate in (2.0, 60.0))
    assert few.replicas == 2 < many.replicas
    assert many.month["nodes"] > few.month["nodes"]
    for one in (few, many):
        assert one.one_away.p95 <= Wanted().p95_s
        assert one.availability >= Wanted().availability


def test_a_question_asked_of_few_shards_is_answered_sooner() -> None:
    everywhere = plan(300_000_000, Wanted(), MEASURED, Prices())
    somewhere = plan(300_000_000, Wanted(asked=3), MEASURED, Prices())
    assert everywhere.shards == somewhere.shards == 30
    assert somewhere.whole.p95 < 0.75 * everywhere.whole.p95


@pytest.mark.slow
def test_what_no_number_of_replicas_can_do_is_said() -> None:
    with pytest.raises(SystemExit, match="are not enough"):
        plan(10_000_000, Wanted(p95_s=0.05), MEASURED, Prices())


@pytest.mark.slow
def test_the_page_has_the_figures_of_the_script() -> None:
    page = (Path(__file__).parents[2] / "docs" / "capacity.md").read_text("utf-8")
    found = [plan(size, Wanted(), MEASURED, Prices()) for size in (10**7, 10**8, 10**9)]

    def times(one: Figures) -> str:
        return f"{one.p50 * 1000:,.0f}, {one.p95 * 1000:,.0f}, {one.p99 * 1000:,.0f} ms"

    for name, cells in (
        ("libraries of 10⁷", [f"{one.shards}" for one in found]),
        ("replicas of each", [f"{one.replicas}" for one in found]),
        ("core hours to make it all", [f"{one.core_hours:,.0f}" for one in found]),
        ("p50, p95, p99, every shard asked", [times(one.whole) for one in found]),
        ("… a node away", [times(one.one_away) for one in found]),
    ):
        assert f"| {name} | {' | '.join(cells)} |" in page
    for row in checked(MEASURED):
        told = [row[f"simulated_{what}"] for what in ("a_second", "p50_ms", "p95_ms")]
        assert f"| {told[0]}, {told[1]:,.0f}, {told[2]:,.0f} ms |" in page
