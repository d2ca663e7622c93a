"""What is read for lines that were written blind, whole: to fit what the signs of words are worth,
and to see what a network would choose.

    PYTHONPATH=benchmarks:. python -m training.reader.lists OUT.jsonl SET … [--corpora NAME …]

Every line of the sets (benchmarks/marks/answers-*.jsonl) is searched as an answer searches. Of each
unit that the first part of the network would read: its text, its signs, whether it holds the marked
words, whether they would be shown where it is quoted, and where what would be quoted of it stands.
A file of groups (records.py), each with more than that. Nothing is learned from them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from answered import marked_lines, opened
from pincite.answer import flow, reading
from pincite.answer.at_home import without_home
from pincite.answer.units import short_provision, words_of
from pincite.evaluation.judging import flat
from pincite.library import Library
from pincite.settings import Settings
from pincite.text.courtesy import without_courtesy
from pincite.text.glosses import GLOSSED, glossed
from training.reader.records import ANSWERS, NOT


def listed(reads: reading.Reader, source: Any, line: Any) -> dict[str, Any] | None:
    document = line.question.document
    of_law = isinstance(source, Library)
    asked = source.answer_source() if of_law else source.answer_source(document=document)
    to_ask = without_home(without_courtesy(line.question.text), asked.jurisdictions())
    retrieved = asked.search(to_ask, flow._READ_HITS)
    response, relevance = retrieved.response, retrieved.relevance
    if response.cited:
        return None
    question = flow._to_read(relevance.question, response)
    found = asked.to_read(retrieved, response.at)
    code = relevance.question.law_in
    chosen = reads.candidates(question, found, relevance)[: reading.READ_BY_PART[0]]
    words = [flat(span.words) for span in line.spans]
    units: list[dict[str, Any]] = []
    for one in chosen:
        whole = short_provision(one.source, one.unit)
        own = flat(words_of(one.source, one.unit))
        shown = flat(one.source.text[whole.body : whole.end]) if whole else own
        start, end = (whole.body, whole.end) if whole else one.unit.span
        units.append({
            "text": glossed(one.text, code) if code in GLOSSED else one.text,
            "signs": list(one.signs),
            "holds": any(word in own for word in words),
            "shows": any(word in shown for word in words),
            "quoted": [one.source.content_hash, one.source.start + start, one.source.start + end],
        })  # fmt: skip
    return {
        "id": line.question.id,
        "question": glossed(question, code) if code in GLOSSED else question,
        "group": line.group,
        "code": code,
        "answerable": not line.unanswerable,
        "found": any(word in flat(one.source.text) for word in words for one in found),
        "units": [unit.pop("text") for unit in units],
        "labels": [ANSWERS if unit["holds"] else NOT for unit in units],
        "each": units,
        "source": f"tried:{line.group}",
        "some": False,
    }


def lists(sets: list[str], corpora: list[str]) -> Iterator[dict[str, Any]]:
    reads = reading.reader(Settings())
    assert reads is not None, "no reader is there"
    for name in sets:
        for corpus, source, _, marked in opened(marked_lines(name), corpora, encode=True):
            for line in marked.lines:
                if found := listed(reads, source, line):
                    yield {**found, "set": name}
            print(name, corpus, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--corpora", nargs="*", default=[])
    chosen = parser.parse_args()
    with chosen.out.open("w", encoding="utf-8") as file:
        for one in lists(chosen.sets, chosen.corpora):
            file.write(json.dumps(one, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
