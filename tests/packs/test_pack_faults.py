"""Faults of packs that were found, each with the smallest thing that shows it."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from growth import costs_at_most
from packs.decisions import Decision, held
from packs.inputs import lines, overruled, rule
from packs.test_hostile import FILES, checked, zipped
from pincite import library
from pincite.errors import InputError, SourceMalformed
from pincite.packs.archive import archived, write_pack
from pincite.packs.build import opinion_pack, rule_pack
from pincite.packs.bulk import JOURNAL, PackRequest, freeze_all, read_anchors
from pincite.packs.check_seal import verified
from pincite.packs.constants import V1_1
from pincite.packs.display import as_text
from pincite.packs.edges import Edges
from pincite.packs.seal import sealed
from pincite.packs.serialize import document, sha256
from pincite.packs.serialize import lines as written
from pincite.packs.sign import keygen, sign
from pincite.settings import Settings


@pytest.mark.req("F8")
def test_a_flipped_bit_of_a_signature_is_found(tmp_path: Path) -> None:
    keygen(tmp_path / "key")
    files = sign(FILES, tmp_path / "key")
    drawn, data = random.Random(3), files["signature.json"]
    for at in range(len(data)):
        for bit in {5, drawn.randrange(8)}:
            altered = data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]
            found = verified({**files, "signature.json": altered}, "a pack")
            assert [fault.file for fault in found.faults] == ["signature.json"], (at, bit)


@pytest.mark.req("F1")
def test_a_version_that_is_named_like_a_day_has_a_pack_of_its_own() -> None:
    by_day = rule_pack(rule(at="2024-06-01"), V1_1)
    by_tag = rule_pack(rule(at="", version="2024-06-01"), V1_1)
    assert by_day.name != by_tag.name


def test_as_many_faults_as_sealed_names_are_told_at_once() -> None:
    names = [f"{number}.txt" for number in range(30_000)]
    hashes = dict.fromkeys(names, "0" * 64)
    root = sha256("".join(f"{hashes[name]}  {name}\n" for name in sorted(hashes)).encode())
    seal = document({"files": hashes, "root": root})
    data = zipped(*((name, b"") for name in names), ("seal.json", seal))
    with costs_at_most(60):
        assert not checked(data).holds


def test_a_large_archive_that_was_altered_at_its_end_is_told_at_once() -> None:
    data = bytearray(archived({"anchor.txt": bytes(100_000_000)}))
    # The rights of a file, in the directory at the end.
    data[data.rfind(b"PK\x01\x02") + 38] ^= 1
    with costs_at_most(60):
        assert checked(bytes(data)).faults[0].file == "the archive's directory"


@pytest.mark.parametrize("count", ["²", "9" * 5000, "٣"])
def test_edges_whose_count_is_no_plain_number_are_refused(tmp_path: Path, count: str) -> None:
    file = tmp_path / "edges.tsv"
    file.write_text(f"1\t2\t3\n1\t2\t{count}\n", encoding="utf-8")
    with pytest.raises(SourceMalformed):
        Edges.read(file, {})


def test_an_edge_of_no_mentions_is_none_and_a_mark_of_the_encoding_no_name(tmp_path: Path) -> None:
    file = tmp_path / "edges.tsv"
    file.write_text("\ufeff1\t2\t0\n1\t3\t1\n", encoding="utf-8")
    assert Edges.read(file, {}).of("1") == [("3", 1)]
    file.write_text("\ufeffurn:a\nurn:b\n", encoding="utf-8")
    assert [one.what for one in read_anchors(file, None, None)] == ["urn:a", "urn:b"]


@pytest.mark.slow
@pytest.mark.req("F1")
def test_one_decision_under_two_names_is_written_by_two_processes(tmp_path: Path) -> None:
    every = [
        Decision(800 + at, "1990-01-02", f"Party v. Number {at}", "It is so.") for at in range(64)
    ]
    with held(tmp_path, every):
        pass
    wanted = [
        PackRequest(name)
        for at in range(0, 64, 8)
        for name in (
            *(one.urn for one in every[at : at + 8]),
            *(one.cite for one in every[at : at + 8]),
        )
    ]
    opened = partial(
        library.open, tmp_path / "library", settings=Settings(models=tmp_path, workers=1)
    )
    for number in range(6):
        report = freeze_all(opened, wanted, tmp_path / f"out-{number}", workers=2)
        assert (report.built, report.failed) == (128, ())


def test_a_journal_nested_without_end_is_no_journal(tmp_path: Path) -> None:
    one = Decision(800, "1990-01-02", "Party v. Number", "It is so.")
    with held(tmp_path, [one]):
        pass
    out = tmp_path / "out"
    out.mkdir()
    (out / JOURNAL).write_text("[" * 9999)
    opened = partial(
        library.open, tmp_path / "library", settings=Settings(models=tmp_path, workers=1)
    )
    assert freeze_all(opened, [PackRequest(one.urn)], out).built == 1


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for where in (tmp_path / "file", tmp_path / "file" / "below"):
        for as_folder in (False, True):
            with pytest.raises(InputError):
                write_pack(rule_pack(rule(), V1_1), where, as_folder=as_folder)
    with pytest.raises(InputError):
        keygen(tmp_path / "nowhere" / "key")


@pytest.mark.parametrize("field", ["cited_as", "put_aside", "rank", "title", "snippets"])
def test_a_sealed_pack_without_a_field_that_readers_need_does_not_hold(field: str) -> None:
    every = lines(FILES, "context.jsonl")
    del every[0][field]
    found = verified(sealed({**FILES, "context.jsonl": written(every)}), "forged")
    assert [fault.file for fault in found.faults] == ["context.jsonl"]
    without = sealed({name: data for name, data in FILES.items() if name != "places.jsonl"})
    assert not verified(without, "forged").holds


def test_who_put_a_rule_aside_is_shown_and_the_rule_itself() -> None:
    void = {"role": "override", "urn": "urn:a", "of": "urn:a", "status": "VOID", "note": "",
            "authority": "High Court", "citation": "Vane, 9 M.L.R. 310", "start": "2022-09-14",
            "end": None}  # fmt: skip
    pack = rule_pack(rule(lines=(void,)), V1_1)
    shown = as_text(pack.files, "0" * 64)
    assert "High Court, Vane, 9 M.L.R. 310, since 2022-09-14" in shown
    assert "An owner may not demand more than one month’s rent" in shown
    one = as_text(opinion_pack(overruled(), V1_1).files, "0" * 64)
    assert "1 mentions" not in one
