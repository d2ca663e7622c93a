"""POST /export: the question asked again, and its answer with its sources as DOCX or PDF."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response

from pincite.surfaces.http.auth import InPool
from pincite.surfaces.web.address import Asked
from pincite.surfaces.web.home import cited, replied
from pincite.surfaces.web.page import PageRoute, redirect
from pincite.surfaces.web.sheet import AnswerSheet, sheet_of
from pincite.surfaces.web.texts import Words, language_of

router = APIRouter(route_class=PageRoute, include_in_schema=False)
_OK = 200
_DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


class Wanted(Asked):
    format: Literal["docx", "pdf"] = "docx"


@router.post("/export")
async def export(request: Request, pool: InPool, wanted: Annotated[Wanted, Form()]) -> Response:
    """Nothing of it is kept here."""
    reply, status = await replied(request, pool, wanted)
    if status != _OK:
        return redirect(wanted.address(format=""))
    made = datetime.now(UTC).replace(microsecond=0)
    words = Words(language_of(request))
    sheet = sheet_of(reply, cited(request, wanted, reply), words, made, wanted.version)
    data, kind = _written(sheet, wanted.format)
    named = f'attachment; filename="pincite-{made:%Y%m%d-%H%M%S}.{wanted.format}"'
    return Response(data, media_type=kind, headers={"Content-Disposition": named})


def _written(sheet: AnswerSheet, format: str) -> tuple[bytes, str]:
    # Loaded when asked: each takes longer to load than a page takes to write.
    if format == "docx":
        from pincite.surfaces.web.docx import as_docx

        return as_docx(sheet), _DOCX
    from pincite.surfaces.web.pdf import as_pdf

    return as_pdf(sheet), "application/pdf"
