"""Highlights the words of a passage that the question asks for."""

from __future__ import annotations

from collections.abc import Collection

from pincite.search.understand import AskedQuestion
from pincite.text.languages import language
from pincite.text.words import words, words_among


def highlights(text: str, wanted: Collection[str], code: str) -> tuple[tuple[int, int], ...]:
    """The stretches of `text`, in the language `code`, whose lemmas are `wanted`. Words side by
    side are one stretch."""
    rules = language(code)

    def meant(form: str) -> bool:
        return form not in rules.stop and _meant(form, rules.lemmas(form), wanted)

    found: list[tuple[int, int]] = []
    for word in words_among(text, meant):
        if found and not text[found[-1][1] : word.start].strip():
            found[-1] = (found[-1][0], word.end)
        else:
            found.append((word.start, word.end))
    return tuple(found)


def wanted_lemmas(question: AskedQuestion) -> frozenset[str]:
    """What the question asks for, by its own words or by the statutory terms they stand for."""
    rules = language(question.law_in)
    terms = {
        lemma
        for phrase in question.expanded
        for term, _ in phrase.terms
        for word in words(term)
        if word.form not in rules.stop
        for lemma in rules.lemmas(word.form)
    }
    return frozenset(terms | {lemma for word in question.content for lemma in word.lemmas})


def _meant(form: str, lemmas: tuple[str, ...], wanted: Collection[str]) -> bool:
    return form in wanted or any(lemma in wanted for lemma in lemmas)
