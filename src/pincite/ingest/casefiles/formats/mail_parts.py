"""The parts of a message, parsed within bounds: headers decoded, payloads as bytes or as text."""

from __future__ import annotations

import base64
import binascii
import quopri
import re
from email import errors, policy
from email.feedparser import BytesFeedParser
from email.message import Message
from typing import cast

from pincite.errors import SourceMalformed, SourceTooLarge, SourceUnsafe
from pincite.ingest.casefiles.formats.decoding import Decoded, decode_part
from pincite.ingest.casefiles.formats.shown import shown
from pincite.model.document import Loss

_TORN_APART = (
    errors.NoBoundaryInMultipartDefect,
    errors.StartBoundaryNotFoundDefect,
    errors.MultipartInvariantViolationDefect,
)
_BADLY_ENCODED = (
    errors.InvalidBase64CharactersDefect,
    errors.InvalidBase64LengthDefect,
    errors.InvalidBase64PaddingDefect,
)
MAX_PARTS = 1000
MAX_DEPTH = 20
MAX_MESSAGES = 10_000
_LONGEST_HEADER = 1_000_000
_LONGEST_NAME = 200
_BLOCK = 1 << 16
# What the standard parser raises on parameters and character sets that are none.
_broken = (LookupError, ValueError, TypeError, AttributeError, AssertionError)
_encoded_word = re.compile(r"=\?([\w-]{1,40})(?:\*[\w-]{0,40})?\?([bBqQ])\?([^?\s]*)\?=")
# White space between two encoded words is not part of what they say (RFC 2047, 6.2).
_encoded_words = re.compile(rf"{_encoded_word.pattern}(?:\s*{_encoded_word.pattern})*")
_separator = re.compile(rb"(?:\A|(?<=\n))From \S+[^\r\n]*\d{4}[^\r\n]*\r?\n(?=[!-9;-~]+:)")
# By what a part says it is; a fixed table, so that names do not depend on the machine.
_ENDINGS = {
    "application/pdf": ".pdf", "message/rfc822": ".eml", "text/plain": ".txt",
    "text/html": ".html", "text/csv": ".csv", "image/png": ".png", "image/jpeg": ".jpg",
    "image/tiff": ".tif",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
}  # fmt: skip


def parts_of_mailbox(data: bytes, name: str) -> list[bytes]:
    """The messages of a mailbox file; of any other, the file itself."""
    if not data.startswith(b"From "):
        return [data]
    separators = list(_separator.finditer(data))
    if len(separators) > MAX_MESSAGES:
        raise SourceTooLarge(f"over {MAX_MESSAGES:,} messages", file=name)
    ends = [*(match.start() for match in separators[1:]), len(data)]
    return [
        data[separator.end() : end]
        for separator, end in zip(separators, ends, strict=bool(separators))
    ] or [data]


def parse(data: bytes, name: str) -> Message:
    """The message and its parts. Raises SourceTooLarge or SourceUnsafe past the bounds."""
    made = 0
    parser: BytesFeedParser | None = None

    def make(**arguments: object) -> Message:
        nonlocal made
        made += 1
        if made > MAX_PARTS:
            raise SourceTooLarge(f"a message of over {MAX_PARTS:,} parts", file=name)
        # The parser keeps the messages that it is inside of, and recurses into them.
        if parser and len(parser._msgstack) > MAX_DEPTH:  # pyright: ignore
            raise SourceUnsafe(
                f"messages within messages, over {MAX_DEPTH} deep",
                file=name,
                hint="Save the innermost message as a file of its own.",
            )
        return Message(policy=policy.compat32)

    parser = BytesFeedParser(_factory=make, policy=policy.compat32)
    try:
        for start in range(0, len(data), _BLOCK):
            parser.feed(data[start : start + _BLOCK])
        return parser.close()
    except _broken as problem:
        raise SourceMalformed("cannot be read as a message", file=name) from problem


def children_of(part: Message) -> list[Message]:
    payload = part.get_payload()
    listed = cast("list[object]", payload) if isinstance(payload, list) else []
    return [child for child in listed if isinstance(child, Message)]


def headers(message: Message, name: str) -> str:
    """All headers of that name, joined by commas."""
    raw = [str(value) for key, value in message.raw_items() if key.lower() == name.lower()]
    return ", ".join(filter(None, map(header, raw)))


def header(raw: str) -> str:
    """A header as it is shown: unfolded, its encoded words decoded, on one line."""
    text = _raw(raw[:_LONGEST_HEADER])
    return shown(_encoded_words.sub(_decode_words, text))


def file_name(part: Message, otherwise: str = "") -> str:
    """The name that the sender gave it, without folders; `otherwise` with a fitting ending."""
    try:
        given = part.get_filename() or ""
    except _broken:
        given = ""
    text = header(given).replace("\\", "/").rpartition("/")[2].strip(" .")
    if not text and otherwise:
        return otherwise + _ENDINGS.get(part.get_content_type(), "")
    stem, dot, ending = text.rpartition(".")
    if len(text) > _LONGEST_NAME:
        return f"{stem[:_LONGEST_NAME]}{dot}{ending[:10]}" if dot else text[:_LONGEST_NAME]
    return text


def bytes_of(part: Message) -> bytes:
    """What a part holds; of a message or a group of parts, all of it as it would be sent."""
    inner = children_of(part)
    if part.get_content_type() == "message/rfc822" and inner:
        return _sent(inner[0])
    if part.is_multipart():
        return _sent(part)
    return _decoded(part)


def text_of(part: Message) -> Decoded:
    """The words of a text part, in the character set that it declares."""
    try:
        declared = part.get_content_charset("") or ""
    except _broken:
        declared = ""
    return decode_part(_decoded(part), declared)


def defects_of(message: Message) -> list[Loss]:
    """What the parser found wrong with the message and its parts, where words may be missing for
    it. Call it once the parts were decoded."""
    told: dict[str, None] = {}
    for part in message.walk():
        for defect in part.defects:
            if isinstance(defect, errors.CloseBoundaryNotFoundDefect):
                told["the message is cut short: its last part does not end"] = None
            elif isinstance(defect, _TORN_APART):
                told["its parts cannot be told from each other: some may be missing"] = None
            elif isinstance(defect, _BADLY_ENCODED):
                what = file_name(part) or "a part of the message"
                told[f"{what} may be incomplete: its encoding is damaged"] = None
    return [Loss(what) for what in told]


def _decoded(part: Message) -> bytes:
    try:
        payload = part.get_payload(decode=True)
    except _broken:
        return b""
    return payload if isinstance(payload, bytes) else b""


def _sent(message: Message) -> bytes:
    try:
        return message.as_bytes()
    except _broken:
        return b""


def _raw(text: str) -> str:
    """Bytes beyond ASCII, which should have been encoded, read as UTF-8 or Windows-1252; the
    parser keeps them as lone surrogates."""
    try:
        return decode_part(text.encode("ascii", "surrogateescape"), "").text
    except UnicodeEncodeError:
        return text


def _decode_words(match: re.Match[str]) -> str:
    """Neighbours in one character set are decoded together: senders cut between bytes."""
    runs: list[tuple[str, bytes]] = []
    for word in _encoded_word.finditer(match[0]):
        charset, data = word[1].lower(), _word_bytes(word[2], word[3])
        if data is None:
            return match[0]
        if runs and runs[-1][0] == charset:
            data = runs.pop()[1] + data
        runs.append((charset, data))
    return "".join(decode_part(data, charset).text for charset, data in runs)


def _word_bytes(form: str, payload: str) -> bytes | None:
    raw = payload.encode("utf-8", "replace")
    if form in "qQ":
        return quopri.decodestring(raw, header=True)
    try:
        return base64.b64decode(raw + b"=" * (-len(raw) % 4))
    except (binascii.Error, ValueError):
        return None
