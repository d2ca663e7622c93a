"""The document that a question names is searched alone; a question that names none is not held to
one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.matters import Matters
from pincite.matters.matter import Matter
from pincite.settings import Settings

SUPPLY = "Kestrel Foods - Supply Agreement.txt"
LICENSE = "BRAMBLEWORKSINC_06_16_2010-EX-10.25-TRADEMARK LICENSE AGREEMENT.txt"
ALLIANCE = "2019-03-04 executed.txt"
POLICY = "oldharbour.com.txt"
_FILES = {
    SUPPLY: """SUPPLY AGREEMENT

This Supply Agreement (the "Agreement") is made on 4 May 2018 between Kestrel Foods Limited, a
company of Harrowmouth ("Kestrel"), and Dunmore Dairies Limited ("Dunmore").

1. Term. This Agreement runs for three years from the date above.

2. Termination. Kestrel may terminate this Agreement on ninety days' written notice to Dunmore.

3. Price. Dunmore shall pay each invoice of Kestrel within thirty days after delivery.
""",
    LICENSE: """TRADEMARK LICENSE AGREEMENT

This Trademark License Agreement (the "Agreement") is made between Brambleworks, Inc.
("Brambleworks") and Tillotson Garden Corporation ("Tillotson").

1. Term. This Agreement runs for ten years from its date.

2. Termination. Brambleworks may terminate this Agreement on fifteen days' written notice.

3. Royalty. Tillotson shall pay Brambleworks a royalty of six per cent of net sales.
""",
    ALLIANCE: """STRATEGIC ALLIANCE AGREEMENT

This Strategic Alliance Agreement (the "Agreement") is made between Moelwyn Holdings plc
("Moelwyn") and Sarn Capital LLP ("Sarn").

1. Term. This Agreement runs for seven years from its date.

2. Termination. Either party may terminate this Agreement on forty days' written notice.

3. Fees. Moelwyn shall pay Sarn a retainer of 20,000 crowns each month.
""",
    POLICY: """Privacy Policy

Old Harbour takes your privacy seriously. We keep your name and address for two years.

We share your address with carriers who deliver what you order, and with nobody else.

You may terminate your account at any time by written notice to us.
""",
}


@pytest.fixture(scope="module")
def contracts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Matter]:
    root = tmp_path_factory.mktemp("named")
    (root / "files").mkdir()
    for name, text in _FILES.items():
        (root / "files" / name).write_text(text)
    with _matter(root) as opened:
        yield opened


def _matter(root: Path) -> Matter:
    settings = Settings(library=root / "no-law", models=root / "no-models", workers=1)
    matters = Matters(root / "matters", settings=settings)
    matters.create("Files")
    matter = matters.open("files")
    matter.read_files(root / "files")
    return matter


@pytest.mark.parametrize(
    ("question", "document"),
    [
        ("Under Kestrel's supply agreement, how much notice is needed to terminate?", SUPPLY),
        ("under the kestrel / dunmore deal, how much notice is needed to terminate", SUPPLY),
        ("How much notice does the agreement between Dunmore and Kestrel need?", SUPPLY),
        ("Consider Brambleworks' Trademark License Agreement; how long is the term?", LICENSE),
        ("How much notice does the Tillotson license need?", LICENSE),
        ("What does the strategic alliance agreement say about termination notice?", ALLIANCE),
        ("What retainer does Moelwyn pay Sarn each month?", ALLIANCE),
        ("Does Old Harbour's privacy policy allow my address to be shared?", POLICY),
        ("what does the oldharbour.com privacy policy say about addresses", POLICY),
    ],
)
def test_a_named_document_alone_is_searched(
    contracts: Matter, question: str, document: str
) -> None:
    found = contracts.search(question)
    assert found.within == document
    assert {hit.source.document for hit in found.results} == {document}


@pytest.mark.parametrize(
    "question",
    [
        "How much notice is needed to terminate the agreement?",
        "What does this contract say about the term?",
        "Does the policy say who gets my address?",
        "How many days do I have to pay an invoice?",
        "Is there a license agreement?",
        "What does the Fernhill supply contract say about notice?",
    ],
)
def test_what_names_no_document_is_asked_of_all(contracts: Matter, question: str) -> None:
    found = contracts.search(question)
    assert found.within == ""


def test_the_words_that_name_a_document_are_not_looked_for_in_it(contracts: Matter) -> None:
    reply = contracts.ask("Under Kestrel's supply agreement, how long is the term?")
    assert reply.within == SUPPLY
    assert reply.answer is not None, reply.refusal
    assert "three years" in reply.answer.citations[0].quote
    assert any(SUPPLY in warning for warning in reply.warnings), "and the reply says so"


def test_a_document_that_says_nothing_of_it_is_not_replaced_by_another(contracts: Matter) -> None:
    reply = contracts.ask("What royalty is due under Kestrel's supply agreement?")
    assert reply.refusal is not None, reply.answer
    assert SUPPLY in reply.refusal.reason


def test_a_document_that_was_given_is_not_told_of(contracts: Matter) -> None:
    reply = contracts.ask("In the Kestrel supply agreement, what is the term?", document=SUPPLY)
    assert reply.answer is not None, reply.refusal
    assert reply.within == ""


def test_the_name_of_the_file_that_was_given_is_not_looked_for_in_it(contracts: Matter) -> None:
    stem = POLICY.removesuffix(".txt")
    asked = "Who else gets my address"
    plain = contracts.ask(f"{asked}?", document=POLICY)
    for named in (f"{asked} at {stem}?", f"{asked} under {stem.upper()}?"):
        reply = contracts.ask(named, document=POLICY)
        assert reply.likely == plain.likely
        assert reply.answer is not None, reply.refusal
        assert plain.answer is not None, plain.refusal
        assert reply.answer.citations == plain.answer.citations


def test_a_party_of_the_dispute_names_no_document(matter: Matter) -> None:
    for question in ("What did Hart pay as a deposit?", "when did bellweather return the deposit"):
        assert matter.search(question).within == ""
