"""Which provisions have a status that is worth asking for: most law is plainly in force."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Suspects(NamedTuple):
    """`urns` are what is spoken of, `holders` what is written above it."""

    urns: frozenset[str]
    holders: frozenset[str]

    @classmethod
    def of(cls, urns: Iterable[str]) -> Suspects:
        every = frozenset(urns)
        return cls(every, frozenset(holder for urn in every for holder in _above(urn)))

    def take_in(self, urn: str, work: str) -> bool:
        """Whether a provision, something in it, or what it is written below is spoken of."""
        return (
            work in self.urns
            or urn in self.holders
            or urn in self.urns
            or any(holder in self.urns for holder in _above(urn))
        )


def _above(urn: str) -> Iterable[str]:
    while urn.count(":") > _CORPUS:
        urn = urn.rpartition(":")[0]
        yield urn


# The colons of a URN that names a work or a code: urn:lex:<jurisdiction>:<corpus>.
_CORPUS = 3
