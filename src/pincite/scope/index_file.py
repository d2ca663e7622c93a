"""The file of the index of scope: what is read of a law is written to it, and read back."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from importlib import resources

from pincite.citations.law_text import LawText
from pincite.citations.works.titles import WorkTitles
from pincite.corpus import Stored
from pincite.corpus.sqlite.derived import DerivedFile
from pincite.model import UNITS
from pincite.scope.definitions import definitions
from pincite.scope.enabling import enabling
from pincite.scope.exceptions import inside, stated, taken_out
from pincite.scope.records import Direction, Extent, Stated, StatutoryDefinition
from pincite.scope.references import pointing
from pincite.status.at_date import MARKS
from pincite.status.reading import StatusReading
from pincite.status.readings import readings
from pincite.status.records import Change

_TABLES = ("definition", "reach", "stated", "touched", "enabled", "pointed", "reading", "suspect")
_DELEGATED = frozenset(
    ("regulation", "regulations", "instrument", "si", "by-law", "rule", "rules", "order", "notice")
)

FILE = DerivedFile(
    name="index of scope",
    file="scope.sqlite3",
    purpose="reading the law for definitions and exceptions",
    application=0x50435343,
    version=5,
    schema=(resources.files("pincite.scope") / "schema.sql").read_text(encoding="utf-8"),
    sealed=(
        "SELECT key, hash, work, rules FROM document WHERE key = ?",
        "SELECT * FROM definition WHERE document = ? ORDER BY ordinal",
        "SELECT * FROM reach WHERE document = ? ORDER BY urn, ordinal",
        "SELECT * FROM stated WHERE document = ? ORDER BY ordinal",
        "SELECT * FROM touched WHERE document = ? ORDER BY urn, ordinal",
        "SELECT * FROM enabled WHERE document = ? ORDER BY ordinal",
        "SELECT * FROM pointed WHERE document = ? ORDER BY urn, start, target",
        "SELECT * FROM reading WHERE document = ? ORDER BY ordinal",
        "SELECT * FROM suspect WHERE document = ? ORDER BY urn",
    ),
)


def remove_law(connection: sqlite3.Connection, key: int) -> None:
    for table in _TABLES:
        connection.execute(f"DELETE FROM {table} WHERE document = ?", (key,))  # noqa: S608
    connection.execute("DELETE FROM document WHERE key = ?", (key,))


def write_law(
    connection: sqlite3.Connection, stored: Stored, law: LawText, titles: WorkTitles, rules: str
) -> int:
    key, expression = stored.key, stored.expression
    defined = list(definitions(law))
    excepted = [
        *stated(law),
        *taken_out(law, defined),
        *(statement for node in law.enacted() for statement in inside(law, node)),
    ]
    power = list(enabling(law, _is_delegated(expression.kind, expression.style)))
    connection.executemany(
        "INSERT INTO definition VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                key, at, d.term, d.urn, d.start, d.body, d.end, _list(d.extent.includes),
                _list(d.extent.excludes), d.extent.words, d.extent.delegated, d.adds,
                _list(d.same_as),
            )
            for at, d in enumerate(defined)
        ],
    )  # fmt: skip
    reached = {(key, urn, at) for at, d in enumerate(defined) for urn in d.extent.includes}
    connection.executemany("INSERT INTO reach VALUES (?, ?, ?)", sorted(reached))
    connection.executemany(
        "INSERT INTO stated VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (key, at, s.urn, s.start, s.end, s.words, _list(s.targets), s.direction, s.own or "")
            for at, s in enumerate(excepted)
        ],
    )
    touched = {(urn, key, at) for at, s in enumerate(excepted) for urn in s.targets}
    connection.executemany("INSERT INTO touched VALUES (?, ?, ?)", sorted(touched))
    connection.executemany(
        "INSERT INTO enabled VALUES (?, ?, ?, ?, ?)",
        [(key, at, *found) for at, found in enumerate(power)],
    )
    connection.executemany(
        "INSERT OR IGNORE INTO pointed VALUES (?, ?, ?, ?)",
        [(key, *pointed) for pointed in pointing(law)],
    )
    said = readings(law, titles)
    connection.executemany(
        "INSERT INTO reading VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (key, at, r.change, r.urn, r.day, r.said_in, r.start, r.end, " ".join(r.but),
             r.listed_in)
            for at, r in enumerate(said)
        ],
    )  # fmt: skip
    connection.executemany(
        "INSERT INTO suspect VALUES (?, ?)", [(key, urn) for urn in sorted(_suspects(law, said))]
    )
    connection.execute(
        "INSERT INTO document VALUES (?, ?, ?, ?, '')", (key, stored.hash, expression.urn, rules)
    )
    FILE.seal(connection, key)
    return len(defined) + len(excepted)


def _suspects(law: LawText, said: Iterable[StatusReading]) -> set[str]:
    spoken_of = {reading.urn for reading in said} - {law.work.urn}
    found: set[str] = set()
    for node in law.nodes:
        if node.status in MARKS or node.urn in spoken_of:
            found.add(node.urn)
            below = law.nodes[node.ordinal + 1 : node.last + 1]
            found |= {other.urn for other in below if other.kind in UNITS}
    return found


def _is_delegated(kind: str, style: str) -> bool:
    return kind in _DELEGATED or style == "cfr"


def _list(values: Iterable[str]) -> str:
    return json.dumps(list(values), ensure_ascii=False)


def definition_of(row: tuple[object, ...]) -> StatutoryDefinition:
    _, _, term, urn, start, body, end, includes, excludes, words, delegated, adds, same_as = row
    extent = Extent(_read(includes), _read(excludes), str(words), bool(delegated))
    return StatutoryDefinition(
        str(term), str(urn), int(str(start)), int(str(body)), int(str(end)), extent, bool(adds),
        _read(same_as),
    )  # fmt: skip


def stated_of(row: tuple[object, ...]) -> Stated:
    _, _, urn, start, end, words, targets, direction, own = row
    return Stated(
        str(urn), int(str(start)), int(str(end)), str(words), _read(targets),
        Direction(str(direction)), Direction(str(own)) if own else None,
    )  # fmt: skip


def reading_of(row: tuple[object, ...]) -> StatusReading:
    _, _, change, urn, day, said_in, start, end, but, listed_in = row
    return StatusReading(
        Change(str(change)), str(urn), str(day), str(said_in), int(str(start)), int(str(end)),
        tuple(str(but).split()), str(listed_in),
    )  # fmt: skip


def _read(written: object) -> tuple[str, ...]:
    return tuple(json.loads(str(written)))
