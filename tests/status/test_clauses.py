"""What sentences do to law, and what is said of other things."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.status.clauses import clauses
from pincite.status.records import Change, NamedTarget

LAW, PROVISION = "law", "provision"


def read(text: str, language: str = "en") -> list[tuple[str, str, str]]:
    """(what is done, to what, from which day)."""
    return [
        (
            clause.change,
            text[slice(*clause.target)]
            if isinstance(clause.target, NamedTarget)
            else clause.target,
            clause.date,
        )
        for clause in clauses(text, language)
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The Lamp Act [Chapter 9:10] and the Wick Act [Chapter 9:11] are repealed.",
         [("repeal", "The Lamp Act [Chapter 9:10]", ""),
          ("repeal", "the Wick Act [Chapter 9:11]", "")]),
        ("The by-laws listed in Schedule 2 hereto, which were adopted by former councils, are"
         " hereby repealed.",
         [("repeal", "The by-laws listed in Schedule 2 hereto, which were adopted by former"
           " councils", "")]),
        ("In terms of section 3 of the Trade Act, the Regulation on Hawkers proclaimed in 1992,"
         " is repealed.", [("repeal", "the Regulation on Hawkers proclaimed in 1992", "")]),
        ("[section 86 repealed by section 3 of Act 9 of 2006]", [("repeal", PROVISION, "")]),
        ("[item substituted by Act 3 of 2017 with effect from 1 April 2017]",
         [("replace", PROVISION, "2017-04-01")]),
        ("Repealed. History", [("repeal", PROVISION, "")]),
        ("Expired.", [("end", PROVISION, "")]),
        ("§ 63. Repealed. June 19, 1934", [("repeal", "§ 63", "1934-06-19")]),
        ("by the repeal of section 4 and the substitution of— “4 Lamps”",
         [("replace", "section 4", "")]),
        ("Section 3(e) of D.C. Law 19-181 repealed this section.", [("repeal", PROVISION, "")]),
        ("This Act may be cited as the Lamp Act and shall come into operation on 1 May 2020.",
         [("commence", LAW, "2020-05-01")]),
        ("Subsection (1) comes into operation on 1 January, 2010.",
         [("commence", "Subsection (1)", "2010-01-01")]),
        ("This Part shall cease to have effect on 31 March 2021.",
         [("end", PROVISION, "2021-03-31")]),
        ("Section 18(b) of D.C. Law 12-230 provided that the act shall expire after 225 days.",
         [("end", "Section 18(b) of D.C. Law 12-230 provided that the act", "")]),
        ("Any regulations made under the repealed Act shall continue in force until amended.",
         [("save", "Any regulations made under the repealed Act", "")]),
        ("Section 12 of the Lamp Act was declared unconstitutional.",
         [("suspend", "Section 12 of the Lamp Act", "")]),
    ],
)  # fmt: skip
def test_english_law(text: str, found: list[tuple[str, str, str]]) -> None:
    assert read(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "The licence is revoked if the holder dies.",
        "The approval will lapse after two years.",
        "The Council may by notice repeal or amend any by-law made under this Act.",
        "The appointment of a member takes effect on 1 May 2020.",
        "The award shall cease to have effect on the date of the order.",
        "Where the order takes effect in terms of section nine, the clerk notifies the Master.",
        "A local rule adopted under this rule takes effect on the date that the court names.",
        "The article is replaced by another tool.",
        "The revocation of any delegation shall not affect anything done prior to its revocation.",
        "the Clean Air Act, as amended, applies.",
    ],
)
def test_what_is_said_of_other_things_is_no_reading(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Lög þessi öðlast þegar gildi.", [("commence", LAW, "")]),
        ("Lög þessi öðlast þegar gildi og koma til framkvæmda 1. janúar 1998.",
         [("commence", LAW, ""), ("commence", LAW, "1998-01-01")]),
        ("Ákvæði 6. gr. koma til framkvæmda 1. október 2014.",
         [("commence", "Ákvæði 6. gr.", "2014-10-01")]),
        ("Frá sama tíma falla úr gildi lög nr. 12/1990.",
         [("repeal", "lög nr. 12/1990", "")]),
        ("Lög þessi falla úr gildi 31. desember 2026.", [("end", LAW, "2026-12-31")]),
        ("Tóku gildi 1. júní 2004. Breytt með: L. 88/2008 (tóku gildi 1. jan. 2009).",
         [("commence", LAW, "2004-06-01"), ("commence", "L. 88/2008", "2009-01-01")]),
        ("Reglur settar samkvæmt eldri lögum skulu halda gildi sínu.",
         [("save", "Reglur settar samkvæmt eldri lögum", "")]),
        ("Þegar lög þessi öðlast gildi skal leyfið falla niður.", []),
        ("Nafnskírteini falla úr gildi 31. desember 2025.", []),
    ],
)  # fmt: skip
def test_icelandic_law(text: str, found: list[tuple[str, str, str]]) -> None:
    assert read(text, "is") == found


def test_a_day_to_count_from_is_not_the_day() -> None:
    text = "This Act shall take effect 30 days after the date of enactment [Nov. 10, 1986]."
    assert read(text) == [("commence", LAW, "")]


@given(st.text(alphabet="Thsect. 1()§[]repald;,“”\n—", max_size=200), st.sampled_from(["en", "is"]))
def test_every_place_is_one_of_the_text(text: str, language: str) -> None:
    for clause in clauses(text, language):
        assert 0 <= clause.start <= clause.end <= len(text)
        assert clause.change in Change
        if isinstance(clause.target, NamedTarget):
            assert 0 <= clause.target.start <= clause.target.end <= len(text)


@pytest.mark.parametrize("language", ["en", "is"])
@pytest.mark.parametrize(
    "part",
    ["the repeal of ", "1. ", "and section 1 ", "(a) ", "[section ", "is repealed ", "; and "],
)
def test_a_text_of_one_part_over_and_over_is_read_soon(part: str, language: str) -> None:
    clauses(part * 3000, language)
