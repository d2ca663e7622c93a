"""What is read of files is quoted so that it can be read alone, and a name that no file mentions is
said to be the reason."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from answer.test_reading import points
from pincite.answer.extractive import readable
from pincite.answer.reading import ReadUnit
from pincite.answer.records import QuotableSource, QuoteSpan, SourceRole
from pincite.answer.units import AnswerUnit
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
ITEM = """seek or take part in the placing of any proposal before the owners of the company with a view
to {}, whether alone or with others, and whether by letter, by notice or in a meeting, and whether
or not the board has asked for it or has been told of it in time;"""
AIMS = (
    "the calling of a meeting", "the removal of a director", "the change of its name",
    "the sale of its ships", "the closing of its yard", "the letting of its land",
    "the choice of its auditor", "the payment of a dividend",
)  # fmt: skip
FORBIDS = (
    "Until the end of the year 2026, each of the investors agrees that it shall not, and that "
    "none of its members shall:"
)
SELL = (
    "sell or offer to sell any shares of the company to a person who would then own five per cent"
)


def standstill() -> str:
    items = [*(ITEM.format(aim).replace("\n", " ") for aim in AIMS), f"{SELL} of the shares;"]
    listed = "\n\n".join(f"({'abcdefghi'[at]}) {item}" for at, item in enumerate(items))
    return f"STANDSTILL AGREEMENT\n\n2. {FORBIDS}\n\n{listed}\n\n3. The company pays its costs.\n"


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("read-files")
    files = folder / "files"
    files.mkdir()
    (files / "testimony.txt").write_text(TESTIMONY, encoding="utf-8")
    (files / "claim.txt").write_text(CLAIM, encoding="utf-8")
    (files / "standstill.txt").write_text(standstill(), encoding="utf-8")
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


def test_an_item_is_quoted_with_what_forbids_it_pages_before(read: Library) -> None:
    reply = read.ask(
        "May an investor sell shares to someone who would own five per cent?",
        document="standstill.txt",
    )
    assert reply.answer is not None
    lead, item, *_ = points(reply)[0]
    assert lead == FORBIDS
    assert SELL in item
    [first, second, *_] = reply.answer.citations
    assert first.document == second.document


def unit_of(before: str, text: str) -> ReadUnit:
    source = QuotableSource(
        "S1", SourceRole.RULE, 1, "a.txt", "c", "", "a.txt", "a.txt", text, 9, 9 + len(text), "h",
        before=before,
    )  # fmt: skip
    return ReadUnit(1.0, source, AnswerUnit(QuoteSpan(0, len(text))))


def test_a_fragment_is_left_out_where_anything_can_be_read_alone() -> None:
    item = unit_of("may buy ships; (b) ", "sell any of its shares to a stranger;")
    rule = unit_of("are due. ", "The company pays for the whole of this.")
    assert readable([item, rule]) == (rule,)
    assert readable([item]) == (item,)
