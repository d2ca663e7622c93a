"""What a search gives back: the canonical response (casefile-search.md, section 9), and more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any, cast

from pincite.model.overrides import Override
from pincite.model.provenance import Provenance
from pincite.model.status import LawStatus
from pincite.search.card import LawCard

# What a second run, or the same corpus loaded anew, may say otherwise.
_TIMES = ("chunk_created_at", "chunk_embedded_at", "document_ingested_at")

HighlightSpan = tuple[int, int]


def _written(value: Any) -> Any:
    """With dates as ISO strings, however deep they are."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return {name: _written(inner) for name, inner in cast("dict[str, Any]", value).items()}
    if isinstance(value, (list, tuple)):
        return [_written(inner) for inner in cast("Sequence[Any]", value)]
    return value


@dataclass(frozen=True, slots=True)
class LawPlace:
    """What a hit in law says of its work and of its place in it. `valid_to` is the first day on
    which it no longer held."""

    title: str
    section_path: str
    chapter: str
    nature: str
    year: str
    akn_work: str | None
    akn_expression: str | None
    source_url: str | None
    urn: str
    unit_urn: str
    version: str
    valid_from: date | None
    valid_to: date | None
    overrides: tuple[Override, ...] = ()
    """Court overrides in effect, of the provision, of what is above it, and of parts of it."""
    law_status: LawStatus | None = None
    """Whether it is in force; None where it plainly is."""

    def as_dict(self) -> dict[str, object]:
        fields = asdict(self)
        for name in ("overrides", "law_status"):
            if not fields[name]:
                del fields[name]
        return {name: _written(value) for name, value in fields.items()}


@dataclass(frozen=True, slots=True)
class Part:
    """A chunk among several that one hit shows: text[start:end] of the hit, and its citation."""

    chunk_id: str
    citation: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Hit:
    """`highlights` are the stretches of the text that speak of what was asked, by offsets into it.
    `law` is None for a case file; `parts` are empty where the hit is one chunk."""

    text: str
    score: float
    citation: str
    citation_short: str
    source: Provenance
    before: str
    after: str
    legal_citations: tuple[str, ...]
    highlights: tuple[HighlightSpan, ...]
    law: LawPlace | None = None
    parts: tuple[Part, ...] = ()

    @property
    def title(self) -> str:
        """What the work or the file is called."""
        return self.law.title if self.law else self.source.document

    def as_dict(self, *, times: bool = True) -> dict[str, object]:
        source = self.source.as_dict()
        if not times:
            source = {name: value for name, value in source.items() if name not in _TIMES}
        return {
            "text": self.text,
            "score": self.score,
            "citation": self.citation,
            "citation_short": self.citation_short,
            "source": source,
            "context": {"before": self.before, "after": self.after},
            "legal_citations": list(self.legal_citations),
            "highlights": [list(span) for span in self.highlights],
            "law": self.law.as_dict() if self.law else None,
            "parts": [asdict(part) for part in self.parts],
        }


@dataclass(frozen=True, slots=True)
class Clarify:
    """What to ask back, in the language of the question, and what may have been meant. `asks` are
    what to ask for each option: the option itself, or the citation of a section, whose heading
    alone leads nowhere."""

    question: str
    options: tuple[str, ...]
    asks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RelatedFile:
    """A document about the same things as the hits; `shared` names them."""

    document: str
    document_id: str
    weight: float
    shared: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RelatedPassage:
    """A passage tied to a hit by the graph."""

    chunk_id: str
    citation: str
    text: str
    weight: float
    shared: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RelatedMaterial:
    """Documents and passages that are related to the hits; none of them is a hit."""

    documents: tuple[RelatedFile, ...] = ()
    chunks: tuple[RelatedPassage, ...] = ()


@dataclass(frozen=True, slots=True)
class CorpusState:
    """What a reply was made from: the corpus at `revision`, the number of its last change in the
    audit log. `behind` where the corpus has changed since and another is still indexing that."""

    revision: int
    behind: bool = False


@dataclass(frozen=True, slots=True)
class DateInQuestion:
    """A day that the question itself names, and the words that name it. `applied`: no other was
    asked for, so it is the law of that day that was searched; else it was not used."""

    day: date
    words: str
    applied: bool

    def as_dict(self) -> dict[str, object]:
        return {**asdict(self), "day": self.day.isoformat()}


@dataclass(frozen=True, slots=True)
class Response:
    """`case` is the matter searched, None in a library of law. `degraded` says what could not be
    done, `not_held` which citations of the question lead to nothing here, `encoded` what share of
    the passages can be found by meaning, `total` how many were found before the limit, and `cited`
    how many of the first results the question cites outright. `near` says how near the first is to
    the question, token by token, where that is known; it is for answers, and is not in the JSON.
    `at` is the date whose law was searched, and `version` (not in the JSON) the version; `dated` is
    what the question itself says of a date. Where there is a date, `undated` are the titles of
    those works among the results whose source gives none, and `nothing_then` says that no law that
    is held was in force. `state` is what was searched. `incomplete` is how many of the files that
    were searched may lack text, because they are damaged; left out of the JSON where it is none.
    `card` is that of the one work that the question names, where it asks nothing else; `within` is
    the title of the work or file that alone was searched, because the question names it beside its
    subject. `other_jurisdictions` (not in the JSON) are those whose law was left out of an answer
    though it has good passages too."""

    query: str
    case: str | None
    tier: str
    stages_used: tuple[str, ...]
    results: tuple[Hit, ...]
    milliseconds: dict[str, float]
    degraded: tuple[str, ...]
    confidence: float
    clarify: Clarify | None
    not_held: tuple[str, ...]
    encoded: float
    profile: str
    profile_hash: str
    related: RelatedMaterial
    total: int
    cited: int = 0
    near: float | None = None
    undated: tuple[str, ...] = ()
    state: CorpusState | None = None
    incomplete: int = 0
    at: date | None = None
    version: str | None = None
    dated: DateInQuestion | None = None
    nothing_then: bool = False
    card: LawCard | None = None
    within: str = ""
    other_jurisdictions: tuple[str, ...] = ()

    def by_relevance(self) -> tuple[Hit, ...]:
        """The results by how well they match, law that is not in force among the others."""
        return tuple(sorted(self.results, key=lambda hit: -hit.score))

    def naming_undated(self) -> Response:
        """Where a date was asked: with the titles of those whose source gives none."""
        undated = (hit.title for hit in self.results if hit.law and hit.law.valid_from is None)
        return replace(self, undated=tuple(dict.fromkeys(undated)))

    @property
    def search_time_ms(self) -> int:
        return round(self.milliseconds.get("total", 0.0))

    def timed(self, spent: dict[str, float]) -> Response:
        """With these times too, "total" being the last."""
        times = {
            name: milliseconds
            for name, milliseconds in self.milliseconds.items()
            if name not in spent
        }
        return replace(self, milliseconds=times | spent)

    def as_dict(self, *, times: bool = True) -> dict[str, object]:
        """Field for field. Without times, the same question to the same corpus gives the same
        bytes, in any process and after any index was made again."""
        body: dict[str, object] = {
            "query": self.query,
            "case": self.case,
            "results_count": len(self.results),
            "search_time_ms": self.search_time_ms,
            "tier": self.tier,
            "stages_used": list(self.stages_used),
            "results": [hit.as_dict(times=times) for hit in self.results],
            "milliseconds": {name: round(spent, 3) for name, spent in self.milliseconds.items()},
            "degraded": list(self.degraded),
            "confidence": self.confidence,
            "clarify": asdict(self.clarify) if self.clarify else None,
            "not_held": list(self.not_held),
            "encoded": self.encoded,
            "profile": self.profile,
            "profile_hash": self.profile_hash,
            "related": asdict(self.related),
            "total": self.total,
            "cited": self.cited,
            "at": self.at.isoformat() if self.at else None,
            "dated": self.dated.as_dict() if self.dated else None,
            "undated": list(self.undated),
            "nothing_then": self.nothing_then or None,
            "state": asdict(self.state) if self.state else None,
            "incomplete": self.incomplete or None,
            "card": self.card.as_dict() if self.card else None,
            "within": self.within,
        }
        if not times:
            del body["search_time_ms"], body["milliseconds"], body["state"]
        return body
