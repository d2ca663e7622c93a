"""A title of the Code of Federal Regulations, from the eCFR's versions service.

The service keeps the text of each day since January 2017, and answers only those who take gzip.
"""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from pydantic import BaseModel, TypeAdapter

from pincite.errors import FetchMismatch, InputError
from pincite.ingest.law.connectors.download import download
from pincite.ingest.law.connectors.fetch_request import Fetched, FetchRequest, WantedFile
from pincite.ingest.law.connectors.proof import file_head, xml_fault
from pincite.ingest.law.connectors.web import Web

USAGE = "pincite get ecfr TITLE"

_TITLES = "https://www.ecfr.gov/api/versioner/v1/titles.json"
_FULL = "https://www.ecfr.gov/api/versioner/v1/full/{day}/title-{title}.xml"

_LAST, _RESERVED = 50, 35
_FIRST_DAY = date(2017, 1, 1)
_ROOTS = ("ECFR", "DLPSTEXTCLASS", "DIV1")
_title_tag = re.compile(rb"<DIV1\b[^>]*\bN=\"(\d+)\"")


class _Title(BaseModel):
    number: int
    up_to_date_as_of: date | None = None
    reserved: bool = False


class _Meta(BaseModel):
    import_in_progress: bool = False


class _Listing(BaseModel):
    titles: list[_Title]
    meta: _Meta = _Meta()


_listing = TypeAdapter(_Listing)


def fetch(web: Web, request: FetchRequest) -> Fetched:
    """The title as it stands, or as it stood on a day."""
    title = _title(request.args)
    if request.day and request.day < _FIRST_DAY:
        raise InputError(f"the eCFR begins on {_FIRST_DAY}", hint="Ask for a later day.")
    listing = web.record(request.address(_TITLES), _listing)
    day = _day(listing, title, request.day)
    wanted = WantedFile(
        url=request.address(_FULL.format(day=day, title=title)),
        name=f"ecfr-title-{title}-{day}.xml",
        fault=lambda path: _fault(path, title),
        packing="gzip",
        settled=True,
    )
    importing = listing.meta.import_in_progress and not request.day
    notes = ("the eCFR is importing a newer day: fetch again later",) if importing else ()
    landed = download(web, wanted, request)
    return landed.fetched(
        request, reader="ecfr", version=f"ecfr-{title}-{day}", day=day, notes=notes
    )


def _title(args: tuple[str, ...]) -> int:
    text = args[0] if len(args) == 1 else ""
    title = int(text) if text.isascii() and text.isdecimal() and len(text) <= 2 else 0
    if not 1 <= title <= _LAST:
        raise InputError(
            f"not a title of the CFR: {' '.join(args) or 'none given'}",
            hint=f"Usage: {USAGE}, from 1 to {_LAST}, for example 12.",
        )
    if title == _RESERVED:
        raise _reserved(title)
    return title


def _day(listing: _Listing, title: int, asked: date | None) -> date:
    entry = next((entry for entry in listing.titles if entry.number == title), None)
    if entry is None:
        raise FetchMismatch(f"the eCFR does not list title {title}")
    if entry.reserved:
        raise _reserved(title)
    newest = entry.up_to_date_as_of
    if newest is None:
        raise FetchMismatch(f"the eCFR does not say as of when title {title} is up to date")
    if asked and asked > newest:
        raise InputError(
            f"title {title} is up to date as of {newest}, not {asked}",
            hint="Ask for that day or an earlier one, or leave the day out.",
        )
    return asked or newest


def _reserved(title: int) -> InputError:
    return InputError(
        f"title {title} of the CFR is reserved: it has no text", hint=f"Usage: {USAGE}"
    )


def _fault(path: Path, title: int) -> str:
    fault = xml_fault(path, _ROOTS)
    stated = None if fault else _title_tag.search(file_head(path))
    if stated and int(stated[1]) != title:
        return f"title {int(stated[1])} for title {title}"
    return fault
