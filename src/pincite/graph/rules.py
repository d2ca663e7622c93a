"""The word lists of rules.toml, and a hash of everything that decides what is found."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Any

from pincite.citations import fingerprint as citations


@cache
def table(name: str) -> dict[str, Any]:
    return _tables()[name]


@cache
def words(section: str, name: str) -> tuple[str, ...]:
    """A list, as it is written."""
    return tuple(table(section)[name])


@cache
def folded(section: str, name: str) -> frozenset[str]:
    """A list as a set, without case."""
    return frozenset(word.casefold() for word in table(section)[name])


@cache
def spellings(section: str, name: str) -> dict[str, str]:
    """For lists of [kept, spelling, spelling …]: each spelling, without case, and what is kept."""
    return {word.casefold(): kept for kept, *forms in table(section)[name] for word in forms}


def either(options: Iterable[str]) -> str:
    """A pattern for any of the literal options, the longest first; a space matches one space."""
    return "|".join(
        re.escape(option) for option in sorted(set(options), key=lambda o: (-len(o), o))
    )


@cache
def fingerprint() -> str:
    digest = hashlib.sha256()
    folder = resources.files("pincite.graph")
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith((".py", ".toml")):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    digest.update(citations.fingerprint().encode())
    return digest.hexdigest()


@cache
def _tables() -> dict[str, dict[str, Any]]:
    file = resources.files("pincite.graph") / "rules.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
