"""Reads what was built, as texts and pairs with their places; and adds pairs about word order."""

from __future__ import annotations

import hashlib
import json
import lzma
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from training.records import without

CONCEPTS = Path(__file__).parent / "concepts.jsonl"
_ORDERED = 15_000
_OTHERS = 10
_of = re.compile(
    r"\b([a-z]{4,}) (of|for|to|by|against|in) ((?:the |a )?[a-z]{4,}(?: [a-z]{4,})?)\b"
)


@dataclass
class Lesson:
    """A query, the number of the text that answers it, what must not be its negative, and what
    words take for near it."""

    query: str
    kind: str
    corpus: int
    positive: int
    away: set[int] = field(default_factory=set)
    near: list[int] = field(default_factory=list)


@dataclass
class Gathered:
    """`held` of the texts are passages; the others are passages without what a query was made of,
    and are in no corpus (-1)."""

    names: list[str]
    texts: list[str]
    corpus: list[int]
    units: list[int]
    held: int
    lessons: list[Lesson]

    def add(self, text: str, unit: int) -> int:
        self.texts.append(text)
        self.corpus.append(-1)
        self.units.append(unit)
        return len(self.texts) - 1


def lines(path: Path) -> Iterator[dict]:
    with lzma.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            yield json.loads(line)


def gathered(data: Path, source: np.random.Generator) -> Gathered:
    passages = list(lines(data / "passages.jsonl.xz"))
    names = sorted({one["corpus"] for one in passages})
    made = Gathered(
        names,
        [one["text"] for one in passages],
        [names.index(one["corpus"]) for one in passages],
        [_number(one["unit"]) for one in passages],
        len(passages),
        [],
    )
    pairs, by_words = lines(data / "pairs.jsonl.xz"), lines(data / "bm25.jsonl.xz")
    for one, near in zip(pairs, by_words, strict=True):
        place = positive = one["positives"][0]
        if one.get("cuts") and one["cuts"][0]:
            # What the query was taken from is taken out, or finding it would teach nothing.
            text = without(made.texts[place], one["cuts"][0])
            positive = made.add(text, made.units[place])
        away = set(one["exclude"]) | set(one["positives"])
        made.lessons.append(
            Lesson(
                one["query"],
                one["kind"],
                names.index(one["corpus"]),
                positive,
                away,
                [number for number in near if number not in away],
            )
        )
    _add_concepts(made, source)
    known = made.texts[: made.held]
    for query, right, wrong in _ordered(known, min(_ORDERED, made.held // 8), source):
        unit = -len(made.texts)
        place = made.add(right, unit)
        other = made.add(wrong, unit - 1)
        made.lessons.append(Lesson(query, "order", -1, place, set(), [other]))
    return made


def _add_concepts(made: Gathered, source: np.random.Generator) -> None:
    """Terms of art, and passages written for them, against passages of other terms."""
    every = [json.loads(line) for line in CONCEPTS.read_text(encoding="utf-8").splitlines()]
    owned = [
        (one["term"], number, made.add(text, -len(made.texts)))
        for number, one in enumerate(every)
        for text in one["texts"]
    ]
    for term, number, place in owned:
        drawn = (owned[int(at)] for at in source.integers(len(owned), size=_OTHERS))
        others = [other for _, of, other in drawn if of != number]
        made.lessons.append(Lesson(term, "concept", -1, place, set(), others))


def _ordered(
    texts: Sequence[str], count: int, source: np.random.Generator
) -> Iterator[tuple[str, str, str]]:
    """A phrase, a stretch of law that holds it, and the stretch with the words of the phrase in
    another order: what tells them apart is order alone."""
    given = 0
    for at in source.permutation(len(texts)):
        text = texts[int(at)]
        found = list(_of.finditer(text))
        if not found or given >= count:
            continue
        one = found[int(source.integers(len(found)))]
        head, link, rest = one.groups()
        bare = rest.removeprefix("the ").removeprefix("a ")
        start, end = max(one.start() - 160, 0), one.end() + 160
        before, after = text[start : one.start()], text[one.end() : end]
        turned = [f"{bare} {head}", f"{bare} {link} {head}"][int(source.integers(2))]
        given += 1
        yield one[0], f"{before}{one[0]}{after}", f"{before}{turned}{after}"


def _number(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=7).digest())
