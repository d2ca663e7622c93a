"""Search profiles: every constant of a search, frozen; a response names the hash of the one
used."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from typing import Literal

from pincite.errors import InputError
from pincite.indexes.lexical import FieldWeights

Variant = Literal["original", "keywords", "synonyms"]
Fusion = Literal["rrf", "score_rrf", "union_plus", "shares"]
Group = Literal["unit", "work", "chunk"]
Words = Literal["lemmas", "forms"]


@dataclass(frozen=True, slots=True)
class Expansion:
    """How lay phrases become statutory terms in the index of words.

    `covered` is what a word counts that a phrase stands for, `others` what the further terms of a
    phrase count beside its best, `single` what a phrase of one word counts, `longer` the power by
    which a phrase of more words counts more, `fading` what each further term loses.
    """

    strength: float = 1.6
    covered: float = 0.4
    others: float = 0.3
    single: float = 0.7
    longer: float = 0.5
    fading: float = 0.08
    in_variant: int = 8
    gap: int = 2


@dataclass(frozen=True, slots=True)
class Weights:
    """What each list of candidates counts in the fusion; `cited` is what it counts to be cited by
    the passages found, beside having been found (gather.py), `opening` what it counts to open a
    document that the question asks about (opening.py), `phrases` what it counts to say things in
    the question's own phrases (phrases.py), and `rephrased` what the lists count that a configured
    model's other wordings of the question find, beside those of the question itself. `nearness` is
    what the cosine by a table of lemmas counts beside the score of words as a share of the best: by
    score, since ranks would throw away how sure the words are of their first hits."""

    lexical: float = 1.0
    dense: float = 1.0
    sparse: float = 0.4
    static: float = 0.5
    keywords: float = 0.0
    synonyms: float = 1.0
    cited: float = 0.0
    opening: float = 0.0
    phrases: float = 0.0
    rephrased: float = 0.5
    nearness: float = 0.0


@dataclass(frozen=True, slots=True)
class Boosts:
    """What a fused score is multiplied by; 1 changes nothing."""

    section_number: float = 1.5
    named_work: float = 2.0
    boilerplate: float = 0.5
    note: float = 0.5
    after_asked: float = 0.3


@dataclass(frozen=True, slots=True)
class Rerank:
    """`base` is what the fused score keeps beside the reranker's. `budget_ms` decides how many
    pairs a cross-encoder sees; 0 turns it off, as `late` of 0 does late interaction."""

    late: int = 0
    late_base: float = 0.4
    pairs: int = 0
    base: float = 0.5
    budget_ms: float = 0.0
    window: int = 110
    with_synonyms: bool = True


@dataclass(frozen=True, slots=True)
class Certainty:
    """The weights of the confidence's signals and their bias. Below `clarify_below`, or where the
    words of a question tell less than `specific`, it is asked back."""

    weights: tuple[tuple[str, float], ...] = (
        ("covered", 2.8), ("agreement", 1.6), ("margin", 0.6),
    )  # fmt: skip
    bias: float = -2.2
    clarify_below: float = 0.2
    specific: float = 5.0


@dataclass(frozen=True, slots=True)
class Profile:
    """`gather` is what each further passage of a document adds to its score, as a share of what the
    one before it did: 0 takes the best passage alone. `cited_from` is how many of the best passages
    are followed to what they cite, `phrases_from` how many are read for the question's phrases."""

    name: str
    fields: FieldWeights = FieldWeights()  # noqa: RUF009 - it is frozen
    # By forms, a question is asked as it stands, little words and all.
    words: Words = "lemmas"
    expansion: Expansion | None = Expansion()
    variants: tuple[Variant, ...] = ("original", "synonyms")
    lexical_limit: int = 500
    dense_limit: int = 50
    title_vector: float = 0.2
    ef: tuple[int, int] = (64, 128)
    fusion: Fusion = "rrf"
    rrf_k: int = 60
    weights: Weights = Weights()
    boosts: Boosts = Boosts()
    rerank: Rerank = Rerank()
    group: Group = "unit"
    gather: float = 0.0
    cited_from: int = 100
    phrases_from: int = 300
    a_document: int = 3
    returned: int = 8
    merge_below: int = 0
    without_types: tuple[str, ...] = ()
    certainty: Certainty = Certainty()

    @property
    def fingerprint(self) -> str:
        written = json.dumps(asdict(self), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(written.encode()).hexdigest()[:16]

    @property
    def by_network(self) -> bool:
        """Whether a search reads vectors that a network makes of every passage."""
        return self.weights.dense > 0 or self.weights.sparse > 0

    def hurried(self, milliseconds: float | None) -> Profile:
        """With so many milliseconds for the cross-encoder at most."""
        if milliseconds is None or milliseconds >= self.rerank.budget_ms:
            return self
        return replace(self, rerank=replace(self.rerank, budget_ms=milliseconds))


# One hit a section is diversity enough: a cap on the hits of one act costs answers, since acts
# gather what belongs together.
_NO_CAP = 1 << 30

LEGISLATION = Profile(
    "legislation",
    rrf_k=20,
    without_types=("opinion",),
    a_document=_NO_CAP,
    dense_limit=200,
    # Token by token it ranks law as well as with the cross-encoder that can be installed, in a
    # fiftieth of the time; where one is set, it sees the first few.
    rerank=Rerank(late=100, late_base=0.4, pairs=20, base=0.6, budget_ms=900.0),
    merge_below=200,
    certainty=Certainty(bias=-1.6),
)
WHATSAPP = replace(LEGISLATION, name="whatsapp", returned=6)
CASE = Profile(
    "case",
    group="chunk",
    a_document=_NO_CAP,
    returned=10,
    weights=Weights(dense=0.4, sparse=0.4, static=0.15, opening=1.25),
    # The preface of a contract is no boilerplate: it names the parties.
    boosts=Boosts(boilerplate=1.0),
    # The 0.4 of case-files.md ranks contracts worse.
    rerank=Rerank(late=100, late_base=0.7),
    # The files of a dispute all speak of the same few things: how common a word is there does not
    # tell whether a question says enough.
    certainty=Certainty(bias=-1.8, specific=0.0),
)
LAGASAFN = Profile(
    "lagasafn",
    fields=FieldWeights(part=0.2),
    expansion=Expansion(gap=3),
    a_document=_NO_CAP,
    weights=Weights(dense=0.0, sparse=0.0, static=0.0, synonyms=0.0, nearness=1.5),
    certainty=Certainty(bias=-3.1),
)
OPINIONS = Profile(
    "opinions",
    group="work",
    expansion=Expansion(strength=0.6, covered=0.7),
    lexical_limit=2000,
    fusion="shares",
    gather=0.4,
    a_document=1,
    returned=10,
    weights=Weights(dense=0.0, sparse=0.0, static=0.0, cited=0.15, phrases=0.3),
    certainty=Certainty(bias=-0.4),
)
PROFILES = {preset.name: preset for preset in (LEGISLATION, CASE, LAGASAFN, WHATSAPP, OPINIONS)}


def passages_of(profile: Profile) -> Profile:
    """The same, with every passage for itself instead of the best of each section."""
    return replace(profile, group="chunk")


def profile(name: str) -> Profile:
    if name not in PROFILES:
        names = ", ".join(PROFILES)
        raise InputError(f"no profile {name!r}", hint=f"One of {names}.")
    return PROFILES[name]
