"""What a question names: a capital letter decides nothing, and a reason that is given is true."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from pincite.answer.records import Sureness
from pincite.answer.reply import Reply
from pincite.library import Library
from pincite.matters import Matters
from pincite.matters.matter import Matter
from pincite.settings import Settings

AGREEMENT = """NON-DISCLOSURE AGREEMENT

1. The Receiving Party shall keep the Confidential Information secret.

2. The Receiving Party may share Confidential Information with its legal advisers who need to know it.

3. The Receiving Party shall return the Confidential Information within thirty days of a request.

4. This Agreement is governed by the law of the State of Delaware.
"""
LEASE = """LEASE

1. The rent is payable on the first day of each month to Halloran Estates.

2. The tenant shall keep the garden in good order.
"""
MAIL = """From: Petra Lund <petra@example.org>
To: Jonas Holm <jonas@example.org>
Date: Mon, 3 Mar 2025 09:00:00 +0000
Subject: The roof

Dear Jonas,

the roof over the kitchen was repaired on Friday, and the bill of the roofer comes to 900 crowns.

Petra
"""
Filled = Callable[..., Matter]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    """A matter with these files in it."""
    root = tmp_path_factory.mktemp("named")
    matters = Matters(root / "matters", settings=Settings(models=root / "none", workers=1))
    opened: list[Matter] = []

    def fill(name: str, **files: str) -> Matter:
        folder = root / name
        folder.mkdir()
        for stem, text in files.items():
            ending = "eml" if text.startswith("From:") else "txt"
            (folder / f"{stem}.{ending}").write_text(text, encoding="utf-8")
        matters.create(name)
        matter = matters.open(name)
        matter.read_files(folder)
        opened.append(matter)
        return matter

    yield fill
    for one in opened:
        one.close()


@pytest.fixture(scope="module")
def agreements(filled: Filled) -> Matter:
    return filled("agreements", agreement=AGREEMENT, lease=LEASE)


def quoted(reply: Reply) -> list[str]:
    assert reply.answer is not None, reply.refusal
    return [one.quote for one in reply.answer.citations]


@pytest.mark.parametrize(
    "question",
    [
        "May the Receiving Party share Confidential Information with its legal advisers?",
        "May the Receiving Party, in Durban, share it with its legal advisers?",
        "May the Receiving Party share it over WhatsApp with its legal advisers?",
        "It paid US$600. May it share it with its legal advisers?",
        "It has received it; Does it get to share it with its legal advisers?",
    ],
)
def test_a_capital_letter_does_not_decide_whether_files_answer(
    agreements: Matter, question: str
) -> None:
    written, small = agreements.ask(question), agreements.ask(question.lower())
    assert any("may share Confidential Information" in one for one in quoted(written))
    assert quoted(written) == quoted(small)


@pytest.mark.parametrize(
    "question",
    [
        "May the owner enter my home in Durban without notice?",
        "May the owner, Boyd Estates, enter my home without notice?",
        "The owner wrote to me over WhatsApp; May the owner enter my home without notice?",
        "I paid US$600. May the owner enter my home without notice?",
    ],
)
def test_a_name_does_not_refuse_what_the_law_answers(law: Library, question: str) -> None:
    assert quoted(law.ask(question)) == quoted(law.ask(question.lower()))


def test_what_is_named_and_nowhere_mentioned_is_told_beside_the_answer(law: Library) -> None:
    reply = law.ask("May the owner, Boyd Estates, enter my home without notice?")
    assert any("“Boyd Estates” is not mentioned" in one for one in reply.warnings)
    assert reply.confidence is Sureness.LOW


def test_what_is_mentioned_elsewhere_in_the_files_is_not_called_missing(
    agreements: Matter,
) -> None:
    reply = agreements.ask("May the Receiving Party tell Halloran Estates or its legal advisers?")
    assert any("may share" in one for one in quoted(reply))
    assert not reply.warnings
    alone = agreements.ask(
        "May the Receiving Party tell Halloran Estates or its legal advisers?",
        document="agreement.txt",
    )
    assert any("Halloran Estates" in one for one in alone.warnings)


def test_files_say_nothing_of_somebody_whom_none_of_them_mentions(agreements: Matter) -> None:
    reply = agreements.ask("May Mr Boyd share Confidential Information with its legal advisers?")
    assert reply.refusal is not None
    assert reply.refusal.reason == "I found nothing about “Boyd” in what was searched."


@pytest.mark.parametrize(
    "question",
    [
        "May the owner in Germany enter a home without notice?",
        "How much deposit may be asked for in the United Kingdom?",
        "Má leigusali í Þýskalandi fara inn í íbúð?",
    ],
)
def test_the_law_of_another_country_is_not_answered_from_this_one(
    law: Library, question: str
) -> None:
    for one in (question, question.lower()):
        reply = law.ask(one)
        assert reply.refusal is not None
        assert "not about that" in reply.refusal.reason or "ekki um það" in reply.refusal.reason


@pytest.mark.parametrize(
    "question",
    [
        "I come from Germany. May the owner enter my home without notice?",
        "May an owner who moved to Norway enter my home without notice?",
    ],
)
def test_where_somebody_comes_from_is_not_whose_law_is_asked_for(
    law: Library, question: str
) -> None:
    assert quoted(law.ask(question))


def test_a_matter_with_one_mail_answers_about_its_sender(filled: Filled) -> None:
    one = filled("mail", roof=MAIL)
    replies = [one.ask("What did Petra write about the roof?"), one.ask("who is petra lund?")]
    assert any("repaired on Friday" in quote for quote in quoted(replies[0]))
    assert quoted(replies[1])
