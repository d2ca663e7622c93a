"""What a cited source is worth to an anchor (spec 1.1).

    Score = E + W_t(label) + 0.2·ln(freq) + W_pos + W_density - 0.5·Overruled

Where no edge is known, as in collections without citator signals, E and W_t are 0 and the rest
decides: the formula leans on position and density by itself.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, Context, Decimal
from typing import NamedTuple

from pincite.packs.constants import Spec

# Wide enough that rounding to the spec's decimals does not hang on it.
_arithmetic = Context(prec=40, rounding=ROUND_HALF_EVEN)
# What stands around a word. No table of Unicode is asked, since each Python has its own.
_MARKS = string.punctuation + "“”„‘’‚«»…–—§¶"


class PackCandidate(NamedTuple):
    """A source as the anchor cites it. `snippets` are the words around its mentions; `first` is the
    offset of the first of them in an anchor of `length` code points."""

    citation: str
    edge: bool
    label: str
    mentions: int
    first: int
    length: int
    snippets: tuple[str, ...]
    overruled: bool


class CandidateScore(NamedTuple):
    """Each part of the sum, rounded, and the sum of the parts."""

    edge: Decimal
    treatment: Decimal
    frequency: Decimal
    position: Decimal
    density: Decimal
    overruled: Decimal
    total: Decimal


def score(candidate: PackCandidate, rules: Spec) -> CandidateScore:
    parts = (
        rules.edge if candidate.edge else Decimal(0),
        dict(rules.treatment).get(candidate.label, Decimal(0)) if candidate.edge else Decimal(0),
        _arithmetic.multiply(rules.frequency, _arithmetic.ln(Decimal(max(candidate.mentions, 1)))),
        _position(candidate, rules),
        _density(candidate.snippets, rules),
        -rules.overruled if candidate.overruled else Decimal(0),
    )
    edge, label, often, place, dense, over = (_rounded(part, rules) for part in parts)
    total = _rounded(edge + label + often + place + dense + over, rules)
    return CandidateScore(edge, label, often, place, dense, over, total)


def ranked(
    candidates: Sequence[PackCandidate], rules: Spec
) -> list[tuple[PackCandidate, CandidateScore]]:
    """Best first; those of one score by their citation, code point by code point."""
    scored = [(candidate, score(candidate, rules)) for candidate in candidates]
    return sorted(scored, key=lambda pair: (-pair[1].total, pair[0].citation))


def _position(candidate: PackCandidate, rules: Spec) -> Decimal:
    introduces = (
        candidate.length > 0 and Decimal(candidate.first) <= rules.intro_share * candidate.length
    )
    return rules.intro if introduces else rules.body


def _density(snippets: Sequence[str], rules: Spec) -> Decimal:
    split = (
        word.strip(_MARKS).lower()
        for text in snippets
        for word in text.replace("\n", " ").split(" ")
    )
    words = [word for word in split if word]
    if not words:
        return Decimal(0)
    held = sum(word in rules.holding for word in words)
    share = _arithmetic.divide(Decimal(held * 100), Decimal(len(words)))
    return min(_arithmetic.multiply(rules.density, share), rules.density_most)


def _rounded(value: Decimal, rules: Spec) -> Decimal:
    # Adding 0 turns -0 into 0.
    return value.quantize(Decimal(1).scaleb(-rules.decimals), context=_arithmetic) + 0
