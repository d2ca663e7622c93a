"""Reads what was found against the question: how likely each unit of it is to answer."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pincite.answer.expectations import quantity, states
from pincite.answer.records import QuotableSource
from pincite.answer.units import AnswerUnit, read_as, units
from pincite.encoders.load import encoders, find_model
from pincite.encoders.onnx import OnnxPairs
from pincite.encoders.ports import DenseEncoder, Encoder, PairScorer
from pincite.errors import ModelError
from pincite.search.relevance import Relevance
from pincite.settings import Settings

# As many units as the network reads, of those that words and their vectors put first.
_READ = 32
# What counts beside the network's logit: what share of the question a unit covers, how near to it
# its words are, and, against it, its passage's place among those that were found. Measured:
# docs/measurements.md.
_COVERED, _NEAR, _BEHIND = 10.0, 10.0, 0.2
# What a unit is worth more that states the number that was asked for.
_STATES = 3.5
_sentence = re.compile(r"[^.!?]+[.!?]*")
# From the most that the network says, and what the first unit covers, to a probability: of files,
# of law.
_SAID_BY_WORDS = 3.0
_FILES, _LAW = (0.362, -0.24), (0.458, -1.06)


class ReadUnit(NamedTuple):
    """`says` is the network's logit that the unit answers the question; None where no network reads
    its language. `covered` is the share of the question that its words cover."""

    says: float | None
    source: QuotableSource
    unit: AnswerUnit
    covered: float = 0.0


class _Candidate(NamedTuple):
    worth: float
    covered: float
    source: QuotableSource
    unit: AnswerUnit
    text: str


@dataclass(frozen=True, slots=True)
class Reader:
    """`tables` give vectors of words: for the choice of what is read, and for what no network
    reads."""

    pairs: PairScorer
    tables: tuple[DenseEncoder, ...]

    def reads(self, language: str) -> bool:
        return _knows(self.pairs, language) or self._table(language) is not None

    def read(
        self, question: str, sources: Sequence[QuotableSource], relevance: Relevance
    ) -> list[ReadUnit]:
        """The units of the sources that are likeliest to answer, best first, of equals that which
        stands earlier. The same unit in two sources counts once."""
        code = relevance.question.law_in
        chosen = self._candidates(question, sources, relevance)[:_READ]
        if not chosen or not _knows(self.pairs, code):
            return [ReadUnit(None, one.source, one.unit, one.covered) for one in chosen]
        said = self._said(question, [one.text for one in chosen])
        order = sorted(range(len(chosen)), key=lambda at: -(chosen[at].worth + said[at]))
        return [
            ReadUnit(said[at], chosen[at].source, chosen[at].unit, chosen[at].covered)
            for at in order
        ]

    def _said(self, question: str, texts: Sequence[str]) -> list[float]:
        """What the network says of each text. Where a story comes with the question, that which
        asks is read alone too, and the higher counts: the story must not refuse it."""
        said = self.pairs.score(question, texts)
        asks = [one.strip() for one in _sentence.findall(question) if one.rstrip().endswith("?")]
        if len(asks) == 1 and asks[0] != question.strip():
            said = np.maximum(said, self.pairs.score(asks[0], texts))
        return said.tolist()

    def _candidates(
        self, question: str, sources: Sequence[QuotableSource], relevance: Relevance
    ) -> list[_Candidate]:
        table = self._table(relevance.question.law_in)
        wanted = quantity(question)
        every: dict[tuple[str, int, int], _Candidate] = {}
        for at, source in enumerate(sources):
            cut = units(source)
            texts = [read_as(source, unit) for unit in cut]
            for unit, text, near in zip(cut, texts, _nearness(table, question, texts), strict=True):
                covered = relevance.covered(text)
                worth = _COVERED * covered + _NEAR * near - _BEHIND * at
                if wanted is not None and states(source.text[slice(*unit.span)], wanted):
                    worth += _STATES
                start, end = unit.span
                place = source.content_hash, source.start + start, source.start + end
                every.setdefault(place, _Candidate(worth, covered, source, unit, text))
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
    says = [one.says for one in read if one.says is not None]
    if not says:
        return None
    slope, offset = _FILES if of_files else _LAW
    told = max(says) + _SAID_BY_WORDS * read[0].covered
    return 1 / (1 + math.exp(-(slope * told + offset)))


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
    return Reader(OnnxPairs(*found, settings.threads), tables)


# Weights are read once, however often a question is asked.
_opened: dict[tuple[str, str, int, str, str], Reader | None] = {}
