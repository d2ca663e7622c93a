"""Talks over WhatsApp with the bundled law, from end to end on a real server."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from answer.injections import ATTEMPTS
from pincite.library import Library
from pincite.settings import Settings
from pincite.surfaces.whatsapp import conversation as line
from search.bundled_law import LAW, bundled_law
from surfaces import cloud_api as api
from surfaces.cloud_api import Phone, body_of, offered, phoning, picked

ENTRY = "May the owner enter my home without notice?"
INNGANGA = "Má leigusali fara inn í íbúðina mína?"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("talk")
    with bundled_law(root / "law", root / "no-models") as law:
        for row in (LAW / "preemptions.tsv").read_text(encoding="utf-8").splitlines()[1:]:
            urn, by, authority, start = row.split("\t")[:4]
            law.add_preemption(urn, by, authority=authority, start=start)
        for row in (LAW / "overrides.tsv").read_text(encoding="utf-8").splitlines()[1:]:
            urn, state, authority, citation, start, end = row.split("\t")[:6]
            law.add_override(
                urn, state, authority=authority, citation=citation, start=start, end=end or None
            )
        law.ask(ENTRY)
    return root / "law"


@pytest.fixture(scope="module")
def shared(library: Path) -> Iterator[Phone]:
    with phoning(library) as phone:
        yield phone
        assert phone.cloud.refused == [], "every message was within the limits"


@pytest.fixture
def icelander(sender: str) -> str:
    return f"354{sender[-7:]}"


@pytest.mark.req("L10")
@pytest.mark.req("V11")
def test_a_question_gets_a_short_answer_with_numbered_checked_quotes(
    phone: Phone, sender: str, library: Path
) -> None:
    sent = phone.say(ENTRY, sender)
    said = body_of(sent)
    with Library(library, Settings(models=library / "none")) as law:
        reply = law.ask(ENTRY, channel="whatsapp")
    assert reply.answer is not None
    for cited in reply.answer.citations:
        assert f"[{cited.number}] “{cited.quote}”" in said
        assert cited.locator in said
    assert said.endswith("\n".join(filter(None, (reply.coverage, reply.likelihood))))
    assert len(said) < 3000
    assert (sent["to"], sent["text"]["preview_url"]) == (sender, False)


@pytest.mark.req("S7")
def test_what_warns_comes_first(phone: Phone, sender: str) -> None:
    asked = (
        "How many hours' notice must an owner in Harrowmouth give before entering a rental unit?"
    )
    assert body_of(phone.say(asked, sender)).startswith("⚠ Supremacy Clause Warning:")


@pytest.mark.req("S6")
def test_a_rule_that_a_court_put_aside_is_refused(phone: Phone, sender: str) -> None:
    said = body_of(phone.say("s 24 of the Residential Tenancies Act", sender))
    assert said.startswith("Legal Override active")
    assert "Constitutional Court of Marchmere" in said
    assert "Read the decision" in said


@pytest.mark.req("L10")
def test_an_icelandic_question_is_answered_in_icelandic(phone: Phone, icelander: str) -> None:
    said = body_of(phone.say(INNGANGA, icelander))
    assert "hljóðar svo:" in said
    assert "„Leigusala er óheimilt að fara inn í íbúð nema" in said
    assert "tilvitnunum staðfestar orð fyrir orð" in said
    assert "Líklegt svar við spurningunni: um" in said


def test_a_quote_in_another_language_than_the_answer_says_so(phone: Phone, icelander: str) -> None:
    said = body_of(phone.say("Hvað segir það sem er í s 12, Residential Tenancies Act?", icelander))
    assert "] (á ensku) „" in said


def test_law_of_another_jurisdiction_is_offered_and_not_quoted(
    phone: Phone, icelander: str
) -> None:
    said = body_of(phone.say("Má leigjandi í Skerjalandi framleigja bát?", icelander))
    assert "Einnig er til réttur um þetta frá: xm." in said
    assert "á ensku" not in said


@pytest.mark.req("V4")
def test_a_refusal_says_why_and_what_to_do(phone: Phone, sender: str, icelander: str) -> None:
    said = body_of(phone.say("How long is a tax return kept in Norway?", sender))
    assert "I found nothing here that answers that. The question asks about Norway" in said
    assert "Try other words" in said
    assert "Closest passages, not verified as an answer:\n• " in said
    said = body_of(phone.say("Er það löglegt?", icelander))
    assert said.startswith("Spurningin er of almenn.")
    assert "Segðu hvað gerðist" in said


@pytest.mark.req("L9")
def test_a_question_back_is_a_list_and_what_is_chosen_is_asked(phone: Phone, sender: str) -> None:
    asked = phone.say("What about tenants?", sender)
    assert asked["interactive"]["type"] == "list"
    rows = offered(asked)
    deposits = "Residential Tenancies (Deposits) Regulations, 2020"
    assert {more for _, _, more in rows} == {
        "Residential Tenancies Act [Chapter 20:14]",
        deposits,
        "City of Harrowmouth: Rental Housing By-law, 2021",
    }
    assert not any(word in reference for reference, _, _ in rows for word in ("enan", "City"))
    for _ in range(2):
        [(reference, title)] = [(one, name) for one, name, more in rows if more == deposits]
        said = body_of(phone.gives(picked(reference, title, sender)))
        assert said.startswith(deposits)


def test_an_icelandic_question_back_offers_in_icelandic(phone: Phone, icelander: str) -> None:
    asked = phone.say("hvað með leigu?", icelander)
    assert asked["interactive"]["action"]["button"] == "Velja"
    assert body_of(asked).endswith("Segðu hvað gerðist og hvern það varðar.")
    said = body_of(phone.gives(picked(offered(asked)[1][0], "15. gr. Riftun.", icelander)))
    assert "Leigusala er heimilt að rifta leigusamningi" in said


def test_an_option_is_for_whom_it_was_offered_to(phone: Phone, sender: str, icelander: str) -> None:
    reference, title, _ = offered(phone.say("What about tenants?", sender))[0]
    said = body_of(phone.gives(picked(reference, title, icelander)))
    assert said == "Ekki er lengur hægt að velja þetta. Spurðu aftur."
    said = body_of(phone.gives(picked("made up", title, sender, "button_reply")))
    assert said == "That choice is no longer open. Please ask your question again."
    assert phone.counts["expired"] == 2


@pytest.mark.parametrize("sort", ["image", "audio", "video", "document", "sticker", "location", "contacts", "unsupported", "order", "new_kind"])  # fmt: skip
def test_what_is_no_text_is_answered_kindly(phone: Phone, sort: str, sender: str) -> None:
    assert body_of(phone.gives(api.message(sort, {"id": "1"}, sender))).startswith(
        "I can only read text"
    )


def test_the_language_of_one_who_writes_nothing_is_that_of_before(
    phone: Phone, sender: str, icelander: str
) -> None:
    picture = {"id": "1"}
    said = body_of(phone.gives(api.message("image", picture, icelander)))
    assert said.startswith("Ég get aðeins lesið texta.")
    phone.say("halló", sender)
    said = body_of(phone.gives(api.message("image", picture, sender)))
    assert said.startswith("Ég get aðeins lesið texta.")
    assert body_of(phone.say(" ", sender)).startswith("Ég get aðeins lesið texta.")


@pytest.mark.parametrize(
    ("words", "begins"),
    [("HELP", "I answer questions"), ("hi!", "I answer questions"), ("?", "I answer questions"),
     ("Good morning.", "I answer questions"), ("Hjálp", "Ég svara spurningum"),
     ("  hæ ", "Ég svara spurningum"), ("Góðan daginn!", "Ég svara spurningum"),
     ("Takk fyrir!", "Ekkert að þakka"), ("thanks", "You are welcome")],
)  # fmt: skip
def test_a_greeting_is_answered_with_what_this_is(
    phone: Phone, sender: str, words: str, begins: str
) -> None:
    assert body_of(phone.say(words, sender)).startswith(begins)


@pytest.mark.req("V4")
def test_an_error_is_told_by_the_table_in_the_language_of_the_question(
    phone: Phone, sender: str, icelander: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pincite.errors import LibraryBusy

    def busy(*_: object) -> None:
        raise LibraryBusy("busy")

    monkeypatch.setattr(line, "ask", busy)
    said = body_of(phone.say(ENTRY, sender))
    assert said == "The library is being updated; try again soon."
    said = body_of(phone.say("Hvað er að?", icelander))
    assert said == "Verið er að uppfæra safnið; reyndu aftur fljótlega."


@pytest.mark.req("U7")
@pytest.mark.parametrize("name", ATTEMPTS)
def test_what_a_message_orders_is_not_done(phone: Phone, sender: str, name: str) -> None:
    sent = phone.say(ATTEMPTS[name].text, sender)
    assert phone.cloud.refused == []
    assert "evil.test" not in re.sub(r"It asks about .*", "", body_of(sent))
    assert "HACKED" not in re.sub(r"It asks about .*", "", body_of(sent))


@pytest.mark.req("L10")
@pytest.mark.slow
def test_nineteen_of_twenty_answers_are_there_within_two_seconds(phone: Phone) -> None:
    asked = [
        ENTRY,
        INNGANGA,
        "How much may a deposit be?",
        "s 12 of the Residential Tenancies Act",
    ] * 5
    took: list[float] = []
    for at, words in enumerate(asked):
        began = time.monotonic()
        phone.say(words, f"4477009{at:05d}")
        took.append(time.monotonic() - began)
    assert sorted(took)[18] < 2.0
