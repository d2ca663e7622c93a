"""A title of the United States Code as USLM XML, at a release point such as 119-36.

The Office of the Law Revision Counsel issues the Code through each public law, sometimes without
one that it has not yet worked in: 119-73not60.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from pincite.errors import FetchMismatch, InputError
from pincite.ingest.law.connectors.download import download
from pincite.ingest.law.connectors.fetch_request import Fetched, FetchRequest, WantedFile
from pincite.ingest.law.connectors.proof import ZipContents, contents, member_head, zip_fault
from pincite.ingest.law.connectors.web import Web

USAGE = "pincite get uscode TITLE [RELEASE]"

_LISTING = "https://uscode.house.gov/download/download.shtml"
_ARCHIVE = (
    "https://uscode.house.gov/download/releasepoints/us/pl/{congress}/{law}/"
    "xml_usc{title}@{congress}-{law}.zip"
)

_LAST, _RESERVED = 54, 53
_APPENDICES = (5, 11, 18, 28, 50)
_title = re.compile(r"(\d{1,2})(a?)", re.ASCII)
_release = re.compile(r"(\d{2,3})-(\d[0-9a-z]{0,40})", re.ASCII)
_link = re.compile(r"pl/(\d{2,3})/(\d[0-9a-z]{0,40})/xml_usc(\d{2}a?)@\1-\2\.zip", re.IGNORECASE)
_comment = re.compile(r"<!--.*?-->", re.DOTALL)
_issued = re.compile(r"Public Law (\d{2,3})-(\d+)\s*\((\d{1,2}/\d{1,2}/\d{4})\)")
_number = re.compile(r"\d+")
_doc_number = re.compile(rb"<docNumber>\s*(\w+)\s*</docNumber>")
_publication = re.compile(rb"<docPublicationName>\s*Online@([\w-]+)\s*</docPublicationName>")


@dataclass(frozen=True, slots=True)
class _Issue:
    """A title at a release point, spelled as the publisher spells it in addresses."""

    congress: str
    law: str
    title: str
    day: date | None = None

    @property
    def release(self) -> str:
        return f"{self.congress}-{self.law}"

    @property
    def order(self) -> tuple[int, int]:
        number = _number.match(self.law)
        return int(self.congress), int(number[0]) if number else 0


def fetch(web: Web, request: FetchRequest) -> Fetched:
    """The title at the current release point, or at the one that was named."""
    if request.day is not None:
        raise InputError(
            "the U.S. Code is offered by release point, not by day", hint=f"Usage: {USAGE}"
        )
    title, release = _asked(request.args)
    issue = _named(title, release) if release else _current(web, request, title)
    address = _ARCHIVE.format(congress=issue.congress, law=issue.law, title=issue.title)
    wanted = WantedFile(
        url=request.address(address),
        name=address.rpartition("/")[2],
        fault=lambda path: _fault(path, issue),
        settled=True,
    )
    landed = download(web, wanted, request)
    version = f"usc-{issue.title.lstrip('0').lower()}-{issue.release}"
    return landed.fetched(request, reader="uslm", version=version, day=issue.day)


def _asked(args: tuple[str, ...]) -> tuple[str, str]:
    """The title as 09 or 05a, and the release point or nothing."""
    title, *rest = args or ("",)
    match = _title.fullmatch(title.lower())
    number = int(match[1]) if match else 0
    known = 1 <= number <= _LAST and (not match or not match[2] or number in _APPENDICES)
    if not match or not known or len(rest) > 1:
        raise InputError(
            f"not a title of the U.S. Code: {' '.join(args) or 'none given'}",
            hint=f"Usage: {USAGE}, from 1 to {_LAST}, or an appendix: 5a, 11a, 18a, 28a or 50a.",
        )
    if number == _RESERVED:
        raise InputError(
            f"title {number} of the U.S. Code is reserved: it has no text", hint=f"Usage: {USAGE}"
        )
    return f"{number:02d}{match[2]}", rest[0].lower() if rest else ""


def _named(title: str, release: str) -> _Issue:
    match = _release.fullmatch(release)
    if not match:
        raise InputError(f"not a release point: {release}", hint="One looks like 119-36.")
    return _Issue(match[1], match[2], title)


def _current(web: Web, request: FetchRequest, title: str) -> _Issue:
    """The newest release point that the download page offers the title at."""
    page = _comment.sub("", web.page(request.address(_LISTING)).decode("utf-8", "replace"))
    issues = [
        _Issue(congress, law, spelled)
        for congress, law, spelled in _link.findall(page)
        if spelled.lower() == title
    ]
    if not issues:
        raise FetchMismatch(
            f"title {title.lstrip('0')} is not listed at {_LISTING}",
            hint="The page may have changed. Name a release point: `pincite get uscode 9 119-36`.",
        )
    newest = max(issues, key=lambda issue: issue.order)
    return _Issue(newest.congress, newest.law, newest.title, _issued_on(page, newest))


def _issued_on(page: str, issue: _Issue) -> date | None:
    """The day in the page's heading, `Public Law 119-73 (01/23/2026), except 119-60`."""
    for congress, law, day in _issued.findall(page):
        if (int(congress), int(law)) == issue.order:
            try:
                return datetime.strptime(day, "%m/%d/%Y").date()  # noqa: DTZ007
            except ValueError:
                return None
    return None


def _fault(path: Path, issue: _Issue) -> str:
    member = f"usc{issue.title}.xml"

    def lacks(archive: ZipContents) -> str:
        return "" if archive.ending(member) else f"a zip archive without {member}"

    return zip_fault(path, lacks) or _other_text(path, issue, member)


def _other_text(path: Path, issue: _Issue, member: str) -> str:
    """The document says itself which title it is, and at which release point."""
    head = member_head(path, contents(path).ending(member))
    number, release = _doc_number.search(head), _publication.search(head)
    if number and number[1].decode().lower() != issue.title.lstrip("0").lower():
        return f"title {number[1].decode()} for title {issue.title.lstrip('0')}"
    if release and release[1].decode().lower() != issue.release.lower():
        return f"release point {release[1].decode()} for {issue.release}"
    return ""
