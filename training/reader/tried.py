"""Lines that were written blind (benchmarks/marks/answers-dev.jsonl) as groups, to try a reader on.

    PYTHONPATH=benchmarks python -m training.reader.tried OUT.jsonl [--lines FILE]
        [--corpora NAME …]

Units are those that a reader would read. Prints the ceiling: how often the words that decide are
in a section that was found, in a unit, and in one of those that are read. Nothing is learned from
these.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from answered import Line, files, flat, matter_of, words_at
from force import ASKED, kept, texts
from pincite.answer.reading import READ_BY_PART, reader
from pincite.answer.units import words_of
from pincite.library import Library
from pincite.matters.matter import Matter
from pincite.settings import Settings
from training.reader.records import ANSWERS, NOT, Group, write

_reader = reader(Settings(reader_model="pincite-reader-1"))
_MARKS = Path(__file__).parents[2] / "benchmarks" / "marks" / "answers-dev.jsonl"
_HITS = 20


def group(source: Library | Matter, line: Line, spans: list[str], told: Counter[str]) -> Group:
    name = f"tried:{'named' if line.get('named') else line['corpus']}"
    given = "" if line.get("named") else line.get("document", "")
    asked_of = (
        source.answer_source()
        if isinstance(source, Library)
        else source.answer_source(document=given)
    )
    retrieved = asked_of.search(line["question"], _HITS)
    found = asked_of.to_read(retrieved, None)
    assert _reader is not None
    every = _reader.candidates(retrieved.relevance.question.meaning, found, retrieved.relevance)
    right = [
        any(flat(span) in flat(words_of(one.source, one.unit)) for span in spans) for one in every
    ]
    if spans:
        told[f"{name} lines"] += 1
        told[f"{name} 1 in what was found"] += any(
            flat(span) in flat(one.source.text) for span in spans for one in found
        )
        told[f"{name} 2 in a unit"] += any(right)
        told[f"{name} 3 in what is read"] += any(right[: READ_BY_PART[0]])
        told[f"{name} 4 first by words"] += any(right[:1])
    labels = tuple(ANSWERS if yes else NOT for yes in right[: READ_BY_PART[0]])
    read = tuple(one.text for one in every[: READ_BY_PART[0]])
    return Group(line["question"], read, labels, name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--lines", type=Path, default=_MARKS)
    parser.add_argument("--corpora", nargs="*", default=())
    chosen = parser.parse_args()
    lines = [json.loads(line) for line in chosen.lines.read_text("utf-8").splitlines()]
    told: Counter[str] = Counter()

    def every() -> Iterator[Group]:
        for corpus in sorted({line["corpus"] for line in lines}):
            if chosen.corpora and corpus not in chosen.corpora:
                continue
            own = [line for line in lines if line["corpus"] == corpus]
            with ExitStack() as opened:
                if corpus in ASKED:
                    held = texts(corpus)
                    source: Library | Matter = opened.enter_context(kept(corpus))
                else:
                    each = files(corpus)
                    held = {name: [text] for name, text in each.items()}
                    source = opened.enter_context(matter_of(corpus, each, encode=True))
                for line in own:
                    yield group(source, line, [words_at(m, held) for m in line["spans"]], told)

    print(write(every(), chosen.out))
    for name, count in sorted(told.items()):
        print(f"{name:44} {count}")


if __name__ == "__main__":
    main()
