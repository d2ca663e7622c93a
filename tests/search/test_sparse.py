"""Learned weights in the search: what shares no word with the question is found by them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite.matters import Matters
from pincite.settings import Settings
from weighing_model import write_model

MEMO = {
    "care.txt": "The driver owed a duty to look where she was going.\n",
    "ferry.txt": "The ferry sailed at noon and came back at four.\n",
    "rent.txt": "Rent is due upon the first day of each month.\n",
}


@pytest.mark.req("C5", "C8")
def test_what_only_the_weights_tie_to_the_question_is_found(tmp_path: Path) -> None:
    weights = {"quorvian": {"duty": 2.0}, "duty": {"duty": 2.0}, "ferry": {"ferry": 3.0}}
    model = write_model(tmp_path / "weigher", weights)
    files = tmp_path / "files"
    files.mkdir()
    for name, text in MEMO.items():
        (files / name).write_text(text * 3)
    found: dict[str, list[str]] = {}
    for named in ("", str(model)):
        settings = Settings(models=tmp_path / "none", workers=1, dense_model="", token_model="",
                            sparse_model=named)  # fmt: skip
        matters = Matters(tmp_path / f"matters{bool(named)}", settings=settings)
        matters.create("one")
        with matters.open("one") as matter:
            matter.read_files(files)
            matter.search_index.encode()
            for question in ("quorvian", "zzz"):
                hits = matter.search(question, related=0).results
                found[f"{question} {bool(named)}"] = [hit.source.document for hit in hits]
            again = matter.search("quorvian", related=0)
        with matters.open("one") as matter:
            assert matter.search("quorvian", related=0).results == again.results
    assert found == {
        "quorvian False": [],
        "zzz False": [],
        "quorvian True": ["care.txt"],
        "zzz True": [],
    }
