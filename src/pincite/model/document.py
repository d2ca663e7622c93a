"""A case file as a matter's register has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self


@dataclass(frozen=True, slots=True)
class Loss:
    """Words of a file that are missing, or may be, from what was read of it.

    `pages` are those concerned, from 1; none where that is not known or there are no pages. `what`
    goes on after them: "could not be read". `recognised` says that their words were recognised from
    the picture of the page instead.
    """

    what: str
    pages: tuple[int, ...] = ()
    recognised: bool = False

    def __str__(self) -> str:
        subject = f"{page_numbers(self.pages)} " if self.pages else ""
        again = " (read again from the picture of the page)" if self.recognised else ""
        return f"{subject}{self.what}{again}"

    def concerns(self, page: int | None) -> bool:
        """Whether what is missing may be of this page."""
        return not self.pages or page is None or page in self.pages


def page_numbers(pages: Sequence[int]) -> str:
    """ "page 3", "pages 3, 5-7 and 9"."""
    runs: list[list[int]] = []
    for page in sorted(set(pages)):
        if runs and runs[-1][1] == page - 1:
            runs[-1][1] = page
        else:
            runs.append([page, page])
    words = [str(first) if first == last else f"{first}-{last}" for first, last in runs]
    listed = " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
    return f"page{'s' * (len(set(pages)) > 1)} {listed}"


class DocumentState(StrEnum):
    WAITING = "waiting"
    READ = "read"
    UNREADABLE = "unreadable"
    DUPLICATE = "duplicate"
    REMOVED = "removed"


class FilePath(str):
    """Where a document lies on this machine. `told` is what others are told: the last part of the
    folder that was given, and what is below it."""

    told: str

    def __new__(cls, folder: str, path: str) -> Self:
        whole = super().__new__(cls, f"{folder}/{path}")
        whole.told = f"{folder_name(folder)}/{path}"
        return whole

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        below = self.told.partition("/")[2]
        return type(self), (str(self)[: -len(below) - 1], below)


def folder_name(folder: str) -> str:
    return folder.replace("\\", "/").rstrip("/").rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class Document:
    """One file of a folder, or one attachment of another document.

    `path` is below `folder`, with `/` on every system; an attachment's is its parent's path and its
    own name. `key` is the number of the expression that holds its newest text, reserved while it
    waits. `reason` says why it is unreadable; `duplicate_of` is the id of the one that was read.
    """

    id: str
    folder: str
    path: str
    sha256: str
    size: int
    state: DocumentState
    key: int
    revision: int = 1
    format: str = ""
    title: str = ""
    language: str = ""
    kind: str = ""
    kind_reason: str = ""
    short: str = ""
    reason: str = ""
    hint: str = ""
    duplicate_of: str = ""
    parent: str = ""
    # Which attachment of its parent it is, from 1; 0 for a file.
    position: int = 0
    attachments: int = 0
    pages: int = 0
    method: str = ""
    confidence: float | None = None
    warnings: tuple[str, ...] = ()
    # What of the file is missing from its text, or may be; none where it was read whole.
    losses: tuple[Loss, ...] = ()
    # ISO 8601, UTC; "" until it was read.
    ingested_at: str = ""

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]
