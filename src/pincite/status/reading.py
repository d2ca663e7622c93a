"""What a law's words say of the status of law: the record that is kept of each reading."""

from __future__ import annotations

from typing import NamedTuple

from pincite.status.records import Change


class StatusReading(NamedTuple):
    """text[start:end] of a law, in its provision `said_in`, does this to `urn`, a work or a
    provision of this law or another, and to all below it but for what is at or below `but`.

    `day` is the first day of it, ISO, "" where the words give none. `listed_in` is the schedule
    that the words stand in, where `said_in` only points there.
    """

    change: Change
    urn: str
    day: str
    said_in: str
    start: int
    end: int
    but: tuple[str, ...] = ()
    listed_in: str = ""
