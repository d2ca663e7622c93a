"""The index of scope: each law's definitions, exceptions and enabling acts, found by URN."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import date
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from pincite.citations.documents import KeptLaw
from pincite.citations.find import find
from pincite.citations.fingerprint import fingerprint as citation_rules
from pincite.citations.law_text import LawText
from pincite.citations.resolve import resolve
from pincite.citations.works.titles import WorkTitles
from pincite.corpus import CorpusStore, Stored
from pincite.corpus.sqlite.derived import CaughtUp, Derived, Pending, silent
from pincite.scope.enabling import Enabled
from pincite.scope.index_file import (
    FILE,
    definition_of,
    reading_of,
    remove_law,
    stated_of,
    write_law,
)
from pincite.scope.records import Stated, StatutoryDefinition
from pincite.scope.terms import Terms
from pincite.status.reading import StatusReading
from pincite.status.records import Change
from pincite.status.suspects import Suspects

_A_COMMIT = 20_000
_AT_ONCE = 1 << 62
# So many places' definitions are kept in memory: what governs two rules is mostly the same.
_REMEMBERED = 2048
# So many days are kept ready to be asked again.
_DAYS = 8


class Reaching(NamedTuple):
    """The definitions that reach a place, each with its expression's key, and their terms."""

    definitions: tuple[tuple[int, StatutoryDefinition], ...]
    terms: Terms


class ScopeIndex(Derived):
    """Made of every expression that an active version states, so that any date can be asked."""

    def __init__(self, path: Path) -> None:
        super().__init__(FILE, path)
        self._reached: dict[tuple[int, str], tuple[tuple[int, StatutoryDefinition], ...]] = {}
        self._joined: dict[tuple[int | str, ...], Reaching] = {}
        # The terms that a definition's words use, by expression, provision and offset.
        self.uses: dict[tuple[int, str, int], tuple[int, ...]] = {}
        self._suspects: dict[date, Suspects] = {}
        # The state that all of these were read in.
        self._remembered: tuple[int, str] | None = None

    def catch_up(
        self,
        store: CorpusStore,
        titles: WorkTitles,
        progress: Callable[[int, str], None] = silent,
        *,
        seconds: float | None = None,
    ) -> CaughtUp:
        """Raises LibraryBusy where another reads the law for more than `seconds`."""
        with self.in_turn(seconds):
            return self._catch_up(store, titles, progress)

    def caught_up(
        self,
        store: CorpusStore,
        titles: WorkTitles,
        progress: Callable[[int, str], None] = silent,
    ) -> AbstractContextManager[None]:
        """In step with the law, and seen like that to the end, whatever others do to it."""
        return self.seen_after(lambda: self._catch_up(store, titles, progress))

    @contextmanager
    def still(self) -> Generator[None]:
        with super().still():
            if (now := self._read_to()) != self._remembered:
                # Another has brought it to another state of the law.
                self._forget()
                self._remembered = now
            yield

    def _forget(self) -> None:
        self._reached.clear()
        self._joined.clear()
        self.uses.clear()
        self._suspects.clear()

    @property
    def whole(self) -> bool:
        """Whether every law was ever read: until then an exception may be missing."""
        return self._read_to() is not None

    @property
    def revision(self) -> int:
        """The state of the corpus that it is of; 0 until all of one was ever read."""
        known = self._read_to()
        return known[0] if known else 0

    def is_of(self, revision: int, titles: WorkTitles) -> bool:
        """Whether it is of this state of the corpus already, or of a later one."""
        known = self._read_to()
        return known is not None and (known[0] > revision or known == (revision, _rules(titles)))

    def holds(self, stored: Stored) -> bool:
        """Whether a text is among those that it was made of; decisions never are."""
        return not _is_law(stored) or bool(self.work_of(stored.key))

    def _read_to(self) -> tuple[int, str] | None:
        with self._file.errors():
            return self._connection.execute("SELECT revision, rules FROM whole").fetchone()

    def _catch_up(
        self, store: CorpusStore, titles: WorkTitles, progress: Callable[[int, str], None]
    ) -> CaughtUp:
        revision, rules = store.revision(), _rules(titles)
        self._forget()
        done = self._follow(
            (self._pending(store, law, titles, rules) for law in _laws(store)),
            "hash, work, rules",
            remove=remove_law,
            # What is whole is asked until all of it has been read again.
            a_commit=_AT_ONCE if self.whole else _A_COMMIT,
            progress=progress,
        )
        with self._file.errors():
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.execute("DELETE FROM whole")
            self._connection.execute("INSERT INTO whole VALUES (?, ?)", (revision, rules))
            self._connection.execute("COMMIT")
        return done

    def _pending(
        self, store: CorpusStore, stored: Stored, titles: WorkTitles, rules: str
    ) -> Pending:
        work = stored.expression.urn

        def write() -> int:
            law = read(store, stored, titles)
            remove_law(self._connection, stored.key)
            return write_law(self._connection, stored, law, titles, rules)

        return Pending(stored.key, stored.expression.title, (stored.hash, work, rules), write)

    # Asking. Each by the expression that is in force, so that no other date's words come in.

    def reaching(self, key: int, urns: Sequence[str], code: str) -> Reaching:
        """The definitions of an expression that reach any of these subtrees, in its order."""
        groups = {urn: group for urn in urns if (group := self._reaching_one(key, urn))}
        named = (key, *groups)
        if named not in self._joined:
            if len(self._joined) >= _REMEMBERED:
                self._joined.clear()
            every = {
                number: definition for group in groups.values() for number, definition in group
            }
            found = tuple((key, every[number]) for number in sorted(every))
            self._joined[named] = Reaching(
                found, Terms([definition.term for _, definition in found], code)
            )
        return self._joined[named]

    def _reaching_one(self, key: int, urn: str) -> tuple[tuple[int, StatutoryDefinition], ...]:
        if (key, urn) not in self._reached:
            if len(self._reached) >= _REMEMBERED:
                self._reached.clear()
            with self._file.errors():
                rows = self._connection.execute(
                    "SELECT d.* FROM reach r JOIN definition d"
                    " ON d.document = r.document AND d.ordinal = r.ordinal"
                    " WHERE r.document = ? AND r.urn = ? ORDER BY d.ordinal",
                    (key, urn),
                ).fetchall()
            self._reached[key, urn] = tuple((int(row[1]), definition_of(row)) for row in rows)
        return self._reached[key, urn]

    def remember(self, name: tuple[int, str, int], numbers: tuple[int, ...]) -> None:
        if len(self.uses) >= _REMEMBERED * 8:
            self.uses.clear()
        self.uses[name] = numbers

    def defined_at(self, key: int, urn: str) -> list[StatutoryDefinition]:
        """The definitions that stand at a URN or below it."""
        with self._file.errors():
            rows = self._connection.execute(
                "SELECT * FROM definition WHERE document = ?"
                " AND (urn = ? OR (urn > ? AND urn < ?)) ORDER BY ordinal",
                (key, urn, f"{urn}:", f"{urn};"),
            ).fetchall()
        return [definition_of(row) for row in rows]

    def delegated(self, key: int) -> list[StatutoryDefinition]:
        with self._file.errors():
            rows = self._connection.execute(
                "SELECT * FROM definition WHERE document = ? AND delegated ORDER BY ordinal", (key,)
            ).fetchall()
        return [definition_of(row) for row in rows]

    def touching(self, urns: Sequence[str], below: str) -> list[tuple[int, Stated]]:
        """What is pointed at any of these, or at anything below `below`, from whichever work."""
        marks = ", ".join("?" * len(urns))
        with self._file.errors():
            rows = self._connection.execute(
                "SELECT DISTINCT s.* FROM touched t JOIN stated s"  # noqa: S608
                " ON s.document = t.document AND s.ordinal = t.ordinal"
                f" WHERE t.urn IN ({marks}) OR (t.urn > ? AND t.urn < ?)"
                " ORDER BY s.document, s.ordinal",
                (*urns, f"{below}:", f"{below};"),
            ).fetchall()
        return [(row[0], stated_of(row)) for row in rows]

    def stated_at(self, key: int, urns: Sequence[str], below: str) -> list[Stated]:
        """What these provisions, and those below one, say of others."""
        marks = ", ".join("?" * len(urns))
        with self._file.errors():
            rows = self._connection.execute(
                "SELECT * FROM stated WHERE document = ?"  # noqa: S608
                f" AND (urn IN ({marks}) OR (urn > ? AND urn < ?)) ORDER BY ordinal",
                (key, *urns, f"{below}:", f"{below};"),
            ).fetchall()
        return [stated_of(row) for row in rows]

    def enabled(self, key: int) -> list[Enabled]:
        with self._file.errors():
            rows = self._connection.execute(
                "SELECT urn, by, words FROM enabled WHERE document = ? ORDER BY ordinal", (key,)
            ).fetchall()
        return [Enabled(*row) for row in rows]

    def pointed(self, key: int, urn: str) -> list[str]:
        """Where a provision, or what is below it, says that its terms are defined."""
        with self._file.errors():
            rows = self._connection.execute(
                "SELECT target FROM pointed WHERE document = ?"
                " AND (urn = ? OR (urn > ? AND urn < ?)) ORDER BY start, target",
                (key, urn, f"{urn}:", f"{urn};"),
            ).fetchall()
        return list(dict.fromkeys(str(row[0]) for row in rows))

    # The port of status.at_date.

    def readings(self, urns: Sequence[str]) -> list[tuple[int, StatusReading]]:
        """What is said of any of these, each with the key of the expression that says it, by that
        key and in the order of its text."""
        marks = ", ".join("?" * len(urns))
        return self._readings(f"urn IN ({marks}) AND change <> ?", (*urns, Change.SAVE))

    def savings(self, key: int) -> list[StatusReading]:
        """What an expression saves of the laws that it repeals, in the order of its text."""
        found = self._readings("document = ? AND change = ?", (key, Change.SAVE))
        return [reading for _, reading in found]

    def powers(self, key: int) -> list[str]:
        """The URNs that an expression says it was made under, in the order of its text."""
        return [enabled.by for enabled in self.enabled(key)]

    def read_of(self, work: str) -> list[tuple[int, StatusReading]]:
        """What is said of a work, and of all that is written below it."""
        return self._readings(
            "(urn = ? OR (urn > ? AND urn < ?)) AND change <> ?",
            (work, f"{work}:", f"{work};", Change.SAVE),
        )

    def suspects(self, day: date) -> Suspects:
        """What may be less than in force on a day; everything else plainly is."""
        if day not in self._suspects:
            if len(self._suspects) >= _DAYS:
                self._suspects.clear()
            with self._file.errors():
                spoken_of = self._connection.execute(
                    "SELECT urn FROM reading WHERE change NOT IN (?, ?) OR (change = ? AND day > ?)"
                    " UNION SELECT urn FROM suspect",
                    (Change.SAVE, Change.COMMENCE, Change.COMMENCE, day.isoformat()),
                ).fetchall()
            self._suspects[day] = Suspects.of(urn for (urn,) in spoken_of)
        return self._suspects[day]

    def _readings(self, where: str, values: Sequence[object]) -> list[tuple[int, StatusReading]]:
        with self._file.errors():
            rows = self._connection.execute(
                f"SELECT * FROM reading WHERE {where} ORDER BY document, ordinal",  # noqa: S608
                tuple(values),
            ).fetchall()
        return [(row[0], reading_of(row)) for row in rows]

    def work_of(self, key: int) -> str:
        with self._file.errors():
            row = self._connection.execute(
                "SELECT work FROM document WHERE key = ?", (key,)
            ).fetchone()
        return row[0] if row else ""


def read(store: CorpusStore, stored: Stored, titles: WorkTitles) -> LawText:
    reading = KeptLaw(store, stored).reading()
    mentions = resolve(reading, find(reading, titles))
    expression = stored.expression
    return LawText(
        reading.text, list(store.nodes(stored.key)), mentions, expression.language, expression.kind
    )


def _laws(store: CorpusStore) -> Iterator[Stored]:
    for urn, _ in store.works():
        yield from (expression for expression in store.expressions(urn) if _is_law(expression))


def _is_law(stored: Stored) -> bool:
    return stored.expression.style != "case"


def _rules(titles: WorkTitles) -> str:
    return f"{fingerprint()} {titles.digest}"


@cache
def fingerprint() -> str:
    """The fingerprint of what decides what is found."""
    digest = hashlib.sha256(citation_rules().encode())
    for package in ("pincite.status", "pincite.scope"):
        for file in sorted(resources.files(package).iterdir(), key=lambda file: file.name):
            if file.name.endswith((".py", ".sql")):
                content = file.read_bytes().replace(b"\r\n", b"\n")
                digest.update(file.name.encode() + b"\0" + content)
    return digest.hexdigest()[:32]
