"""The rows of one sheet, cell by cell as the sheet shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.errors import SourceTooLarge
from pincite.ingest.casefiles.formats.numerals import spreadsheet_letters
from pincite.ingest.casefiles.formats.package import Element, Package
from pincite.ingest.casefiles.formats.rows import MAX_CELLS, row_of
from pincite.ingest.casefiles.formats.xlsx import number_formats
from pincite.ingest.casefiles.reading import FileParagraph
from pincite.ingest.safe_xml import name_of

_reference = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_simple_name = re.compile(r"[^\W\d]\w*")
_looks_like_a_cell = re.compile(r"[A-Za-z]{1,3}\d+|[Rr]\d*[Cc]\d*")


@dataclass(slots=True)
class Workbook:
    """What the sheets share, and what was met while reading them."""

    package: Package
    strings: list[str]
    # The number format of each cell style, by its index.
    formats: list[str]
    from_1904: bool
    cells: int = 0
    hidden_rows: int = 0
    hidden_columns: bool = False
    unanswered: int = 0
    strings_lost: int = 0


def rows(workbook: Workbook, part: str, sheet: str, page: int) -> Iterator[FileParagraph]:
    """Each row that has words, in the order of the file."""
    quoted = quote(sheet)
    count = 0
    for element in workbook.package.elements(part, "col", "row"):
        hidden = element.get("hidden") in ("1", "true")
        if name_of(element) == "col":
            workbook.hidden_columns |= hidden
            continue
        given = element.get("r", "")
        count = int(given) if given.isascii() and given.isdigit() and len(given) < 8 else count + 1
        values = [
            (text, f"{quoted}!{place}") for place, text in _cells(workbook, element, count) if text
        ]
        row = row_of(values, page)
        if row is not None:
            workbook.hidden_rows += hidden
            yield row


def quote(sheet: str) -> str:
    """The sheet's name as formulas write it."""
    if _simple_name.fullmatch(sheet) and not _looks_like_a_cell.fullmatch(sheet):
        return sheet
    return "'" + sheet.replace("'", "''") + "'"


def _cells(workbook: Workbook, row: Element, number: int) -> Iterator[tuple[str, str]]:
    column = 0
    for cell in row:
        if name_of(cell) != "c":
            continue
        workbook.cells += 1
        if workbook.cells > MAX_CELLS:
            raise SourceTooLarge(
                f"over {MAX_CELLS:,} cells",
                file=workbook.package.name,
                hint="Save the sheets that matter as files of their own.",
            )
        match = _reference.fullmatch(cell.get("r", ""))
        column += 1
        place = match[0] if match else f"{spreadsheet_letters(column)}{number}"
        if match:
            column = _column(match[1])
        yield place, _value(workbook, cell)


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _value(workbook: Workbook, cell: Element) -> str:
    kind = cell.get("t", "n")
    raw, formula = "", False
    for child in cell:
        name = name_of(child)
        if name == "v":
            raw = child.text or ""
        elif name == "is":
            raw = string_of(child)
        elif name == "f":
            formula = True
    if formula and not raw and kind != "str":
        workbook.unanswered += 1
        return ""
    if kind == "s":
        return _shared(workbook, raw)
    if kind == "b":
        return {"1": "TRUE", "0": "FALSE"}.get(raw, raw)
    if kind == "d":
        return raw.replace("T", " ").removesuffix(" 00:00:00")
    if kind != "n" or not raw:
        return raw
    try:
        value = float(raw)
    except ValueError:
        return raw
    return number_formats.show(value, _format(workbook, cell), from_1904=workbook.from_1904)


def _shared(workbook: Workbook, raw: str) -> str:
    if raw.isascii() and raw.isdigit() and len(raw) < 9 and int(raw) < len(workbook.strings):
        return workbook.strings[int(raw)]
    workbook.strings_lost += 1
    return ""


def _format(workbook: Workbook, cell: Element) -> str:
    style = cell.get("s", "0")
    if (
        style.isascii()
        and style.isdigit()
        and len(style) < 7
        and int(style) < len(workbook.formats)
    ):
        return workbook.formats[int(style)]
    return "General"


def string_of(element: Element) -> str:
    """The words of a string, its runs joined; phonetic readings are not words of it."""
    out: list[str] = []
    for child in element:
        name = name_of(child)
        if name == "t":
            out.append(child.text or "")
        elif name == "r":
            out += [run.text or "" for run in child if name_of(run) == "t"]
    return "".join(out)
