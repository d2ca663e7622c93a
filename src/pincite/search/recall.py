"""Recall: each kind of index gives its list of candidates, to be fused into one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from pincite.encoders.ports import Vector
from pincite.indexes.ports import Nearest
from pincite.indexes.ranked import RankedRows, Scores, ranked
from pincite.indexes.rows import Rows
from pincite.search.fuse import Listed
from pincite.search.profiles import Profile
from pincite.search.understand import AskedQuestion, as_written, concepts

if TYPE_CHECKING:
    from pincite.search.indexed import Indexed, Vectors

Query = TypeVar("Query")
# A question of more words is searched more widely.
_LONG = 12
# So many are taken by either vector before both are weighed.
_WIDER = 4
# So many are looked at beside what words find.
_NEAREST = 200


def lexical(
    indexed: Indexed, question: AskedQuestion, profile: Profile, allowed: Rows | None
) -> Listed:
    by_form = profile.words == "forms"
    rows, scores = indexed.lexical.search(
        as_written(question) if by_form else concepts(question, profile.expansion),
        profile.lexical_limit,
        indexed.table,
        fields=profile.fields,
        allowed=allowed,
    )
    return Listed("bm25", profile.weights.lexical, RankedRows(rows, scores))


def near(
    indexed: Indexed, question: AskedQuestion, profile: Profile, allowed: Rows | None, words: Listed
) -> Listed:
    """What words find and what is nearest by lemmas, as one list. A question in another language is
    put to the table in the terms that its phrases stand for."""
    vectors, weight = indexed.lemmas, profile.weights.nearness
    if vectors is None or not weight or not vectors.speaks(question.law_in):
        return words
    foreign = question.asked_in != question.law_in
    most = profile.expansion.in_variant if profile.expansion else 0
    query = vectors.encoder.query(question.synonyms(most) if foreign else question.meaning)
    if not query.any():
        return words
    nearest = vectors.content.search(query, _NEAREST, allowed).rows
    rows = np.union1d(words.found.rows, nearest)
    scores = weight * np.nan_to_num(vectors.content.scores(query, rows))
    if len(words.found.rows):
        at = np.searchsorted(rows, words.found.rows)
        scores[at] += words.found.scores / words.found.scores[0]
    return words._replace(found=ranked(rows, scores.astype(np.float32), len(rows)))


def has_vectors(indexed: Indexed, question: AskedQuestion, profile: Profile) -> bool:
    weights = (
        (indexed.dense, profile.weights.dense),
        (indexed.static, profile.weights.static),
        (indexed.sparse, profile.weights.sparse),
    )
    return any(
        vectors is not None and weight > 0 and vectors.speaks(question.law_in)
        for vectors, weight in weights
    )


def sparse(
    indexed: Indexed, question: AskedQuestion, profile: Profile, allowed: Rows | None
) -> Iterator[Listed]:
    """By learned weights over a vocabulary, where a model for them is set."""
    weighted, weight = indexed.sparse, profile.weights.sparse
    if weighted is not None and weight > 0 and weighted.speaks(question.law_in):
        query = weighted.encoder.query(question.meaning)
        found = weighted.index.search(query, profile.dense_limit, allowed)
        lacks = None if weighted.share == 1.0 else partial(_lacks, weighted.index.scores, query)
        yield Listed("sparse", weight, found, lacks)


def dense(
    indexed: Indexed, question: AskedQuestion, profile: Profile, allowed: Rows | None
) -> Iterator[Listed]:
    """One list a variant of the question, of the neural vectors that are there, and of the static
    ones for as long as some are not."""
    weights = profile.weights
    most = profile.expansion.in_variant if profile.expansion else 0
    by_name = {"original": 1.0, "keywords": weights.keywords, "synonyms": weights.synonyms}
    for vectors, weight in ((indexed.dense, weights.dense), (indexed.static, weights.static)):
        if vectors is None or weight <= 0 or not vectors.speaks(question.law_in):
            continue
        if vectors is indexed.static and indexed.share == 1.0 and indexed.dense is not None:
            continue
        for variant in profile.variants:
            text = question.variant(variant, most)
            if text and by_name[variant] > 0:
                query = vectors.encoder.query(text)
                found = nearest(vectors, query, text, profile, allowed)
                lacks = None
                if vectors.share < 1.0:
                    lacks = partial(_lacks, vectors.content.scores, query)
                counts = weight * by_name[variant]
                yield Listed(f"{vectors.name}:{variant}", counts, found, lacks)


def _lacks(scores: Callable[[Query, Rows], Scores], query: Query, rows: Rows) -> NDArray[np.bool_]:
    """Which rows have no vector."""
    return np.isnan(scores(query, rows))


def nearest(
    vectors: Vectors, query: Vector, text: str, profile: Profile, allowed: Rows | None
) -> RankedRows:
    """By content and, field-aware, by title and heading."""
    few, many = profile.ef
    ef = many if len(text.split()) > _LONG else few
    share = profile.title_vector
    limit = profile.dense_limit
    content = vectors.content.search(query, limit * _WIDER if share else limit, allowed, ef)
    if not share or vectors.headings is None:
        return RankedRows(content.rows[:limit], content.scores[:limit])
    heading = vectors.headings.search(query, limit, allowed, ef)
    rows = np.union1d(content.rows, heading.rows)
    own = _scored(vectors.content, query, rows, content)
    above = _scored(vectors.headings, query, rows, heading)
    both = np.where(np.isnan(above), own, (1 - share) * own + share * above)
    known = ~np.isnan(both)
    return ranked(rows[known], both[known].astype(np.float32), limit)


def _scored(index: Nearest, query: Vector, rows: Rows, found: RankedRows) -> Scores:
    """The scores of these rows, of which some were found already."""
    scores = np.empty(len(rows), np.float32)
    left = np.ones(len(rows), np.bool_)
    at = np.searchsorted(rows, found.rows)
    scores[at], left[at] = found.scores, False
    scores[left] = index.scores(query, rows[left])
    return scores
