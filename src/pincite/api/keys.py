"""The keys that may ask: made once, shown once, kept hashed."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pincite.api.access import Access, Power
from pincite.errors import InputError, LibraryDamaged, NotFound
from pincite.matters.card import slug
from pincite.settings import Settings

_MARK = "pin"
_FILE = "keys.json"
# What the file holds instead of keys where its owner wants none to be needed.
_OPEN = {"open": True}
_BYTES = 32


@dataclass(frozen=True, slots=True)
class Key:
    """What is kept of a key. `sha256` is of its secret, which is 256 random bits: no slower hash
    would make it harder to guess."""

    id: str
    name: str
    powers: tuple[str, ...]
    matters: tuple[str, ...] | None
    law: bool
    made: str
    sha256: str

    def access(self) -> Access:
        matters = frozenset(self.matters) if self.matters is not None else None
        return Access(
            self.name, frozenset(Power(power) for power in self.powers), matters, self.law
        )


def keys_of(settings: Settings, library: Path | None = None) -> Keys:
    """Those of a library: of the one that is named, or else of the one in the settings. Raises
    InputError where they lie in the working directory, which used to be the default."""
    if settings.keys is not None:
        return Keys(settings.keys)
    path, before = (library or settings.library) / _FILE, Path(_FILE)
    if before.exists() and not path.exists():
        raise InputError(
            f"there is a {before} here, but keys are kept in the library: {path}",
            hint=f"If it holds your keys, move it: `mv {before} {path}`. Else set PINCITE_KEYS to"
            " the file that you mean.",
        )
    return Keys(path)


class Keys:
    """The file is read anew whenever it changed, so that a revoked key ends at once. Without one
    no key was ever made. One that vanishes while it is followed leaves every request refused."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: tuple[int, int, int] | None = None
        self._keys: dict[str, Key] = {}
        self._closed = False

    def all(self) -> list[Key]:
        """By name. Raises LibraryDamaged."""
        self._follow()
        return sorted(self._keys.values(), key=lambda key: (key.name, key.id))

    def create(
        self,
        name: str,
        powers: Iterable[str] = (Power.READ, Power.ASK),
        matters: Iterable[str] | None = None,
        *,
        law: bool = True,
    ) -> tuple[Key, str]:
        """A new key, and its text, which is told this once. Raises InputError."""
        wanted = tuple(dict.fromkeys(powers))
        unknown = [power for power in wanted if power not in list(Power)]
        if unknown or not wanted:
            names = ", ".join(Power)
            raise InputError(f"no power {', '.join(unknown)!r}", hint=f"Some of {names}.")
        if not name.strip():
            raise InputError("a key needs a name", hint="Say who will use it.")
        reached = (
            tuple(sorted({slug(matter) for matter in matters})) if matters is not None else None
        )
        secret = secrets.token_urlsafe(_BYTES)
        key = Key(
            id=secrets.token_hex(6),
            name=name.strip(),
            powers=tuple(sorted(Power(power).value for power in wanted)),
            matters=reached,
            law=law,
            made=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            sha256=hashlib.sha256(secret.encode()).hexdigest(),
        )
        self._follow()
        self._keep({**self._keys, key.id: key})
        return key, f"{_MARK}_{key.id}_{secret}"

    def revoke(self, what: str) -> Key:
        """By id, or by name where one key alone has it. Raises NotFound."""
        found = [key for key in self.all() if what in (key.id, key.name)]
        if len(found) != 1:
            told = f"{len(found)} keys are named" if found else "there is no key"
            raise NotFound(f"{told} {what!r}", hint="`pincite key list` shows them with their ids.")
        self._keep({id: key for id, key in self._keys.items() if id != found[0].id})
        return found[0]

    def access(self, text: str) -> Access | None:
        """Of the key with this text; None where it is none."""
        mark, _, rest = text.partition("_")
        id, _, secret = rest.partition("_")
        self._follow()
        key = self._keys.get(id)
        given = hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
        known = hmac.compare_digest(given, key.sha256 if key else "0" * 64)
        return key.access() if key is not None and known and mark == _MARK else None

    @property
    def closed(self) -> bool:
        """Whether every request needs a key: from the first one that was made on, though it was
        revoked since, until `open`. Raises LibraryDamaged."""
        self._follow()
        return self._closed

    def open(self) -> None:
        """Let whoever is at this machine do everything without a key, until one is made. Raises
        InputError while there is a key."""
        self._follow()
        if self._keys:
            raise InputError(
                f"there are still keys: {len(self._keys)}",
                hint="`pincite key list` shows them; end each with `pincite key revoke ID` first.",
            )
        if self._closed:
            self._write(_OPEN)

    def _follow(self) -> None:
        try:
            state = self._path.stat()
        except FileNotFoundError as problem:
            if self._path.is_symlink():
                raise self._unreadable() from problem
            self._seen, self._keys = None, {}
            return
        except OSError as problem:
            raise self._unreadable() from problem
        seen = (state.st_mtime_ns, state.st_size, state.st_ino)
        if seen == self._seen:
            return
        try:
            said: Any = json.loads(self._path.read_text(encoding="utf-8"))
            every: list[dict[str, Any]] = [] if said == _OPEN else said
            if not isinstance(every, list):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise TypeError("a list of keys is needed")
            keys = {
                key["id"]: Key(
                    key["id"], key["name"], tuple(key["powers"]),
                    tuple(key["matters"]) if key["matters"] is not None else None,
                    bool(key["law"]), key["made"], key["sha256"],
                )
                for key in every
            }  # fmt: skip
        except (OSError, ValueError, KeyError, TypeError) as problem:
            raise self._unreadable() from problem
        self._seen, self._keys, self._closed = seen, keys, said != _OPEN

    def _unreadable(self) -> LibraryDamaged:
        """Nobody is let in by a file that cannot be read."""
        return LibraryDamaged(
            f"{self._path.name} cannot be read",
            hint="Restore it; or write [] into it, which lets nobody in, and make new keys.",
        )

    def _keep(self, keys: dict[str, Key]) -> None:
        self._write([asdict(key) for key in keys.values()])

    def _write(self, told: object) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        beside = self._path.with_name(f".{self._path.name}.part")
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(told, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._path)
        self._seen = None
