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

from pincite.errors import InputError, LibraryDamaged, NotFound
from pincite.matters.card import slug
from pincite.surfaces.access import Access, Power

_MARK = "pin"
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
        return Access(self.name, frozenset(Power(one) for one in self.powers), matters, self.law)


class Keys:
    """The file is read anew whenever it changed, so that a revoked key ends at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: tuple[int, int, int] | None = None
        self._keys: dict[str, Key] = {}

    def all(self) -> list[Key]:
        """By name. Raises LibraryDamaged."""
        self._follow()
        return sorted(self._keys.values(), key=lambda one: (one.name, one.id))

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
        unknown = [one for one in wanted if one not in list(Power)]
        if unknown or not wanted:
            names = ", ".join(Power)
            raise InputError(f"no power {', '.join(unknown)!r}", hint=f"Some of {names}.")
        if not name.strip():
            raise InputError("a key needs a name", hint="Say who will use it.")
        reached = tuple(sorted({slug(one) for one in matters})) if matters is not None else None
        secret = secrets.token_urlsafe(_BYTES)
        key = Key(
            id=secrets.token_hex(6),
            name=name.strip(),
            powers=tuple(sorted(Power(one).value for one in wanted)),
            matters=reached,
            law=law,
            made=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            sha256=hashlib.sha256(secret.encode()).hexdigest(),
        )
        self._follow()
        self._write({**self._keys, key.id: key})
        return key, f"{_MARK}_{key.id}_{secret}"

    def revoke(self, what: str) -> Key:
        """By id, or by name where one key alone has it. Raises NotFound."""
        found = [one for one in self.all() if what in (one.id, one.name)]
        if len(found) != 1:
            told = f"{len(found)} keys are named" if found else "there is no key"
            raise NotFound(f"{told} {what!r}", hint="`pincite key list` shows them with their ids.")
        self._write({id: one for id, one in self._keys.items() if id != found[0].id})
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
    def any(self) -> bool:
        self._follow()
        return bool(self._keys)

    def _follow(self) -> None:
        try:
            state = self._path.stat()
        except FileNotFoundError:
            self._seen, self._keys = None, {}
            return
        seen = (state.st_mtime_ns, state.st_size, state.st_ino)
        if seen == self._seen:
            return
        try:
            every: list[dict[str, Any]] = json.loads(self._path.read_text(encoding="utf-8"))
            self._keys = {
                one["id"]: Key(
                    one["id"], one["name"], tuple(one["powers"]),
                    tuple(one["matters"]) if one["matters"] is not None else None,
                    bool(one["law"]), one["made"], one["sha256"],
                )
                for one in every
            }  # fmt: skip
        except (OSError, ValueError, KeyError, TypeError) as problem:
            # Nobody is let in by a file that cannot be read.
            raise LibraryDamaged(
                f"{self._path.name} cannot be read", hint="Restore it, or delete it and make keys."
            ) from problem
        self._seen = seen

    def _write(self, keys: dict[str, Key]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        beside = self._path.with_name(f".{self._path.name}.part")
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump([asdict(one) for one in keys.values()], file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._path)
        self._keys, self._seen = keys, None
