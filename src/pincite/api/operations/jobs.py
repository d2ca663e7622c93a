"""Jobs: what runs in the background, how far it has come, and how to pause and stop it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from pincite.api.access import Access, Power
from pincite.api.jobs import JobView
from pincite.api.operation import NoFields, Operation, Request
from pincite.api.workspace import Workspace


class JobRequest(Request):
    job: Annotated[str, Field(min_length=1, max_length=64, description="Its id.")]


def job_status(workspace: Workspace, access: Access, asked: JobRequest) -> JobView:
    """How far a job has come, and what came of it."""
    return _reached(access, workspace.jobs.view(asked.job))


def cancel_job(workspace: Workspace, access: Access, asked: JobRequest) -> JobView:
    """Stop a job; what it has done stays done."""
    _reached(access, workspace.jobs.view(asked.job))
    return workspace.jobs.cancel(asked.job)


def pause_job(workspace: Workspace, access: Access, asked: JobRequest) -> JobView:
    """Pause a job: it ends where it stands and holds nothing until it is resumed."""
    _reached(access, workspace.jobs.view(asked.job))
    return workspace.jobs.pause(asked.job)


def resume_job(workspace: Workspace, access: Access, asked: JobRequest) -> JobView:
    """Go on with a paused job where it was."""
    _reached(access, workspace.jobs.view(asked.job))
    return workspace.jobs.resume(asked.job)


def list_jobs(workspace: Workspace, access: Access, _asked: NoFields) -> list[JobView]:
    """The jobs of the law and the cases that the asker may reach, the newest first; job_status
    tells what came of one."""
    return [
        replace(job, result=None)
        for job in workspace.jobs.all()
        if (access.reaches(job.matter) if job.matter else access.law)
    ]


def _reached(access: Access, view: JobView) -> JobView:
    access.check(Power.READ, view.matter)
    return view


OPERATIONS = (
    Operation("job_status", Power.READ, JobRequest, job_status, anywhere=True, of_jobs=True),
    Operation("cancel_job", Power.WRITE, JobRequest, cancel_job, anywhere=True, of_jobs=True),
    Operation("pause_job", Power.WRITE, JobRequest, pause_job, anywhere=True, of_jobs=True),
    Operation("resume_job", Power.WRITE, JobRequest, resume_job, anywhere=True, of_jobs=True),
    Operation("list_jobs", Power.READ, NoFields, list_jobs, anywhere=True, of_jobs=True),
)
