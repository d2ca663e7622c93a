from __future__ import annotations

import errno
import gzip
import hashlib
import os
import shutil
from base64 import b64encode
from pathlib import Path

import pytest

from ingest.connectors.offers import (
    ALLT,
    ECFR,
    EDITIONS,
    USC_9,
    fetch,
    lagasafn_zip,
    offer_ecfr,
    offer_iceland,
    offer_uscode,
    zipped,
)
from loopback import (
    Publisher,
    drop_after,
    redirect,
)
from pincite.errors import FetchError, FetchMismatch, InputError
from pincite.ingest.law.connectors.download_record import held


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
