"""Reads a PDF's metadata: information, language, page labels and attached files."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

from __future__ import annotations

import re
from typing import Any

import pypdfium2

from pincite.ingest.casefiles.formats.pdf.engine import language_of
from pincite.ingest.casefiles.reading import Attachment, Bounds, FileReading
from pincite.text.canonical import canonicalize

_KEYS = {"Author": "author", "Subject": "subject", "Producer": "producer", "Creator": "creator"}
_date = re.compile(r"D:(\d{4})(\d\d)?(\d\d)?(?:(\d\d)(\d\d)(\d\d)?)?")
_unprinted = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_MAX_VALUE = 1000
_MAX_FILES = 1000


def describe(document: Any, reading: FileReading) -> None:
    """Fills in title, language and meta."""
    stated: dict[str, str] = document.get_metadata_dict(skip_empty=True)
    values = {key: _clean(value) for key, value in stated.items()}
    reading.title = values.get("Title", "")
    reading.language = _clean(language_of(document))
    for key, name in _KEYS.items():
        if values.get(key):
            reading.meta[name] = values[key]
    for key, name in (("CreationDate", "created"), ("ModDate", "modified")):
        if date := _iso(values.get(key, "")):
            reading.meta[name] = date


def label_of(document: Any, page: int) -> str:
    """The label that the document gives page `page` (from 1), else its number."""
    return _clean(document.get_page_label(page - 1)) or str(page)


def attachments(document: Any, bounds: Bounds, warnings: list[str]) -> list[Attachment]:
    """The files within the PDF, as many as the bounds allow."""
    out: list[Attachment] = []
    left = bounds.max_bytes
    for index in range(min(document.count_attachments(), _MAX_FILES)):
        place = f"attachment {index + 1}"
        try:
            attachment = document.get_attachment(index)
            name = _clean(attachment.get_name()) or place
            data = bytes(attachment.get_data())
        except pypdfium2.PdfiumError:
            warnings.append(f"{place} of the PDF cannot be read")
            continue
        if len(data) > left:
            warnings.append(f"{place} of the PDF is too large and was left out")
            continue
        left -= len(data)
        out.append(Attachment(name, data, place))
    return out


def _clean(text: str) -> str:
    return canonicalize(_unprinted.sub(" ", text[:_MAX_VALUE]))


def _iso(text: str) -> str:
    """A PDF date as 2020-06-09 or 2020-06-09T14:30:00; "" for what is none."""
    match = _date.match(text)
    if not match:
        return ""
    year, month, day, hour, minute, second = match.groups()
    date = "-".join(part for part in (year, month, day) if part)
    return f"{date}T{hour}:{minute}:{second or '00'}" if hour and day else date
