"""Packs of inputs that are written by hand: what is kept, ranked, counted and named."""

from __future__ import annotations

import io
import random
import unicodedata
import zipfile
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from growth import assert_linear
from packs.inputs import (
    anchor,
    authority,
    cited,
    context,
    lines,
    manifest,
    opinion,
    overruled,
    rule,
)
from pincite.packs.archive import archived
from pincite.packs.build import content, opinion_pack, rule_pack
from pincite.packs.check_seal import verified
from pincite.packs.constants import V1_1
from pincite.packs.records import PackPlace, Used
from pincite.packs.serialize import file_name

_URN_TEXT = st.text(st.characters(codec="utf-8"), min_size=1, max_size=40)


@pytest.mark.req("F3")
def test_an_anchor_at_the_limit_is_whole_and_one_code_point_more_is_trimmed() -> None:
    whole = opinion_pack(opinion("é" * 80_000), V1_1)
    assert whole.files["anchor.txt"].decode() == "é" * 80_000
    assert manifest(whole)["anchor"]["parts"] == [{"start": 0, "end": 80_000, "at": 0}]
    text = "h" * 40_000 + "-" + "t" * 40_000
    kept = opinion_pack(opinion(text), V1_1).files["anchor.txt"].decode()
    assert kept == "h" * 40_000 + "\n\n[… 1 characters left out …]\n\n" + "t" * 40_000


@pytest.mark.req("F3")
def test_every_part_of_a_trimmed_anchor_slices_back_to_the_whole_text() -> None:
    drawn = random.Random(4)
    text = "".join(
        drawn.choice(("a", "é", "e\u0301", "\U0001f4dc", "\n", " ")) for _ in range(90_000)
    )
    pack = opinion_pack(opinion(text), V1_1)
    kept, about = pack.files["anchor.txt"].decode(), manifest(pack)["anchor"]
    assert about["characters"] == len(text)
    head, tail = about["parts"]
    for part in (head, tail):
        long = part["end"] - part["start"]
        assert kept[part["at"] : part["at"] + long] == text[part["start"] : part["end"]]
    assert head["end"] >= 40_000
    assert len(text) - tail["start"] <= 40_000
    for at in (head["end"], tail["start"]):
        assert not unicodedata.combining(text[at]), "no letter is parted from its mark"
    assert verified(pack.files, pack.name).holds


@pytest.mark.req("F6")
def test_the_first_twelve_of_a_tie_are_chosen_by_citation_and_the_others_counted() -> None:
    _, given_ = cited(20)
    pack = opinion_pack(given_, V1_1)
    chosen = [one["citation"] for one in context(pack)]
    assert chosen == sorted(one.citation for one in given_.authorities)[:12]
    weighed = lines(pack.files, "candidates.jsonl")
    assert [one["rank"] for one in weighed] == list(range(1, 21))
    assert [one["became"] for one in weighed] == ["selected"] * 12 + [
        "below the last that is selected"
    ] * 8
    assert manifest(pack)["coverage"]["candidates"] == {
        "found": 20, "selected": 12, "dropped": {"below the first 12": 8},
    }  # fmt: skip


@pytest.mark.req("F7")
def test_what_is_no_candidate_is_counted_by_its_kind_and_what_is_tied_to_nothing_by_its_reason() -> (
    None
):
    _, plain = cited(2)
    told = replace(plain, aside={"statute": 3, "book": 1}, unsettled={"nothing before it": 4})
    said = manifest(opinion_pack(told, V1_1))["coverage"]
    assert said["not_candidates"] == {"book": 1, "statute": 3}
    assert said["mentions"] == {"of_candidates": 2, "tied_to_nothing": {"nothing before it": 4}}


@pytest.mark.req("F1")
def test_an_anchor_that_cites_nothing_has_a_pack_too() -> None:
    pack = opinion_pack(opinion("Nothing is cited here."), V1_1)
    assert pack.files["context.jsonl"] == pack.files["candidates.jsonl"] == b""
    assert manifest(pack)["coverage"]["candidates"]["found"] == 0
    assert verified(pack.files, pack.name).holds
    empty = opinion_pack(opinion(""), V1_1)
    assert verified(empty.files, empty.name).holds


@pytest.mark.req("F7")
def test_the_manifest_holds_builder_constants_inputs_and_coverage() -> None:
    said = manifest(opinion_pack(overruled(), V1_1))
    assert said["spec"]["constants"] == V1_1.as_dict()
    assert len(said["builder"]["git_tree"]) == 40
    assert said["builder"]["rules"] == {"citations": "by hand"}
    assert said["inputs"][0]["sha256"] == overruled().anchor.content_hash
    assert said["coverage"]["full_text"] == {"held": 1, "not_held": 2}
    assert said["coverage"]["edges"] == 2
    assert said["coverage"]["overruled"] == 1


@pytest.mark.req("F5")
def test_what_was_overruled_loses_a_half_and_carries_the_words_that_say_so() -> None:
    given_ = overruled()
    fallen = next(one for one in context(opinion_pack(given_, V1_1)) if one["overruled"])
    assert fallen["score"]["overruled"] == "-0.500000"
    assert fallen["put_aside"] == given_.authorities[0].put_aside[0]._asdict()
    standing = replace(given_, authorities=(replace(given_.authorities[0], put_aside=()),))
    (alone,) = context(opinion_pack(standing, V1_1))
    assert float(alone["score"]["total"]) - float(fallen["score"]["total"]) == pytest.approx(0.5)


@pytest.mark.req("F5")
def test_of_several_labels_the_one_of_most_weight_counts() -> None:
    text = "1 U.S. 10 is questioned. 1 U.S. 10 is followed. 1 U.S. 10 is explained."
    one = authority(text, "1 U.S. 10")
    said = ("questioned", "followed", "explained")
    one = replace(
        one,
        mentions=tuple(
            at._replace(label=label) for at, label in zip(one.mentions, said, strict=True)
        ),
    )
    (entry,) = context(opinion_pack(opinion(text, one), V1_1))
    assert (entry["label"], entry["score"]["treatment"]) == ("followed", "1.000000")


@pytest.mark.req("F1")
def test_every_snippet_slices_back_to_the_anchor_and_holds_its_mention() -> None:
    text, given_ = cited(12)
    for entry in context(opinion_pack(given_, V1_1)):
        for one in entry["snippets"]:
            start, end = one["mention"]
            assert one["text"] == text[one["start"] : one["end"]]
            assert text[start:end] == entry["citation"]
            assert one["start"] == start - 80
            assert one["end"] == min(end + 80, len(text))


@pytest.mark.req("F2")
@given(st.integers(0, 2**32))
def test_the_order_of_the_input_leaves_no_trace(seed: int) -> None:
    _, plain = cited(15)
    inputs = tuple(Used("authority", one.citation, "ab" * 32) for one in plain.authorities)
    told = replace(
        plain, inputs=inputs, aside={"book": 1, "statute": 2}, unsettled={"a": 1, "b": 2}
    )
    drawn = random.Random(seed)
    other = replace(
        told,
        authorities=tuple(drawn.sample(told.authorities, 15)),
        inputs=tuple(drawn.sample(inputs * 2, 30)),
        aside={"statute": 2, "book": 1},
        unsettled={"b": 2, "a": 1},
    )
    assert archived(opinion_pack(other, V1_1).files) == archived(opinion_pack(told, V1_1).files)


@pytest.mark.req("F2")
def test_an_archive_is_stored_in_order_and_has_no_date_of_its_own() -> None:
    data = archived(opinion_pack(overruled(), V1_1).files)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        found = archive.infolist()
    assert [one.filename for one in found] == sorted(one.filename for one in found)
    assert {one.compress_type for one in found} == {zipfile.ZIP_STORED}
    assert {one.date_time for one in found} == {(1980, 1, 1, 0, 0, 0)}
    assert {(one.create_system, one.external_attr >> 16) for one in found} == {(3, 0o100644)}


@pytest.mark.req("F1")
@given(_URN_TEXT, _URN_TEXT, _URN_TEXT | st.just(""), _URN_TEXT | st.just(""))
def test_no_two_anchors_share_a_name_and_every_name_is_safe(
    a: str, b: str, at: str, on: str
) -> None:
    one, other = file_name(f"urn:lex:{a}", at), file_name(f"urn:lex:{b}", on)
    assert (one == other) == ((a, at) == (b, on))
    assert set(one) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.~_%@")


@pytest.mark.req("F1")
def test_a_rule_pack_holds_its_lines_as_they_come_one_object_a_line() -> None:
    pack = rule_pack(rule(), V1_1)
    assert pack.name == "xm_act-2019-11_14@2024-06-01"
    assert lines(pack.files, "context.jsonl") == [dict(one) for one in rule().lines]
    written = pack.files["context.jsonl"].decode()
    assert len(written.splitlines()) == 2, "no reader sees more lines than there are"
    assert manifest(pack)["coverage"] == {"lines": 2, "roles": {"ancestor": 1, "definition": 1}}
    assert "candidates.jsonl" not in pack.files
    assert verified(pack.files, pack.name).holds


def test_content_hangs_on_what_is_held_and_not_on_who_built_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mine = opinion_pack(overruled(), V1_1)
    monkeypatch.setattr("pincite.packs.build.git_tree", lambda: "0" * 40)
    theirs = opinion_pack(overruled(), V1_1)
    assert content(mine.files) == content(theirs.files)
    assert archived(mine.files) != archived(theirs.files)
    given_ = overruled()
    placed = replace(
        given_.anchor, places=(PackPlace(0, 0, 9, given_.anchor.urn, "902 U.S. 200", 0, False),)
    )
    assert content(opinion_pack(replace(given_, anchor=placed), V1_1).files) != content(mine.files)


def test_five_megabytes_with_ten_thousand_citations_take_time_in_proportion() -> None:
    def work(size: int):
        text = "".join(
            f"{'word ' * 95} See {number} U.S. {number} (1990)." for number in range(size)
        )
        found = []
        at = 0
        for number in range(size):
            name = f"{number} U.S. {number} (1990)"
            at = text.index(name, at)
            one = authority(name, name)
            (mention,) = one.mentions
            moved = mention._replace(start=at, end=at + len(name))
            found.append(replace(one, mentions=(moved,)))
        given_ = opinion(text, *found)
        return lambda: opinion_pack(given_, V1_1)

    assert len(work(10_000)().files["anchor.txt"].decode()) < 80_100
    assert_linear(work, 2_500, 10_000)


def test_an_anchor_of_another_urn_is_another_pack() -> None:
    one = opinion_pack(opinion("Alike."), V1_1)
    other = opinion_pack(opinion("Alike.", urn="urn:lex:us:scotus:1-us-1"), V1_1)
    assert one.name != other.name
    assert one.files["seal.json"] != other.files["seal.json"]
    assert (
        anchor("Alike.").content_hash == anchor("Alike.", "urn:lex:us:scotus:1-us-1").content_hash
    )
