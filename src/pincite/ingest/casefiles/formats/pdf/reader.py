"""From the bytes of a PDF to a reading: each page's words, then what the pages have in common."""

# pyright: reportMissingTypeStubs=false

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pypdfium2

from pincite.errors import SourceError, SourceTooLarge
from pincite.ingest.casefiles.formats.pdf import (
    about,
    engine,
    footnotes,
    furniture,
    linenumbers,
    quality,
    raised,
    recognised,
    stamps,
)
from pincite.ingest.casefiles.formats.pdf.damage import PdfDamage, damage, losses
from pincite.ingest.casefiles.formats.pdf.lines import Placed, placed, without_overlap
from pincite.ingest.casefiles.formats.pdf.mending import MENDED
from pincite.ingest.casefiles.formats.pdf.order import rows_of
from pincite.ingest.casefiles.formats.pdf.paragraphs import paragraphs_of, run_on
from pincite.ingest.casefiles.formats.pdf.quality import PageVerdict
from pincite.ingest.casefiles.formats.pdf.render import rendered
from pincite.ingest.casefiles.formats.pdf.runs import Run, runs_of
from pincite.ingest.casefiles.reading import (
    UNRECOGNISED,
    Bounds,
    FileLine,
    FileParagraph,
    FileReading,
    Page,
)
from pincite.model.layout import Role

_SMALL_PICTURE = 0.1
_UNKNOWN_SHARE = 0.05
_FEW_OUTSIDE = 20
_OUTSIDE_SHARE = 0.2
_MOST_OUTSIDE = 0.8


@dataclass(slots=True)
class _Sheet:
    """A page while it is read: its runs, or what was recognised on it."""

    page: Page
    runs: list[Run] = field(default_factory=list[Run])
    recognised: list[FileParagraph] = field(default_factory=list[FileParagraph])
    stamps: list[FileLine] = field(default_factory=list[FileLine])
    lines: list[Placed] = field(default_factory=list[Placed])
    # Whether its text layer is damaged and what was recognised is taken instead.
    again: bool = False


def read(data: bytes, name: str, bounds: Bounds) -> FileReading:
    """Reads a PDF. Raises SourceMalformed for one that is encrypted, damaged or empty, and
    SourceTooLarge for one with more pages than the bounds allow."""
    document, opened = engine.open_or_mend(data, name)
    reading = FileReading()
    try:
        count = len(document)
        if count > bounds.max_pages:
            raise SourceTooLarge(
                f"{count} pages; at most {bounds.max_pages} are read",
                file=name,
                hint="Split the PDF, or raise the limit of pages.",
            )
        about.describe(document, reading)
        boxes = engine.Boxes()
        found = damage(opened, count)
        if opened is not data:
            found.whole = [MENDED]
        sheets: list[_Sheet] = []
        for number in range(1, count + 1):
            sheets.append(_sheet(document, number, boxes, bounds, found, reading.warnings))
            bounds.tick(number, count)
        reading.losses = losses(
            found, {sheet.page.number for sheet in sheets if sheet.page.method == "OCR"}
        )
        reading.attachments = about.attachments(document, bounds, reading.warnings)
    finally:
        document.close()
    _compose(sheets, reading)
    return reading


def _sheet(
    document: Any,
    number: int,
    boxes: engine.Boxes,
    bounds: Bounds,
    found: PdfDamage,
    warnings: list[str],
) -> _Sheet:
    """One page. A page that cannot be read is empty, and a loss says so."""
    label = about.label_of(document, number)
    try:
        page = document[number - 1]
    except pypdfium2.PdfiumError:
        found.pages[number] = "could not be read: damaged"
        return _Sheet(Page(number, label))
    try:
        frame = engine.frame_of(page)
        sheet = _Sheet(Page(number, label, frame.width, frame.height))
        try:
            _read_page(page, frame, sheet, boxes, bounds, found, warnings)
        except (pypdfium2.PdfiumError, SourceError, ValueError, AssertionError) as error:
            reason = error.reason if isinstance(error, SourceError) else "damaged"
            found.pages[number] = f"could not be read: {reason}"
        return sheet
    finally:
        page.close()


def _read_page(
    page: Any,
    frame: engine.PageFrame,
    sheet: _Sheet,
    boxes: engine.Boxes,
    bounds: Bounds,
    found: PdfDamage,
    warnings: list[str],
) -> None:
    textpage = page.get_textpage()
    try:
        text = engine.characters(textpage)
        words = text.split()
        hidden = _is_hidden(textpage, text) if words else False
        seen = engine.Pictures(0, 0.0)
        if quality.needs_a_closer_look(len(words), hidden):
            seen = engine.pictures(page, frame)
        judged = quality.judge(quality.PageEvidence(words, hidden, *seen))
        number = sheet.page.number
        if judged.verdict is PageVerdict.PICTURE and bounds.ocr_languages:
            if words:
                runs = runs_of(text, textpage, frame, boxes)
                sheet.stamps = stamps.on_a_scan(runs, sheet.page)
            _recognise(page, sheet, judged.reason, bounds)
            return
        if judged.verdict is PageVerdict.PICTURE:
            warnings.append(f"page {number} is a picture; OCR is off")
            found.pages.setdefault(number, UNRECOGNISED)
        elif judged.verdict is PageVerdict.RECOGNISED_BEFORE:
            warnings.append(f"page {number}: text layer made by recognition")
        runs = runs_of(text, textpage, frame, boxes)
        if why := _lacks(number, text, words, runs, seen, found):
            found.pages.setdefault(number, why)
        sheet.runs = raised.put_back(runs)
    finally:
        textpage.close()
    if number in found.pages and bounds.ocr_languages:
        _recognise_again(page, sheet, found.pages[number], bounds)
        if sheet.again:
            return
    if aside := stamps.up_the_margin(sheet.runs, sheet.page):
        sheet.runs = [run for run in sheet.runs if run not in aside]
        sheet.stamps = [
            FileLine(run.text, number, run.top, run.bottom, run.edges, role=Role.MARGIN)
            for run in aside
        ]


def _lacks(
    number: int,
    text: str,
    words: list[str],
    runs: list[Run],
    seen: engine.Pictures,
    found: PdfDamage,
) -> str:
    """Why the text layer of a page may lack words although nothing of it is damaged."""
    if not words:
        unread = not text and number in found.texts and seen.covered < _SMALL_PICTURE
        return "may lack text: text is drawn, but could not be read" if unread else ""
    if quality.unknown_share(text) > _UNKNOWN_SHARE:
        return "may lack letters: a font does not say which letters it draws"
    outside = len(words) - sum(len(run.edges) // 2 for run in runs)
    many = outside > _FEW_OUTSIDE and outside > _OUTSIDE_SHARE * len(words)
    if many or outside > _MOST_OUTSIDE * len(words):
        return f"lacks {outside} words that stand outside the edges of the page"
    return ""


def _recognise_again(page: Any, sheet: _Sheet, reason: str, bounds: Bounds) -> None:
    """Take what the picture of a damaged page shows, where that is more than its text layer."""
    before, stamped = sheet.page, list(sheet.stamps)
    _recognise(page, sheet, reason, bounds)
    seen = sum(len(line.text) for line in recognised.lines_of(sheet.recognised))
    sheet.again = seen > sum(len(run.text) for run in sheet.runs)
    if sheet.again:
        sheet.runs = []
    else:
        sheet.page, sheet.stamps, sheet.recognised = before, stamped, []


def _is_hidden(textpage: Any, text: str) -> bool:
    """Whether the text is drawn invisibly: asked of a word at the start, the middle, the end."""
    shown = len(text.rstrip()) - 1
    first = len(text) - len(text.lstrip())
    middle = len(text[: (first + shown) // 2 + 1].rstrip()) - 1
    return all(engine.is_invisible(textpage, index) for index in (middle, shown, first))


def _recognise(page: Any, sheet: _Sheet, reason: str, bounds: Bounds) -> None:
    # Recognition brings its own engine, which most documents never need.
    from pincite.ingest.casefiles.formats.ocr import recognise

    number = sheet.page.number
    image, dpi = rendered(page, bounds.ocr_dpi)
    reading = recognise(image, page=number, dpi=dpi, bounds=bounds)
    sheet.recognised = stamps.without(reading.paragraphs, sheet.stamps)
    sheet.stamps += reading.furniture
    old = sheet.page
    sheet.page = Page(number, old.label, old.width, old.height, "OCR", reading.confidence, reason)


def _compose(sheets: list[_Sheet], reading: FileReading) -> None:
    """Tells text from notes and furniture over the whole document, and makes paragraphs."""
    columns = linenumbers.find([_numbered(sheet) for sheet in sheets])
    for sheet, column in zip(sheets, columns, strict=True):
        reading.pages.append(sheet.page)
        if sheet.recognised and column:
            sheet.recognised = recognised.without_numbers(sheet.recognised, column)
        else:
            sheet.lines = _lines(sheet, column)
    roles = furniture.find([(_all_lines(sheet), sheet.page.height) for sheet in sheets])
    usual = footnotes.body_size([run for sheet in sheets for run in sheet.runs])
    for sheet, column, role in zip(sheets, columns, roles, strict=True):
        lines = _all_lines(sheet)
        apart = [lines[at]._replace(role=role[at]) for at in sorted(role)]
        apart += [
            FileLine(
                printed.number,
                sheet.page.number,
                printed.top,
                printed.bottom,
                (printed.left, printed.right),
                role=Role.LINE_NUMBER,
            )
            for printed in column
        ]
        reading.furniture += apart + sheet.stamps
        if sheet.recognised:
            paragraphs = recognised.without_lines(sheet.recognised, role)
        else:
            body = [line for at, line in enumerate(sheet.lines) if at not in role]
            open_note = bool(reading.notes) and footnotes.is_open(reading.notes[-1])
            parted = footnotes.part(body, usual, open_note=open_note)
            if parted.carried:
                reading.notes[-1].lines += [
                    carried.line._replace(role=Role.FOOTNOTE) for carried in parted.carried
                ]
            reading.notes += parted.notes
            paragraphs = paragraphs_of(parted.body)
        if reading.paragraphs and paragraphs and run_on(reading.paragraphs[-1], paragraphs[0]):
            reading.paragraphs[-1].lines += paragraphs.pop(0).lines
        reading.paragraphs += paragraphs


def _numbered(sheet: _Sheet) -> linenumbers.PageRuns:
    if sheet.recognised:
        runs = recognised.runs_of(sheet.recognised)
        return linenumbers.PageRuns(runs, sheet.page.height, recognised=True)
    return linenumbers.PageRuns(sheet.runs, sheet.page.height)


def _lines(sheet: _Sheet, column: list[linenumbers.Printed]) -> list[Placed]:
    runs = linenumbers.without(sheet.runs, column) if column else sheet.runs
    rows = rows_of(runs, sheet.page.width)
    numbers = linenumbers.beside([(row.top + row.bottom) / 2 for row in rows], column)
    return without_overlap(
        [placed(row, sheet.page.number, numbers.get(at, "")) for at, row in enumerate(rows)]
    )


def _all_lines(sheet: _Sheet) -> list[FileLine]:
    if sheet.recognised:
        return recognised.lines_of(sheet.recognised)
    return [line.line for line in sheet.lines]
