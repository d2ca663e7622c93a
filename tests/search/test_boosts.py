"""Boosts and penalties, on the bundled law."""

from __future__ import annotations

import numpy as np
import pytest

from pincite.citations.understand import QueryReference, Understanding
from pincite.indexes.analysis import speaks_of_itself
from pincite.indexes.columns import kind_code
from pincite.indexes.ranked import RankedRows
from pincite.library import Library
from pincite.model.kinds import NOTES
from pincite.model.mention import CitedKind
from pincite.search.boosts import boosted
from pincite.search.profiles import Boosts
from pincite.search.understand import AskedQuestion, asked


def ask(question: str, *targets: str) -> AskedQuestion:
    reference = QueryReference(0, 1, "", CitedKind.STATUTE, targets)
    cited = Understanding((reference,) if targets else (), None, False, question)
    return asked(question, law_in="en", vocabulary={}, cited=cited, expansion=None)


def every(law: Library) -> RankedRows:
    """Every row, all alike."""
    rows = np.arange(len(law.search_index.engine().indexed.table), dtype=np.int64)
    return RankedRows(rows, np.ones(len(rows), np.float32))


@pytest.mark.req("L7")
def test_a_named_work_and_a_section_number_come_first(law: Library) -> None:
    indexed = law.search_index.engine().indexed
    work = indexed.table.facets(len(indexed.table) // 2).work
    found = boosted(every(law), ask("section 3 of it", f"{work}:3"), indexed, Boosts())
    first = int(found.rows[0])
    assert indexed.table.facets(first).work == work
    assert indexed.table.unit_urn(first).endswith(":3")


@pytest.mark.req("L7")
def test_notes_come_last(law: Library) -> None:
    indexed = law.search_index.engine().indexed
    found = boosted(every(law), ask("anything"), indexed, Boosts())
    notes = np.isin(indexed.table.kind[found.rows], [kind_code(kind) for kind in NOTES])
    assert notes.any()
    assert not notes[: int(np.flatnonzero(notes)[0])].any()
    assert found.scores[-1] < found.scores[0]


def test_nothing_found_is_nothing_boosted(law: Library) -> None:
    nothing = RankedRows(np.zeros(0, np.int64), np.zeros(0, np.float32))
    indexed = law.search_index.engine().indexed
    assert not len(boosted(nothing, ask("x"), indexed, Boosts()).rows)


@pytest.mark.req("L7")
def test_where_an_act_speaks_of_itself_counts_less_unless_that_is_asked(law: Library) -> None:
    indexed = law.search_index.engine().indexed
    found = boosted(every(law), ask("who pays the deposit"), indexed, Boosts(note=1.0))
    itself = indexed.table.of_itself[found.rows]
    assert itself.any()
    assert found.scores[itself].max() < found.scores[~itself].max()
    asked_for = boosted(every(law), ask("short title"), indexed, Boosts(note=1.0))
    assert asked_for.scores.min() == asked_for.scores.max()


@pytest.mark.parametrize(
    ("heading", "itself"),
    [
        ("Part I › 1. Short title", True),
        ("12. gr. Gildistaka.", True),
        ("§ 2. Commencement", True),
        ("3. Application of Act", False),
        ("9. Title to land", False),
    ],
)
def test_headings_that_speak_of_the_act_alone(heading: str, itself: bool) -> None:
    assert speaks_of_itself(heading) is itself
