from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from pincite.encoders import SparseFile, SparseVector, TokenFile, VectorFile, text_hash
from pincite.encoders.bulk import encode_missing
from pincite.errors import IndexUnusable, LibraryBusy

DIMS = 8
HASHES = [text_hash(f"text {number}") for number in range(60)]
VECTORS = np.random.default_rng(1).standard_normal((60, DIMS)).astype(np.float32)


def filled(folder: Path) -> Path:
    """Three blocks of twenty; returns the folder of the encoder."""
    with VectorFile.open(folder, "lamp-1", DIMS) as file:
        for start in range(0, 60, 20):
            file.append(HASHES[start : start + 20], VECTORS[start : start + 20])
    return folder / "lamp-1"


def served(file: VectorFile, numbers: range = range(60)) -> np.ndarray:
    return file.matrix[file.slots([HASHES[one] for one in numbers])]


def test_vectors_come_back_for_the_texts_they_were_made_from(tmp_path: Path) -> None:
    filled(tmp_path)
    with VectorFile.open(tmp_path, "lamp-1", DIMS) as file:
        assert len(file) == 60
        np.testing.assert_array_equal(served(file), VECTORS.astype(np.float16))
        assert list(file.slots([text_hash("never seen"), HASHES[5]])) == [-1, 5]
        assert list(file.slots([])) == []


def test_a_text_is_kept_once(tmp_path: Path) -> None:
    filled(tmp_path)
    with VectorFile.open(tmp_path, "lamp-1", DIMS) as file:
        new = text_hash("new")
        file.append([HASHES[3], new, new], VECTORS[:3])
        assert len(file) == 61
        np.testing.assert_array_equal(served(file), VECTORS.astype(np.float16))


def test_texts_that_share_half_a_hash_are_told_apart(tmp_path: Path) -> None:
    alike = [b"samehalf" + bytes([number]) * 8 for number in range(5)]
    with VectorFile.open(tmp_path, "lamp-1", DIMS) as file:
        file.append(alike[:2], VECTORS[:2])
        file.append(alike[2:4], VECTORS[2:4])
        found = file.slots(alike)
        assert found[4] == -1
        np.testing.assert_array_equal(file.matrix[found[:4]], VECTORS[:4].astype(np.float16))


@pytest.mark.parametrize("name", ["dense.f16", "hashes.bin", "blocks.bin"])
def test_a_torn_tail_is_cut_off(tmp_path: Path, name: str) -> None:
    torn = filled(tmp_path) / name
    with torn.open("ab") as stream:
        stream.write(b"half of a line")
    with VectorFile.open(tmp_path, "lamp-1", DIMS) as file:
        assert len(file) == 60
        file.append([text_hash("after")], VECTORS[:1])
    with VectorFile.open(tmp_path, "lamp-1", DIMS) as file:
        assert len(file) == 61
        np.testing.assert_array_equal(served(file), VECTORS.astype(np.float16))


@pytest.mark.parametrize("name", ["dense.f16", "hashes.bin", "blocks.bin"])
def test_a_block_that_rotted_is_never_served_and_made_again(tmp_path: Path, name: str) -> None:
    path = filled(tmp_path) / name
    rotten = bytearray(path.read_bytes())
    rotten[len(rotten) // 2] ^= 4
    path.write_bytes(rotten)
    with VectorFile.open(tmp_path, "lamp-1", DIMS) as file:
        assert len(file) == 40
        assert list(file.slots(HASHES[20:40])) == [-1] * 20
        kept = [*range(20), *range(40, 60)]
        np.testing.assert_array_equal(
            file.matrix[file.slots([HASHES[one] for one in kept])], VECTORS[kept].astype(np.float16)
        )
        if name != "blocks.bin":
            assert not file.matrix[20:40].any()
        file.append(HASHES, VECTORS)
    with VectorFile.open(tmp_path, "lamp-1", DIMS) as file:
        np.testing.assert_array_equal(served(file), VECTORS.astype(np.float16))


def test_a_file_cut_short_loses_only_what_was_cut(tmp_path: Path) -> None:
    path = filled(tmp_path) / "dense.f16"
    os.truncate(path, path.stat().st_size - 3)
    with VectorFile.open(tmp_path, "lamp-1", DIMS) as file:
        assert len(file) == 40
        file.append(HASHES, VECTORS)
        np.testing.assert_array_equal(served(file), VECTORS.astype(np.float16))
    with VectorFile.open(tmp_path, "lamp-1", DIMS) as file:
        np.testing.assert_array_equal(served(file), VECTORS.astype(np.float16))


def test_one_writes_while_others_read(tmp_path: Path) -> None:
    writer = VectorFile.open(tmp_path, "lamp-1", DIMS)
    reader = VectorFile.open(tmp_path, "lamp-1", DIMS)
    writer.append(HASHES[:1], VECTORS[:1])
    assert len(reader) == 0
    reader.refresh()
    assert len(reader) == 1
    with pytest.raises(LibraryBusy):
        reader.append(HASHES[1:2], VECTORS[1:2])
    writer.append(HASHES[1:2], VECTORS[1:2])
    writer.close()
    reader.append(HASHES[1:3], VECTORS[1:3])
    np.testing.assert_array_equal(served(reader, range(3)), VECTORS[:3].astype(np.float16))
    reader.close()


def test_vectors_of_another_encoder_are_not_taken_for_these(tmp_path: Path) -> None:
    filled(tmp_path)
    with pytest.raises(IndexUnusable):
        VectorFile.open(tmp_path, "lamp-1", DIMS * 2)
    assert len(VectorFile.open(tmp_path, "lamp-2", DIMS)) == 0


def test_token_vectors_come_back_within_a_step_of_their_scale(tmp_path: Path) -> None:
    given = [VECTORS[:3], VECTORS[:0], VECTORS[10:15]]
    with TokenFile.open(tmp_path, "lamp-1", DIMS) as file:
        file.append(HASHES[:2], given[:2])
        file.append(HASHES[2:3], given[2:])
    with TokenFile.open(tmp_path, "lamp-1", DIMS) as file:
        for slot, wanted in enumerate(given):
            step = np.abs(wanted).max(axis=1, keepdims=True, initial=0) / 127
            assert (np.abs(file.of(slot) - wanted) <= step * 0.51).all()


def test_sparse_vectors_come_back_and_rot_leaves_an_empty_row(tmp_path: Path) -> None:
    one = SparseVector(np.array([1, 5], np.int32), np.array([0.5, 2], np.float32))
    none = SparseVector(np.empty(0, np.int32), np.empty(0, np.float32))
    with SparseFile.open(tmp_path, "lamp-1", 6) as file:
        for at, vector in enumerate([one, none, one]):
            file.append(HASHES[at : at + 1], [vector])
        assert file.of(2).terms.tolist() == [1, 5]
    terms = tmp_path / "lamp-1" / "terms.i32"
    terms.write_bytes(b"\xff" + terms.read_bytes()[1:])
    with SparseFile.open(tmp_path, "lamp-1", 6) as file:
        assert file.matrix.toarray().tolist() == [[0] * 6, [0] * 6, [0, 0.5, 0, 0, 0, 2]]
        assert file.of(0).terms.tolist() == []


class Slow:
    """Encodes a text as its length, in its own time."""

    def passages(self, texts: list[str]) -> np.ndarray:
        time.sleep(0.001 * len(texts))
        return np.array([[len(text)] * DIMS for text in texts], np.float32)


TEXTS = [f"{'long ' * (number % 40)}text {number}" for number in range(900)]
ITEMS = [(text_hash(text), text) for text in TEXTS]
CHILD = """
import sys, time; sys.path.insert(0, sys.argv[2])
from pathlib import Path
from test_vector_files import DIMS, ITEMS, Slow
from pincite.encoders import VectorFile, encode_missing, bulk
bulk._SAVE_SECONDS = 0.05
saves = []

class Stuck(Slow):
    def passages(self, texts):
        if len(saves) >= int(sys.argv[3]):
            print("stuck", flush=True)
            time.sleep(3600)
        return super().passages(texts)

with VectorFile.open(Path(sys.argv[1]), "slow-1", DIMS) as file:
    encode_missing(Stuck(), file, ITEMS, progress=lambda *_: saves.append(1))
"""


@pytest.mark.parametrize("saved", [1, 5])
def test_a_killed_run_goes_on_where_it_stopped(tmp_path: Path, saved: int) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(tmp_path), str(Path(__file__).parent), str(saved)],
        stdout=subprocess.PIPE,
    )
    assert child.stdout
    assert child.stdout.readline() == b"stuck\n"
    child.send_signal(signal.SIGKILL)
    child.communicate()
    told: list[tuple[int, int]] = []
    with VectorFile.open(tmp_path, "slow-1", DIMS) as file:
        kept = len(file)
        made = encode_missing(
            Slow(), file, ITEMS, total=900, progress=lambda *so_far: told.append(so_far)
        )
        assert 0 < kept < 900
        assert made == 900 - kept
        assert told[-1] == (900, 900)
        lengths = file.matrix[file.slots([one for one, _ in ITEMS])][:, 0]
        assert lengths.tolist() == [len(text) for text in TEXTS]


def test_a_run_stops_when_asked_and_keeps_what_it_made(tmp_path: Path) -> None:
    with VectorFile.open(tmp_path, "slow-1", DIMS) as file:
        answers = iter([False, True])
        assert (
            encode_missing(Slow(), file, iter(ITEMS), stop=lambda: next(answers)) == len(file) > 0
        )
