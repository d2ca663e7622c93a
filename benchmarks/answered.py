"""Whether answers answer: the marked words in the first point, on lines written blind.

    python benchmarks/answered.py [a|b] [--corpora NAME …] [--encode] [--misses] [--json FILE]

The lines (marks/answers-a.jsonl, answers-b.jsonl) were written from the sources alone: a question,
the places of the words that decide it, and of conditions without which they would mislead; a
quarter have no answer in what is held. Set a is for development; b is opened once, when the work is
done. Law is asked whole; files are asked with the document given, or named in the question alone.

In full: the first point holds a marked span, and every marked condition is shown. Partly: a span is
shown elsewhere, or a condition is missing. Off: neither. `refused` is of what can be answered,
`refused unanswerable` of what cannot. Each library is loaded once into a folder that is kept;
nothing is encoded, unless --encode is given.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from force import ASKED, kept, texts
from ingest import unpacked
from pincite.answer.reply import Reply
from pincite.library import Library
from pincite.matters import Matters
from pincite.matters.matter import Matter
from pincite.settings import Settings

_MARKS = Path(__file__).parent / "marks"
_KEPT = Path("~/.cache/pincite-bench/answered").expanduser()
# What a word of confidence is taken for.
_CHANCE = {"high": 0.9, "medium": 0.6, "low": 0.3, "none": 0.0}
Line = dict[str, Any]


def files(corpus: str) -> dict[str, str]:
    """The texts of a corpus of files by their names."""
    if corpus == "contracts":
        root = unpacked("contracts")
        assert root is not None, "contracts are not here: set PINCITE_DATA"
        return {path.name: path.read_text("utf-8") for path in sorted((root / "txt").iterdir())}
    root = unpacked("external")
    assert root is not None, "external is not here: set PINCITE_DATA"
    record = json.loads((root / "policyqa" / "dev.json").read_text("utf-8"))
    return {
        f"{policy['title']}.txt": "\n\n".join(
            one["context"] for one in sorted(policy["paragraphs"], key=lambda one: one["index"])
        )
        for policy in record["data"]
    }


def words_at(mark: Line, held: dict[str, list[str]]) -> str:
    """The marked words, from where they stand."""
    for text in held[mark["in"]]:
        words = text[mark["start"] : mark["end"]]
        if hashlib.sha256(words.encode()).hexdigest()[:12] == mark["sha256"]:
            return words
    raise AssertionError(f"{mark['in']} is not what was marked")


def flat(words: str) -> str:
    return " ".join(words.replace("­", "").lower().split())


def matter_of(corpus: str, held: dict[str, str], *, encode: bool) -> Matter:
    """The documents that any line of a set may be about, in one matter."""
    names = sorted(set(json.loads((_MARKS / "answers-documents.json").read_text("utf-8"))[corpus]))
    settings = Settings()
    matters = Matters(_KEPT / ("encoded" if encode else "words"), settings=settings)
    if corpus not in [one.slug for one in matters.all()]:
        matters.create(corpus)
        folder = _KEPT / "files" / corpus
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            (folder / name).write_text(held[name], "utf-8")
        with matters.open(corpus) as matter:
            matter.read_files(folder)
            matter.search_index.index()
            if encode:
                matter.search_index.encode()
    return matters.open(corpus)


def asked(source: Library | Matter, line: Line) -> Reply:
    if isinstance(source, Library):
        return source.ask(line["question"])
    given = "" if line.get("named") else line["document"]
    return source.ask(line["question"], document=given)


def judged(reply: Reply, spans: list[str], conditions: list[str]) -> str:
    if reply.answer is None:
        return "refused"
    by_number = {one.number: flat(one.quote) for one in reply.answer.citations}
    points = [" ".join(by_number[at] for at in point.citations) for point in reply.answer.points]
    shown = " ".join(points)
    whole = all(flat(words) in shown for words in conditions)
    if points and any(flat(words) in points[0] for words in spans):
        return "in full" if whole else "partly"
    return "partly" if any(flat(words) in shown for words in spans) else "off"


def told(line: Line) -> str:
    return "named" if line.get("named") else line["corpus"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set", nargs="?", default="a", choices=("a", "b"))
    parser.add_argument("--corpora", nargs="*", default=())
    parser.add_argument("--encode", action="store_true")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    path = _MARKS / f"answers-{chosen.set}.jsonl"
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    shown: dict[str, list[int]] = defaultdict(list)
    errors: list[float] = []
    for line, reply, outcome in outcomes(lines, chosen.corpora, encode=chosen.encode):
        name = told(line)
        for row in (name, "all"):
            counts[row]["unanswerable" if line["unanswerable"] else "answerable"] += 1
            counts[row][f"{'un ' if line['unanswerable'] else ''}{outcome}"] += 1
            if reply.answer:
                shown[row].append(sum(len(one.quote.split()) for one in reply.answer.citations))
        if reply.answer is not None:
            chance = _CHANCE[str(reply.confidence)]
            errors.append((chance - (outcome == "in full")) ** 2)
        if chosen.misses and outcome not in ("in full", "refused") and not line["unanswerable"]:
            print(f"{line['id']} {outcome}: {line['question']}")
    report = {row: shares(counted, shown[row]) for row, counted in sorted(counts.items())}
    brier = round(statistics.fmean(errors), 3) if errors else None
    columns = next(iter(report.values()))
    print(f"{'':12}" + "".join(f"{name:>22}" for name in columns))
    for row, found in report.items():
        print(f"{row:12}" + "".join(f"{value:>22}" for value in found.values()))
    print(json.dumps({"set": chosen.set, "rows": report, "brier": brier}))
    if chosen.json:
        chosen.json.write_text(json.dumps({"rows": report, "brier": brier}, indent=1))


def outcomes(
    lines: list[Line], corpora: tuple[str, ...] | list[str], *, encode: bool
) -> Iterator[tuple[Line, Reply, str]]:
    for corpus in sorted({line["corpus"] for line in lines}):
        if corpora and corpus not in corpora:
            continue
        own = [line for line in lines if line["corpus"] == corpus]
        with ExitStack() as opened:
            if corpus in ASKED:
                held = texts(corpus)
                source: Library | Matter = opened.enter_context(kept(corpus))
                if encode:
                    source.search_index.encode()
            else:
                each = files(corpus)
                held = {name: [text] for name, text in each.items()}
                source = opened.enter_context(matter_of(corpus, each, encode=encode))
            for line in own:
                reply = asked(source, line)
                spans, conditions = (
                    [words_at(mark, held) for mark in line[name]]
                    for name in ("spans", "conditions")
                )
                yield line, reply, judged(reply, spans, conditions)


def shares(counted: Counter[str], shown: list[int]) -> dict[str, float]:
    answerable, without = counted["answerable"], counted["unanswerable"]
    return {
        "lines": answerable + without,
        **{name: round(counted[name] / max(answerable, 1), 3)
           for name in ("in full", "partly", "off", "refused")},
        "refused unanswerable": round(counted["un refused"] / max(without, 1), 3),
        "words shown": statistics.median(shown) if shown else 0,
    }  # fmt: skip


if __name__ == "__main__":
    main()
