"""The records that an answer is made from: sources, drafts, and the verdict on a draft."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple


class SourceRole(StrEnum):
    """Why a passage may be quoted."""

    RULE = "rule"
    DEFINITION = "definition"
    EXCEPTION = "exception"
    HOLDER = "holder"
    """What holds the rule, or gives the power to make it."""


class SourcePin(NamedTuple):
    """A provision within a passage: start:end are offsets into its text, and its own words begin at
    `body`. `depth` counts from the provision that holds the passage; a `note` is not law."""

    start: int
    body: int
    end: int
    urn: str
    locator: str
    depth: int
    note: bool = False


class QuotedTable(NamedTuple):
    """A table within a passage: where each of its rows begins in the text, and where the last
    ends."""

    rows: tuple[int, ...]
    end: int

    def spans(self) -> tuple[QuoteSpan, ...]:
        """The rows, each without the space behind it."""
        ends = [*(start - 1 for start in self.rows[1:]), self.end]
        return tuple(map(QuoteSpan, self.rows, ends))


@dataclass(frozen=True, slots=True)
class QuotableSource:
    """A passage that may be quoted: text == canonical[start:end] of the expression or file `key`.

    `id` is what a draft calls it by. `of` is the id of the rule it governs, "" for the rule itself;
    `term` is what a definition defines. `document` is the work or the file.
    """

    id: str
    role: SourceRole
    key: int
    document: str
    chunk_id: str
    urn: str
    locator: str
    title: str
    text: str
    start: int
    end: int
    content_hash: str
    language: str = ""
    version: str = ""
    valid_from: date | None = None
    valid_to: date | None = None
    url: str | None = None
    of: str = ""
    term: str = ""
    unit: str = ""
    """The article or section it is of; the passage itself in a case file."""
    says: str = ""
    """How an exception bears on the rule: limits, yields, overrides."""
    pins: tuple[SourcePin, ...] = ()
    """The provisions within it, those that hold others first."""
    losses: tuple[str, ...] = ()
    """What of a case file is missing from its text, or may be."""
    before: str = ""
    after: str = ""
    """The last words ahead of the passage and the first behind it, which a quote may not cut."""
    tables: tuple[QuotedTable, ...] = ()

    def pin(self, start: int, end: int) -> tuple[str, str]:
        """The URN and the locator of the narrowest provision that holds text[start:end]."""
        around = [pin for pin in self.pins if pin.start <= start and end <= pin.end]
        if not around:
            return self.urn, self.locator
        narrowest = max(around, key=lambda pin: pin.depth)
        return narrowest.urn, narrowest.locator

    def in_table(self, span: QuoteSpan) -> bool:
        """Whether a span lies in a table."""
        return any(one.rows[0] <= span.start and span.end <= one.end for one in self.tables)

    def breaks(self, span: QuoteSpan) -> tuple[int, ...]:
        """Where rows of tables begin within a span, and what follows a table, from its start."""
        starts = (at for one in self.tables for at in (*one.rows, one.end + 1))
        return tuple(at - span.start for at in starts if span.start < at < span.end)


class DraftCitation(NamedTuple):
    """One quote in a draft, and the source that it names. Where it states a locator or a URN, they
    must be the source's."""

    source: str
    quote: str
    locator: str = ""
    urn: str = ""
    decides: QuoteSpan | None = None
    """Of the source's text, the words that decide."""


class DraftClaim(NamedTuple):
    """One sentence of a draft, and the quotes that it rests on."""

    text: str
    cites: tuple[DraftCitation, ...]


@dataclass(frozen=True, slots=True)
class AnswerDraft:
    """What an answerer composed, before it is checked. `fixed` says that the sentences are this
    program's own and only name places; otherwise a model wrote them, and nobody checks what they
    say."""

    claims: tuple[DraftClaim, ...]
    fixed: bool = False


class DraftFault(StrEnum):
    """Why a draft, or one citation in it, fails the check."""

    NO_CLAIM = "no_claim"
    NO_CITATION = "no_citation"
    UNKNOWN_SOURCE = "unknown_source"
    WRONG_LOCATOR = "wrong_locator"
    WRONG_URN = "wrong_urn"
    NOT_VERBATIM = "not_verbatim"
    CUTS_A_WORD = "cuts_a_word"
    CUTS_A_NEGATION = "cuts_a_negation"
    TOO_SHORT = "too_short"
    ELLIPSIS = "ellipsis"
    OUT_OF_ORDER = "out_of_order"
    NOT_HELD = "not_held"
    NOT_IN_FORCE = "not_in_force"
    NUMBER = "number_not_in_source"
    QUOTED_IN_TEXT = "quoted_in_text"
    LINK = "link_in_text"
    MALFORMED = "malformed"
    UNREACHABLE = "unreachable"
    INCOMPLETE = "incomplete"


class QuoteSpan(NamedTuple):
    """text[start:end] of a source, or of the document that it is from."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Check:
    """The check of one citation. `spans` are where its words stand in the source's text, one for
    each part of a quote with an ellipsis."""

    claim: int
    cited: DraftCitation
    fault: DraftFault | None
    spans: tuple[QuoteSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftVerdict:
    """The result of checking a whole draft: with one bad citation, it does not hold."""

    checks: tuple[Check, ...]
    faults: tuple[DraftFault, ...]

    @property
    def holds(self) -> bool:
        return not self.faults and bool(self.checks)

    @property
    def checked(self) -> int:
        return sum(check.fault is None for check in self.checks)


class Kind(StrEnum):
    """Why there is no answer."""

    AMBIGUOUS = "ambiguous_query"
    NO_DATA = "no_relevant_data"
    INVALID = "validation_failed"
    RATE = "rate_limited"
    INTERNAL = "internal_error"
    OVERRIDE = "legal_override"


class Sureness(StrEnum):
    """How sure an answer is of itself."""

    NONE = "none"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class AnswerBound:
    """Of answers that are at least as likely as `least`, at most this `rate` is wrong, with 95%
    confidence: fitted on so many `answers` on a `day`."""

    least: float
    rate: float
    answers: int
    day: date

    def as_dict(self) -> dict[str, object]:
        return {"least": self.least, "rate": self.rate, "answers": self.answers,
                "day": self.day.isoformat()}  # fmt: skip
