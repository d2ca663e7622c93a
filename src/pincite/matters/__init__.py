"""Matters on disk, each the files of a case in its own folder: made, closed, archived, deleted.

Nothing about a matter is kept outside its folder, the schema that this may name, or, once archived,
its archive: deleting those leaves nothing.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Generator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path

from pincite.corpus.engines import SERVER
from pincite.errors import (
    InputError,
    LibraryBusy,
    LibraryDamaged,
    LibraryExists,
    NoLibrary,
    PinciteError,
    ServerUnreachable,
)
from pincite.matters.archive import SUFFIX, archived_card, pack, unpack
from pincite.matters.card import (
    CARD,
    MatterCard,
    MatterState,
    new_card,
    read_card,
    slug,
    write_card,
)
from pincite.matters.erase import erase, erase_tree
from pincite.matters.lock import locked
from pincite.matters.matter import Matter
from pincite.matters.storage import claim, forget, in_a_file, server_for_new, settle
from pincite.settings import Settings, read_settings

__all__ = ["MatterCard", "MatterState", "Matters"]

_ARCHIVES = "archive"
_DYING = ".deleting-"
_MAKING = ".making-"
_MOMENT = 60.0


class Matters:
    """The matters below one folder. Where several ask, `discreet` tells nobody the names of those
    that were not asked for."""

    def __init__(
        self,
        root: Path | None = None,
        *,
        settings: Settings | None = None,
        discreet: bool = False,
    ) -> None:
        self.settings = settings or read_settings()
        self.discreet = discreet
        self.root = root if root is not None else self.settings.matters
        self._server = server_for_new(self.settings.matters_database)
        self._patience = self.settings.busy_seconds

    def create(self, name: str, *, number: str = "") -> MatterCard:
        """Make an empty matter. Raises LibraryExists where its slug is taken."""
        card = new_card(name, number)
        if not card.slug:
            raise InputError(f"no letter or digit in {name!r}", hint="Name it, say, smith-v-jones.")
        self._finish()
        if self._folder(card.slug).exists() or self._archive(card.slug).exists():
            raise LibraryExists(
                f"there is a matter {card.slug!r} already", hint="Choose another name."
            )
        with self._making(card.slug) as making:
            if self._server is not None:
                claim(making, self._server, card.slug, self._patience)
            Matter(making, self.settings, slug=card.slug).close()
            write_card(making, card)
            making.rename(self._folder(card.slug))
        return card

    def all(self) -> list[MatterCard]:
        """By slug, the archived ones too."""
        self._finish()
        if not self.root.is_dir():
            return []
        archives = self.root.glob(f"{_ARCHIVES}/[!.]*{SUFFIX}")
        cards = {card.slug: card for card in map(archived_card, archives)}
        folders = [path.parent for path in self.root.glob(f"[!.]*/{CARD}")]
        cards |= {card.slug: card for card in map(read_card, folders)}
        return [cards[name] for name in sorted(cards)]

    def card(self, name: str) -> MatterCard:
        """Raises NoLibrary, naming the nearest that there are."""
        folder, archive = self._folder(slug(name)), self._archive(slug(name))
        if (folder / CARD).is_file():
            return read_card(folder)
        if archive.is_file():
            return archived_card(archive)
        if self.discreet:
            raise NoLibrary(f"no matter {name!r}", hint="list_cases names those you reach.")
        known = ", ".join(card.slug for card in self.all()[:8])
        hint = f"There are: {known}." if known else "Make one: `pincite matter create NAME`."
        raise NoLibrary(f"no matter {name!r}", hint=hint)

    def open(self, name: str) -> Matter:
        """The matter to work with; read-only where it was closed. Raises NoLibrary."""
        card = self._on_disk(name)
        closed = card.state is MatterState.CLOSED
        return Matter(self._folder(card.slug), self.settings, slug=card.slug, read_only=closed)

    def close(self, name: str) -> MatterCard:
        """From now on it is only read."""
        card = self._on_disk(name)
        if card.state is MatterState.CLOSED:
            return card
        folder = self._folder(card.slug)
        with locked(folder), Matter(folder, self.settings, slug=card.slug) as matter:
            matter.seal()
        return self._mark(card, MatterState.CLOSED)

    def reopen(self, name: str) -> MatterCard:
        """Let a closed matter be changed again. Raises NoLibrary."""
        return self._mark(self._on_disk(name), MatterState.OPEN)

    def archive(self, name: str) -> tuple[MatterCard, Path]:
        """Close it, check it, and keep it as one compressed file instead of a folder."""
        card = self.close(name)
        folder = self._folder(card.slug)
        with self.open(card.slug) as matter:
            found = matter.verify()
        if found.problems:
            raise LibraryDamaged(
                f"{card.slug} is not whole, so it was not archived: {found.problems[0]}"
            )
        archive = self._archive(card.slug)
        archive.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        making = archive.with_name(f"{_MAKING}{archive.name}")
        kept = replace(card, state=MatterState.ARCHIVED)
        with locked(folder):
            with in_a_file(folder, self._patience) as corpus:
                pack(folder, making, kept, corpus)
            making.rename(archive)
            self._erase_folder(card.slug)
        return kept, archive

    def restore(self, name: str) -> MatterCard:
        """Bring an archived matter back, closed, to where new ones are kept. Raises LibraryDamaged
        where the archive is not what was written."""
        card = self.card(name)
        if card.state is MatterState.DAMAGED:
            raise LibraryDamaged(f"the card of {card.slug} cannot be read")
        if card.state is not MatterState.ARCHIVED:
            raise InputError(f"{card.slug} is not archived", hint="It can be used as it is.")
        restored = replace(card, state=MatterState.CLOSED)
        with self._making(card.slug) as making:
            unpack(self._archive(card.slug), making)
            settle(making, self._server, card.slug, self._patience)
            write_card(making, restored)
            making.rename(self._folder(card.slug))
        erase(self._archive(card.slug))
        return restored

    def delete(self, name: str) -> MatterCard:
        """Overwrite and remove every file of it, and its schema. Raises LibraryBusy while someone
        writes to it, and ServerUnreachable; then it is still there."""
        card = self.card(name)
        self._clear(card.slug)
        if self._folder(card.slug).exists():
            if card.state is MatterState.OPEN:
                with (
                    Matter(self._folder(card.slug), self.settings, slug=card.slug) as matter,
                    matter.store.write(),
                ):
                    pass
            with locked(self._folder(card.slug)):
                self._erase_folder(card.slug)
        archive = self._archive(card.slug)
        for path in (archive, archive.with_name(f"{_MAKING}{archive.name}")):
            if path.exists():
                erase(path)
        return card

    def _folder(self, slug: str) -> Path:
        return self.root / slug

    def _archive(self, slug: str) -> Path:
        return self.root / _ARCHIVES / f"{slug}{SUFFIX}"

    def _on_disk(self, name: str) -> MatterCard:
        card = self.card(name)
        if card.state is MatterState.ARCHIVED:
            raise NoLibrary(
                f"{card.slug} is archived", hint=f"`pincite matter restore {card.slug}` first."
            )
        if card.state is MatterState.DAMAGED:
            raise LibraryDamaged(f"the card of {card.slug} cannot be read")
        return card

    def _mark(self, card: MatterCard, state: MatterState) -> MatterCard:
        marked = replace(card, state=state)
        write_card(self._folder(card.slug), marked)
        return marked

    @contextmanager
    def _making(self, slug: str) -> Generator[Path]:
        """An empty folder to make a matter in, which is held as long as that lasts."""
        self._clear(slug)
        making = self.root / f"{_MAKING}{slug}"
        making.mkdir(parents=True, mode=0o700)
        with locked(making):
            yield making

    def _clear(self, slug: str) -> None:
        """Remove what an attempt to make it left, that was killed. Raises LibraryBusy."""
        making = self.root / f"{_MAKING}{slug}"
        if making.exists():
            with locked(making):
                forget(making, self._patience)
                erase_tree(making)

    def _erase_folder(self, slug: str) -> None:
        """To be called by whoever holds the matter alone."""
        # Renamed first: a deletion that is interrupted is finished by the next command.
        folder = self._folder(slug)
        dying = self.root / f"{_DYING}{slug}-{secrets.token_hex(4)}"
        folder.rename(dying)
        try:
            forget(dying, self._patience)
        except PinciteError:
            dying.rename(folder)
            raise
        erase_tree(dying)

    def _finish(self) -> None:
        """Remove what killed commands left: what was being deleted, made or archived."""
        if self.root.is_dir():
            self._finish_deletions()
            for path in self.root.glob(f"{_MAKING}*"):
                with suppress(LibraryBusy, ServerUnreachable, FileNotFoundError):
                    # A moment passes before one that is being made is held.
                    if time.time() - path.stat().st_mtime > _MOMENT:
                        self._clear(path.name.removeprefix(_MAKING))
            for path in self.root.glob(f"{_ARCHIVES}/{_MAKING}*{SUFFIX}"):
                folder = self._folder(path.name.removeprefix(_MAKING).removesuffix(SUFFIX))
                with (
                    suppress(LibraryBusy, FileNotFoundError),
                    locked(folder) if folder.exists() else nullcontext(),
                ):
                    erase(path)

    def _finish_deletions(self) -> None:
        for path in self.root.glob(f"{_DYING}*"):
            try:
                if (path / SERVER).is_file():
                    with locked(path):
                        forget(path, self._patience)
                erase_tree(path)
            except (LibraryBusy, ServerUnreachable, FileNotFoundError):
                # Someone is at it, or the server is away: the next command finishes it.
                continue
