"""The parties of a contract, from the sentence that says between whom it is made."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache

from pincite.graph.names import UPPER, has_form, name_key
from pincite.graph.records import EntityFinding
from pincite.graph.rules import either, folded, words

# How far into a document, and from a party to the next, the opening sentence may reach.
_OPENING = 12_000
_REACH = 700
_MOST_PARTIES = 20

_WORD = rf"(?:[{UPPER}][\w.’'&-]*[\w’']|[{UPPER}]\.?|\d+)"
_run = re.compile(rf"{_WORD}(?: (?:(?:of|and|the|for|&|de|van|von) )?(?:the )?{_WORD}){{0,7}}")
_described = re.compile(
    r",? ?(?:\(|, (?:an? |the |of |located|having|with|whose|organi[sz]ed|acting|individually"
    r"|residing|as ))"
)
_plainly_described = re.compile(r",? \([^()\n]{0,30}[\"“]|, an? ")
_separator = re.compile(
    r"(?:^|[,;)] |(?<=\w) |(?<=\.) )(?:(?:and|AND|And|og):? )"
    r"(?:\(?(?:\d|[ivx]+|[a-z])[).] )?(?:(?:the|The|THE) )?"
)
_comma = re.compile(r"[;,)] (?:\(?(?:\d|[ivx]+|[a-z])\) )?")
_over = re.compile(
    r"WHEREAS|Whereas|NOW,? THEREFORE|RECITALS|W ?I ?T ?N ?E ?S ?S ?E ?T ?H"
    r"|(?:[)\"”]|[a-z]{4})\. [A-Z]|\n"
)


@cache
def _leads() -> re.Pattern[str]:
    leads = words("parties", "preambles")
    return re.compile(
        rf"(?<!\w)(?:{either(leads)})(?: and among)?:? (?:and )?(?:\(?(?:1|i|a)[).] )?(?:the )?"
        rf"(?-i:(?=[{UPPER}\d]))",
        re.IGNORECASE,
    )


def preamble(text: str, organisations: Sequence[EntityFinding]) -> list[EntityFinding]:
    """The parties in order, or nothing where fewer than two are named. The title page may name
    them before the opening sentence does; both are read."""
    starts = [organisation.start for organisation in organisations]
    kept: list[EntityFinding] = []
    keys: set[str] = set()
    for lead in _leads().finditer(text, 0, _OPENING):
        if kept and lead.start() < kept[-1].end:
            continue
        found = list(_parties(text, lead.end(), organisations, starts))
        found_keys = {finding.key for finding in found}
        if len(found_keys) > 1 and (not kept or len(found_keys & keys) > 1):
            kept += found
            keys |= found_keys
    return kept


def _parties(
    text: str, start: int, organisations: Sequence[EntityFinding], starts: Sequence[int]
) -> Iterator[EntityFinding]:
    span = _name_at(text, start, organisations, starts)
    for count in range(_MOST_PARTIES):
        # A third party is believed only by its legal form: the sentence may be over.
        if span is None or (count > 1 and not has_form(name_key(text[span[0] : span[1]]))):
            return
        name = text[span[0] : span[1]]
        yield EntityFinding("party", *span, name_key(name), name, "preamble", "party")
        span = _next_name(text, span[1], organisations, starts)


def _next_name(
    text: str, start: int, organisations: Sequence[EntityFinding], starts: Sequence[int]
) -> tuple[int, int] | None:
    over = _over.search(text, start, start + _REACH)
    stop = over.start() if over else start + _REACH
    places = [match.end() for match in _separator.finditer(text, start, stop)]
    listed = {match.end() for match in _comma.finditer(text, start, stop)}
    for at in sorted({*places, *listed}):
        span = _name_at(text, at, organisations, starts)
        # After a comma alone only a legal form shows that another party follows.
        if span and (at not in listed or _index(starts, span[0])):
            return span
    return None


def _index(starts: Sequence[int], at: int) -> tuple[int, ...]:
    found = bisect_left(starts, at)
    return (found,) if found < len(starts) and starts[found] == at else ()


def _name_at(
    text: str, at: int, organisations: Sequence[EntityFinding], starts: Sequence[int]
) -> tuple[int, int] | None:
    """An organisation that begins here, or capitalised words that a description follows."""
    if found := _index(starts, at):
        return organisations[found[0]].start, organisations[found[0]].end
    match = _run.match(text, at)
    if match is None:
        return None
    first = match[0].split(" ", 1)[0].casefold()
    if first in folded("parties", "not_parties") or first in folded("organisations", "stop_words"):
        return None
    nearest = bisect_left(starts, at)
    if nearest < len(starts) and starts[nearest] < match.end() < organisations[nearest].end:
        # Read backwards from its legal form, the name stopped at a word that this run has in it.
        return at, organisations[nearest].end
    if not (_described if " " in match[0] else _plainly_described).match(text, match.end()):
        return None
    return match.span()
