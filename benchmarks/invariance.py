"""Whether the same question, put a little differently, gets the same answer.

    python benchmarks/invariance.py [a|b|FILE] [--corpora NAME …] [--kinds NAME …] [--limit N]
        [--misses] [--json FILE]

Each line of a marked set (benchmarks/answered.py) is asked as it is and again with one thing
changed: `place` adds the place whose law is asked (in Zimbabwe, in D.C.), or the company or the
party that the document is called by; `small` is all small letters, `capitals` all capitals (of up
to twelve words), `titled` Capitalised Words; `polite` has a greeting before and thanks behind. What
names its place or document already, and what a change leaves as it is, is not asked again.

Told for each change: in what share the outcome is the same, whether it is answered is the same,
and, where both are answered, the first point is; and what is in full and refused, before and after,
with the paired difference. --misses lists the lines whose outcome changes, without their words.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from answered import Line, files, marked_lines, opened
from pincite.answer.reply import Reply
from pincite.evaluation.answered import AnsweredLine, evaluate_marked
from pincite.evaluation.answers import Sources
from pincite.evaluation.comparison import difference
from pincite.evaluation.judging import Outcome, quotes_by_point
from pincite.evaluation.marked import MarkedSet
from pincite.evaluation.report import number, rounded, table
from pincite.library import Library
from pincite.matters.matter import Matter

_SEED = 20251118
_SHORT = 12
# What is added, and what says it already.
_PLACES = {
    "bylaws": ("in South Africa", r"south africa"),
    "cfpb": ("in the United States", r"united states|america|\bU\.?S\.?A?\b"),
    "dc": ("in D.C.", r"\bd\.?c\b|district of columbia|washington"),
    "lagasafn": ("á Íslandi", r"íslan|íslen"),
    "usc": ("in the United States", r"united states|america|\bU\.?S\.?A?\b"),
    "zimbabwe": ("in Zimbabwe", r"zimbabwe"),
}
# A party of a contract is looked for in so much of its text; so many letters of it are a name.
_OPENING, _FEWEST = 4000, 4
_POLITE = {
    "en": (
        ("Hello, I hope you can help me.", "Thank you very much in advance."),
        ("Good morning, I would be grateful for an answer to this.", "Many thanks, best wishes."),
        ("Hi there, sorry to bother you.", "Thanks a lot!"),
        ("Dear Sir or Madam, please help me with the following.", "Kind regards."),
    ),
    "is": (
        ("Góðan dag, ég vona að þið getið hjálpað mér.", "Með fyrir fram þökk."),
        ("Sæl verið þið, afsakið ónæðið.", "Kærar þakkir!"),
    ),
}
_form = re.compile(r",?\s+(?:inc|corp|corporation|llc|ltd|limited|lp|plc|co)\b\.?$", re.IGNORECASE)
_ALIKE = ("lines", "same outcome", "answered alike", "same first point")
Row = dict[str, Any]


class Asked(NamedTuple):
    """What came of a line."""

    line: AnsweredLine
    first: tuple[object, ...]
    """The place of each quote of the first point."""


class Pair(NamedTuple):
    """A line as it is, and with one thing changed."""

    kind: str
    corpus: str
    before: Asked
    after: Asked


# The changes.


def place(line: Line) -> str:
    """Behind the words that ask."""
    if line["corpus"] in _PLACES:
        added, said = _PLACES[line["corpus"]]
    else:
        added = _whose(line)
        said = re.escape(added.rpartition(" ")[2].partition(".")[0])
    question = line["question"].rstrip()
    if not added or line.get("named") or re.search(said, question, re.IGNORECASE):
        return question
    end = question.rfind("?")
    end = len(question.rstrip(".!")) if end < 0 else end
    return f"{question[:end]} {added}{question[end:]}"


def _whose(line: Line) -> str:
    name = line.get("document", "")
    if not name:
        return ""
    if line["corpus"] == "policies":
        return f"at {name.removesuffix('.txt')}"
    named = party(name, files("contracts")[name])
    return f"under the agreement with {named}" if named else ""


def party(name: str, text: str) -> str:
    """The party that a contract's file is named after, as its opening writes it: the most of the
    name that stands there as whole words; "" where nothing does."""
    filed = [re.escape(char) for char in re.split(r"_\d|\s+-\s", name)[0] if char.isalnum()]
    for most in range(len(filed), _FEWEST - 1, -1):
        pattern = r"\b" + r"[\W_]{0,3}".join(filed[:most]) + r"(?![^\W_])"
        if match := re.search(pattern, text[:_OPENING], re.IGNORECASE):
            written = _form.sub("", " ".join(match[0].split()))
            return written.title() if written.isupper() else written
    return ""


def small(line: Line) -> str:
    return line["question"].lower()


def capitals(line: Line) -> str:
    question = line["question"]
    return question.upper() if len(question.split()) <= _SHORT else question


def titled(line: Line) -> str:
    return re.sub(r"\S+", lambda word: word[0][:1].upper() + word[0][1:], line["question"])


def polite(line: Line) -> str:
    ways = _POLITE[line["language"]]
    before, behind = ways[hashlib.sha256(line["id"].encode()).digest()[0] % len(ways)]
    return f"{before}\n{line['question']}\n{behind}"


CHANGES: dict[str, Callable[[Line], str]] = {
    "place": place,
    "small": small,
    "capitals": capitals,
    "titled": titled,
    "polite": polite,
}


# What comes of them.


def asked(source: Library | Matter, sources: Sources, marked: MarkedSet) -> dict[str, Asked]:
    report, answered = evaluate_marked(source, sources, marked)
    return {
        line.id: Asked(line, _first(question.reply))
        for line, question in zip(answered.lines, report.lines, strict=True)
    }


def _first(reply: Reply) -> tuple[object, ...]:
    points = quotes_by_point(reply.answer) if reply.answer else []
    return tuple((quote.document, quote.spans) for quote in (points[0] if points else []))


def pairs(lines: list[Line], corpora: Sequence[str], kinds: Sequence[str]) -> list[Pair]:
    by_id = {line["id"]: line for line in lines}
    found: list[Pair] = []
    for corpus, source, sources, marked in opened(lines, corpora, encode=True):
        before = asked(source, sources, marked)
        for kind in kinds:
            changed = [
                replace(one, question=replace(one.question, text=words))
                for one in marked.lines
                if (words := CHANGES[kind](by_id[one.question.id])) != one.question.text
            ]
            after = asked(source, sources, replace(marked, lines=tuple(changed)))
            found += [Pair(kind, corpus, before[own], after[own]) for own in after]
    return found


def figures(found: Sequence[Pair]) -> Row:
    """Shares of pairs; what is in full and refused, of what can be answered and what cannot."""
    both = [one for one in found if one.before.line.answered and one.after.line.answered]
    there = [one for one in found if not one.before.line.unanswerable]
    absent = [one for one in found if one.before.line.unanswerable]
    return {
        "lines": len(found),
        "same outcome": _share(one.before.line.outcome is one.after.line.outcome for one in found),
        "answered alike": _share(
            one.before.line.answered is one.after.line.answered for one in found
        ),
        "same first point": _share(one.before.first == one.after.first for one in both),
        "in full": _compared(there, lambda line: line.outcome is Outcome.IN_FULL),
        "refused": _compared(there, lambda line: not line.answered),
        "unanswerable refused": _compared(absent, lambda line: not line.answered),
    }


def _share(held: Any) -> float | None:
    every = list(held)
    return rounded(sum(every) / len(every)) if every else None


def _compared(found: Sequence[Pair], holds: Callable[[AnsweredLine], bool]) -> Row | None:
    if not found:
        return None
    before = [float(holds(one.before.line)) for one in found]
    after = [float(holds(one.after.line)) for one in found]
    gained = difference(after, before)
    return {
        "of": len(found),
        "before": _share(before),
        "after": _share(after),
        **{name: rounded(value) for name, value in gained._asdict().items()},
    }


def shown(value: Any) -> str:
    if isinstance(value, dict):
        return (
            f"{number(value['before'])} to {number(value['after'])}"
            f" [{value['low']:+.3f}, {value['high']:+.3f}]"
        )
    return str(value) if isinstance(value, int) else number(value)


def as_table(name: str, rows: dict[str, Row], head: Sequence[str] = ()) -> str:
    head = head or list(next(iter(rows.values())))
    return table(
        [name, *head],
        [[row, *(shown(told[key]) for key in head)] for row, told in rows.items()],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set", nargs="?", default="a")
    parser.add_argument("--corpora", nargs="*", default=())
    parser.add_argument("--kinds", nargs="*", default=list(CHANGES), choices=list(CHANGES))
    parser.add_argument("--limit", type=int)
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    lines = [
        line
        for line in marked_lines(chosen.set)
        if not chosen.corpora or line["corpus"] in chosen.corpora
    ]
    if chosen.limit and chosen.limit < len(lines):
        lines = random.Random(_SEED).sample(lines, chosen.limit)
    found = pairs(lines, chosen.corpora, chosen.kinds)
    if not found:
        raise SystemExit("nothing was changed")
    every = {kind: figures([one for one in found if one.kind == kind]) for kind in chosen.kinds}
    by_corpus = {
        f"{kind}, {corpus}": figures(own)
        for kind in chosen.kinds
        for corpus in sorted({one.corpus for one in found})
        if (own := [one for one in found if one.kind == kind and one.corpus == corpus])
    }
    if chosen.misses:
        for one in found:
            before, after = one.before.line, one.after.line
            if before.outcome is not after.outcome:
                print(f"{one.kind} {before.id}: {before.outcome}, then {after.outcome}")
    print(as_table("change", every), as_table("change, corpus", by_corpus, _ALIKE), sep="\n\n")
    record = {"set": Path(chosen.set).stem, "kinds": every, "corpora": by_corpus}
    print(json.dumps(record))
    if chosen.json:
        chosen.json.write_text(json.dumps(record, indent=1))


if __name__ == "__main__":
    main()
