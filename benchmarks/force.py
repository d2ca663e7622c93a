"""What is read of repeal, commencement and the like, against passages that readers marked.

    python benchmarks/force.py [--closed] [--misses] [--json FILE]

The passages (marks/force.json) are places in real law, drawn by a pattern that is wide enough to
catch what is no reading, and marked by people who saw the passages alone. A third of them is
closed: it is scored with --closed, once, when the rules are done. The open ones are halved by a
hash of their id: --misses shows those of the half `dev`, so that `check` tells of rules that fit
only what they were written from.

A reading is right where

- its kind is the one marked, and half of its words or of those marked, the fewer, are in both;
- a named target holds every number of the one marked (of the section, of the act, of the year) and
  half of its words; where it is the shorter, half of its own words are marked;
- the first number in a named target is in one that is marked: it does not begin with another law;
- `law` and `provision` are as marked. Only "[section 86 repealed …]" may be marked by its number.

A phrase that names all that is listed in it counts for each. A target that is read twice is wrong
the second time. Of a saving only the kind and the words count: readers differ on what is saved, the
rule or what was done under it. Amendments are not scored, what is amended lives on; nor are words
that are struck out of a provision. Days are counted apart, of the readings that are right.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ingest import CORPORA, unpacked
from pincite import library
from pincite.corpus.engines import FILE
from pincite.library import Library
from pincite.status.clauses import clauses
from pincite.status.records import Change, ForceClause, NamedTarget, Whole

_MARKS = Path(__file__).parent / "marks" / "force.json"
READERS = {
    "bylaws": "akn", "dc": "dclaw", "lagasafn": "lagasafn", "usc": "uslm", "zimbabwe": "zimlii",
}  # fmt: skip
# Asked, and no passage of it is marked: the last text of each part.
ASKED = READERS | {"cfpb": "ecfr"}
_KEPT = Path("~/.cache/pincite-bench/force").expanduser()
_number = re.compile(r"\d[\w:/–-]*")
Mark = dict[str, Any]


def kept(collection: str) -> Library:
    """The library of a collection, loaded once."""
    archive, below, _, _, options = CORPORA[ASKED[collection]]
    root = unpacked(archive)
    assert root is not None, f"{archive} is not here: set PINCITE_DATA"
    folder = _KEPT / collection
    if (folder / FILE).is_file():
        return library.open(folder)
    law = library.create(folder)
    if collection == "cfpb":
        law.ingest(*map(_last, sorted((root / below).iterdir())), reader_name="ecfr", version="v",
                   day="2022-01-01")  # fmt: skip
        return law
    day = dict(zip(options[::2], options[1::2], strict=True)).get("--date")
    law.ingest(root / below, reader_name=READERS[collection], version="v", day=day)
    return law


def _last(part: Path) -> Path:
    """The text of a part that begins last, by the names of its files."""

    def begins(path: Path) -> tuple[str, str]:
        document, _, day = path.name.partition("_")
        return day or f"{document[:4]}0000", document

    return max(part.iterdir(), key=begins)


def texts(collection: str) -> dict[str, list[str]]:
    """The texts of each work of a collection."""
    found: dict[str, list[str]] = {}
    with kept(collection) as law:
        for document in law.citations.documents():
            found.setdefault(document.id, []).append(document.reading().text)
    return found


def passages(marks: list[Mark]) -> Iterator[tuple[Mark, str]]:
    held: dict[str, dict[str, list[str]]] = {}
    for mark in marks:
        collection = mark["collection"]
        if collection not in held:
            held[collection] = texts(collection)
        for text in held[collection].get(mark["work"], []):
            passage = text[mark["start"] : mark["end"]]
            if hashlib.sha256(passage.encode()).hexdigest()[:12] == mark["sha256"]:
                yield mark, passage
                break
        else:
            print(f"{mark['id']} is no longer where it was marked")


def wanted(mark: Mark, passage: str) -> list[Mark]:
    def struck(reading: Mark) -> bool:
        if reading["kind"] not in ("repeal", "replace") or isinstance(reading["target"], str):
            return False
        at = reading["target"][0]
        quoted = passage[max(at - 1, 0) : at + 1].strip()[:1] in ("“", '"')
        return quoted or passage[at:].lower().startswith("the words “")

    return [one for one in mark["readings"] if one["kind"] != "amend" and not struck(one)]


def shared(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether half of the shorter of two spans is in both."""
    overlap = min(one[1], other[1]) - max(one[0], other[0])
    return overlap > 0 and 2 * overlap >= min(one[1] - one[0], other[1] - other[0])


def is_right(clause: ForceClause, mark: Mark, passage: str) -> bool:
    if clause.change != mark["kind"] or not shared((clause.start, clause.end), mark["at"]):
        return False
    target, marked = clause.target, mark["target"]
    if clause.change is Change.SAVE:
        return True
    if isinstance(target, NamedTarget):
        return isinstance(marked, list) and shared(target, marked) and all(
            target.start <= number.start() and number.end() <= target.end
            for number in _number.finditer(passage, *marked)
        )  # fmt: skip
    own = isinstance(marked, list) and abs(clause.start - marked[0]) <= 1
    return target == marked or (own and target is Whole.PROVISION)


def matched(clause: ForceClause, left: list[Mark], passage: str) -> list[Mark]:
    """The marks that a reading is right about."""
    hits = [one for one in left if is_right(clause, one, passage)]
    lists = [one for one in hits if isinstance(one["target"], list)]
    if clause.change is Change.SAVE:
        return hits
    if not isinstance(clause.target, NamedTarget) or not lists:
        return lists or hits[:1]
    first = _number.search(passage, *clause.target)
    leads = first and not any(one["target"][0] <= first.start() < one["target"][1] for one in lists)
    return [] if leads else lists


def groups(mark: Mark, kind: str) -> Iterator[tuple[str, str]]:
    """The rows that a reading is counted in."""
    yield "kind", kind
    yield "collection", mark["collection"]
    yield "draw", "denser" if mark["id"].split("-")[0].endswith("2") else "random"
    yield "half", half(mark)


def half(mark: Mark) -> str:
    return "dev" if hashlib.sha256(mark["id"].encode()).digest()[-1] % 2 == 0 else "check"


def scored(marks: list[Mark], *, misses: bool) -> dict[str, dict[str, Counter[str]]]:
    by: dict[str, dict[str, Counter[str]]] = {}
    for mark, passage in passages(marks):
        language = "is" if mark["collection"] == "lagasafn" else "en"
        left = wanted(mark, passage)
        wrong: list[ForceClause] = []
        said: list[tuple[str, str]] = []
        for clause in clauses(passage, language):
            hits = matched(clause, left, passage)
            for one in hits:
                left.remove(one)
                said += [("right", one["kind"])]
                said += [("dated", one["kind"])] * (one["date"] == clause.date)
            if not hits:
                wrong.append(clause)
        said += [("wrong", clause.change.value) for clause in wrong]
        said += [("missed", one["kind"]) for one in left]
        for name, kind in said:
            for group, row in groups(mark, kind):
                by.setdefault(group, {}).setdefault(row, Counter())[name] += 1
        if misses and (wrong or left) and half(mark) == "dev":
            print(f"{mark['id']}: {passage!r}")
            for clause in wrong:
                words = passage[clause.start : clause.end]
                to = clause.target
                named = passage[slice(*to)] if isinstance(to, NamedTarget) else to.value
                print(f"  wrong {clause.change.value} {words!r} of {named!r}")
            for one in left:
                words = passage[slice(*one["at"])]
                to = one["target"]
                named = to if isinstance(to, str) else passage[slice(*to)]
                print(f"  missed {one['kind']} {words!r} of {named!r}")
    return by


def shares(counted: Counter[str]) -> dict[str, float | int]:
    right, wrong, missed = (counted[name] for name in ("right", "wrong", "missed"))
    return {
        "precision": round(right / max(right + wrong, 1), 3),
        "recall": round(right / max(right + missed, 1), 3),
        "right": right, "wrong": wrong, "missed": missed,
        "day": round(counted["dated"] / max(right, 1), 3),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--closed", action="store_true")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    marks = [one for one in json.loads(_MARKS.read_text("utf-8")) if one["closed"] == chosen.closed]
    by = scored(marks, misses=chosen.misses)
    total: Counter[str] = sum(by.get("kind", {}).values(), Counter())
    rows = {"all": shares(total)}
    rows |= {name: shares(found) for group in by.values() for name, found in sorted(group.items())}
    result = {"passages": len(marks), "closed": chosen.closed, "rows": rows}
    for name, row in rows.items():
        print(f"{name:12}" + "".join(f"{key} {value:<8}" for key, value in row.items()))
    print(json.dumps(result))
    if chosen.json:
        chosen.json.write_text(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
