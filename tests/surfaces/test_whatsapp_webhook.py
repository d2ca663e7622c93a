"""The webhook: who is believed, what is read, and what is passed over."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.errors import InputError, LibraryDamaged
from pincite.settings import MIB
from pincite.surfaces.whatsapp.conversation import STALE_SECONDS
from pincite.surfaces.whatsapp.delivery import Sort, messages
from pincite.surfaces.whatsapp.opt_outs import FILE
from search.bundled_law import bundled_law
from surfaces import cloud_api as api
from surfaces.cloud_api import PHONE, VERIFY, Phone, delivery, phoning, signed, text

CHECK = {"hub.mode": "subscribe", "hub.verify_token": VERIFY, "hub.challenge": "1158201444"}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("webhook")
    bundled_law(root / "law", root / "no-models").close()
    return root / "law"


@pytest.fixture(scope="module")
def shared(library: Path) -> Iterator[Phone]:
    with phoning(library) as phone:
        yield phone


@pytest.fixture
def phone(shared: Phone) -> Phone:
    """With a clean record."""
    shared.settle()
    for record in (shared.cloud.sent, shared.cloud.read, shared.cloud.script):
        record.clear()
    shared.counts.clear()
    return shared


def quiet(phone: Phone) -> bool:
    """Whether nothing was sent, not even a mark."""
    phone.settle()
    return not phone.cloud.sent and not phone.cloud.read


def test_who_says_the_agreed_word_gets_the_challenge_back(phone: Phone) -> None:
    response = phone.client.get("/whatsapp", params=CHECK)
    assert (response.status_code, response.text) == (200, "1158201444")
    assert response.headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize(
    "changed",
    [{"hub.verify_token": "wrong"}, {"hub.verify_token": ""}, {"hub.verify_token": f"{VERIFY}x"},
     {"hub.mode": "unsubscribe"}, {"hub.challenge": "<script>"}, {"hub.challenge": "x" * 501},
     {"hub.verify_token": "\u00e9\u4e2d"}],
)  # fmt: skip
def test_who_does_not_is_turned_away(phone: Phone, changed: dict[str, str]) -> None:
    response = phone.client.get("/whatsapp", params=CHECK | changed)
    assert (response.status_code, response.text) == (403, "")


@pytest.mark.req("U7")
@pytest.mark.parametrize(
    "signature",
    ["", "sha256=", f"sha256={'0' * 64}", f"sha1={'0' * 40}", "sha256=\u00e9", "0" * 64,
     signed(b"another body")["X-Hub-Signature-256"]],
)  # fmt: skip
def test_what_is_not_signed_rightly_is_not_read(phone: Phone, signature: str) -> None:
    headers = {"X-Hub-Signature-256": signature.encode()}
    body = json.dumps(delivery(text("hi"))).encode()
    response = phone.client.post("/whatsapp", content=body, headers=headers)
    assert (response.status_code, response.text) == (401, "")
    assert quiet(phone)
    assert phone.counts["unsigned"] == 1


def test_a_signature_by_another_secret_is_none(phone: Phone) -> None:
    body = json.dumps(delivery(text("hi"))).encode()
    sent = phone.client.post("/whatsapp", content=body, headers=signed(body, "guessed"))
    assert sent.status_code == 401
    unsigned = phone.client.post("/whatsapp", content=body)
    assert unsigned.status_code == 401
    assert quiet(phone)


def test_a_body_that_was_changed_after_it_was_signed_is_refused(phone: Phone) -> None:
    body = json.dumps(delivery(text("hi"))).encode()
    sent = phone.client.post("/whatsapp", content=body + b" ", headers=signed(body))
    assert sent.status_code == 401
    assert quiet(phone)


@pytest.mark.req("U7")
@pytest.mark.parametrize("told", [True, False], ids=["told by its length", "in chunks"])
def test_a_body_that_is_too_large_is_refused(phone: Phone, told: bool) -> None:
    body = b" " * (3 * MIB + 1)
    content = body if told else (body[at : at + 65536] for at in range(0, len(body), 65536))
    sent = phone.client.post("/whatsapp", content=content, headers=signed(body))
    assert sent.status_code == 413
    assert quiet(phone)


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 200_000, b'{"a": 1' + b"0" * 5000])
def test_what_is_signed_and_no_json_is_malformed(phone: Phone, body: bytes) -> None:
    assert phone.deliver(body) == 400
    assert phone.counts["malformed"] == 1


def _without(name: str) -> dict[str, object]:
    one = text("hi")
    del one[name]
    return one


@pytest.mark.parametrize(
    "payload",
    [
        None, 1, "x", [], {}, {"object": "page"},
        {"object": "whatsapp_business_account"},
        {"object": "whatsapp_business_account", "entry": {"changes": 1}},
        {"object": "whatsapp_business_account", "entry": [1, {"changes": [None, {"field": "x"}]}]},
        delivery(text("hi"), phone="999"),
        {**delivery(text("hi")), "object": "instagram"},
        delivery(_without("id")), delivery({**_without("from"), "from": ""}),
        delivery(_without("timestamp")), delivery(_without("type")),
        delivery(text("hi", sender="+44; DROP")), delivery(text("hi", timestamp="soon")),
        delivery(text("hi", timestamp=12)), delivery(text("hi", id="x" * 600)),
        delivery(api.message("reaction", {"message_id": "wamid.x", "emoji": "\U0001f44d"})),
        delivery(api.message("system", {"body": "changed number", "type": "user_changed_number"})),
        delivery(messages="many", contacts=None),
        api.status("sent"), api.status("delivered"), api.status("read"), api.status("failed"),
    ],
)  # fmt: skip
def test_what_wants_no_answer_is_taken_and_passed_over(phone: Phone, payload: object) -> None:
    assert phone.deliver(payload) == 200
    assert quiet(phone)


def test_a_delivery_is_acknowledged_before_it_is_answered(phone: Phone) -> None:
    # Nothing is answered before it is marked as read.
    phone.cloud.marking = held = api.Held()
    assert phone.deliver(delivery(text("hi"))) == 200
    assert phone.cloud.sent == []
    held.release()
    phone.cloud.wait_for(1)
    phone.cloud.marking = None
    assert phone.counts["not marked"] == 0


def test_a_mark_that_hangs_does_not_keep_the_answer_back(library: Path) -> None:
    with phoning(library, patience=replace(api.PATIENT, mark=0.2)) as phone:
        phone.cloud.marking = api.hangs
        assert phone.deliver(delivery(text("hi"))) == 200
        phone.cloud.wait_for(1)
        assert phone.counts["not marked"] == 1


def test_a_message_is_answered_once_however_often_it_is_delivered(phone: Phone) -> None:
    one = delivery(text("hello"))
    assert [phone.deliver(one) for _ in range(3)] == [200, 200, 200]
    both = delivery(one["entry"][0]["changes"][0]["value"]["messages"][0], text("hello"))
    assert phone.deliver(both) == 200
    phone.settle()
    assert len(phone.cloud.sent) == 2
    assert phone.counts["duplicate"] == 3


def test_old_messages_are_not_answered(phone: Phone) -> None:
    now = int(time.time())
    stale = text("hi", timestamp=str(now - STALE_SECONDS - 5))
    late = text("hi", timestamp=str(now - STALE_SECONDS + 60))
    assert phone.deliver(delivery(stale, late)) == 200
    phone.settle()
    assert [one["context"]["message_id"] for one in phone.cloud.sent] == [late["id"]]
    assert phone.counts["old"] == 1


def test_a_delivery_is_answered_once_though_it_comes_again_in_another_shape(phone: Phone) -> None:
    """The same message alone, twice in one delivery, beside others, and with other words."""
    first = text("hello")
    other, changed = text("hello"), {**first, "text": {"body": "What about tenants?"}}
    for payload in (
        delivery(first), delivery(first, first), delivery(first, other), delivery(changed),
    ):  # fmt: skip
        assert phone.deliver(payload) == 200
    phone.settle()
    assert len(phone.cloud.sent) == 2
    assert phone.counts["duplicate"] == 4


def test_an_old_signature_signs_no_other_body(phone: Phone) -> None:
    body = json.dumps(delivery(text("hello"))).encode()
    old = signed(body)
    assert phone.deliver(body, **old) == 200
    later = body.replace(b"hello", b"other").replace(b"wamid.", b"wamid.X")
    assert phone.deliver(later, **old) == 401
    # With its own body it is a delivery that came before.
    assert phone.deliver(body, **old) == 200
    phone.settle()
    assert len(phone.cloud.sent) == 1


def test_a_message_from_the_future_is_not_answered(phone: Phone) -> None:
    """It would not be old yet when it is forgotten that it was answered."""
    assert phone.deliver(delivery(text("hi", timestamp=str(int(time.time()) + 3600)))) == 200
    phone.settle()
    assert (phone.cloud.sent, phone.counts["old"]) == ([], 1)


def test_what_was_answered_is_remembered_for_as_long_as_it_could_be_answered_again(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.monotonic()
    conversation = phone.app.state.whatsapp
    body = delivery(text("hello", timestamp=str(int(time.time()) + STALE_SECONDS - 60)))
    assert phone.deliver(body) == 200
    phone.settle()
    # Just before the message itself is too old.
    later = now + 2 * STALE_SECONDS - 120
    monkeypatch.setattr(conversation._seen, "_clock", lambda: later)
    assert phone.deliver(body) == 200
    phone.settle()
    assert (len(phone.cloud.sent), phone.counts["duplicate"]) == (1, 1)


def test_several_messages_of_one_delivery_are_answered_each(phone: Phone) -> None:
    mine, yours = text("hi"), text("hæ", sender=api.ICELANDIC)
    more = delivery(mine, yours)
    more["entry"] += delivery(third := text("help"))["entry"]
    assert phone.deliver(more) == 200
    phone.settle()
    answers = {one["context"]["message_id"]: one for one in phone.cloud.sent}
    assert set(answers) == {mine["id"], yours["id"], third["id"]}
    assert answers[yours["id"]]["to"] == api.ICELANDIC
    assert set(phone.cloud.read) == set(answers)


def test_what_is_sent_goes_from_our_number_with_our_token(phone: Phone) -> None:
    phone.say("hi")
    assert {one["authorization"] for one in phone.cloud.headers} == {f"Bearer {api.TOKEN}"}
    assert set(phone.cloud.paths) == {f"/v23.0/{PHONE}/messages"}


def test_messages_are_read_in_the_documented_shapes() -> None:
    every = delivery(
        text("Hvað?\x00\ud83d"),
        api.picked("abc", "One", sort="button_reply"),
        api.picked("def", "Two"),
        api.message("button", {"payload": "p", "text": "Yes"}),
        api.message("image", {"caption": "x", "mime_type": "image/jpeg", "id": "1"}),
        api.message("interactive", {"type": "nfm_reply", "nfm_reply": {}}),
        api.message("unsupported", None, errors=[{"code": 131051}]),
    )
    read = list(messages(json.loads(json.dumps(every)), PHONE))
    assert [(one.sort, one.text) for one in read] == [
        (Sort.TEXT, "Hvað? \ufffd"), (Sort.CHOICE, "abc"), (Sort.CHOICE, "def"), (Sort.TEXT, "Yes"),
        (Sort.OTHER, ""), (Sort.OTHER, ""), (Sort.OTHER, ""),
    ]  # fmt: skip
    assert not any(api.ENGLISH in repr(one) or "Hvað" in repr(one) for one in read)


@pytest.mark.parametrize("name", ["phone", "token", "secret", "verify"])
def test_a_line_that_is_not_set_up_whole_does_not_open(library: Path, name: str) -> None:
    with api.clouding() as cloud, pytest.raises(InputError, match=f"WHATSAPP_{name.upper()}"):
        _opened(library, api.configured(library, cloud, **{f"whatsapp_{name}": ""}))


def test_a_list_of_who_stopped_that_cannot_be_read_keeps_the_line_closed(library: Path) -> None:
    (library / FILE).write_text("{")
    try:
        with api.clouding() as cloud, pytest.raises(LibraryDamaged, match=FILE):
            _opened(library, api.configured(library, cloud))
    finally:
        (library / FILE).unlink()


def _opened(library: Path, settings: object) -> None:
    """The app begins and ends."""
    from fastapi.testclient import TestClient

    with TestClient(api.application(library, settings)):  # type: ignore[arg-type]
        pass
