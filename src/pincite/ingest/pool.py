"""Reads the units of a load, in this process or in several, always in the same order."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.errors import SourceError
from pincite.ingest.readers import Outcome, Reader, ReadOptions, Unit
from pincite.ingest.sources import Sources
from pincite.model import Refused
from pincite.settings import Settings


def outcomes(
    reader: Reader, sources: Sources, units: list[Unit], options: ReadOptions, settings: Settings
) -> Iterator[tuple[int, Unit, Iterator[Outcome]]]:
    """(units begun, the unit, what became of it)."""
    del settings
    for number, unit in enumerate(units, 1):
        yield number, unit, _guarded(reader, sources, unit, options)


def _guarded(
    reader: Reader, sources: Sources, unit: Unit, options: ReadOptions
) -> Iterator[Outcome]:
    try:
        yield from reader.read(sources, unit, options)
    except SourceError as error:
        yield Refused(error)
