"""How near a name as typed is to the names that are known: spelling, parts of a name, and year."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA, Prefix


class Scale(NamedTuple):
    """Scores are shares of letters that agree. A name typed in part is never as near as a name
    typed whole; a year that disagrees costs more than any one slip of the pen."""

    least: float = 0.72
    part: float = 0.60
    part_span: float = 0.22
    word: float = 0.80
    joined: float = 0.92
    stem: int = 4
    ending: int = 3
    words: int = 4
    year_agrees: float = 0.03
    year_differs: float = 0.12
    clear: float = 0.85
    margin: float = 0.05


SCALE = Scale()
_word = re.compile(r"\w[\w'-]*")
_EMPTY = frozenset(
    ("the", "of", "and", "act", "code", "law", "laws", "regulations", "rules", "log", "laga",
     "login", "logum", "laganna", "logunum", "um", "og", "i", "a")
)  # fmt: skip


class Near:
    """Of (work, its year, a name of it typed without accents, whether the name is sure).

    `subjects` are (work, its year, what it is about), for names that join that to one of `nouns`:
    "sakamálalög" for the law about "meðferð sakamála"."""

    def __init__(
        self,
        names: Iterable[tuple[str, str, str, bool]],
        subjects: Iterable[tuple[str, str, str]] = (),
        nouns: Sequence[str] = (),
    ) -> None:
        self._names = list(names)
        self._subjects = [(work, year, about, about.split()) for work, year, about in subjects]
        self._nouns = sorted(set(nouns), key=len, reverse=True)
        self._choices = [name for _, _, name, _ in self._names]
        self._words = [
            frozenset(word for word in _word.findall(name) if word not in _EMPTY)
            for name in self._choices
        ]

    def scored(self, name: str, year: str, works: frozenset[str]) -> list[tuple[str, str, float]]:
        """(work, the name it is near to, score) of these works, best first, each once."""
        if not name:
            return []
        best: dict[str, tuple[float, str]] = {}
        for _, similarity, index in process.extract(
            name,
            self._choices,
            scorer=OSA.normalized_similarity,
            score_cutoff=SCALE.least,
            limit=None,
        ):
            self._keep(best, works, self._names[index][:3], similarity, year)
        for entry, score in self._joined(name):
            self._keep(best, works, entry, score, year)
        wanted = frozenset(word for word in _word.findall(name) if word not in _EMPTY)
        if wanted:
            for index, words in enumerate(self._words):
                if self._names[index][3] and (share := _shared(wanted, words)):
                    score = SCALE.part + SCALE.part_span * share
                    self._keep(best, works, self._names[index][:3], score, year)
        order = sorted(best.items(), key=lambda item: (-item[1][0], item[0]))
        return [(work, called, round(score, 4)) for work, (score, called) in order]

    def _joined(self, name: str) -> Iterator[tuple[tuple[str, str, str], float]]:
        """Laws about what the first part of a compound says, whatever its inflection."""
        noun = next((noun for noun in self._nouns if name.endswith(noun)), "")
        stem = name[: len(name) - len(noun)]
        if not noun or len(stem) < SCALE.stem or " " in stem:
            return
        for work, year, about, words in self._subjects:
            for place, word in enumerate(words[: SCALE.words]):
                shared = Prefix.similarity(stem, word)
                left, over = len(stem) - shared, len(word.rstrip(",.")) - shared
                if shared >= SCALE.stem and left <= SCALE.ending and over <= 2 * SCALE.ending:
                    score = SCALE.joined - 0.02 * (left + over) - 0.03 * place
                    yield (work, year, about), score
                    break

    def _keep(
        self,
        best: dict[str, tuple[float, str]],
        works: frozenset[str],
        entry: tuple[str, str, str],
        score: float,
        year: str,
    ) -> None:
        work, own_year, called = entry
        if work not in works:
            return
        if year:
            score += SCALE.year_agrees if year == own_year else -SCALE.year_differs
            score = min(score, 1.0)
        if score > best.get(work, (0.0, ""))[0]:
            best[work] = (score, called)


def clear(scores: list[float]) -> bool:
    """Whether the first of these, best first, is told apart from all others."""
    return (
        bool(scores)
        and scores[0] >= SCALE.clear
        and (len(scores) == 1 or scores[0] - scores[1] >= SCALE.margin)
    )


def _shared(wanted: frozenset[str], words: frozenset[str]) -> float:
    """The share of a name's letters that the words typed cover; 0 where one is not in it."""
    if len(wanted) >= len(words) and wanted != words:
        return 0.0
    if not wanted <= words:
        return 0.0
    return sum(map(len, wanted)) / sum(map(len, words))
