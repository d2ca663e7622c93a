"""Profiles: TOML files that say which pattern is which level of a plain text.

jurisdiction = "ma"            language, style and kind likewise: what the documents do not say
corpus = "{number}cmr"         filled from the front matter or from the title's groups
work = "{part}"                where one corpus holds several works, what tells them apart
title = "regex"                with a group `title`; other groups become fields
definition = "regex"           with a group `term`, at the start of a paragraph
repealed = "regex"             all the words that are left of a repealed provision
notes = ["regex"]              whole paragraphs that the publisher added

[[level]]                      from the widest to the narrowest
kind = "section"               one of pincite.model.kinds
pattern = "regex"              groups `num` (or `number`), `heading`, `text`; `mark` is dropped
name = "part-{num}"            the URN segment, from the pattern's groups and {count}
labels = "roman"               how it counts: number, letter, roman, LETTER, ROMAN, double
anchored = true                named from the work: what lawyers cite by number alone
unnumbered = true              instead of a pattern: every paragraph that no level begins
"""

from __future__ import annotations

import functools
import re
import string
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import cast

from pincite.errors import InputError
from pincite.ingest.succession import DOTTED, DOUBLE, LETTER, NUMBER, ROMAN, UPPER
from pincite.model.kinds import CONTAINERS, KINDS, LABELS

_BUNDLED = "pincite.ingest.law.profiles"
_TEXTS = ("jurisdiction", "corpus", "work", "language", "style", "kind")
_PATTERNS = {"title": "title", "definition": "term", "repealed": ""}
_STYLES = frozenset({NUMBER, LETTER, ROMAN, DOUBLE, DOTTED, *UPPER.values()})
_LEVEL_KEYS = frozenset({"kind", "pattern", "name", "labels", "anchored", "unnumbered"})
_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class ProfileLevel:
    """One [[level]] of a profile."""

    kind: str
    pattern: re.Pattern[str]
    name: str
    labels: str = ""
    anchored: bool = False
    unnumbered: bool = False

    @property
    def contains(self) -> bool:
        """Whether it is opened by its own word, so that its number need not follow another."""
        return self.kind in CONTAINERS or self.kind in ("preamble", "preface")


@dataclass(frozen=True, slots=True)
class PlainProfile:
    """A profile as it was read from its TOML file."""

    name: str
    levels: tuple[ProfileLevel, ...]
    jurisdiction: str
    corpus: str
    work: str
    language: str
    style: str
    kind: str
    title: re.Pattern[str]
    definition: re.Pattern[str]
    repealed: re.Pattern[str]
    notes: tuple[re.Pattern[str], ...]


@functools.cache
def bundled() -> tuple[str, ...]:
    return tuple(
        sorted(
            entry.name.removesuffix(".toml")
            for entry in resources.files(_BUNDLED).iterdir()
            if entry.name.endswith(".toml")
        )
    )


def load_profile(wanted: str) -> PlainProfile:
    """The bundled profile of that name, or the one in that file. Raises InputError."""
    if wanted in bundled():
        return _parse(wanted, (resources.files(_BUNDLED) / f"{wanted}.toml").read_text("utf-8"))
    path = Path(wanted)
    if path.suffix != ".toml" or not path.is_file():
        raise InputError(
            f"no profile {wanted!r}",
            hint=f"Profiles: {', '.join(bundled())}; or the path of a .toml file.",
        )
    try:
        return _parse(path.name, path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as problem:
        raise InputError(f"the profile {wanted} cannot be read: {problem}") from problem


class _Problem(Exception):
    """What is wrong with one key, before the profile's name is known."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key}: {reason}")


@functools.lru_cache(maxsize=32)
def _parse(name: str, text: str) -> PlainProfile:
    try:
        return _profile(name, tomllib.loads(text))
    except (tomllib.TOMLDecodeError, _Problem) as problem:
        raise InputError(
            f"profile {name}: {problem}", hint="The bundled profiles show every key."
        ) from problem


def _profile(name: str, table: Mapping[str, object]) -> PlainProfile:
    _refuse_unknown(table, {"about", *_TEXTS, *_PATTERNS, "notes", "level"}, "")
    texts = {key: _text(table, key) for key in _TEXTS if key in table}
    for key in ("corpus", "work"):
        _fields(texts.get(key, ""), key)
    patterns = {
        key: _compiled(table, key, group) if key in table else _NEVER
        for key, group in _PATTERNS.items()
    }
    return PlainProfile(
        name=name,
        levels=_levels(table),
        jurisdiction=texts.get("jurisdiction", ""),
        corpus=texts.get("corpus", ""),
        work=texts.get("work", ""),
        language=texts.get("language", ""),
        style=texts.get("style", "act"),
        kind=texts.get("kind", "act"),
        title=patterns["title"],
        definition=patterns["definition"],
        repealed=patterns["repealed"],
        notes=_notes(table),
    )


def _levels(table: Mapping[str, object]) -> tuple[ProfileLevel, ...]:
    listed = table.get("level")
    if not isinstance(listed, list) or not listed:
        raise _Problem("level", "at least one [[level]] is needed")
    entries = cast("list[object]", listed)
    return tuple(_level(entry, f"level {number}") for number, entry in enumerate(entries, 1))


def _notes(table: Mapping[str, object]) -> tuple[re.Pattern[str], ...]:
    listed = table.get("notes", [])
    if not isinstance(listed, list):
        raise _Problem("notes", "not a list of patterns")
    numbered = {f"notes {n}": note for n, note in enumerate(cast("list[object]", listed), 1)}
    return tuple(_compiled(numbered, key) for key in numbered)


def _level(table: object, where: str) -> ProfileLevel:
    if not isinstance(table, dict):
        raise _Problem(where, "not a table")
    keys = cast("dict[str, object]", table)
    _refuse_unknown(keys, _LEVEL_KEYS, f"{where} ")
    kind = _text(keys, "kind", where)
    if kind not in KINDS:
        raise _Problem(f"{where} kind", f"{kind!r} is none of {', '.join(sorted(KINDS))}")
    flags = {key: keys.get(key, False) for key in ("anchored", "unnumbered")}
    for key, value in flags.items():
        if not isinstance(value, bool):
            raise _Problem(f"{where} {key}", "not true or false")
    labels = _text(keys, "labels", where) if "labels" in keys else ""
    if labels and labels not in _STYLES:
        raise _Problem(f"{where} labels", f"{labels!r} is none of {', '.join(sorted(_STYLES))}")
    if flags["unnumbered"]:
        return ProfileLevel(kind, _NEVER, "", unnumbered=True)
    pattern = _compiled(keys, "pattern", where=f"{where} ")
    name = _text(keys, "name", where) if "name" in keys else _default_name(kind)
    known = {*pattern.groupindex, "count", "num"}
    if unknown := _fields(name, f"{where} name") - known:
        raise _Problem(f"{where} name", f"no group {sorted(unknown)[0]!r} in the pattern")
    return ProfileLevel(kind, pattern, name, labels, anchored=bool(flags["anchored"]))


def _default_name(kind: str) -> str:
    return f"{LABELS[kind]}-{{num}}" if kind in CONTAINERS else "{num}"


def _refuse_unknown(table: Mapping[str, object], known: set[str] | frozenset[str], at: str) -> None:
    if unknown := sorted(set(table) - set(known)):
        raise _Problem(f"{at}{unknown[0]}", f"unknown key; known are {', '.join(sorted(known))}")


def _text(table: Mapping[str, object], key: str, where: str = "") -> str:
    value = table.get(key)
    if not isinstance(value, str):
        raise _Problem(f"{where} {key}".strip(), "missing, or not a string")
    return value


def _compiled(
    table: Mapping[str, object], key: str, group: str = "", where: str = ""
) -> re.Pattern[str]:
    source = table.get(key)
    if not isinstance(source, str):
        raise _Problem(f"{where}{key}", "missing, or not a string")
    try:
        pattern = re.compile(source)
    except (re.error, RecursionError, OverflowError) as problem:
        raise _Problem(f"{where}{key}", f"not a regular expression: {problem}") from problem
    if group and group not in pattern.groupindex:
        raise _Problem(f"{where}{key}", f"the group (?P<{group}>…) is missing")
    return pattern


def _fields(template: str, key: str) -> set[str]:
    try:
        fields = {
            field for _, field, _, _ in string.Formatter().parse(template) if field is not None
        }
    except ValueError as problem:
        raise _Problem(key, str(problem)) from problem
    for field in fields:
        if not field.isidentifier():
            raise _Problem(key, f"{{{field}}} is not a plain name")
    return fields
