"""Numbers that courts give their cases, kept as numbers: two courts may use the same one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pincite.graph.records import EntityFinding
from pincite.graph.rules import either, folded, words

# Where a caption ends, at the latest.
_CAPTION = 3000
_DASH = "[-–‑]"
# 1:20-cv-01234-ABC; the judges' initials after it are no part of the key.
_federal = re.compile(
    rf"(?<![\w:])(?:(\d{{1,2}})[:-])?(\d{{2}}){_DASH}((?i:{either(words('dockets', 'types'))}))"
    rf"{_DASH}(\d{{1,6}})"
    rf"((?:{_DASH}[A-Za-z]{{2,4}})*)(?![\w])"
)
# 20-1507, 11–889, 363A14-4, ED108783, CV-16-1234, MDL 15-02641-PHX-DGC, E-123/2020, 272/2022.
_shaped = re.compile(
    rf"(?:[A-Z]{{2,4}} )?(?:[A-Z]{{1,4}}{_DASH})?\d{{2}}(?:\d{{2}})?{_DASH}"
    rf"[A-Z]{{0,4}}\d{{2,7}}(?:{_DASH}\w{{1,6}})*(?!\w)"
    rf"|[A-Z]{{1,4}}[- ]?\d{{1,6}}/(?:\d{{4}}|\d{{2}})(?![\w/])|\d{{1,6}}/\d{{4}}(?![\w/])"
    rf"|[A-Z]{{2,4}}\d{{4,8}}(?!\w)|\d{{1,4}}[A-Z]{{1,4}}\d{{2,6}}(?:{_DASH}\d{{1,3}})?(?!\w)"
)
_loose = re.compile(rf"[A-Z0-9][^\W_]*(?:[:/{_DASH[1:-1]}][^\W_]+)*(?![\w:/-])")
_next = re.compile(r"(?:,? (?:and|og|&) |, )")
_telephone = re.compile(r"\(?\d{3}\)?[ -]\d{3}-\d{4}")
_year = re.compile(r"(?:19|20)\d\d-(?:19|20)?\d\d")


@cache
def _leads() -> re.Pattern[str]:
    strong, weak = either(words("dockets", "strong")), either(words("dockets", "weak"))
    # A number may stand on the line below its lead, as in the other column of a caption.
    return re.compile(rf"(?<!\w)(?:((?i:{strong}))[ \n]?|({weak}|NO\.|NOS\.) ?)(?=[A-Z\d])")


def dockets(text: str) -> list[EntityFinding]:
    found = {
        match.span()[0]: _finding(match.start(), match.end(), text, "docket shape")
        for match in _federal.finditer(text)
    }
    taken = -1
    for lead in _leads().finditer(text):
        if lead.start() < taken:
            continue
        for start, end, rule in _after(text, lead):
            taken = end
            found.setdefault(start, _finding(start, end, text, rule))
    kept: list[EntityFinding] = []
    for finding in sorted(found.values(), key=lambda finding: (finding.start, -finding.end)):
        if not kept or finding.start >= kept[-1].end:
            kept.append(finding)
    return kept


def _after(text: str, lead: re.Match[str]) -> Iterator[tuple[int, int, str]]:
    """The numbers that follow a lead such as "Nos.", one or a list."""
    at = lead.end()
    if lead[2] is not None:
        before = text[max(0, lead.start() - 24) : lead.start()].split()
        if before and before[-1].casefold().strip("(,") in folded("dockets", "not_after"):
            return
    while True:
        federal = _federal.match(text, at)
        match = federal or _shaped.match(text, at)
        if match is None and lead[1] and len(lead[1]) > len("Case:"):
            match = _loose.match(text, at)
            if match and not _is_number(match[0]):
                match = None
        if match and lead[2] and match[0][0].isalpha() and at > _CAPTION and not federal:
            # "No. RC000641", outside a caption, may be a number of anything.
            return
        if match is None or _year.fullmatch(match[0]) or _telephone.match(text, at):
            return
        yield match.start(), match.end(), "docket lead"
        following = _next.match(text, match.end())
        if following is None:
            return
        at = following.end()
        if not (_federal.match(text, at) or _shaped.match(text, at)):
            return


def _is_number(words: str) -> bool:
    """Of three or four digits alone it is the number of an entry, not of a case."""
    return any(c.isdigit() for c in words) and len(words) > (4 if words.isdigit() else 2)


def _finding(start: int, end: int, text: str, rule: str) -> EntityFinding:
    number = text[start:end]
    return EntityFinding("docket", start, end, docket_key(number), number, rule)


def docket_key(number: str) -> str:
    """Dashes, case, leading zeros and the judges' initials make no difference."""
    plain = number.replace("–", "-").replace("‑", "-")
    if match := _federal.fullmatch(plain):
        office = f"{match[1]}:" if match[1] else ""
        return f"{office}{match[2]}-{match[3].lower()}-{int(match[4]):05}"
    return plain.casefold()
