"""Public sets as groups: questions, each with the sentences of what was read for it.

    python -m training.reader.public READING EXTERNAL OUT.jsonl

READING and EXTERNAL are the unpacked archives of those names. Where a set says only that a passage
answers, one of its sentences does and nobody knows which. Of EXTERNAL one side of its split is used
(training/split.py): merger agreements and non-disclosure agreements by document, the latter also by
hypothesis. Privacy policies are left out: nothing is trained on them.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pincite.answer.records import QuoteSpan
from pincite.answer.units import sentences
from training.reader.records import ANSWERS, NOT, UNKNOWN, Group, write
from training.split import may_learn_from, may_learn_hypothesis

_SEED = 20261118
_MOST, _BESIDE = 20, 10
Line = dict[str, Any]


def lines(path: Path) -> Iterator[Line]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield json.loads(line)


def cut(text: str) -> list[QuoteSpan]:
    return list(sentences(text, QuoteSpan(0, len(text))))


def spans(reading: Path, name: str, drawn: random.Random, share: float = 1.0) -> Iterator[Group]:
    """Sets with the place of the answer in the passage."""
    for line in lines(reading / name / "data.jsonl"):
        if drawn.random() > share:
            continue
        text = line["passage"]
        pieces = cut(text)[:_MOST]
        starts = [one["start"] for one in line["answers"]] if line.get("answerable", True) else []
        labels = [
            ANSWERS if any(one.start <= start < one.end for start in starts) else NOT
            for one in pieces
        ]
        if len(pieces) < 2 or (starts and ANSWERS not in labels):
            continue
        title = line.get("title", "")
        units = tuple(f"{title} | {text[slice(*one)]}" if title else text[slice(*one)]
                      for one in pieces)  # fmt: skip
        yield Group(line["question"], units, tuple(labels), name)


def whole(path: Path, name: str, drawn: random.Random, most: int) -> Iterator[Group]:
    """Sets that say whether a passage answers, not where."""
    every = list(lines(path))
    drawn.shuffle(every)
    for line in every[:most]:
        pieces = [line["passage"][slice(*one)] for one in cut(line["passage"])[:_MOST]]
        answers = line.get("answerable", True)
        if len(pieces) < 2 and answers:
            continue
        label = UNKNOWN if answers else NOT
        yield Group(line["question"], tuple(pieces), (label,) * len(pieces), name, some=answers)


def conditional(reading: Path, drawn: random.Random) -> Iterator[Group]:
    """Rules of government in plain words; what other questions rest on, of the same page."""
    every = [*lines(reading / "conditionalqa" / "train.jsonl")]
    pages: dict[str, list[str]] = defaultdict(list)
    for line in every:
        pages[line["url"]] += [one["text"] for one in line["evidences"]]
    for line in every:
        own = list(dict.fromkeys(one["text"] for one in line["evidences"]))
        others = [one for one in dict.fromkeys(pages[line["url"]]) if one not in own]
        drawn.shuffle(others)
        question = line["question"]
        if drawn.random() < 0.6:
            question = f"{line['scenario']} {question}"
        if line["not_answerable"]:
            if len(others) > 2:
                some = others[:_BESIDE]
                yield Group(question, tuple(some), (NOT,) * len(some), "conditionalqa")
            continue
        kept = others[:_BESIDE]
        if own and kept:
            labels = (ANSWERS,) * len(own) + (NOT,) * len(kept)
            yield Group(question, (*own, *kept), labels, "conditionalqa")


def pairs(path: Path, name: str, drawn: random.Random, most: int) -> Iterator[Group]:
    """Sets of a question and what answers it; what answers others does not."""
    every = list(lines(path))
    drawn.shuffle(every)
    key = "sentence" if "sentence" in every[0] else "passage"
    for line in every[:most]:
        others = [one[key] for one in drawn.sample(every, _BESIDE) if one[key] != line[key]]
        yield Group(line["question"], (line[key], *others), (ANSWERS,) + (NOT,) * len(others), name)


def hypotheses(reading: Path, external: Path, drawn: random.Random) -> Iterator[Group]:
    """What an agreement may say, put to each agreement: its evidence, or nothing."""
    texts = {one["doc"]: one["spans"] for one in lines(reading / "contractnli_train24/docs.jsonl")}
    for line in lines(reading / "contractnli_train24" / "data.jsonl"):
        if may_learn_hypothesis(line["hypothesis"]):
            yield from _of_agreement(
                line["hypothesis"], texts[line["doc"]], set(line["evidence"]), drawn
            )
    record = json.loads((external / "contractnli" / "dev.json").read_text(encoding="utf-8"))
    for document in record["documents"]:
        if not may_learn_from(document["file_name"]):
            continue
        every = [document["text"][start:end] for start, end in document["spans"]]
        for name, found in document["annotation_sets"][0]["annotations"].items():
            hypothesis = record["labels"][name]["hypothesis"]
            if may_learn_hypothesis(hypothesis):
                evidence = {every[at] for at in found["spans"]}
                yield from _of_agreement(hypothesis, every, evidence, drawn)


def _of_agreement(
    hypothesis: str, every: list[str], evidence: set[str], drawn: random.Random
) -> Iterator[Group]:
    words = set(hypothesis.lower().split())
    others = [one for one in every if one not in evidence and len(one.split()) > 3]
    others.sort(key=lambda one: -len(words & set(one.lower().split())) + drawn.random())
    own = [one for one in every if one in evidence]
    kept = others[: 2 * _BESIDE]
    labels = (ANSWERS,) * len(own) + (NOT,) * len(kept)
    yield Group(hypothesis, (*own, *kept), labels, "contractnli")


def mergers(external: Path, drawn: random.Random) -> Iterator[Group]:
    record = json.loads((external / "legalbench-rag/benchmarks/maud.json").read_text("utf-8"))
    held: dict[str, tuple[str, list[QuoteSpan]]] = {}
    for line in record["tests"]:
        path = line["snippets"][0]["file_path"]
        if not may_learn_from(Path(path).name):
            continue
        if path not in held:
            text = (external / "legalbench-rag" / "corpus" / path).read_text(encoding="utf-8")
            held[path] = text, [one for one in cut(text) if one.end - one.start > 20]
        text, pieces = held[path]
        question = line["query"].partition("; ")[2] or line["query"]
        marked = [one["span"] for one in line["snippets"] if one["file_path"] == path]
        own = [one for one in pieces if any(one.start < end and start < one.end
                                            for start, end in marked)]  # fmt: skip
        words = set(question.lower().split())
        others = [one for one in pieces if one not in own]
        others.sort(key=lambda one: -len(words & set(text[slice(*one)].lower().split())))
        kept = [*others[:12], *drawn.sample(others, 6)]
        units = tuple(text[slice(*one)][:700] for one in (*own[:8], *kept))
        labels = (UNKNOWN,) * len(own[:8]) + (NOT,) * len(kept)
        yield Group(question, units, labels, "maud", some=True)


def every(reading: Path, external: Path) -> Iterator[Group]:
    drawn = random.Random(_SEED)  # noqa: S311 - nothing secret
    yield from spans(reading, "squad1_slice", drawn)
    yield from spans(reading, "squad2_dev_half", drawn)
    yield from spans(reading, "qed_dev", drawn)
    yield from conditional(reading, drawn)
    for name in ("adversarialqa_answerable", "doqa_cooking_answerable", "doqa_movies_answerable"):
        yield from whole(reading / name / "data.jsonl", name, drawn, 1500)
    yield from whole(reading / "boolq" / "yesno_v6.jsonl", "boolq", drawn, 3000)
    yield from pairs(reading / "qasper_evidence" / "data.jsonl", "qasper", drawn, 1500)
    yield from pairs(reading / "squad_sentence" / "data.jsonl", "squad_sentence", drawn, 4000)
    yield from hypotheses(reading, external, drawn)
    yield from mergers(external, drawn)


def main() -> None:
    reading, external, out = map(Path, sys.argv[1:])
    counted: Counter[str] = Counter()

    def told() -> Iterator[Group]:
        for group in every(reading, external):
            counted[group.source] += 1
            yield group

    print(write(told(), out), dict(counted))


if __name__ == "__main__":
    main()
