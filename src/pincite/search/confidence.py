"""How sure a search is that its first five hits hold the answer, and whether to ask back.

Signals, each from 0 to 1: `covered` how much of what was asked, by weight and rarity, the first hit
holds; `agreement` of the lists that found candidates about it; `margin` by which it leads after
reranking. A logistic of them, fitted by benchmarks/confidence.py, which cross-validates it and says
what the other signals that were tried were worth.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pincite.indexes.lexical import Concept
from pincite.indexes.ranked import RankedRows
from pincite.search.fuse import Listed
from pincite.search.profiles import Certainty
from pincite.search.relevance import Relevance
from pincite.search.understand import AskedQuestion

if TYPE_CHECKING:
    from pincite.search.indexed import Indexed

SIGNALS = ("covered", "agreement", "margin")
_FIRST = 10
# So much rarer is the answer among the first five where nothing is encoded: .824 of the questions
# over 30 acts, against .955 (benchmarks/encoded_shares.py).
_UNENCODED = 0.14


def signals(
    question: AskedQuestion,
    asked_for: Sequence[Concept],
    found: RankedRows,
    lists: Sequence[Listed],
    indexed: Indexed,
    first_text: str,
) -> dict[str, float]:
    """Rounded, so that the same search says the same everywhere."""
    if not len(found.rows):
        return dict.fromkeys(SIGNALS, 0.0)
    table = indexed.table
    first = int(table.unit[found.rows[0]])
    # A list that it could not be in says nothing of it.
    asked = [listed for listed in lists if listed.weight > 0 and not _lacks(listed, found)]
    heads = [set(table.unit[listed.found.rows[:_FIRST]].tolist()) for listed in asked]
    scores = found.scores.astype(float)
    second = scores[1] if len(scores) > 1 else 0.0
    values = {
        "covered": Relevance(question, asked_for, indexed).covered(first_text),
        "agreement": sum(first in head for head in heads) / len(heads) if heads else 0.0,
        "margin": float((scores[0] - second) / scores[0]) if scores[0] > 0 else 0.0,
    }
    return {name: round(min(max(values[name], 0.0), 1.0), 6) for name in SIGNALS}


def _lacks(listed: Listed, found: RankedRows) -> bool:
    return listed.lacks is not None and bool(listed.lacks(found.rows[:1])[0])


def specificity(question: AskedQuestion, indexed: Indexed) -> float:
    """How much the words of the question tell: the sum of how rare each is in the law."""
    count = max(len(indexed.table), 1)
    total = 0.0
    for word in question.content:
        often = max((indexed.lexical.frequency(lemma) for lemma in word.lemmas), default=0)
        total += math.log((count + 1) / (often + 1)) if often else math.log(count + 1) / 2
    return total


def confidence(values: Mapping[str, float], rules: Certainty, encoded: float = 1.0) -> float:
    """Of a search for which this share of the passages was encoded, of those that should be."""
    raw = rules.bias + sum(weight * values[name] for name, weight in rules.weights)
    return round(_logistic(raw) * (1 - _UNENCODED * (1 - encoded)), 4)


def underspecified(question: AskedQuestion, indexed: Indexed, rules: Certainty) -> bool:
    """A question, not a search for a word, that says too little of what it is about."""
    if question.cited.references:
        return False
    if not question.content:
        return True
    asks = any(word.stop for word in question.words)
    return asks and specificity(question, indexed) < rules.specific


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-max(min(value, 60.0), -60.0)))
