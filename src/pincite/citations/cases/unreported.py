"""Cases cited without a reporter: slip opinions, by the number of the docket."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from pincite.citations.cases import pins
from pincite.citations.cases.courts import court
from pincite.citations.cases.names import name_before
from pincite.model.mention import CitedKind, Form, Mention

_slip = re.compile(r"slip op\.?")
_docket = re.compile(
    r"(?P<docket>(?:(?:Case|Civil|Civ\.|Crim\.|Docket|Dkt\.|C\.A\.) (?:Action )?)?Nos?\. ?"
    r"[\w:.()/–-]{1,40}(?:(?:,| &| and) [\w:.()/–-]{1,30}){0,3}),? (?:\([^()]{1,40}\),? )?$"
)


def unreported(text: str, reported: Sequence[Mention]) -> list[Mention]:
    """Those that no mention already covers."""
    order = sorted(reported, key=lambda mention: mention.start)
    starts = [mention.start for mention in order]

    def free(start: int, end: int) -> bool:
        at = bisect_right(starts, end - 1)
        return at == 0 or order[at - 1].end <= start

    def floor(start: int) -> int:
        at = bisect_right(starts, start)
        return order[at - 1].end if at else 0

    found = [
        mention
        for match in _slip.finditer(text)
        if (mention := _slip_opinion(text, match, floor(match.start()))) is not None
    ]
    return [mention for mention in found if free(mention.start, mention.end)]


def _slip_opinion(text: str, slip: re.Match[str], floor: int) -> Mention | None:
    docket = _docket.search(text, max(floor, slip.start() - 130), slip.start())
    if docket is None:
        return None
    core = docket.span("docket")
    name = name_before(text, core[0], floor)
    pin = pins.after_referring(text, slip.end(), len(text))
    dated = pins.court_and_year(text, pin.end)
    parts = {"docket": docket["docket"]}
    if name is not None:
        parts |= {"name": name.whole, "plaintiff": name.plaintiff, "defendant": name.defendant}
    if dated is not None:
        parts |= {"year": dated.year, "court": court(dated.court) or dated.court}
    end = pin.end if dated is None else dated.end
    number = docket["docket"].split(". ", 1)[-1]
    return Mention(
        name.start if name is not None else core[0],
        end,
        core,
        CitedKind.CASE,
        Form.FULL,
        f"No. {number}",
        pin.words,
        "cases.slip",
        (),
        parts,
    )
