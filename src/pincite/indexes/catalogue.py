"""The register of what is indexed, and the index of words, caught up with the corpus together."""

from __future__ import annotations

import json
import logging
import uuid
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack, contextmanager, suppress
from importlib import resources
from pathlib import Path

from pincite.corpus.sqlite.connection import roll_back
from pincite.corpus.sqlite.derived import CaughtUp, Derived, DerivedFile, silent
from pincite.encoders.appended import log_sizes
from pincite.errors import IndexUnusable
from pincite.indexes.columns import add_words, columns, rows_of, state_of, words_state
from pincite.indexes.generation import VECTORS, Generation
from pincite.indexes.lexical import LexicalIndex
from pincite.indexes.links import FILE as LINKS
from pincite.indexes.records import IndexedDocument
from pincite.indexes.rows import RowTable, facets_written
from pincite.indexes.stamps import Stamps, same_files, stamped

# So small an index is compacted at every removal; a larger one when that is one chunk in so many.
_SMALL = 100_000
_DEAD_SHARE = 50
# Documents are committed so many at a time.
_BATCH = 256
_COLUMNS = "hash, rules, facets, name"
# The index of words: its folder, files, the corpus's revision, and removed chunks it still counts.
_FOLDER, _FILES, _REVISION, _DEAD = "folder", "files", "revision", "dead"
# The number of the state, how much it counts of each store of vectors, and the file of its links.
_GENERATION, _VECTORS, _LINKS = "generation", "vectors", "links"
_WORDS = "words"
log = logging.getLogger(__name__)

FILE = DerivedFile(
    name="search index",
    file="search.sqlite3",
    purpose="indexing the documents",
    application=0x50435352,
    version=2,
    schema=(resources.files("pincite.indexes") / "schema.sql").read_text(encoding="utf-8"),
    sealed=(
        "SELECT key, hash, facets, rules, name, urns, units, unit, kind, of_itself, texts, headings"
        " FROM document WHERE key = ?",
    ),
)


class IndexCatalogue(Derived):
    """The register of indexed documents, and the index of their words.

    The register names the folder that the words are in, and nobody writes to a folder that it
    names: words are written to a copy, which replaces the other in the very transaction that
    changes the register. So whoever opens it finds one whole state, whatever others are writing and
    however they ended. Where words and register do not match all the same, both are begun anew.
    """

    lexical: LexicalIndex

    def __init__(self, folder: Path) -> None:
        """The folder of the indexes, made where it is not there."""
        folder.mkdir(parents=True, exist_ok=True)
        super().__init__(FILE, folder / "search.sqlite3")
        self._folder = folder
        # The folder of words that was committed last.
        self._committed = ""
        if not self._look():
            with self.in_turn():
                if not self._look():
                    self._begin_anew()

    @property
    def revision(self) -> str:
        """The state of the corpus that it is of; none until all of one was ever indexed."""
        return self._value(_REVISION)

    @property
    def number(self) -> int:
        """Of the generation that is there now; every change has a higher one."""
        return int(self._value(_GENERATION) or 0)

    def generation(self) -> Generation:
        """Call it inside `still()` where it must be that of other things that are read."""
        counted = self._value(_VECTORS)
        return Generation(
            self.number,
            self.revision,
            self._passages(),
            json.loads(counted) if counted else None,
            self._value(_LINKS),
        )

    def publish(self, *, links: str = "", always: bool = False) -> None:
        """Have whoever asks from now on see the vectors that were made meanwhile, and these links;
        where there are none, only if `always`. Call it in turn."""
        if not (links or always) and self.generation().vectors == self._vectors():
            return
        with self._changing():
            self._count_vectors()
            if links:
                self._note(_LINKS, links)
        self._tidy()

    def _vectors(self) -> dict[str, int]:
        return log_sizes(self._folder / VECTORS)

    def _count_vectors(self) -> None:
        self._note(_VECTORS, json.dumps(self._vectors(), sort_keys=True))

    def _look(self) -> bool:
        """Open the words that the register names; False where they are not of its passages."""
        while True:
            with self.still():
                name, files = self._value(_FOLDER) or _WORDS, self._known_files()
                passages = self._passages()
            if same_files(self._folder / name, files):
                with suppress(IndexUnusable):
                    lexical = LexicalIndex(self._folder / name)
                    if len(lexical) == passages:
                        self.lexical, self._committed = lexical, name
                        return True
            if name == (self._value(_FOLDER) or _WORDS):
                return False

    def files_are_whole(self) -> bool:
        """Whether the files of words are, byte for byte, those that were written."""
        with self.still():
            name, files = self._value(_FOLDER) or _WORDS, self._known_files()
        return name != self.lexical.folder.name or same_files(
            self._folder / name, files, doubting=True
        )

    def _begin_anew(self) -> None:
        if self.rebuilt or self._count():
            self.rebuilt = True
            log.warning(
                "the index in %s is damaged or of another version; it is made again", self._folder
            )
        self.lexical = LexicalIndex(self._fresh())
        with self._changing():
            self._connection.execute("DELETE FROM document")
            # The number stays: who opened the one that was damaged must see that this is another.
            self._connection.execute("DELETE FROM state WHERE name <> ?", (_GENERATION,))
            self._name_words()
        self._tidy()

    def follow(
        self,
        documents: Callable[[], Iterable[IndexedDocument]],
        revision: str,
        progress: Callable[[int, str], None] = silent,
        *,
        anew: bool = False,
        first: Callable[[], None] = lambda: None,
    ) -> CaughtUp:
        """Catch up, unless that was done for this revision of the corpus already; if `anew`, read
        all of it again. `first` is done before others see what was read. Call it in turn."""
        if not anew and self._look() and self.revision == revision:
            return CaughtUp(0, self._count(), 0)
        return self.catch_up(documents(), progress, revision=revision, anew=anew, first=first)

    def _count(self) -> int:
        with FILE.errors():
            found = self._connection.execute("SELECT count(*) FROM document").fetchone()
        return int(found[0])

    def _passages(self) -> int:
        with FILE.errors():
            found = self._connection.execute(
                "SELECT coalesce(sum(length(kind)), 0) FROM document"
            ).fetchone()
        return int(found[0])

    def catch_up(
        self,
        documents: Iterable[IndexedDocument],
        progress: Callable[[int, str], None] = silent,
        *,
        revision: str = "",
        anew: bool = False,
        first: Callable[[], None] = lambda: None,
    ) -> CaughtUp:
        """Make the index one of exactly these documents. What was whole is there for others until
        all of them are in; what never was is committed as it comes. Call it in turn."""
        if not self._look():
            self._begin_anew()
        try:
            with ExitStack() as held:
                if self.revision:
                    held.enter_context(self._changing())
                done = self._brought(documents, progress, anew=anew)
                if len(self.lexical) != self._passages():
                    raise IndexUnusable("the index of words does not hold what was written to it")
                first()
                if revision:
                    with self._changing():
                        self._note(_REVISION, revision)
                        self._count_vectors()
        except BaseException:
            self._look()
            self._tidy()
            raise
        self._tidy()
        return done

    def _brought(
        self,
        documents: Iterable[IndexedDocument],
        progress: Callable[[int, str], None],
        *,
        anew: bool,
    ) -> CaughtUp:
        if anew:
            with self._changing():
                self._connection.execute("DELETE FROM document")
                self._note(_DEAD, "0")
                self.lexical = LexicalIndex(self._fresh())
                self._name_words()
        with FILE.errors():
            known = {
                row[0]: tuple(row[1:])
                for row in self._connection.execute(f"SELECT key, {_COLUMNS} FROM document")  # noqa: S608
            }
        present: set[int] = set()
        batch: list[IndexedDocument] = []
        read = 0
        for document in documents:
            present.add(document.key)
            before = known.get(document.key)
            if before == state_of(document):
                continue
            if before is not None and before[:2] == words_state(document):
                self._describe(document)
                continue
            batch.append(document)
            if len(batch) >= _BATCH:
                read += self._write(batch, known.keys(), progress, read)
                batch = []
        read += self._write(batch, known.keys(), progress, read)
        vanished = sorted(known.keys() - present)
        if vanished:
            self._drop(vanished)
        self._compact()
        return CaughtUp(read, len(present) - read, len(vanished))

    @contextmanager
    def _changing(self) -> Generator[None]:
        """One transaction, within a larger one where there is one."""
        if self._connection.in_transaction:
            yield
            return
        with FILE.errors():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                named = self._value(_FOLDER) or _WORDS
                self._note(_GENERATION, str(self.number + 1))
                self._connection.execute("COMMIT")
                self._committed = named
            except BaseException:
                roll_back(self._connection)
                raise

    def _fresh(self) -> Path:
        """A folder that nobody has used."""
        return self._folder / f"{_WORDS}-{uuid.uuid4().hex[:12]}"

    def _writable(self) -> LexicalIndex:
        """The words, in a folder that nobody else reads."""
        if self.lexical.folder.name == self._committed:
            self.lexical = self.lexical.copied(self._fresh())
        return self.lexical

    def _name_words(self) -> None:
        self._note(_FOLDER, self.lexical.folder.name)
        self._note(_FILES, json.dumps(stamped(self.lexical.folder, self._known_files())))

    def _tidy(self) -> None:
        """Remove what is not named: who reads it has it open, and who was about to looks again."""
        for folder in self._folder.glob(f"{_WORDS}*"):
            if folder.name != self._committed:
                LexicalIndex.discard(folder)
        links = self._value(_LINKS)
        for file in self._folder.glob(f"{LINKS}*"):
            if links and not file.name.startswith(links):
                file.unlink(missing_ok=True)

    def _describe(self, document: IndexedDocument) -> None:
        """Its words are the same; what it can be filtered by is not."""
        with self._changing():
            self._connection.execute(
                "UPDATE document SET facets = ?, name = ? WHERE key = ?",
                (facets_written(document.facets), document.name, document.key),
            )
            FILE.seal(self._connection, document.key)

    def _compact(self) -> None:
        """A small index at once; a large one when what was removed has come to a share of it."""
        dead = int(self._value(_DEAD) or 0)
        live = len(self.lexical)
        if dead and (live <= _SMALL or dead * _DEAD_SHARE > live):
            self.lexical = self.lexical.compacted(self._fresh())
            with self._changing():
                self._note(_DEAD, "0")
                self._name_words()

    def _note(self, name: str, value: str) -> None:
        with FILE.errors():
            self._connection.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (name, value))

    def _write(
        self,
        batch: list[IndexedDocument],
        known: Iterable[int],
        progress: Callable[[int, str], None],
        done: int,
    ) -> int:
        if not batch:
            return 0
        old = set(known)
        rows: list[tuple[object, ...]] = []
        gone: list[int] = []
        with self._writable().writing() as writer:
            for index, document in enumerate(batch):
                if document.key in old:
                    writer.remove(document.key)
                    gone.append(document.key)
                chunks = document.chunks()
                add_words(writer, document, chunks)
                rows.append((document.key, *state_of(document), *columns(chunks)))
                progress(done + index + 1, document.name)
        self._settle(rows, gone)
        return len(batch)

    def _drop(self, keys: list[int]) -> None:
        with self._writable().writing() as writer:
            for key in keys:
                writer.remove(key)
        self._settle([], keys)

    def _settle(self, rows: list[tuple[object, ...]], gone: list[int]) -> None:
        """Write to the register what was written to the words."""
        with self._changing():
            dead = int(self._value(_DEAD) or 0) + sum(map(self._chunks, gone))
            self._note(_DEAD, str(dead))
            for key in gone:
                self._connection.execute("DELETE FROM document WHERE key = ?", (key,))
            for row in rows:
                self._connection.execute(
                    "INSERT OR REPLACE INTO document (key, hash, rules, facets, name, urns, units,"
                    " unit, kind, of_itself, texts, headings)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    row,
                )
                FILE.seal(self._connection, int(str(row[0])))
            self._name_words()

    def _chunks(self, key: int) -> int:
        found = self._connection.execute(
            "SELECT length(kind) FROM document WHERE key = ?", (key,)
        ).fetchone()
        return int(found[0]) if found else 1

    def table(self) -> RowTable:
        """The rows of what `lexical` holds. Where another has changed both, both are the new ones
        then. Raises IndexUnusable."""
        return self.whole()[0]

    def whole(self) -> tuple[RowTable, Generation]:
        """The rows of what `lexical` holds, and which generation that is. Where another has changed
        both, both are the new ones then. Raises IndexUnusable."""
        while True:
            with self.still():
                if (self._value(_FOLDER) or _WORDS) == self.lexical.folder.name:
                    return RowTable(list(rows_of(self._connection))), self.generation()
            if not self._look():
                raise IndexUnusable("the index of words is not the one that was written")

    def _value(self, name: str) -> str:
        with FILE.errors():
            found = self._connection.execute(
                "SELECT value FROM state WHERE name = ?", (name,)
            ).fetchone()
        return str(found[0]) if found else ""

    def _known_files(self) -> Stamps:
        written = json.loads(self._value(_FILES) or "{}")
        return {name: (size, time, total) for name, (size, time, total) in written.items()}
