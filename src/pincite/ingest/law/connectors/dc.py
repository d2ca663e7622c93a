"""The Code of the District of Columbia, from the Council's own repository of codified XML.

The Council's other repository, law-xml, holds the code as it stood in 2016 and the acts since;
law-xml-codified holds the code with those acts worked in.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from pathlib import Path

from pydantic import BaseModel, TypeAdapter

from pincite.errors import FetchError, FetchMismatch, InputError
from pincite.ingest.law.connectors.download import download
from pincite.ingest.law.connectors.fetch_request import Fetched, FetchRequest, WantedFile
from pincite.ingest.law.connectors.proof import ZipContents, contents, member_head, zip_fault
from pincite.ingest.law.connectors.web import Web

USAGE = "pincite get dc"

_COMMITS = "https://api.github.com/repos/DCCouncil/law-xml-codified/commits?per_page=1"
_ARCHIVE = "https://codeload.github.com/DCCouncil/law-xml-codified/zip/{commit}"
_WITHOUT_GITHUB = (
    "GitHub answers 60 such questions an hour from one network. Try again later; or save "
    "https://github.com/DCCouncil/law-xml-codified/archive/HEAD.zip and give that to "
    "`pincite ingest`."
)

_CODE = "us/dc/council/code/index.xml"
_commit = re.compile(r"[0-9a-f]{40}")
_root_index = re.compile(r"[^/]+/index\.xml")
_codified = re.compile(rb"<(?:[\w-]+:)?codified-date>\s*(\d{4}-\d{2}-\d{2})")


class _Signature(BaseModel):
    date: datetime


class _Act(BaseModel):
    committer: _Signature


class _Commit(BaseModel):
    sha: str
    commit: _Act


_commits = TypeAdapter(list[_Commit])


def fetch(web: Web, request: FetchRequest) -> Fetched:
    """The code as last published, or as it stood in the repository at the end of a day."""
    if request.args:
        raise InputError(f"unexpected: {' '.join(request.args)}", hint=f"Usage: {USAGE}")
    published = _published(web, request)
    commit = published.sha
    wanted = WantedFile(
        url=request.address(_ARCHIVE.format(commit=commit)),
        name=f"dc-law-xml-codified-{commit[:12]}.zip",
        fault=lambda path: zip_fault(path, lambda archive: _not_the_code(archive, commit)),
        settled=True,
    )
    landed = download(web, wanted, request)
    day = _codified_on(landed.path) or published.commit.committer.date.date()
    return landed.fetched(
        request, reader="dclaw", version=f"dc-{day}", day=day, notes=(f"commit {commit}",)
    )


def _published(web: Web, request: FetchRequest) -> _Commit:
    """The newest commit of the branch that the Council publishes, up to the day asked for."""
    until = f"&until={request.day}T23:59:59Z" if request.day else ""
    try:
        commits = web.record(request.address(_COMMITS + until), _commits)
    except FetchError as problem:
        if not problem.retryable:
            problem.hint = _WITHOUT_GITHUB
        raise
    if not commits:
        raise InputError(
            f"the Council had published nothing by {request.day}", hint="Ask for a later day."
        )
    if not _commit.fullmatch(commits[0].sha):
        raise FetchMismatch(f"not the name of a commit: {commits[0].sha!r}")
    return commits[0]


def _not_the_code(archive: ZipContents, commit: str) -> str:
    # Git writes the commit into the comment of the archives that it makes.
    if _commit.fullmatch(archive.comment) and archive.comment != commit:
        return f"commit {archive.comment[:12]} for {commit[:12]}"
    return "" if archive.ending(f"/{_CODE}") else f"a zip archive without {_CODE}"


def _codified_on(path: Path) -> date | None:
    """The day that the repository's own index says it was codified."""
    index = next((name for name in contents(path).names if _root_index.fullmatch(name)), "")
    match = _codified.search(member_head(path, index)) if index else None
    try:
        return date.fromisoformat(match[1].decode()) if match else None
    except ValueError:
        return None
