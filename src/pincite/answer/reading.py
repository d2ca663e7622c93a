"""Reads what was found against the question: how likely each unit of it is to answer."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import NamedTuple

from pincite.answer.expectations import quantity, states
from pincite.answer.records import QuotableSource
from pincite.answer.units import AnswerUnit, read_as, units
from pincite.encoders.load import encoders, find_model
from pincite.encoders.onnx import OnnxReader
from pincite.encoders.ports import DenseEncoder, Encoder
from pincite.errors import ModelError
from pincite.search.relevance import Relevance
from pincite.settings import Settings

# As many units as the network skims, of those that words and their vectors put first; and as many
# of these as it reads to the end.
SKIMMED, _STUDIED = 28, 8


class _Weights(NamedTuple):
    """What counts of a unit: what share of the question it covers, how near to it its words are,
    whether it states the number that was asked for, how long it is and, against it, its passage's
    place among those that were found."""

    covered: float
    near: float
    states: float
    length: float
    behind: float


# For the choice of what is read, and beside the network's logit. Fitted on lines that nothing was
# learned from: docs/measurements.md.
_ALONE, _BESIDE = _Weights(4.9, 11.2, 2.3, 0.2, 1.05), _Weights(3.3, 5.1, 1.7, 1.3, 0.9)
_USUAL_LENGTH = 200
_sentence = re.compile(r"[^.!?]+[.!?]*")
# From what the network says of the first unit and what its words are worth to a probability.
_FILES, _LAW = (0.36, 0.135, 0.1), (0.23, 0.46, -2.36)


class FoundStretch(NamedTuple):
    """text[start:end] of a source, which was found at this place among all, from 0."""

    start: int
    end: int
    rank: int


class FoundIn(NamedTuple):
    """A source, and the stretches of it that were found."""

    source: QuotableSource
    stretches: tuple[FoundStretch, ...]


class ReadUnit(NamedTuple):
    """`says` is the network's logit that the unit answers the question; None where no network reads
    its language. `worth` is what its words are worth beside that."""

    says: float | None
    source: QuotableSource
    unit: AnswerUnit
    worth: float = 0.0


class Candidate(NamedTuple):
    """A unit that may be read, as `text`, and what its words are worth, alone and `beside` what the
    network says."""

    worth: float
    beside: float
    source: QuotableSource
    unit: AnswerUnit
    text: str


@dataclass(frozen=True, slots=True)
class Reader:
    """`tables` give vectors of words: for the choice of what is read, and for what no network
    reads."""

    network: OnnxReader
    tables: tuple[DenseEncoder, ...]

    def reads(self, language: str) -> bool:
        return _knows(self.network, language) or self._table(language) is not None

    def read(self, question: str, found: Sequence[FoundIn], relevance: Relevance) -> list[ReadUnit]:
        """The units of what was found that are likeliest to answer, best first, of equals that
        which stands earlier; those that the network did not read to the end are left out."""
        code = relevance.question.law_in
        chosen = self.candidates(question, found, relevance)[:SKIMMED]
        if not chosen or not _knows(self.network, code):
            return [ReadUnit(None, one.source, one.unit, one.worth) for one in chosen]
        skimmed = self.network.skim(question, [one.text for one in chosen])
        likely = sorted(
            range(len(chosen)), key=lambda at: -(chosen[at].beside + skimmed[at].logit)
        )[:_STUDIED]
        said = dict(zip(likely, self.network.study([skimmed[at] for at in likely]), strict=True))
        self._alone(question, chosen, said)
        order = sorted(likely, key=lambda at: (-(chosen[at].beside + said[at]), at))
        return [
            ReadUnit(said[at], chosen[at].source, chosen[at].unit, chosen[at].beside)
            for at in order
        ]

    def _alone(self, question: str, chosen: Sequence[Candidate], said: dict[int, float]) -> None:
        """Where a story comes with the question, that which asks is read alone too, and the higher
        counts: the story must not refuse it."""
        asks = [one.strip() for one in _sentence.findall(question) if one.rstrip().endswith("?")]
        if len(asks) != 1 or asks[0] == question.strip():
            return
        alone = self.network.score(asks[0], [chosen[at].text for at in said])
        for at, logit in zip(list(said), alone.tolist(), strict=True):
            said[at] = max(said[at], logit)

    def candidates(
        self, question: str, found: Sequence[FoundIn], relevance: Relevance
    ) -> list[Candidate]:
        """The units of what was found, by what their words are worth."""
        table = self._table(relevance.question.law_in)
        wanted = quantity(question)
        every: dict[tuple[str, int, int], Candidate] = {}
        for source, stretches in found:
            cut = [
                (unit, min(ranks))
                for unit in units(source)
                if (ranks := [one.rank for one in stretches
                              if one.start < unit.span.end and unit.span.start < one.end])
            ]  # fmt: skip
            texts = [read_as(source, unit) for unit, _ in cut]
            near = _nearness(table, question, texts)
            for (unit, rank), text, nearness in zip(cut, texts, near, strict=True):
                states_it = wanted is not None and states(source.text[slice(*unit.span)], wanted)
                signs = (
                    relevance.covered(text), nearness, float(states_it),
                    math.log(len(text) / _USUAL_LENGTH), -math.log1p(rank),
                )  # fmt: skip
                worth, beside = (sum(map(mul, by, signs)) for by in (_ALONE, _BESIDE))
                start, end = unit.span
                place = source.content_hash, source.start + start, source.start + end
                every.setdefault(place, Candidate(worth, beside, source, unit, text))
        return sorted(every.values(), key=lambda one: -one.worth)

    def _table(self, language: str) -> DenseEncoder | None:
        return next((table for table in self.tables if _knows(table, language)), None)


def _knows(encoder: Encoder, language: str) -> bool:
    return not encoder.languages or language in encoder.languages


def _nearness(table: DenseEncoder | None, question: str, texts: Sequence[str]) -> list[float]:
    if table is None or not texts:
        return [0.0] * len(texts)
    return (table.passages(texts) @ table.query(question)).tolist()


def chance(read: Sequence[ReadUnit], *, of_files: bool) -> float | None:
    """The probability that the first unit answers; None where no network read it. Fitted on lines
    that it did not learn from."""
    if not read or (says := read[0].says) is None:
        return None
    by_logit, by_words, offset = _FILES if of_files else _LAW
    told = by_logit * says + by_words * read[0].worth + offset
    return 1 / (1 + math.exp(-told))


def reader(settings: Settings) -> Reader | None:
    """By the settings; None where they name none, or where it is not there."""
    models, name, threads = settings.models_folder, settings.reader_model, settings.threads
    key = name, str(models), threads, settings.dense_model, settings.lemma_model
    if key not in _opened:
        _opened[key] = _reader(settings) if name else None
    return _opened[key]


def _reader(settings: Settings) -> Reader | None:
    try:
        found = find_model(settings.models_folder, settings.reader_model, "pairs")
    except ModelError:
        return None
    beside = encoders(settings)
    tables = tuple(table for table in (beside.static, beside.lemmas) if table is not None)
    return Reader(OnnxReader(*found, settings.threads), tables)


# Weights are read once, however often a question is asked.
_opened: dict[tuple[str, str, int, str, str], Reader | None] = {}
