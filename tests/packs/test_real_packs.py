"""Packs of real law: the same bytes whoever builds them, and the cases that fell.

Of the Supreme Court's opinions some 600 are loaded, those that overrule and what they cite, so that
reading their citations takes a minute; benchmarks/packs.py is over all of them. Of Icelandic,
Zimbabwean and D.C. law there are some laws each.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from data import law
from packs.inputs import lines
from pincite import library
from pincite.library import Library
from pincite.model import UNITS
from pincite.packs.archive import read_pack
from pincite.packs.check_seal import verify
from pincite.packs.constants import V1_1
from pincite.packs.serialize import sha256
from pincite.settings import Settings

pytestmark = [pytest.mark.data, pytest.mark.timeout(1200)]
OPINIONS, ANCHORS, RULES = 600, 500, 102
_DAY = date(2024, 6, 1)
_cite = re.compile(r"(\d+) U\. ?S\.,? (\d+)")


def overruling(file: Path, out: Path) -> Path:
    """Every so many of the opinions that speak of overruling, and what they cite, as far as held."""
    by_cite: dict[str, bytes] = {}
    speaking: list[tuple[str, list[str]]] = []
    with file.open("rb") as rows:
        for row in rows:
            said = json.loads(row)
            cite = said["citation"].get("federal_cite_one", "")
            by_cite.setdefault(cite, row)
            if "overrul" in said["text"] and said["date_filed"] > "1930":
                cited = [f"{one} U.S. {page}" for one, page in _cite.findall(said["text"])]
                speaking.append((cite, cited))
    chosen: dict[str, None] = {}
    for cite, cited in speaking[::7]:
        for one in (cite, *cited):
            if one in by_cite and len(chosen) < OPINIONS:
                chosen[one] = None
    out.write_bytes(b"".join(by_cite[one] for one in chosen))
    return out


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("real")
    roots = {name: law(name) for name in ("scotus", "lagasafn", "zimbabwe", "dc-code")}
    some = overruling(roots["scotus"] / "opinions.jsonl", base / "opinions.jsonl")
    with library.create(base / "library", settings=Settings(workers=2)) as made:
        for reader, paths in (
            ("opinions", [some]),
            ("lagasafn", sorted((roots["lagasafn"] / "156b").glob("*.xml"))[::40]),
            ("zimlii", sorted(roots["zimbabwe"].glob("*.json"))[::20]),
            ("dclaw", sorted((roots["dc-code"] / "titles" / "3").rglob("*.xml"))),
        ):
            made.ingest(*paths, reader_name=reader, version=reader, collection=reader,
                        day="2016-03-10", allow_refusals=True)  # fmt: skip
        (base / "anchors.txt").write_text("".join(anchors(made)), encoding="utf-8")
    return base


def anchors(made: Library) -> Iterator[str]:
    """500 decisions, and 34 rules of each of the three bodies of law."""
    decisions: list[str] = []
    rules: dict[str, list[str]] = {"is": [], "zw": [], "us-dc": []}
    for urn, _ in made.store.works():
        stored = made.store.expressions(urn)[-1]
        if stored.expression.style == "case":
            decisions.append(urn)
            continue
        found = rules[urn.split(":")[2]]
        found += dict.fromkeys(
            node.urn for node in made.store.nodes(stored.key) if node.kind in UNITS
        )
    yield from (f"{urn}\n" for urn in sorted(decisions)[:ANCHORS])
    for found in rules.values():
        few = sorted(found)[:: max(len(found) // RULES, 1)]
        there = (urn for urn in few if len(made.store.find(urn, at=_DAY, tag=None)) == 1)
        yield from (f"{urn}\t{_DAY}\n" for urn in itertools.islice(there, RULES // 3))


def built(folder: Path, out: str, workers: int, **environment: str) -> Path:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PINCITE_")}
    done = subprocess.run(
        [sys.executable, "-m", "pincite", "--library", str(folder / "library"), "--json", "--quiet",
         "pack", "build", "--all", str(folder / "anchors.txt"), "--out", str(folder / out),
         "--workers", str(workers)],
        env={**clean, **environment}, capture_output=True, text=True, timeout=900, check=False,
    )  # fmt: skip
    said = json.loads(done.stdout)
    assert not said.get("failed"), said["failed"][:5]
    assert said["built"] == ANCHORS + RULES
    return folder / out


@pytest.fixture(scope="module")
def packs(folder: Path) -> Path:
    return built(folder, "one", 1, PYTHONHASHSEED="0", LC_ALL="C.UTF-8", TZ="UTC")


def hashes(out: Path) -> dict[str, str]:
    return {one.name: sha256(one.read_bytes()) for one in sorted(out.glob("*.zip"))}


@pytest.mark.req("F2")
def test_five_hundred_decisions_and_a_hundred_rules_are_the_same_bytes_in_other_settings(
    folder: Path, packs: Path
) -> None:
    other = built(folder, "two", 2, PYTHONHASHSEED="77", LC_ALL="C", TZ="Asia/Kathmandu")
    assert len(hashes(packs)) == ANCHORS + RULES
    assert hashes(other) == hashes(packs)


@pytest.mark.req("F8")
def test_every_real_pack_holds(packs: Path) -> None:
    broken = [found for one in packs.glob("*.zip") if not (found := verify(one)).holds]
    assert broken == []


@pytest.mark.req("F8")
def test_real_packs_are_built_again_from_the_library(folder: Path, packs: Path) -> None:
    with library.open(folder / "library") as opened:
        for one in sorted(packs.glob("*.zip"))[::60]:
            assert opened.packs.replay(one).same, one.name


@pytest.mark.req("F5")
def test_every_case_that_a_decision_overruled_is_penalised_with_the_words_that_say_so(
    folder: Path, packs: Path
) -> None:
    with library.open(folder / "library") as opened:
        known = opened.citations.decisions.by_citation
        days = {
            one.expression.urn: (one.key, str(one.expression.start or ""))
            for urn, _ in opened.store.works()
            for one in opened.store.expressions(urn)[-1:]
        }

        def named(source: str) -> str:
            urns = known.get(source, ())
            return urns[0] if len(urns) == 1 else source

        with opened.citations.index(lambda _done, _name: None) as asked:
            said = asked.index.treated(V1_1.overruling)
        by_key = {key: (urn, day) for urn, (key, day) in days.items()}
        fallen = set()
        for use in said:
            source, (saying, day) = named(use.source), by_key[use.key]
            older = day and source in days and days[source][1] and day < days[source][1]
            if use.source and saying != source and not older:
                fallen.add(source)
        penalised = quoted = 0
        for one in packs.glob("us_scotus_*.zip"):
            files = read_pack(one)[0]
            for line in lines(files, "candidates.jsonl"):
                wanted = named(line["citation"]) in fallen
                assert line["overruled"] == wanted, (one.name, line["citation"])
                penalty = "-0.500000" if wanted else "0.000000"
                assert line["score"]["overruled"] == penalty
                penalised += wanted
            for line in lines(files, "context.jsonl"):
                if line["overruled"]:
                    at = line["put_aside"]
                    text = opened.store.text(days[at["urn"]][0])
                    assert text[at["start"] : at["end"]] == at["text"]
                    assert at["label"] in V1_1.overruling
                    quoted += 1
    assert penalised > 50
    assert quoted > 10
