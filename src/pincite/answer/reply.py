"""What a question is answered with: a checked answer or a typed refusal, in one body."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import date

from pincite.answer.catalogue import DEFAULT, said
from pincite.answer.records import Kind, Role, Span, Sureness
from pincite.search.response import Clarify


@dataclass(frozen=True, slots=True)
class Citation:
    """A quote that was checked. `quote` is how the source has it; `spans` are where its parts stand
    in the canonical text of the document, which has the hash `content_hash`."""

    number: int
    quote: str
    locator: str
    urn: str
    unit_urn: str
    title: str
    role: Role
    document: str
    chunk_id: str
    spans: tuple[Span, ...]
    content_hash: str
    version: str
    valid_from: date | None
    valid_to: date | None
    source_url: str | None
    page: int | None = None
    """Of a case file: where the quote begins."""
    language: str = ""

    def as_dict(self) -> dict[str, object]:
        fields = asdict(self)
        fields["role"] = self.role.value
        fields["spans"] = [list(span) for span in self.spans]
        fields["valid_from"] = self.valid_from.isoformat() if self.valid_from else None
        fields["valid_to"] = self.valid_to.isoformat() if self.valid_to else None
        return fields


@dataclass(frozen=True, slots=True)
class Point:
    """A sentence, and the numbers of the quotes it rests on."""

    text: str
    citations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    points: tuple[Point, ...]
    citations: tuple[Citation, ...]

    def text(self, language: str = DEFAULT) -> str:
        """In plain words: each point with its quotes."""
        by_number = {one.number: one for one in self.citations}
        lines: list[str] = []
        for point in self.points:
            lines.append(point.text)
            for number in point.citations:
                cited = by_number[number]
                lines.append(f"  [{number}] {said(language, 'quote', 'marked', words=cited.quote)}")
                lines.append(f"      {cited.locator}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Closest:
    """A passage that came near; nothing was verified of it."""

    text: str
    citation: str
    urn: str | None
    unverified: bool = True


@dataclass(frozen=True, slots=True)
class Refusal:
    kind: Kind
    message: str
    reason: str
    suggestion: str
    clarify: Clarify | None = None
    closest: tuple[Closest, ...] = ()


@dataclass(frozen=True, slots=True)
class Verification:
    """How many quotes were checked, of how many."""

    quotes: int = 0
    checked: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """Either `answer` or `refusal` is there. `confidence` is counted from the citations and the
    search, never asked of a model; `search_confidence` is the calibrated one of the search."""

    request_id: str
    question: str
    language: str
    at: date | None
    channel: str
    answer: Answer | None
    refusal: Refusal | None
    warnings: tuple[str, ...] = ()
    verification: Verification = Verification()
    confidence: Sureness = Sureness.NONE
    search_confidence: float = 0.0
    versions: tuple[str, ...] = ()
    answerer: str = ""
    retries: int = 0
    degraded: tuple[str, ...] = ()
    milliseconds: dict[str, float] = field(default_factory=dict[str, float])

    @property
    def coverage(self) -> str:
        counted = self.verification
        return said(self.language, "coverage", "all", checked=counted.checked, all=counted.quotes)

    def as_dict(self, *, times: bool = True) -> dict[str, object]:
        """Field for field. Without times, and without the request's number, the same question to
        the same corpus gives the same bytes."""
        body: dict[str, object] = {
            "request_id": self.request_id,
            "question": self.question,
            "language": self.language,
            "at": self.at.isoformat() if self.at else None,
            "channel": self.channel,
            "answered": self.answer is not None,
            "warnings": list(self.warnings),
            "answer": self._answer(),
            "refusal": self._refusal(),
            "verification": {**asdict(self.verification), "coverage": self.coverage},
            "confidence": self.confidence.value,
            "search_confidence": self.search_confidence,
            "versions": list(self.versions),
            "answerer": self.answerer,
            "retries": self.retries,
            "degraded": list(self.degraded),
            "milliseconds": {name: round(spent, 3) for name, spent in self.milliseconds.items()},
        }
        if not times:
            del body["request_id"], body["milliseconds"]
        return body

    def _answer(self) -> dict[str, object] | None:
        if self.answer is None:
            return None
        return {
            "text": self.answer.text(self.language),
            "points": [
                {"text": one.text, "citations": list(one.citations)} for one in self.answer.points
            ],
            "citations": [one.as_dict() for one in self.answer.citations],
        }

    def _refusal(self) -> dict[str, object] | None:
        if self.refusal is None:
            return None
        return {
            "kind": self.refusal.kind.value,
            "message": self.refusal.message,
            "reason": self.refusal.reason,
            "suggestion": self.refusal.suggestion,
            "clarify": asdict(self.refusal.clarify) if self.refusal.clarify else None,
            "closest": [asdict(one) for one in self.refusal.closest],
        }
