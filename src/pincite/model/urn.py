"""`urn:lex:<jurisdiction>:<corpus>:<path>`: the one name of a provision, in every version."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.errors import BadUrn

_part = r"[0-9A-Za-z](?:[0-9A-Za-z._~-]*[0-9A-Za-z~])?"
_urn = re.compile(
    rf"urn:lex:(?P<jurisdiction>[a-z]{{2}}(?:-[a-z0-9]+)*):(?P<corpus>{_part})(?P<path>(?::{_part})*)"
)
_letters = str.maketrans(
    {"þ": "th", "Þ": "Th", "ð": "d", "Ð": "D", "æ": "ae", "Æ": "Ae", "ø": "o", "ß": "ss", "–": "-"}
)
_unsafe = re.compile(r"[^0-9A-Za-z.~-]+")
_edges = re.compile(r"^[._~-]+|[._-]+$")


@dataclass(frozen=True, slots=True, order=True)
class Urn:
    """Parses and formats without loss: str(Urn.parse(text)) == text."""

    jurisdiction: str
    corpus: str
    path: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Urn:
        match = _urn.fullmatch(text)
        if match is None:
            raise BadUrn(f"not a URN: {text[:200]!r}")
        path = match["path"]
        return cls(
            match["jurisdiction"], match["corpus"], tuple(path[1:].split(":")) if path else ()
        )

    def __str__(self) -> str:
        return ":".join(("urn:lex", self.jurisdiction, self.corpus, *self.path))

    def child(self, *segments: str) -> Urn:
        return Urn(self.jurisdiction, self.corpus, (*self.path, *segments))

    @property
    def corpus_urn(self) -> str:
        """The URN of what holds it: its work, or the code that its work is a title of."""
        return f"urn:lex:{self.jurisdiction}:{self.corpus}"

    def within(self, other: Urn) -> bool:
        """Whether this is `other` or written below it."""
        return (
            self.jurisdiction == other.jurisdiction
            and self.corpus == other.corpus
            and self.path[: len(other.path)] == other.path
        )


def of_work(urn: str, work: str) -> bool:
    """Whether a URN is that of a work or of a place in it. The sections of a part of regulations
    are named beside it: 12cfr:1005.16 is of 12cfr:1005."""
    return urn == work or urn.startswith((f"{work}:", f"{work}."))


def possible_works(urn: str) -> Iterator[str]:
    """What the work of a place may be called, the longest first: whatever it is `of_work`."""
    parts = urn.split(":")
    for end in range(len(parts), 0, -1):
        holder = ":".join(parts[:end])
        yield holder
        beside = parts[end - 1]
        while "." in beside:
            beside = beside.rpartition(".")[0]
            yield ":".join((*parts[: end - 1], beside))


@functools.lru_cache(maxsize=65536)
def segment(text: str) -> str:
    """A source's own label as a URN segment: '(a)' → 'a', '55. gr. a' → '55.gr.a' (readers
    normalise their own numbering first). Empty when nothing usable is left."""
    folded = text.translate(_letters)
    if not folded.isascii():
        folded = "".join(
            char
            for char in unicodedata.normalize("NFKD", folded)
            if not unicodedata.combining(char)
        )
    return _edges.sub("", _unsafe.sub("-", folded))
