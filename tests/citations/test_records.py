from __future__ import annotations

import time

import pytest

from pincite.citations.reading import Reading
from pincite.citations.records import records
from pincite.model.mention import CitedKind, Form

CITED = [
    ("Compl. ¶ 12", "compl.", "¶ 12"),
    ("Compl. ¶¶ 12–14, 20", "compl.", "¶¶ 12–14, 20"),
    ("Am. Compl. ¶ 3", "am. compl.", "¶ 3"),
    ("First Am. Compl. ¶ 4", "first am. compl.", "¶ 4"),
    ("Answer ¶ 7", "answer", "¶ 7"),
    ("Dkt. No. 45 at 3", "dkt 45", "3"),
    ("Dkt. 45-2", "dkt 45-2", ""),
    ("ECF No. 12 at 5–6", "dkt 12", "5–6"),
    ("Doc. 33", "dkt 33", ""),
    ("Ex. A", "ex. a", ""),
    ("Exhibit 14 at 3", "ex. 14", "3"),
    ("Pl.'s Ex. 7", "pl. ex. 7", ""),
    ("Defendant’s Exh. 177, p. 4", "def. ex. 177", "4"),
    ("Tr. 14:3-9", "tr.", "14:3-9"),
    ("Tr. at 14", "tr.", "14"),
    ("Hr'g Tr. 5:2", "hr'g tr.", "5:2"),
    ("Tr. of Oral Arg. 14", "tr. of oral arg.", "14"),
    ("Smith Dep. 22:1–24:6", "smith dep.", "22:1–24:6"),
    ("Jones Decl. ¶ 4", "jones decl.", "¶ 4"),
    ("Decl. of Jane Jones ¶ 5", "jones decl.", "¶ 5"),
    ("Aff. of Bob Rex ¶ 2", "rex aff.", "¶ 2"),
    ("R. at 102", "r.", "102"),
    ("J.A. 45", "j.a.", "45"),
    ("App. 12a", "app.", "12a"),
    ("Pet. App. 3a", "pet. app.", "3a"),
    ("App. to Pet. for Cert. 12a–14a", "app. to pet. for cert.", "12a–14a"),
    ("Pl.'s Mem. 7", "pl. mem.", "7"),
    ("Def.'s Br. at 12", "def. br.", "12"),
    ("Resp. Br. 9", "resp. br.", "9"),
    ("Brief for Petitioner 14-16", "brief for petitioner", "14-16"),
    ("Opp'n at 4", "opp'n", "4"),
    ("Mot. to Dismiss at 2", "mot. to dismiss", "2"),
    ("Order at 5", "order", "5"),
    ("RT 123", "rt", "123"),
    ("Bates ABC000123", "bates abc000123", ""),
]


@pytest.mark.parametrize(
    "frame", ["({}.)", "It was late. See {}; it rained.", "He left, {}, at noon."]
)
@pytest.mark.parametrize(("words", "key", "pin"), CITED)
def test_papers_of_the_case_are_found_whole(words: str, key: str, pin: str, frame: str):
    text = frame.format(words)
    [found] = records(Reading(text))
    assert text[found.start : found.end] == words
    assert (found.key, found.pin) == (key, pin)
    assert (found.kind, found.form) == (CitedKind.RECORD, Form.FULL)


@pytest.mark.parametrize("words", ["Reply 3", "CT 45", "5 Tr. 694-733", "Record 45"])
def test_words_that_are_also_plain_english_count_where_a_citation_stands(words: str):
    text = f"It was late. {words}. It rained."
    assert [text[one.start : one.end] for one in records(Reading(text))] == [words]


@pytest.mark.parametrize(
    "words",
    [
        "The Order at issue",
        "Answer the question",
        "30 Cal. App. 4th 123",
        "Cal. App. 12",
        "9 Ohio App. 3d 12",
        "Ex. Parte Young",
        "Ex parte Young",
        "Guar. Tr. Co. v. York",
        "Fla. Dist. Ct. App. 1999",
        "H.R. Doc. No. 45",
        "Fed. R. Civ. P. 12",
        "Sup. Ct. R. 10",
        "A. L. R. 1472",
        "Hartford, CT 06103",
        "the Complaint 12 times",
        "Reply 3 times",
        "App. 12 users",
        "as Exhibit A to the lease",
        "H.R. 5315",
        "Order at 5 p.m.",
        "the Brief 12 of them wrote",
    ],
)
def test_words_that_only_look_like_a_paper_are_none(words: str):
    assert records(Reading(f"It is so, {words}, he said.")) == []


def test_a_page_is_not_the_volume_of_the_next_citation():
    text = "See App. 12, 509 U.S. 579; App. 3, 4 and 5."
    assert [text[one.start : one.end] for one in records(Reading(text))] == [
        "App. 12",
        "App. 3, 4 and 5",
    ]


@pytest.mark.parametrize("unit", ["App. ", "Ex. A", "Compl. ¶ 1, ", "Brief for A", "Dkt. ", "1, "])
def test_time_grows_with_the_text(unit: str):
    once, twice = (_seconds(unit * (length // len(unit))) for length in (25_000, 100_000))
    assert twice < once * 12 + 0.1


def _seconds(text: str) -> float:
    reading = Reading(text)
    start = time.process_time()
    records(reading)
    return time.process_time() - start
