"""The United States Code in USLM, as the Office of the Law Revision Counsel publishes it.

A file is a title or its appendix. The date it was made is the first day it vouches for.
"""

from __future__ import annotations

from collections.abc import Iterator

from pincite.ingest.law.readers import Outcome, Reader, ReadOptions, Unit
from pincite.ingest.law.readers.uslm.title import read_title
from pincite.ingest.safe_xml import parse_xml
from pincite.ingest.sources import Sources


def _units(sources: Sources, _options: ReadOptions) -> list[Unit]:
    return [Unit((name,)) for name in sources.names() if name.lower().endswith(".xml")]


def _read(sources: Sources, unit: Unit, options: ReadOptions) -> Iterator[Outcome]:
    file = sources.read(unit.names[0])
    yield read_title(parse_xml(file), file, options.date)


READER = Reader(
    name="uslm",
    about="United States Code: USLM XML of the Office of the Law Revision Counsel",
    units=_units,
    read=_read,
)
