"""Readers: one file a format, each turning source files into drafts.

A reader says which files make up one unit of work, and reads a unit into drafts. Units are
independent, so they can be read in any order and by any process; their drafts are kept in the
order of the units.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pincite.errors import InputError
from pincite.ingest.sources import Sources
from pincite.model import Draft, Refused, Skipped

Outcome = Draft | Skipped | Refused


@dataclass(frozen=True, slots=True)
class Unit:
    """Files, or a part of one, that are read together, and what the reader notes about them.

    `size` is the bytes to read where that is not the whole of the files. `start` is where in the
    only file they begin, for a unit that is read by Sources.byte_lines.
    """

    names: tuple[str, ...]
    note: str = ""
    size: int = 0
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Edition:
    """A complete collection as at a day: a work of the jurisdiction that is not in it has ended."""

    day: date
    jurisdiction: str


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What the caller knows and the files may not say."""

    date: date | None = None
    language: str = ""
    profile: Path | str | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """`units` and `read` may raise SourceError; `read` names file and place."""

    name: str
    about: str
    units: Callable[[Sources, ReadOptions], list[Unit]]
    read: Callable[[Sources, Unit, ReadOptions], Iterator[Outcome]]
    edition: Callable[[Sources, ReadOptions], Edition | None] = lambda _sources, _options: None


NAMES = ("lagasafn", "akn", "zimlii", "uslm", "dclaw", "ecfr", "opinions", "plain")


def reader(name: str) -> Reader:
    """The reader of that name. Each module keeps it as READER."""
    if name not in NAMES:
        raise InputError(f"no reader {name!r}", hint=f"Readers: {', '.join(NAMES)}.")
    return importlib.import_module(f"pincite.ingest.law.readers.{name}").READER
