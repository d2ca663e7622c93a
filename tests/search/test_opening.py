"""A document's title, parties and date are looked for where it begins."""

from __future__ import annotations

import pytest

from pincite.indexes.records import Filters
from pincite.matters.matter import Matter
from pincite.model.document import DocumentState
from pincite.search.profiles import CASE


@pytest.mark.parametrize(
    "question", ["parties", "Document Name", "effective date", "who are the parties?", "title"]
)
def test_what_an_opening_tells_is_found_there_in_every_file(matter: Matter, question: str) -> None:
    read = [one for one in matter.store.documents.all() if one.state is DocumentState.READ]
    for document in read:
        found = matter.search_index.find(question, CASE, filters=Filters(documents=(document.id,)))
        table = matter.search_index.engine().indexed.table
        assert "opening" in found.stages
        assert 0 in [table.place(row)[1] for row in found.rows[:3]], document.name


@pytest.mark.parametrize(
    "question",
    [
        "expiration date", "may the parties terminate early", "agreement", "", "date of the accident",
        "limitation of liability", "aðilar", "\x00", "👩‍⚖️ שלום",
    ],
)  # fmt: skip
def test_another_question_is_not_drawn_to_the_beginning(matter: Matter, question: str) -> None:
    assert "opening" not in matter.search_index.find(question, CASE).stages


def test_no_file_is_opened_that_the_filters_keep_out(matter: Matter) -> None:
    document = next(one for one in matter.store.documents.all() if one.state is DocumentState.READ)
    found = matter.search_index.find("parties", CASE, filters=Filters(documents=(document.id,)))
    table = matter.search_index.engine().indexed.table
    assert {table.facets(row).document for row in found.rows} == {document.id}


def test_without_a_filter_the_files_that_speak_of_it_are_opened(matter: Matter) -> None:
    found = matter.search_index.find("parties to the agreement", CASE)
    table = matter.search_index.engine().indexed.table
    assert "opening" in found.stages
    assert table.place(found.rows[0])[1] == 0
