"""Court decisions: CourtListener's records and the Caselaw Access Project's, as JSON or JSON Lines.

Decisions are named by citation. Several may begin on one page: the first in the order of the files
has the plain name, and the others the publisher's number after it. Which those are is found before
anything is read, so that any process may read any part.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.errors import SourceMalformed
from pincite.ingest.law.readers import Outcome, Reader, ReadOptions, Unit
from pincite.ingest.law.readers.opinions import cap, courtlistener
from pincite.ingest.law.readers.opinions.citing import cite_name
from pincite.ingest.law.readers.opinions.record import OpinionRecord, as_list, as_object
from pincite.ingest.safe_json import parse_json, parse_json_line
from pincite.ingest.sources import Sources
from pincite.model import Refused, Skipped, Source

_LINES = (".jsonl", ".ndjson", ".jsonlines")
_UNIT_BYTES = 8_000_000
_first_cite = re.compile(rb'"federal_cite_one"\s*:\s*"([^"\\]*)"')
_citations = re.compile(rb'"citations"\s*:\s*(\[[^\[\]]*\])')
_QUICK_BYTES = 4000


@dataclass(frozen=True, slots=True)
class _Range:
    """A part of a file by lines: what a unit's note says. `again` are the lines, counted from 1,
    of decisions whose name is taken by an earlier one."""

    start: int
    end: int
    line: int
    sha256: str
    size: int
    again: frozenset[int]

    def note(self) -> str:
        again = ",".join(map(str, sorted(self.again)))
        return f"{self.start}-{self.end} {self.line} {self.sha256} {self.size} {again}"

    @classmethod
    def of(cls, note: str) -> _Range:
        span, line, sha256, size, *again = note.split(" ")
        start, _, end = span.partition("-")
        lines = frozenset(int(number) for number in ",".join(again).split(",") if number)
        return cls(int(start), int(end), int(line), sha256, int(size), lines)


def _units(sources: Sources, _options: ReadOptions) -> list[Unit]:
    units: list[Unit] = []
    taken: set[str] = set()
    for name in sources.names():
        if name.lower().endswith(_LINES) or (
            name.lower().endswith(".json") and _is_lines(sources, name)
        ):
            units += _ranges(sources, name, taken)
        elif name.lower().endswith(".json"):
            units.append(Unit((name,), _whole(sources, name, taken)))
    return units


def _is_lines(sources: Sources, name: str) -> bool:
    """JSON Lines under a plain .json: the first line is an object, and another begins below it."""
    if sources.packed(name):
        return False
    lines = sources.byte_lines(name, 0, 1 << 62)
    first, second = next(lines, b"").strip(), next(lines, b"").strip()
    return first[:1] == b"{" and first[-1:] == b"}" and second[:1] == b"{"


def _ranges(sources: Sources, name: str, taken: set[str]) -> list[Unit]:
    """One pass over the file: its hash, where to cut it, and which names are taken twice."""
    digest = hashlib.sha256()
    cuts: list[tuple[int, int, int, list[int]]] = []
    start = position = 0
    first, again = 1, list[int]()
    last = 0
    for number, line in sources.lines(name):
        digest.update(line)
        position += len(line)
        last = number
        decision_name = _quick_name(line)
        if decision_name in taken:
            again.append(number)
        elif decision_name:
            taken.add(decision_name)
        if position - start >= _UNIT_BYTES and not sources.packed(name):
            cuts.append((start, position, first, again))
            start, first, again = position, number + 1, []
    if position > start or not cuts:
        cuts.append((start, position, min(first, last or 1), again))
    sha256 = digest.hexdigest()
    return [
        Unit(
            (name,),
            _Range(begin, end, line, sha256, position, frozenset(doubles)).note(),
            end - begin,
            begin,
        )
        for begin, end, line, doubles in cuts
    ]


def _quick_name(line: bytes) -> str:
    """A record's name without parsing all of it, where its citation comes early; '' for a record
    that reading will refuse or skip."""
    if match := _first_cite.search(line, 0, _QUICK_BYTES):
        named = cite_name(match[1].decode(errors="replace"))
        if named:
            return named
    elif match := _citations.search(line):
        try:
            named = cite_name(cap.official_cite(json.loads(match[1])))
        except (ValueError, RecursionError):
            return ""
        if named:
            return named
    try:
        return _name_of(json.loads(line))
    except (ValueError, RecursionError):
        return ""


def _name_of(parsed: object) -> str:
    value = as_object(parsed)
    if courtlistener.is_courtlistener(value):
        return courtlistener.name_of_record(value)
    return cap.name_of_record(value) if cap.is_cap(value) else ""


def _whole(sources: Sources, name: str, taken: set[str]) -> str:
    """The places, counted from 1, of records whose names are taken."""
    data = sources.read(name).data
    if data.lstrip()[:1] == b"{":
        names = [_quick_name(data)]
    else:
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            return ""
        names = [_name_of(decision) for decision in as_list(value)]
    again: list[int] = []
    for number, decision_name in enumerate(names, 1):
        if decision_name in taken:
            again.append(number)
        elif decision_name:
            taken.add(decision_name)
    return ",".join(map(str, again))


def _read(sources: Sources, unit: Unit, _options: ReadOptions) -> Iterator[Outcome]:
    name = unit.names[0]
    if "-" in unit.note:
        yield from _read_lines(sources, name, _Range.of(unit.note))
        return
    again = frozenset(int(number) for number in unit.note.split(",") if number)
    file = sources.read(name)
    value = parse_json(file, encoding=sources.encoding)
    many = isinstance(value, list)
    records = as_list(value) if many else [value]  # pyright: ignore[reportUnknownArgumentType]
    for number, decision in enumerate(records, 1):
        record = OpinionRecord(file.source, f"$[{number - 1}]" if many else "line 1")
        yield _outcome(decision, record, again=number in again)


def _read_lines(sources: Sources, name: str, part: _Range) -> Iterator[Outcome]:
    source = Source(part.sha256, name, part.size, sources.reader)
    for number, line in enumerate(sources.byte_lines(name, part.start, part.end), part.line):
        if not line.isspace():
            record = OpinionRecord(source, f"line {number}")
            try:
                value = parse_json_line(line, name, number)
                yield _outcome(value, record, again=number in part.again)
            except SourceMalformed as problem:
                yield Refused(problem)


def _outcome(parsed: object, record: OpinionRecord, *, again: bool) -> Outcome:
    if not isinstance(parsed, dict):
        raise SourceMalformed("a record is not an object", file=record.file, place=record.place)
    value = as_object(parsed)  # pyright: ignore[reportUnknownArgumentType]
    if courtlistener.is_courtlistener(value):
        return courtlistener.read(value, record, again=again)
    if cap.is_cap(value):
        return cap.read(value, record, again=again)
    reason = "neither a CourtListener nor a CAP record of a decision"
    return Skipped(record.file, record.place, reason)


READER = Reader(
    name="opinions",
    about="Court decisions: CourtListener or Caselaw Access Project JSON",
    units=_units,
    read=_read,
)
