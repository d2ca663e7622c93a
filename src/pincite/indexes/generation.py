"""A generation: one whole state of everything that is derived for searches.

Its number rises with every change. Whoever opens it sees what it counts and nothing that was
written since, in any thread, process or order: the same generation gives the same replies.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pincite.encoders.cards import slug

VECTORS = "vectors"
"""The folder, beside the register, of the stores of vectors."""


@dataclass(frozen=True, slots=True)
class Generation:
    """`revision` is the state of the corpus that it was made from, "" where none was ever indexed
    whole; `entries` are the passages it holds; `vectors` says how many bytes of each store's log
    count, and is None where an earlier version wrote it: all of them; `links` is the file of the
    links, "" for the one of earlier versions."""

    number: int
    revision: str
    entries: int
    vectors: Mapping[str, int] | None
    links: str

    def counts(self, fingerprint: str) -> int | None:
        """How much of an encoder's store it counts; None for all of it."""
        return None if self.vectors is None else self.vectors.get(slug(fingerprint), 0)
