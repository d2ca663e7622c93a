"""The connectors, against a publisher on this machine that has the real forms and real faults."""

from __future__ import annotations

import errno
import gzip
import hashlib
import importlib.util
import io
import json
import os
import random
import shutil
import socket
import zipfile
from base64 import b64encode
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import httpx
import pytest

from loopback import (
    Handler,
    Offer,
    Publisher,
    answer,
    closed_port,
    drop_after,
    publishing,
    redirect,
    status,
)
from pincite.errors import ROWS, FetchError, FetchMismatch, InputError
from pincite.ingest import connectors
from pincite.ingest.connectors import Fetched
from pincite.ingest.connectors.slip import held
from pincite.ingest.connectors.web import allowed
from pincite.ingest.readers import ReadOptions, reader
from pincite.ingest.sources import Sources
from pincite.model import Draft, Refused
from pincite.settings import Settings

EDITIONS = "/lagasafn/zip-skra-af-lagasafni/"
ALLT = "/lagasafn/zip/156b/allt.zip"
COMMITS = "/repos/DCCouncil/law-xml-codified/commits"
COMMIT = "6231fae42de60c3c498548c489b0ca84ef60353a"
CODELOAD = f"/DCCouncil/law-xml-codified/zip/{COMMIT}"
TITLES = "/api/versioner/v1/titles.json"
TITLE_2 = "/api/versioner/v1/full/2026-09-28/title-2.xml"
LISTING = "/download/download.shtml"
USC_9 = "/download/releasepoints/us/pl/119/73not60/xml_usc09@119-73not60.zip"

ALTHINGI_PAGE = """<!DOCTYPE html>
<html><head>
<title>2019  nr. {number}  1. júlí/ Lög um {subject}</title>
<meta name="HandheldFriendly" content="true" >
<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">
</head>
<body>
<p style='text-align:center'><small><strong>Lagasafn.</strong>&nbsp;&nbsp;Íslensk lög \
12. september 2025.&nbsp;&nbsp;Útgáfa 156b.&nbsp;&nbsp;Prenta í \
<a href="/lagasafn/pdf/156b/2019{number:03}.pdf">tveimur dálkum</a>.</small>
</small><hr>
<h2> Lög um {subject} </h2><p style='text-align:center'><strong>2019  nr. {number}  1. júlí\
</strong></p><hr>
<small><b>Tóku gildi 5. júlí 2019.</b> <br></small><hr><br>
<span id="G1"></span><IMG SRC="sk.jpg" HEIGHT=11 WIDTH=11 alt=""> <b>1. gr.</b>  \
Þessi lög gilda um {subject}.<br>
<IMG SRC="hk.jpg" HEIGHT=11 WIDTH=11 alt="" id="G1M2"> Þau gilda hvergi annars staðar.<br>
</body></html>
"""
USLM = """<?xml version="1.0" encoding="UTF-8"?>
<uscDoc xmlns="http://xml.house.gov/schemas/uslm/1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"\
 identifier="/us/usc/t9">
<meta><dc:title>Title 9</dc:title><dc:type>USCTitle</dc:type><docNumber>9</docNumber>\
<docPublicationName>Online@119-73not60</docPublicationName></meta>
<main><title identifier="/us/usc/t9"><num value="9">Title 9—</num><heading>ARBITRATION</heading>
<chapter identifier="/us/usc/t9/ch1"><num value="1">CHAPTER 1—</num><heading>PROVISIONS</heading>
<section identifier="/us/usc/t9/s1"><num value="1">§ 1.</num><heading> Definitions</heading>
<content><p>A word means what it says.</p></content></section></chapter></title></main></uscDoc>
"""
ECFR = """<?xml version="1.0" encoding="UTF-8"?>
<ECFR><AMDDATE>Sept. 28, 2026</AMDDATE>
<DIV1 N="2" NODE="2:1" TYPE="TITLE"><HEAD>Title 2—Grants</HEAD>
<DIV5 N="200" NODE="2:1.1.1" TYPE="PART"><HEAD>PART 200—AWARDS</HEAD>
<DIV8 N="200.1" NODE="2:1.1.1.1" TYPE="SECTION"><HEAD>§ 200.1 Definitions.</HEAD>
<P><I>Award</I> means what is awarded.</P></DIV8></DIV5></DIV1></ECFR>
"""
DC_SECTION = """<?xml version="1.0" encoding="utf-8"?>
<section xmlns="https://code.dccouncil.us/schemas/dc-library"><num>1-101</num>
<heading>Territorial area.</heading><text>The District is where it is.</text></section>
"""
DC_LAW = """<?xml version="1.0" encoding="utf-8"?>
<document xmlns="https://code.dccouncil.us/schemas/dc-library" id="D.C. Law 25-108">
<num type="law">25-108</num><heading>An Act of 2023.</heading></document>
"""


def zipped(files: dict[str, bytes], comment: str = "") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
        archive.comment = comment.encode()
    return buffer.getvalue()


def lagasafn_zip(size: int = 0) -> bytes:
    pages = {
        "01.html": b"<html>kaflar</html>",
        "2019070.html": ALTHINGI_PAGE.format(number=70, subject="vitnisburð").encode("latin-1"),
        "2019088.html": ALTHINGI_PAGE.format(number=88, subject="þjóðveg").encode("latin-1"),
    }
    # Noise does not pack, so the archive has about this size.
    return zipped(pages | {"hk.jpg": random.Random(7).randbytes(size)} if size else pages)


def dc_zip() -> bytes:
    top = f"law-xml-codified-{COMMIT}"
    title = (
        '<container xmlns="https://code.dccouncil.us/schemas/dc-library"'
        ' xmlns:xi="http://www.w3.org/2001/XInclude"><prefix>Title</prefix><num>1</num>'
        '<heading>Government.</heading><xi:include href="./sections/1-101.xml"/></container>'
    )
    code = (
        '<document xmlns="https://code.dccouncil.us/schemas/dc-library"'
        ' xmlns:xi="http://www.w3.org/2001/XInclude" id="D.C. Code"><heading>Code</heading>'
        '<xi:include href="./titles/1/index.xml"/></document>'
    )
    build = "<library><meta><codified-date>2026-09-15</codified-date></meta></library>"
    files = {
        f"{top}/index.xml": build,
        f"{top}/us/dc/council/code/index.xml": code,
        f"{top}/us/dc/council/code/titles/1/index.xml": title,
        f"{top}/us/dc/council/code/titles/1/sections/1-101.xml": DC_SECTION,
        f"{top}/us/dc/council/periods/25/laws/25-108.xml": DC_LAW,
    }
    return zipped({name: text.encode() for name, text in files.items()}, comment=COMMIT)


def offer_iceland(publisher: Publisher, body: bytes | None = None, **kwargs: object) -> Offer:
    links = "".join(
        f'<li><a href="/lagasafn/zip/{edition}/allt.zip">{edition}</a>'
        f' <a href="/lagasafn/zip/{edition}/allt_sgml.zip">SGML</a></li>'
        for edition in ("nuna", "99", "156a", "156b", "155", "153c")
    )
    publisher.offer(EDITIONS, f"<html><ul>{links}</ul></html>")
    return publisher.offer(ALLT, lagasafn_zip() if body is None else body, **kwargs)


def offer_dc(publisher: Publisher) -> Offer:
    commit = {"sha": COMMIT, "commit": {"committer": {"date": "2026-09-16T08:00:00Z"}}}
    publisher.offer(COMMITS, json.dumps([commit]))
    return publisher.offer(CODELOAD, dc_zip(), etag='W/"abc"', says_length=False)


def offer_ecfr(publisher: Publisher, **kwargs: object) -> Offer:
    titles = [
        {"number": 1, "name": "General", "up_to_date_as_of": "2026-09-29", "reserved": False},
        {"number": 2, "name": "Grants", "up_to_date_as_of": "2026-09-28", "reserved": False},
        {"number": 35, "name": "Reserved", "up_to_date_as_of": None, "reserved": True},
    ]
    meta = {"date": "2026-09-29", "import_in_progress": False}
    publisher.offer(TITLES, json.dumps({"titles": titles, "meta": meta}))
    packed = gzip.compress(ECFR.encode())
    return publisher.offer(
        TITLE_2, packed, headers={"Content-Encoding": "gzip"}, etag='"e1"', **kwargs
    )


def offer_uscode(publisher: Publisher, body: bytes | None = None) -> Offer:
    publisher.offer(
        LISTING,
        """<html><h3 class="releasepointinformation">Public Law 119-73 (01/23/2026) , except 119-60
        </h3><!-- <a href="releasepoints/us/pl/119/99/xml_usc09@119-99.zip">not yet</a> -->
        <a href="releasepoints/us/pl/119/73not60/xml_uscAll@119-73not60.zip">[XML]</a>
        <a href="releasepoints/us/pl/119/73not60/xml_usc05a@119-73not60.zip">[XML]</a>
        <a href="releasepoints/us/pl/119/73not60/htm_usc09@119-73not60.zip">[XHTML]</a>
        <a href="releasepoints/us/pl/119/73not60/xml_usc09@119-73not60.zip">[XML]</a></html>""",
    )
    whole = zipped({"usc09.xml": USLM.encode()}) if body is None else body
    return publisher.offer(USC_9, whole, says_length=False, honours_range=False)


@pytest.fixture
def publisher() -> Iterator[Publisher]:
    with publishing() as publisher:
        yield publisher


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The waits that were asked for; none is waited. Proxies of the machine are left out."""
    asked: list[float] = []
    monkeypatch.setattr("pincite.ingest.connectors.web.time.sleep", asked.append)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    return asked


@pytest.fixture
def settings() -> Settings:
    return Settings(fetch_timeout=5)


def fetch(publisher: Publisher, into: Path, *name: str, **kwargs: object) -> Fetched:
    connector, *args = name or ("iceland",)
    options = {"settings": Settings(fetch_timeout=5), **kwargs}
    return connectors.get(connector, *args, into=into, base_url=publisher.url, **options)  # type: ignore[arg-type]


def beside(path: Path) -> set[str]:
    return {file.name.removeprefix(path.name) for file in path.parent.iterdir()}


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


class TestAPublisherThatFails:
    def test_broken_transfer_is_continued_where_it_stopped(
        self, publisher: Publisher, tmp_path: Path, waits: list[float]
    ) -> None:
        offer = offer_iceland(publisher, lagasafn_zip(300_000), etag='"v1"')
        offer.faults.append(drop_after(100_000))
        fetched = fetch(publisher, tmp_path)
        first, second = publisher.asked_for(ALLT)
        assert (first.range, second.range) == ("", "bytes=100000-")
        assert second.headers["if-range"] == '"v1"'
        assert fetched.resumed
        assert fetched.path.read_bytes() == offer.body
        assert len(waits) == 1

    def test_interrupted_run_is_continued_by_the_next(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer = offer_iceland(publisher, lagasafn_zip(900_000), last_modified="Mon, 06 Oct 2025")

        def stop(done: int, _total: int | None, _label: str) -> None:
            if done > 200_000:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            fetch(publisher, tmp_path, progress=stop)
        assert (tmp_path / "lagasafn-156b.zip.part").stat().st_size > 100_000
        fetched = fetch(publisher, tmp_path)
        last = publisher.asked_for(ALLT)[-1]
        assert last.range.startswith("bytes=")
        assert last.headers["if-range"] == "Mon, 06 Oct 2025"
        assert fetched.resumed
        assert fetched.path.read_bytes() == offer.body

    @pytest.mark.parametrize("honours_if_range", [True, False])
    def test_file_that_changed_midway_is_fetched_anew_not_mixed(
        self, publisher: Publisher, tmp_path: Path, honours_if_range: bool
    ) -> None:
        older, newer = lagasafn_zip(200_000), lagasafn_zip(250_000)
        offer = offer_iceland(publisher, older, etag='"v1"', honours_if_range=honours_if_range)

        def drop_and_change(handler: Handler, offer: Offer) -> None:
            offer.faults.clear()
            drop_after(50_000)(handler, offer)
            offer.body, offer.etag = newer, '"v2"'

        offer.faults.append(drop_and_change)
        fetched = fetch(publisher, tmp_path)
        assert fetched.path.read_bytes() == newer
        assert not fetched.resumed

    def test_publisher_that_ignores_ranges_starts_over(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer = offer_iceland(publisher, lagasafn_zip(200_000), etag='"v1"', honours_range=False)
        offer.faults.append(drop_after(60_000))
        fetched = fetch(publisher, tmp_path)
        assert publisher.asked_for(ALLT)[1].range == "bytes=60000-"
        assert not fetched.resumed
        assert fetched.path.read_bytes() == offer.body

    def test_without_a_strong_validator_nothing_is_continued(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer = offer_iceland(publisher, lagasafn_zip(200_000), etag='W/"v1"')
        offer.faults.append(drop_after(60_000))
        fetched = fetch(publisher, tmp_path)
        assert [asked.range for asked in publisher.asked_for(ALLT)] == ["", ""]
        assert fetched.path.read_bytes() == offer.body

    def test_packed_transfer_is_continued_too(self, publisher: Publisher, tmp_path: Path) -> None:
        offer = offer_ecfr(publisher)
        offer.faults.append(drop_after(100))
        fetched = fetch(publisher, tmp_path, "ecfr", "2")
        assert publisher.asked_for(TITLE_2)[1].range == "bytes=100-"
        assert fetched.resumed
        assert fetched.path.read_text(encoding="utf-8") == ECFR

    def test_length_that_was_promised_and_never_comes_is_a_mismatch(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer = offer_iceland(publisher, etag='"v1"')
        body = offer.body

        def promise_more(handler: Handler, offer: Offer) -> None:
            offer.faults.append(promise_more)
            if "range" in {name.lower() for name in handler.headers}:
                answer(handler, 416, b"", {"Content-Range": f"bytes */{len(body)}"})
            else:
                whole = body + b"x" * 99
                answer(handler, 200, whole, {"ETag": '"v1"'}, stop_after=len(body))

        offer.faults.append(promise_more)
        with pytest.raises(FetchMismatch, match=r"promised .* bytes and has"):
            fetch(publisher, tmp_path)
        assert list(tmp_path.iterdir()) == []

    def test_a_part_that_is_whole_already_is_put_in_place(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer = offer_iceland(publisher, etag='"v1"')

        def stop(done: int, total: int | None, _label: str) -> None:
            if done == total:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            fetch(publisher, tmp_path, progress=stop)
        fetched = fetch(publisher, tmp_path)
        assert publisher.asked_for(ALLT)[1].range == f"bytes={len(offer.body)}-"
        assert fetched.path.read_bytes() == offer.body

    @pytest.mark.parametrize("code", [404, 410, 403, 400])
    def test_refusal_is_not_tried_again(
        self, publisher: Publisher, tmp_path: Path, code: int, waits: list[float]
    ) -> None:
        offer_iceland(publisher).faults.append(status(code))
        with pytest.raises(FetchError, match=str(code)) as refusal:
            fetch(publisher, tmp_path)
        assert not refusal.value.retryable
        assert refusal.value.as_dict()["retryable"] is False
        assert waits == []
        assert list(tmp_path.iterdir()) == []

    def test_trouble_that_passes_is_waited_out(
        self, publisher: Publisher, tmp_path: Path, waits: list[float]
    ) -> None:
        offer = offer_iceland(publisher)
        offer.faults.extend([status(500), status(503, Retry_After="7")])
        publisher.offers[EDITIONS].faults.append(status(502))
        assert fetch(publisher, tmp_path).path.read_bytes() == offer.body
        assert waits == [1.0, 1.0, 7.0]

    def test_trouble_that_stays_is_given_up_after_three_more_tries(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer_iceland(publisher).faults.extend([status(500)] * 9)
        with pytest.raises(FetchError, match=r"127\.0\.0\.1 answered 500") as trouble:
            fetch(publisher, tmp_path)
        assert trouble.value.retryable
        assert len(publisher.asked_for(ALLT)) == 4

    def test_stalled_publisher_is_not_waited_for_forever(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer = offer_iceland(publisher)

        def stall(handler: Handler, _offer: Offer) -> None:
            handler.rfile.read(1)  # until the other side gives up
            handler.close_connection = True

        offer.faults.extend([stall] * 9)
        with pytest.raises(FetchError, match=r"sent nothing for 0\.2 seconds"):
            fetch(publisher, tmp_path, settings=Settings(fetch_timeout=0.2))

    def test_offline_says_who_cannot_be_reached(self, tmp_path: Path, settings: Settings) -> None:
        url = f"http://127.0.0.1:{closed_port()}"
        with pytest.raises(FetchError) as trouble:
            connectors.get("iceland", into=tmp_path, settings=settings, base_url=url)
        assert trouble.value.message == "cannot reach 127.0.0.1"
        assert "network" in trouble.value.hint
        assert ROWS[trouble.value.code].exit == 69

    @pytest.mark.parametrize(
        ("asked", "host"),
        [
            (("iceland",), "www.althingi.is"),
            (("dc",), "api.github.com"),
            (("ecfr", "12"), "www.ecfr.gov"),
            (("uscode", "9"), "uscode.house.gov"),
        ],
    )
    def test_each_connector_asks_its_official_publisher(
        self,
        tmp_path: Path,
        settings: Settings,
        monkeypatch: pytest.MonkeyPatch,
        waits: list[float],
        asked: tuple[str, ...],
        host: str,
    ) -> None:
        def no_name(*_args: object, **_kwargs: object) -> None:
            raise socket.gaierror(-3, "Temporary failure in name resolution")

        monkeypatch.setattr(socket, "getaddrinfo", no_name)
        with pytest.raises(FetchError) as trouble:
            connectors.get(*asked, into=tmp_path, settings=settings)
        assert trouble.value.message == f"cannot reach {host}"
        assert waits == []

    def test_proxy_of_the_environment_is_used(
        self, publisher: Publisher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("HTTP_PROXY", publisher.url)
        monkeypatch.setenv("HTTPS_PROXY", publisher.url)
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        away = f"http://127.0.0.1:{closed_port()}"
        settings = Settings(fetch_timeout=5)
        with pytest.raises(FetchError, match="404"):
            connectors.get("iceland", into=tmp_path, settings=settings, base_url=away)
        assert publisher.log[0].path == away + EDITIONS
        with pytest.raises(FetchError, match=r"cannot reach www\.althingi\.is through the proxy"):
            connectors.get("iceland", into=tmp_path, settings=settings)

    def test_proxy_that_cannot_be_one_is_named(
        self, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("HTTPS_PROXY", "gopher://127.0.0.1")
        with pytest.raises(InputError, match="proxy settings") as refusal:
            connectors.get("iceland", into=tmp_path, settings=settings)
        assert "HTTPS_PROXY" in refusal.value.hint

    def test_exhausted_allowance_at_github_comes_with_another_way(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer_dc(publisher)
        publisher.offers[COMMITS].faults.append(status(403))
        with pytest.raises(FetchError, match="403") as refusal:
            fetch(publisher, tmp_path, "dc")
        assert "law-xml-codified/archive/HEAD.zip" in refusal.value.hint

    def test_redirect_loop_ends(self, publisher: Publisher, tmp_path: Path) -> None:
        offer_iceland(publisher).faults.extend([redirect(ALLT)] * 99)
        with pytest.raises(FetchError, match="redirects over 5 times"):
            fetch(publisher, tmp_path)
        assert len(publisher.asked_for(ALLT)) == 6

    def test_redirect_is_followed_on_this_machine_and_out_of_it_only_by_https(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer = offer_iceland(publisher)
        publisher.offer("/elsewhere.zip", offer.body)
        offer.faults.append(redirect("/elsewhere.zip"))
        assert fetch(publisher, tmp_path).path.read_bytes() == offer.body
        offer.faults.append(redirect("http://www.althingi.is/allt.zip"))
        with pytest.raises(FetchError, match="which is not https") as refusal:
            fetch(publisher, tmp_path / "other")
        assert not refusal.value.retryable

    def test_only_https_leaves_the_machine(self) -> None:
        far, near = httpx.URL("https://www.ecfr.gov/x"), httpx.URL("http://127.0.0.1:1/x")
        assert allowed(httpx.URL("https://unblock.federalregister.gov"), sent_by=far)
        assert allowed(near, sent_by=httpx.URL("http://localhost:2"))
        assert not allowed(near, sent_by=far)
        assert not allowed(httpx.URL("http://www.ecfr.gov"), sent_by=far)
        assert not allowed(httpx.URL("ftp://127.0.0.1"))

    def test_base_url_that_is_not_https_is_refused(
        self, tmp_path: Path, settings: Settings
    ) -> None:
        for url in ("http://mirror.example", "ftp://127.0.0.1", "https://mirror.example:door"):
            with pytest.raises(InputError, match="not an https address"):
                connectors.get("iceland", into=tmp_path, settings=settings, base_url=url)


class TestWhatIsKeptOnDisk:
    def test_checksum_is_kept_in_the_form_that_sha256sum_checks(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer = offer_iceland(publisher)
        fetched = fetch(publisher, tmp_path)
        listing = (tmp_path / "lagasafn-156b.zip.sha256").read_text(encoding="utf-8")
        assert listing == f"{hashlib.sha256(offer.body).hexdigest()}  lagasafn-156b.zip\n"
        assert fetched.sha256 == listing[:64]

    def test_finished_file_that_has_not_changed_is_not_sent_again(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer_iceland(publisher, etag='"v1"')
        first, second = fetch(publisher, tmp_path), fetch(publisher, tmp_path)
        assert publisher.asked_for(ALLT)[1].headers["if-none-match"] == '"v1"'
        assert second.reused
        assert "already here and unchanged: not fetched again" in second.notes
        assert (second.sha256, second.bytes) == (first.sha256, first.bytes)

    def test_file_at_an_address_that_never_changes_is_not_asked_about(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer_uscode(publisher)
        fetch(publisher, tmp_path, "uscode", "9")
        assert fetch(publisher, tmp_path, "uscode", "9").reused
        assert len(publisher.asked_for(USC_9)) == 1

    def test_finished_file_that_the_publisher_has_changed_is_replaced(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer = offer_iceland(publisher, etag='"v1"')
        first = fetch(publisher, tmp_path)
        offer.body, offer.etag = lagasafn_zip(200_000), '"v2"'
        offer.faults.append(drop_after(70_000))
        second = fetch(publisher, tmp_path)
        assert second.path == first.path
        assert second.path.read_bytes() == offer.body
        assert not second.reused
        assert second.resumed

    def test_failed_renewal_leaves_the_finished_file_as_it_was(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer = offer_iceland(publisher, etag='"v1"')
        first = fetch(publisher, tmp_path)
        offer.body, offer.etag = b"<html>Down for repair</html>", '"v2"'
        with pytest.raises(FetchMismatch):
            fetch(publisher, tmp_path)
        assert hashlib.sha256(first.path.read_bytes()).hexdigest() == first.sha256

    def test_finished_file_that_was_altered_here_is_fetched_anew(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer = offer_iceland(publisher, etag='"v1"')
        path = fetch(publisher, tmp_path).path
        path.write_bytes(offer.body[:-1])
        fetched = fetch(publisher, tmp_path)
        assert not fetched.reused
        assert path.read_bytes() == offer.body

    @pytest.mark.parametrize("field", ["Repr-Digest", "Digest"])
    def test_checksum_that_the_publisher_gives_is_checked(
        self, publisher: Publisher, tmp_path: Path, field: str
    ) -> None:
        offer = offer_iceland(publisher)
        digest = b64encode(hashlib.sha256(offer.body).digest()).decode()
        form = f"sha-256=:{digest}:" if field == "Repr-Digest" else f"SHA-256={digest}"
        offer.headers[field] = form
        assert fetch(publisher, tmp_path).path.exists()
        offer.body = lagasafn_zip(10)
        with pytest.raises(FetchMismatch, match="differ from the checksum it gave"):
            fetch(publisher, tmp_path / "other")
        assert list((tmp_path / "other").iterdir()) == []

    @pytest.mark.parametrize("cut", [20, 400])
    def test_archive_that_is_cut_short_is_discarded(
        self, publisher: Publisher, tmp_path: Path, cut: int
    ) -> None:
        offer_iceland(publisher, lagasafn_zip(5_000)[:-cut], says_length=False)
        with pytest.raises(FetchMismatch, match="sent a broken zip archive"):
            fetch(publisher, tmp_path)
        assert list(tmp_path.iterdir()) == []

    def test_archive_with_its_middle_missing_is_discarded(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        whole = lagasafn_zip(5_000)
        offer_iceland(publisher, whole[:2_000] + whole[4_000:])
        with pytest.raises(FetchMismatch, match="zip archive"):
            fetch(publisher, tmp_path)
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize(
        ("body", "says"),
        [
            (b"<!DOCTYPE html><html>Are you human?</html>", "a web page instead of a zip archive"),
            (zipped({}), "an empty zip archive"),
            (zipped({"01.html": b"kaflar"}), "a zip archive without any law in it"),
            (b"", "a broken zip archive"),
        ],
    )
    def test_what_is_not_the_collection_is_discarded(
        self, publisher: Publisher, tmp_path: Path, body: bytes, says: str
    ) -> None:
        offer_iceland(publisher, body)
        with pytest.raises(FetchMismatch, match=f"127.0.0.1 sent {says}"):
            fetch(publisher, tmp_path)
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("<!DOCTYPE html><html>Request Access</html>", "a web page instead of XML"),
            ("<?xml version='1.0'?><hash><error>no</error></hash>", "<hash> instead of XML"),
            ("{}", "something else instead of XML"),
            (ECFR[:-30], "XML that is cut short"),
        ],
    )
    def test_what_is_not_a_title_of_the_ecfr_is_discarded(
        self, publisher: Publisher, tmp_path: Path, text: str, says: str
    ) -> None:
        offer_ecfr(publisher).body = gzip.compress(text.encode())
        with pytest.raises(FetchMismatch, match=says):
            fetch(publisher, tmp_path, "ecfr", "2")
        assert list(tmp_path.iterdir()) == []

    def test_error_names_where_a_redirect_led(self, publisher: Publisher, tmp_path: Path) -> None:
        offer_uscode(publisher).faults.append(redirect("/docnotfound.xhtml"))
        publisher.offer("/docnotfound.xhtml", "<html>Document not Found</html>")
        with pytest.raises(FetchMismatch, match=r"redirected to .*/docnotfound\.xhtml"):
            fetch(publisher, tmp_path, "uscode", "9")

    def test_damaged_packing_is_discarded(self, publisher: Publisher, tmp_path: Path) -> None:
        offer = offer_ecfr(publisher)
        offer.body = offer.body[:-6]
        with pytest.raises(FetchMismatch, match="gzip that cannot be unpacked"):
            fetch(publisher, tmp_path, "ecfr", "2")
        assert list(tmp_path.iterdir()) == []

    def test_packing_that_was_not_asked_for_is_refused(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer_ecfr(publisher).headers["Content-Encoding"] = "br"
        with pytest.raises(FetchMismatch, match="packed the file as 'br'"):
            fetch(publisher, tmp_path, "ecfr", "2")

    @pytest.mark.parametrize("says_length", [True, False])
    def test_file_over_the_limit_is_refused(
        self, publisher: Publisher, tmp_path: Path, says_length: bool
    ) -> None:
        offer_iceland(publisher, lagasafn_zip(90_000), says_length=says_length)
        with pytest.raises(FetchError, match="the limit is 50,000") as refusal:
            fetch(publisher, tmp_path, max_bytes=50_000)
        assert not refusal.value.retryable
        assert list(tmp_path.iterdir()) == []

    def test_file_that_unpacks_over_the_limit_is_refused(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer_ecfr(publisher).body = gzip.compress(b" " * 9_000_000)
        with pytest.raises(FetchMismatch, match="over 1,000,000 bytes, unpacked"):
            fetch(publisher, tmp_path, "ecfr", "2", max_bytes=1_000_000)
        assert list(tmp_path.iterdir()) == []

    def test_endless_index_is_refused(self, publisher: Publisher, tmp_path: Path) -> None:
        publisher.offer(EDITIONS, b" " * (9 << 20))
        with pytest.raises(FetchMismatch, match="a page over 8,388,608 bytes"):
            fetch(publisher, tmp_path)

    def test_full_disk_is_said_before_and_during(
        self, publisher: Publisher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        offer = offer_iceland(publisher, etag='"v1"')
        usage = shutil.disk_usage(tmp_path)._replace(free=10)
        with monkeypatch.context() as patch:
            patch.setattr(shutil, "disk_usage", lambda _path: usage)
            with pytest.raises(FetchError, match=r"no room left in .*bytes more are needed"):
                fetch(publisher, tmp_path)

        def full(_descriptor: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with pytest.raises(FetchError, match="no room left in") as trouble:
                fetch(publisher, tmp_path)
        assert "resumes" in trouble.value.hint
        assert fetch(publisher, tmp_path).path.read_bytes() == offer.body

    def test_folder_that_cannot_be_written_is_said_to_be(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer_iceland(publisher)
        file = tmp_path / "file"
        file.touch()
        with pytest.raises(InputError, match="cannot write in"):
            fetch(publisher, file)

    def test_two_processes_do_not_write_one_file(
        self, publisher: Publisher, tmp_path: Path
    ) -> None:
        offer_iceland(publisher)
        with (
            held(tmp_path / "lagasafn-156b.zip.fetch"),
            pytest.raises(FetchError, match=r"another process is fetching lagasafn-156b\.zip"),
        ):
            fetch(publisher, tmp_path)

    def test_torn_slip_only_costs_a_fresh_start(self, publisher: Publisher, tmp_path: Path) -> None:
        offer = offer_iceland(publisher, etag='"v1"')
        (tmp_path / "lagasafn-156b.zip.fetch").write_bytes(b'{"url": "http')
        (tmp_path / "lagasafn-156b.zip.part").write_bytes(b"old bytes")
        assert fetch(publisher, tmp_path).path.read_bytes() == offer.body


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
        small = Settings(fetch_timeout=5, max_source_bytes=100, max_archive_bytes=200)
        fetched = fetch(publisher, tmp_path, "uscode", "9", settings=small)
        size = f"has {len(USLM.encode()):,} bytes: set"
        assert fetched.notes == (
            f"usc09.xml {size} PINCITE_MAX_SOURCE_BYTES=1048576 to load it",
            f"xml_usc09@119-73not60.zip {size} PINCITE_MAX_ARCHIVE_BYTES=1048576 to load it",
        )


OFFERS = {
    "iceland": (("iceland",), offer_iceland, ["01.html", "2019070.html", "2019088.html"], 2),
    "dc": (("dc",), offer_dc, None, 1),
    "ecfr": (("ecfr", "2"), offer_ecfr, ["ecfr-title-2-2026-09-28.xml"], 1),
    "uscode": (("uscode", "9"), offer_uscode, ["usc09.xml"], 1),
}


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
        if importlib.util.find_spec(f"pincite.ingest.readers.{fetched.reader}") is None:
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
