"""E-mail: the headers that a reader sees, the words of the message, the files that came with it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from email.message import Message

from pincite.ingest.casefiles.formats import html, txt
from pincite.ingest.casefiles.formats.mail_parts import (
    bytes_of,
    children_of,
    defects_of,
    file_name,
    headers,
    parse,
    parts_of_mailbox,
    text_of,
)
from pincite.ingest.casefiles.formats.package import counted
from pincite.ingest.casefiles.reading import (
    Attachment,
    Bounds,
    FileLine,
    FileParagraph,
    FileReading,
)
from pincite.model.document import Loss

_HEADERS = ("From", "To", "Cc", "Bcc", "Date", "Subject")
_ENCRYPTED = ("application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted")
# Machinery of the transport, which says nothing to a reader.
_SILENT = frozenset({
    "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature",
    "message/delivery-status",
})  # fmt: skip
_line_end = re.compile("\r\n|\r|\n")


@dataclass(slots=True)
class _Found:
    bodies: list[Message] = field(default_factory=list[Message])
    attachments: list[Attachment] = field(default_factory=list[Attachment])
    unnamed: int = 0
    encrypted: bool = False


def read(data: bytes, name: str, bounds: Bounds) -> FileReading:
    """The plain text of a message where it has one, else its web page. Replies that it quotes
    stay. A mailbox of several messages has no words of its own: each is an attachment."""
    messages = parts_of_mailbox(data, name)
    if len(messages) > 1:
        return FileReading(
            attachments=[
                Attachment(f"message {number}.eml", message, f"message {number}")
                for number, message in enumerate(messages, start=1)
            ]
        )
    message = parse(messages[0], name)
    reading = FileReading()
    for key in _HEADERS:
        value = headers(message, key)
        if value:
            reading.meta[key.lower()] = value
            reading.paragraphs.append(FileParagraph([FileLine(f"{key}: {value}")], place="header"))
    identity = headers(message, "Message-ID")
    if identity:
        reading.meta["message id"] = identity
    reading.title = reading.meta.get("subject", "")
    parts = _Found()
    _collect(message, parts)
    reading.attachments = parts.attachments
    for body in parts.bodies:
        _add_body(reading, body, name)
    if parts.encrypted:
        reading.warnings.append("the message is encrypted: its words could not be read")
        reading.losses.append(Loss("its words could not be read: the message is encrypted"))
    if parts.unnamed:
        count = counted(parts.unnamed, "part")
        reading.warnings.append(f"{count} without a name, such as pictures within it, left out")
    if message.defects:
        reading.warnings.append("the message is not well formed: parts of it may be missing")
    reading.losses += defects_of(message)
    return reading


def _collect(part: Message, parts: _Found, *, words: bool = True) -> None:
    """Sort the parts of a message into what it says and what came with it, in order; `words` is
    False in a second form of words that were collected already."""
    kind = part.get_content_type()
    if kind in _ENCRYPTED:
        parts.encrypted = True
    if (
        file_name(part)
        or part.get_content_disposition() == "attachment"
        or kind == "message/rfc822"
    ):
        place = f"attachment {len(parts.attachments) + 1}"
        name = file_name(part, otherwise=place)
        parts.attachments.append(Attachment(name, bytes_of(part), place))
    elif kind in _SILENT:
        return
    elif part.is_multipart():
        children = children_of(part)
        best = _best(children) if kind == "multipart/alternative" else None
        for child in children:
            _collect(child, parts, words=words and best in (None, child))
    elif kind in ("text/plain", "text/html"):
        parts.bodies += [part] if words else []
    else:
        parts.unnamed += 1


def _best(alternatives: list[Message]) -> Message | None:
    """Of several forms of the same words: the plain one, unless it says nothing."""

    def rank(part: Message) -> int:
        leaves = [leaf for leaf in part.walk() if not leaf.is_multipart()]
        plain = [leaf for leaf in leaves if leaf.get_content_type() == "text/plain"]
        if any(text_of(leaf).text.strip() for leaf in plain):
            return 2
        return int(any(leaf.get_content_type() == "text/html" for leaf in leaves))

    return max(alternatives, key=rank, default=None)


def _add_body(reading: FileReading, body: Message, name: str) -> None:
    decoded = text_of(body)
    text = decoded.text
    reading.warnings += decoded.warnings
    reading.losses += decoded.losses()
    if body.get_content_type() == "text/html":
        page = html.read_text(text, name)
        for paragraph in page.paragraphs:
            paragraph.place = f"body, {paragraph.place}" if paragraph.place else "body"
        reading.paragraphs += page.paragraphs
        reading.warnings += page.warnings
        return
    rows = [
        txt.TextRow(str(number), line) for number, line in enumerate(_line_end.split(text), start=1)
    ]
    for paragraph in txt.paragraphs_of(rows, place="body, line {}"):
        paragraph.lines = [line._replace(number="") for line in paragraph.lines]
        reading.paragraphs.append(paragraph)
