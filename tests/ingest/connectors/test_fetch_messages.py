from __future__ import annotations

from pathlib import Path

from ingest.connectors.offers import (
    USLM,
    fetch,
    lagasafn_zip,
    offer_dc,
    offer_iceland,
    offer_uscode,
)
from loopback import (
    Publisher,
    drop_after,
)
from pincite.settings import Settings
from waiting import LONG


class TestWhatIsSaid:
    def test_progress_counts_every_byte(self, publisher: Publisher, tmp_path: Path) -> None:
        offer = offer_iceland(publisher, lagasafn_zip(200_000), etag='"v1"')
        offer.faults.append(drop_after(50_000))
        seen: list[tuple[int, int | None, str]] = []
        fetch(publisher, tmp_path, progress=lambda *step: seen.append(step))
        done = [step[0] for step in seen]
        assert done == sorted(done)
        assert (done[0], done[-1]) == (0, len(offer.body))
        assert {step[1:] for step in seen} == {(len(offer.body), "lagasafn-156b.zip")}

    def test_progress_of_unknown_length_says_so(self, publisher: Publisher, tmp_path: Path) -> None:
        offer_uscode(publisher)
        seen: list[int | None] = []
        fetch(publisher, tmp_path, "uscode", "9", progress=lambda _d, total, _l: seen.append(total))
        assert set(seen) == {None}

    def test_nothing_is_sent_that_says_who_asks(self, publisher: Publisher, tmp_path: Path) -> None:
        offer_dc(publisher)
        offer_iceland(publisher, etag='"v1"')
        for name in ("dc", "iceland", "iceland"):
            fetch(publisher, tmp_path, name)
        plain = {"host", "user-agent", "accept", "accept-encoding", "connection", "if-none-match"}
        for asked in publisher.log:
            assert set(asked.headers) <= plain
            assert asked.headers["user-agent"].startswith("pincite/")
        assert {asked.path.partition("?")[2] for asked in publisher.log} == {"", "per_page=1"}

    def test_document_over_the_reading_limit_comes_with_the_setting_to_change(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer_uscode(publisher)
        small = Settings(fetch_timeout=LONG, max_source_bytes=100, max_archive_bytes=200)
        fetched = fetch(publisher, tmp_path, "uscode", "9", settings=small)
        size = f"has {len(USLM.encode()):,} bytes: set"
        assert fetched.notes == (
            f"usc09.xml {size} PINCITE_MAX_SOURCE_BYTES=1048576 to load it",
            f"xml_usc09@119-73not60.zip {size} PINCITE_MAX_ARCHIVE_BYTES=1048576 to load it",
        )
