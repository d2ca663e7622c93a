"""Althingi's collection of the law in force, one zip of web pages an edition (156b).

An edition is the number of the parliament and a letter for each issue during it.
"""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from pincite.errors import FetchMismatch, InputError
from pincite.ingest.law.connectors.download import download
from pincite.ingest.law.connectors.fetch_request import Fetched, FetchRequest, WantedFile
from pincite.ingest.law.connectors.proof import ZipContents, contents, member_head, zip_fault
from pincite.ingest.law.connectors.web import Web

USAGE = "pincite get iceland [EDITION]"

_EDITIONS = "https://www.althingi.is/lagasafn/zip-skra-af-lagasafni/"
_ARCHIVE = "https://www.althingi.is/lagasafn/zip/{edition}/allt.zip"

_edition = re.compile(r"(\d{2,3})([a-z]?)")
_link = re.compile(r"/zip/(\d{2,3}[a-z]?)/allt\.zip")
# 1944033.html is a law, and 1281000.400.html a part of an old one; 01.html is a table of contents.
_law = re.compile(r"(?:.*/)?\d{4}\d{3}[\w.]*\.html?", re.IGNORECASE)
_as_at = re.compile(r"Íslensk lög\s+(\d{1,2})\.\s+(\w+)\s+(\d{4})")
_stated_edition = re.compile(r"Útgáfa\s+(\d{2,3}[a-z]?)\b")
_MONTHS = (
    *("janúar", "febrúar", "mars", "apríl", "maí", "júní"),
    *("júlí", "ágúst", "september", "október", "nóvember", "desember"),
)
_PAGES_READ = 8


def fetch(web: Web, request: FetchRequest) -> Fetched:
    """The newest edition, or the one that was named."""
    if request.day is not None:
        raise InputError(
            "the Icelandic collection is offered by edition, not by day", hint=f"Usage: {USAGE}"
        )
    edition = _named(request.args) or _newest(web, request)
    wanted = WantedFile(
        url=request.address(_ARCHIVE.format(edition=edition)),
        name=f"lagasafn-{edition}.zip",
        fault=lambda path: zip_fault(path, _without_laws),
    )
    landed = download(web, wanted, request)
    banner, encoding = _banner(landed.path)
    return landed.fetched(
        request,
        reader="lagasafn",
        version=edition,
        day=_day(banner),
        notes=_edition_notes(banner, edition),
        encoding=encoding,
    )


def _named(args: tuple[str, ...]) -> str:
    edition = " ".join(args).lower()
    if edition and not _edition.fullmatch(edition):
        raise InputError(
            f"not an edition of the Icelandic collection: {edition}",
            hint=f"Usage: {USAGE}, for example 156b; leave it out for the newest.",
        )
    return edition


def _newest(web: Web, request: FetchRequest) -> str:
    page = web.page(request.address(_EDITIONS)).decode("latin-1")
    editions = [edition for link in _link.findall(page) if (edition := _edition.fullmatch(link))]
    if not editions:
        raise FetchMismatch(
            f"no edition is listed at {_EDITIONS}",
            hint="The page may have changed. Name an edition: `pincite get iceland 156b`.",
        )
    return max(editions, key=lambda edition: (int(edition[1]), edition[2]))[0]


def _without_laws(archive: ZipContents) -> str:
    laws = any(_law.fullmatch(name) for name in archive.names)
    return "" if laws else "a zip archive without any law in it"


def _banner(path: Path) -> tuple[str, str]:
    """The line that heads each law, where one has it, and the encoding of the pages."""
    laws = [name for name in contents(path).names if _law.fullmatch(name)][:_PAGES_READ]
    encoding = ""
    for name in laws:
        page = member_head(path, name)
        try:
            text = page.decode("utf-8")
        except UnicodeDecodeError:
            # A page labelled ISO-8859-1 is Windows-1252 (WHATWG, Encoding Standard).
            text, encoding = page.decode("cp1252", "replace"), "cp1252"
        text = text.replace("&nbsp;", " ").replace("\xa0", " ")
        if _as_at.search(text):
            return text, encoding
    return "", encoding


def _day(banner: str) -> date | None:
    match = _as_at.search(banner)
    if not match or match[2].lower() not in _MONTHS:
        return None
    try:
        return date(int(match[3]), _MONTHS.index(match[2].lower()) + 1, int(match[1]))
    except ValueError:
        return None


def _edition_notes(banner: str, edition: str) -> tuple[str, ...]:
    stated = _stated_edition.search(banner)
    if not stated or stated[1] == edition:
        return ()
    return (f"its pages say edition {stated[1]}, not {edition}",)
