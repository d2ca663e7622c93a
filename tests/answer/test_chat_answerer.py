"""Answers by a model: asked over HTTP, of an endpoint on this machine that misbehaves in turn."""

from __future__ import annotations

import pytest

from answer import chat_server as model
from answer.chat_server import Asked, Behaviour, Chat, chatting, claim, claiming, sentence
from answer.conftest import QUESTION, SOON, Opened
from answer.outcomes import assert_sound
from loopback import closed_port
from pincite.answer.records import Kind, SourceRole, Sureness
from pincite.answer.reply import Reply

ICELANDIC = "hvað má tryggingarfé vera hátt"
# Of the Consumer Credit Act, which has nothing to do with the question.
UNRELATED = "A debt collector must keep a record of every contact with a consumer"
BAD: dict[str, tuple[Behaviour, str]] = {
    "an invented quote": (model.INVENTED, "not_verbatim"),
    "a quote with a word changed": (model.WORD_CHANGED, "not_verbatim"),
    "a quote without its negation": (model.NEGATION_DROPPED, "not_verbatim"),
    "a right quote under another source": (model.WRONG_SOURCE, "not_verbatim"),
    "a source that was not given": (model.UNKNOWN_SOURCE, "unknown_source"),
    "a number that no source states": (model.NUMBER, "number_not_in_source"),
    "invented words between quotation marks": (model.QUOTED_IN_TEXT, "quoted_in_text"),
    "a link": (model.LINK, "link_in_text"),
    "an image": (model.IMAGE, "link_in_text"),
    "a claim without citations": (model.NO_CITATION, "no_citation"),
    "broken JSON": (model.BROKEN, "malformed"),
    "JSON of another shape": (model.OTHER_JSON, "malformed"),
    "a reply cut short": (model.CUT, "incomplete"),
    "no content": (model.NULL, "malformed"),
    "no choices": (model.NO_CHOICES, "malformed"),
    "a web page": (model.HTML, "malformed"),
}
DOWN: dict[str, Behaviour] = {
    "an endpoint that fails": model.FAILS,
    "one that asks to wait": model.LIMITED,
    "one that hangs up": model.closes,
    "one that never answers": model.hangs,
    "a reply that never ends": model.drips,
    "a hundred megabytes": model.huge,
}


def ask(opened: Opened, chat: Chat, question: str = QUESTION, **more: object) -> Reply:
    """The reply, which is sound."""
    law = opened(chat.url, **more)
    reply = law.ask(question)
    assert_sound(law, reply)
    return reply


def assert_by_the_rules(asked: Asked) -> None:
    """The same to every request: no chance in the reply, no shape but ours."""
    assert asked.body["model"] == "m"
    assert asked.body["temperature"] == 0
    assert isinstance(asked.body["seed"], int)
    shape = asked.body["response_format"]
    assert shape["type"] == "json_schema"  # type: ignore[index]
    assert shape["json_schema"]["strict"] is True  # type: ignore[index]
    assert shape["json_schema"]["schema"]["additionalProperties"] is False  # type: ignore[index]


@pytest.mark.req("V2", "U4")
@pytest.mark.parametrize(
    "behaviour", [model.RIGHT, model.FENCED], ids=["bare", "in prose and a fence"]
)
def test_a_right_draft_is_an_answer_at_the_first_try(opened: Opened, behaviour: Behaviour) -> None:
    with chatting(behaviour) as chat:
        reply = ask(opened, chat)
    assert reply.answer is not None
    assert (len(chat.asked), reply.retries, reply.answerer) == (1, 0, "openai")
    [cited] = reply.answer.citations
    rule = chat.asked[0].rules[0]
    assert (cited.quote, cited.role) == (sentence(rule), SourceRole.RULE)
    # The subsection that is quoted, not the section that was sent.
    assert cited.locator == f"{rule['locator']}(1)"
    assert cited.urn == f"{cited.unit_urn}:1"
    assert reply.coverage == "1 of 1 quotes checked word for word"
    assert reply.versions == (cited.version,)
    assert_by_the_rules(chat.asked[0])


@pytest.mark.req("V3")
@pytest.mark.parametrize(("behaviour", "fault"), BAD.values(), ids=BAD)
def test_retry_then_fail(opened: Opened, behaviour: Behaviour, fault: str) -> None:
    with chatting(behaviour) as chat:
        reply = ask(opened, chat)
    first, second = chat.asked
    assert_by_the_rules(second)
    assert "STRICT RULES OF QUOTING" not in first.system
    assert "STRICT RULES OF QUOTING" in second.system
    assert fault in second.system
    assert second.user == first.user
    assert reply.refusal is not None
    assert (reply.refusal.kind, reply.retries) == (Kind.INVALID, 1)
    assert fault in reply.refusal.reason
    assert reply.refusal.closest
    assert all(one.unverified and one.text for one in reply.refusal.closest)
    assert reply.confidence is Sureness.NONE


@pytest.mark.req("V3")
@pytest.mark.parametrize("behaviour", [model.INVENTED, model.CUT, model.HTML, model.EMPTY])
def test_a_draft_that_is_right_the_second_time_is_an_answer(
    opened: Opened, behaviour: Behaviour
) -> None:
    with chatting(behaviour, model.RIGHT) as chat:
        reply = ask(opened, chat)
    assert reply.answer is not None
    assert (len(chat.asked), reply.retries, reply.answerer) == (2, 1, "openai")
    assert reply.degraded == opened().ask(QUESTION).degraded


@pytest.mark.req("V2")
def test_one_bad_citation_of_a_draft_fails_the_whole_answer(opened: Opened) -> None:
    with chatting(model.ONE_OF_TWO_INVENTED) as chat:
        reply = ask(opened, chat)
    assert reply.refusal is not None
    assert reply.refusal.kind is Kind.INVALID
    assert (reply.verification.checked, reply.verification.quotes) == (1, 2)


@pytest.mark.req("V3", "V4")
def test_the_strict_prompt_is_in_the_language_of_the_law(opened: Opened) -> None:
    with chatting(model.INVENTED) as chat:
        reply = ask(opened, chat, ICELANDIC)
    first, second = chat.asked
    assert "STRANGAR TILVITNUN" not in first.system
    assert "STRANGAR TILVITNUN" in second.system
    assert "not_verbatim" in second.system
    assert "STRICT RULES" not in second.system
    assert reply.refusal is not None
    assert reply.refusal.message == "Ekki tókst að staðfesta svar."
    with chatting(model.RIGHT) as chat:
        reply = ask(opened, chat, ICELANDIC)
    assert reply.answer is not None
    assert "þriggja mánaða leigu" in reply.answer.citations[0].quote


@pytest.mark.req("V3")
def test_the_retry_allows_no_ellipsis(opened: Opened) -> None:
    def cut(asked: Asked) -> dict[str, object]:
        words = sentence(asked.rules[0]).split()
        quote = f"{' '.join(words[:8])} […] {' '.join(words[-5:])}"
        return claim("The law says so.", asked.rules[0]["id"], quote)

    with chatting(claiming(cut)) as chat:
        reply = ask(opened, chat)
    assert reply.answer is not None
    assert " […] " in reply.answer.citations[0].quote
    assert len(reply.answer.citations[0].spans) == 2
    with chatting(model.INVENTED, claiming(cut)) as chat:
        reply = ask(opened, chat)
    assert reply.refusal is not None
    assert "ellipsis" in reply.refusal.reason


@pytest.mark.req("V4")
def test_a_model_that_finds_nothing_to_say_says_that_nothing_answers(opened: Opened) -> None:
    with chatting(model.EMPTY) as chat:
        reply = ask(opened, chat)
    assert len(chat.asked) == 2
    assert "no_claim" in chat.asked[1].system
    assert reply.refusal is not None
    assert reply.refusal.kind is Kind.NO_DATA


@pytest.mark.req("V3")
@pytest.mark.parametrize("behaviour", DOWN.values(), ids=DOWN)
def test_an_endpoint_that_is_down_is_replaced_by_what_needs_none(
    opened: Opened, behaviour: Behaviour
) -> None:
    with chatting(behaviour) as chat:
        reply = ask(opened, chat, answer_timeout=SOON)
    assert 1 <= len(chat.asked) <= 3
    assert_fell_back(reply)


def test_an_endpoint_that_nobody_serves_is_replaced_too(opened: Opened) -> None:
    reply = ask(
        opened, Chat([model.RIGHT], f"http://127.0.0.1:{closed_port()}/v1/chat/completions")
    )
    assert_fell_back(reply)


def test_an_endpoint_that_goes_down_before_the_retry_is_replaced_too(opened: Opened) -> None:
    # Less than it asks to be waited for.
    with chatting(model.INVENTED, model.LIMITED) as chat:
        reply = ask(opened, chat, answer_timeout=30)
    assert_fell_back(reply)


def assert_fell_back(reply: Reply) -> None:
    assert reply.answer is not None
    assert reply.answerer == "extractive"
    assert any(one.startswith("answer: ") for one in reply.degraded)


def test_an_endpoint_that_fails_once_is_asked_again_with_the_same_words(opened: Opened) -> None:
    with chatting(model.FAILS, model.RIGHT) as chat:
        reply = ask(opened, chat)
    assert reply.answer is not None
    assert (reply.answerer, reply.retries) == ("openai", 0)
    first, second = chat.asked
    assert first.body == second.body


@pytest.mark.parametrize("behaviour", [model.REFUSES, model.BAD_GZIP], ids=["401", "not gzip"])
def test_an_endpoint_that_refuses_gives_a_reply_all_the_same(
    opened: Opened, behaviour: Behaviour
) -> None:
    with chatting(behaviour) as chat:
        reply = ask(opened, chat, answer_key="k-very-secret")
    assert chat.asked[0].headers["authorization"] == "Bearer k-very-secret"
    assert len(chat.asked) <= 3
    assert "k-very-secret" not in str(reply.as_dict())


@pytest.mark.req("S8")
def test_only_the_question_and_what_governs_the_rules_is_sent(opened: Opened) -> None:
    with chatting(model.RIGHT) as chat:
        ask(opened, chat)
    law = opened()
    hits = law.search(QUESTION, limit=8).results
    governing = [law.scope(hit.law.urn) for hit in hits if hit.law]
    allowed = {hit.text for hit in hits} | {
        one.text
        for scope in governing
        for one in (
            scope.rule,
            *(each.passage for each in (*scope.ancestors, *scope.definitions, *scope.exceptions)),
        )
    }
    [asked] = chat.asked
    assert asked.question == QUESTION
    assert set(asked.body["messages"][1]) == {"role", "content"}  # type: ignore[index]
    assert {one["role"] for one in asked.sources} >= {"rule", "definition", "holder"}
    # Of a hit that is several sections, each is a source of its own.
    sent = [one["text"] for one in asked.sources]
    assert [text for text in sent if not any(text in one for one in allowed)] == []
    assert any(UNRELATED in chunk.text for chunk in law.chunks("urn:lex:xm:act-2016-9"))
    assert UNRELATED not in str(asked.body)
    assert QUESTION not in asked.system
    assert not any(one["text"] in asked.system for one in asked.sources)


@pytest.mark.req("S8")
@pytest.mark.parametrize("tokens", [500, 800])
def test_what_is_sent_stays_within_the_budget(opened: Opened, tokens: int) -> None:
    with chatting(model.RIGHT) as chat:
        assert ask(opened, chat).answer is not None
        assert ask(opened, chat, answer_tokens=tokens).answer is not None
    whole, short = chat.asked
    assert len(short.user) <= tokens * 3 + len(QUESTION) + 100 < len(whole.user)
    assert short.rules[0] == whole.rules[0]


def test_a_model_is_not_asked_where_there_is_room_for_no_source(opened: Opened) -> None:
    """It would say that nothing answers, though the law does."""
    long = f"{QUESTION} {'The owner enters my home without notice again and again. ' * 25}"
    with chatting(model.EMPTY) as chat:
        reply = ask(opened, chat, long, answer_tokens=500)
    assert all(asked.sources for asked in chat.asked)
    assert reply.answer is not None


@pytest.mark.req("V9")
def test_confidence_is_counted_and_never_asked_of_the_model(opened: Opened) -> None:
    def two_documents(asked: Asked) -> list[dict[str, object]]:
        acts = {one["locator"].partition(",")[0]: one for one in asked.rules}
        return [claim(sentence(one), one["id"], sentence(one)) for one in acts.values()][:2]

    with chatting(claiming(lambda a: two_documents(a)[0], lambda a: two_documents(a)[1])) as chat:
        more = ask(opened, chat)
    with chatting(model.RIGHT) as chat:
        fewer = ask(opened, chat)
    assert "confiden" not in str(chat.asked[0].body).lower()
    order = list(Sureness)
    assert order.index(more.confidence) > order.index(fewer.confidence) > 0
