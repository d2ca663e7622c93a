"""Fits what the signs of words are worth (answer/reading.py) where a text is read by its glosses:
alone, and beside what each part of the network says.

    PYTHONPATH=benchmarks:. python -m training.reader.beside dev a b [--bank N] [--keep FILE]

Icelandic lines of the sets, questions whose answering words were marked (marks/icelandic.jsonl),
and questions of the bank about works that nothing was trained on, each with the units of what a
search finds: those answer that would be quoted with the words that are marked, or with the
provision that the question was written from. One weight a sign, by the softmax
over the units of a question. Prints the weights as the module has them.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch

from answered import marked_lines, opened
from force import kept
from pincite.answer import extractive, flow, reading
from pincite.answer.evidence import quoted_within
from pincite.answer.sources import AnswerSource
from pincite.evaluation.judging import flat
from pincite.text.glosses import glossed
from training.reader.bank import section_source
from training.reader.marked import digest
from training.split import held_out

_BANK = Path(__file__).parents[1] / "questions" / "icelandic.jsonl"
_MARKS = Path(__file__).parent / "marks" / "icelandic.jsonl"
_LINES = Path(__file__).parents[2] / "benchmarks" / "marks"
_MOST, _RIDGE, _CODE = 100, 0.005, "is"
Row = list[tuple[tuple[float, ...], tuple[float, ...], bool]]


def row(source: AnswerSource, question: str, words: list[str], urn: str = "") -> Row:
    """Of each unit its signs, what each part of the network says, and whether it answers."""
    read = reading.reader(flow.Settings())
    assert read is not None
    retrieved = source.search(question, flow._READ_HITS)
    found = source.to_read(retrieved, None)
    meaning = retrieved.relevance.question.meaning
    every = read.candidates(meaning, found, retrieved.relevance)[:_MOST]
    texts = [glossed(one.text, _CODE) for one in every]
    state = read.network.begin(glossed(meaning, _CODE), texts)
    said = [[one.logit for one in state]]
    for part in range(1, read.network.parts):
        state = read.network.go_on(part, state)
        said.append([one.logit for one in state])
    right: list[bool] = []
    for one in every:
        unit = quoted_within(one.read(None, 0.0))
        quoted = flat(" ".join(extractive._unit_quotes(unit)))
        narrow, _ = one.source.pin(*one.unit.span)
        around, _ = one.source.pin(*(unit.whole or one.unit.span))
        inside = f"{narrow}:".startswith(f"{urn}:") or (
            unit.whole is not None and f"{urn}:".startswith(f"{around}:")
        )
        right.append(inside if urn else any(flat(word) in quoted for word in words))
    each = zip(every, zip(*said, strict=True), right, strict=True)
    return [(tuple(one.signs), tuple(logits), yes) for one, logits, yes in each]


def work_of(urn: str) -> str:
    return ":".join(urn.split(":")[:4])


def measured_works() -> set[str]:
    """Those that a line of any set is about: nothing is fitted on marks in them."""
    lines = (
        line for path in sorted(_LINES.glob("answers-*.jsonl")) for line in marked_lines(str(path))
    )
    return {work_of(span["in"]) for line in lines for span in line["spans"]}


def rows(sets: list[str], bank: int) -> list[Row]:
    found: list[Row] = []
    for name in sets:
        for _, law, _, marked in opened(marked_lines(name), ["lagasafn"], encode=True):
            source = law.answer_source()
            found += [
                row(source, line.question.text, [span.words for span in line.spans])
                for line in marked.lines
                if not line.unanswerable
            ]
    with kept("lagasafn") as law:
        source = law.answer_source()
        kept_apart = measured_works()
        for mark in map(json.loads, _MARKS.read_text("utf-8").splitlines()):
            if not mark["answers"] or work_of(mark["place"]) in kept_apart:
                continue
            section = section_source(law, mark["place"])
            if section is None or digest(section.text) != mark["sha256"]:
                print(f"{mark['place']} is not what was marked")
            else:
                words = [flat(section.text[slice(*span)]) for span in mark["spans"]]
                found.append(row(source, mark["question"], words))
        asked = map(json.loads, _BANK.read_text("utf-8").splitlines())
        held = [one for one in asked if held_out(work_of(one["urn"]))]
        found += [row(source, one["question"], [], one["urn"]) for one in held[:bank]]
    return [one for one in found if any(yes for _, _, yes in one)]


def fitted(rows: list[Row], part: int | None) -> list[float]:
    """The weights of the signs, over that of what a part of the network says, or alone."""
    inputs = [
        torch.tensor([[*signs, *(() if part is None else (said[part],))] for signs, said, _ in one])
        for one in rows
    ]
    right = [torch.tensor([yes for _, _, yes in one]) for one in rows]
    scale = torch.cat(inputs).std(dim=0)
    weights = torch.zeros(len(scale), requires_grad=True)
    chosen = torch.optim.LBFGS([weights], max_iter=200, line_search_fn="strong_wolfe")

    def closure() -> torch.Tensor:
        chosen.zero_grad()
        losses = []
        for each, yes in zip(inputs, right, strict=True):
            worth = (each / scale) @ weights
            losses.append(torch.logsumexp(worth, 0) - torch.logsumexp(worth[yes], 0))
        loss = torch.stack(losses).mean() + _RIDGE * (weights**2).sum()
        loss.backward()
        return loss

    chosen.step(closure)
    found = (weights / scale).tolist()
    return found if part is None else [one / found[-1] for one in found[:-1]]


def first(rows: list[Row], weights: list[float], part: int | None) -> float:
    """In what share the unit that is worth most answers."""
    hits = 0
    for one in rows:
        worth = [
            sum(a * b for a, b in zip(weights, signs, strict=True))
            + (0.0 if part is None else said[part])
            for signs, said, _ in one
        ]
        hits += one[worth.index(max(worth))][2]
    return hits / len(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--bank", type=int, default=450)
    parser.add_argument("--keep", type=Path)
    chosen = parser.parse_args()
    if chosen.keep and chosen.keep.is_file():
        found = json.loads(chosen.keep.read_text("utf-8"))
    else:
        found = rows(chosen.sets, chosen.bank)
        if chosen.keep:
            chosen.keep.write_text(json.dumps(found), "utf-8")
    print(len(found), "questions whose answer is among the units")
    halves = found[::2], found[1::2]
    for part in (None, 0, 1, 2, 3):
        other = [first(one, fitted(two, part), part) for one, two in (halves, halves[::-1])]
        told = ", ".join(f"{one:.1f}" for one in fitted(found, part))
        print(
            f"Signs({told}),  # {part}: first by the weights of the other half {sum(other) / 2:.3f}"
        )


if __name__ == "__main__":
    main()
