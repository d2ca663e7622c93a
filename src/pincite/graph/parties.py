"""The parties of a case: from its caption, and where the text calls someone by a role."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from pincite.graph.between import listed, subjects
from pincite.graph.captions import opposed, read_captions, unlabelled
from pincite.graph.names import UPPER, name_key
from pincite.graph.person_names import person_after
from pincite.graph.records import EntityFinding
from pincite.graph.roles import is_plural, patterns, role_of
from pincite.graph.rules import folded

_MOST_NAMES = 40
# Of two readings of the same words, the one that says more.
_RANKS = {"caption": 0, "matter between": 1, "in re": 2, "role stated": 3, "role before": 4}
_of = re.compile(rf" of (?:the )?[{UPPER}][\w’']*(?: [{UPPER}][\w’']*){{0,3}}")
_and = re.compile(r",? and ")


def parties(
    text: str, fences: Sequence[int], numbers: Sequence[int], organisations: Sequence[EntityFinding]
) -> list[EntityFinding]:
    """In order. A single word after a role has an empty key: the caption says who is meant.
    `fences` are where courts, numbers of cases and dates end, `numbers` where the numbers do."""
    captions = read_captions(text, fences, numbers)
    found = [*opposed(captions), *listed(captions), *unlabelled(captions), *subjects(captions)]
    found += _called(text, organisations)
    kept: list[EntityFinding] = []
    for finding in sorted(
        found, key=lambda finding: (finding.start, _RANKS.get(finding.rule, 9), -finding.end)
    ):
        if not kept or finding.start >= kept[-1].end:
            kept.append(finding)
    return kept


def _called(text: str, organisations: Sequence[EntityFinding]) -> Iterator[EntityFinding]:
    """ "Plaintiff Berkshire Life Insurance Company", "Defendants A, Inc. and B, Inc."."""
    starts = [organisation.start for organisation in organisations]
    for match in patterns().called.finditer(text):
        at = match.end()
        for _ in range(_MOST_NAMES):
            index = bisect_left(starts, at)
            if index < len(starts) and starts[index] == at:
                end = organisations[index].end
            else:
                end = _end_of_person(text, at)
            name = text[at:end]
            if not name or name.split(" ", 1)[0].casefold() in folded("parties", "not_parties"):
                break
            key = name_key(name)
            known = " " in key
            # "Stefnandi er Jón Jónsson" says outright who the plaintiff is.
            rule = "role stated" if match[2] == " er" else "role before"
            yield EntityFinding(
                "party", at, end, key if known else "", name, rule, role_of(match[1])
            )
            joint = _and.match(text, end)
            if not (joint and is_plural(match[1])):
                break
            at = joint.end()


def _end_of_person(text: str, start: int) -> int:
    """Where the name of the person who is named at `start` ends; `start` where none is."""
    span = person_after(text, start)
    if span is None:
        return start
    tail = _of.match(text, span[1])
    return tail.end() if tail else span[1]
