"""What is read of repeal, commencement and the like, against passages that readers marked.

    python benchmarks/force.py [--closed] [--misses] [--json FILE]

The passages (marks/force.json) are places in real law, drawn by a pattern that is wide enough to
catch what is no reading, and marked by people who saw the passages alone. A third of them is
closed: it is scored with --closed, once, when the rules are done. A reading is right where its kind
is, its words overlap those marked, and its target is the one marked. Amendments are not scored:
what is amended lives on; nor are words that are struck out of a provision.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ingest import CORPORA, unpacked
from pincite import library
from pincite.corpus.engines import FILE
from pincite.status.clauses import clauses
from pincite.status.records import Change, ForceClause, NamedTarget

_MARKS = Path(__file__).parent / "marks" / "force.json"
_READERS = {
    "bylaws": "akn", "dc": "dclaw", "lagasafn": "lagasafn", "usc": "uslm", "zimbabwe": "zimlii",
}  # fmt: skip
_KEPT = Path("~/.cache/pincite-bench/force").expanduser()
Mark = dict[str, Any]


def texts(collection: str) -> dict[str, list[str]]:
    """The texts of each work of a collection."""
    archive, below, _, _, options = CORPORA[_READERS[collection]]
    root = unpacked(archive)
    assert root is not None, f"{archive} is not here: set PINCITE_DATA"
    folder = _KEPT / collection
    there = (folder / FILE).is_file()
    found: dict[str, list[str]] = {}
    with (library.open if there else library.create)(folder) as law:
        if not there:
            day = dict(zip(options[::2], options[1::2], strict=True)).get("--date")
            law.ingest(root / below, reader_name=_READERS[collection], version="v", day=day)
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


def is_right(clause: ForceClause, mark: Mark) -> bool:
    begin, end = mark["at"]
    if clause.change != mark["kind"] or min(clause.end, end) <= max(clause.start, begin):
        return False
    if clause.change is Change.SAVE:
        # What a saving saves is a matter of words: that there is one counts.
        return True
    if isinstance(clause.target, NamedTarget):
        if isinstance(mark["target"], str):
            return False
        first, last = mark["target"]
        return min(clause.target.end, last) > max(clause.target.start, first)
    # "[section 86 repealed …]" may be marked by its number or as the provision it stands in.
    own = isinstance(mark["target"], list) and abs(clause.start - mark["target"][0]) <= 1
    return clause.target == mark["target"] or own


def scored(marks: list[Mark], *, misses: bool) -> dict[str, dict[str, Counter[str]]]:
    by: dict[str, dict[str, Counter[str]]] = {"kind": {}, "collection": {}}
    for mark, passage in passages(marks):
        language = "is" if mark["collection"] == "lagasafn" else "en"
        left, found = wanted(mark, passage), clauses(passage, language)
        right: list[str] = []
        wrong: list[ForceClause] = []
        for clause in found:
            hits = [one for one in left if is_right(clause, one)]
            # One phrase may name all that is listed in it.
            inside = [one for one in hits if isinstance(one["target"], list)] or hits[:1]
            for one in inside:
                left.remove(one)
                right.append(one["kind"])
            if not hits:
                wrong.append(clause)
        for name, what in (
            ("right", right),
            ("wrong", [clause.change.value for clause in wrong]),
            ("missed", [one["kind"] for one in left]),
        ):
            for kind in what:
                by["kind"].setdefault(kind, Counter())[name] += 1
                by["collection"].setdefault(mark["collection"], Counter())[name] += 1
        if misses and (wrong or left):
            said = [(clause.change.value, passage[clause.start : clause.end]) for clause in wrong]
            unsaid = [(one["kind"], passage[slice(*one["at"])]) for one in left]
            print(f"{mark['id']}: wrong {said}, missed {unsaid}")
    return by


def shares(counted: Counter[str]) -> dict[str, float | int]:
    right, wrong, missed = (counted[name] for name in ("right", "wrong", "missed"))
    return {
        "precision": round(right / max(right + wrong, 1), 3),
        "recall": round(right / max(right + missed, 1), 3),
        "right": right, "wrong": wrong, "missed": missed,
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--closed", action="store_true")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    marks = [one for one in json.loads(_MARKS.read_text("utf-8")) if one["closed"] == chosen.closed]
    by = scored(marks, misses=chosen.misses)
    total: Counter[str] = sum(by["kind"].values(), Counter())
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
