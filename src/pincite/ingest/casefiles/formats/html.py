"""Web pages: what a browser would show of them, block by block; nothing is fetched or run."""

from __future__ import annotations

import re

from lxml import etree

from pincite.errors import SourceMalformed, SourceUnsafe
from pincite.ingest.casefiles.formats.decoding import Decoded, decode, known_charset
from pincite.ingest.casefiles.formats.page_blocks import Blocks
from pincite.ingest.casefiles.formats.shown import shown
from pincite.ingest.casefiles.reading import Bounds, FileReading

Element = etree._Element  # pyright: ignore[reportPrivateUsage]

# Browsers look no further for the declaration either.
_PRESCAN = 4096
_charset = re.compile(
    rb"<meta[^>]{0,300}?charset\s*=\s*[\"']?\s*([\w:-]{1,40})|^\s*<\?xml[^>]{0,200}?"
    rb"encoding\s*=\s*[\"']([\w:-]{1,40})",
    re.IGNORECASE,
)
_ABOUT = {"author": "author", "description": "description", "keywords": "keywords", "date": "date"}


def read(data: bytes, name: str, bounds: Bounds) -> FileReading:
    decoded = _decode(data, name)
    reading = read_text(decoded.text, name)
    reading.warnings[:0] = decoded.warnings
    reading.losses[:0] = decoded.losses()
    return reading


def read_text(text: str, name: str) -> FileReading:
    """A page that is decoded already, such as the body of a message."""
    root = _parse(text, name)
    if root is None:
        return FileReading()
    blocks = Blocks()
    body = root.find("body")
    blocks.read(root if body is None else body)
    reading = FileReading(paragraphs=blocks.paragraphs, warnings=blocks.warnings())
    reading.language = shown(root.get("lang") or "")
    head = root.find("head")
    for element in head.iter() if head is not None else ():
        if element.tag == "title" and not reading.title:
            reading.title = shown("".join(element.itertext()))
        elif element.tag == "meta":
            key = _ABOUT.get((element.get("name") or "").lower())
            value = shown(element.get("content") or "")
            if key and value:
                reading.meta.setdefault(key, value)
    return reading


def _decode(data: bytes, name: str) -> Decoded:
    match = _charset.search(data[:_PRESCAN])
    declared = (match[1] or match[2]).decode("ascii") if match else ""
    if known_charset(declared).startswith("utf-16"):
        # The declaration could be read as ASCII, so the page is not in UTF-16.
        declared = "utf-8"
    return decode(data, name, declared=declared)


def _parse(text: str, name: str) -> Element | None:
    parser = etree.HTMLParser(
        encoding="utf-8",
        recover=True,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    except (etree.XMLSyntaxError, ValueError) as problem:
        raise SourceMalformed("cannot be read as a web page", file=name) from problem
    for entry in parser.error_log:
        # The parser would stop there in silence, and the rest of the page be missing.
        if "XML_PARSE_HUGE" in entry.message:
            raise SourceUnsafe(
                "nested too deeply, or with a run of text too long to read",
                file=name,
                place=f"line {entry.line}",
                hint="Open it in a browser, print it to PDF, and add that copy.",
            )
    return root
