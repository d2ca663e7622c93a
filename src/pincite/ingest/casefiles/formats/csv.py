"""Comma- and tab-separated values, read as one sheet: each record a row."""

from __future__ import annotations

import csv
import io

from pincite.errors import SourceMalformed, SourceTooLarge
from pincite.ingest.casefiles.formats.decoding import decode
from pincite.ingest.casefiles.formats.numerals import spreadsheet_letters
from pincite.ingest.casefiles.formats.rows import MAX_CELLS, row_of
from pincite.ingest.casefiles.reading import Bounds, FileReading

_SEPARATORS = (",", ";", "\t", "|")
_SAMPLE = 50


def read(data: bytes, name: str, bounds: Bounds) -> FileReading:
    """Rows are placed as a spreadsheet would name them: "A7"; the first record is row 1."""
    decoded = decode(data, name)
    text = decoded.text
    reading = FileReading(warnings=decoded.warnings, losses=decoded.losses())
    separator = "\t" if name.lower().endswith((".tsv", ".tab")) else _separator(text)
    records = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    cells = 0
    try:
        for number, record in enumerate(records, start=1):
            cells += len(record)
            if cells > MAX_CELLS:
                raise SourceTooLarge(f"over {MAX_CELLS:,} cells", file=name)
            row = row_of(
                ((value, f"{spreadsheet_letters(column)}{number}"))
                for column, value in enumerate(record, start=1)
            )
            if row:
                reading.paragraphs.append(row)
    except csv.Error as problem:
        raise SourceMalformed(
            f"not a table of separated values: {problem}",
            file=name,
            place=f"line {records.line_num}",
            hint="Look for a quotation mark that is never closed, or save it as .xlsx.",
        ) from None
    return reading


def _separator(text: str) -> str:
    """The mark that parts the first lines most evenly, a comma where none does."""
    lines = text.split("\n", _SAMPLE)[:_SAMPLE]
    lines = [line for line in lines if line.strip()]

    def evenness(mark: str) -> tuple[int, int]:
        counts = [line.count(mark) for line in lines]
        most_common = max(counts, key=counts.count, default=0)
        return (counts.count(most_common) if most_common else 0, most_common)

    best = max(_SEPARATORS, key=evenness)
    return best if evenness(best)[0] else ","
