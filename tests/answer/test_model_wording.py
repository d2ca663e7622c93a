"""What a model writes of its own is not checked, and so is not shown, unless it is asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from answer.chat_server import (
    Asked,
    Chat,
    Claim,
    chatting,
    claim,
    claiming,
    sentence,
    telling,
)
from answer.conftest import QUESTION, Opened
from answer.deceptions import APART, DECEPTIONS, FALSE, QUOTE, WITHHELD
from answer.outcomes import assert_sound
from pincite.answer.messages import catalogue, languages, message
from pincite.answer.records import Sureness
from pincite.answer.reply import Reply
from pincite.surfaces.cli.answer_display import reply_text
from pincite.surfaces.whatsapp.reply_messages import told


@pytest.fixture(scope="module")
def endpoint() -> Iterator[Chat]:
    with chatting(telling(FALSE)) as chat:
        yield chat


def ask(opened: Opened, endpoint: Chat, **more: object) -> Reply:
    law = opened(endpoint.url, **more)
    reply = law.ask(QUESTION)
    assert_sound(law, reply)
    assert (reply.answerer, reply.refusal) == ("openai", None)
    return reply


def everywhere(reply: Reply) -> str:
    """All that a reply could show or hand on, in whatever form."""
    sent = [one.content() for one in told(reply)]
    forms = (reply.answer.text(reply.language), reply_text(reply))  # type: ignore[union-attr]
    bodies = (json.dumps(one, ensure_ascii=False) for one in (reply.as_dict(), sent))
    return " ".join(" ".join((*forms, *bodies, repr(reply))).split())


def two_of_one_rule(first: str, second: str) -> tuple[object, object]:
    def at(text: str) -> object:
        return lambda asked: claim(text, asked.rules[0]["id"], sentence(asked.rules[0]))

    return at(first), at(second)


@pytest.mark.req("V2", "U4")
@pytest.mark.parametrize("text", DECEPTIONS.values(), ids=DECEPTIONS)
def test_a_deceptive_sentence_of_a_model_is_shown_nowhere(
    opened: Opened, endpoint: Chat, text: str
) -> None:
    endpoint.script = [telling(text)]
    reply = ask(opened, endpoint)
    shown = everywhere(reply)
    assert text not in shown
    assert text.rstrip(".") not in shown
    assert QUOTE in shown
    assert WITHHELD in " ".join(reply_text(reply).split())
    assert reply.as_dict()["answer"]["note"] == WITHHELD  # type: ignore[index]


@pytest.mark.parametrize("text", DECEPTIONS.values(), ids=DECEPTIONS)
def test_a_sentence_that_is_asked_for_stands_apart_and_is_marked(
    opened: Opened, endpoint: Chat, text: str
) -> None:
    endpoint.script = [telling(text)]
    reply = ask(opened, endpoint, answer_wording=True)
    body: dict[str, object] = reply.as_dict()["answer"]  # type: ignore[assignment]
    assert body.pop("unchecked_wording") == [{"text": text, "citations": [1]}]
    assert text not in json.dumps(body, ensure_ascii=False)
    assert body["note"] == APART
    printed = " ".join(reply_text(reply).split())
    assert f"Not checked: {text}" in printed
    assert printed.index(QUOTE) < printed.index(text)
    assert printed.count(text) == 1


def test_without_wording_each_quote_is_shown_once_and_counted_once(
    opened: Opened, endpoint: Chat
) -> None:
    endpoint.script = [claiming(*two_of_one_rule("One thing.", "Another thing."))]  # type: ignore[arg-type]
    reply = ask(opened, endpoint)
    assert reply.answer is not None
    assert [one.citations for one in reply.answer.points] == [(1,)]
    assert reply.coverage == "1 of 1 quotes checked word for word"
    assert reply_text(reply).count("An owner may not enter a dwelling") == 1
    shown = ask(opened, endpoint, answer_wording=True)
    assert shown.answer is not None
    assert [one.text for one in shown.answer.unchecked_wording] == ["One thing.", "Another thing."]
    assert shown.answer.points == reply.answer.points


def test_the_quotes_stay_in_the_order_that_the_model_chose(opened: Opened, endpoint: Chat) -> None:
    def of(at: int) -> object:
        def made(asked: Asked) -> Claim:
            rule = asked.rules[at]
            return claim("The law says so.", rule["id"], sentence(rule))

        return made

    endpoint.script = [claiming(of(1), of(0))]  # type: ignore[arg-type]
    reply = ask(opened, endpoint)
    assert reply.answer is not None
    first, second = endpoint.asked[-1].rules[1], endpoint.asked[-1].rules[0]
    assert [one.quote for one in reply.answer.citations] == [sentence(first), sentence(second)]
    assert [one.citations for one in reply.answer.points] == [(1,), (2,)]
    assert {one.text for one in reply.answer.points} == {""}


def test_a_foolish_sentence_still_lowers_confidence_though_it_is_not_shown(
    opened: Opened, endpoint: Chat
) -> None:
    endpoint.script = [telling("Bananas!")]
    assert ask(opened, endpoint).confidence is Sureness.LOW


def test_an_answer_without_a_model_says_nothing_about_one(opened: Opened) -> None:
    plain = opened().ask(QUESTION)
    asked_for = opened(answer_wording=True).ask(QUESTION)
    assert plain.as_dict(times=False) == asked_for.as_dict(times=False)
    assert reply_text(plain) == reply_text(asked_for)
    assert set(plain.as_dict()["answer"]) == {"text", "points", "citations"}  # type: ignore[call-overload]
    assert plain.answer is not None
    assert all(one.text.endswith(":") for one in plain.answer.points)
    assert "model" not in reply_text(plain)


def test_the_note_is_said_in_the_language_of_the_question(opened: Opened, endpoint: Chat) -> None:
    endpoint.script = [telling("Leigusali ræður þessu einn.")]
    reply = opened(endpoint.url).ask("hvað má tryggingarfé vera hátt")
    assert reply.answer is not None
    assert reply.answerer == "openai"
    assert "Orðalag þess er ekki birt, því það er ekki staðfest." in reply_text(reply)
    assert "ræður þessu" not in everywhere(reply)
    reply = opened(endpoint.url, answer_wording=True).ask("hvað má tryggingarfé vera hátt")
    assert "Óstaðfest: Leigusali ræður þessu einn." in reply_text(reply)


@pytest.mark.parametrize("language", languages())
def test_every_language_can_say_that_wording_is_not_checked(language: str) -> None:
    assert set(catalogue(language)["wording"]) == set(catalogue("en")["wording"])
    assert "{words}" in catalogue(language)["wording"]["marked"]
    assert message(language, "wording", "withheld") != message(language, "wording", "apart")
