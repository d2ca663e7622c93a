"""Law that was just loaded, beside law that is encoded: it is found, by its words and by the tables
that need no network, and what it does not have yet does not count against it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pincite.indexes.ranked import RankedRows
from pincite.library import Library
from pincite.search.fuse import Listed, fuse
from pincite.settings import Settings
from search.bundled_law import bundled_law

UNIQUE = "quandlewock"
URN = "urn:lex:xm:act-2031-7"
LEAVE = "urn:lex:xm:act-2032-3"


@pytest.fixture(scope="module")
def encoded(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The bundled law, all of it encoded, and an act about leave of which one phrase is amended."""
    root = tmp_path_factory.mktemp("half")
    settings = Settings(library=root / "law", models=root / "no-models", workers=1)
    opened = bundled_law(root / "law", root / "no-models", settings)
    _load(opened, root, "leave-2032", _leave("ten"), "2022-01-01")
    assert opened.search_index.encode() == 1.0
    assert not opened.search("who pays for repairs of a dwelling").degraded
    _load(opened, root, "leave-2033", _leave("fourteen"), "2023-01-01")
    _load(opened, root, "new-2031", _unique(), "2021-01-01")
    return opened


def _load(opened: Library, root: Path, tag: str, text: str, day: str) -> None:
    path = root / f"{tag}.txt"
    path.write_text(text.replace("DAY", day), encoding="utf-8")
    opened.ingest(path, reader_name="plain", version=tag, collection=text.splitlines()[2])


def _unique() -> str:
    """A word that stands in each of its eight sections and nowhere else."""
    does = ("keep", "clean", "count", "insure", "register", "mark", "inspect", "store")
    sections = (
        f"{at}. {verb.title()}ing\n\nThe owner of a {UNIQUE} shall {verb} the {UNIQUE} in the"
        " month of March.\n"
        for at, verb in enumerate(does, 1)
    )
    head = f"---\ntitle: Owners Act\nurn: {URN}\nnumber: 7\nyear: 2031\ndate: DAY\n---\n"
    return head + "\n".join(sections)


def _leave(days: str) -> str:
    return (
        f"---\ntitle: Workers Act\nurn: {LEAVE}\nnumber: 3\nyear: 2032\ndate: DAY\n---\n"
        "1. Wages\n\nAn employer shall pay wages on the last working day of each month.\n\n"
        "2. Sick leave\n\nA worker who is ill is entitled to "
        f"{days} days of sick leave with full pay in each year.\n\n"
        "3. Uniforms\n\nAn employer who requires a uniform shall provide it free of charge.\n\n"
        "4. Rest\n\nA worker is entitled to a rest of thirty minutes after five hours of work.\n"
    )


@pytest.mark.req("C5")
def test_a_word_that_only_new_law_holds_leads_to_it(encoded: Library) -> None:
    found = encoded.search(UNIQUE)
    assert any("of the passages are encoded" in one for one in found.degraded)
    assert [hit.law and hit.law.urn.startswith(URN) for hit in found.results[:8]] == [True] * 8


def test_a_question_about_new_law_is_answered_from_it(encoded: Library) -> None:
    reply = encoded.ask(f"In which month shall the owner insure a {UNIQUE}?")
    assert reply.answer is not None, reply.refusal
    assert {one.urn.rpartition(":")[0] for one in reply.answer.citations} == {URN}
    assert "March" in reply.answer.text("en")


@pytest.mark.parametrize(
    "question",
    [
        "How many days of sick leave is a worker entitled to in a year?",
        "can I take paid time off when I am ill",
    ],
)
def test_a_section_of_which_a_phrase_was_amended_still_answers(
    encoded: Library, question: str
) -> None:
    found = encoded.search(question)
    assert found.results[0].law is not None
    assert found.results[0].law.unit_urn == f"{LEAVE}:2"
    assert "fourteen days" in found.results[0].text


def test_the_answer_is_the_amended_one(encoded: Library) -> None:
    reply = encoded.ask("How many days of sick leave is a worker entitled to in a year?")
    assert reply.answer is not None, reply.refusal
    assert "fourteen days" in reply.answer.text("en")


def listed(name: str, weight: float, *rows: int, lacking: tuple[int, ...] = ()) -> Listed:
    found = RankedRows(np.array(rows, np.int64), np.linspace(1, 0.5, len(rows), dtype=np.float32))
    return Listed(name, weight, found, (lambda all_: np.isin(all_, lacking)) if lacking else None)


def test_a_list_that_a_row_could_not_be_in_does_not_count_against_it() -> None:
    words = listed("words", 1.0, 7, 3)
    assert fuse([words, listed("dense", 2.0, 3, 5)], "rrf", 20).rows.tolist() == [3, 5, 7]
    lists = [words, listed("dense", 2.0, 3, 5, lacking=(7,))]
    found = fuse(lists, "rrf", 20)
    assert found.rows.tolist() == [7, 3, 5]
    assert found.scores[0] == pytest.approx(3 / 21)


def test_a_list_that_every_row_could_be_in_counts_as_ever() -> None:
    lists = [listed("words", 1.0, 7, 3), listed("dense", 2.0, 3, 5)]
    whole = [lists[0], lists[1]._replace(lacks=lambda rows: np.zeros(len(rows), bool))]
    one, other = fuse(lists, "rrf", 20), fuse(whole, "rrf", 20)
    assert one.rows.tolist() == other.rows.tolist()
    assert one.scores.tolist() == other.scores.tolist()
