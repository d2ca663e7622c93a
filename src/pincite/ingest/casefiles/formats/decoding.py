"""Bytes to characters: byte-order mark, what the file declares, UTF-8, else Windows-1252."""

from __future__ import annotations

import codecs
from typing import NamedTuple

from pincite.errors import SourceMalformed
from pincite.model.document import Loss

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Python has codecs that are no character sets (rot13, punycode, unicode_escape): a document may
# name only these.
_CHARSETS = frozenset({
    "ascii", "utf-8", "utf-16", "utf-16-le", "utf-16-be", "cp1250", "cp1251", "cp1252",
    "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "cp437", "cp850", "cp852",
    "cp866", "iso8859-2", "iso8859-3", "iso8859-4", "iso8859-5", "iso8859-6", "iso8859-7",
    "iso8859-8", "iso8859-9", "iso8859-10", "iso8859-13", "iso8859-14", "iso8859-15",
    "iso8859-16", "koi8-r", "koi8-u", "mac-roman", "shift_jis", "cp932", "euc_jp", "iso2022_jp",
    "gb2312", "gbk", "gb18030", "big5", "big5hkscs", "euc_kr", "cp949", "tis-620",
})  # fmt: skip
# The web standard reads this as Windows-1252, and so does every browser.
_WINDOWS = "iso8859-1"


class Decoded(NamedTuple):
    text: str
    charset: str
    warnings: list[str]

    def losses(self) -> list[Loss]:
        """The characters that no character set that was tried has."""
        lost = self.text.count("\ufffd") if self.warnings else 0
        return [Loss(f"{_count(lost, 'character')} could not be decoded")] if lost else []


def decode(data: bytes, name: str, *, declared: str = "") -> Decoded:
    """The characters of a text file. Raises SourceMalformed if it is none.

    A file that is neither what its mark nor what it declares says, nor UTF-8, is read as
    Windows-1252, and a warning says so.
    """
    decoded = _decode(data, name, declared)
    if "\0" in decoded.text:
        line = decoded.text.count("\n", 0, decoded.text.index("\0")) + 1
        raise SourceMalformed(
            "not a text file",
            file=name,
            place=f"line {line}",
            hint="Check what kind of file it is; its name may have the wrong ending.",
        )
    return decoded


def decode_part(data: bytes, declared: str) -> Decoded:
    """As decode, for a part of a file that is to be read whatever it holds."""
    charset = known_charset(declared)
    if charset:
        try:
            return Decoded(data.decode(charset), charset, [])
        except UnicodeDecodeError:
            pass
    return _utf8_or_windows(data, declared)


def _decode(data: bytes, name: str, declared: str) -> Decoded:
    for mark, charset in _MARKS:
        if data.startswith(mark):
            try:
                return Decoded(data[len(mark) :].decode(charset), charset, [])
            except UnicodeDecodeError:
                raise SourceMalformed(
                    f"begins as {charset.upper()} text but does not stay so: damaged or cut short",
                    file=name,
                    hint="Get the file again from where it came.",
                ) from None
    return decode_part(data, declared)


def _utf8_or_windows(data: bytes, declared: str) -> Decoded:
    try:
        return Decoded(data.decode("utf-8"), "utf-8", [])
    except UnicodeDecodeError:
        pass
    text = data.decode("cp1252", "replace")
    unlike = f"neither {declared.strip()[:40]!r}, as it declares, nor UTF-8" if declared else ""
    warning = f"{unlike or 'not UTF-8'}: read as Windows-1252"
    lost = text.count("\ufffd")
    if lost:
        warning += f"; {_count(lost, 'character')} could not be read"
    return Decoded(text, "cp1252", [warning])


def known_charset(declared: str) -> str:
    """Python's name for a character set that a document names; "" for one not known."""
    try:
        charset = codecs.lookup(declared.strip().strip("\"'")[:40]).name
    except (LookupError, ValueError):
        return ""
    if charset == _WINDOWS:
        return "cp1252"
    return charset if charset in _CHARSETS else ""


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
