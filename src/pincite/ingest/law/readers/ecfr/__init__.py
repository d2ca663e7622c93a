"""The Code of Federal Regulations: eCFR XML, and the regulation trees of the CFPB as JSON.

A work is a part. Both forms give one provision the same URN. A title of the eCFR can be larger than
the default limit on a source; the setting max_source_bytes raises it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.ingest.law.readers import Outcome, Reader, ReadOptions, Unit
from pincite.ingest.law.readers.ecfr.cfpb import read_tree
from pincite.ingest.law.readers.ecfr.names import urn_of_label
from pincite.ingest.law.readers.ecfr.xml import read_parts
from pincite.ingest.safe_json import parse_json
from pincite.ingest.safe_xml import parse_xml
from pincite.ingest.sources import Sources

__all__ = ["READER", "urn_of_label"]

# The CFPB names its trees by the Federal Register document that made them, without a suffix.
_name = re.compile(r"(?:.*/)?(?:[^/]+\.(?:xml|json)|[A-Z]?\d+-\d+(?:_\d{8})?)", re.I)

_xml_start = re.compile(rb"(?:\xef\xbb\xbf)?\s*<|\xff\xfe<\x00|\xfe\xff\x00<")


def _units(sources: Sources, _options: ReadOptions) -> list[Unit]:
    return [Unit((name,)) for name in sources.names() if _name.fullmatch(name)]


def _read(sources: Sources, unit: Unit, options: ReadOptions) -> Iterator[Outcome]:
    file = sources.read(unit.names[0])
    if _xml_start.match(file.data):
        yield from read_parts(parse_xml(file), file, options.date)
    else:
        yield read_tree(parse_json(file, encoding=sources.encoding), file, options.date)


READER = Reader(
    name="ecfr",
    about="Code of Federal Regulations: eCFR XML, or CFPB regulation trees as JSON",
    units=_units,
    read=_read,
)
