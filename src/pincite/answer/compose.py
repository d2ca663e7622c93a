"""Composes an answer and checks it, with one stricter retry; gives it, or what was wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import starmap

from pincite.answer.extractive import Extractive
from pincite.answer.ports import Answerer, Brief, CannotCompose
from pincite.answer.records import (
    AnswerDraft,
    Check,
    DraftFault,
    DraftVerdict,
    QuotableSource,
    Sureness,
)
from pincite.answer.reply import Answer, AnswerCitation, AnswerPoint, Wording
from pincite.answer.validate import ValidationRules, spans_in_document, validate
from pincite.text.languages import language
from pincite.text.words import forms

# Where a calibrated search would rather ask back (legislation-retrieval.md), and half way there.
_SURE, _UNSURE = 0.62, 0.4
_MANY_CITATIONS, _MANY_DOCUMENTS = 3, 2


@dataclass(frozen=True, slots=True)
class Composed:
    """What came of composing. `answer` is None where the check failed, for the reasons in `faults`.
    A model's answer carries the model's own sentences, which whoever shows it leaves out unless the
    settings ask for them."""

    answer: Answer | None
    verdict: DraftVerdict
    faults: tuple[DraftFault, ...]
    retries: int
    answerer: str
    unreachable: bool = False


def compose(answerer: Answerer, brief: Brief, rules: ValidationRules) -> Composed:
    """One draft, and one more where the first does not hold. A model that cannot be reached is
    replaced by what needs none."""
    strict = replace(rules, ellipses=False)
    faults: tuple[DraftFault, ...] = ()
    verdict = DraftVerdict((), ())
    tries = (rules, strict) if answerer.retries else (rules,)
    for retries, by in enumerate(tries):
        try:
            draft = answerer.draft(brief, strict=retries > 0, faults=faults)
        except CannotCompose as problem:
            verdict, faults = DraftVerdict((), (problem.fault,)), (problem.fault,)
            if problem.fault is DraftFault.UNREACHABLE:
                instead = compose(Extractive(), brief, rules)
                return replace(instead, retries=retries, unreachable=True)
            continue
        verdict = validate(draft, brief.sources, by)
        if verdict.holds:
            answer = _answer(draft, verdict, brief.sources)
            return Composed(answer, verdict, (), retries, answerer.name)
        faults = verdict.faults or (DraftFault.NO_CLAIM,)
    return Composed(None, verdict, faults, len(tries) - 1, answerer.name)


def _answer(draft: AnswerDraft, verdict: DraftVerdict, sources: Sequence[QuotableSource]) -> Answer:
    by_id = {source.id: source for source in sources}
    numbers: dict[tuple[str, tuple[object, ...]], int] = {}
    citations: list[AnswerCitation] = []
    cites: list[list[int]] = [[] for _ in draft.claims]
    for check in verdict.checks:
        source = by_id[check.cited.source]
        name = (source.id, check.spans)
        if name not in numbers:
            numbers[name] = len(citations) + 1
            urn, locator = source.pin(check.spans[0].start, check.spans[-1].end)
            words = [source.text[span.start : span.end] for span in check.spans]
            citations.append(
                AnswerCitation(
                    number=numbers[name],
                    quote=" […] ".join(words),
                    locator=locator,
                    urn=urn,
                    unit_urn=source.unit,
                    title=source.title,
                    role=source.role,
                    language=source.language,
                    document=source.document,
                    chunk_id=source.chunk_id,
                    spans=spans_in_document(check, source),
                    content_hash=source.content_hash,
                    version=source.version,
                    valid_from=source.valid_from,
                    valid_to=source.valid_to,
                    source_url=source.url,
                    breaks=source.breaks(check.spans[0]) if len(check.spans) == 1 else (),
                    decides=_decides(check),
                )
            )
        if numbers[name] not in cites[check.claim]:
            cites[check.claim].append(numbers[name])
    sentences = [
        (claim.text, tuple(cited)) for claim, cited in zip(draft.claims, cites, strict=True)
    ]
    if draft.fixed:
        return Answer(tuple(starmap(AnswerPoint, sentences)), tuple(citations))
    wording = tuple(starmap(Wording, sentences))
    return Answer(
        _without_words(wording), tuple(citations), by_model=True, unchecked_wording=wording
    )


def _decides(check: Check) -> tuple[int, int] | None:
    """Where the words that decide stand within a quote, unless they are all of it."""
    decides, (quoted, *others) = check.cited.decides, check.spans
    if decides is None or others:
        return None
    start, end = max(decides.start, quoted.start), min(decides.end, quoted.end)
    if start >= end or (start, end) == quoted:
        return None
    return start - quoted.start, end - quoted.start


def _without_words(wording: Sequence[Wording]) -> tuple[AnswerPoint, ...]:
    """The quotes alone, in the order that the model chose. Without its words there is no reason to
    show one twice."""
    shown: set[int] = set()
    points: list[AnswerPoint] = []
    for sentence in wording:
        new = tuple(number for number in sentence.citations if number not in shown)
        shown.update(new)
        if new:
            points.append(AnswerPoint("", new))
    return tuple(points)


def sureness(answer: Answer, search: float, spoken: str = "") -> Sureness:
    """By the citations: three or more, or two documents, is high, else medium. A search that is not
    sure of what it found takes a step off that, one that is unsure makes it low; so does a sentence
    that has not a word in common with what it quotes, where both are in one language. A model's
    sentences count here, whether or not they are shown."""
    documents = {citation.document for citation in answer.citations}
    if not answer.citations:
        return Sureness.NONE
    many = len(answer.citations) >= _MANY_CITATIONS or len(documents) >= _MANY_DOCUMENTS
    if search < _UNSURE or _says_something_else(answer, spoken):
        return Sureness.LOW
    if search < _SURE:
        return Sureness.MEDIUM if many else Sureness.LOW
    return Sureness.HIGH if many else Sureness.MEDIUM


def _says_something_else(answer: Answer, spoken: str) -> bool:
    cited = {citation.number: citation for citation in answer.citations}
    for sentence in answer.unchecked_wording if answer.by_model else answer.points:
        quoted = [cited[number] for number in sentence.citations]
        if not spoken or any(citation.language != spoken for citation in quoted):
            continue
        source_words = " ".join(
            f"{citation.locator} {citation.title} {citation.quote}" for citation in quoted
        )
        if _content(sentence.text, spoken).isdisjoint(_content(source_words, spoken)):
            return True
    return False


def _content(text: str, code: str) -> set[str]:
    rules = language(code)
    kept = (form for form in forms(text) if form not in rules.stop)
    return {lemma for form in kept for lemma in rules.lemmas(form)}
