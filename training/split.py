"""What is trained on and what is measured on, told from a name alone, so that anyone can ask."""

from __future__ import annotations

from hashlib import sha256

# Of 256: about 60 of 100 contracts, and 12 of 100 works of law.
_TRAINED = 154
_HELD_OUT = 31


def for_training(document: str) -> bool:
    """Whether a contract, by the name of its file, may be trained on; the others are measured."""
    return sha256(document.encode()).digest()[0] < _TRAINED


def held_out(work: str) -> bool:
    """Whether questions about a work, by its URN, are for validation."""
    return sha256(work.encode()).digest()[0] < _HELD_OUT


def share(*names: object) -> float:
    """A number from 0 to 1 that hangs on the names alone: sampling by it needs no order."""
    joined = "\n".join(map(str, names))
    return int.from_bytes(sha256(joined.encode()).digest()[:6], "big") / 2**48


def may_learn_from(document: str) -> bool:
    """Whether a document of the public sets, by its name, may be trained on; the others are
    measured."""
    return sha256(document.encode()).digest()[1] % 2 == 0


def may_learn_hypothesis(words: str) -> bool:
    """Whether what is asked of agreements may be trained on: five of seventeen are measured."""
    return sha256(words.encode()).digest()[3] % 17 >= 5
