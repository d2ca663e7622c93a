from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.text import canonicalize

# Every character of Unicode, surrogates left out, with the troublesome kinds drawn more often.
ANY = st.text(alphabet=st.characters(exclude_categories=["Cs"]))
TROUBLE = st.text(
    alphabet=st.one_of(
        st.characters(categories=["Mn", "Mc", "Me"]),
        st.characters(categories=["Zs", "Zl", "Zp", "Cc", "Cf"]),
        st.characters(min_codepoint=0x1100, max_codepoint=0x11FF),
        st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3),
        st.sampled_from("aeiouAEIOU þðæö§"),
    )
)
TEXT = st.one_of(ANY, TROUBLE)
UNICODE_SPACES = [
    chr(point) for point in range(0x110000) if unicodedata.category(chr(point)) == "Zs"
]


def as_specified(text: str) -> str:
    """verified-answers.md, section 1, word for word."""
    text = unicodedata.normalize("NFC", text)
    for space in UNICODE_SPACES:
        text = text.replace(space, " ")
    text = re.sub(r"\s+", " ", text)
    return text.strip()


@pytest.mark.req("V1")
@settings(max_examples=600)
@given(TEXT)
def test_canonical_form_is_exactly_the_specified_one(text: str) -> None:
    assert canonicalize(text) == as_specified(text)


@pytest.mark.req("V1")
@settings(max_examples=400)
@given(TEXT)
def test_canonicalizing_twice_changes_nothing(text: str) -> None:
    once = canonicalize(text)
    assert canonicalize(once) == once


@settings(max_examples=200)
@given(TEXT, TEXT)
def test_pieces_joined_by_a_space_are_canonical(left: str, right: str) -> None:
    """The builder joins canonical pieces; the whole must be canonical without another look."""
    pieces = [piece for piece in (canonicalize(left), canonicalize(right)) if piece]
    joined = " ".join(pieces)
    assert canonicalize(joined) == joined


@pytest.mark.req("V1")
def test_icelandic_characters_case_and_punctuation_are_preserved() -> None:
    assert canonicalize(" Þjófnaður,\u00a0ÆÐI — 1. gr.\n„ö“ ") == "Þjófnaður, ÆÐI — 1. gr. „ö“"


def test_soft_hyphens_ligatures_and_zero_width_characters_are_stored_as_they_are() -> None:
    text = "con\u00adtract of\ufb01ce zero\u200bwidth"
    assert canonicalize(text) == text


@pytest.mark.parametrize("repeats", [33, 1000, 40_000])
def test_long_runs_of_combining_marks_are_ordered_as_unicode_says(repeats: int) -> None:
    text = "x" * 2100 + "a" + "\u0301\u0316\u0344\u05b0" * repeats
    if repeats <= 1000:
        assert canonicalize(text) == unicodedata.normalize("NFC", text)
    # Insertion sort would take minutes at the last size.
    assert canonicalize(canonicalize(text)) == canonicalize(text)
