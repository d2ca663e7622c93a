"""What a server and its worker processes say to each other, pickled, over pipes of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pincite.errors import PinciteError
from pincite.settings import Settings

STOP = b""
"""Said to a job, which ends at the next moment at which it may."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The first that a process is told."""

    folder: Path
    settings: Settings


@dataclass(frozen=True, slots=True)
class Call:
    """A function of a module, and what follows the workspace in its arguments."""

    work: Callable[..., object]
    arguments: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """What a job has in hand: told to it when it is run again, and by it when it ends."""

    kept: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Release:
    """A matter that is not to be kept open."""

    slug: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job has come."""

    counted: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Done:
    result: Any


@dataclass(frozen=True, slots=True)
class Failed:
    """What went wrong. Errors of ours, and what is wrong with a request, travel whole; others may
    not survive it, and may hold words of a document: their kind alone does."""

    error: PinciteError | ValidationError | None
    kind: str

    @classmethod
    def by(cls, problem: Exception) -> Failed:
        error = problem if isinstance(problem, (PinciteError, ValidationError)) else None
        return cls(error, type(problem).__name__)

    def problem(self) -> Exception:
        """To be raised where it was asked for."""
        return self.error or type(self.kind, (Exception,), {})()
