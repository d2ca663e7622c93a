"""Reads what was found against the question: how likely each unit of it is to answer."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import mul
from typing import NamedTuple

from pincite.answer.expectations import quantity, states
from pincite.answer.records import QuotableSource, QuoteSpan
from pincite.answer.units import AnswerUnit, read_as, short_provision, units
from pincite.encoders.load import encoders, find_model
from pincite.encoders.onnx import OnnxReader
from pincite.encoders.ports import DenseEncoder, Encoder
from pincite.errors import ModelError
from pincite.search.relevance import Relevance
from pincite.settings import Settings
from pincite.text.glosses import GLOSSED, glossed

# As many units as each part of the network reads, of those that were likeliest so far; first, of
# those that words and their vectors put first.
READ_BY_PART = (48, 20, 10, 5)


class Signs(NamedTuple):
    """What counts of a unit: what share of the question it covers with what it stands in, and by
    itself; how near to it these words are; whether it states the number that was asked for; how
    long it is; and, against it, its passage's place among those that were found."""

    covered: float
    covers: float
    near: float
    nearer: float
    states: float
    length: float
    behind: float


# What each sign is worth, for the choice of what is read, and beside the logit of each part of the
# network; and the same where a text is read by its glosses. Fitted on lines that nothing was
# learned from: docs/measurements.md.
_ALONE = Signs(3.0, 0.9, 12.1, 2.9, 3.1, 0.0, 1.0)
_BESIDE = (
    Signs(1.0, 1.4, 10.8, 1.3, 3.2, 0.1, 1.0),
    Signs(-0.3, 0.8, 7.4, 0.8, 2.4, 0.2, 0.7),
    Signs(0.0, 0.5, 4.6, 0.5, 1.8, 0.3, 0.5),
    Signs(0.1, 0.3, 4.3, 0.5, 1.6, 0.3, 0.5),
)
_GLOSSED_ALONE = Signs(4.6, 0.4, 16.8, 0.2, 3.2, 0.4, 0.3)
_GLOSSED = (
    Signs(6.1, 0.2, 20.2, 0.3, 3.6, 0.7, 0.4),
    Signs(0.2, -0.2, 11.6, 0.4, 2.1, 0.8, 0.4),
    Signs(-0.4, -0.2, 10.1, 0.5, 1.8, 0.6, 0.3),
    Signs(-0.5, -0.4, 9.1, 0.5, 1.9, 0.5, 0.3),
)
_NONE = Signs(*[0.0] * len(Signs._fields))
_USUAL_LENGTH = 200
# How much units count that would be quoted together: from the likeliest alone (0) to all alike.
TOGETHER = 1.2


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
    its language. `worth` is what its words are worth beside that, by their `signs`. `whole` is the
    short provision that it is quoted within, where there is one. `share` is how likely it answers,
    with what would be quoted with it, rather than the rest of what was read: 0 to 1."""

    says: float | None
    source: QuotableSource
    unit: AnswerUnit
    worth: float = 0.0
    whole: QuoteSpan | None = None
    signs: Signs = _NONE
    share: float = 1.0

    @property
    def value(self) -> float:
        """What the network and the words say together."""
        return self.worth + (self.says or 0.0)

    @property
    def place(self) -> tuple[str, int, int]:
        start, end = self.unit.span
        return self.source.content_hash, self.source.start + start, self.source.start + end

    @property
    def quoted(self) -> tuple[str, int, int]:
        """Where what would be quoted of it stands."""
        start, end = self.whole or self.unit.span
        return self.source.content_hash, self.source.start + start, self.source.start + end


class Candidate(NamedTuple):
    """A unit that may be read, as `text`, and what its words are worth, alone and `beside` what
    each part of the network says."""

    worth: float
    beside: tuple[float, ...]
    source: QuotableSource
    unit: AnswerUnit
    text: str
    signs: Signs

    def read(self, says: float | None, worth: float) -> ReadUnit:
        whole = short_provision(self.source, self.unit)
        span = QuoteSpan(whole.body, whole.end) if whole else None
        return ReadUnit(says, self.source, self.unit, worth, span, self.signs)


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
        which stands earlier; those that the network did not read to the end are left out. What it
        does not read itself, it reads word for word in English, where there are words for it."""
        code = relevance.question.law_in
        first, *further = READ_BY_PART[: self.network.parts]
        chosen = self.candidates(question, found, relevance)[:first]
        by_glosses = not _knows(self.network, code) and code in GLOSSED
        if not chosen or not (_knows(self.network, code) or by_glosses):
            return best_together([one.read(None, one.worth) for one in chosen])
        texts = [one.text for one in chosen]
        if by_glosses:
            question, texts = glossed(question, code), [glossed(text, code) for text in texts]
        said = dict(enumerate(self.network.begin(question, texts)))
        likely = list(said)
        for part, most in enumerate(further, 1):
            before = part - 1
            likely.sort(key=lambda at: (-(chosen[at].beside[before] + said[at].logit), at))
            likely = likely[:most]
            read_on = self.network.go_on(part, [said[at] for at in likely])
            said |= zip(likely, read_on, strict=True)
        return best_together(
            [chosen[at].read(said[at].logit, chosen[at].beside[-1]) for at in sorted(likely)]
        )

    def candidates(
        self, question: str, found: Sequence[FoundIn], relevance: Relevance
    ) -> list[Candidate]:
        """The units of what was found, by what their words are worth."""
        code = relevance.question.law_in
        table = self._table(code)
        alone, beside = (_ALONE, _BESIDE) if code not in GLOSSED else (_GLOSSED_ALONE, _GLOSSED)
        wanted = quantity(question)
        every: dict[tuple[str, int, int], Candidate] = {}
        for source, stretches in found:
            # Who wrote an e-mail is read with all of it; of law the rest is not looked at.
            near = [(one.start, one.end) for one in stretches] if source.urn else None
            cut = [
                (unit, min(ranks))
                for unit in units(source, near)
                if (ranks := [one.rank for one in stretches
                              if one.start < unit.span.end and unit.span.start < one.end])
            ]  # fmt: skip
            texts = [read_as(source, unit) for unit, _ in cut]
            words = [source.text[slice(*unit.span)] for unit, _ in cut]
            nearness = _nearness(table, question, [*texts, *words])
            for at, ((unit, rank), text, own) in enumerate(zip(cut, texts, words, strict=True)):
                signs = Signs(
                    relevance.covered(text), relevance.covered(own),
                    nearness[at], nearness[len(cut) + at],
                    float(wanted is not None and states(own, wanted)),
                    math.log(len(text) / _USUAL_LENGTH), -math.log1p(rank),
                )  # fmt: skip
                worth, *worths = (sum(map(mul, by, signs)) for by in (alone, *beside))
                start, end = unit.span
                place = source.content_hash, source.start + start, source.start + end
                made = Candidate(worth, tuple(worths), source, unit, text, signs)
                every.setdefault(place, made)
        return sorted(every.values(), key=lambda one: -one.worth)

    def _table(self, language: str) -> DenseEncoder | None:
        return next((table for table in self.tables if _knows(table, language)), None)


def _knows(encoder: Encoder, language: str) -> bool:
    return not encoder.languages or language in encoder.languages


def _nearness(table: DenseEncoder | None, question: str, texts: Sequence[str]) -> list[float]:
    if table is None or not texts:
        return [0.0] * len(texts)
    return (table.passages(texts) @ table.query(question)).tolist()


def best_together(read: Sequence[ReadUnit]) -> list[ReadUnit]:
    """Best first, by what the units that would be quoted together are worth together; the best of
    each before all others. Of equals, that which came earlier. Each with its share."""
    ordered = sorted(read, key=lambda one: -one.value)
    share = shares(ordered)
    groups: dict[tuple[str, int, int], list[ReadUnit]] = {}
    for one in ordered:
        groups.setdefault(one.quoted, []).append(one._replace(share=share[one.quoted]))
    best = sorted(groups.values(), key=lambda group: -group[0].share)
    return [group[0] for group in best] + [one for group in best for one in group[1:]]


def shares(read: Sequence[ReadUnit]) -> dict[tuple[str, int, int], float]:
    """Of each place that would be quoted, how likely it answers rather than the others."""
    values: dict[tuple[str, int, int], list[float]] = {}
    for one in read:
        values.setdefault(one.quoted, []).append(one.value)
    worth = {place: together(each) for place, each in values.items()}
    most = max(worth.values(), default=0.0)
    found = {place: math.exp(each - most) for place, each in worth.items()}
    whole = sum(found.values())
    return {place: each / whole for place, each in found.items()}


def together(worths: Iterable[float]) -> float:
    """What units are worth that would be quoted together: at least what the best of them is."""
    each = [worth / TOGETHER for worth in worths]
    most = max(each)
    return TOGETHER * (most + math.log(sum(math.exp(one - most) for one in each)))


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
