"""Scope, measured: what `resolve` takes, and whether it is right where that is known.

    python benchmarks/scope.py [--json FILE] [--keep FOLDER]

Time: every section of Zimbabwe's acts and every article of Icelandic law; and the same rules in a
library of some 20,000 nodes and in one of some 500,000 (with D.C. and South African law). Right:
the graded rules of the Bureau's regulations (governing definition, exceptions, ancestors), and the
definitions that Akoma Ntoso marks up in South African by-laws, found with the markup hidden, and
those that a reader marked in the D.C. Code (marks/).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from ingest import data_folder, unpacked
from lookup import spread
from pincite import library
from pincite.citations.law_text import LawText
from pincite.corpus.engines import FILE
from pincite.library import Library
from pincite.model import UNITS, Node
from pincite.scope.context import Context
from pincite.scope.defining import EVERY
from pincite.scope.definitions import definitions
from pincite.scope.index import read
from pincite.scope.records import Direction, StatutoryDefinition
from pincite.scope.terms import key_of
from scope_lines import is_within, labels

# Of Zimbabwe's acts, for a library of some 20,000 nodes.
_FEW = 130
_DAY = "2016-03-10"
_MARKS = Path(__file__).parent / "marks" / "dc-definitions.json"


def opened(folder: Path, sources: Sequence[Path], reader: str) -> Library:
    if (folder / FILE).is_file():
        return library.open(folder)
    made = library.create(folder)
    made.ingest(*sources, reader_name=reader, version="v1", day=_DAY, allow_refusals=True)
    return made


# Time.


def _sections(law: Library) -> Iterator[str]:
    """Every one, once."""
    for urn, _ in law.store.works():
        for stored, _ in law.store.find(urn, at=None, tag=None)[:1]:
            nodes = (node.urn for node in law.store.nodes(stored.key) if node.kind in UNITS)
            yield from dict.fromkeys(nodes)


def _each(law: Library, rules: Sequence[str]) -> list[float]:
    times: list[float] = []
    for urn in rules:
        began = time.perf_counter()
        law.scope(urn)
        times.append((time.perf_counter() - began) * 1000)
    return times


def timed(law: Library) -> Iterator[dict[str, object]]:
    began = time.perf_counter()
    first = next(iter(law.store.works()))[0]
    law.scope(first)
    yield {"what": "reading the law, s", "value": round(time.perf_counter() - began, 1)}
    rules = list(_sections(law))
    yield {"what": f"resolve, {len(rules)} sections", **spread(_each(law, rules))}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    yield {"what": "peak memory, MB", "value": peak}


def grown(kept: Path, roots: dict[str, Path]) -> Iterator[dict[str, object]]:
    """The same rules in a library of some 20,000 nodes and in one of some 500,000."""
    parts = [
        ([roots["zimbabwe"]], "zimlii"),
        ([roots["lagasafn"] / "156b"], "lagasafn"),
        ([roots["dc-code"]], "dclaw"),
        ([roots["akn-bylaws"] / "by-laws"], "akn"),
    ]
    rules: list[str] = []
    few = sorted(roots["zimbabwe"].glob("*.json"))[:_FEW]
    for name, taken in (("small", [(few, "zimlii")]), ("large", parts)):
        folder = kept / f"scope-{name}"
        fresh = not (folder / FILE).is_file()
        with library.create(folder) if fresh else library.open(folder) as law:
            for number, (paths, reader) in enumerate(taken if fresh else ()):
                law.ingest(
                    *paths, reader_name=reader, version=f"v{number}", collection=f"c{number}",
                    day=_DAY, allow_refusals=True,
                )  # fmt: skip
            rules = rules or list(_sections(law))
            law.scope(rules[0])
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            nodes = law.store.counts()["node"]
            yield {"what": f"resolve in {nodes} nodes", **spread(_each(law, rules))}
            after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            told = f"memory that {len(rules)} rules add, MB"
            yield {"what": told, "value": after - before}


# The graded rules.


def graded(kept: Path, root: Path, lines: Path) -> Iterator[dict[str, object]]:
    cases = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    parts = sorted({(one["part"], one["version"]) for one in cases})
    sources = [root / "regulation" / part / version for part, version in parts]
    with opened(kept / "scope-cfpb", sources, "ecfr") as law:
        named = dict(labels(law))
        yield from _judged(law, cases, named)


def _judged(
    law: Library, cases: Sequence[dict[str, object]], named: dict[str, str]
) -> Iterator[dict[str, object]]:
    right = {"definition": 0, "ancestors": 0}
    total = dict.fromkeys(right, 0)
    competing = quoted = held = wrong = missed = 0
    for one in cases:
        found = law.scope(named[str(one["rule"])])
        kind = str(one["kind"])
        if kind == "definition":
            total[kind] += 1
            governs, others = _definition(found, one, named)
            right[kind] += governs
            competing += others
            quoted += _is_quoted(found, str(one["must_quote"]))
        elif kind == "ancestors":
            total[kind] += 1
            wanted = [named[label] for label in one["ancestors"] if label in named]  # type: ignore[attr-defined]
            got = [each.passage.urn for each in found.ancestors if not each.enabling]
            right[kind] += [urn for urn in got if urn in wanted] == wanted
        else:
            a, b, c = _exceptions(found, one, named)
            held, wrong, missed = held + a, wrong + b, missed + c
    for kind, count in right.items():
        yield {"what": f"graded: {kind} right", "value": f"{count} of {total[kind]}"}
    told = f"{quoted} of {total['definition']}"
    yield {"what": "graded: its words are there", "value": told}
    yield {"what": "graded: the competing definition given", "value": competing}
    yield {"what": "graded: exceptions, precision", "value": round(held / (held + wrong), 3)}
    yield {"what": "graded: exceptions, recall", "value": round(held / (held + missed), 3)}


def _definition(found: Context, one: dict[str, object], named: dict[str, str]) -> tuple[bool, bool]:
    key = key_of(str(one["term"]), "en")
    mine = [each for each in found.definitions if key_of(each.term, "en") == key]
    wanted = [named[label] for label in (one["definition_label"], *one["definition_label_alt"])]  # type: ignore[misc]
    others = {named[label] for label in one["not_definition"]}  # type: ignore[attr-defined]
    governing = {each.passage.urn for each in mine if key_of(each.via, "en") != key}
    urns = [each.passage.urn for each in mine]
    right = any(urn == want or urn.startswith(f"{want}:") for urn in urns for want in wanted)
    return right, bool(governing & others)


def _is_quoted(found: Context, quote: str) -> bool:
    """Whether the words that define stand in a definition that was given."""
    return any(_flat(quote) in _flat(one.passage.text) for one in found.definitions)


def _flat(words: str) -> str:
    return " ".join(words.replace("“", '"').replace("”", '"').split())


def _exceptions(
    found: Context, one: dict[str, object], named: dict[str, str]
) -> tuple[int, int, int]:
    """Right, wrong and missed, of what is said outside the rule of it and not of a whole part."""
    rule = found.rule.urn
    got = {
        each.passage.urn
        for each in found.exceptions
        if each.direction is not Direction.OVERRIDES and not each.of_all
    }
    got = {
        urn for urn in got if urn != rule and not is_within(urn, rule) and not is_within(rule, urn)
    }
    wanted = {named[label] for label in one["exceptions"]}  # type: ignore[attr-defined]
    also = {named.get(label, label) for label in one["also_acceptable"]}  # type: ignore[attr-defined]
    fine = wanted | also
    wrong = {urn for urn in got - fine if not any(is_within(urn, each) for each in fine)}
    return len(wanted & got), len(wrong), len(wanted - got)


# The marked definitions.


def marked(kept: Path, root: Path) -> Iterator[dict[str, object]]:
    there = found = both = 0
    with opened(kept / "scope-akn", [root / "by-laws"], "akn") as law:
        for urn, _ in law.store.works():
            stored = (law.store.expressions(urn) or [None])[-1]
            if stored is None:
                continue
            text = read(law.store, stored, law.citations.titles)
            told = {key for node in text.nodes if (key := _marked_term(text, node))}
            if not told:
                continue
            hidden = LawText(
                text.text, _without_marks(text.nodes), text.mentions, text.language, text.kind
            )
            seen = {_key(one.term) for one in definitions(hidden)}
            there, found, both = there + len(told), found + len(seen), both + len(told & seen)
    yield {"what": "by-laws: marked definitions found", "value": round(both / there, 4)}
    yield {"what": "by-laws: found that are marked", "value": round(both / found, 4)}


def read_by_hand(kept: Path, root: Path) -> Iterator[dict[str, object]]:
    marks = json.loads(_MARKS.read_text(encoding="utf-8"))
    found: set[tuple[str, str]] = set()
    read_already: dict[int, list[StatutoryDefinition]] = {}
    with opened(kept / "scope-dc", [root], "dclaw") as law:
        for urn in marks["sections"]:
            [(stored, section), *_] = law.store.find(urn, at=None, tag=None)
            if stored.key not in read_already:
                text = read(law.store, stored, law.citations.titles)
                every = [one for one in definitions(text) if one.term != EVERY]
                read_already[stored.key] = every
            until = section.start + marks["read_up_to"]
            found |= {
                (urn, hashlib.sha256(_key(one.term).encode()).hexdigest()[:12])
                for one in read_already[stored.key]
                if (one.urn == urn or is_within(one.urn, urn)) and one.body < until
            }
    wanted = {(urn, mark) for urn, every in marks["sections"].items() for mark in every}
    both = len(wanted & found)
    yield {
        "what": "D.C. Code: definitions a reader marked, found",
        "value": f"{both} of {len(wanted)}",
    }
    yield {"what": "D.C. Code: found that the reader marked", "value": f"{both} of {len(found)}"}


def _marked_term(text: LawText, node: Node) -> str:
    if node.kind != "definition":
        return ""
    words = text.text[node.start : node.end]
    quoted = words.replace("“", '"').replace("”", '"').split('"')
    return _key(quoted[1]) if len(quoted) > 2 else ""


def _key(term: str) -> str:
    return key_of(term, "en").removeprefix("the ")


def _without_marks(nodes: Sequence[Node]) -> list[Node]:
    """As if no definition had been marked up: its words are those of what holds it."""
    place: dict[int, int] = {}
    kept: list[Node] = []
    for node in nodes:
        parent = node.parent
        while parent >= 0 and nodes[parent].kind == "definition":
            parent = nodes[parent].parent
        if node.kind != "definition":
            place[node.ordinal] = len(kept)
            kept.append(node._replace(ordinal=len(kept), parent=place.get(parent, -1)))
    last = [node.ordinal for node in kept]
    for node in reversed(kept):
        if node.parent >= 0:
            last[node.parent] = max(last[node.parent], last[node.ordinal])
    return [node._replace(last=last[node.ordinal]) for node in kept]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--keep", type=Path, default=Path("~/.cache/pincite-bench").expanduser())
    chosen = parser.parse_args()
    names = ("zimbabwe", "lagasafn", "cfpb-regs", "akn-bylaws", "dc-code")
    roots = {name: root for name in names if (root := unpacked(name)) is not None}
    if len(roots) < len(names):
        sys.exit("the data is not here: set PINCITE_DATA")
    rows: list[dict[str, object]] = []
    lines = Path(str(data_folder())) / "eval" / "cfpb_scope.jsonl"
    rows += graded(chosen.keep, roots["cfpb-regs"], lines)
    rows += marked(chosen.keep, roots["akn-bylaws"])
    rows += read_by_hand(chosen.keep, roots["dc-code"])
    for name, below, reader in (("zimbabwe", "", "zimlii"), ("lagasafn", "156b", "lagasafn")):
        root = roots[name]
        with opened(
            chosen.keep / f"scope-{name}", [root / below if below else root], reader
        ) as law:
            rows += ({**row, "what": f"{name}: {row['what']}"} for row in timed(law))
    rows += grown(chosen.keep, roots)
    for row in rows:
        value = row.get("value", row.get("p50_ms"))
        print(f"{row['what']:<48} {value!s:>12} {row.get('p95_ms', '')!s:>10}")
    print(json.dumps(rows))
    if chosen.json:
        chosen.json.write_text(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
