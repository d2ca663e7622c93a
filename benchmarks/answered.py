"""Whether answers answer: the marked words in the first point, on lines written blind.

    python benchmarks/answered.py [a|b|c|d|e] [--corpora NAME …] [--encode] [--misses] [--json FILE]

The lines (marks/answers-a.jsonl to -e) were written from the sources alone: a question, the places
of the words that decide it, and of conditions without which they would mislead; a quarter have no
answer in what is held. Sets c, d and e were opened once each; all are for development
since. Law is asked whole; files are asked with the document given, or named in the question
alone.

Judged and told as `pincite eval answers` does it (docs/evaluation.md). Each library is loaded once
into a folder that is kept; nothing is encoded, unless --encode is given.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from force import ASKED, kept, texts
from ingest import unpacked
from pincite.evaluation.answered import AnsweredLine, answered_report, evaluate_marked
from pincite.evaluation.answered_report import as_markdown, as_record
from pincite.evaluation.answers import Sources, file_sources, law_sources
from pincite.evaluation.held import file_texts, law_texts
from pincite.evaluation.judging import Outcome, flat
from pincite.evaluation.marked import MarkedSet, marked_set
from pincite.evaluation.sets import GradedLine
from pincite.library import Library
from pincite.matters import Matters
from pincite.matters.matter import Matter
from pincite.settings import Settings

__all__ = [
    "Line",
    "files",
    "flat",
    "kept_matter",
    "marked_lines",
    "matter_of",
    "opened",
    "words_at",
]
_MARKS = Path(__file__).parent / "marks"
_KEPT = Path("~/.cache/pincite-bench/answered").expanduser()
Line = dict[str, Any]


def marked_lines(which: str) -> list[Line]:
    """Of set a or b, or of a file that has its form."""
    path = _MARKS / f"answers-{which}.jsonl"
    text = (path if path.is_file() else Path(which)).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


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


def matter_of(corpus: str, held: dict[str, str], *, encode: bool) -> Matter:
    """The documents that any line of a set may be about, in one matter."""
    names = json.loads((_MARKS / "answers-documents.json").read_text("utf-8"))[corpus]
    texts = {name: held[name] for name in sorted(set(names))}
    return kept_matter(_KEPT, corpus, texts, encode=encode)


def kept_matter(home: Path, slug: str, held: dict[str, str], *, encode: bool) -> Matter:
    """These files in one matter, each read once."""
    matters = Matters(home / ("encoded" if encode else "words"), settings=Settings())
    if slug not in [one.slug for one in matters.all()]:
        matters.create(slug)
    matter = matters.open(slug)
    there = {document.name for document in matter.documents()}
    if missing := held.keys() - there:
        folder = home / "files" / slug
        folder.mkdir(parents=True, exist_ok=True)
        for name in missing:
            (folder / name).write_text(held[name], "utf-8")
        matter.read_files(folder)
        matter.search_index.index()
        if encode:
            matter.search_index.encode()
    return matter


def as_marked(line: Line, number: int, held: dict[str, list[str]]) -> GradedLine:
    """A line as a set of one's own has it. A document that the question names is not given. Marks
    were made in texts with lines, which what is stored has not: they go by their words."""
    named = line.get("named")
    document = "" if named else line.get("document", "")
    fields = {**line, "set": "named" if named else line["corpus"], "document": document or None}
    for name in ("spans", "conditions"):
        fields[name] = [{"in": mark["in"], "words": words_at(mark, held)} for mark in line[name]]
    return GradedLine("answers", number, fields)


def opened(
    lines: list[Line], corpora: Sequence[str], *, encode: bool
) -> Iterator[tuple[str, Library | Matter, Sources, MarkedSet]]:
    """Each corpus that lines are of, with what it is asked through and the lines."""
    for corpus in sorted({line["corpus"] for line in lines}):
        if corpora and corpus not in corpora:
            continue
        with ExitStack() as kept_open:
            if corpus in ASKED:
                law: Library = kept_open.enter_context(kept(corpus))
                source, sources, held = law, law_sources(law), law_texts(law)
                read = texts(corpus)
                if encode:
                    law.search_index.encode()
            else:
                each = files(corpus)
                matter = kept_open.enter_context(matter_of(corpus, each, encode=encode))
                source, sources, held = matter, file_sources(matter), file_texts(matter)
                read = {name: [text] for name, text in each.items()}
            own = [
                as_marked(line, at, read)
                for at, line in enumerate(lines, 1)
                if line["corpus"] == corpus
            ]
            marked = marked_set(corpus, own, held)
            assert not marked.unmapped, f"{marked.unmapped} is not what was marked"
            yield corpus, source, sources, marked


def outcomes(lines: list[Line], corpora: Sequence[str], *, encode: bool) -> Iterator[AnsweredLine]:
    for _, source, sources, marked in opened(lines, corpora, encode=encode):
        yield from evaluate_marked(source, sources, marked)[1].lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set", nargs="?", default="a", choices=("a", "b", "c", "d", "e"))
    parser.add_argument("--corpora", nargs="*", default=())
    parser.add_argument("--encode", action="store_true")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    lines = marked_lines(chosen.set)
    questions = {line["id"]: line["question"] for line in lines}
    found = list(outcomes(lines, chosen.corpora, encode=chosen.encode))
    for line in found:
        if chosen.misses and line.outcome in (Outcome.PARTLY, Outcome.OFF, Outcome.WRONG):
            print(f"{line.id} {line.outcome}: {questions[line.id]}")
    report = answered_report(f"answers-{chosen.set}", found)
    print("\n\n".join(as_markdown(report)))
    record = {"set": chosen.set, **as_record(report)}
    print(json.dumps(record))
    if chosen.json:
        chosen.json.write_text(json.dumps(record, indent=1))


if __name__ == "__main__":
    main()
