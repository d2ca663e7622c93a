from __future__ import annotations

from collections.abc import Callable

import pytest

from growth import assert_linear
from pincite.citations.reading import CitableText
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
    ("Pet. ¶ 6", "pet.", "¶ 6"),
    ("Petition ¶ 9", "pet.", "¶ 9"),
    ("Compl. at ¶¶ 12-14", "compl.", "¶¶ 12-14"),
    ("Compl. ¶ 40(b)", "compl.", "¶ 40(b)"),
    ("SAC ¶ 12", "second am. compl.", "¶ 12"),
    ("Pls.' Second Am. Consol. Compl. ¶ 4", "pl. second am. consol. compl.", "¶ 4"),
    ("Cross-Compl. ¶ 12", "cross-cl.", "¶ 12"),
    ("Notice of Removal ¶ 4", "notice of removal", "¶ 4"),
    ("Acme's Br. 4", "acme br.", "4"),
    ("Acme Corp.'s Mem. at 7", "acme corp. mem.", "7"),
    ("Appellant's Opening Br. 12", "appellant opening br.", "12"),
    ("U.S. Br. 14", "u.s. br.", "14"),
    ("Cert. Pet. 9", "pet. for cert.", "9"),
    ("Opp'n to Mot. to Dismiss at 5", "opp'n to mot. to dismiss", "5"),
    ("Trustee's Obj. ¶¶ 4–7", "trustee obj.", "¶¶ 4–7"),
    ("Smith Decl. Ex. B at 3", "smith decl. ex. b", "3"),
    ("Dkt. No. 45, Ex. B at 2", "dkt 45 ex. b", "2"),
    ("PX 4", "pl. ex. 4", ""),
    ("GX-12", "gov't ex. 12", ""),
    ("State's Exh. 9B", "state ex. 9b", ""),
    ("Ex. A § 3.2", "ex. a", "§ 3.2"),
    ("Pl.'s Resp. to Interrog. No. 5", "pl. interrog. 5", ""),
    ("Def.'s 56.1 Stmt. ¶ 4", "def. statement of facts", "¶ 4"),
    ("Joint Stip. ¶ 5", "joint stip.", "¶ 5"),
    ("PSR ¶ 12", "psr", "¶ 12"),
    ("Plea Agreement § 4", "plea agreement", "§ 4"),
    ("Grand Jury Tr. 12:4", "grand jury tr.", "12:4"),
    ("Tr. Vol. II at 45", "ii tr.", "45"),
    ("ROA.123–25", "roa", "123–25"),
    ("Appx45–47", "app.", "45–47"),
    ("JA45", "j.a.", "45"),
    ("Proof of Claim No. 4 at 2", "proof of claim 4", "2"),
    ("ALJ Dec. at 5", "alj dec.", "5"),
    ("Founding Affidavit para 12", "founding aff.", "para 12"),
    ("Statement of Claim para 4", "statement of claim", "para 4"),
    ("Particulars of Claim paras 12-14", "particulars of claim", "paras 12-14"),
    ("Heads of Argument para 5", "heads of argument", "para 5"),
    ("Bundle p 34", "bundle", "34"),
    ("record p 45", "record", "45"),
    ("transcript p 12 lines 3-5", "tr.", "12 lines 3-5"),
    ("dskj. nr. 5", "dskj. 5", ""),
    ("dómskjali nr. 7", "dskj. 7", ""),
    ("framlagt skjal nr. 12", "skjal 12", ""),
    ("stefna, bls. 3", "stefna", "3"),
]


@pytest.mark.parametrize(
    "frame",
    ["({}.)", "It was late. See {}; it rained.", "He left, {}, at noon.", "So in 2024. {}. Yes."],
)
@pytest.mark.parametrize(("words", "key", "pin"), CITED)
def test_papers_of_the_case_are_found_whole(words: str, key: str, pin: str, frame: str):
    text = frame.format(words)
    [found] = records(CitableText(text))
    assert text[found.start : found.end] == words
    assert (found.key, found.pin) == (key, pin)
    assert (found.kind, found.form) == (CitedKind.RECORD, Form.FULL)


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        ("Dkt. Nos. 45, 46 and 48", ["dkt 45", "dkt 46", "dkt 48"]),
        ("ECF Nos. 12-1, 12-2, & 14 at 3", ["dkt 12-1", "dkt 12-2", "dkt 14"]),
        ("Exs. A, B, and C", ["ex. a", "ex. b", "ex. c"]),
        ("Pl.'s Exs. 4 & 5", ["pl. ex. 4", "pl. ex. 5"]),
        ("Interrog. Nos. 5 and 6", ["interrog. 5", "interrog. 6"]),
        ("dómskjöl nr. 8, 9 og 11", ["dskj. 8", "dskj. 9", "dskj. 11"]),
    ],
)
def test_each_paper_of_a_list_is_one(words: str, keys: list[str]):
    text = f"It was late. See {words}."
    found = records(CitableText(text))
    assert [one.key for one in found] == keys
    assert found[0].start == text.index(words)
    assert found[-1].end == text.index(words) + len(words)


@pytest.mark.parametrize("words", ["Reply 3", "CT 45", "5 Tr. 694-733", "Record 45"])
def test_words_that_are_also_plain_english_count_where_a_citation_stands(words: str):
    text = f"It was late. {words}. It rained."
    assert [text[one.start : one.end] for one in records(CitableText(text))] == [words]


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
        "Docket No. 12-345",
        "50 U.S.C. App. § 901",
        "Exhibit 10.3",
        "Wilmington, DE 19801",
        "a record at 45 metres",
        "84 Cong. Rec. 10540",
        "Fed. Tax Rep. ¶ 201",
        "Docs. 2760-PS",
    ],
)
def test_words_that_only_look_like_a_paper_are_none(words: str):
    assert records(CitableText(f"It is so, {words}, he said.")) == []


def test_a_page_is_not_the_volume_of_the_next_citation():
    text = "See App. 12, 509 U.S. 579; App. 3, 4 and 5."
    assert [text[one.start : one.end] for one in records(CitableText(text))] == [
        "App. 12",
        "App. 3, 4 and 5",
    ]


def test_a_heading_is_no_citation():
    assert records(CitableText("The lease is attached.\nExhibit A\nLEASE OF A HOUSE")) == []


@pytest.mark.parametrize(
    "unit",
    [
        "App. ",
        "Ex. A",
        "Compl. ¶ 1, ",
        "Brief for A",
        "Dkt. ",
        "1, ",
        "Dkt. Nos. 1, 2, ",
        "Am. Am. ",
    ],
)
def test_time_grows_with_the_text(unit: str):
    def work(length: int) -> Callable[[], object]:
        reading = CitableText(unit * (length // len(unit)))
        return lambda: records(reading)

    assert_linear(work, 25_000, 100_000)


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("The letter attached as Exhibit C says why.", ["Exhibit C"]),
        ("He wrote Exhibit 12-B himself.", ["Exhibit 12-B"]),
        ("Exhibits A and B are copies.", ["Exhibits A", "B"]),
        ("It is attached hereto as Exhibit A and made a part.", []),
        ("Brief of Appellant, No. 21-1408, submitted 14 June", []),
        ("Brief of Appellant, No. 21-1408, at 12.", ["Brief of Appellant, No. 21-1408, at 12"]),
        ("The Compact, 1 App. 7–51, says so.", ["1 App. 7–51"]),
        ("The decree at 2 App. 344 binds.", []),
        ("He ran 1 App. 5 times.", []),
    ],
)
def test_a_volume_or_a_letter_says_which_paper_a_docket_number_no_page(text: str, cited: list[str]):
    assert [text[one.start : one.end] for one in records(CitableText(text))] == cited
