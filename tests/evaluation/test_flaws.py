"""Quotes that end before their exception, that repeat another, and that cannot be read alone."""

from __future__ import annotations

import pytest

from evaluation.cited import answered, of_text, quoted
from pincite.answer.reply import AnswerCitation
from pincite.evaluation.flaws import (
    Around,
    Flaws,
    duplicates,
    ends_before_exception,
    flaws,
    is_fragment,
)


def around(text: str) -> Around:
    def read(_quote: AnswerCitation, start: int, end: int) -> str:
        return text[start:end]

    return read


RULE = "An owner may enter the dwelling at noon"


@pytest.mark.parametrize(
    "rest",
    [
        ", except on a Sunday.", " unless the tenant objects.", ": Provided that notice is given.",
        "; but not without notice.", ". However, notice must be given.", " (save on a Sunday).",
        ", subject to section 4.", " nema á sunnudögum.", ". Þó skal tilkynna það.",
    ],
)  # fmt: skip
def test_quote_that_stops_short_of_a_limit_is_seen(rest: str) -> None:
    text = RULE + rest
    quote = of_text(1, RULE, text)
    assert ends_before_exception(quote, [quote], around(text))


@pytest.mark.parametrize(
    "rest",
    [
        ".", "", ". The tenant may object.", ". (2) Subject to section 4, no fee is due.",
        ". Except as this Act says, no fee is due.", ", exceptionally.", ". Saved sums are kept.", " with the tenant’s consent.",
    ],
)  # fmt: skip
def test_quote_that_nothing_limits_is_whole(rest: str) -> None:
    text = RULE + rest
    quote = of_text(1, RULE, text)
    assert not ends_before_exception(quote, [quote], around(text))


def test_exception_that_another_quote_shows_is_not_missing() -> None:
    text = f"{RULE}, except on a Sunday."
    rule, limit = of_text(1, RULE, text), of_text(2, "except on a Sunday.", text)
    assert not ends_before_exception(rule, [rule, limit], around(text))


def test_quote_within_another_repeats_it() -> None:
    whole, part = quoted(1, "The rent is due on the first day."), quoted(2, "the rent is due")
    assert duplicates(whole, part)
    assert duplicates(part, whole)
    assert not duplicates(
        quoted(1, "The rent is due."), quoted(2, "The deposit is kept.", start=90)
    )


def test_part_of_a_word_is_no_repetition() -> None:
    assert not duplicates(quoted(1, "no rent"), quoted(2, "is no rental", start=90, document="x"))


def test_quotes_that_share_more_than_half_repeat_each_other() -> None:
    text = "one two three four five six seven eight nine ten"
    first, most = (
        of_text(1, "one two three four five six", text),
        of_text(2, "three four five six seven", text),
    )
    little = of_text(3, "six seven eight nine ten", text)
    assert duplicates(first, most)
    assert not duplicates(first, little)


LIST = "12. Entry The owner may enter— (a) after giving a day of notice; (b) in an emergency of any kind."


def test_quote_of_fewer_than_four_words_is_a_fragment() -> None:
    text = "Nil. The fee is ten crowns."
    assert is_fragment(of_text(1, "ten crowns.", text), [], [], around(text))
    assert not is_fragment(of_text(1, "The fee is ten crowns.", text), [], [], around(text))


def test_item_without_its_lead_in_is_a_fragment() -> None:
    item = of_text(2, "after giving a day of notice", LIST)
    lead = of_text(1, "The owner may enter—", LIST)
    assert is_fragment(item, [], [], around(LIST))
    assert not is_fragment(item, [lead], [], around(LIST))
    labelled = of_text(2, "(b) in an emergency of any kind.", LIST)
    assert is_fragment(labelled, [], [], around(LIST))


def test_closed_sentence_is_no_lead_in() -> None:
    text = f"The fee is ten crowns. {LIST}"
    closed = of_text(1, "The fee is ten crowns.", text)
    assert is_fragment(of_text(2, "after giving a day of notice", text), [closed], [], around(text))


def test_lead_in_with_nothing_behind_it_is_a_fragment() -> None:
    lead = of_text(1, "The owner may enter—", LIST)
    item = of_text(2, "after giving a day of notice", LIST)
    assert is_fragment(lead, [], [], around(LIST))
    assert not is_fragment(lead, [], [item], around(LIST))


def test_short_lead_in_with_its_item_is_no_fragment() -> None:
    text = "Dogs No one may— (a) leave a dog alone in a car."
    lead, item = of_text(1, "No one may—", text), of_text(2, "leave a dog alone in a car.", text)
    assert not is_fragment(lead, [], [item], around(text))
    assert is_fragment(lead, [], [], around(text))


def test_sentence_in_lower_case_is_no_fragment() -> None:
    text = "we keep your data. we never sell it to anyone."
    assert not is_fragment(of_text(1, "we keep your data.", text), [], [], around(text))
    assert not is_fragment(of_text(1, "we never sell it to anyone.", text), [], [], around(text))


def test_flaws_of_an_answer_are_counted() -> None:
    text = f"{RULE}, except on a Sunday. {LIST}"
    rule, item = of_text(1, RULE, text), of_text(2, "after giving a day of notice", text)
    again = of_text(3, "may enter the dwelling at noon", text)
    found = flaws(answered([rule], [item], [again]), around(text))
    assert found == Flaws(quotes=3, before_exception=2, duplicates=1, fragments=2)
