"""Questions whose answering words were marked by hand, each with the units that a reader would be
given for it.

    PYTHONPATH=benchmarks python -m training.reader.marked LIBRARIES OUT.jsonl [NAME …]

A mark names a provision, or a file and a stretch of it, and a hash of its text as it was read; one
that is no longer so is left out. What answers is where the mark is; the rest of what is found does
not. Of a question that its provision does not answer, nobody knows whether another does, unless
the mark says that nothing anywhere does. Some are asked a second time with their work left out:
then nothing answers. Who made them read the provision alone, and saw nothing of what a search
finds.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ingest import unpacked
from pincite import library
from pincite.answer.reading import Candidate, reader
from pincite.answer.records import QuotableSource, SourcePin, SourceRole
from pincite.answer.sources import AnswerSource
from pincite.answer.units import read_as, units
from pincite.evaluation.judging import flat
from pincite.library import Library
from pincite.matters import Matters
from pincite.settings import Settings
from training.reader.bank import section_source
from training.reader.records import ANSWERS, NOT, UNKNOWN, Group, write
from training.split import share

MARKS = Path(__file__).parent / "marks"
_HITS, _FOUND, _MOST, _OTHERS = 20, 30, 40, 12
_HELD_OUT, _LEFT_OUT = 1 / 7, 0.25
_FILES = ("contracts", "opinions")
# Weights are fitted on these (beside.py); the network reads no Icelandic.
_NOT_READ = ("icelandic",)
_paragraph = re.compile(r"\n\s*\n")


def found(source: AnswerSource, question: str) -> list[Candidate]:
    """The units of what is found for a question, by what their words are worth."""
    reads = reader(Settings())
    assert reads is not None, "no reader is there"
    retrieved = source.search(question, _HITS)
    read = source.to_read(retrieved, None)
    return reads.candidates(retrieved.relevance.question.meaning, read, retrieved.relevance)


def groups(law: Library, name: str, path: Path) -> Iterator[Group]:
    source = law.answer_source()
    for mark in _marks(path):
        own = section_source(law, mark["place"])
        if own is None or digest(own.text) != mark["sha256"]:
            print(f"{mark['place']} is not what was marked")
            continue
        here = [
            (read_as(own, unit), ANSWERS if _answers(unit.spans(), mark["spans"]) else NOT)
            for unit in units(own)
        ]
        others = [
            (one.text, one.source.document)
            for one in found(source, mark["question"])
            if (one.source.content_hash, one.source.start) != (own.content_hash, own.start)
        ]
        yield from _group(mark, here, others, name)
        apart = [text for text, work in others if work != own.document][:_FOUND]
        if share("left out", mark["question"]) < _LEFT_OUT and mark["answers"] and len(apart) > 3:
            yield Group(
                mark["question"], tuple(apart), (NOT,) * len(apart), f"left-out:{name}",
                held=is_held(mark["place"]),
            )  # fmt: skip


def of_contracts(folder: Path, texts: dict[str, str], path: Path) -> Iterator[Group]:
    """Asked of one document among all that are marked, as files are."""
    marks = list(_marks(path))
    matters = Matters(folder / "matters")
    if "marked" not in [one.slug for one in matters.all()]:
        matters.create("marked")
        files = folder / "marked-files"
        files.mkdir(parents=True, exist_ok=True)
        for file in {mark["place"].rpartition("@")[0] for mark in marks}:
            (files / file).write_text(texts[file], "utf-8")
        with matters.open("marked") as matter:
            matter.read_files(files)
            matter.search_index.index()
            matter.search_index.encode()
    with matters.open("marked") as matter:
        for mark in marks:
            file, _, place = mark["place"].rpartition("@")
            start, end = map(int, place.split("-"))
            stretch = texts[file][start:end]
            if digest(stretch) != mark["sha256"]:
                print(f"{mark['place']} is not what was marked")
                continue
            words = [flat(stretch[slice(*span)]) for span in mark["spans"]]
            every = found(matter.answer_source(document=file), mark["question"])
            inside = flat(stretch)
            here: list[tuple[str, int]] = []
            others: list[tuple[str, str]] = []
            for one in every:
                said = flat(one.source.text[slice(*one.unit.span)])
                if any(span in said or (said in span and 2 * len(said) >= len(span))
                       for span in words):  # fmt: skip
                    here.append((one.text, ANSWERS))
                elif said in inside:
                    here.append((one.text, NOT))
                else:
                    others.append((one.text, file))
            yield from _group(mark, here, others, "contracts")


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
        here = [
            (read_as(own, unit), ANSWERS if _answers(unit.spans(), mark["spans"]) else NOT)
            for unit in units(own)
        ]
        known = {text for text, _ in here}
        beside = stretches[mark["place"].rpartition("@")[0]]
        others = [(one, "") for one in beside if one not in known][:_OTHERS]
        yield from _group(mark, here, others, name)


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
    mark: dict[str, Any], here: list[tuple[str, int]], others: Sequence[tuple[str, str]], name: str
) -> Iterator[Group]:
    """What answers first, then what was found, then the rest of the provision."""
    right = [unit for unit in here if unit[1] == ANSWERS]
    if mark["answers"] != bool(right):
        return
    rest = NOT if mark["answers"] or mark.get("nowhere") else UNKNOWN
    kept = dict(right)
    for text, label in [(text, rest) for text, _ in others[:_FOUND]]:
        kept.setdefault(text, label)
    beside = [unit for unit in here if unit[1] != ANSWERS]
    room = max(_MOST - len(kept), _OTHERS)
    first = {text for text, _ in right}
    kept |= {text: label for text, label in beside[:room] if text not in first}
    yield Group(
        mark["question"], tuple(kept), tuple(kept.values()), f"marked:{name}",
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
    libraries, out = map(Path, sys.argv[1:3])
    names = sys.argv[3:]

    def every() -> Iterator[Group]:
        for path in sorted(MARKS.glob("*.jsonl")):
            if path.stem in _NOT_READ or (names and path.stem not in names):
                continue
            if path.stem == "contracts":
                yield from of_contracts(libraries, held_files(path.stem), path)
            elif path.stem in _FILES:
                yield from of_files(held_files(path.stem), path.stem, path)
            else:
                with library.open(libraries / path.stem) as law:
                    yield from groups(law, path.stem, path)

    print(write(every(), out))


if __name__ == "__main__":
    main()
