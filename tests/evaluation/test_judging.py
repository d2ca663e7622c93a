"""When an answer answers: the first point holds a marked span, and every condition is shown."""

from __future__ import annotations

import pytest

from evaluation.cited import ACT, quoted, reply
from pincite.evaluation.judging import Outcome, flat, judged
from pincite.evaluation.marked import MarkedPlace, MarkedQuestion
from pincite.evaluation.sets import GradedQuestion

RULE = MarkedPlace(f"{ACT}:4", "within thirty days")
LIMIT = MarkedPlace(f"{ACT}:4", "unless the Minister agrees")
BAD = MarkedPlace("urn:lex:xm:act-2", "within ninety days")
RIGHT = quoted(1, "The fee is due within thirty days, unless the Minister agrees.")
BARE = quoted(1, "The fee is due within thirty days.")
OTHER = quoted(2, "A fee may be charged.", f"{ACT}:9")


def line(*, unanswerable: bool = False, misleading: tuple[MarkedPlace, ...] = ()) -> MarkedQuestion:
    question = GradedQuestion(
        "1", "how-long", "When?", expects="refuse" if unanswerable else "answer"
    )
    return MarkedQuestion(question, spans=(RULE,), conditions=(LIMIT,), misleading=misleading)


def test_span_in_the_first_point_with_its_condition_answers_in_full() -> None:
    assert judged(reply([RIGHT], [OTHER]), line()) is Outcome.IN_FULL


def test_condition_may_be_shown_by_another_point() -> None:
    limit = quoted(3, "This applies unless the Minister agrees.")
    assert judged(reply([BARE], [limit]), line()) is Outcome.IN_FULL


def test_missing_condition_answers_only_partly() -> None:
    assert judged(reply([BARE]), line()) is Outcome.PARTLY


def test_span_behind_the_first_point_answers_only_partly() -> None:
    assert judged(reply([OTHER], [RIGHT]), line()) is Outcome.PARTLY


def test_what_shows_no_span_is_off_the_point() -> None:
    assert judged(reply([OTHER]), line()) is Outcome.OFF


def test_the_same_words_of_another_law_do_not_answer() -> None:
    elsewhere = quoted(1, RIGHT.quote, "urn:lex:xm:act-2:4", document="urn:lex:xm:act-2")
    assert judged(reply([elsewhere]), line()) is Outcome.OFF


def test_a_section_whose_number_begins_alike_is_another() -> None:
    assert judged(reply([quoted(1, RIGHT.quote, f"{ACT}:41")]), line()) is Outcome.OFF


@pytest.mark.parametrize("urn", [ACT, f"{ACT}:4", f"{ACT}:4:2"])
def test_a_mark_is_found_in_what_is_cited_above_or_below_it(urn: str) -> None:
    assert judged(reply([quoted(1, RIGHT.quote, urn)]), line()) is Outcome.IN_FULL


def test_span_may_run_on_from_one_quote_of_a_point_into_the_next() -> None:
    first = quoted(1, "The fee is due within")
    second = quoted(2, "thirty days, unless the Minister agrees.")
    assert judged(reply([first, second]), line()) is Outcome.IN_FULL
    assert judged(reply([first], [second]), line()) is Outcome.PARTLY


def test_first_point_from_a_misleading_place_is_wrong() -> None:
    bad = quoted(
        3, "It is due within ninety days.", "urn:lex:xm:act-2:1", document="urn:lex:xm:act-2"
    )
    asked = line(misleading=(BAD,))
    assert judged(reply([bad], [RIGHT]), asked) is Outcome.WRONG
    assert judged(reply([RIGHT], [bad]), asked) is Outcome.IN_FULL
    assert judged(reply([bad]), line()) is Outcome.OFF


def test_a_whole_provision_may_mislead() -> None:
    asked = line(misleading=(MarkedPlace(f"{ACT}:9"),))
    assert judged(reply([OTHER]), asked) is Outcome.WRONG
    assert judged(reply([quoted(1, "Another rule.", f"{ACT}:10")]), asked) is Outcome.OFF


def test_refusals_are_told_from_answers() -> None:
    assert judged(reply(), line()) is Outcome.REFUSED
    assert judged(reply(), line(unanswerable=True)) is Outcome.REFUSED
    assert judged(reply([RIGHT]), line(unanswerable=True)) is Outcome.ANSWERED


def test_a_file_is_known_by_its_id() -> None:
    marked = MarkedQuestion(GradedQuestion("1", "", "?"), spans=(MarkedPlace("doc-7", "the rent"),))
    quote = quoted(1, "It is the rent.", "", document="doc-7")
    assert judged(reply([quote]), marked) is Outcome.IN_FULL
    assert judged(reply([quoted(1, "the rent", "", document="doc-8")]), marked) is Outcome.OFF


def test_case_spaces_and_the_shape_of_marks_make_no_difference() -> None:
    assert flat("The  “Owner’s” share—\n10–20") == flat('the "owner\'s" share- 10-20')
    assert flat("de\u00adposit") == "deposit"
