"""Questions that name a date: whether the text that held then is found first, and quoted.

    python benchmarks/dated.py LINES [--at] [--encode] [--misses] [--json FILE]

Each line has a `collection` (model: the bundled law; iceland: two editions of the Icelandic code;
cfpb: parts of 12 CFR), a `question`, the `date` that it asks about (null for today), words of the
text that held then (`must_contain`) and of one that did not (`must_not_contain`), or `expect:
none`, where nothing had been enacted yet. Of the Bureau's regulations, the texts are loaded that
the lines name, each with the day that its line's `note` gives; the archive itself has no days.

`first` and `five`: a hit among the first or the first five has the words. `quoted`: a quote of the
answer has them. `dated`: every hit and quote is of a text that held on the date. `read`: the reply
says that date. With --at the date is given with the question, which is what these can reach.
Nothing is encoded, unless --encode is given; libraries are kept apart for that.
"""

from __future__ import annotations

import argparse
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from ingest import ROOT, unpacked
from pincite import library
from pincite.corpus.engines import FILE
from pincite.library import Library
from pincite.settings import Settings
from pincite.text import canonicalize

_KEPT = Path("~/.cache/pincite-bench/dated").expanduser()
_LAW = ROOT / "model-law"
_EDITIONS = ("153c", "156b")
_text = re.compile(r"version (\S+) \(effective (\d{4}-\d\d-\d\d)")
_other = re.compile(r"must_not_contain from ([^\s;]+)")
_in_name = re.compile(r"_(\d{4})(\d\d)(\d\d)$")
_FIVE = 5
COLUMNS = ("first", "five", "quoted", "dated", "read")
Line = dict[str, Any]


def _settings(home: str) -> Settings:
    return Settings(models=_KEPT / "no-models", workers=2, jurisdiction=home)


def model(kept: Path) -> Library:
    folder, settings = kept / "model", _settings("xm")
    if (folder / FILE).is_file():
        return library.open(folder, settings=settings)
    law = library.create(folder, settings=settings)
    for load in tomllib.loads((_LAW / "loads.toml").read_text("utf-8"))["load"]:
        law.ingest(
            *(_LAW / path for path in load["paths"]), reader_name=load["reader"],
            version=load["version"], collection=load["collection"], day=load.get("date"),
            profile=load.get("profile"),
        )  # fmt: skip
    law.import_synonyms(_LAW / "synonyms.tsv")
    return law


def iceland(kept: Path) -> Library:
    folder, settings = kept / "iceland", _settings("is")
    root = unpacked("lagasafn")
    assert root is not None, "lagasafn is not here: set PINCITE_DATA"
    there = (folder / FILE).is_file()
    law = (library.open if there else library.create)(folder, settings=settings)
    for edition in _EDITIONS:
        if edition not in {version.tag for version in law.versions()}:
            law.ingest(root / edition, reader_name="lagasafn", version=edition)
    return law


def named_texts(lines: Sequence[Line]) -> dict[tuple[str, str], str]:
    """The part and document of each text that lines name, with the day it took effect."""
    found: dict[tuple[str, str], str] = {}
    others: list[tuple[str, str]] = []
    for line in lines:
        part = line["gold"]["work"]
        if match := _text.search(line["note"]):
            found[part, match[1]] = match[2]
        if match := _other.search(line["note"]):
            others.append((part, match[1]))
    for part, document in others:
        if (named := _in_name.search(document)) and (part, document) not in found:
            found[part, document] = "-".join(named.groups())
    return found


def cfpb(kept: Path, lines: Sequence[Line]) -> Library:
    folder, settings = kept / "cfpb", _settings("us")
    root = unpacked("cfpb-regs")
    assert root is not None, "cfpb-regs is not here: set PINCITE_DATA"
    there = (folder / FILE).is_file()
    law = (library.open if there else library.create)(folder, settings=settings)
    loaded = {version.tag for version in law.versions()}
    in_order = sorted(named_texts(lines).items(), key=lambda text: text[1])
    for (part, document), day in in_order:
        if f"{part}-{document}" not in loaded:
            law.ingest(
                root / "regulation" / part / document, reader_name="ecfr", day=day,
                version=f"{part}-{document}", collection=f"part-{part}",
            )  # fmt: skip
    return law


def opened(lines: Sequence[Line], *, encode: bool) -> Iterator[tuple[Library, list[Line]]]:
    """Each collection that the lines are about, with its lines."""
    kept = _KEPT / "encoded" if encode else _KEPT
    for name in sorted({line["collection"] for line in lines}):
        own = [line for line in lines if line["collection"] == name]
        if name == "cfpb":
            law = cfpb(kept, own)
        else:
            law = model(kept) if name == "model" else iceland(kept)
        with law:
            if encode:
                law.search_index.encode()
            yield law, own


def scored(law: Library, line: Line, *, given: bool) -> dict[str, bool]:
    at = {"at": line["date"]} if given and line["date"] else {}
    found = law.search(line["question"], **at)
    reply = law.ask(line["question"], **at)
    citations = reply.answer.citations if reply.answer else ()
    day = date.fromisoformat(line["date"]) if line["date"] else date.today()  # noqa: DTZ011
    spans = [(hit.law.valid_from, hit.law.valid_to) for hit in found.results if hit.law]
    spans += [(citation.valid_from, citation.valid_to) for citation in citations]
    dated = all((not start or start <= day) and (not end or day < end) for start, end in spans)
    read = reply.at == day or (reply.at is None and line["date"] is None)
    if line.get("expect") == "none":
        nothing = not any(_of_gold(hit.law.urn, line) for hit in found.results if hit.law)
        right = {"first": nothing, "five": nothing, "quoted": reply.answer is None}
    else:
        hits = [hit.text for hit in found.results[:_FIVE]]
        right = {
            "first": _has(hits[:1], line),
            "five": any(_has([hit], line) for hit in hits),
            "quoted": _has([citation.quote for citation in citations], line),
        }
    return right | {"dated": dated, "read": read}


def _has(texts: Sequence[str], line: Line) -> bool:
    text = _plain(" ".join(texts))
    return _plain(line["must_contain"]) in text and _plain(line["must_not_contain"]) not in text


def _plain(text: str) -> str:
    return " ".join(canonicalize(text).split()).lower()


def _of_gold(urn: str, line: Line) -> bool:
    """Whether a URN is of the section that had not been enacted."""
    work, section = line["gold"]["work"], line["gold"]["section"]
    if line["collection"] == "iceland":
        return f"{urn}:".startswith(f"urn:lex:is:{work.replace('/', '-')}:{section}:")
    if line["collection"] == "cfpb":
        return f"{urn}:".startswith(f"urn:lex:us:12cfr:{work}.{section}:")
    return f":{section}:" in f"{urn}:" and ":act-2019-11:" in urn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lines", type=Path)
    parser.add_argument("--at", action="store_true", help="Give the date with the question.")
    parser.add_argument("--encode", action="store_true", help="By the networks, too.")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    lines = [json.loads(line) for line in chosen.lines.read_text("utf-8").splitlines() if line]
    counts: dict[str, Counter[str]] = {"all": Counter()}
    for law, own in opened(lines, encode=chosen.encode):
        for line in own:
            marks = scored(law, line, given=chosen.at)
            for row in ("all", line["collection"]):
                counted = counts.setdefault(row, Counter())
                counted["lines"] += 1
                counted.update(name for name in COLUMNS if marks[name])
            missed = [name for name in COLUMNS if not marks[name]]
            if chosen.misses and missed:
                print(f"{line['id']}: {', '.join(missed)}: {line['question']} ({line['date']})")
    result = {
        "given": chosen.at,
        "encoded": chosen.encode,
        "rows": {row: {name: counted[name] for name in ("lines", *COLUMNS)}
                 for row, counted in counts.items()},
    }  # fmt: skip
    print(f"{'':10}" + "".join(f"{name:>8}" for name in ("lines", *COLUMNS)))
    for row, counted in result["rows"].items():
        print(f"{row:10}" + "".join(f"{value:>8}" for value in counted.values()))
    print(json.dumps(result))
    if chosen.json:
        chosen.json.write_text(json.dumps(result, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
