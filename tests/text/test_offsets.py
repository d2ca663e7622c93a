from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.text import OffsetMap, canonicalize
from text.test_canonical import TEXT


@pytest.mark.req("V1")
@settings(max_examples=600)
@given(TEXT)
def test_the_map_holds_the_canonical_text(raw: str) -> None:
    assert OffsetMap.of(raw).canonical == canonicalize(raw)


@pytest.mark.req("V1")
@settings(max_examples=400)
@given(TEXT, st.data())
def test_a_canonical_span_leads_back_to_raw_text_that_canonicalizes_to_it(
    raw: str, data: st.DataObject
) -> None:
    mapped = OffsetMap.of(raw)
    text = mapped.canonical
    if not text:
        return
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    raw_start, raw_end = mapped.to_raw(start, end)
    assert 0 <= raw_start < raw_end <= len(raw)
    assert text[start:end].strip() in canonicalize(raw[raw_start:raw_end])
    # Going back never loses a character of the span.
    back = mapped.to_canonical(raw_start, raw_end)
    assert back[0] <= start
    assert end <= back[1]


def test_a_quote_is_found_in_the_raw_text_under_decomposed_letters_and_spaces() -> None:
    raw = "  Lo\u0308g\u00a0\u00a0nr. 33/1944,\n\t65. gr.  "
    mapped = OffsetMap.of(raw)
    assert mapped.canonical == "Lög nr. 33/1944, 65. gr."
    start = mapped.canonical.index("Lög nr.")
    assert raw[slice(*mapped.to_raw(start, start + 7))] == "Lo\u0308g\u00a0\u00a0nr."
    assert raw[slice(*mapped.to_raw(17, 24))] == "65. gr."


def test_a_span_outside_the_text_is_an_error() -> None:
    with pytest.raises(IndexError):
        OffsetMap.of("abc").to_raw(1, 9)
