from __future__ import annotations

import socket
from pathlib import Path

import httpx
import pytest

from ingest.connectors.offers import (
    ALLT,
    COMMITS,
    ECFR,
    EDITIONS,
    TITLE_2,
    fetch,
    lagasafn_zip,
    offer_dc,
    offer_ecfr,
    offer_iceland,
)
from loopback import (
    Handler,
    Offer,
    Publisher,
    answer,
    closed_port,
    drop_after,
    redirect,
    status,
)
from pincite.errors import ROWS, FetchError, FetchMismatch, InputError
from pincite.ingest.law import connectors
from pincite.ingest.law.connectors.web import allowed
from pincite.settings import Settings
from waiting import LONG


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
        with pytest.raises(FetchError, match="sent nothing for 2 seconds"):
            fetch(publisher, tmp_path, settings=Settings(fetch_timeout=2))

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
        settings = Settings(fetch_timeout=LONG)
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
