from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from ingest.connectors.offers import OFFERS, fetch
from loopback import (
    Publisher,
)
from pincite.ingest.law.readers import ReadOptions, reader
from pincite.ingest.sources import Sources
from pincite.model import Draft, Refused
from pincite.settings import Settings


class TestWhatIsFetchedCanBeLoaded:
    @pytest.mark.parametrize("name", OFFERS)
    def test_every_file_is_listed_and_read(
        self, publisher: Publisher, tmp_path: Path, settings: Settings, name: str
    ) -> None:
        asked, offer, names, _ = OFFERS[name]
        offer(publisher)
        fetched = fetch(publisher, tmp_path, *asked)
        sources = Sources.of(
            [fetched.path], reader=fetched.reader, settings=settings, encoding=fetched.encoding
        )
        assert names is None or sources.names() == names
        assert all(sources.read(file).data for file in sources.names())

    @pytest.mark.parametrize("name", OFFERS)
    def test_the_reader_named_reads_it(
        self, publisher: Publisher, tmp_path: Path, settings: Settings, name: str
    ) -> None:
        asked, offer, _, works = OFFERS[name]
        offer(publisher)
        fetched = fetch(publisher, tmp_path, *asked)
        if importlib.util.find_spec(f"pincite.ingest.law.readers.{fetched.reader}") is None:
            pytest.skip(f"the reader {fetched.reader!r} is not here")
        sources = Sources.of(
            [fetched.path], reader=fetched.reader, settings=settings, encoding=fetched.encoding
        )
        options = ReadOptions(date=fetched.date)
        chosen = reader(fetched.reader)
        read = [
            outcome
            for unit in chosen.units(sources, options)
            for outcome in chosen.read(sources, unit, options)
        ]
        assert [one.error for one in read if isinstance(one, Refused)] == []
        assert len([one for one in read if isinstance(one, Draft)]) == works
