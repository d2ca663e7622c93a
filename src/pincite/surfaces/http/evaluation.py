"""/eval: how good answers are on graded questions of your own; and the reports that were made."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, UploadFile
from fastapi.responses import JSONResponse

from pincite.api.access import Power
from pincite.api.body import as_json, body
from pincite.api.operation import operations
from pincite.api.workspace import Workspace
from pincite.errors import SourceTooLarge
from pincite.settings import MIB
from pincite.surfaces.http.auth import Allowed, InPool
from pincite.surfaces.http.openapi import PROBLEMS, responded
from pincite.surfaces.http.uploads import safe_name

router = APIRouter(responses=PROBLEMS)
REPORTS = "reports"
_LARGEST_SET = 8 * MIB
_NAMED = {"type": "object", "description": "Each report by its name."}


@router.get("/eval", responses={200: {"content": {"application/json": {"schema": _NAMED}}}})
async def reports(pool: InPool, access: Allowed) -> JSONResponse:
    """The reports in the library's `reports` folder, by name."""

    def work(workspace: Workspace) -> dict[str, Any]:
        access.check(Power.READ, "")
        folder = workspace.law.folder / REPORTS
        found = sorted(folder.glob("*.json")) if folder.is_dir() else []
        return {path.stem: _read(path) for path in found}

    return JSONResponse(await pool.run(work))


@router.post("/eval", status_code=202, responses={202: responded(operations()["job_status"])})
async def evaluate(
    pool: InPool,
    access: Allowed,
    questions: Annotated[UploadFile, File(description="Graded questions, as JSON lines.")],
    name: Annotated[str, Form(max_length=80, pattern=r"^[\w-]*$")] = "answers",
) -> JSONResponse:
    """Ask every question, in the background; the report is kept under the name."""
    data = questions.file.read(_LARGEST_SET + 1)
    if len(data) > _LARGEST_SET:
        raise SourceTooLarge("the set is too large", file=safe_name(questions.filename or ""))

    def begin(workspace: Workspace) -> object:
        access.check(Power.MANAGE, "")
        # Where there is no law, that is told at once.
        _ = workspace.law
        return workspace.begin("eval", "", _evaluated, data, name)

    return JSONResponse(body(await pool.run(begin)), status_code=202)


def _evaluated(workspace: Workspace, data: bytes, name: str) -> object:
    from pincite.evaluation.answered import evaluate_marked
    from pincite.evaluation.answers import evaluate_answers, law_sources
    from pincite.evaluation.answers_report import as_page, as_record
    from pincite.evaluation.gold import unit_of
    from pincite.evaluation.held import law_texts
    from pincite.evaluation.marked import is_marked, read_marked
    from pincite.evaluation.sets import read_set

    opened = workspace.law
    sources = law_sources(opened)

    def tell(done: int, of: int) -> None:
        workspace.progress(done=done, of=of)

    with tempfile.TemporaryDirectory(prefix="eval-") as scratch:
        graded = Path(scratch) / f"{name}.jsonl"
        graded.write_bytes(data)
        answered = None
        if is_marked(graded):
            lines = read_marked(graded, law_texts(opened))
            report, answered = evaluate_marked(opened, sources, lines, tell)
        else:
            questions = read_set(graded, unit_of=unit_of(opened.store))
            report = evaluate_answers(opened, sources, questions, tell)
    record = as_record(report, answered)
    kept = opened.folder / REPORTS
    kept.mkdir(exist_ok=True)
    for suffix, text in (("json", as_json(record) + "\n"), ("html", as_page(report, answered))):
        beside = kept / f".{name}.{suffix}.part"
        beside.write_text(text, encoding="utf-8")
        beside.replace(kept / f"{name}.{suffix}")
    return body(record)


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
