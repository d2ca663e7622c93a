"""One pass for three heads leaves nothing out: headings have their vectors, too, and whoever asks
meanwhile is told what is lacking."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from joint_model import write_joint
from pincite.encoders import TokenFile, VectorFile, bulk
from pincite.matters import Matters
from pincite.settings import Settings

WORDS = ("negligence", "care", "ferry", "duty")


@pytest.fixture
def matters(tmp_path: Path) -> Matters:
    """One matter, of four files that are read and not encoded."""
    model = str(write_joint(tmp_path / "joint", {"negligence": "care"}, WORDS))
    settings = Settings(models=tmp_path / "none", workers=1, dense_model=model, sparse_model=model,
                        token_model=model)  # fmt: skip
    matters = Matters(tmp_path / "matters", settings=settings)
    matters.create("one")
    with matters.open("one") as matter:
        for name in WORDS:
            (tmp_path / f"{name}.txt").write_text(f"The driver of {name} owed a duty of care.\n")
            matter.read_files(tmp_path / f"{name}.txt")
        matter.search_index.index()
    return matters


@pytest.mark.req("C5")
@pytest.mark.parametrize("tokens", [False, True])
def test_passages_and_headings_have_vectors(tmp_path: Path, tokens: bool) -> None:
    words = ("negligence", "care", "ferry", "duty")
    model = str(write_joint(tmp_path / "joint", {"negligence": "care"}, words))
    (tmp_path / "duty.txt").write_text("The driver owed a duty of care.\n")
    (tmp_path / "ferry.txt").write_text("The ferry sailed at noon.\n")
    settings = Settings(models=tmp_path / "none", workers=1, dense_model=model, sparse_model=model,
                        token_model=model)  # fmt: skip
    matters = Matters(tmp_path / "matters", settings=settings)
    matters.create("one")
    with matters.open("one") as matter:
        matter.read_files(tmp_path / "duty.txt", tmp_path / "ferry.txt")
        assert matter.search_index.encode(tokens=tokens) == 1.0
        indexed = matter.search_index.engine().indexed
        assert indexed.dense is not None
        assert indexed.dense.headings is not None
        rows = np.arange(len(indexed.table))
        query = indexed.dense.encoder.query("ferry")
        for index in (indexed.dense.content, indexed.dense.headings):
            assert not np.isnan(index.scores(query, rows)).any()
        assert (indexed.late is not None) == tokens


@pytest.mark.req("S9")
@pytest.mark.parametrize("group", [1, 3, 64])
def test_what_is_seen_while_another_encodes_is_never_called_encoded_without_its_headings(
    matters: Matters, monkeypatch: pytest.MonkeyPatch, group: int
) -> None:
    """Another who indexes publishes whatever was made until then: here after each time that
    something was kept, in groups that end between a heading and its passage."""
    monkeypatch.setattr(bulk, "_FIRST_GROUP", group)
    monkeypatch.setattr(bulk, "_GROUP", range(group, group))
    seen: list[tuple[Any, Any, Any]] = []

    def look() -> None:
        with matters.open("one") as other:
            other.search_index.index(anew=True)
            found = other.search("negligence on the ferry").as_dict(times=False)
        seen.append((found["encoded"], found.get("degraded", []), found["results"]))

    def watch(store: type[VectorFile | TokenFile]) -> None:
        keep: Any = store.append

        def kept(*given: Any) -> None:
            keep(*given)
            look()

        monkeypatch.setattr(store, "append", kept)

    watch(VectorFile)
    watch(TokenFile)
    with matters.open("one") as matter:
        assert matter.search_index.encode() == 1.0
    look()
    *before, (_, told, at_end) = seen
    assert told == []
    assert any(lacking for _, lacking, _ in before)
    for share, lacking, results in before:
        assert lacking or (share, results) == (1.0, at_end)
    shares = [share for share, _, _ in seen]
    assert shares == sorted(shares)
    if group == 1:
        assert set(shares) == {0.0, 0.25, 0.5, 0.75, 1.0}


def test_progress_counts_passages_and_no_headings(matters: Matters) -> None:
    told: list[tuple[int, int]] = []
    with matters.open("one") as matter:
        matter.search_index.encode(progress=lambda done, of: told.append((done, of)))
    assert told[-1] == (len(WORDS), len(WORDS))
    assert {of for _, of in told} == {len(WORDS)}


@pytest.mark.req("S9")
def test_files_of_which_the_headings_alone_are_not_encoded_are_so_by_the_next_run(
    matters: Matters,
) -> None:
    with matters.open("one") as matter:
        indexed = matter.search_index.engine().indexed
        encoder = indexed.encoders.dense
        assert encoder is not None
        with VectorFile.open(indexed.vectors_folder, encoder.fingerprint, encoder.dims) as file:
            file.append(indexed.table.texts, encoder.passages(list(WORDS)))
        matter.search_index.index(anew=True)
        assert matter.search("ferry").encoded == 0.0
        assert matter.search_index.status().left == len(WORDS)
        assert matter.search_index.encode() == 1.0
        assert matter.search("ferry").encoded == 1.0
        assert matter.search_index.status().left == 0
