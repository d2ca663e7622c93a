"""The status of a rule, as a pack states it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pincite.model.dates import as_date
from pincite.model.status import Flag, LawStatus, Status, StatusEvidence, StatusFlag

# What earlier packs call two of them.
_EARLIER = {"not yet commenced": Status.NOT_YET.value, "spent": Status.EXPIRED.value}


def status_in_pack(anchor: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> LawStatus:
    stated: str = anchor["standing"]
    by: StatusEvidence | None = None
    flags: list[StatusFlag] = []
    for line in lines:
        if line["role"] != "status":
            continue
        evidence = StatusEvidence(
            line["urn"], line["locator"], line["text"], line["start"], line["end"],
            line["content_hash"], as_date(line["day"]),
        )  # fmt: skip
        if line["flag"] in tuple(Flag):
            flags.append(StatusFlag(Flag(line["flag"]), evidence))
        elif not line["flag"]:
            by = evidence
    status = Status(_EARLIER.get(stated, stated))
    return LawStatus(status, by.day if by else None, by, flags=tuple(flags))
