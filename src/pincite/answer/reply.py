"""The reply to a question: a checked answer or a typed refusal, in one body."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from itertools import pairwise

from pincite.answer.date_words import date_note
from pincite.answer.messages import DEFAULT, message
from pincite.answer.names import place_name
from pincite.answer.records import AnswerBound, Kind, QuoteSpan, SourceRole, Sureness
from pincite.search.card import LawCard
from pincite.search.response import Clarify, CorpusState, DateInQuestion


@dataclass(frozen=True, slots=True)
class AnswerCitation:
    """A quote that was checked. `quote` is written as the source has it; `spans` are where its
    parts stand in the canonical text of the document, which has the hash `content_hash`."""

    number: int
    quote: str
    locator: str
    urn: str
    unit_urn: str
    title: str
    role: SourceRole
    document: str
    chunk_id: str
    spans: tuple[QuoteSpan, ...]
    content_hash: str
    version: str
    valid_from: date | None
    valid_to: date | None
    source_url: str | None
    page: int | None = None
    """Of a case file: where the quote begins."""
    language: str = ""
    breaks: tuple[int, ...] = ()
    """Where rows of a table begin within the quote, and what follows it: each is shown on a line of
    its own."""

    decides: tuple[int, int] | None = None
    """Where the words that decide stand within the quote, where it has others too."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The quote as it is shown."""
        return in_lines(self.quote, self.breaks)

    def as_dict(self) -> dict[str, object]:
        fields = asdict(self)
        fields["role"] = self.role.value
        fields["spans"] = [list(span) for span in self.spans]
        fields["valid_from"] = self.valid_from.isoformat() if self.valid_from else None
        fields["valid_to"] = self.valid_to.isoformat() if self.valid_to else None
        return fields


def line_spans(quote: str, breaks: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Where the lines of a quote stand in it: the rows of its tables one below another."""
    found: list[tuple[int, int]] = []
    for start, end in pairwise((0, *breaks, len(quote))):
        line = quote[start:end]
        first = start + len(line) - len(line.lstrip())
        found.append((first, first + len(line.strip())))
    return tuple(found)


def in_lines(quote: str, breaks: Sequence[int]) -> tuple[str, ...]:
    """A quote with the rows of its tables one below another."""
    return tuple(quote[start:end] for start, end in line_spans(quote, breaks))


@dataclass(frozen=True, slots=True)
class AnswerPoint:
    """One point of an answer: its quotes, by number, and the fixed words that lead into them, ""
    where a model chose the quotes."""

    text: str
    citations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """A sentence that a model wrote about quotes. Nobody checked what it says."""

    text: str
    citations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Points, and the checked quotes that they cite. `unchecked_wording` is there only where the
    settings ask for it, and is no part of `text`."""

    points: tuple[AnswerPoint, ...]
    citations: tuple[AnswerCitation, ...]
    by_model: bool = False
    unchecked_wording: tuple[Wording, ...] = ()

    def note(self, language: str = DEFAULT) -> str:
        """What a reader must know of a model's answer; "" where there was none."""
        if not self.by_model:
            return ""
        return message(language, "wording", "apart" if self.unchecked_wording else "withheld")

    def marked_wording(self, language: str = DEFAULT) -> tuple[str, ...]:
        """Each sentence behind its mark, to be shown apart from what was checked."""
        return tuple(
            message(language, "wording", "marked", words=sentence.text)
            for sentence in self.unchecked_wording
        )

    def text(self, language: str = DEFAULT) -> str:
        """In plain words: each point with its quotes, and the note."""
        by_number = {citation.number: citation for citation in self.citations}
        lines: list[str] = []
        for point in self.points:
            if point.text:
                lines.append(point.text)
            for number in point.citations:
                cited = by_number[number]
                quote = message(language, "quote", "marked", words="\n      ".join(cited.lines))
                lines.append(f"  [{number}] {quote}")
                lines.append(f"      {cited.locator}")
        if self.by_model:
            lines.append(self.note(language))
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Closest:
    """A passage that is shown with a refusal because it came close. Nothing about it was
    verified."""

    text: str
    citation: str
    urn: str | None
    unverified: bool = True


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why there is no answer, in words for the reader, and what to do instead."""

    kind: Kind
    message: str
    reason: str
    suggestion: str
    clarify: Clarify | None = None
    closest: tuple[Closest, ...] = ()


@dataclass(frozen=True, slots=True)
class QuoteVerification:
    """How many quotes there were, and how many of them passed the check."""

    quotes: int = 0
    checked: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """Either `answer` or `refusal` is set. `confidence` is computed from the citations and the
    search, never asked of a model; `search_confidence` is the search's own, calibrated. `at` is the
    date whose law was asked, and `dated` what the question itself says of one; where there is a
    date, `undated` are the titles of the works quoted whose sources give no dates."""

    request_id: str
    question: str
    language: str
    at: date | None
    channel: str
    answer: Answer | None
    refusal: Refusal | None
    warnings: tuple[str, ...] = ()
    verification: QuoteVerification = QuoteVerification()
    confidence: Sureness = Sureness.NONE
    search_confidence: float = 0.0
    versions: tuple[str, ...] = ()
    answerer: str = ""
    retries: int = 0
    degraded: tuple[str, ...] = ()
    milliseconds: dict[str, float] = field(default_factory=dict[str, float])
    undated: tuple[str, ...] = ()
    state: CorpusState | None = None
    """What it was made from; None for a pack."""
    dated: DateInQuestion | None = None
    card: LawCard | None = None
    """Of the law that was all that the question named."""
    within: str = ""
    """The title of the work or file that alone was searched, because the question names it."""
    likely: float | None = None
    """The probability that the first point answers the question; None where nothing states one."""
    tentative: bool = False
    """Whether the answer is offered as one that may be it, without being vouched for."""
    bound: AnswerBound | None = None
    """What is promised of answers that are as likely."""
    other_jurisdictions: tuple[str, ...] = ()
    """The codes of those whose law speaks of it too; an answer is from one."""

    @property
    def date_note(self) -> str:
        """That the date was read from the question's own words; "" where it was not."""
        used = self.dated is not None and self.dated.applied
        return date_note(self.language, self.dated, self.at, None) if used else ""

    @property
    def elsewhere_note(self) -> str:
        """That there is law of other places on this; "" where there is none."""
        if not self.other_jurisdictions:
            return ""
        places = [
            f"{name} ({code})" if (name := place_name(code, self.language)) != code else code
            for code in self.other_jurisdictions
        ]
        return message(self.language, "elsewhere", "law", places=", ".join(places))

    @property
    def coverage(self) -> str:
        counted = self.verification
        return message(
            self.language, "coverage", "all", checked=counted.checked, all=counted.quotes
        )

    @property
    def likelihood(self) -> str:
        """How likely the first point is to answer, in words; "" where nothing states it. Whether
        its words were checked is another matter."""
        if self.likely is None or self.answer is None:
            return ""
        tenths = min(max(round(self.likely * 10), 1), 9)
        kind = "tentative" if self.tentative else "answer"
        return message(self.language, "likely", kind, tenths=tenths)

    def as_dict(self, *, times: bool = True) -> dict[str, object]:
        """Field for field. Without times, and without the request's number, the same question to
        the same corpus gives the same bytes."""
        body: dict[str, object] = {
            "request_id": self.request_id,
            "question": self.question,
            "language": self.language,
            "at": self.at.isoformat() if self.at else None,
            "dated": self.dated.as_dict() if self.dated else None,
            "channel": self.channel,
            "answered": self.answer is not None,
            "warnings": list(self.warnings),
            "undated": list(self.undated),
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
            "state": asdict(self.state) if self.state else None,
            "card": self.card.as_dict() if self.card else None,
            "within": self.within,
            "likely": self.likely,
            "tentative": self.tentative,
            "likelihood": self.likelihood,
            "bound": self.bound.as_dict() if self.bound else None,
            "other_jurisdictions": list(self.other_jurisdictions),
        }
        if not times:
            del body["request_id"], body["milliseconds"], body["state"]
        return body

    def _answer(self) -> dict[str, object] | None:
        answer = self.answer
        if answer is None:
            return None
        body: dict[str, object] = {
            "text": answer.text(self.language),
            "points": [_numbered(point) for point in answer.points],
            "citations": [citation.as_dict() for citation in answer.citations],
        }
        if answer.by_model:
            body["note"] = answer.note(self.language)
        if answer.unchecked_wording:
            body["unchecked_wording"] = [
                _numbered(sentence) for sentence in answer.unchecked_wording
            ]
        return body

    def _refusal(self) -> dict[str, object] | None:
        if self.refusal is None:
            return None
        return {
            "kind": self.refusal.kind.value,
            "message": self.refusal.message,
            "reason": self.refusal.reason,
            "suggestion": self.refusal.suggestion,
            "clarify": asdict(self.refusal.clarify) if self.refusal.clarify else None,
            "closest": [asdict(passage) for passage in self.refusal.closest],
        }


def _numbered(sentence: AnswerPoint | Wording) -> dict[str, object]:
    return {"text": sentence.text, "citations": list(sentence.citations)}
