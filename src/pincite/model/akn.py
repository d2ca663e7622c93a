"""Akoma Ntoso FRBR work URIs and URNs, both ways (Akoma Ntoso Naming Convention 1.0, section 4).

/akn/zw/act/1985/16            ↔ urn:lex:zw:act-1985-16
/akn/za-cpt/act/by-law/2015/x  ↔ urn:lex:za-cpt:act.by-law-2015-x
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from pincite.errors import BadUrn
from pincite.model.urn import Urn

_uri = re.compile(
    r"""
    (?P<work>
      (?:/akn)?
      /(?P<place>[a-z]{2}(?:-[a-z0-9-]+)?)            # country, or country and locality
      /(?P<doctype>[A-Za-z]+)
      (?:/(?P<subtype>[A-Za-z][\w.-]*)(?:/(?P<actor>[A-Za-z][\w.-]*))?)?
      /(?P<date>\d{4}(?:-\d{2}-\d{2})?)
      /(?P<number>[^/@:!~\s]+)
    )
    (?:/(?P<language>[a-z]{3})(?![\w-])(?:[@:](?P<day>[^/!~.]*))?)?
    (?:/?!(?P<component>[^/~]+)|/(?P<plain_component>\w[^~]*))?
    (?:/?~(?P<portion>.+))?/?
    """,
    re.VERBOSE,
)
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
    """Read a work or expression URI, with or without the /akn prefix. A component (`!main`) or a
    portion (`~sec_7`) behind it is passed over."""
    match = _uri.fullmatch(uri)
    if match is None:
        raise BadUrn(
            f"not a FRBR URI: {uri[:200]!r}",
            hint="It looks like /akn/zw/act/1985/16/eng@2016-12-31.",
        )
    kind = ".".join(part for part in match.group("doctype", "subtype", "actor") if part)
    corpus = f"{kind}-{match['date']}-{match['number']}"
    urn = Urn.parse(f"urn:lex:{match['place']}:{corpus}".replace("_", "~"))
    day: date | None = None
    if stamp := match["day"]:
        try:
            day = date.fromisoformat(stamp)
        except ValueError as problem:
            raise BadUrn(f"not a date in a FRBR URI: {stamp!r} in {uri[:200]!r}") from problem
    return WorkUri(urn, match["work"], match["language"] or "", day)


def frbr_of(urn: Urn, *, language: str = "", day: date | None = None, prefix: str = "/akn") -> str:
    """The FRBR URI of a work (or of its expression, where a language is given)."""
    match = _corpus.fullmatch(urn.corpus)
    if match is None:
        raise BadUrn(
            f"{urn} does not name an Akoma Ntoso work",
            hint="Such a URN looks like urn:lex:zw:act-1985-16.",
        )
    parts = match.group("doctype", "subtype", "actor", "date", "number")
    uri = "/".join((prefix, urn.jurisdiction, *(part for part in parts if part))).replace("~", "_")
    if language:
        uri += f"/{language}" + (f"@{day.isoformat()}" if day else "")
    return uri
