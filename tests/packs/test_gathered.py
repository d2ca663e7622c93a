"""Packs of decisions that a library holds: who cites whom, and who overruled whom."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from packs.decisions import Decision, held
from packs.inputs import context, lines, manifest
from pincite.errors import InputError, NotFound, SourceMalformed
from pincite.library import Library
from pincite.packs.archive import archived
from pincite.packs.check_seal import verified
from pincite.packs.edges import Edges
from pincite.packs.records import Pack

LAMP = Decision(
    901, "1990-03-01", "Lamp Co. v. Oil Board",
    "A keeper owes a light. See Harbor Comm'n v. Greene, 902 U.S. 100 (1995). We said in Lamp Co. v. "
    "Oil Board, 901 U.S. 100 (1990), what we say here; Lamp Co. v. Oil Board, 110 S. Ct. 500 (1990).", "110 S. Ct. 500",
)  # fmt: skip
GREENE = Decision(
    902, "1995-05-02", "Harbor Comm'n v. Greene",
    "We follow Lamp Co. v. Oil Board, 901 U.S. 100, 101, 110 S. Ct. 500 (1990). Wicks are trimmed. "
    "Lamp Co. v. Oil Board, 110 S. Ct. 500 (1990). But Wick v. Tallow, 890 U.S. 7 (1980), is far. "
    "Id. at 9. It is as in Ember, supra. See 42 U.S.C. § 1983.",
)  # fmt: skip
BEACONS = Decision(
    903, "1999-06-03", "In re Beacons",
    "The time has come to say so: Lamp Co. v. Oil Board, 901 U.S. 100 (1990), is overruled. See also "
    "Harbor Comm'n v. Greene, 902 U.S. 100 (1995). What of Candle v. Snuff, 904 U.S. 100 (2005)? It, "
    "Candle v. Snuff, 904 U.S. 100 (2005), is overruled.",
)  # fmt: skip
CANDLE = Decision(904, "2005-01-04", "Candle v. Snuff", "Candles burn, and nobody is cited.")
LATER = Decision(
    905, "2006-02-05", "Torch v. Match",
    "Candle v. Snuff, 904 U.S. 100 (2005), lights us. Lamp Co. v. Oil Board, 901 U.S. 100 (1990), "
    "did. And so did Harbor Comm'n v. Greene, 902 U.S. 100 (1995).",
)  # fmt: skip
EVERY = (LAMP, GREENE, BEACONS, CANDLE, LATER)


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with held(tmp_path_factory.mktemp("decisions"), EVERY) as opened:
        yield opened


def built(law: Library, one: Decision) -> Pack:
    pack = law.packs.build(one.urn)
    assert verified(pack.files, pack.name).holds
    return pack


def entries(pack: Pack) -> dict[str, dict[str, Any]]:
    return {one["citation"]: one for one in context(pack)}


@pytest.mark.req("F1")
def test_one_case_cited_twice_and_by_parallel_citations_is_one_candidate(law: Library) -> None:
    pack = built(law, GREENE)
    found = entries(pack)
    assert set(found) == {"901 U.S. 100", "890 U.S. 7"}
    lamp = found["901 U.S. 100"]
    assert lamp["urn"] == LAMP.urn
    assert lamp["mentions"] == len(lamp["snippets"]) >= 2
    text = law.store.text(law.place(GREENE.urn)[0].key)
    for one in lamp["snippets"]:
        assert text[one["start"] : one["end"]] == one["text"]


@pytest.mark.req("F7")
def test_a_case_that_is_not_held_is_a_candidate_without_an_edge(law: Library) -> None:
    pack = built(law, GREENE)
    wick = entries(pack)["890 U.S. 7"]
    assert (wick["urn"], wick["content_hash"], wick["edge"]) == (None, None, False)
    assert wick["mentions"] == 2, "Id. counts too"
    said = manifest(pack)["coverage"]
    assert said["full_text"] == {"held": 1, "not_held": 1}
    assert sum(said["not_candidates"].values()) == 1, "the statute"
    assert sum(said["mentions"]["tied_to_nothing"].values()) == 1, "Ember, supra"


@pytest.mark.req("F1")
def test_decisions_that_cite_each_other_and_themselves_have_packs(law: Library) -> None:
    lamp, greene = built(law, LAMP), built(law, GREENE)
    assert "902 U.S. 100" in entries(lamp)
    assert "901 U.S. 100" in entries(greene)
    assert "901 U.S. 100" not in entries(lamp)
    assert manifest(lamp)["coverage"]["not_candidates"] == {"the anchor itself": 1}


@pytest.mark.req("F5")
def test_the_passage_that_overrules_slices_back_to_the_decision_that_says_so(law: Library) -> None:
    lamp = entries(built(law, LATER))["901 U.S. 100"]
    assert lamp["score"]["overruled"] == "-0.500000"
    said = lamp["put_aside"]
    assert (said["urn"], said["day"]) == (BEACONS.urn, BEACONS.day)
    saying = law.place(BEACONS.urn)[0]
    assert said["content_hash"] == saying.hash
    assert law.store.text(saying.key)[said["start"] : said["end"]] == said["text"]
    assert "is overruled" in said["text"]
    used = {(one["what"], one["name"]) for one in manifest(built(law, LATER))["inputs"]}
    assert ("overruling", BEACONS.urn) in used


@pytest.mark.req("F5")
def test_a_decision_cannot_overrule_one_that_is_younger(law: Library) -> None:
    candle = entries(built(law, LATER))["904 U.S. 100"]
    assert not candle["overruled"]
    assert candle["put_aside"] is None


@pytest.mark.req("F1")
def test_an_anchor_that_cites_nothing_is_frozen(law: Library) -> None:
    assert context(built(law, CANDLE)) == []


@pytest.mark.req("F2")
def test_the_order_in_which_decisions_were_loaded_leaves_no_trace(
    law: Library, tmp_path: Path
) -> None:
    with held(tmp_path, reversed(EVERY)) as other:
        for one in EVERY:
            assert archived(built(other, one).files) == archived(built(law, one).files)


def test_a_part_of_a_decision_is_no_anchor(law: Library) -> None:
    part = next(
        node.urn for node in law.store.nodes(law.place(LAMP.urn)[0].key) if node.urn != LAMP.urn
    )
    with pytest.raises(InputError) as problem:
        law.packs.build(part)
    assert LAMP.urn in problem.value.hint
    with pytest.raises(NotFound):
        law.packs.build("999 U.S. 999")


@pytest.mark.req("F5")
def test_a_file_of_edges_says_which_edges_are_there(law: Library, tmp_path: Path) -> None:
    edges = tmp_path / "edges.tsv"
    edges.write_text("citing\tcited\tmentions\n902\t901\t3\n905\t903\t4\n905\t77\t1\n902\t902\t1\n")
    packs = law.packs
    packs.edges = edges
    greene = packs.build(GREENE.urn)
    assert entries(greene)["901 U.S. 100"]["edge"]
    assert {one["what"] for one in manifest(greene)["inputs"]} >= {"edges"}
    later = packs.build(LATER.urn)
    found = entries(later)
    assert not found["901 U.S. 100"]["edge"], "the file does not have it, though the text is held"
    beacons = found["903 U.S. 100"]
    assert (beacons["edge"], beacons["mentions"], beacons["snippets"]) == (True, 4, [])
    said = manifest(later)["coverage"]["not_candidates"]
    assert said == {"in the edges by a number that is not held": 1}
    for pack in (greene, later):
        assert verified(pack.files, pack.name).holds
    assert len(lines(later.files, "candidates.jsonl")) == 4


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("1\t2\t3\n1\t2\n", "line 2"),
        ("1\t2\t3\n1\t2\tmany\n", "line 2"),
        ("citing\tcited\tmentions\n1\t2\t3\t4\n", "line 2"),
        ("1\t2\t3\n\n1,2,3\n", "line 3"),
        ("1\t2\t3\n1\t2\t-1\n", "line 2"),
    ],
)
def test_edges_that_are_none_are_refused_with_their_line(
    tmp_path: Path, text: str, place: str
) -> None:
    file = tmp_path / "edges.tsv"
    file.write_text(text)
    with pytest.raises(SourceMalformed) as problem:
        Edges.read(file, {})
    assert place in str(problem.value)
    assert problem.value.hint


def test_edges_are_summed_and_named_by_urn_or_number(tmp_path: Path) -> None:
    file = tmp_path / "edges.tsv"
    file.write_text("1\t2\t3\nurn:a\t2\t4\n\n1\t9\t1\n")
    found = Edges.read(file, {"1": "urn:a", "2": "urn:b"})
    assert found.of("urn:a") == [("9", 1), ("urn:b", 7)]
    assert (found.count("urn:a", "urn:b"), found.count("x", "y"), len(found)) == (7, 0, 2)
    for bad in (tmp_path / "nothing.tsv", tmp_path):
        with pytest.raises(SourceMalformed):
            Edges.read(bad, {})
    file.write_bytes(b"\xff\xfe\t")
    with pytest.raises(SourceMalformed):
        Edges.read(file, {})
