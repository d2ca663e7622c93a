"""What governs a rule is of one state of the law, whatever is loaded and rolled back meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite import library
from pincite.corpus import Stored
from pincite.library import Library
from pincite.model import Node
from pincite.settings import Settings
from small_acts import small_act, urn_of

DUSK = "In this Act “lantern” means a lantern that burns at dusk. A lantern shall be trimmed."
DAWN = "In this Act “lantern” means a lantern that burns at dawn. A lantern shall be trimmed."
SECTION = f"{urn_of(1)}:1"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One act in two versions."""
    with library.create(tmp_path / "law", settings=Settings(workers=1)) as opened:
        for tag, words, day in (("dusk", DUSK, "2001-06-01"), ("dawn", DAWN, "2002-06-01")):
            path = small_act(tmp_path / "sources", 1, words, day=day)
            opened.ingest(path, reader_name="plain", version=tag, collection="lamps")
    return tmp_path / "law"


@pytest.mark.req("S9")
@pytest.mark.parametrize("asked_before", [False, True])
def test_a_rollback_between_finding_a_rule_and_reading_what_governs_it_mixes_nothing(
    folder: Path, asked_before: bool
) -> None:
    settings = Settings(workers=1)
    with Library(folder, settings) as opened, Library(folder, settings) as other:
        if asked_before:
            opened.scope(SECTION)
        times: list[int] = []

        def found() -> tuple[Stored, Node]:
            place = opened.place(SECTION)
            times.append(1)
            if len(times) == 1:
                other.rollback("dusk")
                other.scope(SECTION)
            return place

        context = opened.scope_index.resolve_found(found, None)
        [definition] = context.definitions
        assert ("dusk" in context.rule.text) == ("dusk" in definition.passage.text)
        assert [each.passage.text for each in opened.scope(SECTION).definitions] == [
            each.passage.text for each in other.scope(SECTION).definitions
        ]
