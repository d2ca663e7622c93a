"""Files read into a matter, in the background; and the jobs that do it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

from pydantic import Field

from pincite.api.access import Access, Power
from pincite.api.jobs import Job, JobView
from pincite.api.operations import Ask, Operation
from pincite.api.operations import fields as field
from pincite.api.operations.law import Nothing
from pincite.api.plain import plain
from pincite.api.workspace import Workspace
from pincite.errors import Forbidden, LibraryClosed
from pincite.ingest.casefiles.sync import Progress, SyncReport
from pincite.matters import Matters
from pincite.matters.card import slug
from pincite.matters.matter import Matter
from pincite.settings import Settings


class AFile(Ask):
    matter: field.ThisMatter
    path: Annotated[
        str,
        Field(min_length=1, max_length=4000, description="A path below a folder that is allowed."),
    ]


class AFolder(Ask):
    matter: field.ThisMatter
    path: Annotated[
        str,
        Field(max_length=4000, description="A folder; without it, all that the matter was given."),
    ] = ""


class AJob(Ask):
    job: Annotated[str, Field(min_length=1, max_length=64, description="Its id.")]


def ingest_document(workspace: Workspace, access: Access, asked: AFile) -> JobView:
    """Read a file into a case, in the background; the job says how far it has come."""
    path = allowed(access, asked.path)
    return _begin(workspace, "ingest", asked.matter, lambda matter, tell: matter.read_files(
        path, progress=tell))  # fmt: skip


def ingest_folder(workspace: Workspace, access: Access, asked: AFile) -> JobView:
    """Read a folder into a case, in the background; what cannot be read is listed."""
    return ingest_document(workspace, access, asked)


def sync_folder(workspace: Workspace, access: Access, asked: AFolder) -> JobView:
    """Bring a case in line with a folder, or all it was given: new, changed, moved and removed
    files."""
    paths = _folders(workspace, access, asked)
    return _begin(workspace, "sync", asked.matter, lambda matter, tell: matter.sync(
        *paths, progress=tell))  # fmt: skip


def watch_folder(workspace: Workspace, access: Access, asked: AFolder) -> JobView:
    """Sync, and again whenever a file changes, until the job is cancelled."""
    paths = _folders(workspace, access, asked)
    matter = slug(asked.matter)
    _writable(workspace, matter)
    work = partial(_watch, matter, workspace.settings, paths)
    return workspace.jobs.start("watch", matter, work, standing=True)


def job_status(workspace: Workspace, access: Access, asked: AJob) -> JobView:
    """How far a job has come, and what came of it."""
    return _reached(access, workspace.jobs.view(asked.job))


def cancel_job(workspace: Workspace, access: Access, asked: AJob) -> JobView:
    """Stop a job; what it has done stays done."""
    _reached(access, workspace.jobs.view(asked.job))
    return workspace.jobs.cancel(asked.job)


def list_jobs(workspace: Workspace, access: Access, _asked: Nothing) -> list[JobView]:
    """The jobs of the cases that the asker may reach, the newest first; job_status tells what came
    of one."""
    return [replace(one, result=None) for one in workspace.jobs.all() if access.reaches(one.matter)]


def allowed(access: Access, path: str) -> Path:
    """A path below a root. Raises Forbidden, whether or not there is anything there."""
    try:
        # Links are followed before the path is held to the roots.
        real = Path(path).expanduser().resolve()
    except (OSError, RuntimeError, ValueError):
        # No such user, links that lead in a circle, a name that no file can have.
        real = None
    if real is None or not any(real.is_relative_to(root.resolve()) for root in access.roots):
        raise Forbidden(
            "that path is not below a folder that may be read",
            hint="Name such folders with PINCITE_ROOTS, or with --root.",
        )
    return real


def _folders(workspace: Workspace, access: Access, asked: AFolder) -> list[Path]:
    if asked.path:
        return [allowed(access, asked.path)]
    # What the matter was given before was allowed then; it is held to the roots again.
    given = workspace.matter(asked.matter).store.documents.folders()
    own = (workspace.matters.root / slug(asked.matter)).resolve()
    return [
        Path(one) if Path(one).resolve().is_relative_to(own) else allowed(access, one)
        for one in given
    ]


def begin_reading(workspace: Workspace, matter: str, paths: list[Path]) -> JobView:
    """Files that were put into the matter's own folder."""
    return _begin(workspace, "ingest", matter, lambda opened, tell: opened.read_files(
        *paths, progress=tell))  # fmt: skip


def _begin(
    workspace: Workspace, what: str, matter: str, read: Callable[[Matter, Progress], SyncReport]
) -> JobView:
    name = slug(matter)
    _writable(workspace, name)
    return workspace.jobs.start(what, name, partial(_read, name, workspace.settings, read))


def _writable(workspace: Workspace, name: str) -> None:
    if workspace.matter(name).read_only:
        raise LibraryClosed(f"{name} is closed")


def _read(
    matter: str, settings: Settings, read: Callable[[Matter, Progress], SyncReport], job: Job
) -> object:
    with Matters(settings=settings).open(matter) as opened:
        report = plain(read(opened, job.tell))
        # So that the first question after it does not wait for the words.
        opened.search_index.index(lambda done, name: job.tell(indexed=done, name=name))
        return report


def _watch(matter: str, settings: Settings, paths: list[Path], job: Job) -> None:
    with Matters(settings=settings).open(matter) as opened:

        def each(report: SyncReport) -> None:
            job.progress = {"files": report.read, "removed": len(report.removed)}
            job.seen += 1

        opened.watch(*paths, each=each, stop=job.stop)


def _reached(access: Access, view: JobView) -> JobView:
    access.check(Power.READ, view.matter)
    return view


OPERATIONS = (
    Operation("ingest_document", Power.WRITE, AFile, ingest_document),
    Operation("ingest_folder", Power.WRITE, AFile, ingest_folder),
    Operation("sync_folder", Power.WRITE, AFolder, sync_folder),
    Operation("watch_folder", Power.WRITE, AFolder, watch_folder),
    Operation("job_status", Power.READ, AJob, job_status, anywhere=True),
    Operation("cancel_job", Power.WRITE, AJob, cancel_job, anywhere=True),
    Operation("list_jobs", Power.READ, Nothing, list_jobs, anywhere=True),
)
