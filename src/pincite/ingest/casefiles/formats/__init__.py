"""Readers of file formats, one module each: bytes in, a FileReading out."""

from __future__ import annotations

import importlib
import io
import lzma
import re
import zipfile
import zlib
from typing import Protocol, cast

from pincite.errors import SourceMalformed, SourceTooLarge
from pincite.ingest.casefiles.formats.unread import OLE2, refusal
from pincite.ingest.casefiles.reading import Bounds, FileReading

NAMES = ("pdf", "docx", "xlsx", "html", "txt", "csv", "eml", "image")

_HEAD = 4096
# Programs that make PDFs may put something before the header, but never this much.
_PDF_HEAD = 1024
_ENDINGS = {
    ".html": "html", ".htm": "html", ".xhtml": "html", ".txt": "txt", ".text": "txt",
    ".md": "txt", ".log": "txt", ".csv": "csv", ".tsv": "csv", ".tab": "csv", ".eml": "eml",
    ".mbox": "eml",
}  # fmt: skip
_PACKAGES = {
    ".docx": "docx", ".docm": "docx", ".dotx": "docx", ".dotm": "docx",
    ".xlsx": "xlsx", ".xlsm": "xlsx", ".xltx": "xlsx", ".xltm": "xlsx",
}  # fmt: skip
_PICTURES = (
    b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\0", b"MM\0*", b"II+\0", b"MM\0+", b"GIF87a",
    b"GIF89a",
)  # fmt: skip
_MARKS = (b"\xff\xfe", b"\xfe\xff")
_web_page = re.compile(
    rb"(?:<\?xml[^>]*>\s*)?(?:<!--(?>.*?-->)\s*)*+<(?:!doctype\s+html|html)\b", re.I | re.S
)
_web_tags = re.compile(rb"<(?:head|body|title|meta|div|table|p|h1)\b[^>]*>", re.I)
_header = re.compile(rb"([!-9;-~]{1,60}):[ \t]?[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*\r?\n")
_mailbox = re.compile(rb"From \S+[^\r\n]*\d{4}\r?\n")
_MESSAGE = frozenset(
    {b"from", b"to", b"date", b"subject", b"received", b"message-id", b"mime-version",
     b"return-path", b"delivered-to", b"cc"}
)  # fmt: skip
_FEWEST_HEADERS = 3
_MOST_PARTS = 10_000


class _Reader(Protocol):
    """What each module of this package offers."""

    def read(self, data: bytes, name: str, bounds: Bounds) -> FileReading: ...


def read(data: bytes, name: str, bounds: Bounds) -> FileReading:
    """The file, read by the format that it is. Raises SourceError: it is no kind that is read
    here, too large, unsafe, damaged or encrypted."""
    if not data.strip(b"\0\t\n\r "):
        raise SourceMalformed("an empty file", file=name, hint="Get the file again.")
    if len(data) > bounds.max_bytes:
        raise SourceTooLarge(f"{len(data):,} bytes; the limit is {bounds.max_bytes:,}", file=name)
    kind = recognise(data, name)
    if kind is None:
        raise refusal(data, name)
    module = importlib.import_module(f"{__name__}.{kind}")
    return cast("_Reader", module).read(data, name, bounds)


def recognise(data: bytes, name: str) -> str | None:
    """Which of NAMES a file is: by its first bytes, then by its ending, then by what is in it.
    None for what is not read."""
    ending = "." + name.lower().rpartition(".")[2]
    named = _ENDINGS.get(ending)
    head = data[:_HEAD]
    binary = _by_first_bytes(data, head, ending, named)
    if binary:
        return binary
    if data.startswith((OLE2, b"PK\x03\x04", b"{\\rtf")) or not _is_text(head):
        return None
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if named != "eml" and _web_page.match(text):
        return "html"
    if ending in (".mht", ".mhtml"):
        return None
    return named or _by_content(data, text)


def _by_first_bytes(data: bytes, head: bytes, ending: str, named: str | None) -> str | None:
    at = head.find(b"%PDF-", 0, _PDF_HEAD)
    # A text may speak of such headers.
    if at == 0 or (at > 0 and named is None):
        return "pdf"
    picture = head.startswith(_PICTURES) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP")
    if picture or (head[:2] == b"BM" and head[6:10] == b"\0\0\0\0"):
        return "image"
    if data.startswith(b"PK\x03\x04"):
        return _package(data) or _PACKAGES.get(ending)
    return None


def _package(data: bytes) -> str | None:
    """Word or Excel, by what the package says its main part is."""
    if data.count(b"PK\x01\x02") > _MOST_PARTS:
        return None
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        with archive, archive.open("[Content_Types].xml") as stream:
            types = stream.read(1 << 20)
    except (
        zipfile.BadZipFile, zlib.error, KeyError, OSError, EOFError, ValueError, RuntimeError,
        NotImplementedError, IndexError, lzma.LZMAError,
    ):  # fmt: skip
        return None
    if re.search(rb"word\S{0,40}\.main\+xml", types):
        return "docx"
    return "xlsx" if re.search(rb"sheet\S{0,40}\.main\+xml", types) else None


def _is_text(head: bytes) -> bool:
    return head.startswith(_MARKS) or b"\0" not in head


def _by_content(data: bytes, text: bytes) -> str | None:
    if text.startswith(b"<?xml"):
        return None
    if len({match[0].lower()[:4] for match in _web_tags.finditer(text)}) > 1:
        return "html"
    if _is_message(text):
        return "eml"
    try:
        whole = data.decode("utf-16" if data.startswith(_MARKS) else "utf-8")
    except UnicodeDecodeError:
        return None
    return "txt" if all(char.isprintable() or char.isspace() for char in whole[:_HEAD]) else None


def _is_message(text: bytes) -> bool:
    mailbox = _mailbox.match(text)
    at = mailbox.end() if mailbox else 0
    names: set[bytes] = set()
    while match := _header.match(text, at):
        names.add(match[1].lower())
        at = match.end()
    return len(names & _MESSAGE) >= _FEWEST_HEADERS
