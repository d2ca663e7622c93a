"""Whether answers answer, over a set whose answers are marked in the sources: in full, partly, off
the point, wrong or refused; whether the stated probability is true; and flaws of form."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pincite.answer.reply import AnswerCitation
from pincite.collection.core import Collection
from pincite.evaluation.abstention import Share
from pincite.evaluation.answers import AnsweredQuestion, AnswerReport, Sources, evaluate_answers
from pincite.evaluation.calibration import Calibration, calibration
from pincite.evaluation.comparison import Interval, interval
from pincite.evaluation.flaws import NO_FLAWS, Flaws, flaws
from pincite.evaluation.judging import Outcome, judged
from pincite.evaluation.marked import MarkedQuestion, MarkedSet

# What a word of confidence is taken for.
CHANCE = {"high": 0.9, "medium": 0.6, "low": 0.3, "none": 0.0}
_LENGTHS = ((8, "up to 8 words"), (16, "9 to 16 words"), (30, "17 to 30 words"))
_LONGER = "over 30 words"


@dataclass(frozen=True, slots=True)
class AnsweredLine:
    """What came of one question. `likely` is the probability that the reply states, `word` its word
    of confidence; `words` counts those of the question, `shown` those that were quoted."""

    id: str
    group: str
    kind: str
    language: str
    words: int
    unanswerable: bool
    outcome: Outcome
    tentative: bool = False
    likely: float | None = None
    word: str = "none"
    shown: int = 0
    flaws: Flaws = NO_FLAWS

    @property
    def answered(self) -> bool:
        return self.outcome is not Outcome.REFUSED

    @property
    def length(self) -> str:
        """Of the question, in words."""
        return next((name for most, name in _LENGTHS if self.words <= most), _LONGER)


class Tally(NamedTuple):
    """Shares of some lines. `in_full` to `refused` are of what can be answered, and `interval` is
    that of `in_full`; `tentative` is of all that was answered."""

    lines: int
    in_full: Share
    interval: Interval | None
    partly: Share
    off: Share
    wrong: Share
    refused: Share
    refused_unanswerable: Share
    tentative: Share
    shown: float
    """The median of the words shown."""


class Stated(NamedTuple):
    """What is stated of each answer, against whether it answers in full; `brier` is the mean square
    error with its interval."""

    brier: Interval
    calibration: Calibration


@dataclass(frozen=True, slots=True)
class AnsweredReport:
    """`groups` are tallies by set, kind, language and length of the question; `likely` is None
    where no reply states a probability, `words` where there was no answer."""

    name: str
    overall: Tally
    groups: Mapping[str, Mapping[str, Tally]]
    likely: Stated | None
    words: Stated | None
    flaws: Flaws
    unmapped: int
    lines: tuple[AnsweredLine, ...]


def evaluate_marked(
    collection: Collection,
    sources: Sources,
    marked: MarkedSet,
    progress: Callable[[int, int], None] = lambda _done, _of: None,
    *,
    answerer: str = "",
) -> tuple[AnswerReport, AnsweredReport]:
    """Ask every question of a set once: what else is measured of answers, and whether they
    answer."""
    report = evaluate_answers(collection, sources, marked.graded, progress, answerer=answerer)
    lines = [
        answered_line(line, asked, collection)
        for line, asked in zip(marked.lines, report.lines, strict=True)
    ]
    return report, answered_report(marked.name, lines, len({lost[0] for lost in marked.unmapped}))


def answered_line(
    line: MarkedQuestion, asked: AnsweredQuestion, collection: Collection
) -> AnsweredLine:
    reply, question = asked.reply, line.question
    keys = {source.chunk_id: source.key for source in asked.sources}

    def text(quote: AnswerCitation, start: int, end: int) -> str:
        key = keys.get(quote.chunk_id)
        return "" if key is None else collection.store.text(key, start, end)

    quotes = reply.answer.citations if reply.answer else ()
    return AnsweredLine(
        question.id,
        line.group,
        question.kind,
        line.language or reply.language,
        len(question.text.split()),
        line.unanswerable,
        judged(reply, line),
        reply.tentative,
        reply.likely,
        reply.confidence.value,
        sum(len(quote.quote.split()) for quote in quotes),
        flaws(reply.answer, text) if reply.answer else NO_FLAWS,
    )


def answered_report(name: str, lines: Sequence[AnsweredLine], unmapped: int = 0) -> AnsweredReport:
    answered = [line for line in lines if line.answered]
    stated = [line for line in answered if line.likely is not None]
    return AnsweredReport(
        name,
        tally(lines),
        {
            "set": _grouped(lines, lambda line: line.group),
            "kind": _grouped(lines, lambda line: line.kind),
            "language": _grouped(lines, lambda line: line.language),
            "length": _grouped(
                lines, lambda line: line.length, [*dict(_LENGTHS).values(), _LONGER]
            ),
        },
        _stated((line.likely or 0.0, line) for line in stated),
        _stated((CHANCE[line.word], line) for line in answered),
        Flaws(*map(sum, zip(*(line.flaws for line in lines), strict=True))) if lines else NO_FLAWS,
        unmapped,
        tuple(lines),
    )


def tally(lines: Sequence[AnsweredLine]) -> Tally:
    answerable = [line for line in lines if not line.unanswerable]
    answered = [line for line in lines if line.answered]
    without = [line for line in lines if line.unanswerable]

    def share(outcome: Outcome, of: Sequence[AnsweredLine] = answerable) -> Share:
        return Share(sum(line.outcome is outcome for line in of), len(of))

    full = [float(line.outcome is Outcome.IN_FULL) for line in answerable]
    return Tally(
        len(lines),
        share(Outcome.IN_FULL),
        interval(full) if full else None,
        share(Outcome.PARTLY),
        share(Outcome.OFF),
        share(Outcome.WRONG),
        share(Outcome.REFUSED),
        share(Outcome.REFUSED, without),
        Share(sum(line.tentative for line in answered), len(answered)),
        statistics.median(line.shown for line in answered) if answered else 0.0,
    )


def _grouped(
    lines: Sequence[AnsweredLine],
    name_of: Callable[[AnsweredLine], str],
    order: Sequence[str] = (),
) -> dict[str, Tally]:
    names = {name_of(line) for line in lines}
    return {
        name: tally([line for line in lines if name_of(line) == name])
        for name in (*(known for known in order if known in names), *sorted(names - {*order}))
    }


def _stated(told: Iterable[tuple[float, AnsweredLine]]) -> Stated | None:
    pairs = [(chance, line.outcome.is_right) for chance, line in told]
    if not pairs:
        return None
    errors = [(chance - right) ** 2 for chance, right in pairs]
    return Stated(interval(errors), calibration(*zip(*pairs, strict=True)))
