"""What can still be had of a damaged part of an Office file: all that stands before the damage."""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections import deque
from contextlib import suppress

from lxml import etree

# So much of what is good may be left out.
_PIECE = 64
_LOCAL_HEADER = 30
# What ends here is whole; a word or a number that breaks off is not kept.
_end_of_words = re.compile(rb"</(?:\w+:)?(?:p|row|si)>|<(?:\w+:)?(?:p|row|si)(?:\s[^<>]*)?/>")
_end_of_any = re.compile(rb"</[^<>]+>|/>")


def unpacked(source: bytes, info: zipfile.ZipInfo) -> bytes:
    """A member of a zip as far as it unpacks, at most as long as it says it is."""
    head = source[info.header_offset : info.header_offset + _LOCAL_HEADER]
    if len(head) < _LOCAL_HEADER:
        return b""
    name, extra = struct.unpack("<HH", head[26:30])
    start = info.header_offset + _LOCAL_HEADER + name + extra
    packed = source[start : start + info.compress_size]
    if info.compress_type == zipfile.ZIP_STORED:
        return packed[: info.file_size]
    engine = zlib.decompressobj(-zlib.MAX_WBITS)
    out: list[bytes] = []
    left = info.file_size
    for at in range(0, len(packed), _PIECE):
        try:
            made = engine.decompress(packed[at : at + _PIECE], max(left, 1))
        except zlib.error:
            break
        out.append(made)
        left -= len(made)
        if left <= 0:
            break
    return b"".join(out)


def well_formed(data: bytes, parser: etree.XMLParser) -> bytes:
    """The beginning of an XML part up to its last whole paragraph, row or string before the place
    where it breaks off; nothing behind that place is used."""
    kept = data[: _well_formed_length(data, parser)]
    last = deque(_end_of_words.finditer(kept), maxlen=1) or deque(_end_of_any.finditer(kept), 1)
    return kept[: last[0].end()] if last else b""


def _well_formed_length(data: bytes, parser: etree.XMLParser) -> int:
    """How many bytes a parser takes without complaint, in whole pieces."""
    good = 0
    with suppress(etree.XMLSyntaxError):
        for at in range(0, len(data), _PIECE):
            parser.feed(data[at : at + _PIECE])
            good = min(at + _PIECE, len(data))
    return good
