"""The questions of the bank, each with the units of the sections that a search finds for it.

    python -m training.reader.bank LIBRARIES OUT.jsonl [NAME …] [--few N]

A question names a leaf or a whole section. Of a leaf its units answer, and nobody knows about the
rest of its section; of a section nobody knows which unit does. Units of other sections do not,
unless they are of a twin. One question in five is asked a second time with its work left out: then
nothing answers.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path

from pincite import library
from pincite.answer.evidence import of_provision
from pincite.answer.records import QuotableSource
from pincite.answer.units import read_as, units
from pincite.library import Library
from pincite.search.profiles import LEGISLATION, passages_of
from training.reader.records import ANSWERS, NOT, UNKNOWN, Group, write
from training.split import share

QUESTIONS = Path(__file__).parents[1] / "questions"
_PASSAGES, _OWN, _OTHERS = 20, 16, 20
_LEFT_OUT = 0.2


def groups(law: Library, name: str, lines: list[dict[str, str]]) -> Iterator[Group]:
    for asked in lines:
        found = law.store.find(asked["urn"], at=None, tag=None)
        if not found:
            continue
        stored, node = found[-1]
        chain = [*law.store.ancestors(stored.key, node), node]
        section = next((one for one in chain if one.kind in _UNITS), node)
        own = section_source(law, section.urn)
        if own is None:
            continue
        texts: list[str] = []
        labels: list[int] = []
        leaf = section.urn != node.urn
        inside = (node.start - own.start, node.end - own.start)
        mine = units(own)
        near = [unit for unit in mine if inside[0] <= unit.span.start < inside[1]]
        for unit in (mine if not leaf else [*near, *(u for u in mine if u not in near)])[:_OWN]:
            texts.append(read_as(own, unit))
            labels.append(ANSWERS if leaf and unit in near else UNKNOWN)
        others = list(found_beside(law, asked["question"], section.urn))
        for at, (text, _) in enumerate(others):
            if at < _OTHERS and text not in texts:
                texts.append(text)
                labels.append(NOT)
        if ANSWERS in labels or UNKNOWN in labels:
            some = not leaf
            yield Group(asked["question"], tuple(texts), tuple(labels), f"bank:{name}", some)
        if share(asked["urn"], asked["question"]) < _LEFT_OUT:
            apart = [text for text, work in others if work != stored.expression.urn][:_OTHERS]
            if len(apart) > 3:
                yield Group(
                    asked["question"], tuple(apart), (NOT,) * len(apart), f"left-out:{name}"
                )


_UNITS = ("section", "article", "regulation", "rule")


def section_source(law: Library, urn: str) -> QuotableSource | None:
    found = law.store.find(urn, at=None, tag=None)
    if not found:
        return None
    return of_provision(law.store, *found[-1])


def found_beside(law: Library, question: str, own: str) -> Iterator[tuple[str, str]]:
    """Units of other sections, of the passages that were found, and their works; in turn: of each
    passage that which shares most words with the question, then the next."""
    rows = law.search_index.find(question, passages_of(LEGISLATION), limit=_PASSAGES).rows
    table = law.search_index.engine().indexed.table
    words = set(question.lower().split())
    ranked: list[list[tuple[str, str]]] = []
    for row in rows:
        urn = table.unit_urn(row)
        source = section_source(law, urn) if urn != own else None
        chunk = law.store.chunk(*table.place(row))
        if source is None or chunk is None:
            continue
        inside = [
            read_as(source, unit)
            for unit in units(source)
            if unit.span.start + source.start < chunk.end
            and chunk.start < unit.span.end + source.start
        ]
        inside.sort(key=lambda text: -_overlap(words, text))
        ranked.append([(text, source.document) for text in inside])
    for at in range(max(map(len, ranked), default=0)):
        for every in ranked:
            if at < len(every):
                yield every[at]


def _overlap(words: set[str], text: str) -> int:
    return len(words & set(text.lower().split()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("libraries", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--few", type=int, default=0)
    chosen = parser.parse_args()

    def every() -> Iterator[Group]:
        for path in sorted(QUESTIONS.glob("*.jsonl")):
            if chosen.names and path.stem not in chosen.names:
                continue
            lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
            lines.sort(key=lambda line: share(line["urn"], line["question"]))
            if chosen.few:
                lines = lines[: chosen.few]
            began, count = time.monotonic(), 0
            with library.open(chosen.libraries / path.stem) as law:
                for group in groups(law, path.stem, lines):
                    count += 1
                    yield group
            print(f"{path.stem}: {count} groups, {time.monotonic() - began:.0f} s", flush=True)

    print(write(every(), chosen.out))


if __name__ == "__main__":
    main()
