"""Profiles with one stage taken out, or put in, to measure what each is worth; and the
baselines."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pincite.collection.core import Collection
from pincite.evaluation.sets import GradedQuestion
from pincite.evaluation.systems import Answered, RankedPassage, chunk_name
from pincite.indexes.lexical import FieldWeights
from pincite.indexes.records import Filters
from pincite.search.engine import FoundRows
from pincite.search.profiles import Boosts, Profile, Rerank, Weights

DEPTH = 100
FULL = "full"
CROSS = "RRF + cross-encoder"
_NO_VECTORS = Weights(dense=0.0, static=0.0, sparse=0.0, synonyms=0.0)
_NEUTRAL = Boosts(1.0, 1.0, 1.0, 1.0, 1.0)
_EVERY = 1 << 30
_NO_HURRY = 1e9


def baselines(profile: Profile) -> dict[str, Profile]:
    """What off-the-shelf parts give, over the same rows and grouped alike."""
    bare = replace(
        profile,
        expansion=None,
        boosts=_NEUTRAL,
        rerank=Rerank(),
        a_document=_EVERY,
        variants=("original",),
        title_vector=0.0,
        gather=0.0,
        rrf_k=60,
        weights=replace(_NO_VECTORS),
        words="forms",
        fields=FieldWeights(title=0.0, heading=0.0, text=0.0, form=1.0),
    )
    # Where no neural vectors are made, the static ones stand in.
    dense = replace(bare, weights=Weights(lexical=0.0, static=1.0, sparse=0.0), dense_limit=500)
    both = replace(bare, weights=Weights(static=1.0, sparse=0.0), dense_limit=100)
    pairs = Rerank(pairs=50, base=0.0, budget_ms=_NO_HURRY, with_synonyms=False)
    return {
        "plain BM25": bare,
        "dense alone": dense,
        CROSS: replace(both, rerank=pairs),
    }


def ablations(profile: Profile) -> dict[str, Profile]:
    """The profile, and it with each of its stages taken out or done otherwise."""
    rules, weights = profile.rerank, profile.weights
    found = {
        FULL: profile,
        "without the vocabulary": replace(profile, expansion=None),
        "without vectors": replace(
            profile, weights=replace(weights, dense=0.0, static=0.0, sparse=0.0)
        ),
        "without learned weights": replace(profile, weights=replace(weights, sparse=0.0)),
        "without words": replace(profile, weights=replace(weights, lexical=0.0)),
        "without the synonym variant": replace(profile, variants=("original",)),
        "with the keyword variant": replace(
            profile,
            variants=("original", "keywords", "synonyms"),
            weights=replace(weights, keywords=0.5),
        ),
        "without title vectors": replace(profile, title_vector=0.0),
        "without boosts": replace(profile, boosts=_NEUTRAL),
        "without a cap on documents": replace(profile, a_document=_EVERY),
        "without late interaction": replace(profile, rerank=replace(rules, late=0)),
        "late interaction at 0.6": replace(profile, rerank=replace(rules, late=100, late_base=0.4)),
        "without the cross-encoder": replace(profile, rerank=replace(rules, pairs=0)),
        "cross-encoder on the question alone": replace(
            profile, rerank=replace(rules, with_synonyms=False)
        ),
        "without citing contexts": replace(profile, weights=replace(weights, cited=0.0)),
        "without phrases": replace(profile, weights=replace(weights, phrases=0.0)),
        "with phrases": replace(profile, weights=replace(weights, phrases=0.3)),
        "documents by their best passage": replace(profile, gather=0.0),
        "fused by score_rrf": replace(profile, fusion="score_rrf"),
        "fused by union_plus": replace(profile, fusion="union_plus"),
    }
    return {name: changed for name, changed in found.items() if name == FULL or changed != profile}


@dataclass(frozen=True)
class Searches:
    """A search by one profile, as a system to measure."""

    library: Collection
    profile: Profile
    name: str = FULL
    tier: str = "pro"

    def found(self, question: GradedQuestion) -> FoundRows:
        filters = Filters(documents=(question.document,)) if question.document else Filters()
        if question.at is not None:
            filters = replace(filters, at=question.at)
        return self.library.search_index.find(
            question.text, self.profile, filters=self.library.narrowing(filters), limit=DEPTH,
            tier=self.tier,
        )  # fmt: skip

    def __call__(self, question: GradedQuestion) -> Answered:
        return self.answered(self.found(question))

    def answered(self, found: FoundRows) -> Answered:
        hits = zip(found.rows, found.scores, strict=True)
        ranked = tuple(self._ranked(row, score) for row, score in hits)
        nothing_held = bool(found.direct.missing) and not len(found.direct.rows)
        return Answered(ranked, found.confidence, found.clarify, nothing_held, found.milliseconds)

    def _ranked(self, row: int, score: float) -> RankedPassage:
        table = self.library.search_index.engine().indexed.table
        work = table.facets(row).work
        key, ordinal = table.place(row)
        chunk = self.library.store.chunk(key, ordinal)
        name = chunk_name(work, ordinal)
        unit = {"unit": table.unit_urn(row), "work": work, "chunk": name}[self.profile.group]
        text, start, end = (chunk.text, chunk.start, chunk.end) if chunk else ("", 0, 0)
        return RankedPassage(unit, name, work, start, end, text, score)
