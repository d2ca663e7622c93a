"""Law loaded into the library, and files read into a matter; in the background where they are
asked for from afar."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from pincite.api.access import Access, Power
from pincite.api.jobs import JobView
from pincite.api.operation import NoFields, Operation, Request
from pincite.api.operations import fields as field
from pincite.api.paths import allowed
from pincite.api.readiness import Encode, pipeline
from pincite.api.workspace import Workspace
from pincite.collection.pipeline import Pipeline
from pincite.errors import InputError, LibraryClosed
from pincite.ingest.casefiles.sync import SyncReport
from pincite.ingest.law.load import LoadReport
from pincite.ingest.law.readers import NAMES, reader
from pincite.matters.card import slug
from pincite.matters.matter import Matter
from pincite.matters.watching import changes

Paths = Annotated[
    tuple[str, ...],
    Field(min_length=1, max_length=1000, description="Paths below a folder that is allowed."),
]
InForceFrom = Annotated[
    field.Day | None, Field(description="In force from, where the files do not say.")
]
Retry = Annotated[bool, Field(strict=True, description="Try again what could not be read before.")]


class LoadLawRequest(Request):
    paths: Paths
    reader: Annotated[str, Field(max_length=40, description=f"One of {', '.join(NAMES)}.")]
    version: Annotated[
        str, Field(min_length=1, max_length=200, description="A tag for this load, such as 156b.")
    ]
    matter: field.MatterName = ""
    collection: Annotated[
        str, Field(max_length=200, description="What these are editions of; the reader's name.")
    ] = ""
    date: InForceFrom = None
    language: Annotated[str, Field(max_length=20, description="Where the files do not say.")] = ""
    profile: Annotated[
        str, Field(max_length=4000, description="For the reader `plain`: a name, or a path.")
    ] = ""
    encoding: Annotated[
        str, Field(max_length=40, description="Of text files that are not UTF-8.")
    ] = ""
    allow_refusals: Annotated[
        bool, Field(strict=True, description="Load the rest when some files are refused.")
    ] = False
    workers: Annotated[str, Field(max_length=500, description="Processes, or ray://HOST:PORT.")] = (
        ""
    )
    encode: Encode = None


class ReadFilesRequest(Request):
    matter: field.ThisMatter
    path: field.APath
    encode: Encode = None


class ReadPathsRequest(Request):
    matter: field.ThisMatter
    paths: Paths
    retry: Retry = False
    encode: Encode = None


class SyncRequest(Request):
    matter: field.ThisMatter
    path: Annotated[
        str,
        Field(max_length=4000, description="A folder; without it, all that the matter was given."),
    ] = ""
    paths: Annotated[tuple[str, ...], Field(max_length=1000, description="More folders.")] = ()
    retry: Retry = False
    encode: Encode = None


@dataclass(frozen=True, slots=True)
class ReaderInfo:
    """A format of law that can be loaded."""

    name: str
    about: str


def load_law(workspace: Workspace, access: Access, asked: LoadLawRequest) -> LoadReport:
    """Load law as a new version: all of it, or, on any refusal, nothing; then make it ready to be
    asked."""
    paths, profile = _law_files(workspace, access, asked)
    law = workspace.law
    return pipeline(workspace, law, asked.encode).read(
        lambda watched: law.ingest(
            *paths,
            reader_name=asked.reader,
            version=asked.version,
            collection=asked.collection,
            day=asked.date,
            language=asked.language,
            profile=profile,
            encoding=asked.encoding,
            allow_refusals=asked.allow_refusals,
            workers=asked.workers or None,
            progress=watched.of_total,
        )
    )


def _law_files(
    workspace: Workspace, access: Access, asked: LoadLawRequest
) -> tuple[list[Path], str | None]:
    if asked.matter:
        raise InputError(
            "law is loaded into a library, and a matter holds case files",
            hint="Leave out the matter to load law (`pincite ingest PATH --reader NAME --version"
            " TAG`), or read files into it (`pincite --matter NAME ingest PATH`).",
        )
    profile = asked.profile
    if "/" in profile or profile.endswith(".toml"):
        profile = str(allowed(workspace, access, profile))
    return [allowed(workspace, access, path) for path in asked.paths], profile or None


def list_readers(_workspace: Workspace, _access: Access, _asked: NoFields) -> list[ReaderInfo]:
    """The formats of law that can be loaded."""
    return [ReaderInfo(name, reader(name).about) for name in NAMES]


def ingest_document(workspace: Workspace, access: Access, asked: ReadFilesRequest) -> SyncReport:
    """Read a file into a case, and make it ready to be asked."""
    path = allowed(workspace, access, asked.path)
    return read_into(workspace, asked.matter, [path], encode=asked.encode)


def ingest_folder(workspace: Workspace, access: Access, asked: ReadFilesRequest) -> SyncReport:
    """Read a folder into a case; what cannot be read is listed."""
    return ingest_document(workspace, access, asked)


def read_files(workspace: Workspace, access: Access, asked: ReadPathsRequest) -> SyncReport:
    """Read files and folders into a case; what was read before and has not changed is not read
    again, and what cannot be read is listed while the rest goes on."""
    paths = [allowed(workspace, access, path) for path in asked.paths]
    return read_into(workspace, asked.matter, paths, retry=asked.retry, encode=asked.encode)


def read_into(
    workspace: Workspace,
    matter: str,
    paths: list[Path],
    *,
    retry: bool = False,
    encode: bool | None = None,
) -> SyncReport:
    """Files that may be read, into a matter, and made ready to be asked."""
    opened = _writable(workspace, matter)
    report = _begun(workspace)
    return pipeline(workspace, opened, encode).read(
        lambda watched: opened.read_files(*paths, retry=retry, progress=watched, report=report)
    )


def sync_folder(workspace: Workspace, access: Access, asked: SyncRequest) -> SyncReport:
    """Bring a case in line with a folder, or all it was given: new, changed, moved and removed
    files."""
    paths = _folders(workspace, access, asked)
    opened = _writable(workspace, asked.matter)
    report = _begun(workspace)
    return pipeline(workspace, opened, asked.encode).read(
        lambda watched: opened.sync(*paths, retry=asked.retry, progress=watched, report=report)
    )


def watch_folder(workspace: Workspace, access: Access, asked: SyncRequest) -> JobView:
    """Sync, and again whenever a file changes, until the job is cancelled."""
    paths = _folders(workspace, access, asked)
    matter = slug(asked.matter)
    _writable(workspace, matter)
    return workspace.begin("watch_folder", matter, _watch, matter, paths, standing=True)


def _begun(workspace: Workspace) -> SyncReport:
    """The report of a job, which every run of it adds to."""
    return workspace.kept.setdefault("report", SyncReport())


def _folders(workspace: Workspace, access: Access, asked: SyncRequest) -> list[Path]:
    if named := [path for path in (asked.path, *asked.paths) if path]:
        return [allowed(workspace, access, path) for path in named]
    # What the matter was given before was allowed then; it is held to the roots again.
    given = workspace.matter(asked.matter).store.documents.folders()
    own = (workspace.matters.root / slug(asked.matter)).resolve()
    return [
        Path(folder)
        if Path(folder).resolve().is_relative_to(own)
        else allowed(workspace, access, folder)
        for folder in given
    ]


def _writable(workspace: Workspace, matter: str) -> Matter:
    opened = workspace.matter(matter)
    if opened.read_only:
        raise LibraryClosed(f"{opened.slug} is closed")
    return opened


def _watch(workspace: Workspace, matter: str, paths: list[Path]) -> None:
    opened = workspace.matter(matter)
    folders = paths or opened.store.documents.folders()
    last: dict[str, Any] = {}

    def tell(**counted: Any) -> None:
        last.clear()
        last.update(counted)
        workspace.progress(**counted)

    for _ in changes(folders, opened.folder.parent, workspace.stop):
        report = Pipeline(opened, tell, workspace.stop.is_set).read(
            lambda watched: opened.sync(*folders, progress=watched)
        )
        workspace.progress(**last, files=report.read, removed=len(report.removed))


def _may_read(workspace: Workspace, access: Access, asked: ReadFilesRequest) -> None:
    allowed(workspace, access, asked.path)
    _writable(workspace, asked.matter)


def _may_read_all(workspace: Workspace, access: Access, asked: ReadPathsRequest) -> None:
    for path in asked.paths:
        allowed(workspace, access, path)
    _writable(workspace, asked.matter)


def _may_sync(workspace: Workspace, access: Access, asked: SyncRequest) -> None:
    _folders(workspace, access, asked)
    _writable(workspace, asked.matter)


OPERATIONS = (
    Operation("load_law", Power.MANAGE, LoadLawRequest, load_law, long=True, ready=_law_files),
    Operation("list_readers", Power.READ, NoFields, list_readers, anywhere=True),
    Operation(
        "ingest_document",
        Power.WRITE,
        ReadFilesRequest,
        ingest_document,
        long=True,
        ready=_may_read,
    ),
    Operation(
        "ingest_folder", Power.WRITE, ReadFilesRequest, ingest_folder, long=True, ready=_may_read
    ),
    Operation(
        "read_files", Power.WRITE, ReadPathsRequest, read_files, long=True, ready=_may_read_all
    ),
    Operation("sync_folder", Power.WRITE, SyncRequest, sync_folder, long=True, ready=_may_sync),
    Operation("watch_folder", Power.WRITE, SyncRequest, watch_folder),
)
