"""Plain text: each line of the file a FileLine, paragraphs parted by blank lines or an indent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pincite.errors import SourceTooLarge
from pincite.ingest.casefiles.formats.decoding import decode
from pincite.ingest.casefiles.formats.shown import shown
from pincite.ingest.casefiles.reading import Bounds, FileLine, FileParagraph, FileReading, Page

# Nobody wraps lines by hand beyond this: a file with such lines has one paragraph a line.
_WRAPPED = 200
_INDENT = 2
# A page of fewer numbered lines may be a list.
_FEWEST_NUMBERED = 10
_NUMBERED_SHARE = 0.8
_printed_number = re.compile(r"\s{0,12}(\d{1,2})(?:\s+|$)")
_line_end = re.compile("\r\n|\r|\n")
_begins_small = re.compile(r"[^\W\d_]")


class TextRow(NamedTuple):
    """One line as the file has it: `number` is what it is known by, `raw` is indented as it was."""

    number: str
    raw: str
    page: int = 0


def read(data: bytes, name: str, bounds: Bounds) -> FileReading:
    """A form feed begins a page; without one there are no pages. Line numbers that a transcript
    prints down its margin are taken out of the text and kept as the number of each line."""
    decoded = decode(data, name)
    sheets = decoded.text.split("\f")
    while len(sheets) > 1 and not sheets[-1].strip():
        sheets.pop()
    if len(sheets) > bounds.max_pages:
        raise SourceTooLarge(f"{len(sheets):,} pages; the limit is {bounds.max_pages:,}", file=name)
    reading = FileReading(warnings=decoded.warnings, losses=decoded.losses())
    if len(sheets) > 1:
        reading.pages = [Page(number) for number in range(1, len(sheets) + 1)]
    rows: list[TextRow] = []
    count = 1
    for page, sheet in enumerate(sheets, start=1):
        lines = _line_end.split(sheet)
        numbered = [
            TextRow(str(count + offset), line, page if reading.pages else 0)
            for offset, line in enumerate(lines)
        ]
        # The last line of a page and the first of the next are one line of the file.
        count += len(lines) - 1
        if page < len(sheets) and not lines[-1].strip():
            numbered.pop()
        rows += with_printed_numbers(numbered)
    reading.paragraphs = paragraphs_of(rows)
    return reading


def paragraphs_of(rows: Sequence[TextRow], *, place: str = "line {}") -> list[FileParagraph]:
    """Lines put together to paragraphs, each placed at the number of its first line."""
    unwrapped = sum(len(row.raw) > _WRAPPED for row in rows) * 4 > sum(
        bool(row.raw.strip()) for row in rows
    )
    out: list[FileParagraph] = []
    before: TextRow | None = None
    for row in rows:
        text = shown(row.raw)
        if not text:
            # White space at the head of a page says nothing of what the last one ended with.
            if before is not None and row.page == before.page:
                before = None
            continue
        line = FileLine(text, row.page, number=row.number)
        if out and before is not None and not unwrapped and _continues(before, row, text):
            out[-1].lines.append(line)
        else:
            out.append(FileParagraph([line], place=place.format(row.number)))
        before = row
    return out


def _continues(before: TextRow, row: TextRow, text: str) -> bool:
    if row.page != before.page:
        return _begins_small.match(text) is not None and text[0].islower()
    return _indent(row.raw) < _indent(before.raw) + _INDENT


def _indent(raw: str) -> int:
    head = raw[:_WRAPPED]
    return len(head[: len(head) - len(head.lstrip())].expandtabs(8))


def with_printed_numbers(rows: list[TextRow]) -> list[TextRow]:
    """The rows of a page, numbered as its margin prints where it does so in sequence; a running
    head or foot has no number, and keeps what it is known by."""
    numbers: dict[int, re.Match[str]] = {}
    last = 0
    written = 0
    for index, row in enumerate(rows):
        if not row.raw.strip():
            continue
        written += 1
        match = _printed_number.match(row.raw)
        if match and int(match[1]) in (last + 1, 1):
            numbers[index] = match
            last = int(match[1])
    if len(numbers) < max(_FEWEST_NUMBERED, _NUMBERED_SHARE * written):
        return rows
    return [
        row._replace(number=numbers[index][1], raw=row.raw[numbers[index].end() :])
        if index in numbers
        else row
        for index, row in enumerate(rows)
    ]
