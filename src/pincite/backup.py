"""Moves a library from one engine to another, backs it up, and restores it; each verified."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from pincite.corpus.aside import folder_aside
from pincite.corpus.backup import Manifest, backup, restore
from pincite.corpus.engines import (
    FILE,
    MovableCorpus,
    ServerAddress,
    is_kept,
    name_server,
    on_server,
    opened,
    prepare_folder,
)
from pincite.corpus.transfer import Progress, carry
from pincite.errors import InputError, NoLibrary
from pincite.settings import Settings

_SQLITE = "sqlite:"


def _silent(_name: str, _done: int) -> None: ...


def migrate(source: str, target: str, settings: Settings, progress: Progress = _silent) -> str:
    """Fill a library that is not there yet with all that another holds: both are
    "sqlite:FOLDER" or "postgresql://…?schema=name". Returns their fingerprint."""
    with _source(source, settings) as one, _target(target, settings) as other:
        return carry(one, other, progress)


def back_up(folder: Path, file: Path, settings: Settings, progress: Progress = _silent) -> Manifest:
    """Write all that the library in a folder holds to one file. Raises InputError where none can be
    written there."""
    if file.is_dir() or not os.access(file.absolute().parent, os.W_OK | os.X_OK):
        raise InputError(
            f"{file} cannot be written", hint="Name a file in a folder that you may write in."
        )
    with _source(f"{_SQLITE}{folder}", settings) as store:
        return backup(store, file, progress)


def bring_back(
    file: Path,
    folder: Path,
    settings: Settings,
    *,
    database: str = "",
    progress: Progress = _silent,
) -> Manifest:
    """Make a library in a folder, or one on a server that it names, of a backup."""
    if not file.is_file():
        raise InputError(f"no file {file}", hint="Name what `pincite backup` wrote.")
    prepare_folder(folder)
    place = database or f"{_SQLITE}{folder}"
    with _target(place, settings) as store:
        manifest = restore(file, store, progress)
    if database:
        name_server(folder, ServerAddress.parse(database))
    return manifest


@contextmanager
def _source(place: str, settings: Settings) -> Generator[MovableCorpus]:
    if not place.startswith(_SQLITE):
        address = ServerAddress.parse(place)
        store = on_server(address, busy_seconds=settings.busy_seconds, read_only=True)
    else:
        folder = _folder(place)
        if not is_kept(folder):
            raise NoLibrary(f"no library in {folder}")
        store = opened(folder, busy_seconds=settings.busy_seconds)
    try:
        yield store
    finally:
        store.close()


@contextmanager
def _target(place: str, settings: Settings) -> Generator[MovableCorpus]:
    """What fails leaves nothing that would be taken for a library."""
    if not place.startswith(_SQLITE):
        store = on_server(
            ServerAddress.parse(place), busy_seconds=settings.busy_seconds, begun=False
        )
        try:
            yield store
        finally:
            store.close()
        return
    folder = _folder(place)
    prepare_folder(folder)
    # Under the name of a library it would be taken for one, if this process were killed.
    with folder_aside(folder) as aside:
        store = opened(aside, busy_seconds=settings.busy_seconds, begun=False)
        try:
            yield store
        finally:
            store.close()
        prepare_folder(folder)
        (aside / FILE).replace(folder / FILE)


def _folder(place: str) -> Path:
    found = Path(place.removeprefix(_SQLITE)).expanduser()
    return found.parent if found.name == FILE else found
