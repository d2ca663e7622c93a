"""What a connector is asked for, which files it wants, and what it returns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

from pincite.ingest.law.connectors.proof import size_notes
from pincite.settings import Settings

GIB = 1 << 30

Progress = Callable[[int, int | None, str], None]
"""Called with bytes done, bytes in all where the publisher says so, and the file's name."""


def silent(_done: int, _total: int | None, _label: str) -> None:
    """The progress of someone who does not want to watch."""


@dataclass(frozen=True, slots=True)
class FetchRequest:
    """Which law, into which folder. `base_url` stands in for the publisher: a mirror, or a test."""

    args: tuple[str, ...]
    into: Path
    settings: Settings
    day: date | None = None
    base_url: str = ""
    max_bytes: int = 4 * GIB
    progress: Progress = silent

    def address(self, official: str) -> str:
        """The publisher's address, or the same place below `base_url`."""
        if not self.base_url:
            return official
        parts = urlsplit(official)
        query = f"?{parts.query}" if parts.query else ""
        return f"{self.base_url.rstrip('/')}{parts.path}{query}"


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file from its publisher, and what to say to `pincite ingest` about it.

    `date` is the day that the publisher says the text is as at, None where it says none.
    `resumed`: bytes of an earlier, broken transfer were kept. `reused`: nothing was transferred,
    for the file was here already and unchanged. `encoding` is empty where the file says its own.
    """

    path: Path
    url: str
    sha256: str
    bytes: int
    reader: str
    version: str
    date: date | None
    resumed: bool
    notes: tuple[str, ...] = ()
    reused: bool = False
    encoding: str = ""


@dataclass(frozen=True, slots=True)
class WantedFile:
    """A file by its address and its name here.

    `fault` says what is wrong with the finished file, or nothing. `packing` is the content coding
    that the publisher may use: identity, or gzip. `settled`: the address will never name another
    text, so a whole file that is here is not asked for again.
    """

    url: str
    name: str
    fault: Callable[[Path], str]
    packing: str = "identity"
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Landed:
    """A finished file, as the transfer knows it."""

    path: Path
    url: str
    sha256: str
    bytes: int
    resumed: bool = False
    reused: bool = False

    def fetched(
        self,
        request: FetchRequest,
        *,
        reader: str,
        version: str,
        day: date | None,
        notes: tuple[str, ...] = (),
        encoding: str = "",
    ) -> Fetched:
        """The same, with what only its publisher's connector knows."""
        unasked = ("already here and unchanged: not fetched again",) if self.reused else ()
        return Fetched(
            path=self.path,
            url=self.url,
            sha256=self.sha256,
            bytes=self.bytes,
            reader=reader,
            version=version,
            date=day,
            resumed=self.resumed,
            notes=(*unasked, *notes, *size_notes(self.path, request.settings)),
            reused=self.reused,
            encoding=encoding,
        )
