"""Who does not want to be answered: kept in a file, since it outlives the server, as hashes."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
from pathlib import Path
from threading import Lock
from typing import Any

from pincite.errors import LibraryDamaged

FILE = "whatsapp-stopped.json"
# There are few enough numbers to try them all: scrypt makes each try dear (8 MiB, some
# hundredths of a second).
_COST, _BLOCK = 2**13, 8


class Stopped:
    """One server writes it. The salt is of the file: the same number has another hash elsewhere."""

    def __init__(self, folder: Path) -> None:
        """Raises LibraryDamaged: rather nobody is answered than one who asked not to be."""
        self._path = folder / FILE
        self._lock = Lock()
        self._salt = secrets.token_bytes(16)
        self._hashes: set[str] = set()
        try:
            kept: dict[str, Any] = json.loads(self._path.read_text(encoding="utf-8"))
            self._salt = bytes.fromhex(kept["salt"])
            self._hashes = {str(digest) for digest in kept["stopped"]}
        except FileNotFoundError:
            pass
        except (OSError, ValueError, KeyError, TypeError) as problem:
            raise LibraryDamaged(
                f"{FILE} cannot be read",
                hint="Restore it: it says who asked not to be answered any more.",
            ) from problem

    def has(self, number: str) -> bool:
        return bool(self._hashes) and self._hash(number) in self._hashes

    def add(self, number: str) -> None:
        """Raises OSError where it cannot be kept; it holds until the server ends all the same."""
        self._change(number, True)

    def remove(self, number: str) -> None:
        """Raises OSError likewise."""
        self._change(number, False)

    def _change(self, number: str, stops: bool) -> None:
        hashed = self._hash(number)
        with self._lock:
            (self._hashes.add if stops else self._hashes.discard)(hashed)
            self._write()

    def _hash(self, number: str) -> str:
        return hashlib.scrypt(
            number.encode(), salt=self._salt, n=_COST, r=_BLOCK, p=1, dklen=32
        ).hex()

    def _write(self) -> None:
        """Whole or not at all, whenever the process ends. Sorted, so that nobody's place tells
        when they stopped."""
        kept = {"salt": self._salt.hex(), "stopped": sorted(self._hashes)}
        beside = self._path.with_name(f".{FILE}.part")
        # What a killed process left may be readable by others.
        with contextlib.suppress(FileNotFoundError):
            beside.unlink()
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(kept, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._path)
