from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.text import canonicalize
from pincite.text.sentences import cut

PROSE = st.text(alphabet="abc ABC.;:…,()“”'—9", max_size=600)


@settings(max_examples=300)
@given(PROSE, st.integers(5, 80))
def test_cuts_lose_nothing_and_keep_to_the_limit(raw: str, limit: int) -> None:
    text = canonicalize(raw)
    spans = list(cut(text, 0, len(text), limit))
    assert "".join(text[a:b] for a, b in spans).replace(" ", "") == text.replace(" ", "")
    assert all(0 < b - a <= limit for a, b in spans)
    assert all(text[a:b] == text[a:b].strip() for a, b in spans)


def test_a_cut_falls_after_a_sentence_not_after_an_abbreviation() -> None:
    text = (
        "The court so held in Roe v. Wade long ago. The tenant may appeal under nr. 33 of the list."
    )
    first, *_ = [text[a:b] for a, b in cut(text, 0, len(text), 60)]
    assert first == "The court so held in Roe v. Wade long ago."
