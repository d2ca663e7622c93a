"""Scope, measured on lines that a reader marked in the Bureau's regulations.

    python benchmarks/scope_lines.py FILE [--json FILE] [--keep FOLDER] [--each]

Each line of FILE is a rule by its label ("1005-9-b") in one version of one part.

A line of kind `definition` has a term of the rule. It is right where the definition at
`definition_label`, or one of `definition_label_alt`, governs (the one found stands at that label or
below it) and none of `not_definition` does. Where `definition_label` is null, none of
`not_definition` may govern; where that is empty too, none of the part.

A line of kind `exception` lists what limits the rule (`exceptions`). What is found matches what is
listed where both are one place, or where one holds the other and both lie within one paragraph of
one section; a whole section matches nothing but itself. Each listed place counts once, found or
missed. What is found and matches nothing listed is wrong, unless it matches `also_right`, which is
neither wanted nor wrong. The rule's own words, what holds it, and what is said of a whole part
count where they are listed, and are not wrong where they are not. "At the very label" counts equal
places alone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ingest import unpacked
from pincite import library
from pincite.corpus.engines import FILE
from pincite.library import Library
from pincite.scope.context import Context
from pincite.scope.records import Direction
from pincite.scope.terms import key_of

Line = Mapping[str, Any]
_DAY = "2016-03-10"
_INTERPRETED = ":interp"


def labels(law: Library) -> Iterator[tuple[str, str]]:
    """Every label of the Bureau's trees, with its URN."""
    for urn, _ in law.store.works():
        for stored in law.store.expressions(urn):
            for node in law.store.nodes(stored.key):
                if node.place.startswith("label "):
                    yield node.place.removeprefix("label "), node.urn


def is_within(urn: str, holder: str) -> bool:
    return urn.startswith(f"{holder}:")


def held(folder: Path, root: Path, parts: Sequence[tuple[str, str]]) -> Library:
    """A library of these versions of these parts, each under its own tag."""
    if (folder / FILE).is_file():
        return library.open(folder)
    made = library.create(folder)
    for part, version in parts:
        made.ingest(
            root / "regulation" / part / version,
            reader_name="ecfr", version=_tag(part, version), collection=part, day=_DAY,
            allow_refusals=True,
        )  # fmt: skip
    return made


def _tag(part: str, version: str) -> str:
    return f"{part}-{version}"


def judged(law: Library, lines: Sequence[Line]) -> Iterator[tuple[Line, Counter[str], list[str]]]:
    """Each line with what it adds to the count, and what is wrong with it."""
    named = dict(labels(law))
    for line in lines:
        found = law.scope(named[line["rule"]], version=_tag(line["part"], line["version"]))
        if line["kind"] == "definition":
            yield (line, *_definition(found, line, named))
        elif line["kind"] == "exception":
            yield (line, *_exceptions(found, line, named))


def _definition(
    found: Context, line: Line, named: Mapping[str, str]
) -> tuple[Counter[str], list[str]]:
    key = key_of(line["term"], found.language)
    mine = [one for one in found.definitions if key_of(one.term, found.language) == key]
    governing = [one.passage.urn for one in mine if key_of(one.via, found.language) != key]
    label = line["definition_label"]
    alternatives = line.get("definition_label_alt") or []
    wanted = [named[each] for each in (label, *alternatives) if each]
    others = [named.get(each, each) for each in line.get("not_definition") or []]
    part = f"urn:lex:us:12cfr:{line['part']}"
    if wanted:
        right = any(_stands_at(one.passage.urn, want) for one in mine for want in wanted)
    else:
        right = bool(others) or not any(urn.startswith(part) for urn in governing)
    competing = [urn for urn in governing if any(_stands_at(urn, other) for other in others)]
    competing = [urn for urn in competing if not any(_stands_at(urn, want) for want in wanted)]
    quote = line.get("must_quote") or ""
    quoted = not quote or any(_flat(quote) in _flat(one.passage.text) for one in found.definitions)
    count = Counter(
        {"definitions": 1, "definition right": right and not competing, "quoted": quoted}
    )
    wrong: list[str] = []
    if not right or competing:
        ties = [each.urn for tie in found.ties for each in tie.between
                if key_of(tie.term, found.language) == key]  # fmt: skip
        wrong.append(f"wanted {wanted}, got {governing}, not {competing}, tied {ties}")
    if not quoted:
        wrong.append(f"not quoted: {quote!r}")
    return count, wrong


def _stands_at(urn: str, place: str) -> bool:
    """At a place or below it; what interprets a provision does not stand in it."""
    if urn == place:
        return True
    return is_within(urn, place) and _INTERPRETED not in urn[len(place) :]


def _exceptions(
    found: Context, line: Line, named: Mapping[str, str]
) -> tuple[Counter[str], list[str]]:
    rule = found.rule.urn
    # Whether each may be left unlisted.
    got: dict[str, bool] = {}
    for one in found.exceptions:
        urn = one.passage.urn
        inside = urn == rule or is_within(urn, rule) or is_within(rule, urn)
        if one.direction is not Direction.OVERRIDES:
            got[urn] = got.get(urn, True) and (one.of_all or inside)
    wanted = [named[label] for label in line["exceptions"]]
    also = [named.get(label, label) for label in line.get("also_right") or []]
    missed = [want for want in wanted if not any(_match(urn, want) for urn in got)]
    near = {urn for urn, unlisted in got.items() if not unlisted}
    wrong = [urn for urn in sorted(near) if not any(_match(urn, each) for each in (*wanted, *also))]
    exact = len(set(wanted) & got.keys())
    count = Counter(
        {
            "listed": len(wanted),
            "held": len(wanted) - len(missed),
            "wrong": len(wrong),
            "exact": exact,
            "not exact": len(near - {*wanted, *also}),
        }
    )
    told = [f"missed {urn}" for urn in missed]
    reasons = {one.passage.urn: f"{one.direction}: {one.words[:160]!r}, {one.why}"
               for one in found.exceptions}  # fmt: skip
    told += [f"wrong {urn} ({reasons[urn]})" for urn in wrong]
    return count, told


def _match(urn: str, place: str) -> bool:
    """Whether both are one place, or one holds the other within one paragraph of a section."""
    if urn == place:
        return True
    shorter, longer = sorted((urn, place), key=len)
    return is_within(longer, shorter) and _is_paragraph(shorter) and _stands_at(longer, shorter)


def _is_paragraph(urn: str) -> bool:
    """Below a section: urn:lex:us:12cfr:1005.9:b and on."""
    return len(urn.split(":")) > 5


def _flat(words: str) -> str:
    return " ".join(words.replace("“", '"').replace("”", '"').split())


def totals(count: Counter[str]) -> Iterator[dict[str, object]]:
    if every := count["definitions"]:
        right = count["definition right"]
        yield {"what": "definitions right", "value": round(right / every, 3), "of": every}
        yield {"what": "its words are there", "value": round(count["quoted"] / every, 3)}
    if listed := count["listed"]:
        for name, held_, wrong in (
            ("exceptions", count["held"], count["wrong"]),
            ("exceptions at the very label", count["exact"], count["not exact"]),
        ):
            precision = held_ / (held_ + wrong) if held_ + wrong else 1.0
            yield {"what": f"{name}, precision", "value": round(precision, 3), "of": held_ + wrong}
            yield {"what": f"{name}, recall", "value": round(held_ / listed, 3), "of": listed}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lines", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--keep", type=Path, default=Path("~/.cache/pincite-bench").expanduser())
    parser.add_argument("--each", action="store_true", help="say what is wrong with each line")
    chosen = parser.parse_args()
    root = unpacked("cfpb-regs")
    if root is None:
        sys.exit("the data is not here: set PINCITE_DATA")
    lines = [
        json.loads(line) for line in chosen.lines.read_text(encoding="utf-8").splitlines() if line
    ]
    parts = sorted({(line["part"], line["version"]) for line in lines})
    name = hashlib.sha256(repr(parts).encode()).hexdigest()[:12]
    count: Counter[str] = Counter()
    with held(chosen.keep / f"scope-lines-{name}", root, parts) as law:
        for line, adds, wrong in judged(law, lines):
            count += adds
            if chosen.each and wrong:
                print(line.get("id", ""), line["rule"], line.get("term", ""), *wrong, sep="\n    ")
    rows = list(totals(count))
    for row in rows:
        print(f"{row['what']:<48} {row['value']!s:>12} {row.get('of', '')!s:>8}")
    if chosen.json:
        chosen.json.write_text(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
