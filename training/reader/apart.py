"""Leaves out of what is learned from every question whose answer a measured line marks.

    PYTHONPATH=benchmarks python -m training.reader.apart LINES.jsonl … -- GROUPS.jsonl …

A group goes where a unit that answers it, or may, holds the words that a line marks, or where its
question is one of theirs. Each file of groups is written again; how many went is printed, and no
line.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from answered import files, words_at
from force import ASKED, texts
from pincite.evaluation.judging import flat
from training.reader.records import NOT, read, write

_FEWEST = 4


def marked_words(paths: list[Path]) -> tuple[set[str], set[str]]:
    """Of all lines, the words that decide and the questions."""
    lines = [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]
    words: set[str] = set()
    for corpus in sorted({line["corpus"] for line in lines}):
        held = (
            texts(corpus)
            if corpus in ASKED
            else {name: [text] for name, text in files(corpus).items()}
        )
        words |= {
            flat(words_at(mark, held))
            for line in lines
            if line["corpus"] == corpus
            for mark in line["spans"]
        }
    return {one for one in words if len(one.split()) >= _FEWEST}, {
        flat(line["question"]) for line in lines
    }


def main() -> None:
    at = sys.argv.index("--")
    words, asked = marked_words([Path(one) for one in sys.argv[1:at]])
    for path in map(Path, sys.argv[at + 1 :]):
        groups = list(read(path))
        kept = [
            group
            for group in groups
            if flat(group.question) not in asked
            and not any(
                one in unit
                for unit in (
                    flat(text)
                    for text, label in zip(group.units, group.labels, strict=True)
                    if label != NOT
                )
                for one in words
            )
        ]
        write(kept, path)
        print(path.name, len(groups) - len(kept), "of", len(groups), "left out", flush=True)


if __name__ == "__main__":
    main()
