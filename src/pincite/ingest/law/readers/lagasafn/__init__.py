"""The Icelandic law collection (Lagasafn), from its XML, and from its SGML and HTML.

A folder with an index.xml is a complete edition: laws that it lacks, or holds without text, have
ended by its date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from pincite.errors import SourceMalformed
from pincite.ingest.law.readers import Edition, Outcome, Reader, ReadOptions, Unit
from pincite.ingest.law.readers.lagasafn.sgml import read_sgml
from pincite.ingest.law.readers.lagasafn.xml import read_law
from pincite.ingest.safe_xml import parse_xml
from pincite.ingest.sources import SourceFile, Sources

_INDEX = "index.xml"
_SUFFIXES = (".xml", ".sgml", ".sgm", ".html", ".htm")
_xml_start = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml|<law[\s>])|\xff\xfe|\xfe\xff")
# Althingi's archive holds the law pages (1944033.html) among tables of contents (01.html).
_page = re.compile(
    r"(?:.*/)?\d{2}[a-z]?\.html?|(?:.*/)?(?:index|default|kaflar|nr|nyleg)[^/]*\.html?"
)


def _units(sources: Sources, options: ReadOptions) -> list[Unit]:
    """One for each law. Its note is the day that all of them are as at and, line by line, what the
    index calls this one."""
    day = _as_at(sources, options)
    stated = day.isoformat() if day else ""
    names = _indexed_names(sources)
    return [
        Unit((name,), "\n".join((stated, *names.get(name.rpartition("/")[2], ()))))
        for name in sources.names()
        if name.lower().endswith(_SUFFIXES)
        and not name.endswith(_INDEX)
        and not _page.fullmatch(name)
    ]


def _edition(sources: Sources, options: ReadOptions) -> Edition | None:
    day = _as_at(sources, options)
    return Edition(day, "is") if day and any(map(_is_index, sources.names())) else None


def _as_at(sources: Sources, options: ReadOptions) -> date | None:
    """The edition's own day; what the caller says only where there is no index."""
    return edition_day(sources) or options.date


def _is_index(name: str) -> bool:
    return name == _INDEX or name.endswith("/" + _INDEX)


def edition_day(sources: Sources) -> date | None:
    """The day that index.xml says the collection is complete to."""
    indexes = [name for name in sources.names() if _is_index(name)]
    if len(indexes) > 1:
        raise SourceMalformed(
            f"a second edition beside {indexes[0]}",
            file=indexes[1],
            hint="Load one edition at a time, each under its own --version.",
        )
    if not indexes:
        return None
    file = sources.read(indexes[0])
    stated = parse_xml(file).get("date-to") or ""
    try:
        return date.fromisoformat(stated)
    except ValueError:
        raise SourceMalformed(
            f"date-to is not a date: {stated!r}", file=file.name, place="line 2"
        ) from None


def _indexed_names(sources: Sources) -> dict[str, tuple[str, ...]]:
    """By file name: what index.xml calls each law, in the four grammatical cases."""
    index = next(filter(_is_index, sources.names()), None)
    if index is None:
        return {}
    return {
        f"{entry.get('year')}.{entry.get('nr')}.xml": tuple(
            dict.fromkeys(" ".join(case.text.split()) for case in cases if case.text)
        )
        for entry in parse_xml(sources.read(index)).iter("law-entry")
        if (cases := entry.find("name-conjugated")) is not None
    }


def _read(sources: Sources, unit: Unit, _options: ReadOptions) -> Iterator[Outcome]:
    file = sources.read(unit.names[0])
    stated, *names = unit.note.split("\n")
    day = date.fromisoformat(stated) if stated else None
    if _is_xml(file):
        yield read_law(parse_xml(file), file, day, names)
    else:
        yield read_sgml(file, day, sources.encoding)


def _is_xml(file: SourceFile) -> bool:
    return bool(_xml_start.match(file.data)) or file.name.endswith(".xml")


READER = Reader(
    name="lagasafn",
    about="Icelandic law: Lagasafn XML, SGML or HTML",
    units=_units,
    read=_read,
    edition=_edition,
)
