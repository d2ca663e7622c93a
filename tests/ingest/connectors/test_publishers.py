from __future__ import annotations

import gzip
from datetime import date
from pathlib import Path

import pytest

from ingest.connectors.offers import (
    ALLT,
    COMMIT,
    COMMITS,
    ECFR,
    EDITIONS,
    LISTING,
    TITLE_2,
    TITLES,
    USLM,
    beside,
    fetch,
    lagasafn_zip,
    offer_dc,
    offer_ecfr,
    offer_iceland,
    offer_uscode,
    zipped,
)
from loopback import (
    Publisher,
)
from pincite.errors import FetchError, FetchMismatch, InputError


class TestWhatEachPublisherOffers:
    def test_newest_edition_of_iceland_is_fetched_and_dated(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer = offer_iceland(publisher, etag='"v1"')
        fetched = fetch(publisher, tmp_path / "new" / "folder")
        assert fetched.path.read_bytes() == offer.body
        assert (fetched.reader, fetched.version) == ("lagasafn", "156b")
        assert fetched.date == date(2025, 9, 12)
        assert fetched.encoding == "cp1252"
        assert fetched.url == publisher.url + ALLT
        assert fetched.bytes == len(offer.body)
        assert not fetched.resumed
        assert not fetched.reused
        assert beside(fetched.path) == {"", ".fetch", ".sha256"}

    def test_an_edition_of_iceland_can_be_named(self, publisher: Publisher, tmp_path: Path) -> None:
        publisher.offer("/lagasafn/zip/153c/allt.zip", lagasafn_zip())
        fetched = fetch(publisher, tmp_path, "iceland", "153C")
        assert fetched.version == "153c"
        assert "its pages say edition 156b, not 153c" in fetched.notes
        assert not publisher.asked_for(EDITIONS)

    def test_code_of_dc_is_fetched_at_its_newest_commit(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer_dc(publisher)
        fetched = fetch(publisher, tmp_path, "dc")
        assert (fetched.reader, fetched.version) == ("dclaw", "dc-2026-09-15")
        assert fetched.date == date(2026, 9, 15)
        assert f"commit {COMMIT}" in fetched.notes

    def test_code_of_dc_can_be_fetched_as_of_a_day(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer_dc(publisher)
        fetch(publisher, tmp_path, "dc", day=date(2026, 9, 20))
        (asked,) = publisher.asked_for(COMMITS)
        assert asked.path.endswith("&until=2026-09-20T23:59:59Z")

    def test_archive_of_another_commit_is_refused(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer = offer_dc(publisher)
        offer.body = offer.body.replace(COMMIT[:20].encode(), b"0" * 20)
        with pytest.raises(FetchMismatch, match="sent commit 0000"):
            fetch(publisher, tmp_path, "dc")
        assert list(tmp_path.iterdir()) == []

    def test_title_of_the_ecfr_is_fetched_as_of_the_day_it_is_up_to_date(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer_ecfr(publisher)
        fetched = fetch(publisher, tmp_path, "ecfr", "2")
        assert fetched.path.read_text(encoding="utf-8") == ECFR
        assert (fetched.reader, fetched.version) == ("ecfr", "ecfr-2-2026-09-28")
        assert fetched.date == date(2026, 9, 28)
        assert publisher.asked_for(TITLE_2)[0].headers["accept-encoding"] == "gzip"

    def test_ecfr_of_a_day_to_come_or_before_its_beginning_is_refused(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer_ecfr(publisher)
        with pytest.raises(InputError, match="up to date as of 2026-09-28"):
            fetch(publisher, tmp_path, "ecfr", "2", day=date(2026, 9, 29))
        with pytest.raises(InputError, match="begins on 2017"):
            fetch(publisher, tmp_path, "ecfr", "2", day=date(2016, 12, 31))

    def test_another_title_of_the_ecfr_than_asked_for_is_refused(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer = offer_ecfr(publisher)
        offer.body = gzip.compress(ECFR.replace('DIV1 N="2"', 'DIV1 N="3"').encode())
        with pytest.raises(FetchMismatch, match="sent title 3 for title 2"):
            fetch(publisher, tmp_path, "ecfr", "2")

    def test_title_of_the_us_code_is_fetched_at_the_current_release_point(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer_uscode(publisher)
        fetched = fetch(publisher, tmp_path, "uscode", "9")
        assert (fetched.reader, fetched.version) == ("uslm", "usc-9-119-73not60")
        assert fetched.date == date(2026, 1, 23)
        assert fetched.path.name == "xml_usc09@119-73not60.zip"

    def test_release_point_of_the_us_code_can_be_named(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer_uscode(publisher)
        fetched = fetch(publisher, tmp_path, "uscode", "09", "119-73not60")
        assert fetched.version == "usc-9-119-73not60"
        assert not publisher.asked_for(LISTING)

    @pytest.mark.parametrize(
        ("was", "now", "says"),
        [
            ("<docNumber>9<", "<docNumber>8<", "sent title 8 for title 9"),
            ("Online@119-73not60", "Online@119-36", "sent release point 119-36 for 119-73not60"),
        ],
    )
    def test_another_title_or_release_of_the_us_code_is_refused(
        self, publisher: Publisher, tmp_path: Path, was: str, now: str, says: str
    ) -> None:
        offer_uscode(publisher, zipped({"usc09.xml": USLM.replace(was, now).encode()}))
        with pytest.raises(FetchMismatch, match=says):
            fetch(publisher, tmp_path, "uscode", "9")

    @pytest.mark.parametrize("title", ["5A", "05a", "11a", "18A", "28a", "50A"])
    def test_appendices_of_the_us_code_are_titles(
        self, publisher: Publisher, tmp_path: Path, title: str
    ) -> None:
        with pytest.raises(FetchError, match="does not have"):
            fetch(publisher, tmp_path, "uscode", title, "119-36")
        code = title.lower().rjust(3, "0")
        assert publisher.log[0].path.endswith(f"/pl/119/36/xml_usc{code}@119-36.zip")

    @pytest.mark.parametrize(
        "asked",
        [
            *[("uscode", title) for title in ("0", "55", "9a", "53", "x", "-1", "1.5", "²", "")],
            *[("ecfr", title) for title in ("0", "51", "35", "2a", "x", "²", "")],
            *[("uscode",), ("ecfr",), ("ecfr", "1", "2"), ("uscode", "9", "119/../36")],
            *[("uscode", "9", "119-36", "x"), ("iceland", "../156b"), ("iceland", "156b", "x")],
            *[("dc", "1"), ("norway",)],
        ],
    )
    def test_what_no_publisher_offers_is_refused_before_anyone_is_asked(
        self, publisher: Publisher, tmp_path: Path, asked: tuple[str, ...]
    ) -> None:
        with pytest.raises(InputError) as refusal:
            fetch(publisher, tmp_path, *asked)
        assert refusal.value.hint
        assert publisher.log == []

    @pytest.mark.parametrize("asked", [("iceland",), ("uscode", "9")])
    def test_a_day_is_refused_where_the_publisher_offers_editions(
        self, publisher: Publisher, tmp_path: Path, asked: tuple[str, ...]
    ) -> None:
        with pytest.raises(InputError, match="not by day"):
            fetch(publisher, tmp_path, *asked, day=date(2020, 1, 1))

    @pytest.mark.parametrize(
        ("asked", "index"),
        [(("iceland",), EDITIONS), (("uscode", "9"), LISTING), (("ecfr", "2"), TITLES)],
    )
    def test_an_index_that_has_changed_its_form_is_said_to_have(
        self, publisher: Publisher, tmp_path: Path, asked: tuple[str, ...], index: str
    ) -> None:
        publisher.offer(index, "<html>We have moved</html>")
        with pytest.raises(FetchMismatch) as refusal:
            fetch(publisher, tmp_path, *asked)
        assert "may have changed" in refusal.value.hint
