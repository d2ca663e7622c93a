"""The parties of a case, from captions that list them or name whom the case is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.graph.captions import OPENING, SIDE, Captions
from pincite.graph.names import UPPER
from pincite.graph.records import EntityFinding
from pincite.graph.roles import is_plural, patterns, role_of
from pincite.graph.rules import folded
from pincite.graph.sides import first_party, parties_of

SUBJECT = "subject"
_MOST_SIDES = 40
_IN_RE = 160

_lead = re.compile(
    r"(?:(?:[Mm]atter|MATTER|[Aa]ppeal|APPEAL|[Cc]ase|CASE) (?:[Bb]etween|BETWEEN):?"
    r"|(?:(?<=[\v\n ])|^)(?:BETWEEN|Between):?)[ \v]"
)
_in_re = re.compile(
    r"(?:(?:(?<=[\v\n])|^)(?:IN RE|In re|In Re|IN THE MATTER OF|In the [Mm]atter of):?"
    rf"|(?<= )(?:IN RE|In re|In Re):)[ \v]+(?:(?:the|THE|The) )?(?=[{UPPER}])"
)
_and = r"(?:and|AND|And|&|v|V|vs?\.|VS?\.|versus|VERSUS|og|gegn)"
_joint = re.compile(rf"[\s.,;:–—-]*(?<!\w){_and}(?!\w)[\s:–—-]*")
_own_line = re.compile(rf"\v[ –—-]*{_and}[ –—-]*\v+")
_gap = re.compile(r"[ .,;:)–—-]*[\v]+[\s–—-]*")
_ordinal = re.compile(r"(?:1st|2nd|3rd|\d+th|first|second|third|fourth|fifth)\W*$", re.IGNORECASE)


class _Side(NamedTuple):
    start: int
    stop: int
    role: str


def listed(captions: Captions) -> Iterator[EntityFinding]:
    """ "In the matter between: X APPELLANT and Y RESPONDENT", or the same over lines, each with a
    role or, where "and" has a line of its own, without."""
    view = captions.view
    for lead in _lead.finditer(view, 0, OPENING):
        found = [
            finding
            for side in _sides(captions, lead.end())
            for finding in parties_of(
                view, side.start, side.stop, "matter between", role_of(side.role) or "party",
                plural=is_plural(side.role), whole=not is_plural(side.role),
            )
        ]  # fmt: skip
        if len(found) > 1:
            yield from found
            return


def _sides(captions: Captions, at: int) -> Iterator[_Side]:
    view = captions.view
    after_and = False
    for _ in range(_MOST_SIDES):
        role = patterns().roles.search(view, at, at + SIDE)
        joint = _own_line.search(view, max(at - 1, 0), at + SIDE)
        if role and (joint is None or role.start() < joint.start()):
            if captions.breaks(at, role.start()) >= 0:
                return
            yield _Side(at, role.start(), role[1])
            many = _ordinal.search(view, max(at, role.start() - 12), role.start())
            joint = _joint.match(view, role.end())
            following = joint or _gap.match(view, role.end())
            if following is None and many:
                following = re.compile(r"[ .,;]*").match(view, role.end())
            if following is None or following.end() >= len(view):
                return
            at, after_and = following.end(), joint is not None
        elif joint:
            if captions.breaks(at, joint.start()) >= 0:
                return
            yield _Side(at, joint.start(), "")
            at, after_and = joint.end(), True
        else:
            line = captions.line_after(at)
            if after_and and line and view[at - 1] == "\v" and captions.breaks(*line) < 0:
                yield _Side(*line, "")
            return


def subjects(captions: Captions) -> Iterator[EntityFinding]:
    """ "In re: RICHARD P. LIEBOWITZ": whom a case without two sides is about. A litigation or a
    law that it is named after is nobody."""
    view = captions.view
    for lead in _in_re.finditer(view, 0, OPENING):
        start = lead.end()
        line = captions.line_after(start)
        if line is None or line[0] != start:
            continue
        reach = view[start : start + _IN_RE].casefold()
        stop = _end(captions, start, line[1])
        role = patterns().roles.match(view, _skip(view, stop))
        if role is None and any(word in reach for word in folded("parties", "not_subjects")):
            continue
        found = first_party(view, start, stop, "in re", role_of(role[1]) if role else SUBJECT)
        if found and " " in found.key:
            yield found


def _skip(view: str, at: int) -> int:
    while view[at : at + 1] in tuple(" ,.\v"):
        at += 1
    return at


def _end(captions: Captions, start: int, stop: int) -> int:
    role = patterns().roles.search(captions.view, start, stop)
    stop = role.start() if role else stop
    for match in re.compile(r"\S+").finditer(captions.view, start, stop):
        word = match[0].strip(".,:").casefold()
        if match.start() > start and word in folded("parties", "after_a_name"):
            return match.start()
    return stop
