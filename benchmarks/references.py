"""Whether a reference finds what it names: whole works, ranges, usual names, works with a subject.

    python benchmarks/references.py FILE.jsonl [--keep FOLDER] [--misses] [--json FILE]

A line has a collection (iceland, zimbabwe, us, dc), a kind, a query and its gold: works as their
publishers number them, with a section or without. Each collection is loaded once into a folder of
its own, searched by words alone. Right is:

- whole: the card of the work, or the work itself as the first result;
- abbreviation: the same; of an act that is part of a code, its card or the section that names it;
- range: exactly those provisions first, in order;
- about: one of the provisions first;
- missing: refused by `ask`, with the name in the reason.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

from ingest import CORPORA, unpacked
from pincite import library
from pincite.citations.scanning.folding import typed
from pincite.corpus.engines import FILE
from pincite.library import Library
from pincite.model.akn import parse_frbr
from pincite.search.response import Hit, Response

_READERS = {"iceland": "lagasafn", "zimbabwe": "zimlii", "us": "uslm", "dc": "dclaw"}
_KINDS = ("whole", "range", "abbreviation", "about", "missing")
_bracketed = re.compile(r"\([^)]*\)")
_word = re.compile(r"[\w/:.-]*\w")
Line = dict[str, Any]


def opened(collection: str, keep: Path) -> Library:
    reader = _READERS[collection]
    archive, below, _, _, options = CORPORA[reader]
    folder = keep / collection
    if (folder / FILE).is_file():
        return library.open(folder)
    root = unpacked(archive)
    assert root is not None, f"{archive} is not here: set PINCITE_DATA"
    law = library.create(folder)
    day = dict(zip(options[::2], options[1::2], strict=True)).get("--date")
    law.ingest(root / below, reader_name=reader, version="v", day=day, allow_refusals=True)
    return law


def urn_of(collection: str, work: str) -> str:
    """The URN of a work as its publisher numbers it."""
    if collection == "zimbabwe":
        return str(parse_frbr(work[work.index("/akn/") :]).urn)
    number = work.replace("/", "-")
    shapes = {"iceland": "is:{}", "us": "us:{}usc", "dc": "us-dc:dccode:title-{}"}
    return f"urn:lex:{shapes[collection].format(number)}"


def is_place(hit: Hit, work: str, section: str) -> bool:
    assert hit.law is not None
    own = hit.law.unit_urn.rpartition(":")[2].partition("~")[0]
    return hit.source.document_id == work and own.lower() == section.lower()


def is_whole(law: Library, response: Response, work: str, section: str | None) -> bool:
    card = getattr(response, "card", None)
    if card is not None:
        if section is None:
            return card.urn in (work, f"{work}:sched-1")
        if card.urn == work:
            return False
        return any(
            node.urn == card.urn
            for stored, found in law.store.find(_below(work, section), at=None, tag=None)
            for node in law.store.ancestors(stored.key, found)
        )
    if not response.results:
        return False
    first = response.results[0]
    if section is not None:
        return is_place(first, work, section)
    return first.law is not None and first.law.urn == work


def _below(work: str, section: str) -> str:
    # The sections of the D.C. Code are named without their title.
    base = work.rpartition(":")[0] if ":dccode:" in work else work
    return f"{base}:{section}"


def first_places(response: Response) -> list[tuple[str, str]]:
    """The sections of the results, each once."""
    found = dict.fromkeys(
        (hit.source.document_id, hit.law.unit_urn.rpartition(":")[2].partition("~")[0].lower())
        for hit in response.results
        if hit.law is not None
    )
    return list(found)


def is_named(reason: str, name: str) -> bool:
    """Whether every word of a name stands in a reason, whatever its accents and case."""
    there = set(_word.findall(typed(reason)))
    words = _word.findall(typed(_bracketed.sub(" ", name)))
    return all(word in there for word in words)


def is_right(law: Library, line: Line) -> tuple[bool, str]:
    """Whether it is, and what was found instead."""
    gold = [(urn_of(line["collection"], one["work"]), one["section"]) for one in line["gold"]]
    if line["kind"] == "missing":
        refusal = law.ask(line["query"]).refusal
        if refusal is None:
            return False, "answered"
        return is_named(refusal.reason, line["names"]), refusal.reason
    response = law.search(line["query"])
    card = getattr(response, "card", None)
    shown = [f"card {card.urn}"] if card is not None else []
    shown += [hit.law.unit_urn for hit in response.results[: len(gold) + 1] if hit.law is not None]
    if line["kind"] in ("whole", "abbreviation"):
        right = is_whole(law, response, *gold[0])
    elif line["kind"] == "range":
        wanted = [(work, section.lower()) for work, section in gold]
        right = first_places(response)[: len(wanted)] == wanted
    else:
        right = bool(response.results) and any(is_place(response.results[0], *one) for one in gold)
    return right, ", ".join(shown) or "nothing"


def scored(lines: list[Line], keep: Path, *, misses: bool) -> dict[str, Counter[str]]:
    by: dict[str, Counter[str]] = {}
    for collection in dict.fromkeys(line["collection"] for line in lines):
        with opened(collection, keep) as law:
            for line in (one for one in lines if one["collection"] == collection):
                right, found = is_right(law, line)
                for name in ("all", collection, line["kind"], f"{collection} {line['kind']}"):
                    by.setdefault(name, Counter())["right" if right else "wrong"] += 1
                if misses and not right:
                    print(f"{line['id']} {line['kind']}: {line['query']!r} gave {found}")
    return by


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    cache = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "pincite-bench"
    parser.add_argument("--keep", type=Path, default=cache / "references")
    parser.add_argument("--misses", action="store_true", help="name every line that is wrong")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    lines = [json.loads(line) for line in chosen.file.read_text("utf-8").splitlines() if line]
    by = scored(lines, chosen.keep, misses=chosen.misses)
    shares = {
        name: {**found, "share": round(found["right"] / found.total(), 3)}
        for name, found in sorted(by.items())
    }
    print(f"{'':12}" + "".join(f"{kind:>14}" for kind in (*_KINDS, "all")))
    for collection in (*_READERS, "all"):
        cells: list[str] = []
        for kind in (*_KINDS, "all"):
            name = " ".join(one for one in (collection, kind) if one != "all") or "all"
            found = by.get(name)
            cells.append(f"{found['right']}/{found.total()}" if found else "")
        print(f"{collection:12}" + "".join(f"{cell:>14}" for cell in cells))
    print(json.dumps(shares))
    if chosen.json:
        chosen.json.write_text(json.dumps(shares, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
