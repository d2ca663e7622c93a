"""The status of law, as surfaces say it: in the reader's language, from a body or a record."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from pincite.model import Override, OverrideStatus
from pincite.model.status import Flag, LawStatus, Status, StatusEvidence, StatusFlag
from pincite.status.wording import described, flag_described


class ToldStatus(NamedTuple):
    """A name for its colour, and what is said of it and of its flags."""

    name: str
    words: str
    flags: tuple[str, ...]


def told(found: LawStatus | Mapping[str, Any] | None, language: str) -> ToldStatus | None:
    if not found:
        return None
    status = found if isinstance(found, LawStatus) else _read(found)
    flags = tuple(flag_described(flag, language) for flag in status.flags)
    return ToldStatus(status.status.replace(" ", "_"), described(status, language), flags)


def _read(body: Mapping[str, Any]) -> LawStatus:
    return LawStatus(
        Status(body["status"]),
        _day(body["since"]),
        _evidence(body["by"]),
        _override(body["court"]),
        tuple(StatusFlag(Flag(flag["flag"]), _evidence(flag["by"])) for flag in body["flags"]),
    )


def _evidence(body: Mapping[str, Any] | None) -> StatusEvidence | None:
    if not body:
        return None
    fields: dict[str, Any] = {**body, "day": _day(body["day"])}
    return StatusEvidence(**fields)


def _override(body: Mapping[str, Any] | None) -> Override | None:
    if not body:
        return None
    fields: dict[str, Any] = {
        **body,
        "start": _day(body["start"]),
        "end": _day(body["end"]),
        "status": OverrideStatus(body["status"]),
    }
    return Override(**fields)


def _day(value: str | date | None) -> date | None:
    return date.fromisoformat(value) if isinstance(value, str) else value
