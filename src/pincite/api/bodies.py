"""The shapes of bodies that are not field for field those of their type."""

from __future__ import annotations

from datetime import date
from typing import TypedDict

from pincite.answer.records import Kind, SourceRole, Sureness
from pincite.answer.reply import Closest, Reply
from pincite.citations.in_questions.references import QueryReference
from pincite.citations.understand import Understanding
from pincite.corpus.reading import Branch
from pincite.model import Override, Preemption, Provision
from pincite.model.provenance import Provenance
from pincite.model.status import LawStatus
from pincite.packs.check_seal import Verified
from pincite.packs.seal import PackFault
from pincite.search.card import LawCard
from pincite.search.response import (
    Clarify,
    CorpusState,
    DateInQuestion,
    Hit,
    LawPlace,
    Part,
    RelatedMaterial,
    Response,
)


class BranchBody(TypedDict):
    """A provision by its name, and what is below it."""

    urn: str
    path: str
    locator: str
    kind: str
    number: str
    heading: str
    status: str
    children: list[BranchBody]


class WorkBody(TypedDict):
    """The work that a provision is part of."""

    urn: str
    title: str
    kind: str
    language: str
    chapter: str
    akn: str
    url: str


class LawFileBody(TypedDict):
    """The file that law was read from, and where in it a provision stood."""

    sha256: str
    name: str
    size: int
    reader: str
    place: str


class ProvisionBody(TypedDict):
    """What a provision says, and where its words come from."""

    urn: str
    path: str
    locator: str
    kind: str
    number: str
    heading: str
    status: str
    text: str
    enacted: str
    notes: list[str]
    start: int
    end: int
    attributes: dict[str, str]
    work: WorkBody
    version: str
    label: str
    valid_from: date | None
    valid_to: date | None
    law_status: LawStatus | None
    overrides: list[Override]
    preemptions: list[Preemption]
    source: LawFileBody
    content_hash: str
    pictures: int | None


class ProvenanceBody(TypedDict):
    """Where a passage comes from, down to page, paragraph, line and character."""

    document: str
    document_path: str
    document_id: str
    chunk_id: str
    chunk_index: int
    page: int | None
    paragraph_start: int | None
    paragraph_end: int | None
    line_start: int | None
    line_end: int | None
    char_start: int
    char_end: int
    extraction_method: str
    ocr_confidence: float | None
    chunk_created_at: str
    chunk_embedded_at: str | None
    document_ingested_at: str
    page_end: int | None
    page_label: str
    paragraph_numbering: str
    note: str | None
    sheet: str | None
    boxes: list[list[float]]
    sha256: str
    kind: str
    losses: list[str]


class AroundBody(TypedDict):
    """The words before and after a passage."""

    before: str
    after: str


class HitBody(TypedDict):
    """A passage that answers. `highlights` are offsets into its text."""

    text: str
    score: float
    citation: str
    citation_short: str
    source: ProvenanceBody
    context: AroundBody
    legal_citations: list[str]
    highlights: list[list[int]]
    law: LawPlace | None
    parts: list[Part]


class SearchBody(TypedDict):
    """What a search found, best first."""

    query: str
    case: str | None
    results_count: int
    search_time_ms: int
    tier: str
    stages_used: list[str]
    results: list[HitBody]
    milliseconds: dict[str, float]
    degraded: list[str]
    confidence: float
    clarify: Clarify | None
    not_held: list[str]
    encoded: float
    profile: str
    profile_hash: str
    related: RelatedMaterial
    total: int
    cited: int
    at: date | None
    dated: DateInQuestion | None
    undated: list[str]
    nothing_then: bool | None
    state: CorpusState | None
    incomplete: int | None
    card: LawCard | None
    within: str


class PointBody(TypedDict):
    """Quotes by their numbers, and the words that lead into them."""

    text: str
    citations: list[int]


class CitationBody(TypedDict):
    """A quote that was checked, and where it stands."""

    number: int
    quote: str
    locator: str
    urn: str
    unit_urn: str
    title: str
    role: SourceRole
    document: str
    chunk_id: str
    spans: list[list[int]]
    content_hash: str
    version: str
    valid_from: date | None
    valid_to: date | None
    source_url: str | None
    page: int | None
    language: str
    breaks: list[int]
    """Where rows of a table begin within the quote, and what follows it; left out where there are
    none."""
    decides: list[int]
    """Where the words that decide begin and end within the quote; left out where they are all of
    it, or nothing says which they are."""


class AnswerBody(TypedDict):
    """An answer. `unchecked_wording` is a model's, and nobody checked what it says."""

    text: str
    points: list[PointBody]
    citations: list[CitationBody]
    note: str
    unchecked_wording: list[PointBody]


class RefusalBody(TypedDict):
    """Why there is no answer, what to do, and what came near."""

    kind: Kind
    message: str
    reason: str
    suggestion: str
    clarify: Clarify | None
    closest: list[Closest]


class QuotesCheckedBody(TypedDict):
    """How many quotes were checked, of how many, and in words."""

    quotes: int
    checked: int
    coverage: str


class BoundBody(TypedDict):
    """What is promised of answers at least as likely as `least`: at most this `rate` is wrong, with
    95% confidence, by so many `answers` on a `day`."""

    least: float
    rate: float
    answers: int
    day: date


class ReplyBody(TypedDict):
    """A checked answer, or a refusal."""

    request_id: str
    question: str
    language: str
    at: date | None
    dated: DateInQuestion | None
    channel: str
    answered: bool
    warnings: list[str]
    undated: list[str]
    answer: AnswerBody | None
    refusal: RefusalBody | None
    verification: QuotesCheckedBody
    confidence: Sureness
    search_confidence: float
    versions: list[str]
    answerer: str
    retries: int
    degraded: list[str]
    milliseconds: dict[str, float]
    state: CorpusState | None
    card: LawCard | None
    within: str
    likely: float | None
    tentative: bool
    likelihood: str
    bound: BoundBody | None
    other_jurisdictions: list[str]


class UnderstandingBody(TypedDict):
    """What a question cites, the day that it asks about, and what is left of it."""

    references: list[QueryReference]
    as_at: date | None
    current: bool
    rest: str


class SealCheckBody(TypedDict):
    """Whether a pack is what was sealed, and what is wrong with it."""

    name: str
    root: str
    faults: list[PackFault]
    signed_by: str
    files: int
    holds: bool


BODIES: dict[type, type] = {
    Provision: ProvisionBody,
    Branch: BranchBody,
    Provenance: ProvenanceBody,
    Hit: HitBody,
    Response: SearchBody,
    Reply: ReplyBody,
    Understanding: UnderstandingBody,
    Verified: SealCheckBody,
}
