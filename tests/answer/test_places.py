"""Where a quote stands: at the place that is cited, though its words stand elsewhere too; and any
stretch of whole words passes as it is, and no other way."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from answer.outcomes import assert_sound, stored_words
from answer.sources import FIRST, SECOND, draft, source
from pincite.answer.compose import compose
from pincite.answer.locate import locate
from pincite.answer.ports import Brief
from pincite.answer.records import AnswerDraft, DraftCitation, DraftFault, SourcePin
from pincite.answer.validate import ValidationRules, validate
from pincite.library import Library

NEGATIONS = frozenset(("not", "no", "never", "without", "nor", "ekki", "án", "enginn"))
WORDS = [
    *NEGATIONS, "owner", "the", "may", "rent,", "“tenant”", "(a)", "leigjandi", "þriggja", "ss",
    "1,000", "section", "12A", "fee;", "must—", "non-refundable", "15–17", "that:", "month.",
    "Provided", "“no”", "tenants’", "o’clock", "Regis\u00adtrar", "oﬃce", "5%", "isn’t", "æra",
]  # fmt: skip


class Fixed:
    """An answerer that says one thing."""

    name, retries = "fixed", False

    def __init__(self, said: AnswerDraft) -> None:
        self.said = said

    def draft(self, brief: Brief, *, strict: bool, faults: Sequence[DraftFault]) -> AnswerDraft:
        return self.said


@pytest.mark.req("U6")
@pytest.mark.parametrize("name", ["S1", "S2"])
def test_of_two_sources_with_the_same_words_the_one_named_is_cited(name: str) -> None:
    sources = (
        source(SECOND, "S1", start=100, urn="urn:lex:xm:act-1:16:5", locator="Act, s 16(5)"),
        source(SECOND, "S2", start=900, urn="urn:lex:xm:act-1:27:3", locator="Act, s 27(3)"),
    )
    brief = Brief("?", "en", "en", sources, 5)
    composed = compose(Fixed(draft(DraftCitation(name, SECOND))), brief, ValidationRules())
    assert composed.answer is not None
    [cited] = composed.answer.citations
    named = next(one for one in sources if one.id == name)
    assert cited.spans == ((named.start, named.start + len(SECOND)),)
    assert (cited.urn, cited.locator) == (named.urn, named.locator)


@pytest.mark.req("U6")
def test_of_one_sentence_twice_in_a_source_the_one_at_the_stated_place_is_cited() -> None:
    text = f"(1) {FIRST} (2) {SECOND} (3) {FIRST}"
    starts = [text.index(f"({number})") for number in (1, 2, 3)]
    pins = tuple(
        SourcePin(
            at, at + 4, end, f"urn:lex:xm:act-1:14:{number}", f"Deposits Act, s 14({number})", 1
        )
        for number, at, end in zip((1, 2, 3), starts, [*starts[1:], len(text)], strict=True)
    )
    law = source(text, pins=pins)
    for number, at in ((1, starts[0]), (3, starts[2])):
        cited = DraftCitation("S1", FIRST, locator=f"Deposits Act, s 14({number})")
        verdict = validate(draft(cited), [law], ValidationRules())
        assert verdict.faults == ()
        assert verdict.checks[0].spans == ((at + 4, at + 4 + len(FIRST)),)


@pytest.mark.req("U6")
@pytest.mark.parametrize(
    ("question", "urn", "other"),
    [
        ("section 27 of the Residential Tenancies Act", "urn:lex:xm:act-2019-11:27:3", "16:5"),
        ("section 16 of the Residential Tenancies Act", "urn:lex:xm:act-2019-11:16:5", "27:3"),
    ],
)
def test_a_sentence_that_two_sections_share_is_cited_where_it_was_asked_for(
    law: Library, question: str, urn: str, other: str
) -> None:
    shared = law.show(urn).text.partition(") ")[2]
    assert shared in law.show(f"urn:lex:xm:act-2019-11:{other}").text
    reply = law.ask(question)
    assert_sound(law, reply)
    assert reply.answer is not None
    [cited] = [one for one in reply.answer.citations if shared in one.quote]
    assert (cited.urn, cited.locator) == (urn, law.show(urn).locator)
    assert stored_words(law, cited) == [cited.quote]


@st.composite
def stretches(draw: st.DrawFn) -> tuple[list[str], int, int]:
    """The words of a source, and from where to where it is quoted."""
    words = draw(st.lists(st.sampled_from(WORDS), min_size=4, max_size=30))
    start = draw(st.integers(0, len(words) - 3))
    return words, start, draw(st.integers(start + 3, len(words)))


def _negates(word: str) -> bool:
    bare = word.strip("“”(),;:.—").lower()
    return bare in NEGATIONS or bare.endswith("n’t")


@pytest.mark.req("U5")
@given(stretches())
def test_whole_words_that_touch_no_negation_pass_where_they_stand(
    drawn: tuple[list[str], int, int],
) -> None:
    words, start, end = drawn
    assume(start == 0 or not _negates(words[start - 1]))
    assume(end == len(words) or not _negates(words[end]))
    # "No owner may": the verb alone would say the reverse.
    assume(words[start] not in ("may", "must—") or not any(map(_negates, words[:start])))
    text, quote = " ".join(words), " ".join(words[start:end])
    fault, spans = locate(quote, text, ellipses=False)
    assert fault is None
    assert [text[slice(*span)] for span in spans] == [quote]


@pytest.mark.req("U5")
@given(stretches(), st.data())
def test_a_word_that_is_not_there_never_passes(
    drawn: tuple[list[str], int, int], data: st.DataObject
) -> None:
    words, start, end = drawn
    quote = words[start:end]
    at = data.draw(st.integers(0, len(quote) - 1))
    other = data.draw(st.sampled_from(["elephant", "owners", "OWNER", "2,000", "mánaða", "12B"]))
    for changed in ([*quote[:at], other, *quote[at + 1 :]], [*quote[:at], other, *quote[at:]]):
        law = source(" ".join(words))
        cited = DraftCitation("S1", " ".join(changed))
        assert not validate(draft(cited), [law], ValidationRules()).holds


@pytest.mark.req("U5")
@given(stretches(), st.data())
def test_a_word_left_out_or_moved_never_passes(
    drawn: tuple[list[str], int, int], data: st.DataObject
) -> None:
    words, start, end = drawn
    quote = words[start:end]
    at = data.draw(st.integers(1, len(quote) - 1))
    text = " ".join(words)
    for changed in (
        [*quote[:at], *quote[at + 1 :]],
        [*quote[: at - 1], quote[at], quote[at - 1], *quote[at + 1 :]],
    ):
        if " ".join(changed) not in text:
            assert locate(" ".join(changed), text, ellipses=True)[0] is not None
