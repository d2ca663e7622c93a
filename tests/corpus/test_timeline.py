from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.corpus.timeline import ValidityClaim, timeline

DAY = date(2020, 1, 1)


def day(number: int) -> date:
    return DAY + timedelta(days=number)


CLAIMS = st.lists(
    st.builds(
        ValidityClaim,
        start=st.integers(0, 20).map(day),
        end=st.none() | st.integers(21, 40).map(day),
        key=st.none() | st.sampled_from("abc"),
        order=st.integers(0, 5),
    ),
    max_size=12,
    unique_by=lambda claim: (claim.start, claim.order),
)


@pytest.mark.req("S10")
@given(CLAIMS, st.randoms())
def test_spans_never_overlap_and_do_not_depend_on_order(claims, random) -> None:
    spans = timeline(claims)
    shuffled = list(claims)
    random.shuffle(shuffled)
    assert timeline(shuffled) == spans
    for left, right in pairwise(spans):
        assert left.validity.end is not None
        assert left.validity.end <= right.validity.start


@given(CLAIMS)
def test_on_any_day_the_last_claim_made_by_then_decides(claims) -> None:
    spans = timeline(claims)
    for number in range(45):
        today = day(number)
        begun = [claim for claim in claims if claim.start <= today]
        last = max(begun, key=lambda claim: (claim.start, claim.order), default=None)
        expected = None
        if last is not None and (last.end is None or today < last.end):
            expected = last.key
        found = [span.key for span in spans if span.validity.covers(today)]
        assert found == ([expected] if expected is not None else [])


def test_the_same_text_in_two_editions_is_one_span() -> None:
    spans = timeline([ValidityClaim(day(0), None, "a", 1), ValidityClaim(day(9), None, "a", 2)])
    assert [(span.validity.start, span.validity.end) for span in spans] == [(day(0), None)]
