"""What every page has: the template, the words, who is reading; and what went wrong, as a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from datetime import timedelta
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.routing import APIRoute
from jinja2 import Environment, PackageLoader, StrictUndefined
from pydantic import ValidationError

from pincite.answer.names import place_name
from pincite.api.access import Access, Power
from pincite.api.discretion import discreet
from pincite.api.status_words import told
from pincite.errors import ROWS, InputError, NoKey, PinciteError
from pincite.model.document import Loss
from pincite.surfaces.http.auth import COOKIE as KEY_COOKIE
from pincite.surfaces.http.auth import access_of
from pincite.surfaces.web import assets
from pincite.surfaces.web.texts import COOKIE, LANGUAGES, Words, language_of

_SEE_OTHER = 303
_YEAR = int(timedelta(days=365).total_seconds())
_part = r"[0-9A-Za-z](?:[0-9A-Za-z._~-]*[0-9A-Za-z~])?"
_urn = re.compile(rf"(urn:lex:[a-z]{{2}}(?:-[a-z0-9]+)*(?::{_part})+)")
# A form of this page says where it is from, which `no-referrer` would hide from ourselves too.
_HEADERS = {"Referrer-Policy": "same-origin"}


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("pincite.surfaces.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    named: dict[str, Any] = made.globals  # pyright: ignore[reportUnknownMemberType]
    named.update(
        asset=assets.address, law_address=law_address, file_address=file_address, query=query,
        by_urn=by_urn, loss_in_words=loss_in_words, told=told, place_name=place_name,
    )  # fmt: skip
    return made


def loss_in_words(loss: dict[str, Any]) -> str:
    """What is missing from a document's text, of the body that the operations give."""
    return str(Loss(loss["what"], tuple(loss["pages"]), loss["recognised"]))


def render(request: Request, template: str, /, status: int = 200, **context: Any) -> HTMLResponse:
    """The page, in the reader's language. The language that an address names is remembered."""
    language = language_of(request)
    words = Words(language)
    access = _reader(request)
    said = _environment().get_template(template).render(
        t=words,
        lang=language,
        languages=_languages(request),
        path=request.url.path,
        keyed=bool(request.cookies.get(KEY_COOKIE)),
        may={power.value: access is not None and power in access.powers for power in Power},
        **context,
    )  # fmt: skip
    response = HTMLResponse(said, status, {**_HEADERS, "Content-Language": language})
    if request.query_params.get("lang") in LANGUAGES:
        response.set_cookie(COOKIE, language, max_age=_YEAR, httponly=True, samesite="lax")
    return response


def redirect(address: str) -> RedirectResponse:
    return RedirectResponse(address, _SEE_OTHER, _HEADERS)


def law_address(
    urn: str, *, at: str | None = "", version: str | None = "", spans: Any = (), of: str = ""
) -> str:
    """A provision; `spans` are lit in the text that has the hash `of`."""
    lit = ",".join(f"{start}-{end}" for start, end in spans)
    there = query(at=at, version=version, lit=lit, of=of[:12] if lit else "")
    return f"/law/{quote(urn, safe=':~')}{there}{'#lit' if lit else ''}"


def file_address(
    matter: str, document: str, passage: int | None = None, spans: Any = (), page: int | None = None
) -> str:
    """A document of a matter; `spans` are lit."""
    lit = ",".join(f"{start}-{end}" for start, end in spans)
    there = query(passage=passage, page=page, lit=lit)
    return f"/file/{quote(matter, safe='')}/{quote(document, safe='')}{there}" + (
        "#lit" if lit else ""
    )


def by_urn(text: str) -> list[str]:
    """A text in parts, every second of which is the name of a provision."""
    return _urn.split(text)


def query(**given: Any) -> str:
    """'?a=1&b=2' of what is not empty, lists by each of their values."""
    kept = {key: value for key, value in given.items() if value not in (None, "", [], ())}
    return f"?{urlencode(kept, doseq=True)}" if kept else ""


class PageRoute(APIRoute):
    """What goes wrong is told by a page; who has no key is sent to the door."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def shown(request: Request) -> Response:
            try:
                return await handler(request)
            except NoKey as problem:
                if request.app.state.keys.closed and request.url.path != "/key":
                    asked = f"?{request.url.query}" if request.url.query else ""
                    return redirect(f"/key{query(next=request.url.path + asked)}")
                return problem_page(request, problem)
            except PinciteError as problem:
                return problem_page(request, problem)
            except (RequestValidationError, ValidationError) as problem:
                fields = {str(error["loc"][-1]) for error in problem.errors() if error["loc"]}
                told = f"this cannot be read: {', '.join(sorted(fields))}"
                return problem_page(request, InputError(told, hint="Write dates as YYYY-MM-DD."))

        return shown


def problem_page(request: Request, problem: PinciteError) -> HTMLResponse:
    status = ROWS[problem.code].http
    return render(request, "problem.html", status, problem=discreet(problem), nav="")


def _reader(request: Request) -> Access | None:
    try:
        return access_of(request)
    except PinciteError:
        return None


def _languages(request: Request) -> list[tuple[str, str]]:
    """Each language, with the address of this page in it; of a form's answer, that of the start."""
    here = [(key, value) for key, value in request.query_params.multi_items() if key != "lang"]
    path = request.url.path if request.method == "GET" else "/"
    return [
        (language, f"{path}?{urlencode([*here, ('lang', language)])}") for language in LANGUAGES
    ]
