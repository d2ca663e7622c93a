"""What of a passage can be quoted by itself."""

from __future__ import annotations

from pincite.answer.records import QuotableSource, SourcePin, SourceRole
from pincite.answer.stretches import LONGEST, stretches


def source(text: str, *pins: tuple[str, int, bool]) -> QuotableSource:
    """Each pin is words of the text, its depth, and whether it is a note; the first holds all."""
    placed = [SourcePin(0, 0, len(text), "u", "l", 0)]
    for words, depth, note in pins:
        at = text.index(words)
        placed.append(SourcePin(at, at, at + len(words), f"u:{at}", f"l{at}", depth, note))
    return QuotableSource("S1", SourceRole.RULE, 1, "d", "c", "u", "l", "t", text, 0, len(text), "h",
                  pins=tuple(placed))  # fmt: skip


def quoted(one: QuotableSource) -> list[str]:
    return [one.text[slice(*each.span)] for each in stretches(one)]


def test_an_item_comes_with_the_words_that_lead_into_it() -> None:
    law = source("An owner must\u2014 (a) keep it dry; (b) keep it warm.",
                 ("(a) keep it dry;", 1, False), ("(b) keep it warm.", 1, False))  # fmt: skip
    found = list(stretches(law))
    assert quoted(law) == ["(a) keep it dry;", "(b) keep it warm."]
    assert {law.text[slice(*one.lead)] for one in found if one.lead} == {"An owner must\u2014"}
    assert {law.text[slice(*one.whole)] for one in found if one.whole} == {law.text}


def test_words_that_lead_into_notes_alone_lead_into_nothing() -> None:
    law = source("The rate is as follows: 1 Act 5 of 1990. 2 Act 6 of 1991.",
                 ("1 Act 5 of 1990.", 1, True), ("2 Act 6 of 1991.", 1, True))  # fmt: skip
    assert quoted(law) == ["The rate is as follows:"]


def test_a_long_sentence_is_cut_between_clauses_and_never_before_a_negation() -> None:
    law = source(("the owner shall not do this, " * 60).strip())
    for words in quoted(law):
        assert len(words) <= LONGEST
        assert not words.endswith("shall")
        assert not words.startswith("not")
