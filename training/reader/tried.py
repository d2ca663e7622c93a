"""Lines that were written blind (benchmarks/marks/answers-a.jsonl) as groups, to try a reader on.

    PYTHONPATH=benchmarks python -m training.reader.tried OUT.jsonl [--corpora NAME …]

Units are those of the sections or passages that a search finds, the best by words alone where there
are more than a reader reads. Prints the ceiling: how often the words that decide are in a section
that was found, in a unit, and in one of those that are read. Nothing is learned from these.
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
from pincite.answer.records import QuotableSource
from pincite.answer.units import read_as, units, words_of
from pincite.encoders.load import encoders
from pincite.library import Library
from pincite.matters.matter import Matter
from pincite.search.relevance import Relevance
from pincite.settings import Settings
from training.reader.bank import section_source
from training.reader.records import ANSWERS, NOT, Group, write

_MARKS = Path(__file__).parents[2] / "benchmarks" / "marks" / "answers-a.jsonl"
_HITS, _READ = 12, 24
# What a place behind the first costs, beside what share of the question a unit covers and how near
# it is by the table of words.
_BEHIND = 0.02
_static = encoders(Settings()).static


def found(source: Library | Matter, line: Line) -> tuple[list[QuotableSource], Relevance]:
    given = "" if line.get("named") else line.get("document", "")
    if isinstance(source, Library):
        answers = source.answer_source()
        response, relevance = answers.search(line["question"], _HITS)
        urns = dict.fromkeys(hit.law.unit_urn for hit in response.results if hit.law)
        return [one for urn in urns if (one := section_source(source, urn))], relevance
    answers = source.answer_source(document=given)
    response, relevance = answers.search(line["question"], _HITS)
    evidence = answers.evidence(response.results, _HITS, None)
    return list(evidence.rules), relevance


def group(source: Library | Matter, line: Line, spans: list[str], told: Counter[str]) -> Group:
    name = f"tried:{'named' if line.get('named') else line['corpus']}"
    sources, relevance = found(source, line)
    every: list[tuple[float, str, bool]] = []
    assert _static is not None
    asked = _static.query(line["question"])
    for at, one in enumerate(sources):
        cut = units(one)
        read = [read_as(one, unit) for unit in cut]
        near = _static.passages(read) @ asked if read else ()
        for unit, text, by_table in zip(cut, read, near, strict=True):
            words = flat(words_of(one, unit))
            right = any(flat(span) in words for span in spans)
            worth = relevance.covered(text) + float(by_table) - _BEHIND * at
            every.append((worth, text, right))
    if spans:
        told[f"{name} lines"] += 1
        whole = any(flat(span) in flat(one.text) for span in spans for one in sources)
        told[f"{name} 1 in what was found"] += whole
        told[f"{name} 2 in a unit"] += any(right for _, _, right in every)
    every.sort(key=lambda unit: -unit[0])
    best = every[:_READ]
    if spans:
        told[f"{name} 3 in what is read"] += any(right for _, _, right in best)
        told[f"{name} 4 first by words"] += bool(best) and best[0][2]
    labels = tuple(ANSWERS if right else NOT for _, _, right in best)
    return Group(line["question"], tuple(text for _, text, _ in best), labels, name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--corpora", nargs="*", default=())
    chosen = parser.parse_args()
    lines = [json.loads(line) for line in _MARKS.read_text("utf-8").splitlines()]
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
