"""What each part of the choice of words is worth: whether the first point answers, with a part left
out, and how often the deciding unit is among those that are read at all.

    python benchmarks/ablation.py [a|b|FILE] [--corpora NAME …] [--limit N] [--json FILE]

Every line of a marked set (benchmarks/answered.py) that can be answered is asked, and nothing is
refused for being unlikely:

`all`                   as it is shipped
`words and vectors`     the first baseline, without a network
`network alone`         what words and vectors are worth does not count beside the network
`without lead-ins`      a unit is read without the words that lead into it
`without the title`     a unit is read without the title of its work and its heading
`to the eighth layer`   the last part of the network is left out

Told are in full, with the paired difference to `all` and its 95% interval, by bootstrap. The
ceiling: in what share the deciding words are in a section that was found, in what would be quoted
of a unit, of one of those that the network reads, and of one that it reads to the end.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from answered import marked_lines, opened
from pincite.answer import flow, reading
from pincite.answer.decision import Decision, Decisions
from pincite.answer.records import QuotableSource
from pincite.answer.units import AnswerUnit, short_provision, words_of
from pincite.encoders.onnx import OnnxReader, ReadSoFar
from pincite.evaluation.answered import evaluate_marked
from pincite.evaluation.comparison import difference
from pincite.evaluation.judging import Outcome, flat
from pincite.evaluation.report import table
from pincite.library import Library

_SEED = 20261118
_ANY = Decision(0.0, 0.0, 0.0)
_NOTHING = tuple(reading.Signs(*[0.0] * 7) for _ in range(4))
Patch = tuple[Any, str, Any]


def _said_nothing(_self: Any, _query: str, passages: Sequence[str]) -> list[ReadSoFar]:
    return [ReadSoFar(0.0, _NO_STATES)] * len(passages)


def _goes_on_with_nothing(_self: Any, _part: int, read: Sequence[ReadSoFar]) -> Sequence[ReadSoFar]:
    return read


def _scores_nothing(_self: Any, _query: str, passages: Sequence[str]) -> Any:
    return np.zeros(len(passages), np.float32)


def _unled(source: Any, unit: Any) -> str:
    return _READ_AS(source, unit._replace(leads=()))


_READ_AS = reading.read_as
_NO_STATES = np.empty(0, np.float32)
VARIANTS: dict[str, tuple[Patch, ...]] = {
    "all": (),
    "words and vectors": (
        (OnnxReader, "begin", _said_nothing),
        (OnnxReader, "go_on", _goes_on_with_nothing),
        (OnnxReader, "score", _scores_nothing),
        (reading, "_BESIDE", (reading._ALONE,) * 4),
    ),
    "network alone": ((reading, "_BESIDE", _NOTHING),),
    "without lead-ins": ((reading, "read_as", _unled),),
    "without the title": ((reading, "read_as", words_of),),
    "to the eighth layer": ((OnnxReader, "parts", property(lambda self: len(self._later))),),
}


@contextmanager
def put(*patches: Patch) -> Iterator[None]:
    with ExitStack() as stack:
        for owner, name, value in patches:
            before = owner.__dict__[name] if isinstance(owner, type) else getattr(owner, name)
            stack.callback(setattr, owner, name, before)
            setattr(owner, name, value)
        yield


def in_full(source: Any, sources: Any, marked: Any) -> list[float]:
    """Of each line that can be answered, whether its first point does."""
    lines = evaluate_marked(source, sources, marked)[1].lines
    return [float(one.outcome is Outcome.IN_FULL) for one in lines if not one.unanswerable]


def _quoted(source: QuotableSource, unit: AnswerUnit) -> str:
    """What would be quoted of a unit: the short provision that it stands in, or its words."""
    whole = short_provision(source, unit)
    return flat(source.text[whole.body : whole.end] if whole else words_of(source, unit))


def ceiling(source: Any, marked: Any, told: Counter[str]) -> None:
    settings = source.settings
    reads = reading.reader(settings)
    assert reads is not None, "no reader is set (PINCITE_READER_MODEL)"
    for line in marked.lines:
        if line.unanswerable:
            continue
        document = line.question.document
        asked = (
            source.answer_source(document=document)
            if document and not isinstance(source, Library)
            else source.answer_source()
        )
        retrieved = asked.search(line.question.text, flow._READ_HITS)
        found = asked.to_read(retrieved, None)
        words = [flat(span.words) for span in line.spans]
        question = retrieved.relevance.question.meaning
        every = reads.candidates(question, found, retrieved.relevance)
        right = [any(one in _quoted(c.source, c.unit) for one in words) for c in every]
        told["lines"] += 1
        told["found"] += any(one in flat(f.source.text) for one in words for f in found)
        told["in a unit"] += any(right)
        told["read"] += any(right[: reading.READ_BY_PART[0]])
        ended = reads.read(question, found, retrieved.relevance)
        told["read to the end"] += any(
            one in _quoted(unit.source, unit.unit) for one in words for unit in ended
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set", nargs="?", default="a")
    parser.add_argument("--corpora", nargs="*", default=())
    parser.add_argument("--limit", type=int)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    lines = [one for one in marked_lines(chosen.set) if one["corpus"] != "lagasafn"]
    if chosen.corpora:
        lines = [one for one in lines if one["corpus"] in chosen.corpora]
    if chosen.limit and chosen.limit < len(lines):
        lines = random.Random(_SEED).sample(lines, chosen.limit)
    scores: dict[str, dict[str, list[float]]] = {}
    ceilings: dict[str, Counter[str]] = {}
    every = Decisions(_ANY, _ANY, _ANY)
    decided: Patch = (flow, "decisions", lambda _settings, _folder: every)
    for corpus, source, sources, marked in opened(lines, chosen.corpora, encode=True):
        kind = corpus if corpus in ("cfpb", "policies") else (
            "law" if isinstance(source, Library) else "contracts")  # fmt: skip
        ceiling(source, marked, ceilings.setdefault(kind, Counter()))
        for name, patches in VARIANTS.items():
            with put(decided, *patches):
                scores.setdefault(name, {}).setdefault(kind, []).extend(
                    in_full(source, sources, marked)
                )
    record: dict[str, Any] = {"set": Path(chosen.set).stem, "in full": {}, "ceiling": {}}
    kinds = list(scores["all"])
    rows: list[list[str]] = []
    for name, found in scores.items():
        row = [name]
        for kind in ("all", *kinds):
            own, whole = (
                [one for each in (kinds if kind == "all" else [kind]) for one in of[each]]
                for of in (found, scores["all"])
            )
            gained = difference(own, whole)
            share = sum(own) / len(own)
            record["in full"].setdefault(name, {})[kind] = {
                "share": share, "of": len(own), "difference": gained._asdict(),
            }  # fmt: skip
            told = f"{share:.3f}"
            if name != "all":
                told += f" ({gained.mean:+.3f} [{gained.low:+.3f}, {gained.high:+.3f}])"
            row.append(told)
        rows.append(row)
    print(table(["", *("all lines", *kinds)], rows))
    ceilings["all"] = sum(ceilings.values(), Counter())
    steps = ("found", "in a unit", "read", "read to the end")
    record["ceiling"] = {kind: dict(told) for kind, told in ceilings.items()}
    print()
    print(table(
        ["ceiling", "lines", *steps],
        [[kind, str(told["lines"]), *(f"{told[one] / told['lines']:.3f}" for one in steps)]
         for kind, told in ceilings.items()],
    ))  # fmt: skip
    print(json.dumps(record))
    if chosen.json:
        chosen.json.write_text(json.dumps(record, indent=1))


if __name__ == "__main__":
    main()
