"""Kinds of file that are known but not read, each with what its owner can do about it."""

from __future__ import annotations

from pincite.errors import SourceMalformed

OLE2 = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OPENED = "Open it with its password, save it without one, and add that copy."
# Names of streams within the container that older Office programs wrote.
_STREAMS = (
    ("EncryptedPackage", "encrypted: a password is needed", _OPENED),
    ("WordDocument", "a Word document of before 2007", "Open it in Word and save it as .docx."),
    ("Workbook", "an Excel workbook of before 2007", "Open it in Excel and save it as .xlsx."),
    ("PowerPoint Document", "a PowerPoint file", "Save it as PDF and add that copy."),
    ("__properties_version1.0", "an Outlook message", "Save it as .eml, or as PDF, from Outlook."),
)
_OLD_ENDINGS = {".doc": 1, ".dot": 1, ".xls": 2, ".xlt": 2, ".ppt": 3, ".msg": 4}
_MAGIC = (
    (b"{\\rtf", "a rich text file", "Open it in Word and save it as .docx."),
    (b"\xffWPC", "a WordPerfect document", "Open it in Word or LibreOffice and save it as .docx."),
    (b"!BDN", "an Outlook mailbox", "Save the messages that matter as .eml."),
    (b"7z\xbc\xaf\x27\x1c", "an archive", "Unpack it and add the files in it."),
    (b"Rar!\x1a\x07", "an archive", "Unpack it and add the files in it."),
    (b"\x1f\x8b", "an archive", "Unpack it and add the files in it."),
    (b"<?xml", "an XML file", "Save it as a web page, as text or as PDF."),
)
_ZIPPED = (
    (b"application/vnd.oasis.opendocument", "an OpenDocument file", "Save it as .docx or .xlsx."),
    (b"ppt/presentation.xml", "a PowerPoint file", "Save it as PDF and add that copy."),
    (b"xl/workbook.bin", "a binary Excel workbook", "Open it in Excel and save it as .xlsx."),
    (b"index.iwa", "a file of Apple Pages or Numbers", "Export it as PDF, .docx or .xlsx."),
    (b"Index/Document.iwa", "a file of Apple Pages or Numbers", "Export it as .docx or .xlsx."),
    (b"", "an archive", "Unpack it and add the files in it."),
)
_KINDS = "PDF, Word (.docx), Excel (.xlsx), web pages, plain text, .csv, e-mail (.eml) and pictures"


def refusal(data: bytes, name: str) -> SourceMalformed:
    """Why a file is not read, in words its owner understands."""
    what, hint = _what(data, name)
    if what.startswith("encrypted"):
        return SourceMalformed(what, file=name, hint=hint)
    return SourceMalformed(f"not a kind of file that is read here: {what}", file=name, hint=hint)


def _what(data: bytes, name: str) -> tuple[str, str]:
    if data.startswith(OLE2):
        for stream, what, hint in _STREAMS:
            if stream.encode("utf-16-le") in data:
                return what, hint
        ending = "." + name.lower().rpartition(".")[2]
        if ending in _OLD_ENDINGS:
            return _STREAMS[_OLD_ENDINGS[ending]][1:]
        return "a file of an older Office program", "Save it as .docx, .xlsx or PDF."
    if data.startswith(b"PK\x03\x04"):
        return next((what, hint) for mark, what, hint in _ZIPPED if mark in data)
    for mark, what, hint in _MAGIC:
        if data.startswith(mark):
            return what, hint
    return "its kind is not known", f"What is read: {_KINDS}."
