"""One pass for three heads leaves nothing out: headings have their vectors, too."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from joint_model import write_joint
from pincite.matters import Matters
from pincite.settings import Settings


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
