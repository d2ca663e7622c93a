"""What answers are worth: whether they cite the right provisions, whether every quote is in its
source, and whether they refuse where they should."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from pincite.answer.evidence import Evidence
from pincite.answer.locate import locate
from pincite.answer.reading import FoundIn, ReadUnit
from pincite.answer.records import QuotableSource, SourceRole
from pincite.answer.reply import AnswerCitation, Reply
from pincite.answer.sources import AnswerSource
from pincite.collection.core import Collection
from pincite.collection.law import HeldLaw
from pincite.evaluation.abstention import Share
from pincite.evaluation.measures import Latency, graded_as, percentiles
from pincite.evaluation.sets import GradedQuestion, GradedSet
from pincite.evaluation.systems import chunk_name
from pincite.indexes.records import Filters
from pincite.matters.matter import Matter
from pincite.search.card import LawCard
from pincite.search.library_index import Retrieved
from pincite.search.response import Hit

# Where search must have put the right provision for an answer to be blamed for not citing it.
DEPTH = 8
_SEED = 20240101
_word = re.compile(r"[^\W\d_]{3,}")


Sources = Callable[[GradedQuestion, Filters | None], AnswerSource]


class AnsweredQuestion(NamedTuple):
    """A question, what came of it, and what it was answered from."""

    question: GradedQuestion
    reply: Reply
    found: bool
    """Whether search put a right provision among the first DEPTH."""
    sources: tuple[QuotableSource, ...]
    cited: tuple[str, ...]
    """The provisions that the answer quotes as rules, by the names that the set grades."""


@dataclass(frozen=True, slots=True)
class AnswerReport:
    """Shares are of so many; `supported` are points all of whose quotes stand in the stored text,
    and `hallucinated` the others."""

    name: str
    questions: int
    kinds: Mapping[str, int]
    quotes_verified: Share
    supported: Share
    hallucinated: Share
    right_cited_where_found: Share
    right_cited: Share
    citations_right: Share
    refused_answerable: Share
    refused_unanswerable: Share
    asked_back_ambiguous: Share
    fabricated_passed: Share
    faithful_rejected: Share
    refusals: Mapping[str, int]
    confidence: Mapping[str, int]
    latency: Mapping[str, Latency]
    lines: tuple[AnsweredQuestion, ...] = field(default=(), repr=False)


def law_sources(law: HeldLaw) -> Sources:
    """Law on the date that each question names, or today."""
    return lambda question, filters: law.answer_source(at=question.at, filters=filters)


def file_sources(matter: Matter) -> Sources:
    """The files of a matter, which have no dates."""
    return lambda _question, filters: matter.answer_source(filters=filters)


def evaluate_answers(
    collection: Collection,
    sources: Sources,
    graded: GradedSet,
    progress: Callable[[int, int], None] = lambda _done, _of: None,
    *,
    answerer: str = "",
) -> AnswerReport:
    """Ask every question of a set."""
    asked: list[AnsweredQuestion] = []
    by_document = graded.unit == "opinion"
    for done, question in enumerate(graded.questions, 1):
        watched = _Watched(sources(question, _filters(question)))
        reply = collection.answer_flow(answerer).ask(question.text, watched)
        asked.append(_asked(question, reply, watched, by_document))
        progress(done, len(graded.questions))
    return report(graded.name, asked, collection)


def _filters(question: GradedQuestion) -> Filters | None:
    if not question.document and not question.jurisdiction:
        return None
    return Filters(
        documents=(question.document,) if question.document else (),
        jurisdiction=(question.jurisdiction,) if question.jurisdiction else (),
    )


class _Watched:
    """An answer source that keeps what was found and quoted from it."""

    def __init__(self, source: AnswerSource) -> None:
        self._source = source
        self.at = source.at
        self.jurisdictions = source.jurisdictions
        self.mentions = source.mentions
        self.holds = source.holds
        self.cite = source.cite
        self.hits: list[Hit] = []
        self.quotable: list[QuotableSource] = []

    def search(self, question: str, limit: int) -> Retrieved:
        retrieved = self._source.search(question, limit)
        self.hits.extend(retrieved.response.results)
        return retrieved

    def evidence(self, hits: Sequence[Hit], wanted: int, at: date | None) -> Evidence:
        gathered = self._source.evidence(hits, wanted, at)
        self.quotable.extend(gathered.sources)
        return gathered

    def to_read(self, retrieved: Retrieved, at: date | None) -> list[FoundIn]:
        return self._source.to_read(retrieved, at)

    def governing(self, read: Sequence[ReadUnit], wanted: int, at: date | None) -> Evidence:
        gathered = self._source.governing(read, wanted, at)
        self.quotable.extend(gathered.sources)
        return gathered

    def opening(self, card: LawCard, at: date | None) -> QuotableSource | None:
        opening = self._source.opening(card, at)
        self.quotable.extend([opening] if opening else [])
        return opening


def _asked(
    question: GradedQuestion, reply: Reply, watched: _Watched, by_document: bool
) -> AnsweredQuestion:
    name = _named(question, by_document)
    ranked = [
        name(_unit(hit), hit.source.document_id, hit.source.chunk_index) for hit in watched.hits
    ]
    cited = [
        name(citation.unit_urn, citation.document, _ordinal(citation.chunk_id))
        for citation in (reply.answer.citations if reply.answer else ())
        if citation.role is SourceRole.RULE
    ]
    right = any(question.gold.get(unit, 0) > 0 for unit in ranked[:DEPTH])
    return AnsweredQuestion(
        question, reply, right, tuple(watched.quotable), tuple(dict.fromkeys(cited))
    )


def _unit(hit: Hit) -> str:
    return hit.law.unit_urn if hit.law else ""


def _ordinal(chunk_id: str) -> int:
    last = chunk_id.rpartition("-")[2]
    return int(last) if last.isdigit() else -1


def _named(question: GradedQuestion, by_document: bool) -> Callable[[str, str, int], str]:
    """What the set calls a passage: its section, its opinion, or itself."""

    def name(unit: str, document: str, ordinal: int) -> str:
        if by_document:
            unit = document
        elif not unit.startswith("urn:"):
            unit = chunk_name(question.document or document, ordinal)
        return graded_as(unit, question.gold)

    return name


def report(name: str, asked: list[AnsweredQuestion], collection: Collection) -> AnswerReport:
    answerable = [answered for answered in asked if answered.question.expects == "answer"]
    found = [answered for answered in answerable if answered.found]
    points = [point for answered in asked for point in _points(answered, collection)]
    quotes = [good for answered in asked for good in _verified(answered, collection)]
    cited = [unit for answered in answerable for unit in answered.cited]
    graded = [
        answered
        for answered in answerable
        for unit in answered.cited
        if answered.question.gold.get(unit, 0) > 0
    ]
    tampered = list(_tampered(asked))
    return AnswerReport(
        name=name,
        questions=len(asked),
        kinds=_counted(answered.question.expects for answered in asked),
        quotes_verified=Share(sum(quotes), len(quotes)),
        supported=Share(sum(points), len(points)),
        hallucinated=Share(len(points) - sum(points), len(points)),
        right_cited_where_found=Share(sum(map(_cites_right, found)), len(found)),
        right_cited=Share(sum(map(_cites_right, answerable)), len(answerable)),
        citations_right=Share(len(graded), len(cited)),
        refused_answerable=_refused(asked, "answer"),
        refused_unanswerable=_refused(asked, "refuse"),
        asked_back_ambiguous=_refused(asked, "clarify"),
        fabricated_passed=Share(sum(passed for passed, _ in tampered), len(tampered)),
        faithful_rejected=Share(sum(lost for _, lost in tampered), len(tampered)),
        refusals=_counted(
            answered.reply.refusal.kind for answered in asked if answered.reply.refusal
        ),
        confidence=_counted(answered.reply.confidence for answered in asked),
        latency=percentiles([answered.reply.milliseconds for answered in asked]),
        lines=tuple(asked),
    )


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(map(str, names)).items()))


def _cites_right(answered: AnsweredQuestion) -> bool:
    return any(answered.question.gold.get(unit, 0) > 0 for unit in answered.cited)


def _refused(asked: list[AnsweredQuestion], expects: str) -> Share:
    meant = [answered for answered in asked if answered.question.expects == expects]
    return Share(sum(answered.reply.answer is None for answered in meant), len(meant))


def _points(answered: AnsweredQuestion, collection: Collection) -> Iterator[bool]:
    if answered.reply.answer is None:
        return
    numbers = (cited.number for cited in answered.reply.answer.citations)
    good = dict(zip(numbers, _verified(answered, collection), strict=True))
    for point in answered.reply.answer.points:
        yield bool(point.citations) and all(good[number] for number in point.citations)


def _verified(answered: AnsweredQuestion, collection: Collection) -> list[bool]:
    """Whether each quote is what the stored text says between the offsets that are cited; read from
    the store anew, by other code than the check's."""
    if answered.reply.answer is None:
        return []
    keys = {source.chunk_id: source.key for source in answered.sources}
    return [_stands(cited, keys, collection) for cited in answered.reply.answer.citations]


def _stands(cited: AnswerCitation, keys: Mapping[str, int], collection: Collection) -> bool:
    words = [collection.store.text(keys[cited.chunk_id], *span) for span in cited.spans]
    return " […] ".join(words) == cited.quote


def _tampered(asked: list[AnsweredQuestion]) -> Iterator[tuple[bool, bool]]:
    """Of each quote, whether it passes with one word taken from elsewhere in the source, and
    whether it is refused with no-break spaces and other quotation marks."""
    drawn = random.Random(_SEED)  # noqa: S311 - nothing secret
    for answered in asked:
        texts = {source.chunk_id: source.text for source in answered.sources}
        for cited in answered.reply.answer.citations if answered.reply.answer else ():
            text = texts[cited.chunk_id]
            words = list(_word.finditer(cited.quote))
            other = drawn.choice(_word.findall(text) or ["word"])
            if len(words) < 2 or " […] " in cited.quote:
                continue
            at = words[drawn.randrange(1, len(words))]
            wrong = cited.quote[: at.start()] + other + cited.quote[at.end() :]
            right = cited.quote.replace(" ", "\u00a0").replace("’", "'").replace("“", '"')
            passes = wrong not in text and locate(wrong, text, ellipses=True)[0] is None
            yield passes, locate(right, text, ellipses=True)[0] is not None
