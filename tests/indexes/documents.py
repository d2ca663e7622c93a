"""Small documents of our own for the indexes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from pincite.indexes.lexical import Concept, SearchTerm
from pincite.indexes.records import Facets, IndexedChunk


@dataclass(frozen=True)
class Made:
    """A document of chunks; `words` are the texts."""

    key: int
    words: Sequence[str]
    language: str = "en"
    year: str = "2000"
    start: date | None = None
    end: date | None = None
    current: bool = True
    title: str = "Model Act"
    version: str = "v1"
    read: list[int] = field(default_factory=list)

    @property
    def hash(self) -> str:
        return "|".join(self.words)

    @property
    def name(self) -> str:
        return f"act {self.key}"

    @property
    def facets(self) -> Facets:
        return Facets(
            document=f"d{self.key}",
            work=f"urn:lex:xm:act-{self.key}",
            doc_type="act",
            year=self.year,
            language=self.language,
            start=self.start,
            end=self.end,
            current=self.current,
            version=self.version,
        )

    def chunks(self) -> Sequence[IndexedChunk]:
        self.read.append(self.key)
        work = f"urn:lex:xm:act-{self.key}"
        return [
            IndexedChunk(
                at, f"{work}:{at + 1}", f"{work}:{at + 1}", "section", self.title, f"{at + 1}.", one
            )
            for at, one in enumerate(self.words)
        ]


def asks(*words: str) -> list[Concept]:
    return [Concept((SearchTerm(((word,),), 1.0),)) for word in words]
