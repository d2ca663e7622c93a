"""A table of one vector a lemma, for a language that no network reads: a text is the weighted sum
of its lemmas. Made by training/icelandic.

A word that may be of several lemmas counts for each in part, and the parts of a compound count
beside it, so that a "sorphirðugjald" nobody has seen is still a "gjald". The table knows a lemma by
a hash of it, and keeps half a byte a number.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from pincite.encoders.cards import ModelCard
from pincite.encoders.onnx import unit
from pincite.encoders.ports import Vector
from pincite.errors import ModelDamaged, ModelMissing
from pincite.text.languages import language
from pincite.text.words import forms

TABLE = "table.npz"
# What a part of a compound counts beside the word, and a word of a heading beside one of the text.
_PART, _HEADING = 0.3, 0.5
_REMEMBERED = 400_000
Bag = dict[int, float]


class LemmaReader:
    """Reads texts as weighted lemmas; `number` gives the place of a lemma in the table, or None."""

    def __init__(self, code: str, number: Callable[[str], int | None]) -> None:
        self._rules = language(code)
        self._others = [language(other) for other in ("en", "is") if other != code]
        self._number = number
        self._read: dict[str, tuple[tuple[int, float], ...]] = {}

    def passage(self, text: str) -> Bag:
        """Its first line is its heading; the tenth time that a word comes says less than the
        first."""
        heading, parted, body = text.partition("\n")
        found = self._bag(forms(body if parted else heading))
        if parted:
            for number, weight in self._bag(forms(heading)).items():
                found[number] = found.get(number, 0.0) + _HEADING * weight
        return {number: float(np.log1p(weight)) for number, weight in found.items()}

    def question(self, text: str) -> Bag:
        """Nothing in another language, whose words would be taken for its own. Typed without
        accents, a word stands for those it may have been."""
        word_forms = forms(text)
        own = sum(form in self._rules.stop for form in word_forms)
        if any(sum(form in other.stop for form in word_forms) > own for other in self._others):
            return {}
        if not text.isascii():
            return self._bag(word_forms)
        found: Bag = {}
        for form in word_forms:
            spelled = (form, *self._rules.restored(form))
            if any(spelling in self._rules.stop for spelling in spelled):
                continue
            read = [bag for spelling in spelled if (bag := self._bag([spelling]))]
            for bag in read:
                for number, weight in bag.items():
                    found[number] = found.get(number, 0.0) + weight / len(read)
        return found

    def _bag(self, word_forms: Iterable[str]) -> Bag:
        found: Bag = {}
        for form in word_forms:
            for number, weight in self._lemmas(form):
                found[number] = found.get(number, 0.0) + weight
        return found

    def _lemmas(self, form: str) -> tuple[tuple[int, float], ...]:
        if form in self._read:
            return self._read[form]
        rules = self._rules
        found: Bag = {}
        if form.isalpha() and form not in rules.stop:
            for lemmas, weight in ((rules.lemmas(form), 1.0), (rules.parts(form), _PART)):
                numbers = [at for lemma in lemmas if (at := self._number(lemma)) is not None]
                for number in numbers:
                    found[number] = found.get(number, 0.0) + weight / len(numbers)
        if len(self._read) >= _REMEMBERED:
            self._read.clear()
        self._read[form] = tuple(found.items())
        return self._read[form]


class _Table(NamedTuple):
    """`in_passages` and `in_questions` are what each lemma counts; `turn` is a matrix for
    questions, `shared` what all texts have in common."""

    hashes: NDArray[np.uint64]
    vectors: Vector
    in_passages: Vector
    in_questions: Vector
    turn: Vector
    shared: Vector


class LemmaTable:
    """The vector of a text without a known word is all zeros: it is near to nothing."""

    def __init__(self, folder: Path, card: ModelCard) -> None:
        self._folder, self._card = folder, card

    @property
    def fingerprint(self) -> str:
        return self._named

    @cached_property
    def _named(self) -> str:
        return self._card.fingerprint(self._folder)

    @property
    def languages(self) -> frozenset[str]:
        return frozenset(self._card.languages)

    @property
    def dims(self) -> int:
        return self._card.dims

    def query(self, text: str) -> Vector:
        bags = [self._reading.question(text)]
        found = self._summed(bags, self._table.in_questions) @ self._table.turn
        return self._placed(found, bags)[0]

    def passages(self, texts: Sequence[str]) -> Vector:
        bags = [self._reading.passage(text) for text in texts]
        return self._placed(self._summed(bags, self._table.in_passages), bags)

    def _summed(self, bags: Sequence[Bag], counts: Vector) -> Vector:
        from scipy.sparse import csr_array  # pyright: ignore[reportMissingTypeStubs]

        ordered = [sorted(bag.items()) for bag in bags]
        numbers = np.array([number for bag in ordered for number, _ in bag], np.int32)
        weights = np.array([weight for bag in ordered for _, weight in bag], np.float32)
        ends = np.cumsum([0, *map(len, bags)])
        shape = (len(bags), len(self._table.vectors))
        made = cast(Any, csr_array)((weights * counts[numbers], numbers, ends), shape=shape)
        return unit(cast(Vector, made @ self._table.vectors))

    def _placed(self, found: Vector, bags: Sequence[Bag]) -> Vector:
        has_words = np.array([bool(bag) for bag in bags])
        return unit((found - self._table.shared) * has_words[:, None])

    @cached_property
    def _reading(self) -> LemmaReader:
        places = {int(digest): at for at, digest in enumerate(self._table.hashes)}
        return LemmaReader(self._card.languages[0], lambda lemma: places.get(lemma_hash(lemma)))

    @cached_property
    def _table(self) -> _Table:
        path = self._folder / TABLE
        try:
            with np.load(path, allow_pickle=False) as kept:
                packed = kept["steps"]
                steps = np.empty((len(packed), 2 * packed.shape[1]), np.float32)
                steps[:, ::2], steps[:, 1::2] = packed >> 4, packed & 15
                vectors = (steps - 8) * kept["scales"].astype(np.float32)[:, None]
                others = ("in_passages", "in_questions", "turn", "shared")
                return _Table(
                    kept["hashes"], vectors, *(kept[other].astype(np.float32) for other in others)
                )
        except FileNotFoundError:
            raise ModelMissing(f"the model in {self._folder} has no {TABLE}") from None
        except (OSError, ValueError, KeyError) as error:
            raise ModelDamaged(f"{path} is no table of lemmas: {error}") from None


def lemma_hash(lemma: str) -> int:
    return int.from_bytes(hashlib.blake2b(lemma.encode(), digest_size=8).digest())
