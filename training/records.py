"""Passages and pairs, and the lines that they are written as.

A pair's positives may be cut: what a query was made from must not simply be found again. `cuts`
holds, for each positive, the stretches of its text that are left out; `positive_texts` applies
them. Line numbers of the file of passages are the ids that pairs name.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

# A wide dictionary: the same title stands before every passage of a work.
_FILTERS = [
    {
        "id": lzma.FILTER_LZMA2,
        "preset": 2,
        "dict_size": 128 << 20,
        "lc": 4,
        "lp": 0,
        "pb": 0,
    }
]

Span = tuple[int, int]


class Passage(NamedTuple):
    """`text` is what an encoder is shown when the passage is searched."""

    corpus: str
    language: str
    unit: str
    work: str
    text: str


@dataclass(frozen=True, slots=True)
class Pair:
    """`exclude` must never be negatives. `within` names the one work that is searched: elsewhere
    stand passages that are as right, so only `negatives` and others of that work are wrong.
    `source` is the work that a citing sentence was taken from."""

    query: str
    positives: tuple[int, ...]
    kind: str
    corpus: str
    exclude: tuple[int, ...] = ()
    cuts: tuple[tuple[Span, ...], ...] = ()
    within: str = ""
    negatives: tuple[int, ...] = ()
    source: str = ""


def positive_texts(pair: Pair, texts: Sequence[str]) -> list[str]:
    """The texts of a pair's positives, with what is to be left out left out."""
    cuts = pair.cuts or ((),) * len(pair.positives)
    return [without(texts[one], cut) for one, cut in zip(pair.positives, cuts, strict=True)]


def without(text: str, cuts: Sequence[Span]) -> str:
    for start, end in sorted(cuts, reverse=True):
        text = f"{text[:start].rstrip(' ')} {text[end:].lstrip(' ')}".strip()
    return text.replace(" \n", "\n").replace("\n ", "\n")


def write_lines(path: Path, lines: Iterable[object]) -> int:
    """The same lines give the same bytes."""
    count = 0
    with lzma.open(path, "wt", encoding="utf-8", filters=_FILTERS) as file:
        for line in lines:
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
            count += 1
    return count


def passage_line(number: int, passage: Passage) -> dict[str, object]:
    return {"id": number, **passage._asdict()}


def pair_line(pair: Pair) -> dict[str, object]:
    """Without what is empty, but for what every reader asks for."""
    kept = ("query", "positives", "exclude", "kind", "corpus")
    return {name: value for name, value in asdict(pair).items() if value or name in kept}


def read_lines(path: Path) -> Iterator[dict[str, object]]:
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def read_pair(line: dict[str, object]) -> Pair:
    made = {key: value for key, value in line.items() if key in Pair.__slots__}
    for key in ("positives", "exclude", "negatives"):
        made[key] = tuple(made.get(key, ()))
    cuts = made.get("cuts", ())
    made["cuts"] = tuple(tuple((start, end) for start, end in one) for one in cuts)
    return Pair(**made)
