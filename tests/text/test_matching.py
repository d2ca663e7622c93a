from __future__ import annotations

import pytest
from hypothesis import given

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


@pytest.mark.req("U5")
@pytest.mark.parametrize(
    ("source", "quote"),
    [
        ("a fee of 1,680 crowns", "680 crowns"),
        ("a fee of 1,680 crowns", "a fee of 1"),
        ("gjald er 1.680 krónur", "680 krónur"),
        ("within 121 days", "21 days"),
        ("within twenty-one days", "one days"),
        ("within one hundred and twenty days", "twenty days"),
        ("innan tuttugu og eins dags", "eins dags"),
        ("interest of 2.5 % a year", "5 % a year"),
        ("a fine of 5 million crowns", "a fine of 5"),
        ("the tenant is unable to pay", "able to pay"),
        ("the deposit is non- refundable", "refundable"),
        ("under section 12", "under sec"),
    ],
)
def test_a_quote_that_is_cut_out_of_a_word_or_a_number_is_not_found(
    source: str, quote: str
) -> None:
    assert list(find_quote(quote, source)) == []


def test_a_quote_is_found_where_it_stands_whole_beside_a_place_where_it_does_not() -> None:
    text = "a fee of 1,680 crowns, or of 680 crowns; (680 crowns) “680 crowns”"
    assert [a for a, _ in find_quote("680 crowns", text)] == [29, 42, 55]


@given(TEXT, TEXT, TEXT)
def test_any_words_that_signs_set_off_are_found(before: str, raw: str, after: str) -> None:
    quote = canonicalize(raw)
    text = canonicalize(f"{before} ; {quote} ; {after}")
    if quote:
        assert any(text[a:b] == quote for a, b in find_quote(quote, text))
