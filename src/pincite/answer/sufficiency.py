"""Decides whether what was found is enough to answer from, before anything is composed.

The checks, in this order: what the question cites is held; something was found; no other country's
law is asked for; where a quantity is asked for, the law found is near to what was asked, or states
one of the thing asked about; the best passage has something of the question in it, and more of it
where nothing that is held mentions what the question names; and where case files are asked for a
clause by its name, a passage says what such clauses say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from heapq import nlargest
from typing import NamedTuple

from pincite.answer.expectations import (
    alternatives,
    asks,
    clause_name,
    content_without_units,
    quantity,
    states,
)
from pincite.answer.names import AskedName, elsewhere, mentioned, names
from pincite.answer.records import QuotableSource
from pincite.answer.stretches import stretches
from pincite.indexes.lexical import SearchTerm
from pincite.search.opening import about_the_document
from pincite.search.relevance import PassageCounts, Relevance, holds, rarity
from pincite.search.response import Response
from pincite.search.understand import AskedQuestion, term_of
from pincite.text.languages import language
from pincite.text.words import forms

# Below this share of what was asked, a passage was found by chance.
_SOMETHING = 0.12
# Of passages that speak of another country, what share of the rest of the question they must hold.
_ABOUT = 0.2
# Where nothing that is held mentions what the question names, what share of the rest a passage must
# hold: a long story about a shop is answered all the same.
_WITHOUT_NAME = 0.25
# How many times as much of the question may stay unsaid as is said, by how rare the words are.
_UNSAID = 2.0
# How near law must be, token by token, to answer for a quantity that it may state or not; measured
# by benchmarks/refusals.py.
_FAR, _NEAR = 0.62, 0.65
# Of the terms that stand for one thing, a clause says so many in one passage; and what share of
# their weight must be said, by the vocabulary alone: in a matter of one document, no word is rare.
_TERMS = 2
_CLAUSE = 0.54


Mentions = Callable[[Sequence[tuple[str, ...]]], bool]
"""Whether a passage of all that may be searched has these words, each in any of its forms."""


class Lack(StrEnum):
    """Why what was found is not enough to answer from."""

    NOTHING = "nothing_found"
    NOT_HELD = "cited_not_held"
    NOT_IN_WORK = "not_in_work"
    ELSEWHERE = "law_of_elsewhere"
    NAME = "name_not_mentioned"
    QUANTITY = "no_quantity_stated"
    OFF = "not_about_it"
    CLAUSE = "no_such_clause"


# Where one work alone was searched: what was not found is not in it.
_OF_A_WORK = frozenset((Lack.NOTHING, Lack.OFF, Lack.QUANTITY, Lack.NAME))


class Lacking(NamedTuple):
    """What is missing, and the name or the citation that it is about."""

    lack: Lack
    what: str = ""


def not_held(response: Response, question: AskedQuestion) -> Lacking | None:
    """What the question cites and is not held, where it cites nothing that is. Whoever names a law
    asks about no other, however it is put."""
    named = bool(question.cited.laws) and response.case is None
    if not response.not_held or response.cited or not (asks(question) or named):
        return None
    return Lacking(Lack.NOT_HELD, ", ".join(response.not_held))


def lacking(
    response: Response,
    rules: Sequence[QuotableSource],
    relevance: Relevance,
    jurisdictions: Sequence[str],
    unknown: Sequence[AskedName],
    mentions: Mentions,
    *,
    was_read: bool = False,
    likely_enough: bool = True,
    vouched: bool = False,
) -> Lacking | None:
    """Why the rules cannot answer the question; None where they may. `unknown` are its names that
    nothing mentions. Where the rules were read, the best of their words are likely enough to answer
    or not, or so likely that they are vouched for; else the words of the question tell."""
    lack = _lacking(
        response, rules, relevance, jurisdictions, unknown, mentions,
        was_read=was_read, likely_enough=likely_enough, vouched=vouched,
    )  # fmt: skip
    if lack is not None and response.within and lack.lack in _OF_A_WORK:
        return Lacking(Lack.NOT_IN_WORK, response.within)
    return lack


def _lacking(
    response: Response,
    rules: Sequence[QuotableSource],
    relevance: Relevance,
    jurisdictions: Sequence[str],
    unknown: Sequence[AskedName],
    mentions: Mentions,
    *,
    was_read: bool,
    likely_enough: bool,
    vouched: bool,
) -> Lacking | None:
    if not response.results or not rules:
        return Lacking(Lack.NOTHING)
    if response.cited:
        return None
    asking = asks(relevance.question)
    abroad = elsewhere(relevance.question, jurisdictions) if asking else None
    # A rule may be as long as a book.
    needed = abroad is not None or not was_read or unknown
    texts = _texts(rules, relevance) if needed else []
    if abroad is not None and not _speaks(abroad, texts, relevance):
        return Lacking(Lack.ELSEWHERE, abroad.written)
    of_files = response.case is not None
    if not was_read:
        if not _answers_quantity(response, rules, texts, relevance):
            return Lacking(Lack.QUANTITY)
        if max(map(relevance.share, texts)) < _SOMETHING:
            return Lacking(Lack.OFF)
    elif not likely_enough:
        return Lacking(Lack.NAME, unknown[0].written) if unknown else Lacking(Lack.OFF)
    for name in unknown:
        alone = not vouched and _rest(name, texts, relevance) < _WITHOUT_NAME
        nobody = of_files and name.asked_about and not any(mentions([word]) for word in name.words)
        if alone or nobody:
            return Lacking(Lack.NAME, name.written)
    if not was_read and of_files and not _has_clause(rules, relevance):
        return Lacking(Lack.CLAUSE)
    return None


def unknown_names(
    rules: Sequence[QuotableSource],
    relevance: Relevance,
    jurisdictions: Sequence[str],
    mentions: Mentions,
) -> list[AskedName]:
    """What a question names and nothing that may be searched mentions. A statement may name what
    that which supports it does not."""
    if not asks(relevance.question):
        return []
    asked = list(names(relevance.question, jurisdictions))
    texts = _texts(rules, relevance) if asked else []
    return [
        name
        for name in asked
        if not any(mentioned(name, text) for text in texts) and not mentions(name.words)
    ]


def _texts(rules: Sequence[QuotableSource], relevance: Relevance) -> list[set[str]]:
    return [relevance.lemmas(f"{rule.title} {rule.locator} {rule.text}") for rule in rules]


def _speaks(name: AskedName, texts: Sequence[set[str]], relevance: Relevance) -> bool:
    """Whether a text that speaks of a name holds something of the rest of the question."""
    own = {lemma for word in name.words for lemma in word}
    speaking = (text for text in texts if mentioned(name, text))
    return any(relevance.share(text - own) >= _ABOUT for text in speaking)


def _rest(name: AskedName, texts: Sequence[set[str]], relevance: Relevance) -> float:
    """What share of the question without a name the best of the texts holds."""
    own = {lemma for word in name.words for lemma in word}
    return max(relevance.share(text, without=own) for text in texts)


def _has_clause(rules: Sequence[QuotableSource], relevance: Relevance) -> bool:
    """Whether a passage says what a clause says that is asked for by its name, or says the name; of
    a name that the vocabulary does not know, nothing can be told. Every document has a name,
    parties and a date."""
    question = relevance.question
    named = clause_name(question)
    if not named or not question.expanded or about_the_document(question):
        return True
    name = SearchTerm(tuple(question.words[at].lemmas for at in named), 1.0)
    name_lemmas = {lemma for word in name.words for lemma in word}
    concepts = [_weights(concept.terms) for concept in relevance.asked_for]
    kept = [concept for concept in concepts if len(concept) > 1 or _among(concept, name_lemmas)]
    either = alternatives(question)
    for rule in rules:
        # A file's name, which its title and locator give, says nothing of what it holds.
        there = relevance.lemmas(rule.text)
        if holds(there, name) and _says_term(rule, name, relevance):
            return True
        if _clause_share(kept, there, either=either) >= _CLAUSE:
            return True
    return False


def _weights(terms: Iterable[SearchTerm]) -> dict[tuple[tuple[str, ...], ...], float]:
    """By their words: terms that differ in little words alone are one."""
    found: dict[tuple[tuple[str, ...], ...], float] = {}
    for term in terms:
        found[term.words] = max(term.weight, found.get(term.words, 0.0))
    return found


def _among(concept: Mapping[tuple[tuple[str, ...], ...], float], lemmas: set[str]) -> bool:
    return any(not lemmas.isdisjoint(word) for words in concept for word in words)


def _clause_share(
    concepts: Sequence[Mapping[tuple[tuple[str, ...], ...], float]],
    there: set[str],
    *,
    either: bool,
) -> float:
    """0 to 1: of each concept, its strongest terms that are there against its strongest; of
    alternatives, the one that is there most."""
    together = max if either else sum
    whole = [sum(nlargest(_TERMS, concept.values())) for concept in concepts]
    held = [
        sum(
            nlargest(
                _TERMS,
                (concept[words] for words in concept if holds(there, SearchTerm(words, 1.0))),
            )
        )
        for concept in concepts
    ]
    return together(held) / together(whole) if whole else 1.0


def _answers_quantity(
    response: Response,
    rules: Sequence[QuotableSource],
    texts: Sequence[set[str]],
    relevance: Relevance,
) -> bool:
    """Law answers how much or how long in ways that words do not show: until another is appointed,
    as the Minister may fix. What is near enough to the question is believed to, what is far from
    it is not, and between them the words decide."""
    if quantity(relevance.question.text) is None:
        return True
    near = response.near if response.case is None else None
    if near is not None and not _FAR <= near < _NEAR:
        return near >= _NEAR
    return _states_quantity(rules, texts, relevance)


def _states_quantity(
    rules: Sequence[QuotableSource], texts: Sequence[set[str]], relevance: Relevance
) -> bool:
    """Whether a rule that holds the most telling concept of the question states a number, where one
    was asked for."""
    wanted = quantity(relevance.question.text)
    if wanted is None:
        return True
    if not _mostly_said(texts, relevance):
        return False
    about = _most_telling(relevance)
    for rule, there in zip(rules, texts, strict=True):
        if about and not any(
            holds(there, term) and _says_term(rule, term, relevance) for term in about
        ):
            continue
        spoken = (rule.text[stretch.span.start : stretch.span.end] for stretch in stretches(rule))
        if any(states(text, wanted) for text in spoken):
            return True
    return False


def _mostly_said(texts: Sequence[set[str]], relevance: Relevance) -> bool:
    """Whether the rules leave not too much of the question's own words unsaid, of those that the
    law knows and has no other word for."""
    question, indexed = relevance.question, relevance.indexed
    covered = {at for phrase in question.expanded for at in phrase.at}
    every = set[str]().union(*texts)
    present = absent = 0.0
    for at in content_without_units(question):
        lemmas = question.words[at].lemmas
        if not any(map(indexed.frequency, lemmas)):
            continue
        worth = max(rarity(lemma, indexed) for lemma in lemmas)
        if not every.isdisjoint(lemmas):
            present += worth
        elif at not in covered:
            absent += worth
    return absent <= present * _UNSAID


def _most_telling(relevance: Relevance) -> tuple[SearchTerm, ...]:
    """Of what a quantity may be of, that which tells most: a word of the question, or a phrase of
    it with the terms of law it stands for. Any of the terms will do."""
    question, indexed = relevance.question, relevance.indexed
    law = language(question.law_in)
    counted = list(content_without_units(question))
    spans = [phrase for phrase in question.expanded if any(at in counted for at in phrase.at)]
    within = {at for span in spans for at in span.at}
    groups = [
        (
            *(
                SearchTerm(looked, weight)
                for term, weight in span.terms
                if (looked := term_of(term, law))
            ),
            *(SearchTerm((question.words[at].lemmas,), 1.0) for at in span.at if at in counted),
        )
        for span in spans
    ]
    groups += [
        (SearchTerm((question.words[at].lemmas,), 1.0),) for at in counted if at not in within
    ]
    weighed = [(max(map(partial(_tells, indexed), group)), group) for group in groups]
    return max(weighed, key=lambda pair: pair[0], default=(0.0, ()))[1]


def _says_term(rule: QuotableSource, term: SearchTerm, relevance: Relevance) -> bool:
    """Whether a rule says a term of several words as one: side by side, or with one between."""
    if len(term.words) < 2:
        return True
    rules = language(relevance.question.law_in)
    lemmas = [frozenset(rules.lemmas(form)) for form in forms(f"{rule.locator} {rule.text}")]
    size = len(term.words) + 1
    for at in range(len(lemmas)):
        if not lemmas[at].isdisjoint(term.words[0]) or not lemmas[at].isdisjoint(term.words[-1]):
            near = frozenset[str]().union(*lemmas[at : at + size])
            if holds(near, term):
                return True
    return False


def _tells(indexed: PassageCounts, term: SearchTerm) -> float:
    """How rare a term is; nothing where what is searched does not know it."""
    rare = [max(rarity(lemma, indexed) for lemma in word) for word in term.words]
    known = all(any(indexed.frequency(lemma) for lemma in word) for word in term.words)
    return sum(rare) / len(rare) ** 0.5 if known else 0.0
