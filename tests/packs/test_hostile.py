"""Files that were made to hurt: each is refused or found at fault, at once and in little memory."""

from __future__ import annotations

import contextlib
import io
import json
import tracemalloc
import warnings
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from growth import costs_at_most
from packs.inputs import overruled
from pincite.errors import InputError
from pincite.packs.archive import archived, unarchived, write_pack
from pincite.packs.build import opinion_pack
from pincite.packs.check_seal import Verified, verified, verify
from pincite.packs.constants import V1_1
from pincite.packs.seal import sealed
from pincite.packs.serialize import document

FILES = opinion_pack(overruled(), V1_1).files


@pytest.fixture(autouse=True)
def _at_once() -> Iterator[None]:
    with costs_at_most(60):
        yield


def zipped(*members: tuple[str, bytes], how: int = zipfile.ZIP_STORED) -> bytes:
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", how) as archive:
        warnings.simplefilter("ignore")
        for name, data in members:
            archive.writestr(name, data)
    return out.getvalue()


def checked(data: bytes) -> Verified:
    files, faults = unarchived(data, "a pack")
    return verified(files, "a pack", faults)


@pytest.mark.req("F8")
def test_a_deflated_archive_of_the_same_files_is_not_the_pack() -> None:
    found = checked(zipped(*sorted(FILES.items()), how=zipfile.ZIP_DEFLATED))
    assert {fault.file for fault in found.faults} >= set(FILES)


@pytest.mark.req("F8")
def test_the_same_files_zipped_by_another_hand_are_not_the_pack() -> None:
    assert not checked(zipped(*sorted(FILES.items()))).holds, "with the date of today"
    assert not checked(zipped(*sorted(FILES.items(), reverse=True))).holds


def test_a_bomb_is_not_unpacked() -> None:
    data = zipped(("anchor.txt", bytes(200_000_000)), how=zipfile.ZIP_DEFLATED)
    assert len(data) < 1_000_000
    tracemalloc.start()
    found = checked(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert not found.holds
    assert peak < 20_000_000


@pytest.mark.parametrize(
    "name", ["../x", "/etc/passwd", "a/../../b", "C:\\x", ".", "anchor.txt/", "anchor.txt\0x",
             "\x1b[2J", "ANCHOR.TXT", "a" * 60_000, "\u202etxt.rohcna"],
)  # fmt: skip
def test_a_member_that_is_no_file_of_a_pack_is_named_and_never_written(
    name: str, tmp_path: Path
) -> None:
    out = tmp_path / "pack.zip"
    out.write_bytes(zipped(*sorted(FILES.items()), (name, b"more")))
    found = verify(out)
    assert not found.holds
    assert all(fault.file.isprintable() for fault in found.faults)
    assert [one.name for one in tmp_path.iterdir()] == ["pack.zip"]


def test_a_file_that_is_there_twice_is_named() -> None:
    found = checked(zipped(*sorted(FILES.items()), ("anchor.txt", b"another")))
    assert ("anchor.txt", "no file of a pack, or twice there") in found.faults


@pytest.mark.slow
def test_a_hundred_thousand_members_are_told_at_once() -> None:
    many = [(f"{number}.txt", b"") for number in range(100_000)]
    assert not checked(zipped(*many)).holds
    assert not checked(zipped(*many, *sorted(FILES.items()))).holds


@pytest.mark.parametrize(
    "data", [b"", b"PK", b"%PDF-1.7", b"\0" * 1000, b"PK\x03\x04", b"PK\x05\x06" + bytes(18),
             b"PK\x05\x06" + b"\xff" * 18, b"PK\x03\x04" * 500],
)  # fmt: skip
def test_what_is_no_archive_is_no_pack(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "pack.zip"
    file.write_bytes(data)
    with contextlib.suppress(InputError):
        assert not verify(file).holds


def test_a_path_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError) as problem:
        verify(tmp_path / "nothing.zip")
    assert "nothing.zip" in problem.value.message
    (tmp_path / "empty").mkdir()
    assert verify(tmp_path / "empty").faults == (("seal.json", "it is missing"),)


def test_what_is_larger_than_any_pack_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "large.zip"
    with file.open("wb") as out:
        out.truncate((1 << 28) + 1)
    with pytest.raises(InputError, match="larger than any pack"):
        verify(file)
    folder = write_pack(opinion_pack(overruled(), V1_1), tmp_path, as_folder=True)
    file.replace(folder / "anchor.txt")
    with pytest.raises(InputError, match="larger than any file"):
        verify(folder)


@pytest.mark.parametrize(
    "seal", [b"[" * 100_000, b"{}", b"null", b"[]", b'{"files": 7, "root": ""}', b"\xff\xfe",
             b'{"files": {}, "root": ""}', b"9" * 10_000],
)  # fmt: skip
def test_a_seal_that_is_none_is_altered(seal: bytes) -> None:
    found = verified({**FILES, "seal.json": seal}, "a pack")
    assert found.faults == (("seal.json", "it was altered"),)


@pytest.mark.parametrize("name", [one for one in sorted(FILES) if one != "seal.json"])
@pytest.mark.parametrize(
    "data", [b"", b"\xff", b"null\n", b"[" * 100_000, b'{"a":NaN}\n', b"{}\n", b'"x"\n', b"1e999\n"]
)
def test_nonsense_that_was_sealed_is_found_at_fault_or_is_a_text(name: str, data: bytes) -> None:
    found = verified(sealed({**FILES, name: data}), "forged")
    assert name == "places.jsonl" or not found.holds


@pytest.mark.parametrize("name", ["context.jsonl", "candidates.jsonl"])
@pytest.mark.parametrize(
    "value", [None, -1, 10**400, 1e308, "x", [], {}, True, "NaN", "1e999999999"]
)
def test_a_value_of_any_kind_in_a_sealed_line_never_breaks_the_check(
    name: str, value: object
) -> None:
    first, *others = FILES[name].decode().splitlines()
    line = json.loads(first)
    for field in line:
        forged = json.dumps({**line, field: value}, sort_keys=True, ensure_ascii=False)
        data = "\n".join([forged, *others, ""]).encode()
        verified(sealed({**FILES, name: data}), "forged")
    for part in line["score"]:
        forged = json.dumps({**line, "score": {**line["score"], part: value}}, sort_keys=True)
        verified(sealed({**FILES, name: "\n".join([forged, *others, ""]).encode()}), "forged")


def test_a_manifest_with_any_field_gone_is_at_fault_or_holds_and_never_breaks_the_check() -> None:
    said = json.loads(FILES["rp_manifest.json"])
    for field in said:
        forged = document({name: value for name, value in said.items() if name != field})
        found = verified(sealed({**FILES, "rp_manifest.json": forged}), "forged")
        assert not found.holds or field in ("builder", "inputs")


def test_an_archive_of_the_known_files_alone_is_the_same_bytes_again() -> None:
    files, faults = unarchived(archived(FILES), "a pack")
    assert (files, faults) == (dict(FILES), [])
