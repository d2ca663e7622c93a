"""Replies of any size as messages: within the limits, and no quote cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as some

from pincite.answer.messages import languages as answered_in
from pincite.answer.records import Kind, QuoteSpan, SourceRole
from pincite.answer.reply import (
    Answer,
    AnswerCitation,
    AnswerPoint,
    Closest,
    QuoteVerification,
    Refusal,
    Reply,
    Wording,
)
from pincite.errors import ROWS
from pincite.search.response import Clarify
from pincite.surfaces.whatsapp.memory import Hashing, Remembered
from pincite.surfaces.whatsapp.message import Text, addressed, clean, cut
from pincite.surfaces.whatsapp.phrases import Wish, error, languages, phrases, wished
from pincite.surfaces.whatsapp.reply_messages import told
from surfaces.cloud_api import body_of, faults, offered, units

MARKS = {"en": ("“", "”"), "is": ("„", "“")}

# Lengths, rather than letters, are what may go wrong; some letters count twice.
letters = some.sampled_from(["a", "ð", "“", "\U0001d50f", " ", "{", "*", "\n", "\u202e", "."])
short = some.text(letters, max_size=60)
lengths = some.one_of(
    some.integers(0, 60), some.integers(200, 700), some.sampled_from([1000, 3900, 4096, 9000])
)


def stretched(seed: str, size: int) -> str:
    return (f"{seed}word " * (size // 5 + 1))[:size].strip() or "word"


@some.composite
def citations(draw: some.DrawFn, count: int) -> list[AnswerCitation]:
    return [
        AnswerCitation(
            number=at, quote=f"q{at} {stretched(draw(short), draw(lengths))}",
            locator=f"l{at} {stretched(draw(short), draw(some.sampled_from([10, 40, 500])))}",
            urn="urn:lex:xm:act-1", unit_urn="urn:lex:xm:act-1", title="Act", role=SourceRole.RULE,
            document="urn:lex:xm:act-1", chunk_id="c", spans=(QuoteSpan(0, 1),), content_hash="h",
            version="v", valid_from=date(2020, 1, 1), valid_to=None, source_url=None,
            language=draw(some.sampled_from(["", "en", "is", "la"])),
        )
        for at in range(1, count + 1)
    ]  # fmt: skip


@some.composite
def answers(draw: some.DrawFn) -> Answer:
    cited = draw(citations(draw(some.integers(1, 12))))
    points: list[AnswerPoint] = []
    left = [one.number for one in cited]
    while left:
        taken = draw(some.integers(1, 3))
        points.append(
            AnswerPoint(f"p{len(points)} {stretched('', draw(lengths))}", tuple(left[:taken]))
        )
        left = left[taken:]
    return Answer(tuple(points), tuple(cited))


@some.composite
def answers_of_a_model(draw: some.DrawFn) -> Answer:
    answer = draw(answers())
    points = tuple(AnswerPoint("", one.citations) for one in answer.points)
    wording = tuple(Wording(one.text, one.citations) for one in answer.points)
    return Answer(points, answer.citations, True, draw(some.sampled_from([(), wording])))


@some.composite
def refusals(draw: some.DrawFn) -> Refusal:
    texts = some.builds(stretched, short, lengths)
    options = draw(some.lists(some.one_of(short, texts, some.just("Yes")), max_size=14))
    clarify = draw(
        some.sampled_from([None, Clarify("Which of these do you mean?", tuple(options))])
    )
    closest = draw(some.lists(some.builds(Closest, texts, texts, some.none()), max_size=3))
    return Refusal(
        draw(some.sampled_from(Kind)), "Nothing answers.", draw(texts), "Try other words.", clarify,
        tuple(closest),
    )  # fmt: skip


@some.composite
def replies(draw: some.DrawFn) -> Reply:
    answer = draw(some.one_of(some.none(), answers(), answers_of_a_model()))
    refusal = draw(refusals()) if answer is None else None
    count = len(answer.citations) if answer else 0
    warnings = draw(some.lists(some.builds(stretched, short, lengths), max_size=8))
    return Reply(
        "r", "q", draw(some.sampled_from(["en", "is", "fo"])), None, "whatsapp", answer, refusal,
        tuple(warnings), QuoteVerification(count, count),
    )  # fmt: skip


def bodies(reply: Reply) -> Iterator[str]:
    for one in told(reply):
        sent = addressed(one, "447700900123", "wamid.in")
        assert list(faults(sent)) == []
        yield body_of(sent)


@pytest.mark.req("L10")
@hypothesis_settings(max_examples=120)
@given(replies())
def test_every_message_is_within_the_limits(reply: Reply) -> None:
    assert list(bodies(reply))


@pytest.mark.req("U5")
@hypothesis_settings(max_examples=120)
@given(answers(), some.sampled_from(["en", "is"]), some.lists(some.builds(stretched, short, lengths), max_size=4))  # fmt: skip
def test_quotes_are_whole_and_what_is_left_out_is_counted(
    answer: Answer, language: str, warnings: list[str]
) -> None:
    count = len(answer.citations)
    reply = Reply(
        "r", "q", language, None, "whatsapp", answer, None, tuple(warnings),
        QuoteVerification(count, count),
    )  # fmt: skip
    (body,) = bodies(reply)
    opening, closing = MARKS[language]
    whole = {
        one.number for one in answer.citations
        if f"{opening}{clean(one.quote)}{closing}" in body
    }  # fmt: skip
    begun = {one.number for one in answer.citations if f"{opening}q{one.number} " in body}
    assert begun == whole
    assert whole == set(range(1, len(whole) + 1)), "the first ones"
    points = [one for one in answer.points if set(one.citations) & whole]
    said = re.search(r"(\d+) (?:of|af) (\d+) \w+, (\d+) (?:of|af) (\d+) \w+\.\n", body)
    if len(whole) < count:
        assert said is not None
        left = (len(answer.points) - len(points), len(answer.points), count - len(whole), count)
        assert tuple(map(int, said.groups())) == left
    else:
        assert said is None
    assert body.endswith(clean(reply.coverage))
    if warnings:
        assert body.startswith("⚠ ")
    if not whole:
        assert "[1] l1 " in body, "where to read it"


@hypothesis_settings(max_examples=120)
@given(refusals())
def test_options_are_offered_once_each_by_references_that_say_nothing(refusal: Refusal) -> None:
    reply = Reply("r", "q", "en", None, "whatsapp", None, refusal)
    wanted = dict.fromkeys(
        clean(one) for one in (refusal.clarify.options if refusal.clarify else ())
    )
    sent = addressed(told(reply)[-1], "447700900123", "wamid.in")
    if not any(wanted):
        assert sent["type"] == "text"
        return
    rows = offered(sent)
    assert len(rows) == min(len([one for one in wanted if one]), 10)
    assert all(re.fullmatch(r"[\w-]{16}", reference) for reference, _, _ in rows)


def options_of(*texts: str) -> dict[str, object]:
    refusal = Refusal(Kind.AMBIGUOUS, "Too general.", "", "", Clarify("Which?", texts))
    reply = Reply("r", "q", "en", None, "whatsapp", None, refusal)
    return addressed(told(reply)[-1], "447700900123", "wamid.in")["interactive"]  # type: ignore[return-value]


def test_few_short_options_are_buttons_and_others_a_list() -> None:
    assert options_of("Housing", "Credit", "x" * 20)["type"] == "button"
    assert options_of("Housing", "Credit", "x" * 21)["type"] == "list"
    assert options_of("a", "b", "c", "d")["type"] == "list"


def test_a_text_is_cut_at_a_word_and_never_within_a_letter() -> None:
    assert cut("one two three", 13) == "one two three"
    assert cut("one two three", 10) == "one two…"
    assert cut("onetwothreefour", 10) == "onetwothr…"
    assert units(cut("\U0001d50f" * 20, 10)) <= 10
    assert cut("\U0001d50f" * 20, 10).encode("utf-8")


def test_what_turns_a_line_around_is_not_sent() -> None:
    sent = addressed(Text("one\u202etwo\x07\nthree\ud800"), "447700900123", "wamid.in")
    assert body_of(sent) == "one two \nthree"


# Words.


def keys(language: str) -> dict[str, list[str]]:
    every = phrases(language)
    return {group: sorted(every[group]) for group in every if group != "error"}


def placeholders(language: str) -> dict[str, list[str]]:
    return {
        key: sorted(re.findall(r"{(\w+)}", text)) for key, text in phrases(language)["say"].items()
    }


@pytest.mark.req("V4")
@pytest.mark.parametrize("language", languages())
def test_every_language_says_the_same_things(language: str) -> None:
    assert keys(language) == keys("en")
    assert placeholders(language) == placeholders("en")
    assert {one.value for one in Wish} == set(phrases(language)["wish"])
    told_here = set(phrases(language)["error"])
    assert told_here == (set() if language == "en" else set(ROWS)), "English is that of the table"
    assert all(error(language, code) for code in ROWS)
    assert sorted(phrases(language)["language"]) == sorted((*languages(), "other"))


def test_the_languages_are_those_of_answers() -> None:
    assert set(languages()) == set(answered_in())


def test_a_word_means_one_wish() -> None:
    for language in languages():
        every = [word for known in phrases(language)["wish"].values() for word in known]
        assert len(set(every)) == len(every)
        assert every == [one.casefold() for one in every]
        for wish in Wish:
            for word in phrases(language)["wish"][wish.value]:
                assert wished(f" {word.upper()}! ", language) == (wish, language)


def test_a_word_of_two_languages_is_of_the_likelier_one() -> None:
    assert wished("STOP", "is") == (Wish.STOP, "is")
    assert wished("STOP", "en") == (Wish.STOP, "en")
    assert wished("HÆTTA", "en") == (Wish.STOP, "is")
    assert wished("Má hætta?", "is") is None


# Memory.


def test_memory_is_bounded_and_ends() -> None:
    now = [0.0]
    memory = Remembered[int](3, 10, clock=lambda: now[0])
    for at in range(5):
        memory.put(str(at), at)
    assert [memory.get(str(at)) for at in range(5)] == [None, None, 2, 3, 4]
    now[0] = 5.0
    memory.put("2", 7)
    now[0] = 10.0
    assert (len(memory), memory.get("2"), memory.get("4")) == (1, 7, None)
    now[0] = 15.0
    assert len(memory) == 0


def test_the_same_number_has_another_hash_in_another_process() -> None:
    one, other = Hashing(), Hashing()
    assert one("447700900123") == one("447700900123") != other("447700900123")
