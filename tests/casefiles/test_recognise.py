"""What a file is: by its first bytes, its ending, its content; and a clear refusal otherwise."""

from __future__ import annotations

import contextlib
import io

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casefiles.readings import check
from casefiles.word_files import p, word, zipped
from pincite.errors import PinciteError, SourceMalformed, SourceTooLarge
from pincite.ingest.casefiles import formats
from pincite.ingest.casefiles.reading import Bounds

OLE2 = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
MAIL = b"From: a@b.c\nTo: d@e.f\nSubject: x\nDate: Mon, 4 Mar 2024 10:00:00 +0000\n\nHi\n"


def workbook() -> bytes:
    out = io.BytesIO()
    openpyxl.Workbook().save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "name", "kind"),
    [
        (b"%PDF-1.7\n", "a.pdf", "pdf"),
        (b"%PDF-1.7\n", "a.txt", "pdf"),
        (b"\n\n junk %PDF-1.4", "a.pdf", "pdf"),
        (b"\0\0 junk %PDF-1.4", "a", "pdf"),
        (b"A header reads %PDF-1.4.", "a.txt", "txt"),
        (b"x" * 2000 + b"%PDF-", "a.pdf", "txt"),
        (b"<!DOCTYPE html><p>Not found", "a.pdf", "html"),
        (b"\xef\xbb\xbf <HTML><body>", "judgment.docx", "html"),
        (b'<?xml version="1.0"?>\n<!-- x --><!DOCTYPE html PUBLIC "x"><html>', "a.xhtml", "html"),
        (b"<p>Loose</p><div>page</div>", "page", "html"),
        (b"<div>", "a.htm", "html"),
        (b"\x89PNG\r\n\x1a\n", "a.txt", "image"),
        (b"\xff\xd8\xff\xe0", "scan.jpg", "image"),
        (b"II*\0", "scan.tif", "image"),
        (b"MM\0*", "scan", "image"),
        (b"RIFF0000WEBPVP8 ", "a.webp", "image"),
        (b"a,b\n1,2\n", "a.csv", "csv"),
        (b"a\tb\n", "A.TSV", "csv"),
        (b"Notes.", "notes.md", "txt"),
        ("Þ".encode("cp1252"), "a.txt", "txt"),
        ("text".encode("utf-16"), "a.txt", "txt"),
        (b"Just words, no ending.", "README", "txt"),
        (b"Really words.", "a.pdf", "txt"),
        (MAIL, "a.eml", "eml"),
        (MAIL, "message", "eml"),
        (MAIL, "printed.txt", "txt"),
        (b"From a@b.c Mon Mar  4 10:00:00 2024\n" + MAIL, "inbox", "eml"),
        (b"PK\x03\x04 cut short", "a.docx", "docx"),
        (b"PK\x03\x04 cut short", "a.xlsm", "xlsx"),
        (OLE2, "a.doc", None),
        (OLE2, "a.docx", None),
        (b"{\\rtf1", "a.rtf", None),
        (b"{\\rtf1", "a.txt", None),
        (b"PK\x03\x04 cut short", "a.zip", None),
        (b"<?xml version='1.0'?><a/>", "a.xml", None),
        (b"MZ\x00\x01\x02", "a.exe", None),
        (b"MZ\x00\x01\x02", "a.txt", None),
        (b"\x1f\x8b\x08\x00", "a.gz", None),
        (MAIL, "page.mht", None),
        (b"\xde\xad\xbe\xef", "a.bin", None),
    ],
)
def test_a_file_is_recognised(data: bytes, name: str, kind: str | None) -> None:
    assert formats.recognise(data, name) == kind
    assert kind is None or kind in formats.NAMES


def test_office_files_are_recognised_whatever_they_are_called() -> None:
    assert formats.recognise(word(p("x")), "a.zip") == "docx"
    assert formats.recognise(workbook(), "a.docx") == "xlsx"
    assert formats.recognise(zipped({"a.txt": "x"}), "a.zip") is None


@pytest.mark.parametrize(
    ("data", "name", "says", "hint"),
    [
        (
            OLE2 + "WordDocument".encode("utf-16-le"),
            "a.doc",
            "a Word document of before 2007",
            ".docx",
        ),
        (OLE2, "a.xls", "an Excel workbook of before 2007", ".xlsx"),
        (OLE2, "a.msg", "an Outlook message", ".eml"),
        (OLE2, "a.dat", "an older Office program", ".docx"),
        (b"{\\rtf1 x}", "a.rtf", "a rich text file", ".docx"),
        (b"\xffWPC\x10\0", "a.wpd", "a WordPerfect document", ".docx"),
        (
            b"PK\x03\x04\x14\0\0mimetypeapplication/vnd.oasis.opendocument.text",
            "a.odt",
            "OpenDocument",
            ".docx",
        ),
        (zipped({"ppt/presentation.xml": "<a/>"}), "a.pptx", "PowerPoint", "PDF"),
        (zipped({"a.txt": "x"}), "a.zip", "an archive", "Unpack"),
        (b"\x7fELF\0\0", "a.bin", "its kind is not known", "PDF, Word"),
    ],
)
def test_what_is_not_read_is_refused_with_what_to_do(
    data: bytes, name: str, says: str, hint: str
) -> None:
    with pytest.raises(SourceMalformed) as caught:
        formats.read(data, name, Bounds())
    assert caught.value.file == name
    assert "not a kind of file that is read here" in caught.value.reason
    assert says in caught.value.reason
    assert hint in caught.value.hint


@pytest.mark.parametrize("data", [b"", b" \n\t ", b"\0" * 4096])
def test_an_empty_file_is_refused(data: bytes) -> None:
    with pytest.raises(SourceMalformed, match="an empty file"):
        formats.read(data, "a.pdf", Bounds())


def test_a_file_beyond_the_bound_is_refused() -> None:
    with pytest.raises(SourceTooLarge):
        formats.read(b"x" * 101, "a.txt", Bounds(max_bytes=100))


def test_a_file_is_read_by_what_it_is() -> None:
    reading = formats.read(b"<html><title>T</title><h1>Head</h1></html>", "really.txt", Bounds())
    check(reading)
    assert reading.paragraphs[0].kind == "heading"


NAMES = st.sampled_from(
    ["a", "a.docx", "a.xlsx", "a.html", "a.txt", "a.csv", "a.eml", "a.doc", ".", ""]
)
STARTS = st.sampled_from(
    [b"", b"PK\x03\x04", OLE2, b"<html>", b"From: x\n", b"\xff\xfe", b"{\\rtf", b"From x 2024\n"]
)


@given(STARTS, st.binary(max_size=300), NAMES)
@settings(max_examples=300, deadline=None)
def test_random_bytes_raise_nothing_but_our_errors(start: bytes, rest: bytes, name: str) -> None:
    with contextlib.suppress(PinciteError):
        check(formats.read(start + rest, name, Bounds()))
