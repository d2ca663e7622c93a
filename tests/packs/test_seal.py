"""A pack that was altered by one bit does not hold, and the check names the file."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from packs.inputs import cited, opinion, overruled, rule
from pincite.errors import InputError
from pincite.packs.archive import archived, unarchived, write_pack
from pincite.packs.build import opinion_pack, rule_pack
from pincite.packs.check_seal import Verified, verified, verify, whole
from pincite.packs.constants import V1_1
from pincite.packs.records import Pack
from pincite.packs.seal import sealed
from pincite.packs.sign import keygen, sign

DIRECTORY = "the archive's directory"


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Pack]:
    """A decision's, a rule's, and the same signed."""
    key = tmp_path_factory.mktemp("keys") / "key"
    keygen(key)
    plain = {"opinion": opinion_pack(overruled(), V1_1), "rule": rule_pack(rule(), V1_1)}
    signed = {
        f"{name}, signed": Pack(sign(one.files, key), one.name) for name, one in plain.items()
    }
    return plain | signed


def checked(data: bytes) -> Verified:
    files, faults = unarchived(data, "a pack")
    return verified(files, "a pack", faults)


def spans(files: Mapping[str, bytes], length: int) -> Iterator[tuple[int, int, str]]:
    """Which bytes of an archive are whose."""
    at = 0
    for name in sorted(files):
        end = at + 30 + len(name) + len(files[name])
        yield at, end, name
        at = end
    yield at, length, DIRECTORY


@pytest.mark.req("F8")
@pytest.mark.parametrize("kind", ["opinion", "opinion, signed", "rule", "rule, signed"])
def test_a_flipped_bit_anywhere_in_an_archive_is_found_and_its_file_named(
    packs: dict[str, Pack], kind: str
) -> None:
    files = packs[kind].files
    data = archived(files)
    assert checked(data).holds
    drawn = random.Random(kind)
    for start, end, name in spans(files, len(data)):
        for at in range(start, end):
            altered = bytearray(data)
            altered[at] ^= 1 << drawn.randrange(8)
            found = checked(bytes(altered))
            named = {fault.file for fault in found.faults}
            assert not found.holds, (at, name)
            # An entry of the directory is named as it now reads.
            assert name in named or (name == DIRECTORY and named), (at, name, named)
            assert all(fault.what for fault in found.faults)


@pytest.mark.req("F8")
def test_a_byte_set_to_any_other_value_is_found(packs: dict[str, Pack]) -> None:
    data = archived(packs["opinion, signed"].files)
    drawn = random.Random(8)
    for at in drawn.sample(range(len(data)), 20):
        for value in range(256):
            if value != data[at]:
                assert not checked(data[:at] + bytes([value]) + data[at + 1 :]).holds, (at, value)


@pytest.mark.req("F8")
@pytest.mark.parametrize("kind", ["opinion, signed", "rule"])
def test_an_archive_that_was_cut_or_added_to_does_not_hold(
    packs: dict[str, Pack], kind: str
) -> None:
    data = archived(packs[kind].files)
    for end in [*range(4, len(data), 97), len(data) - 1]:
        assert not checked(data[:end]).holds, end
    for end in range(4):
        with pytest.raises(InputError):
            checked(data[:end])
    for more in (b"\0", b"more", data):
        assert not checked(data + more).holds
        assert not checked(more + data).holds


@pytest.mark.req("F8")
@pytest.mark.parametrize("kind", ["opinion", "opinion, signed", "rule", "rule, signed"])
def test_a_folder_is_checked_as_an_archive_is(
    packs: dict[str, Pack], kind: str, tmp_path: Path
) -> None:
    path = write_pack(packs[kind], tmp_path, as_folder=True)
    assert verify(path).holds
    drawn = random.Random(5)
    for file in sorted(path.iterdir()):
        data = file.read_bytes()
        signed = file.name == "signature.json"
        for at in () if signed else drawn.sample(range(len(data)), min(40, len(data))):
            altered = bytearray(data)
            altered[at] ^= 1 << drawn.randrange(8)
            file.write_bytes(altered)
            assert file.name in {fault.file for fault in verify(path).faults}, (file.name, at)
        for cut in (data[:-1], data + b"\n", b""):
            if cut != data:
                file.write_bytes(cut)
                assert file.name in {fault.file for fault in verify(path).faults}
        file.unlink()
        found = verify(path)
        if signed:
            assert found.holds, "a pack that nobody signed is whole"
            assert found.signed_by == ""
        else:
            assert (file.name, "it is missing") in found.faults
        file.write_bytes(data)
    assert verify(path).holds


@pytest.mark.req("F8")
def test_what_is_added_to_a_folder_is_named(packs: dict[str, Pack], tmp_path: Path) -> None:
    path = write_pack(packs["opinion"], tmp_path, as_folder=True)
    (path / "more.txt").write_text("more")
    assert verify(path).faults == (("more.txt", "it is not sealed"),)
    (path / "more.txt").unlink()
    (path / "below").mkdir()
    with pytest.raises(InputError):
        verify(path)
    (path / "below").rmdir()
    (path / "linked.txt").symlink_to("/etc/hosts")
    with pytest.raises(InputError):
        verify(path)


@pytest.mark.req("F8")
def test_every_fault_is_told_and_not_the_first_alone(
    packs: dict[str, Pack], tmp_path: Path
) -> None:
    path = write_pack(packs["opinion"], tmp_path, as_folder=True)
    for name in ("anchor.txt", "context.jsonl"):
        (path / name).write_bytes((path / name).read_bytes() + b" ")
    (path / "places.jsonl").unlink()
    named = [fault.file for fault in verify(path).faults]
    assert named == ["anchor.txt", "context.jsonl", "places.jsonl"]
    with pytest.raises(InputError, match=r"anchor\.txt"):
        whole(path)


def resealed(files: Mapping[str, bytes], name: str, old: str, new: str) -> Verified:
    text = files[name].decode()
    assert old in text
    return verified(sealed({**files, name: text.replace(old, new, 1).encode()}), "forged")


@pytest.mark.req("F8")
def test_a_pack_that_was_sealed_anew_is_held_to_its_own_rules(packs: dict[str, Pack]) -> None:
    files = packs["opinion"].files
    assert resealed(files, "context.jsonl", '"total":"1.', '"total":"2.').faults[0].file == (
        "context.jsonl"
    )
    changed = resealed(files, "rp_manifest.json", '"top": 12', '"top": 13').faults
    assert "top" in changed[0].what
    assert resealed(files, "rp_manifest.json", '"version": "1.1"', '"version": "7"').faults
    assert resealed(files, "rp_manifest.json", "pincite-pack/1", "pincite-pack/2").faults
    assert resealed(files, "anchor.txt", "lamps burn", "lamps turn").faults, "a snippet has it"
    assert resealed(files, "candidates.jsonl", '"rank":1', '"rank":2').faults
    assert resealed(files, "rp_manifest.json", '"found": 3', '"found": 4').faults
    assert resealed(files, "rp_manifest.json", '"characters": ', '"characters": 9').faults
    rule_files = packs["rule"].files
    assert resealed(rule_files, "rp_manifest.json", '"lines": 2', '"lines": 3').faults
    spaced = json.dumps(json.loads(files["rp_manifest.json"])).encode()
    assert not verified(sealed({**files, "rp_manifest.json": spaced}), "forged").holds


def test_a_long_pack_with_more_candidates_than_are_chosen_holds() -> None:
    text, given = cited(40)
    pack = opinion_pack(opinion(text * 9, *given.authorities), V1_1)
    found = checked(archived(pack.files))
    assert found.holds, found.faults
    assert len(found.root) == 64
    assert found.files == 6
