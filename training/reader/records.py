"""What the reader learns from: questions, each with the units that were found for it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

ANSWERS, NOT, UNKNOWN = 1, 0, -1


@dataclass(frozen=True)
class Group:
    """A question, and units that may answer it. A label says whether a unit does (1), does not (0),
    or that nobody knows (-1): then a teacher says how likely it is. `some` says that one of the
    units that nobody knows of answers; `held`, that nothing is learned from it."""

    question: str
    units: tuple[str, ...]
    labels: tuple[int, ...]
    source: str
    some: bool = False
    held: bool = False


def write(groups: Iterable[Group], path: Path) -> int:
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for group in groups:
            file.write(json.dumps(asdict(group), ensure_ascii=False) + "\n")
            count += 1
    return count


def read(path: Path) -> Iterator[Group]:
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        yield Group(
            record["question"], tuple(record["units"]), tuple(record["labels"]), record["source"],
            record["some"], record.get("held", False),
        )  # fmt: skip
