"""Questions whose answering words were marked by hand, as groups.

    python -m training.reader.marked LIBRARIES OUT.jsonl

`marks/` holds a line for each: the provision, the question, the places of the words that answer it
(in the provision's text, whose SHA-256 is cut to 12 digits), and of conditions; or that it is about
the same subject and the provision does not answer it. The law itself is not kept here. Of a
provision that was marked, the other units do not answer.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from pincite import library
from pincite.answer.units import read_as, units
from pincite.library import Library
from training.reader.bank import found_beside, section_source
from training.reader.records import ANSWERS, NOT, Group, write

MARKS = Path(__file__).parent / "marks"
_OWN, _OTHERS = 14, 12


def groups(law: Library, name: str, path: Path) -> Iterator[Group]:
    for line in path.read_text(encoding="utf-8").splitlines():
        mark = json.loads(line)
        own = section_source(law, mark["place"])
        if own is None or digest(own.text) != mark["sha256"]:
            print(f"{mark['place']} is not what was marked")
            continue
        here = [(read_as(own, unit), _answers(unit.spans(), mark["spans"])) for unit in units(own)]
        here.sort(key=lambda unit: not unit[1])
        if mark["answers"] and not (here and here[0][1]):
            continue
        others = found_beside(law, mark["question"], own.urn)
        kept = [*here[:_OWN], *((text, False) for text, _ in list(others)[:_OTHERS])]
        labels = tuple(ANSWERS if right else NOT for _, right in kept)
        yield Group(mark["question"], tuple(text for text, _ in kept), labels, f"marked:{name}")


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _answers(spans: tuple[tuple[int, int], ...], marked: list[list[int]]) -> bool:
    """Whether half of what was marked stands in a unit's own words, which come last."""
    start, end = spans[-1]
    return any(2 * (min(end, last) - max(start, first)) >= last - first for first, last in marked)


def main() -> None:
    libraries, out = map(Path, sys.argv[1:])

    def every() -> Iterator[Group]:
        for path in sorted(MARKS.glob("*.jsonl")):
            with library.open(libraries / path.stem) as law:
                yield from groups(law, path.stem, path)

    print(write(every(), out))


if __name__ == "__main__":
    main()
