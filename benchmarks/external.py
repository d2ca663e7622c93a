"""Answers over public sets that others graded, on the documents that nothing was trained on.

    python benchmarks/external.py [agreements|mergers|policies …] [--limit N] [--json FILE]

`agreements` (ContractNLI, development part): what an agreement may say, asked of each agreement as
the statement that it is and as a person would ask. What is not mentioned should be refused, what is
entailed or contradicted answered; the evidence is quoted where at least half of one of its spans
is. Five of the seventeen statements were not trained on in any agreement. The sweep says what share
of what is not mentioned is refused, by the probability that anything held answers, where so much of
the rest is.

`mergers` (LegalBench-RAG, merger agreements): of the characters of the first point those that are
marked, and of those that are marked those that are quoted; asked of all agreements, with the name
in the question, and with the document given. Beside it the first passage that a plain search finds,
which confines itself to no document. The questions are a few dozen: of other agreements, the same
ones were trained on.

`policies` (PolicyQA, 300 questions drawn at random, the policy given): whether an answer is within
the first point, or within any quote, and whether half of the first point is from a paragraph that
answers. What is asked of several paragraphs of a policy is asked once, and any answer counts. Many
answers are a word or two: lines with a longer one are told apart. Nothing was trained on them.

Characters are letters and digits. Each set is read and encoded once, and kept. With --limit, so
many questions of each set are drawn at random.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ablation import put
from answered import files, flat, kept_matter
from ingest import ROOT, unpacked
from letters import Held, Letter, places, quotes_of
from pincite.answer import flow
from pincite.answer.decision import SHIPPED, Decision, Decisions
from pincite.answer.likelihood import Body, Likelihood, likelihood
from pincite.answer.reading import ReadUnit
from pincite.answer.reply import AnswerCitation
from pincite.evaluation.abstention import Share
from pincite.evaluation.calibration import calibration
from pincite.evaluation.report import number, rounded, table
from pincite.search.files_by_name import FilesByName

sys.path.insert(0, str(ROOT))

from training.split import may_learn_from, may_learn_hypothesis

_KEPT = Path("~/.cache/pincite-bench/external").expanduser()
_SEED = 20251118
_DRAWN = 300
# Answers of fewer words ("receive", "the Site") say little about what answers.
_TELLING = 6
# Of an evidence span, what share must be quoted; of a point, what share must be from a paragraph.
_HALF = 0.5
# Shares of what can be answered that a threshold may refuse; the first is the one that is printed.
_COSTS = (0.12, 0.05, 0.2, 0.3)
STATEMENT, QUESTION = "statement", "question"
# Each statement as one asks who has to sign.
_ASKED = {
    "nda-1": "Does information have to be marked as confidential to be protected?",
    "nda-2": "Is only technical information confidential?",
    "nda-3": "Is what they only tell me by word of mouth confidential too?",
    "nda-4": "May I use the information for anything other than what we agreed on?",
    "nda-5": "May I share the information with my employees?",
    "nda-7": "May I show the information to outsiders such as consultants or lawyers?",
    "nda-8": "If a court or a law makes me hand the information over, do I have to tell them?",
    "nda-10": "Do I have to keep it secret that we signed this or are in talks?",
    "nda-11": "May I take their products apart to find out how they work?",
    "nda-12": "May I develop something similar by myself?",
    "nda-13": "May I get similar information from somebody else?",
    "nda-15": "Do I get any rights in the information that they give me?",
    "nda-16": "Do I have to give back or destroy what they gave me when this ends?",
    "nda-17": "May I make copies of what they give me?",
    "nda-18": "Am I forbidden to hire away their people?",
    "nda-19": "Do any of my duties go on after the agreement has ended?",
    "nda-20": "May I keep some of the information after I had to return or destroy it?",
}
Row = dict[str, Any]


@cache
def external() -> Path:
    root = unpacked("external")
    assert root is not None, "external is not here: set PINCITE_DATA"
    return root


def drawn(every: Iterable[Any], most: int | None) -> list[Any]:
    """So many at random, in their order; all where none are cut off."""
    found = list(every)
    if most is None or most >= len(found):
        return found
    places = random.Random(_SEED).sample(range(len(found)), most)
    return [found[at] for at in sorted(places)]


# Agreements.


class Told(NamedTuple):
    """What came of one statement, asked of one agreement with nothing refused for being unlikely.
    `found` is None where something else refused."""

    form: str
    trained: bool
    mentioned: bool
    found: Likelihood | None
    first: bool
    anywhere: bool

    @property
    def offered(self) -> bool:
        return self.found is not None and SHIPPED.files.offers(self.found)

    @property
    def held(self) -> float:
        return self.found.held if self.found else 0.0


@contextmanager
def without_threshold() -> Iterator[list[Likelihood]]:
    """Whatever the probabilities, nothing is refused for them. Gives those that were stated, the
    last at the end."""
    stated: list[Likelihood] = []
    every = Decision(0.0, 0.0, SHIPPED.files.answer_from)

    def noting(read: Sequence[ReadUnit], body: Body) -> Likelihood | None:
        found = likelihood(read, body)
        stated.extend([found] if found else [])
        return found

    with put(
        (flow, "decisions", lambda _settings, _folder: Decisions(every, every, every)),
        (flow, "likelihood", noting),
    ):
        yield stated


def agreements(limit: int | None) -> Row:
    record = json.loads((external() / "contractnli" / "dev.json").read_text("utf-8"))
    documents = {
        f"{one['file_name']}.txt": one
        for one in record["documents"]
        if not may_learn_from(one["file_name"])
    }
    texts = {name: one["text"] for name, one in documents.items()}
    every = [
        (name, label, found)
        for name, one in documents.items()
        for label, found in one["annotation_sets"][0]["annotations"].items()
    ]
    told: list[Told] = []
    with (
        kept_matter(_KEPT, "agreements", texts, encode=True) as matter,
        without_threshold() as stated,
    ):
        held = Held(matter, texts)
        for name, label, found in drawn(every, limit):
            statement = record["labels"][label]["hypothesis"]
            evidence = [held.marked(name, [documents[name]["spans"][at]]) for at in found["spans"]]
            for form, words in ((STATEMENT, statement), (QUESTION, _ASKED[label])):
                stated.clear()
                reply = matter.ask(words, document=name)
                first, every_quote = (held.found(places(one)) for one in quotes_of(reply))
                told.append(
                    Told(
                        form,
                        may_learn_hypothesis(statement),
                        found["choice"] != "NotMentioned",
                        stated[-1] if reply.answer and stated else None,
                        _quoted(first, evidence),
                        _quoted(every_quote, evidence),
                    )
                )
    rows = {
        f"{form}, {which}": _of_agreements(
            [one for one in told if one.form == form and not (held_out and one.trained)]
        )
        for form in (STATEMENT, QUESTION)
        for which, held_out in (("held out", True), ("all", False))
    }
    return {"documents": len(documents), "rows": rows}


def _quoted(shown: set[Letter], evidence: Sequence[set[Letter]]) -> bool:
    return any(_mostly(span, shown) for span in evidence)


def _mostly(span: set[Letter], within: set[Letter]) -> bool:
    return bool(span) and len(span & within) >= _HALF * len(span)


def _of_agreements(told: list[Told]) -> Row:
    there = [one for one in told if one.mentioned]
    absent = [one for one in told if not one.mentioned]
    return {
        "absent refused": share(not one.offered for one in absent),
        "answerable refused": share(not one.offered for one in there),
        "quoted first": share(one.offered and one.first for one in there),
        "quoted": share(one.offered and one.anywhere for one in there),
        "refused by other rules": share(one.found is None for one in told),
        "at": {f"{cost:.2f}": _at_cost(there, absent, cost) for cost in _COSTS},
        "AUROC": _auroc(told),
        "Brier": _brier([one for one in told if one.offered]),
        "Brier, nothing refused": _brier([one for one in told if one.found]),
    }


def _at_cost(there: Sequence[Told], absent: Sequence[Told], cost: float) -> Row:
    """By the highest threshold that refuses at most so much of what can be answered."""
    tried = [0.0, *sorted(one.held for one in (*there, *absent))]

    def refused(lines: Sequence[Told], below: float) -> list[bool]:
        return [one.held < below for one in lines]

    most = cost * len(there)
    kept = max((below for below in tried if sum(refused(there, below)) <= most), default=0.0)
    return {
        "threshold": rounded(kept),
        "answerable refused": share(refused(there, kept)),
        "absent refused": share(refused(absent, kept)),
    }


def _auroc(told: Sequence[Told]) -> float | None:
    """Of what is mentioned against what is not."""
    if not told:
        return None
    held = [one.held for one in told]
    return rounded(calibration(held, [one.mentioned for one in told]).auroc)


def _brier(told: Sequence[Told]) -> float | None:
    """Against whether the evidence is quoted in the first point."""
    errors = [(one.found.answers - (one.mentioned and one.first)) ** 2 for one in told if one.found]
    return rounded(sum(errors) / len(errors)) if errors else None


# Mergers.


class Overlap(NamedTuple):
    """Of the characters of the first point those that are marked, and of those that are marked
    those in the first point and in all quotes; whether the first point is from the document."""

    precision: float
    recall: float
    quoted: float
    answered: bool
    own: bool


@contextmanager
def without_names() -> Iterator[None]:
    """A search that confines itself to no document because the question names it."""
    named = FilesByName.named
    FilesByName.named = lambda *_: None
    try:
        yield
    finally:
        FilesByName.named = named


def mergers(limit: int | None) -> Row:
    root = external() / "legalbench-rag"
    corpus = root / "corpus" / "maud"
    texts = {path.name: path.read_text("utf-8") for path in sorted(corpus.iterdir())}
    tests = json.loads((root / "benchmarks" / "maud.json").read_text("utf-8"))["tests"]
    lines = [
        (Path(one["snippets"][0]["file_path"]).name, one["query"], one["snippets"]) for one in tests
    ]
    lines = [line for line in lines if not may_learn_from(line[0])]
    found: dict[str, list[Overlap]] = {
        name: [] for name in ("named", "given", "search, named", "search, given")
    }
    with kept_matter(_KEPT, "mergers", texts, encode=True) as matter:
        held = Held(matter, texts)
        for name, query, snippets in drawn(lines, limit):
            asked = query.partition("; ")[2] or query
            gold = held.marked(name, (one["span"] for one in snippets))
            for way, reply in (
                ("named", matter.ask(query)),
                ("given", matter.ask(asked, document=name)),
            ):
                first, every = (held.found(places(one)) for one in quotes_of(reply))
                found[way].append(_overlap(gold, first, every))
            with without_names():
                for way, response in (
                    ("search, named", matter.search(query, limit=1, related=0)),
                    ("search, given", matter.search(asked, limit=1, related=0, document=name)),
                ):
                    hits = [
                        (hit.source.document_id, hit.source.place.char_start,
                         hit.source.place.char_end)
                        for hit in response.results[:1]
                    ]  # fmt: skip
                    passage = held.found(hits)
                    found[way].append(_overlap(gold, passage, passage))
    rows = {name: _of_mergers(overlaps) for name, overlaps in found.items()}
    return {"documents": len({line[0] for line in lines}), "rows": rows}


def _overlap(gold: set[Letter], first: set[Letter], every: set[Letter]) -> Overlap:
    return Overlap(
        len(first & gold) / max(len(first), 1),
        len(first & gold) / len(gold),
        len(every & gold) / len(gold),
        bool(first),
        {document for document, _ in first} == {document for document, _ in gold},
    )


def _of_mergers(overlaps: Sequence[Overlap]) -> Row:
    answered = [one for one in overlaps if one.answered]
    return {
        "P@1": mean(one.precision for one in overlaps),
        "R@1": mean(one.recall for one in overlaps),
        "gold quoted": mean(one.quoted for one in overlaps),
        "refused": share(not one.answered for one in overlaps),
        "P@1 of answers": mean(one.precision for one in answered),
        "from the document": share(one.own for one in overlaps),
        "touched": share(one.precision > 0 for one in overlaps),
    }


# Policies.


class Gold(NamedTuple):
    """Whether an answer is within the first point, within any quote, and whether half of the first
    point is from a paragraph that answers; `told` is the length of the longest answer in words."""

    told: int
    first: bool
    anywhere: bool
    paragraph: bool
    refused: bool


def policies(limit: int | None) -> Row:
    texts = files("policies")
    record = json.loads((external() / "policyqa" / "dev.json").read_text("utf-8"))
    answers: dict[tuple[str, str], set[str]] = {}
    paragraphs: dict[tuple[str, str], set[tuple[int, int]]] = {}
    for policy in record["data"]:
        name = f"{policy['title']}.txt"
        for paragraph in policy["paragraphs"]:
            start = texts[name].index(paragraph["context"])
            for one in paragraph["qas"]:
                asked = name, one["question"]
                answers.setdefault(asked, set()).update(flat(a["text"]) for a in one["answers"])
                span = start, start + len(paragraph["context"])
                paragraphs.setdefault(asked, set()).add(span)
    found: list[Gold] = []
    with kept_matter(_KEPT, "policies", texts, encode=True) as matter:
        held = Held(matter, texts)
        for asked in drawn(drawn(sorted(answers), _DRAWN), limit):
            name, question = asked
            reply = matter.ask(question, document=name)
            first, every = quotes_of(reply)
            point = held.found(places(first))
            found.append(
                Gold(
                    max(len(words.split()) for words in answers[asked]),
                    _says(first, answers[asked]),
                    _says(every, answers[asked]),
                    _mostly(point, held.marked(name, paragraphs[asked])),
                    reply.answer is None,
                )
            )
    rows = {
        "given": _of_policies(found),
        f"answers of {_TELLING} words or more": _of_policies(
            [one for one in found if one.told >= _TELLING]
        ),
    }
    return {"documents": len(texts), "rows": rows}


def _says(quotes: Sequence[AnswerCitation], answers: Iterable[str]) -> bool:
    words = flat(" ".join(quote.quote for quote in quotes))
    return any(answer in words for answer in answers)


def _of_policies(found: Sequence[Gold]) -> Row:
    return {
        "within the first point": share(one.first for one in found),
        "within a quote": share(one.anywhere for one in found),
        "first from its paragraph": share(one.paragraph for one in found),
        "refused": share(one.refused for one in found),
    }


# What is told.


def share(held: Iterable[bool]) -> Row:
    every = list(held)
    found = Share(sum(every), len(every))
    return {"share": rounded(found.value), "held": found.held, "of": found.of}


def mean(values: Iterable[float]) -> float | None:
    found = list(values)
    return rounded(sum(found) / len(found)) if found else None


def shown(value: Any) -> str:
    if not isinstance(value, dict):
        return number(value)
    if "at" in value or "threshold" in value:
        return shown(value["absent refused"])
    return f"{number(value['share'])} of {value['of']}"


def as_table(name: str, told: Row) -> str:
    rows = told["rows"]
    flat_rows = {
        row: {
            **{key: value for key, value in figures.items() if key != "at"},
            **{
                f"absent refused at {cost}": value
                for cost, value in list(figures.get("at", {}).items())[:1]
            },
        }
        for row, figures in rows.items()
    }
    head = list(next(iter(flat_rows.values())))
    return table(
        [name, *head],
        [[row, *(shown(figures[key]) for key in head)] for row, figures in flat_rows.items()],
    )


_SETS: dict[str, Callable[[int | None], Row]] = {
    "agreements": agreements,
    "mergers": mergers,
    "policies": policies,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(_SETS)}")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    if unknown := set(chosen.sets) - _SETS.keys():
        parser.error(f"no set {', '.join(sorted(unknown))}")
    told: Row = {}
    for name in chosen.sets or _SETS:
        began = time.perf_counter()
        told[name] = _SETS[name](chosen.limit)
        told[name]["seconds"] = round(time.perf_counter() - began, 1)
        print(as_table(name, told[name]), end="\n\n", flush=True)
    print(json.dumps(told))
    if chosen.json:
        chosen.json.write_text(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
