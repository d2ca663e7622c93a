"""Sending through the Cloud API: patient where that helps, and never where it does harm."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from loopback import closed_port
from pincite.surfaces.whatsapp import sending
from pincite.surfaces.whatsapp.message import Choice, Option, Text, addressed
from pincite.surfaces.whatsapp.sending import CloudApi, Patience
from surfaces import cloud_api as api
from surfaces.cloud_api import PHONE, TOKEN, Behaviour, Cloud, clouding, failing
from waiting import LONG

MESSAGE = addressed(Text("What was asked of Wigglesworth."), "447700900123", "wamid.in")
SECRETS = ("Wigglesworth", "447700900123", TOKEN)


@pytest.fixture
def cloud() -> Iterator[Cloud]:
    with clouding() as started:
        yield started


# It waits for an answer as long as may be, but where none will come.
PATIENT = Patience(first=0.02, longest=2.0, connect=LONG, answer=LONG, mark=LONG)
HURRIED = replace(PATIENT, answer=3.0, mark=1.0)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "PATIENCE", PATIENT)


def send(url: str, waits: list[float] | None = None) -> tuple[bool, Counter[str]]:
    """`waits` takes what is waited between two tries, which then does not pass."""

    async def told(seconds: float) -> None:
        waits.append(seconds) if waits is not None else await asyncio.sleep(seconds)

    async def once() -> bool:
        one = CloudApi(url, PHONE, TOKEN, counts, sleep=told)
        try:
            return await one.send(MESSAGE)
        finally:
            await one.close()

    counts: Counter[str] = Counter()
    return asyncio.run(once()), counts


@pytest.mark.parametrize(
    ("script", "sent", "attempts"),
    [
        ([], True, 1),
        ([failing(429)], True, 2),
        ([failing(500), failing(503)], True, 3),
        ([failing(500)] * 9, False, 3),
        ([failing(429)] * 9, False, 3),
        ([failing(400)] * 9, False, 1),
        ([failing(401)] * 9, False, 1),
        ([failing(429, Retry_After="3600")] * 9, False, 1),
        ([failing(429, Retry_After="Wed, 21 Oct 2026 07:28:00 GMT")], True, 2),
        ([failing(302, Location="http://127.0.0.1:1/steal")] * 9, False, 1),
        ([failing(307, Location="http://127.0.0.1:1/steal")] * 9, False, 1),
        ([api.hangs], False, 1),
    ],
    ids=["taken", "429 then 200", "500, 503, 200", "500 for ever", "429 for ever", "400", "401",
         "wait an hour", "wait until a day", "302", "307", "no answer"],
)  # fmt: skip
def test_a_message_is_sent_again_where_that_may_help(
    cloud: Cloud, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch,
    script: list[Behaviour], sent: bool, attempts: int,
) -> None:  # fmt: skip
    caplog.set_level(logging.DEBUG)
    if api.hangs in script:
        monkeypatch.setattr(sending, "PATIENCE", HURRIED)
    cloud.script[:] = script
    done, counts = send(cloud.url)
    assert (done, cloud.attempts, len(cloud.sent)) == (sent, attempts, int(sent))
    assert (counts["sent"], counts["failed"]) == (int(sent), int(not sent))
    assert ("could not be sent" in caplog.text) is not sent
    assert not any(one in caplog.text for one in SECRETS)


def test_as_long_as_is_asked_for_is_waited(cloud: Cloud) -> None:
    waits: list[float] = []
    cloud.script[:] = [failing(429, Retry_After="2"), failing(500)]
    assert send(cloud.url, waits)[0]
    asked, grown = waits
    assert asked == 2.0
    assert PATIENT.first < grown < asked


def test_where_nobody_listens_it_is_tried_and_given_up() -> None:
    done, counts = send(f"http://127.0.0.1:{closed_port()}/v23.0")
    assert (done, counts["failed"], counts["retried"]) == (False, 1, 2)


@pytest.mark.parametrize("behaviour", [failing(500), failing(400), api.hangs])
def test_a_mark_that_fails_is_counted_and_no_more(
    cloud: Cloud, monkeypatch: pytest.MonkeyPatch, behaviour: Behaviour
) -> None:
    async def mark() -> None:
        one = CloudApi(cloud.url, PHONE, TOKEN, counts)
        await one.mark_read("wamid.in")
        await one.close()

    if behaviour is api.hangs:
        monkeypatch.setattr(sending, "PATIENCE", HURRIED)
    cloud.marking = behaviour
    counts: Counter[str] = Counter()
    asyncio.run(mark())
    assert counts == {"not marked": 1}


def test_an_answer_without_end_is_not_read(cloud: Cloud) -> None:
    def endless(handler: api.Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", str(10**15))
        handler.end_headers()
        while not cloud.over.is_set():
            handler.wfile.write(b"x" * 100_000)

    cloud.script[:] = [endless]
    assert send(cloud.url)[0]


def test_the_stand_in_refuses_what_the_limits_forbid() -> None:
    """Or else nothing would be proved by what it takes."""
    options = tuple(Option(str(at), f"option {at}") for at in range(3))
    fine = addressed(Choice("Which?", options, "Choose"), "447700900123", "wamid.in")
    assert list(api.faults(fine)) == []
    fine["interactive"]["action"]["buttons"][0]["reply"]["title"] = "x" * 21  # type: ignore[index]
    assert list(api.faults(fine)) == ["title"]
    long = {**MESSAGE, "text": {"body": "x" * 4097}}
    assert list(api.faults(long)) == ["text"]
