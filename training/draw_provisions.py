"""Draws provisions at random from libraries of law, for people to write questions about.

None that a graded question is about is drawn, nor one of its neighbours in the same section. The
draw is seeded: the same libraries give the same provisions.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pincite
from pincite.library import Library

_SHORTEST, _LONGEST = 140, 1600
_UNITS = {"article", "section", "subsection", "paragraph", "regulation", "rule", "part"}
_words = re.compile(r"[^\W\d_]{3,}")


def graded(folder: Path) -> set[tuple[str, str]]:
    """(work, section) pairs that must not be drawn."""
    found: set[tuple[str, str]] = set()
    for line in (folder / "icelandic.jsonl").read_text(encoding="utf-8").splitlines():
        for gold in json.loads(line).get("gold", ()):
            number, _, year = gold["law"].partition("/")
            found.add((f"urn:lex:is:{number}-{year}", str(gold.get("article") or "")))
    for line in (folder / "zimbabwe.jsonl").read_text(encoding="utf-8").splitlines():
        for gold in json.loads(line).get("gold", ()):
            found.add((str(gold.get("act", "")), str(gold.get("section") or "")))
    for line in (folder / "cfpb_scope.jsonl").read_text(encoding="utf-8").splitlines():
        found |= {(str(value), "") for value in json.loads(line).values() if isinstance(value, str)}
    return {one for one in found if one[0]}


def drawn(
    library: Library, wanted: int, seed: int, barred: set[tuple[str, str]], asked: set[str]
) -> Iterator[dict[str, str]]:
    """Of as many works as there are: one of each before a second of any; none that was asked
    about."""
    source = random.Random(seed)  # noqa: S311
    works = [urn for urn, _ in library.store.works()]
    source.shuffle(works)
    given = 0
    seen = set(asked)
    while given < wanted and works:
        left: list[str] = []
        for urn in works:
            if given >= wanted:
                return
            one = _one_of(library, urn, source, barred, seen)
            if one is None:
                continue
            seen.add(one["urn"])
            left.append(urn)
            given += 1
            yield one
        works = left


def _one_of(
    library: Library,
    urn: str,
    source: random.Random,
    barred: set[tuple[str, str]],
    seen: set[str],
) -> dict[str, str] | None:
    found = library.store.find(urn, at=None, tag=None)
    if not found or found[0][0].expression.style == "case":
        return None
    stored, root = found[0]
    akn = stored.expression.akn or stored.expression.url
    nodes = [
        one
        for one in library.store.descendants(stored.key, root)
        if one.kind in _UNITS
        and _SHORTEST <= one.end - one.start <= _LONGEST
        and one.urn not in seen
    ]
    source.shuffle(nodes)
    for node in nodes[:20]:
        section = node.urn.removeprefix(f"{urn}:").split(":")[0]
        if {(urn, section), (urn, ""), (akn, section), (akn, "")} & barred:
            continue
        shown = library.show(node.urn)
        if len(_words.findall(shown.enacted)) >= 20:
            return {
                "urn": node.urn,
                "locator": shown.locator,
                "title": stored.expression.title,
                "text": shown.enacted[:_LONGEST],
            }
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--graded", type=Path, required=True)
    parser.add_argument("--batch", type=int, default=150)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--name", required=True)
    parser.add_argument("--asked", type=Path, help="questions whose provisions are not drawn again")
    given = parser.parse_args()
    known = given.asked.read_text(encoding="utf-8").splitlines() if given.asked else []
    asked = {str(json.loads(line)["urn"]) for line in known}
    given.out.mkdir(parents=True, exist_ok=True)
    with pincite.open(given.library) as library:
        every = list(drawn(library, given.count, given.seed, graded(given.graded), asked))
    for at in range(0, len(every), given.batch):
        path = given.out / f"{given.name}-{at // given.batch:02}.jsonl"
        lines = (json.dumps(one, ensure_ascii=False) for one in every[at : at + given.batch])
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(len(every), "provisions of", len({one["title"] for one in every}), "works")


if __name__ == "__main__":
    main()
