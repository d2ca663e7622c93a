"""What is read of files is quoted so that it can be read alone, and a name that no file mentions is
said to be the reason."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from answer.test_reading import points
from pincite.library import Library
from pincite.matters import Matters
from pincite.settings import Settings

TESTIMONY = """EXAMINATION BY MS BIRCH

Q. Did you report the entry to anyone?

A. I wrote to the landlord on 5 February. They did not answer.

Q. Was there anything wrong in the flat at that time?

A. Nothing. The boiler had been mended.
"""
CLAIM = """COUNT ONE: DEPOSIT IN EXCESS OF THE MAXIMUM

1. The lease required a deposit of 1,680 crowns.

2. The deposit was paid on 22 April 2024.
"""


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("read-files")
    files = folder / "files"
    files.mkdir()
    (files / "testimony.txt").write_text(TESTIMONY, encoding="utf-8")
    (files / "claim.txt").write_text(CLAIM, encoding="utf-8")
    every = Matters(folder / "matters", settings=Settings(models=folder / "no", workers=1))
    every.create("Hart")
    with every.open("hart") as matter:
        matter.read_files(files)
        matter.search_index.index()
        matter.search_index.encode()
        yield matter


def test_a_question_to_a_witness_is_quoted_with_its_answer(read: Library) -> None:
    first = points(read.ask("Did she report the entry to anyone?"))[0]
    assert any("I wrote to the landlord on 5 February." in quote for quote in first)


def test_a_heading_in_capitals_is_no_point(read: Library) -> None:
    every = points(read.ask("How much was the deposit?"))
    assert "1,680 crowns" in every[0][0]
    assert not any(quote.isupper() for point in every for quote in point)


def test_a_name_that_nothing_mentions_is_the_reason(read: Library) -> None:
    reply = read.ask("What did Mr Boyd testify about the fire?")
    assert reply.refusal is not None
    assert "Boyd" in reply.refusal.reason
