"""The record beside a download: what the publisher said of the file, kept across runs."""

from __future__ import annotations

import base64
import re
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import httpx
from pydantic import BaseModel, ConfigDict, ValidationError

from pincite.errors import FetchError

_digest = re.compile(r"\bsha-256=:?([A-Za-z0-9+/]{43}=)", re.IGNORECASE)


class DownloadRecord(BaseModel):
    """`length`, `packing` and `digest` are of the bytes sent; `sha256` of the finished file."""

    model_config = ConfigDict(frozen=True)

    url: str
    etag: str = ""
    last_modified: str = ""
    length: int | None = None
    packing: str = ""
    digest: str = ""
    sha256: str = ""

    @classmethod
    def of(cls, url: str, response: httpx.Response) -> DownloadRecord:
        headers = response.headers
        stated = headers.get("content-length", "")
        return cls(
            url=url,
            etag=headers.get("etag", ""),
            last_modified=headers.get("last-modified", ""),
            length=int(stated) if stated.isdecimal() else None,
            packing=headers.get("content-encoding", "").strip().lower().replace("identity", ""),
            digest=_promised(headers.get("repr-digest", "") or headers.get("digest", "")),
        )

    @property
    def validator(self) -> str:
        """What a continued transfer may be made conditional on; weak tags may not (RFC 9110)."""
        return self.last_modified if self.etag.startswith("W/") else self.etag or self.last_modified

    def same_file(self, other: DownloadRecord) -> bool:
        """Both records are of the same bytes, as far as the publisher says."""
        if self.etag or other.etag:
            return self.etag == other.etag
        return bool(self.last_modified) and (self.last_modified, self.length) == (
            other.last_modified,
            other.length,
        )


class DownloadRecordFile:
    """The file of a DownloadRecord. It is written in place, because the open file is also the lock;
    a torn record reads as none."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.record = _read(file)

    def write(self, record: DownloadRecord) -> None:
        self._file.seek(0)
        self._file.truncate()
        self._file.write(record.model_dump_json().encode())
        self._file.flush()
        self.record = record

    def clear(self) -> None:
        self._file.seek(0)
        self._file.truncate()
        self.record = None


@contextmanager
def held(path: Path) -> Generator[DownloadRecordFile, None, None]:
    """The slip at that path, for this process alone; taken away again when it stays blank.

    Raises FetchError when another process holds it.
    """
    with path.open("a+b") as file:
        if not _locked(file):
            raise FetchError(
                f"another process is fetching {path.stem}", hint="Wait until it is done."
            )
        record_file = DownloadRecordFile(file)
        try:
            yield record_file
        finally:
            if record_file.record is None:
                path.unlink(missing_ok=True)


def _locked(file: BinaryIO) -> bool:
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _read(file: BinaryIO) -> DownloadRecord | None:
    file.seek(0)
    try:
        return DownloadRecord.model_validate_json(file.read())
    except ValidationError:
        return None


def _promised(header: str) -> str:
    match = _digest.search(header)
    return base64.b64decode(match[1]).hex() if match else ""
