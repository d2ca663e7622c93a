"""`pincite.open()`: a library of law in a folder."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from pincite.collection.law import HeldLaw
from pincite.corpus.engines import ServerAddress, is_kept, name_server, on_server, prepare_folder
from pincite.corpus.overrides import add_override, add_preemption
from pincite.errors import InputError, NoLibrary, NotFound
from pincite.indexes.milvus.address import VectorAddress, keep_address
from pincite.ingest.law.cluster import Cluster
from pincite.ingest.law.load import LoadReport, Progress, load
from pincite.ingest.law.readers import ReadOptions, reader
from pincite.ingest.sources import Sources
from pincite.model import Override, Preemption
from pincite.model.dates import as_date
from pincite.settings import Settings, read_settings

__all__ = ["Library", "create", "open"]


def open(path: str | Path | None = None, *, settings: Settings | None = None) -> Library:
    """Open the library in a folder. Raises NoLibrary where there is none."""
    settings = settings or read_settings()
    folder = Path(path) if path is not None else settings.library
    if not is_kept(folder):
        raise NoLibrary(f"no library in {folder}")
    return Library(folder, settings)


def create(
    path: str | Path | None = None,
    *,
    database: str = "",
    vectors: str = "",
    settings: Settings | None = None,
) -> Library:
    """Make a new, empty library; with an address of `database`, one that is kept there, or a
    folder for one that is there already; with one of `vectors`, one whose vectors are searched
    there. Raises LibraryExists where the folder holds one."""
    settings = settings or read_settings()
    folder = Path(path) if path is not None else settings.library
    searched = VectorAddress.parse(vectors) if vectors else None
    prepare_folder(folder)
    if database:
        address = ServerAddress.parse(database)
        on_server(address, busy_seconds=settings.busy_seconds).close()
        name_server(folder, address)
    keep_address(folder, searched)
    return Library(folder, settings)


class Library(HeldLaw):
    """A body of law in a folder: read, and added to. Use it as a context manager, or call
    close()."""

    def ingest(
        self,
        *paths: str | Path,
        reader_name: str,
        version: str,
        collection: str = "",
        day: date | str | None = None,
        language: str = "",
        profile: str | Path | None = None,
        encoding: str = "",
        allow_refusals: bool = False,
        workers: int | str | None = None,
        progress: Progress = lambda _done, _total, _name: None,
    ) -> LoadReport:
        """Load files as a new version; all of them, or, on any refusal, nothing. `workers` are the
        processes that read them, or the address of a Ray cluster (ray://host:port) that does;
        without it, as the settings say. Raises InputError, LoadRefused, SourceError,
        LibraryBusy."""
        if not version.strip() or any(char.isspace() for char in version):
            raise InputError(f"not a version tag: {version!r}", hint="One word, such as 156b.")
        if not paths:
            raise InputError("nothing to load", hint="Name a file, a folder or a zip archive.")
        settings, cluster = self._readers(workers)
        chosen = reader(reader_name)
        sources = Sources.of(
            [Path(path) for path in paths],
            reader=chosen.name,
            settings=self.settings,
            encoding=encoding,
        )
        return load(
            self.store,
            chosen,
            sources,
            tag=version,
            collection=collection or chosen.name,
            options=ReadOptions(date=as_date(day), language=language, profile=profile),
            settings=settings,
            allow_refusals=allow_refusals,
            progress=progress,
            cluster=cluster,
        )

    def _readers(self, workers: int | str | None) -> tuple[Settings, Cluster | None]:
        if workers is None:
            return self.settings, None
        if str(workers).isdecimal():
            return self.settings.model_copy(update={"workers": int(workers)}), None
        return self.settings, Cluster(str(workers), self.folder / "spool")

    def rollback(self, tag: str) -> list[str]:
        """Make `tag` the newest version of its collection that counts. Later ones are set aside,
        not deleted, and come back by rolling forward to them; returns their tags. Raises
        NotFound, LibraryBusy."""
        with self.store.write() as writer:
            return writer.activate(tag)

    def add_override(
        self,
        urn: str,
        status: str,
        *,
        authority: str,
        citation: str = "",
        start: date | str,
        end: date | str | None = None,
        note: str = "",
    ) -> Override:
        """Record that a court has halted a rule, and all that is below it: VOID, ENJOINED or
        SUSPENDED, from `start` up to `end`. Raises NotFound where no text that is held has the
        rule; InputError, BadDate, LibraryBusy."""
        return add_override(
            self.store, self._held(urn), status, authority=authority, citation=citation,
            start=start, end=end, note=note,
        )  # fmt: skip

    def _held(self, what: str) -> str:
        """The URN that words name, of a provision that some version has."""
        urn = str(self.lookup(what))
        if not any(self.store.find(urn, at=None, tag=loaded.tag) for loaded in self.versions()):
            raise NotFound(f"no text here has {urn}", hint="`pincite tree` lists what a law has.")
        return urn

    def remove_override(self, number: int) -> None:
        """Take an override back; the audit log keeps both. Raises NotFound, LibraryBusy."""
        with self.store.write() as writer:
            writer.remove_override(number)

    def add_preemption(
        self,
        urn: str,
        by: str,
        *,
        authority: str = "",
        start: date | str | None = None,
        end: date | str | None = None,
        note: str = "",
    ) -> Preemption:
        """Record that the higher rule `by` overlaps a rule: a warning, never a halt. Raises
        BadDate, LibraryBusy."""
        return add_preemption(
            self.store, self._held(urn), str(self.lookup(by)), authority=authority,
            start=start, end=end, note=note,
        )  # fmt: skip
