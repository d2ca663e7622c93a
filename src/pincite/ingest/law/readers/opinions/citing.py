"""How a decision is named: by its citation, else its docket, else the publisher's number."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date

from pincite.model.urn import segment

_cite = re.compile(r"\s*(\d+)\s+(\S.*?)\s+(\d+)\s*")
_unspoken = re.compile(r"[^0-9a-z]+")
_docket = re.compile(r"(?:Docket\s+)?Nos?\.?\s*", re.I)
_stated = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:T.*)?")
_NAME_LIMIT = 60


def cite_name(cite: str) -> str:
    """'410 U.S. 113' → '410-us-113'; '123 F.3d 456' → '123-f3d-456'; '' for no citation."""
    match = _cite.fullmatch(cite)
    if match is None:
        return ""
    reporter = _unspoken.sub("", match[2].lower())
    return f"{match[1]}-{reporter}-{match[3]}" if reporter else ""


def docket_name(docket: str) -> str:
    """'No. 14-704' → 'no-14-704'; '' where there is no number in it."""
    number = segment(_docket.sub(" ", docket).strip().lower())[:_NAME_LIMIT].strip("-._")
    return f"no-{number}" if any(char.isdigit() for char in number) else ""


def first_page(cite: str) -> int:
    """The page that a decision begins on; 0 where its citation does not say."""
    match = _cite.fullmatch(cite)
    return int(match[3]) if match and len(match[3]) < 7 else 0


def decided(stated: str) -> date | None:
    """A date, or the last day of the month or year where no more is stated: by then the decision
    was made. None where nothing can be read."""
    match = _stated.fullmatch(stated)
    if match is None:
        return None
    year, month, day = int(match[1]), int(match[2] or 12), int(match[3] or 0)
    try:
        return date(year, month, day or monthrange(year, month)[1])
    except (ValueError, IndexError):
        return None
