"""One file from a publisher to a folder: continued where it broke off, proved, then put in place.

Beside NAME lie NAME.part until it is whole, NAME.fetch (what the publisher said of it) and, at the
end, NAME.sha256 for `sha256sum --check`.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import NoReturn

import httpx

from pincite.errors import FetchError, FetchMismatch, InputError
from pincite.ingest.law.connectors.download_record import DownloadRecord, DownloadRecordFile, held
from pincite.ingest.law.connectors.fetch_request import FetchRequest, Landed, WantedFile
from pincite.ingest.law.connectors.proof import sha256_of, unpack_gzip
from pincite.ingest.law.connectors.web import Passing, Web, allowed, final, patiently

_content_range = re.compile(r"bytes (?:(\d+)-\d+|\*)/(\d+|\*)")
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


def download(web: Web, wanted: WantedFile, request: FetchRequest) -> Landed:
    """The whole, proved file. Raises FetchError, FetchMismatch, or InputError for the folder."""
    address = httpx.URL(wanted.url)
    if not allowed(address):
        raise InputError(f"not an https address: {address}", hint="Give a base URL with https.")
    with _writing(request.into):
        request.into.mkdir(parents=True, exist_ok=True)
        with held(request.into / f"{wanted.name}.fetch") as record_file:
            return _Transfer(web, wanted, request, record_file).run()


@dataclass(frozen=True, slots=True)
class _Begun:
    """A file of which the first `size` bytes are here, and may be continued."""

    record: DownloadRecord
    size: int


class _Transfer:
    def __init__(
        self, web: Web, wanted: WantedFile, request: FetchRequest, record_file: DownloadRecordFile
    ) -> None:
        self._web = web
        self._wanted = wanted
        self._request = request
        self._slip = record_file
        self._path = request.into / wanted.name
        self._part = request.into / f"{wanted.name}.part"
        self._host = httpx.URL(wanted.url).host
        self._sender = wanted.url
        self._resumed = False
        self._kept = self._finished()

    def run(self) -> Landed:
        if self._kept and self._wanted.settled:
            return self._kept
        return patiently(self._attempt) or self._land()

    def _own_record(self) -> DownloadRecord | None:
        record = self._slip.record
        return record if record and record.url == self._wanted.url else None

    def _finished(self) -> Landed | None:
        """The file of an earlier run, if not a byte of it has changed since."""
        record = self._own_record()
        if record is None or not record.sha256 or not self._path.is_file():
            return None
        if sha256_of(self._path) != record.sha256:
            return None
        size = self._path.stat().st_size
        return Landed(self._path, self._wanted.url, record.sha256, size, reused=True)

    def _begun(self) -> _Begun | None:
        record = self._own_record()
        if record is None or record.sha256 or not record.validator or not self._part.is_file():
            return None
        size = self._part.stat().st_size
        return _Begun(record, size) if size else None

    def _attempt(self) -> Landed | None:
        """Fetch what is missing; or the kept file, when the publisher says that it still holds."""
        kept, record, begun = self._kept, self._own_record(), self._begun()
        with self._web.answer(self._wanted.url, self._headers(begun)) as response:
            self._sender = str(response.url)
            offered = DownloadRecord.of(self._wanted.url, response)
            match response.status_code:
                case HTTPStatus.NOT_MODIFIED if kept:
                    return kept
                case HTTPStatus.OK if kept and record and record.same_file(offered):
                    return kept
                case HTTPStatus.OK:
                    self._start(response, offered)
                case HTTPStatus.PARTIAL_CONTENT if begun:
                    self._continue(response, offered, begun)
                case HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE if begun:
                    self._nothing_left(response, begun)
                case code:
                    raise FetchMismatch(f"{self._host} answered {code} to a plain request")
        return None

    def _headers(self, begun: _Begun | None) -> dict[str, str]:
        headers = {"Accept-Encoding": self._wanted.packing}
        record = self._own_record()
        if begun:
            headers |= {"Range": f"bytes={begun.size}-", "If-Range": begun.record.validator}
        elif self._kept and record and record.etag:
            headers["If-None-Match"] = record.etag
        elif self._kept and record and record.last_modified:
            headers["If-Modified-Since"] = record.last_modified
        return headers

    def _start(self, response: httpx.Response, offered: DownloadRecord) -> None:
        if offered.packing not in ("", "gzip"):
            raise FetchMismatch(f"{self._host} packed the file as {offered.packing!r}")
        # From here on the slip is about the new file, and no longer vouches for a kept one.
        self._kept, self._resumed = None, False
        self._part.unlink(missing_ok=True)
        self._slip.write(offered)
        self._pour(response, 0, offered.length)

    def _continue(self, response: httpx.Response, offered: DownloadRecord, begun: _Begun) -> None:
        start, total = _range_of(response)
        record = begun.record
        total = record.length if total is None else total
        # A continued answer may leave out what it said at first (RFC 9110), but not change it.
        same = (
            start == begun.size
            and record.length in (None, total)
            and offered.etag in ("", record.etag)
            and offered.last_modified in ("", record.last_modified)
            and offered.packing in ("", record.packing)
        )
        if not same:
            self._start_over("changed the file while it was being fetched")
        self._resumed = True
        self._slip.write(record.model_copy(update={"length": total}))
        self._pour(response, begun.size, total)

    def _nothing_left(self, response: httpx.Response, begun: _Begun) -> None:
        _, total = _range_of(response)
        promised = begun.record.length
        if total != begun.size or promised not in (None, total):
            size = "more" if promised is None else f"{promised:,}"
            has = "fewer" if total is None else f"{total:,}"
            self._start_over(f"promised {size} bytes and has {has}")
        self._resumed = True

    def _start_over(self, why: str) -> NoReturn:
        self._discard()
        raise Passing(FetchMismatch(f"{self._host} {why}"), wait=0)

    def _pour(self, response: httpx.Response, offset: int, total: int | None) -> None:
        self._check_room(offset, total)
        done, progress = offset, self._request.progress
        with self._part.open("ab") as part:
            progress(done, total, self._wanted.name)
            for block in response.iter_raw():
                done += len(block)
                if done > self._request.max_bytes:
                    self._refuse_size(done)
                part.write(block)
                progress(done, total, self._wanted.name)
            part.flush()
            os.fsync(part.fileno())
        if total is not None and done < total:
            raise Passing(FetchError(f"{self._host} sent {done:,} of {total:,} bytes"), wait=0)

    def _check_room(self, offset: int, total: int | None) -> None:
        if total is None:
            return
        if total > self._request.max_bytes:
            self._refuse_size(total)
        free = shutil.disk_usage(self._request.into).free
        if total - offset > free:
            raise _no_room(self._request.into, f"{total - offset:,} bytes more are needed")

    def _refuse_size(self, size: int) -> NoReturn:
        self._discard()
        raise final(
            f"{self._wanted.name} has over {size - 1:,} bytes; "
            f"the limit is {self._request.max_bytes:,}",
            "Raise the limit if you trust the publisher.",
        )

    def _land(self) -> Landed:
        record = self._slip.record or DownloadRecord(url=self._wanted.url)
        whole, fault = self._unpacked(record)
        fault = fault or self._wanted.fault(whole)
        if fault:
            whole.unlink(missing_ok=True)
            self._discard()
            raise FetchMismatch(
                f"{self._host} sent {fault}{self._aside()}",
                hint="The download was discarded; run the same command again, "
                f"or open {self._wanted.url} in a browser.",
            )
        sha256, size = sha256_of(whole), whole.stat().st_size
        whole.replace(self._path)
        self._part.unlink(missing_ok=True)
        listing = self._path.with_name(f"{self._path.name}.sha256")
        listing.write_text(f"{sha256}  {self._path.name}\n", encoding="utf-8")
        self._slip.write(record.model_copy(update={"sha256": sha256}))
        return Landed(self._path, self._wanted.url, sha256, size, resumed=self._resumed)

    def _unpacked(self, record: DownloadRecord) -> tuple[Path, str]:
        """The file itself, out of what was sent; and what was wrong with what was sent."""
        size = self._part.stat().st_size
        if record.length not in (None, size):
            return self._part, f"{size:,} bytes after it promised {record.length:,}"
        if record.digest and sha256_of(self._part) != record.digest:
            return self._part, "bytes that differ from the checksum it gave"
        if record.packing != "gzip":
            return self._part, ""
        whole = self._part.with_name(f"{self._wanted.name}.unpacked")
        return whole, unpack_gzip(self._part, whole, self._request.max_bytes)

    def _aside(self) -> str:
        sent_by = httpx.URL(self._sender)
        return "" if sent_by == httpx.URL(self._wanted.url) else f" (redirected to {sent_by})"

    def _discard(self) -> None:
        self._part.unlink(missing_ok=True)
        self._slip.clear()


def _range_of(response: httpx.Response) -> tuple[int | None, int | None]:
    """Where the sent part begins, and how long the file is; None where the answer is silent."""
    match = _content_range.fullmatch(response.headers.get("content-range", "").strip())
    if not match:
        return None, None
    start, total = match.groups()
    return (
        int(start) if start else None,
        int(total) if total.isdecimal() else None,
    )


def _no_room(folder: Path, detail: str = "") -> FetchError:
    return FetchError(
        f"no room left in {folder}" + (f": {detail}" if detail else ""),
        hint="Make room and run the same command again; it resumes where it stopped.",
    )


@contextmanager
def _writing(folder: Path) -> Generator[None, None, None]:
    try:
        yield
    except OSError as problem:
        if problem.errno in _NO_ROOM:
            raise _no_room(folder) from problem
        raise InputError(
            f"cannot write in {folder}: {problem.strerror or problem}",
            hint="Choose a folder that you may write in.",
        ) from problem
