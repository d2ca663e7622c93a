"""How many pairs a cross-encoder has time to score: measured once a machine and model, then kept.

Measured again in each process, it would give the same question other results on a busy day.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path

from pincite.encoders.ports import PairScorer

_ROUNDS = 5
_PAIRS = 8
_WORDS = 110
# About as many tokens a word as law has.
_USUAL = (
    "a person who contravenes this section is guilty of an offence and liable to a fine or to"
    " imprisonment, unless the court is satisfied that the notice was served upon the tenant"
)
# Headings, windows of odd lengths, a busier moment: what the measurement is multiplied by.
_MARGIN = 1.25


def pairs_within(scorer: PairScorer, folder: Path, budget_ms: float) -> int:
    """At least one."""
    return max(1, int(budget_ms / (milliseconds_a_pair(scorer, folder) * _MARGIN)))


def milliseconds_a_pair(scorer: PairScorer, folder: Path) -> float:
    name = hashlib.sha256(scorer.fingerprint.encode()).hexdigest()[:16]
    path = folder / f"speed-{name}.json"
    with suppress(OSError, ValueError, KeyError, TypeError):
        kept = float(json.loads(path.read_text(encoding="utf-8"))["milliseconds_a_pair"])
        if kept > 0:
            return kept
    measured = _measure(scorer)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(f".{os.getpid()}")
        temporary.write_text(json.dumps({"milliseconds_a_pair": measured}), encoding="utf-8")
        temporary.replace(path)
    return measured


def _measure(scorer: PairScorer) -> float:
    passage = " ".join(islice(cycle(_USUAL.split()), _WORDS))
    scorer.score("what does the law say of this", [passage])
    spent: list[float] = []
    for _ in range(_ROUNDS):
        began = time.perf_counter()
        scorer.score("what does the law say of this", [passage] * _PAIRS)
        spent.append((time.perf_counter() - began) * 1000 / _PAIRS)
    # The fastest round is the machine's own; the others are what else it was doing.
    return max(round(min(spent), 3), 0.001)
