"""eCFR XML, from the bulk data of GPO or the API of ecfr.gov: one draft for each part.

DIV5 is a part, DIV6 a subpart, DIV7 a group of subjects, DIV8 a section, DIV9 an appendix
(eCFR XML User Guide, 2.3). Below a section the paragraphs are flat.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from pincite.errors import SourceMalformed
from pincite.ingest.law.builder import DraftBuilder
from pincite.ingest.law.readers.ecfr.divisions import write_divisions
from pincite.ingest.law.readers.ecfr.names import corpus_of, urn_of_label
from pincite.ingest.law.readers.ecfr.words import line
from pincite.ingest.safe_xml import Element, name_of, place_of
from pincite.ingest.sources import SourceFile
from pincite.model import Draft, Expression, Skipped

_PART, _ISSUED = "DIV5", "AMDDATE"
_api_path = re.compile(r'/on/(\d{4}-\d{2}-\d{2})/title-(\d+)|"citation"\s*:\s*"(\d+) CFR', re.A)
_number = re.compile(r"[0-9]+")
_node = re.compile(r"(\d+):", re.A)
_title_head = re.compile(r"Title\s+(\d+)\b", re.I | re.A)
_day = re.compile(r"([A-Z][a-z]{2})[a-z]*\.?\s+(\d{1,2}),\s+(\d{4})")
_iso_day = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_WITHIN = {"DIV2": "subtitle", "DIV3": "chapter", "DIV4": "subchapter"}


def read_parts(root: Element, file: SourceFile, day: date | None) -> Iterator[Draft | Skipped]:
    """`day` is the date of the text where the file does not say its own."""
    title = _title_of(root)
    if not title:
        raise SourceMalformed(
            f"<{name_of(root)}> does not say which title of the CFR it is of",
            file=file.name,
            place=place_of(root),
        )
    issued, parts = _volumes_day(root), 0
    for element in root.iter(_ISSUED, _PART):
        if name_of(element) == _ISSUED:
            issued = _read_day(element.text or "") or issued
            continue
        parts += 1
        yield _part(element, title, _asked_day(element) or issued or day, file)
    if not parts:
        raise SourceMalformed(
            f"no part (DIV5) in <{name_of(root)}>", file=file.name, place=place_of(root)
        )


def _part(part: Element, title: str, day: date | None, file: SourceFile) -> Draft | Skipped:
    number = (part.get("N") or "").strip()
    if not urn_of_label(title, [number]).rpartition(":")[2]:
        raise SourceMalformed("a part without its number", file=file.name, place=place_of(part))
    heading = line(part.find("HEAD"))
    expression = Expression(
        urn=urn_of_label(title, [number]),
        title=heading or f"Part {number}",
        kind="regulation",
        language="en",
        style="cfr",
        number=f"{title}/{number}",
        url=f"https://www.ecfr.gov/current/title-{title}/part-{number}",
        start=day,
        meta=_within(part),
    )
    builder = DraftBuilder(expression, [file.source], base=corpus_of(title))
    if not write_divisions(builder, part, title, number):
        reason = heading or f"no section in part {number}"
        return Skipped(file.name, place_of(part), reason, expression.urn, day)
    return builder.finish()


def _within(part: Element) -> dict[str, object]:
    """The headings of the chapter and so on that the part stands in."""
    return {
        _WITHIN[name]: line(above.find("HEAD"))
        for above in part.iterancestors()
        if (name := name_of(above)) in _WITHIN
    }


def _title_of(root: Element) -> str:
    """In bulk data DIV1's own N is the number of a volume, so it is asked last."""
    for stated in root.iter("IDNO"):
        number = (stated.text or "").strip()
        if stated.get("TYPE") == "title" and _number.fullmatch(number):
            return number
    for element in root.iter():
        if name_of(element).startswith("DIV"):
            if match := _api_path.search(element.get("hierarchy_metadata") or ""):
                return match[2] or match[3]
            if match := _title_head.match(line(element.find("HEAD"))):
                return match[1]
            if match := _node.match(element.get("NODE") or ""):
                return match[1]
    whole = next(root.iter("DIV1"), None)
    number = "" if whole is None else (whole.get("N") or "").strip()
    return number if _number.fullmatch(number) else ""


def _volumes_day(root: Element) -> date | None:
    """The API heads a title with the day to which each volume was amended: at the last of them all
    of it stood as it stands."""
    stated = (_read_day(volume.get(_ISSUED) or "") for volume in root.iter("VOLUME"))
    return max((day for day in stated if day), default=None)


def _asked_day(part: Element) -> date | None:
    """The API says for which day it was asked."""
    match = _api_path.search(part.get("hierarchy_metadata") or "")
    return _date(*match[1].split("-")) if match and match[1] else None


def _read_day(text: str) -> date | None:
    """'Dec. 29, 2022', 'Sept. 1, 2024(fm)' or '2024-09-01'; None where it is none of them."""
    if iso := _iso_day.match(text.strip()):
        return _date(*iso.groups())
    match = _day.match(text.strip())
    if match is None or match[1] not in _MONTHS:
        return None
    return _date(match[3], str(_MONTHS.index(match[1]) + 1), match[2])


def _date(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None
