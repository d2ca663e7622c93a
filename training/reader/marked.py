"""Questions whose answering words were marked by hand, as groups.

    PYTHONPATH=benchmarks python -m training.reader.marked LIBRARIES OUT.jsonl

`marks/` holds a line for each: the provision, or a stretch of a contract or an opinion, the
question, the places of the words that answer it (in the text there, whose SHA-256 is cut to 12
digits), and of conditions; or that it is about the same subject and the text does not answer it.
The texts are not kept here. Of what was marked, the other units do not answer. What is asked about
one place in seven is held out: the probability of an answer is fitted on it.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ingest import unpacked
from pincite import library
from pincite.answer.records import QuotableSource, SourcePin, SourceRole
from pincite.answer.units import read_as, units
from pincite.library import Library
from training.reader.bank import found_beside, section_source
from training.reader.records import ANSWERS, NOT, Group, write
from training.split import share

MARKS = Path(__file__).parent / "marks"
_OWN, _OTHERS = 14, 12
_HELD_OUT = 1 / 7
_FILES = ("contracts", "opinions")
_paragraph = re.compile(r"\n\s*\n")


def groups(law: Library, name: str, path: Path) -> Iterator[Group]:
    for mark in _marks(path):
        own = section_source(law, mark["place"])
        if own is None or digest(own.text) != mark["sha256"]:
            print(f"{mark['place']} is not what was marked")
            continue
        others = [text for text, _ in found_beside(law, mark["question"], own.urn)]
        yield from _group(mark, own, others[:_OTHERS], name)


def of_files(texts: dict[str, str], name: str, path: Path) -> Iterator[Group]:
    """Stretches of files: a place is the file's name, and from where to where."""
    marks = list(_marks(path))
    stretches: dict[str, list[str]] = {}
    for place in dict.fromkeys(mark["place"] for mark in marks):
        file = place.rpartition("@")[0]
        own = _stretch(texts, place)
        stretches.setdefault(file, []).extend(read_as(own, unit) for unit in units(own))
    for mark in marks:
        own = _stretch(texts, mark["place"])
        if digest(own.text) != mark["sha256"]:
            print(f"{mark['place']} is not what was marked")
            continue
        # Another stretch may well say what this one does not.
        here = {read_as(own, unit) for unit in units(own)}
        beside = stretches[mark["place"].rpartition("@")[0]] if mark["answers"] else []
        yield from _group(mark, own, [one for one in beside if one not in here][:_OTHERS], name)


def _stretch(texts: dict[str, str], place: str) -> QuotableSource:
    file, _, span = place.rpartition("@")
    start, end = map(int, span.split("-"))
    text = texts[file][start:end]
    starts = [0, *(match.end() for match in _paragraph.finditer(text))]
    pins = tuple(
        SourcePin(first, first, last, "", "", 0)
        for first, last in zip(starts, [*starts[1:], len(text)], strict=True)
    )
    return QuotableSource(
        "S1", SourceRole.RULE, 0, file, "", "", "", file, text, start, end, "", pins=pins
    )


def _marks(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def _group(
    mark: dict[str, Any], own: QuotableSource, others: list[str], name: str
) -> Iterator[Group]:
    here = [(read_as(own, unit), _answers(unit.spans(), mark["spans"])) for unit in units(own)]
    here.sort(key=lambda unit: not unit[1])
    if mark["answers"] and not (here and here[0][1]):
        return
    kept = [*here[:_OWN], *((text, False) for text in others)]
    labels = tuple(ANSWERS if right else NOT for _, right in kept)
    yield Group(
        mark["question"], tuple(text for text, _ in kept), labels, f"marked:{name}",
        held=is_held(mark["place"]),
    )  # fmt: skip


def is_held(place: str) -> bool:
    """Whether what is asked about a place is held out; of a contract, all of it is."""
    return share("marked", place.rpartition("@")[0] or place) < _HELD_OUT


def held_files(name: str) -> dict[str, str]:
    root = unpacked(name if name == "contracts" else "scotus")
    assert root is not None, f"{name} are not here: set PINCITE_DATA"
    if name == "contracts":
        return {path.name: path.read_text("utf-8") for path in (root / "txt").iterdir()}
    with (root / "opinions.jsonl").open(encoding="utf-8") as file:
        return {record["id"]: record["text"] for record in map(json.loads, file)}


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
            if path.stem in _FILES:
                yield from of_files(held_files(path.stem), path.stem, path)
                continue
            with library.open(libraries / path.stem) as law:
                yield from groups(law, path.stem, path)

    print(write(every(), out))


if __name__ == "__main__":
    main()
