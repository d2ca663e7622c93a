"""How much of a question a text covers: of each concept the best term that the text has, by its
weight and by how rare it is in what is searched."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from pincite.indexes.lexical import Concept, SearchTerm
from pincite.search.understand import AskedQuestion
from pincite.text.languages import language
from pincite.text.words import forms

_LEAST = 0.25


class PassageCounts(Protocol):
    """What is searched: how many passages there are, and in how many of them a lemma stands."""

    @property
    def size(self) -> int: ...
    def frequency(self, lemma: str) -> int: ...


@dataclass(frozen=True)
class Relevance:
    """Weighs texts by how much they cover of one question. `asked_for` are its concepts; `indexed`
    tells how rare a word is."""

    question: AskedQuestion
    asked_for: Sequence[Concept]
    indexed: PassageCounts

    @cached_property
    def worths(self) -> tuple[tuple[tuple[SearchTerm, float], ...], ...]:
        return tuple(
            tuple((term, worth(term, self.indexed)) for term in concept.terms)
            for concept in self.asked_for
        )

    @cached_property
    def whole(self) -> float:
        return sum(_most(worths) for worths in self.worths)

    def lemmas(self, text: str) -> set[str]:
        rules = language(self.question.law_in)
        return {lemma for form in set(forms(text)) for lemma in rules.lemmas(form)}

    def covered(self, text: str) -> float:
        """0 to 1."""
        return self.share(self.lemmas(text))

    def share(self, there: Collection[str], *, without: Collection[str] = ()) -> float:
        """0 to 1; what is asked for in the words `without` alone does not count."""
        counted = [
            worths
            for worths in self.worths
            if not without or not all(_is_of(term, without) for term, _ in worths)
        ]
        held = sum(
            max((value for term, value in worths if holds(there, term)), default=0.0)
            for worths in counted
        )
        whole = sum(map(_most, counted)) if without else self.whole
        return held / whole if whole else 0.0


def holds(there: Collection[str], term: SearchTerm) -> bool:
    return all(any(lemma in there for lemma in word) for word in term.words)


def worth(term: SearchTerm, indexed: PassageCounts) -> float:
    rare = sum(max(rarity(lemma, indexed) for lemma in word) for word in term.words)
    return term.weight * rare / len(term.words) ** 0.5


def rarity(lemma: str, indexed: PassageCounts) -> float:
    """A word that every passage has still tells a little: in a matter of one e-mail, all do."""
    return max(math.log((indexed.size + 1) / (indexed.frequency(lemma) + 1)), _LEAST)


def _is_of(term: SearchTerm, words: Collection[str]) -> bool:
    return all(any(lemma in words for lemma in word) for word in term.words)


def _most(worths: Iterable[tuple[SearchTerm, float]]) -> float:
    return max((value for _, value in worths), default=0.0)
