"""What kind of document a reading is, and why."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from casefile_readings import complaint, paged, unpaged
from data import law
from pincite.ingest.casefiles import kinds
from pincite.ingest.casefiles.formats import txt
from pincite.ingest.casefiles.kinds import KINDS, classify
from pincite.ingest.casefiles.reading import Bounds, FileReading

RUNNING = (
    "The undersigned sets out below what was said and done on the day, so far as he recalls it, "
    "and adds nothing to it."
)


def titled(*titles: str) -> FileReading:
    return paged([*titles, RUNNING])


@pytest.mark.parametrize(
    ("title", "kind", "short"),
    [
        ("COMPLAINT FOR DAMAGES", "complaint", "Complaint"),
        ("FIRST AMENDED COMPLAINT", "complaint", "Complaint"),
        ("DEFENDANT'S MOTION TO DISMISS", "motion", "MTD"),
        ("DEFENDANT’S NOTICE OF MOTION AND MOTION FOR SUMMARY JUDGMENT", "motion", "MSJ"),
        ("MOTION TO COMPEL", "motion", "Mot."),
        ("MEMORANDUM OF LAW IN SUPPORT OF MOTION TO DISMISS", "brief", "Br."),
        ("OPPOSITION TO DEFENDANT'S MOTION TO DISMISS", "brief", "Opp'n"),
        ("ORDER GRANTING DEFENDANT'S MOTION TO DISMISS", "order", "Order"),
        ("O R D E R", "order", "Order"),
        ("MEMORANDUM OPINION AND ORDER", "opinion", "Opinion"),
        ("ANSWER TO COMPLAINT", "other", "Ans."),
        ("DEPOSITION OF JOHN JONES", "transcript", "Dep."),
        ("MASTER SUPPLY AGREEMENT", "contract", "Agreement"),
        ("STEFNA", "complaint", "Complaint"),
        ("ÚRSKURÐUR", "order", "Order"),
        ("DÓMUR", "opinion", "Opinion"),
        ("LEIGUSAMNINGUR", "contract", "Agreement"),
        ("GREINARGERÐ", "brief", "Br."),
    ],
)
def test_title_decides_the_kind_and_the_short_name(title: str, kind: str, short: str) -> None:
    found = classify(titled("DISTRICT COURT", title), "scan0001.pdf")
    assert (found.kind, found.short) == (kind, short)


def test_reason_names_the_title_and_its_page() -> None:
    found = classify(complaint(), "x.pdf")
    assert found.reason == 'title "COMPLAINT FOR DAMAGES" on page 1'
    assert found.title_at == 2


def test_title_beside_the_parties_is_found_past_the_brackets() -> None:
    found = classify(paged([["SMITH, Plaintiff, )", "v. ) COMPLAINT", "JONES. )"], RUNNING]), "a")
    assert found.kind == "complaint"


def test_judgment_is_an_opinion_in_the_commonwealth_and_an_order_elsewhere() -> None:
    south_africa = titled("IN THE HIGH COURT OF SOUTH AFRICA", "JUDGMENT")
    assert classify(south_africa, "a.pdf").kind == "opinion"
    assert classify(titled("UNITED STATES DISTRICT COURT", "JUDGMENT"), "a.pdf").kind == "order"


def test_questions_and_answers_make_a_transcript() -> None:
    lines = [f"{'QA'[at % 2]}. What was said the {at}th time." for at in range(12)]
    found = classify(paged(lines), "a.pdf")
    assert found.kind == "transcript"
    assert found.reason == "6 lines begin with Q and 6 with A"
    assert found.short == "Tr."


def test_letter_is_known_by_how_it_begins_and_ends() -> None:
    found = classify(paged(["Dear Mr. Jones,", RUNNING, "Sincerely,"]), "a.pdf")
    assert found.kind == "correspondence"
    assert '"dear"' in found.reason


def test_message_with_sender_and_recipient_is_correspondence_whatever_its_subject() -> None:
    reading = unpaged("COMPLAINT FOR DAMAGES", RUNNING)
    reading.meta = {"from": "a@example.org", "to": "b@example.org"}
    assert classify(reading, "a.eml").kind == "correspondence"


def test_title_in_a_subject_line_is_not_the_title() -> None:
    found = classify(paged(["RE: MOTION TO DISMISS", "Dear Judge,", RUNNING]), "a.pdf")
    assert found.kind == "correspondence"


def test_running_words_decide_where_no_title_does() -> None:
    found = classify(
        paged(["Before Howard, Selya and Barron, Circuit Judges.", RUNNING, "We affirm."]), "a.pdf"
    )
    assert found.kind == "opinion"


def test_tie_between_two_kinds_is_other_and_names_both() -> None:
    found = classify(paged([f"{RUNNING} He hereby moves. It is so ordered."]), "a.pdf")
    assert found.kind == "other"
    assert found.reason.startswith("a tie between motion")
    assert "order" in found.reason


@pytest.mark.parametrize(
    ("name", "kind", "short"),
    [
        ("Motion_to_Dismiss.pdf", "motion", "MTD"),
        ("2020-03-01 Smith MTD.pdf", "motion", "MTD"),
        ("Smith_Letter.docx", "correspondence", "Letter"),
        ("Exhibit A.pdf", "exhibit", "Ex. A"),
        ("EX-10.1.pdf", "exhibit", "Ex. 10.1"),
        ("notes.txt", "other", ""),
    ],
)
def test_file_name_decides_last(name: str, kind: str, short: str) -> None:
    found = classify(paged([RUNNING]), name)
    assert (found.kind, found.short) == (kind, short)


def test_contract_filed_as_an_exhibit_is_a_contract() -> None:
    assert classify(titled("EXHIBIT 10.1", "SUPPLY AGREEMENT"), "a.pdf").kind == "contract"
    assert classify(titled("EXHIBIT B"), "a.pdf").short == "Ex. B"


def test_document_without_words_is_other() -> None:
    assert classify(FileReading(), "scan.pdf").kind == "other"


def test_every_rule_names_a_kind_and_its_words() -> None:
    rules = tomllib.loads(Path(kinds.__file__).with_name("kinds.toml").read_text("utf-8"))
    for table in ("title", "words", "cover", "name"):
        for rule in rules[table]:
            assert rule["kind"] in KINDS
            assert all(words == words.lower() for words in rule["words"])


@pytest.mark.data
def test_real_contracts_are_known_by_their_words_alone() -> None:
    found = Counter[str]()
    for path in sorted((law("contracts") / "txt").iterdir()):
        reading = txt.read(path.read_bytes(), path.name, Bounds())
        found[classify(reading, "document.txt").kind] += 1
    assert found["contract"] >= 0.97 * found.total(), found
