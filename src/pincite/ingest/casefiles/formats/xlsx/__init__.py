"""Excel workbooks: each sheet a page, each row a paragraph, values as they were last worked out."""

from __future__ import annotations

from contextlib import suppress

from pincite.errors import SourceMalformed, SourceTooLarge
from pincite.ingest.casefiles.formats import missing_parts
from pincite.ingest.casefiles.formats import package as packages
from pincite.ingest.casefiles.formats.package import Element, Package, counted
from pincite.ingest.casefiles.formats.shown import shown
from pincite.ingest.casefiles.formats.xlsx import number_formats, sheets
from pincite.ingest.casefiles.reading import Bounds, FileReading, Page
from pincite.ingest.safe_xml import name_of
from pincite.model.document import Loss


def read(data: bytes, name: str, bounds: Bounds) -> FileReading:
    """No formula is worked out: a cell shows the value that was saved with it."""
    package = packages.open_package(data, name, bounds)
    part = package.target("officeDocument")
    root = package.xml_if_there(part)
    if root is None or name_of(root) != "workbook":
        raise SourceMalformed("no workbook in it: damaged, or another kind of file", file=name)
    about = packages.properties(package)
    reading = FileReading(
        title=about.pop("title", ""), language=about.pop("language", ""), meta=about
    )
    workbook = sheets.Workbook(
        package,
        _strings(package, package.target("sharedStrings", part)),
        _formats(package, package.target("styles", part)),
        _from_1904(root),
    )
    targets = {relation.id: relation.target for relation in package.relations(part)}
    listed = [child for group in root if name_of(group) == "sheets" for child in group]
    if len(listed) > bounds.max_pages:
        raise SourceTooLarge(f"{len(listed):,} sheets", file=name)
    hidden: list[str] = []
    for number, sheet in enumerate(listed, start=1):
        label = shown(sheet.get("name", "")) or f"Sheet{number}"
        reading.pages.append(Page(number, label))
        if sheet.get("state", "visible") != "visible":
            hidden.append(label)
        target = targets.get(_relation(sheet), "")
        if target not in package:
            reading.losses.append(Loss(f"sheet {label}: missing from the file"))
        elif "/worksheets/" in f"/{target}":
            _read_sheet(workbook, reading, target, label, number)
        else:
            reading.warnings.append(f"{label}: not a sheet of cells; left out")
        bounds.tick(number, len(listed))
    reading.warnings += _warnings(workbook, hidden) + packages.left_out(package)
    reading.losses += _losses(workbook) + missing_parts.losses(package, part)
    return reading


def _read_sheet(
    workbook: sheets.Workbook, reading: FileReading, target: str, label: str, number: int
) -> None:
    """The rows of a sheet; one that is damaged gives those before the damage."""
    with suppress(SourceMalformed):
        reading.paragraphs += sheets.rows(workbook, target, label, number)
    if target in workbook.package.torn:
        del workbook.package.torn[target]
        reading.losses.append(
            Loss(f"sheet {label}: damaged in the file, so rows may be missing or wrong")
        )


def _losses(workbook: sheets.Workbook) -> list[Loss]:
    losses: list[Loss] = []
    if workbook.unanswered:
        losses.append(
            Loss(f"values of formulas: {workbook.unanswered} were not saved with the file")
        )
    if workbook.strings_lost:
        losses.append(Loss(f"words of cells: {workbook.strings_lost} missing from the file"))
    return losses


def _warnings(workbook: sheets.Workbook, hidden: list[str]) -> list[str]:
    parts = workbook.package.parts
    warnings: list[str] = []
    if hidden:
        warnings.append(f"{counted(len(hidden), 'hidden sheet')} read: {', '.join(hidden)}")
    if workbook.hidden_rows:
        warnings.append(f"{counted(workbook.hidden_rows, 'hidden row')} read")
    if workbook.hidden_columns:
        warnings.append("hidden columns read")
    if workbook.unanswered:
        count = counted(workbook.unanswered, "formula")
        warnings.append(f"{count} without a saved value left out: open and save it in Excel")
    comments = sum("/comments" in part and part.endswith(".xml") for part in parts)
    if comments:
        warnings.append(f"comments on {counted(comments, 'sheet')} left out")
    drawings = sum("/drawings/drawing" in part and part.endswith(".xml") for part in parts)
    if drawings:
        warnings.append(f"pictures, charts or shapes on {counted(drawings, 'sheet')} not read")
    return warnings


def _relation(sheet: Element) -> str:
    return next((str(value) for key, value in sheet.attrib.items() if str(key).endswith("}id")), "")


def _from_1904(workbook: Element) -> bool:
    return any(
        name_of(child) == "workbookPr" and child.get("date1904") in ("1", "true")
        for child in workbook
    )


def _strings(package: Package, part: str) -> list[str]:
    strings: list[str] = []
    if part:
        with suppress(SourceMalformed):
            strings += map(sheets.string_of, package.elements(part, "si"))
    return strings


def _formats(package: Package, part: str) -> list[str]:
    """The number format of each cell style, in order."""
    try:
        root = package.xml_if_there(part)
    except SourceMalformed:
        root = None
    named: dict[str, str] = {}
    codes: list[str] = []
    for group in root if root is not None else ():
        for child in group:
            if name_of(group) == "numFmts":
                named[child.get("numFmtId", "")] = child.get("formatCode", "General")
            elif name_of(group) == "cellXfs":
                given = child.get("numFmtId", "0")
                number = int(given) if given.isascii() and given.isdigit() and len(given) < 7 else 0
                codes.append(named.get(given) or number_formats.builtin(number))
    return codes
