"""Excel workbooks and separated values: rows with cells that know their place."""

from __future__ import annotations

import contextlib
import datetime
import io

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casefiles.readings import check, words
from casefiles.word_files import OFFICE, relations, zipped
from loopback import publishing
from pincite.errors import PinciteError, SourceMalformed, SourceTooLarge, SourceUnsafe
from pincite.ingest.casefiles import formats
from pincite.ingest.casefiles.formats import csv, rows, xlsx
from pincite.ingest.casefiles.formats.xlsx import number_formats, sheets
from pincite.ingest.casefiles.reading import Bounds, FileReading

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def read(data: bytes) -> FileReading:
    reading = xlsx.read(data, "fees.xlsx", Bounds())
    check(reading)
    return reading


def saved(book: openpyxl.Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def sheet(content: str, parts: dict[str, str | bytes] | None = None) -> bytes:
    made: dict[str, str | bytes] = {
        "[Content_Types].xml": '<Types><Override ContentType="application/vnd.openxmlformats-'
        'officedocument.spreadsheetml.sheet.main+xml"/></Types>',
        "_rels/.rels": relations(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
        '<sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations(
            ("worksheet", "worksheets/sheet1.xml"), ("sharedStrings", "sharedStrings.xml")
        ),
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}">{content}</worksheet>',
    }
    return zipped(made | (parts or {}))


def test_each_sheet_is_a_page_and_each_row_a_paragraph_with_places() -> None:
    book = openpyxl.Workbook()
    first = book.active
    first.title = "Fees"
    first.append(["Date", "Work", "Hours"])
    first.append([datetime.date(2024, 3, 1), "Draft  motion", 2.50])
    first["C4"] = "Total"
    second = book.create_sheet("Bob's notes")
    second["B2"] = "Settled"
    reading = read(saved(book))
    assert [(page.number, page.label) for page in reading.pages] == [
        (1, "Fees"),
        (2, "Bob's notes"),
    ]
    assert words(reading) == ["Date Work Hours", "2024-03-01 Draft motion 2.5", "Total", "Settled"]
    assert [one.place for one in reading.paragraphs] == [
        "Fees!A1",
        "Fees!A2",
        "Fees!C4",
        "'Bob''s notes'!B2",
    ]
    row = reading.paragraphs[1]
    assert [(row.text[cell.start : cell.end], cell.place) for cell in row.cells] == [
        ("2024-03-01", "Fees!A2"),
        ("Draft motion", "Fees!B2"),
        ("2.5", "Fees!C2"),
    ]
    assert [one.lines[0].page for one in reading.paragraphs] == [1, 1, 1, 2]


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (1234.5, "#,##0.00", "1,234.50"),
        (3.0, "General", "3"),
        (0.1 + 0.2, "General", "0.3"),
        (1e15, "General", "1000000000000000"),
        (0.125, "0.0%", "12.5%"),
        (-1234.5, "#,##0.00_);(#,##0.00)", "(1,234.50)"),
        (-1234.5, "#,##0.00;[Red]-#,##0.00", "-1,234.50"),
        (1234.5, '"$"#,##0.00', "$1,234.50"),
        (1234.5, "[$€-407] #,##0.00", "€ 1,234.50"),
        (1234.5, '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', "$1,234.50"),
        (0, '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', "$-"),
        (2.5, "0", "3"),
        (0.005, "0.00", "0.01"),
        (-0.001, "0.00", "0.00"),
        (7, "00000", "00007"),
        (12.5, '0.0 "hrs"', "12.5 hrs"),
        (1_234_567, '0.0,,"M"', "1.2M"),
        (0.5, "# ?/?", "0.5"),
        (150, "[<100]0;0.0", "150"),
        (45351, "m/d/yyyy", "2024-02-29"),
        (45351, "[$-409]d\\-mmm\\-yy;@", "2024-02-29"),
        (45351.5, "yyyy-mm-dd hh:mm", "2024-02-29 12:00"),
        (0.5, "h:mm AM/PM", "12:00"),
        (1.25, "[h]:mm:ss", "30:00:00"),
        (1, "yyyy-mm-dd", "1900-01-01"),
        (-5, "yyyy-mm-dd", "-5"),
        (1e300, "#,##0", "1E+300"),
        (float("nan"), "0.00", "nan"),
        (5, '"' * 300, "5"),
    ],
)
def test_numbers_are_written_as_a_user_sees_them(value: float, code: str, shown: str) -> None:
    assert number_formats.show(value, code) == shown


def test_dates_of_old_macintosh_workbooks_count_from_1904() -> None:
    assert number_formats.show(0, "yyyy-mm-dd", from_1904=True) == "1904-01-01"


def test_hidden_sheets_rows_and_columns_are_read_and_said() -> None:
    book = openpyxl.Workbook()
    book.active.append(["seen"])
    book.active.append(["unseen"])
    book.active.row_dimensions[2].hidden = True
    book.active.column_dimensions["C"].hidden = True
    book.create_sheet("Draft").sheet_state = "veryHidden"
    book["Draft"]["A1"] = "secret"
    reading = read(saved(book))
    assert words(reading) == ["seen", "unseen", "secret"]
    assert reading.warnings == [
        "1 hidden sheet read: Draft",
        "1 hidden row read",
        "hidden columns read",
    ]


def test_a_formula_shows_its_saved_value_and_is_never_worked_out() -> None:
    row = '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1"><f>HYPERLINK("http://x")</f></c></row>'
    reading = read(sheet(f"<sheetData>{row}</sheetData>"))
    assert words(reading) == ["2"]
    assert "1 formula without a saved value left out" in reading.warnings[0]


def test_strings_of_every_kind_are_read() -> None:
    row = (
        '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="inlineStr"><is><t>in line</t></is></c>'
        '<c t="b"><v>1</v></c><c t="e"><v>#REF!</v></c><c t="s"><v>99</v></c></row>'
    )
    strings = f'<sst xmlns="{MAIN}"><si><r><t>rich </t></r><r><t>text</t></r><rPh><t>yomi</t></rPh></si></sst>'
    reading = read(sheet(f"<sheetData>{row}</sheetData>", {"xl/sharedStrings.xml": strings}))
    assert words(reading) == ["rich text in line TRUE #REF!"]
    assert [cell.place for cell in reading.paragraphs[0].cells] == [
        "One!A3",
        "One!B3",
        "One!C3",
        "One!D3",
    ]
    assert list(map(str, reading.losses)) == ["words of cells: 1 missing from the file"]


def test_a_sheet_that_claims_a_million_rows_is_read_as_it_is() -> None:
    content = '<dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    assert read(sheet(content)).paragraphs[0].place == "One!XFD1048576"


def test_too_many_cells_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "MAX_CELLS", 20_000)
    many = "<row>" + "<c/>" * 20_001 + "</row>"
    with pytest.raises(SourceTooLarge, match="cells"):
        xlsx.read(
            sheet(f"<sheetData>{many}</sheetData>"), "a.xlsx", Bounds(max_archive_ratio=10**6)
        )


def test_entities_and_links_in_a_workbook_fetch_nothing() -> None:
    with publishing() as publisher:
        evil = f'<!DOCTYPE w [<!ENTITY x SYSTEM "{publisher.url}/x">]><worksheet>&x;</worksheet>'
        with pytest.raises(SourceUnsafe, match="entities"):
            read(sheet("", {"xl/worksheets/sheet1.xml": evil}))
        links = relations(("externalLinkPath", f"{publisher.url}/book.xlsx", "External"))
        parts: dict[str, str | bytes] = {
            "xl/externalLinks/_rels/externalLink1.xml.rels": links,
            "xl/vbaProject.bin": b"x",
        }
        row = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>'
        reading = read(sheet(row, parts))
        assert reading.warnings == ["macros left out", "1 link to files outside it not followed"]
        assert publisher.log == []


def test_an_old_workbook_says_how_to_save_it() -> None:
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600 + "Workbook".encode("utf-16-le")
    with pytest.raises(SourceMalformed, match="before 2007") as caught:
        formats.read(data, "old.xls", Bounds())
    assert "save it as .xlsx" in caught.value.hint


@given(st.integers(0, 10**6), st.binary(min_size=1, max_size=40))
@settings(max_examples=60, deadline=None)
def test_a_damaged_workbook_raises_nothing_but_our_errors(at: int, noise: bytes) -> None:
    real = sheet('<sheetData><row r="1"><c r="A1" s="1"><v>1.5</v></c></row></sheetData>')
    at %= len(real)
    with contextlib.suppress(PinciteError):
        check(formats.read(real[:at] + noise + real[at + len(noise) :], "evil.xlsx", Bounds()))


@given(st.floats(), st.text('0#,.%;?$()[]"\\_*-E+ymdhs@ Generl<>=/1', max_size=30))
@settings(max_examples=300, deadline=None)
def test_any_format_shows_something(value: float, code: str) -> None:
    assert isinstance(number_formats.show(value, code), str)


def read_csv(data: bytes, name: str = "a.csv") -> FileReading:
    reading = csv.read(data, name, Bounds())
    check(reading)
    return reading


def test_separated_values_are_rows_of_one_sheet() -> None:
    reading = read_csv(b'Name,Note\n"Smith, J.","two\nlines"\n,\nJones,\n')
    assert words(reading) == ["Name Note", "Smith, J. two lines", "Jones"]
    assert [cell.place for cell in reading.paragraphs[1].cells] == ["A2", "B2"]
    assert reading.paragraphs[2].place == "A4"
    assert reading.pages == []


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_the_separator_is_the_one_that_parts_lines_evenly(mark: str) -> None:
    text = f"a, b{mark}c\nd{mark}e\nf{mark}g\n" if mark != "," else "a,b\nc,d\n"
    assert len(read_csv(text.encode()).paragraphs[0].cells) == 2


def test_a_quotation_mark_never_closed_is_refused_when_it_swallows_the_file() -> None:
    with pytest.raises(SourceMalformed, match="not a table"):
        csv.read(b'a,"' + b"x\n" * 200_000, "a.csv", Bounds())


def test_a_table_of_too_many_cells_is_refused() -> None:
    with pytest.raises(SourceTooLarge):
        csv.read(b"," * (rows.MAX_CELLS + 1), "a.csv", Bounds())
