"""Keeps what a cluster answered on this disk until the load is finished.

It lies in the folder `spool` of the library, which only its owner may enter, each answer under the
hash of what was asked (CarriedSources.key). A load that was killed or refused leaves it, so that
the next one reads only what is new; a finished load removes it, and so may anyone.
"""

from __future__ import annotations

import datetime
import hashlib
import io
import pickle
import shutil
from contextlib import suppress
from pathlib import Path
from typing import cast

from pincite import corpus, errors, model
from pincite.errors import InputError, SourceError
from pincite.ingest.law.worker import Result

_HASH = hashlib.sha256().digest_size


class Spool:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __contains__(self, key: str) -> bool:
        return (self.folder / key).exists()

    def get(self, key: str) -> list[list[Result]] | None:
        """None where it is not there; one that is not whole is removed."""
        with suppress(FileNotFoundError):
            data = (self.folder / key).read_bytes()
            if hashlib.sha256(data[_HASH:]).digest() == data[:_HASH]:
                return _answer(data[_HASH:], self.folder)
            (self.folder / key).unlink()
        return None

    def put(self, key: str, data: bytes) -> None:
        self.folder.mkdir(mode=0o700, exist_ok=True)
        partial = self.folder / f"{key}.partial"
        partial.write_bytes(hashlib.sha256(data).digest() + data)
        partial.replace(self.folder / key)

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def _answer(data: bytes, folder: Path) -> list[list[Result]]:
    try:
        return cast("list[list[Result]]", _Reader(io.BytesIO(data)).load())
    except pickle.UnpicklingError as problem:
        raise InputError(
            f"what a cluster answered is not what a reader gives: {problem}",
            hint=f"Remove {folder}, look into the cluster, and load again.",
        ) from problem


def _kinds(kind: type) -> list[type]:
    return [kind, *(below for subclass in kind.__subclasses__() for below in _kinds(subclass))]


_given = {
    (kind.__module__, kind.__qualname__): kind
    for kind in (
        corpus.Packed, model.Expression, model.Source, model.Skipped, model.Refused,
        datetime.date, errors.rebuild, *_kinds(SourceError),
    )
}  # fmt: skip


class _Reader(pickle.Unpickler):
    """A pickle can name anything and have it called. This one came from another machine and lay on
    a disk: it may name what a reader gives, and nothing else."""

    def find_class(self, module_name: str, global_name: str, /) -> object:
        allowed = _given.get((module_name, global_name))
        if allowed is None:
            raise pickle.UnpicklingError(f"it names {module_name}.{global_name}")
        return allowed
