"""/evaluation: the reports that lie in the library's `reports` folder."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any, cast

from fastapi import APIRouter, Request
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse, Response

from pincite.api.access import Access, Power
from pincite.api.workspace import Workspace
from pincite.errors import NotFound
from pincite.evaluation.measures import ALL
from pincite.surfaces.http.auth import Allowed, InPool
from pincite.surfaces.http.evaluation import REPORTS
from pincite.surfaces.web.page import PageRoute, render

router = APIRouter(route_class=PageRoute, include_in_schema=False)
_LARGEST = 16 * 1024 * 1024
_name = re.compile(r"[\w][\w .()-]{0,150}")
# A report has its style within; nothing else of it is let do anything.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"


@router.get("/evaluation")
async def evaluation(request: Request, pool: InPool, access: Allowed) -> Response:
    reports = await pool.call(_reports, access)
    return render(request, "evaluation.html", reports=reports, folder=REPORTS, nav="evaluation")


@router.get("/evaluation/{name}")
async def report(
    pool: InPool, access: Allowed, name: Annotated[str, InPath(max_length=160)]
) -> Response:
    page = await pool.call(_page, access, name)
    return HTMLResponse(page, headers={"Content-Security-Policy": _POLICY})


def _folder(workspace: Workspace, access: Access) -> Path:
    access.check(Power.READ, "")
    return workspace.law.folder / REPORTS


def _reports(workspace: Workspace, access: Access) -> list[dict[str, Any]]:
    folder = _folder(workspace, access)
    if not folder.is_dir():
        return []
    names = {file.stem for file in folder.iterdir() if file.suffix in (".json", ".html")}
    return [
        {
            "name": name,
            "page": (folder / f"{name}.html").is_file(),
            "summary": _summary(folder / f"{name}.json"),
        }
        for name in sorted(names)
        if _name.fullmatch(name)
    ]


def _summary(path: Path) -> dict[str, Any] | None:
    """Of what `pincite eval … --out` writes; None of anything else."""
    if not path.is_file() or path.stat().st_size > _LARGEST:
        return None
    try:
        said: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if "systems" not in said:
            facts = {key: told for key, value in said.items() if (told := _fact(value))}
            return {"set": str(said["set"]), "facts": facts}
        rows = [(system["name"], system["kinds"][ALL]) for system in said["systems"]]
        measures = list(dict.fromkeys(key for _, row in rows for key in row if key != "questions"))
        return {
            "set": str(said["set"]), "questions": said["questions"], "measures": measures,
            "rows": rows, "facts": {},
        }  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _fact(value: Any) -> str:
    """A number, or a share of something; "" for anything else."""
    if isinstance(value, (int, float)):
        return f"{value:g}"
    if isinstance(value, dict) and {"share", "held", "of"} <= value.keys():  # pyright: ignore
        share = cast("dict[str, Any]", value)
        said = f"{share['held']}/{share['of']}"
        return said if share["share"] is None else f"{share['share']:.1%} ({said})"
    return ""


def _page(workspace: Workspace, access: Access, name: str) -> str:
    path = _folder(workspace, access) / f"{name}.html"
    known = _name.fullmatch(name) and path.is_file() and not path.is_symlink()
    if not known or path.stat().st_size > _LARGEST:
        raise NotFound("there is no such report", hint="/evaluation lists those there are.")
    return path.read_text(encoding="utf-8", errors="replace")
