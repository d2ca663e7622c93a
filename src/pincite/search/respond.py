"""Puts what was found into a response: which stages ran, what was missing, what to ask back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pincite.errors import InputError
from pincite.search.clarify import LANGUAGES, clarify
from pincite.search.confidence import underspecified
from pincite.search.engine import PRO, FoundRows
from pincite.search.profiles import CASE, LAGASAFN, LEGISLATION, OPINIONS, Profile, profile
from pincite.search.response import Hit, RelatedMaterial, Response
from pincite.search.sources import OPINION
from pincite.search.understand import LONGEST
from pincite.text import canonicalize

if TYPE_CHECKING:
    from pincite.search.indexed import Indexed

# The document's names of the stages, and ours for what it does not name.
_STAGES = {
    "rephrase": "rephrase",
    "bm25": "bm25",
    "semantic": "semantic",
    "phrases": "phrases",
    "late": "colbert",
    "rerank": "rerank",
}
CITATION = "citation"
# What an exact use of a citation is given.
_SURE = 0.99
_MOSTLY = 0.5


def checked(question: str, limit: int | None) -> str:
    """The question as it can be searched. Raises InputError."""
    # What the shell could not decode is no text, and no index takes it.
    question = question.encode("utf-8", "replace").decode()
    if not canonicalize(question.replace("\0", " ")):
        raise InputError("nothing was asked", hint="Put a question, some words or a citation.")
    if limit is not None and limit < 0:
        raise InputError(f"cannot give {limit} results", hint="Ask for 0 or more.")
    return question.replace("\0", " ")


def chosen(name: str, indexed: Indexed) -> Profile:
    """The profile of that name, or the one for what a library of law mostly holds."""
    if name:
        return profile(name)
    if next(iter(indexed.languages()), "") == "is":
        return LAGASAFN
    documents = indexed.table.documents
    opinions = sum(document.facets.doc_type == OPINION for document in documents)
    return OPINIONS if documents and opinions / len(documents) > _MOSTLY else LEGISLATION


def chosen_for_files(name: str) -> Profile:
    return profile(name) if name else CASE


def respond(
    found: FoundRows,
    hits: Sequence[Hit],
    indexed: Indexed,
    used: Profile,
    *,
    tier: str,
    case: str | None = None,
) -> Response:
    vague = underspecified(found.question, indexed, used.certainty)
    stages = [CITATION] if _cited(found) or found.direct.card else []
    stages += [_STAGES[stage] for stage in found.stages if stage in _STAGES]
    return Response(
        query=found.question.text,
        case=case,
        tier=tier,
        stages_used=tuple(stages),
        results=tuple(hits),
        milliseconds=dict(found.milliseconds),
        degraded=tuple(dict.fromkeys((*found.degraded, *_lacking(indexed, found, used, tier)))),
        confidence=found.confidence,
        clarify=clarify(hits, found.direct.meant, asked_in=_spoken(found), vague=vague)
        if found.clarify
        else None,
        not_held=found.direct.missing,
        encoded=round(found.encoded, 4),
        profile=used.name,
        profile_hash=used.fingerprint,
        related=RelatedMaterial(),
        total=max(found.total, len(hits)),
        cited=min(len(found.direct.rows), len(hits)),
        near=found.near,
    )


def without_guesses(found: FoundRows) -> FoundRows:
    """Where no word tells what is asked about, the nearest vectors say nothing."""
    if found.question.content or _cited(found) or found.direct.card:
        return found
    return replace(found, rows=(), scores=(), confidence=0.0, total=0)


def exact(
    question: str,
    hits: Sequence[Hit],
    indexed: Indexed,
    used: Profile,
    tier: str,
    case: str | None,
    total: int,
) -> Response:
    """Of a question that was only a citation: every place that makes it, and nothing else."""
    return Response(
        query=canonicalize(question[:LONGEST]),
        case=case,
        tier=tier,
        stages_used=(CITATION,),
        results=tuple(hits),
        milliseconds={},
        degraded=(),
        confidence=_SURE,
        clarify=None,
        not_held=(),
        encoded=round(indexed.share, 4),
        profile=used.name,
        profile_hash=used.fingerprint,
        related=RelatedMaterial(),
        total=total,
        cited=len(hits),
    )


def _cited(found: FoundRows) -> bool:
    """Whether what the question cites outright is among what was found."""
    return len(found.direct.rows) > 0


def _spoken(found: FoundRows) -> str:
    """The language to ask back in, whatever the law is in."""
    return found.question.asked_in if found.question.asked_in in LANGUAGES else LANGUAGES[0]


def _lacking(indexed: Indexed, found: FoundRows, used: Profile, tier: str) -> Iterator[str]:
    """What a search by this profile would have used, and why it could not."""
    if found.question.cut:
        yield "question: it is long, and only its beginning was searched"
    missing = indexed.encoders.missing
    for name in sorted(indexed.damaged):
        yield f"{'colbert' if name == 'late' else 'semantic'}: {indexed.damaged[name]}"
    if used.weights.dense > 0:
        if "dense" in missing:
            yield f"semantic: {missing['dense'].message}"
        elif indexed.encoders.dense is not None and found.encoded < 1:
            if "dense" not in indexed.damaged:
                yield f"semantic: {int(found.encoded * 100)}% of the passages are encoded"
        elif used.weights.sparse > 0 and (share := _weighed(indexed)) < 1:
            yield f"semantic: {int(share * 100)}% of the passages have learned weights"
    if tier == PRO and used.rerank.late:
        if "tokens" in missing:
            yield f"colbert: {missing['tokens'].message}"
        elif indexed.encoders.tokens is not None and indexed.late is None:
            yield "colbert: no passage is encoded by its tokens"
        elif indexed.late is not None and indexed.late.share < found.encoded:
            share = int(indexed.late.share * 100)
            yield f"colbert: {share}% of the passages are encoded by their tokens"


def _weighed(indexed: Indexed) -> float:
    """What part of the passages has learned weights, of those in a language that their model reads;
    1 where there are none of those, no model, or another reason was told."""
    encoder = indexed.encoders.sparse
    if encoder is None or "sparse" in indexed.damaged:
        return 1.0
    if encoder.languages and encoder.languages.isdisjoint(indexed.languages()):
        return 1.0
    return indexed.sparse.share if indexed.sparse is not None else 0.0
