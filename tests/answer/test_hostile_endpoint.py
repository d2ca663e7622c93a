"""Endpoints that mean harm: a question ends all the same, and leaves nothing open behind it."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from answer import chat_server as model
from answer.chat_server import Asked, Behaviour, Handler, chatting, claim, completion, saying
from answer.conftest import QUESTION, SOON, Opened
from answer.outcomes import assert_sound
from growth import costs_at_most
from pincite.answer.records import Kind
from pincite.answer.reply import Reply
from pincite.errors import InputError
from waiting import wait_until


def asked_of(opened: Opened, behaviour: Behaviour, **settings: object) -> Reply:
    with chatting(behaviour) as chat:
        law = opened(chat.url, **settings)
        reply = law.ask(QUESTION)
    assert_sound(law, reply)
    return reply


@pytest.mark.req("U7")
@pytest.mark.parametrize(
    "behaviour",
    [model.drips_headers, model.drips_nothing],
    ids=["headers that never end", "bytes that unpack to nothing"],
)
def test_a_reply_that_never_ends_is_given_up_whatever_part_of_it_drips(
    opened: Opened, behaviour: Behaviour
) -> None:
    assert asked_of(opened, behaviour, answer_timeout=SOON).answerer == "extractive"


@pytest.mark.req("U7")
def test_a_reply_full_of_open_brackets_costs_little(opened: Opened) -> None:
    with costs_at_most(60):
        reply = asked_of(opened, saying(lambda _: "{" * 200_000))
    assert reply.refusal is not None


def _most_of_everything(asked: Asked) -> str:
    """As many claims and quotes as may come, each as costly to look for as can be."""
    rule = asked.rules[0]
    words = model.sentence(rule)
    quote = " … ".join([words[:24].rpartition(" ")[0], *["an owner may not demand"] * 8])
    claims = [claim(f"‘{'x ' * 1500}", rule["id"], *[quote] * 20)] * 40
    return json.dumps({"claims": claims})


@pytest.mark.req("U7")
def test_a_draft_as_long_as_may_come_is_checked_at_little_cost(opened: Opened) -> None:
    with costs_at_most(60):
        reply = asked_of(opened, saying(_most_of_everything))
    assert reply.refusal is not None
    assert reply.refusal.kind is Kind.INVALID


@pytest.mark.req("U7")
@pytest.mark.parametrize(
    "body",
    [
        b'{"choices":' + b"[" * 500_000 + b"]" * 500_000 + b"}",
        b'{"choices": [{"message": {"content": "\\ud800"}}]}',
        b'{"choices": [{"message": {"content": 17}}]}',
        b'{"choices": [{"message": null}]}',
        b"\xff\xfe\x00",
        completion('{"claims": [{"text": "' + "a" * 5000 + '", "citations": []}]}'),
        completion('{"claims": ' + "[" * 50_000 + "]" * 50_000 + "}"),
        completion('{"claims": [{"text": null, "citations": null}]}'),
    ],
    ids=["deep", "surrogate", "number", "null", "no utf-8", "long claim", "deep claims", "nulls"],
)
def test_a_reply_of_any_other_shape_is_refused(opened: Opened, body: bytes) -> None:
    reply = asked_of(opened, model.failing(200, body))
    assert reply.refusal is not None
    assert (reply.refusal.kind, reply.retries) == (Kind.INVALID, 1)


def test_a_reply_that_cannot_be_unpacked_is_no_fault_of_ours(opened: Opened) -> None:
    reply = asked_of(opened, model.BAD_GZIP)
    assert reply.refusal is None or reply.refusal.kind is not Kind.INTERNAL


def test_an_endpoint_is_not_followed_to_another_address(opened: Opened) -> None:
    with chatting(model.RIGHT) as other:
        asked_of(opened, model.failing(307, Location=other.url))
    assert other.asked == []


_ASKS = """
import sys
from pathlib import Path
from pincite.library import Library
from pincite.settings import Settings
folder, url, question = sys.argv[1:]
settings = Settings(models=Path(folder) / "none", answer_url=url, answer_model="m",
                    answer_timeout=600)
with Library(Path(folder), settings) as law:
    print([law.ask(question).answerer for _ in range(3)], flush=True)
print("closed", flush=True)
sys.stdin.read()
"""


def test_no_connection_is_left_open_behind_a_library_that_was_closed(places: Path) -> None:
    """Asked by another process, which still runs when its connections are counted."""

    def keeping(handler: Handler, asked: Asked) -> None:
        rule = asked.rules[0]
        claims = [claim("The law says so.", rule["id"], model.sentence(rule))]
        handler.reply(200, completion(json.dumps({"claims": claims})), Connection="keep-alive")

    with chatting(keeping) as chat:
        other = subprocess.Popen(
            [sys.executable, "-c", _ASKS, str(places / "law"), chat.url, QUESTION],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        with other:
            assert other.stdout is not None
            assert other.stdout.readline() == "['openai', 'openai', 'openai']\n"
            assert other.stdout.readline() == "closed\n"
            try:
                wait_until(lambda: not chat.connected, lambda: f"{len(chat.connected)} are open")
            finally:
                other.communicate("")


def test_a_key_that_cannot_be_sent_does_not_break_the_answer(opened: Opened) -> None:
    with chatting(model.RIGHT) as chat:
        law = opened(chat.url, answer_key="lykill-ö-leynd")
        with contextlib.suppress(InputError):
            assert "leynd" not in str(law.ask(QUESTION).as_dict())


def test_an_address_that_is_none_is_no_fault_of_ours(opened: Opened) -> None:
    reply = opened("http://[::1").ask(QUESTION)
    assert reply.refusal is None or reply.refusal.kind is not Kind.INTERNAL
