"""Reranking: late interaction over token vectors, and a cross-encoder over as many pairs as fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pincite.encoders.ports import PairScorer
from pincite.indexes.ranked import PLACES, RankedRows, ranked
from pincite.indexes.rows import Rows
from pincite.search.fuse import scaled
from pincite.search.highlight import wanted_lemmas
from pincite.search.profiles import Profile
from pincite.search.understand import AskedQuestion
from pincite.text.languages import language
from pincite.text.words import words

if TYPE_CHECKING:
    from pincite.search.indexed import Indexed

# What tells two scores apart, so that their order is one of score.
_STEP = 10.0 ** (1 - PLACES)


def late(
    found: RankedRows, question: AskedQuestion, indexed: Indexed, profile: Profile
) -> RankedRows:
    """The first candidates by token vectors: `late_base` of what they had, the rest by MaxSim, on
    one scale. Those without tokens keep their places, and the others change theirs around them."""
    count = min(profile.rerank.late, len(found.rows))
    if indexed.late is None or not count:
        return found
    query = indexed.late.encoder.query(question.meaning)
    scores = indexed.late.index.scores(query, found.rows[:count])
    base = profile.rerank.late_base
    before = scaled(found.scores[:count])
    mixed = base * before + (1 - base) * scaled(scores)
    known = ~np.isnan(scores)
    if known.all():
        return _first(found, mixed, count)
    return _first(found, _around(found.rows[:count], before, mixed, known), count)


def pairs(
    found: RankedRows,
    question: AskedQuestion,
    texts: Sequence[tuple[str, str]],
    scorer: PairScorer,
    profile: Profile,
) -> RankedRows:
    """The first candidates by a cross-encoder; `texts` are the heading and the words of each."""
    count = len(texts)
    more = question.synonyms(profile.expansion.in_variant) if profile.expansion else ""
    asked = question.meaning
    if more and profile.rerank.with_synonyms:
        asked = f"{asked} {more}"
    wanted = wanted_lemmas(question)
    passages = [
        f"{heading}. {window(text, wanted, question.law_in, profile.rerank.window)}".lstrip(". ")
        for heading, text in texts
    ]
    scores = scorer.score(asked, passages)
    base = profile.rerank.base
    mixed = base * scaled(found.scores[:count]) + (1 - base) * scaled(scores)
    return _first(found, mixed, count)


def window(text: str, wanted: frozenset[str], code: str, size: int) -> str:
    """The stretch of `size` words that holds most of what is looked for, the earliest of equals."""
    every = list(words(text))
    if len(every) <= size:
        return text
    rules = language(code)
    hits = np.array([any(lemma in wanted for lemma in rules.lemmas(word.form)) for word in every])
    sums = np.concatenate([[0], np.cumsum(hits)])
    starts = np.arange(0, len(every) - size + 1, max(size // 8, 1))
    best = int(starts[np.argmax(sums[starts + size] - sums[starts])])
    return text[every[best].start : every[best + size - 1].end]


def _around(
    rows: Rows, before: NDArray[np.float64], mixed: NDArray[np.float64], known: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Scores for each row by which those that are not known stay at their places."""
    order = np.arange(len(rows))
    order[known] = order[known][np.lexsort((rows[known], -np.round(mixed[known], PLACES)))]
    value = np.where(known, mixed, before)[order]
    # Each above the one after it.
    value = (np.maximum.accumulate(value[::-1]) + _STEP * np.arange(len(value)))[::-1]
    found = np.empty(len(rows), np.float64)
    found[order] = value
    return found


def _first(
    found: RankedRows, scores: np.ndarray[tuple[int], np.dtype[np.float64]], count: int
) -> RankedRows:
    """The first `count` in the order of new scores, from 1 to 2; the others as they were, below."""
    best = ranked(found.rows[:count], scores.astype(np.float32), count)
    below = scaled(found.scores[count:]).astype(np.float32)
    return RankedRows(
        np.concatenate([best.rows, found.rows[count:]]),
        np.concatenate([best.scores + 1, below * 0.999]),
    )
