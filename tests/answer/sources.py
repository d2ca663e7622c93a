"""A section of an act, as it is given to be quoted, and drafts that cite it."""

from __future__ import annotations

from pincite.answer.records import (
    AnswerDraft,
    DraftCitation,
    DraftClaim,
    QuotableSource,
    SourceRole,
)

FIRST = "An owner may not demand or accept a deposit that exceeds the rent for one month."
SECOND = "Money taken in excess is recoverable by the tenant within thirty days."
TEXT = f"14. Maximum deposit (1) {FIRST} (2) {SECOND}"


def source(text: str = TEXT, id: str = "S1", **more: object) -> QuotableSource:
    fields: dict[str, object] = {
        "id": id, "role": SourceRole.RULE, "key": 1, "document": "urn:lex:xm:act-1", "chunk_id": "c",
        "urn": "urn:lex:xm:act-1:14", "locator": "Deposits Act, s 14", "title": "Deposits Act",
        "text": text, "start": 100, "end": 100 + len(text), "content_hash": "h",
    }  # fmt: skip
    return QuotableSource(**fields | more)  # type: ignore[arg-type]


def draft(*cites: DraftCitation, text: str = "The law says so.") -> AnswerDraft:
    return AnswerDraft((DraftClaim(text, cites),))
