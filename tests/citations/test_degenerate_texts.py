"""Texts of one sign or word over and over: a scan gone wrong, or somebody trying. Each is read in a
time that grows with its length and no faster."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from growth import assert_linear
from pincite import library
from pincite.library import Library
from pincite.model.layout import PageLayout, PlacedLine
from pincite.model.placing import Placing
from pincite.model.provenance import Mark
from pincite.settings import Settings

UNITS = (
    "§", "§ ", "§ 5\n\n", "Id. ", "Id.\n\n", "art. ", "(", "[", "a v. ", "A v. B, ", "1 U.S. 1 ",
    "section ", "section 5 of ", "7", "7 ", "“", "“a” ", "a", "Act ", "gr. ", "mgr. ",
    "1. mgr. 5. gr. ",
)  # fmt: skip


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("degenerate")
    opened = library.create(folder / "law", settings=Settings(workers=1, jurisdiction="us"))
    opened.citations.find(_written(folder / "warm.txt", "See § 5 of the Lamp Act."))
    return opened


@pytest.mark.parametrize("unit", UNITS, ids=repr)
def test_the_citations_of_one_word_over_and_over_take_linear_time(
    law: Library, tmp_path: Path, unit: str
) -> None:
    def work(size: int) -> Callable[[], object]:
        file = _written(tmp_path / f"{size}.txt", unit * (size // len(unit)))
        return lambda: law.citations.find(file)

    assert_linear(work, 4_000, 16_000)


@pytest.mark.parametrize("lines", ["one line", "many lines"])
def test_where_each_of_many_words_stands_takes_linear_time(lines: str) -> None:
    def work(size: int) -> Callable[[], object]:
        text = "§ " * size
        ends = [len(text)] if lines == "one line" else range(2, len(text) + 1, 2)
        starts = [0, *ends][:-1]
        placed = [
            PlacedLine(start, end, str(number), 0.0, 0.0, ())
            for number, (start, end) in enumerate(zip(starts, ends, strict=True), 1)
        ]
        page = PageLayout(0, "", 0.0, 0.0, "Native", None, "", tuple(placed))
        numbered = [
            Mark(start, end, "1", note=False) for start, end in zip(starts, ends, strict=True)
        ]

        def places() -> None:
            placing = Placing([page], text, starts, numbered)
            for at in range(0, len(text), 2):
                placing.place(at, at + 1)

        return places

    assert_linear(work, *((20_000, 80_000) if lines == "one line" else (1_000, 4_000)))


def test_a_row_of_section_signs_before_a_number_is_read_as_before(
    law: Library, tmp_path: Path
) -> None:
    words = "42 U.S.C. §§ 1983, 1985; §§§ 7; 42 U.S.C. §§§ 1986; §§§§ 5"
    found = law.citations.find(_written(tmp_path / "row.txt", words))
    assert [one.words for one in found] == [
        "42 U.S.C. §§ 1983", "1985", "§§", "§ 7", "§§", "§ 1986", "§§", "§§ 5",
    ]  # fmt: skip


def _written(file: Path, text: str) -> Path:
    file.write_text(text, encoding="utf-8")
    return file
