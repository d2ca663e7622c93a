"""What is told beside a rule that was read: what limits it, once, and only whole; and definitions
of words that decide."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from answer.sources import FIRST, source
from pincite.answer.extractive import Extractive
from pincite.answer.ports import Brief
from pincite.answer.reading import ReadUnit
from pincite.answer.records import QuotableSource, QuoteSpan, SourceRole
from pincite.answer.units import AnswerUnit
from pincite.search.relevance import Relevance

QUESTION = "How much may be taken for a home?"
RULE = source(FIRST)
LIMIT = "This section does not apply to a holding deposit."


def relevance(*lemmas: str) -> Relevance:
    """Of a question with these words."""
    words = [SimpleNamespace(lemmas=frozenset((lemma,))) for lemma in lemmas]
    asked = SimpleNamespace(content=words, law_in="en")
    return Relevance(cast("Any", asked), (), cast("Any", None))


def beside(
    role: SourceRole, text: str, at: int, *, term: str = "", says: str = ""
) -> QuotableSource:
    made = source(text, f"S{at}", start=1000 * at, end=1000 * at + len(text), content_hash=f"h{at}")
    return replace(made, role=role, of="S1", term=term, says=says, locator=f"Act, s {at}")


def told(*others: QuotableSource) -> list[str]:
    return quoted(ReadUnit(2.0, RULE, AnswerUnit(QuoteSpan(0, len(FIRST)))), *others)


def quoted(read: ReadUnit, *others: QuotableSource) -> list[str]:
    sources = read.source, *others
    brief = Brief(QUESTION, "en", "en", sources, 4, relevance("home"), read=(read,))
    drafted = Extractive().draft(brief, strict=False, faults=())
    return [cited.quote for claim in drafted.claims for cited in claim.cites]


def limit(text: str, at: int) -> QuotableSource:
    return beside(SourceRole.EXCEPTION, text, at, says="limits")


def meant(term: str, text: str, at: int = 7) -> QuotableSource:
    return beside(SourceRole.DEFINITION, text, at, term=term)


def test_what_two_provisions_say_in_the_same_words_is_told_once() -> None:
    other = "A deposit of a lodger is no deposit."
    assert told(limit(LIMIT, 2), limit(LIMIT, 3), limit(other, 4)) == [FIRST, LIMIT, other]


def test_what_cannot_be_read_alone_is_not_told() -> None:
    assert told(limit("Categories of deposits.", 2)) == [FIRST]
    assert told(limit("The following are not deposits:", 2)) == [FIRST]


def test_a_definition_is_told_of_a_term_that_a_word_of_the_question_falls_under() -> None:
    deposit = "“deposit” means money that secures the rent of a home;"
    assert told(meant("deposit", deposit)) == [FIRST, deposit]
    assert told(meant("deposit", "“deposit” means money that secures the rent;")) == [FIRST]


def test_a_term_that_the_question_uses_is_not_explained() -> None:
    home = "“home” means a place where somebody lives, and “homes” is read so;"
    assert told(meant("home", home)) == [FIRST]


def test_a_term_that_stands_for_a_sentence_is_told_with_it() -> None:
    given = "A person who lets a dwelling (in this Part “the owner”) must be registered."
    assert told(meant("owner", given)) == [FIRST, given]


def test_a_definition_that_begins_within_a_sentence_is_not_told() -> None:
    within = "which secures the rent of a home, and “deposit” is read accordingly."
    from_amid = replace(meant("deposit", within), before="money that is paid to the owner or ")
    assert told(from_amid) == [FIRST]


def test_a_definition_is_not_told_of_words_that_are_quoted_already() -> None:
    text = "How a deposit is taken. A deposit is money that secures the rent of a home."
    rule = source(text, start=100, end=100 + len(text))
    words = "A deposit is money that secures the rent of a home. It is held by a scheme."
    at = 100 + text.index("A deposit")
    again = replace(
        meant("deposit", words), start=at, end=at + len(words), content_hash=rule.content_hash
    )
    read = ReadUnit(2.0, rule, AnswerUnit(QuoteSpan(0, len(text))))
    assert quoted(read, again) == [text]
    elsewhere = replace(again, content_hash="h7")
    assert quoted(read, elsewhere) == [text, words]


def test_words_from_within_a_sentence_are_quoted_from_its_beginning() -> None:
    text = (
        "The fee of a witness is ten crowns. A summons is signed and served by the clerk; if the "
        "witness does not obey it, the court may fine the witness."
    )
    rule = source(text, start=0, end=len(text))
    fee, rest = "The fee of a witness is ten crowns.", text[text.index("A summons") :]
    unit = AnswerUnit(QuoteSpan(text.index("if the"), len(text)), leads=(QuoteSpan(0, len(fee)),))
    assert quoted(ReadUnit(2.0, rule, unit)) == [text]
    apart = "The clerk keeps a list of what was paid. " * 40
    longer = text.replace(rest, apart + rest)
    rule = source(longer, start=0, end=len(longer))
    unit = unit._replace(span=QuoteSpan(longer.index("if the"), len(longer)))
    assert quoted(ReadUnit(2.0, rule, unit)) == [fee, rest]
