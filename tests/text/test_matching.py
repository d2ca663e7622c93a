from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text import MatchingForm, canonicalize, find_quote
from text.test_canonical import TEXT


@pytest.mark.req("U5")
@pytest.mark.parametrize(
    ("source", "quote"),
    [
        ("the con\u00adtract is void", "contract is"),
        ("the contract is void", "con\u00adtract"),
        ("a certi\ufb01cate of of\ufb01ce", "certificate of office"),
        ("zero\u200bwidth \ufefftext", "zerowidth text"),
        ("two\u00a0 words", "two words"),
        ("a “Party” and its parties’ heirs", '"Party" and its parties\' heirs'),
        ("„Samningur“ þessi", '"Samningur" þessi'),
        ("the agree- ment is void", "the agreement is void"),
        ("a well- known rule", "a well-known rule"),
        ("a well- known agree- ment", "well-known agreement"),
        ("this agreement is", "this agree- ment is"),
        ("in 1990- 1995 only", "1990-1995"),
        ("non‑exclusive right", "non-exclusive"),
        ("‘‘maintenance’’ means", '"maintenance" means'),
        ("in 1990–1995 — and − 5 —", "1990-1995 - and - 5"),
    ],
)
def test_what_extraction_spells_apart_is_found(source: str, quote: str) -> None:
    text = canonicalize(source)
    spans = list(find_quote(quote, text))
    assert len(spans) == 1
    start, end = spans[0]
    # What is marked is all of the quote's words and no more.
    assert MatchingForm.of(text[start:end]).text == MatchingForm.of(canonicalize(quote)).text


@pytest.mark.parametrize("quote", ["shall", "may not", "section 13", "Tenant", ""])
def test_no_word_number_or_case_is_forgiven(quote: str) -> None:
    assert list(find_quote(quote, "the tenant may enter under section 12")) == []


@pytest.mark.parametrize(
    ("source", "quote"),
    [
        ("they shall re-sign it", "shall resign it"),
        ("they shall resign it", "shall re-sign it"),
        ("in 1990- 1995 only", "in 19901995 only"),
        ("pages 3-4", "pages 34"),
        ("5′ 6″", "5' 6\""),
    ],
)
def test_a_hyphen_that_is_printed_within_a_line_is_never_forgiven(source: str, quote: str) -> None:
    assert list(find_quote(quote, source)) == []


@pytest.mark.req("U6")
def test_a_place_where_the_line_breaks_counts_like_any_other() -> None:
    text = "this agreement; this agree- ment"
    assert [text[a:b] for a, b in find_quote("this agreement", text)] == [
        "this agreement",
        "this agree- ment",
    ]


@pytest.mark.req("U6")
def test_identical_text_is_found_at_every_place() -> None:
    assert list(find_quote("as is", "as is, as is; AS IS as is")) == [(0, 5), (7, 12), (20, 25)]


@given(TEXT, st.data())
def test_every_slice_of_a_text_is_found_in_it(raw: str, data: st.DataObject) -> None:
    text = canonicalize(raw)
    if not text:
        return
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    needle = canonicalize(text[start:end])
    if needle:
        assert any(text[a:b] == needle for a, b in find_quote(needle, text))
