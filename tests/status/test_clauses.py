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
         [("repeal", "The by-laws listed in Schedule 2 hereto", "")]),
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
         [("end", "D.C. Law 12-230", "")]),
        ("Any regulations made under the repealed Act shall continue in force until amended.",
         [("save", "Any regulations made under the repealed Act", "")]),
        ("Section 12 of the Lamp Act was declared unconstitutional.",
         [("suspend", "Section 12 of the Lamp Act", "")]),
    ],
)  # fmt: skip
def test_english_law(text: str, found: list[tuple[str, str, str]]) -> None:
    assert read(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # The subject of the verb, not what stands before it in the sentence.
        ("Subsection (a) was added, and subsection (b) was deleted.",
         [("repeal", "subsection (b)", "")]),
        ("D.C. Law 20-141 became effective on Dec. 4, 2014, but was repealed by D.C. Law 20-155.",
         [("commence", "D.C. Law 20-141", "2014-12-04"), ("repeal", "D.C. Law 20-141", "")]),
        ("Section 9 of title 26, referred to in text, is section 9 of the Code of 1939, which was"
         " repealed by section 7851 of the Code of 1954.",
         [("repeal", "section 9 of the Code of 1939", "")]),
        ("Pub. L. 99–145, § 1625, Nov. 8, 1985, 99 Stat. 778, which provided that the Governor"
         " could exempt physicians, was repealed by Pub. L. 102–190, Dec. 5, 1991.",
         [("repeal", "Pub. L. 99–145, § 1625, Nov. 8, 1985, 99 Stat. 778", "1991-12-05")]),
        ("The Electoral Commission Act [Chapter 2:12] is repealed.",
         [("repeal", "The Electoral Commission Act [Chapter 2:12]", "")]),
        ("Pub. L. 91–368, § 4, July 31, 1970, 84 Stat. 693, provided that: “This Act shall be"
         " effective on January 1, 1971.”", [("commence", "Pub. L. 91–368", "1971-01-01")]),
        ("Pub. L. 97–205, § 2(b), provided that the amendment made by that section is effective on"
         " and after Aug. 5, 1984.",
         [("commence", "the amendment made by that section", "1984-08-05")]),
        ("Section 307 of act June 7, 1956, provided that such repeal was effective on Dec. 7, 1956.",
         [("repeal", PROVISION, "1956-12-07")]),
        # What one law does to another.
        ("This by-law repeals the Hawkers By-law, 1992.",
         [("repeal", "the Hawkers By-law, 1992", "")]),
        ("D.C. Law 19-320 added (a)(18); repealed (a)(13), (a)(16), and (a)(17); and rewrote (b).",
         [("repeal", "(a)(13), (a)(16), and (a)(17)", "")]),
        ("Pub. L. 98–497 struck out par. (4) which related to lamps.",
         [("repeal", "par. (4)", "")]),
        ("The Lamp Act is amended by striking section 5 and inserting the following.",
         [("replace", "section 5", "")]),
        ("by the repeal of paragraphs (a), (b) and (c) and the substitution of— “(a) Lamps”",
         [("replace", "paragraphs (a), (b) and (c)", "")]),
        ("Sections 41 to 51 were repealed by the Bail Act, and replaced by new provisions.",
         [("repeal", "Sections 41 to 51", ""), ("replace", "Sections 41 to 51", "")]),
        # Notes of editors.
        ("§§ 131 to 146. Repealed. May 20, 1926, ch. 347",
         [("repeal", "§§ 131 to 146", "1926-05-20")]),
        ("under §§ 31-2502.05 through 31-2502.07 [repealed], shall be",
         [("repeal", "31-2502.07", "")]),
        ("Amendment by section 102(b)(1) of Pub. L. 105–304 effective Oct. 28, 1998, and amendment"
         " by section 102(b)(2) of Pub. L. 105–304 effective May 20, 2002, see section 105(b).",
         [("commence", "Amendment by section 102(b)(1) of Pub. L. 105–304", "1998-10-28"),
          ("commence", "amendment by section 102(b)(2) of Pub. L. 105–304", "2002-05-20")]),
        ("Provisions of title II of Pub. L. 95–521 effective until Jan. 1, 1991.",
         [("end", "Provisions of title II of Pub. L. 95–521", "1991-01-01")]),
        ("A prior section 55, added Pub. L. 111–281, related to an ombudsman, prior to repeal by"
         " Pub. L. 112–213, Dec. 20, 2012.",
         [("repeal", "A prior section 55", "2012-12-20")]),
        ("a licence issued in terms of section 5 of the Lamp Act before its repeal",
         [("repeal", "section 5 of the Lamp Act", "")]),
        ("For temporary (90 day) repeal of section, see § 2 of Lamp Emergency Act of 2010 (D.C. Act"
         " 18-1, January 4, 2010, 57 DCR 1).", [("repeal", PROVISION, "")]),
        ("Subsection (2) shall be suspended until such date as the Minister may specify.",
         [("suspend", "Subsection (2)", "")]),
        ("The Convention entered into force for the United States on Dec. 29, 1970.",
         [("commence", "The Convention", "1970-12-29")]),
    ],
)  # fmt: skip
def test_the_law_that_is_meant(text: str, found: list[tuple[str, str, str]]) -> None:
    assert read(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "Anything done under the repealed Act shall be deemed to have been done under this Act.",
        "Notwithstanding the commencement of this Act, any licence in force immediately before the"
        " fixed date shall remain valid.",
        "All applications that were lodged in terms of the repealed Ordinance must be finalised in"
        " terms of that Ordinance.",
        "The Lamp Rules, 2016, shall continue to be in force until they have been repealed.",
        "Claims that arose before January 1, 1990 shall be paid as if this Act had not been"
        " enacted.",
        "References in any other law to a provision of the 1939 Code shall be deemed a reference to"
        " the corresponding provision of the 1986 Code.",
        "Nothing in this part affects a preference that is in effect.",
        "The repeal of the Lamp Act shall not affect a right acquired under it.",
    ],
)
def test_what_is_saved(text: str) -> None:
    assert "save" in [change for change, _, _ in read(text)]


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
        "If any provision of this Act is held invalid, the rest remains in effect.",
        "The consent shall remain in effect until it is revoked by the person.",
        "other by-laws that must be repealed if the draft is adopted",
        "any law repealed by that Act",
        "The constitution of an owners’ association takes effect on registration.",
        "whether or not such sentence has been suspended, and he has not been pardoned",
        "Clause 4 of the Main Agreement shall be deleted.",
        "The words “affected thereby” are deleted.",
        "This By-law is called the By-law Relating to the Repeal of By-laws Adopted by Others.",
        "Rules made in terms of subsection (1) shall take effect when they are published.",
        "Provided that his appointment under section six shall not terminate on that ground.",
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
        ("Skipun nefndar samkvæmt lögum um myndir, nr. 47/1995, fellur niður við gildistöku.", []),
        ("Ráðherra ákveður hvenær lög þessi koma til framkvæmda.", []),
        ("Enginn má halda henni við.", []),
        ("Lög um lampa, nr. 60/1992, og lög um kveiki, nr. 103/2006, falla úr gildi 1. október"
         " 2024.",
         [("repeal", "Lög um lampa, nr. 60/1992", "2024-10-01"),
          ("repeal", "lög um kveiki, nr. 103/2006", "2024-10-01")]),
        ("Við gildistöku laganna falla brott lög um orlof, nr. 95/2000.",
         [("repeal", "lög um orlof, nr. 95/2000", "")]),
        ("Frá sama tíma fellur úr gildi 39. gr. laga nr. 97/1993.",
         [("repeal", "39. gr. laga nr. 97/1993", "")]),
        ("Ákvæði 82. og 83. gr. laganna falla brott 31. desember 2005.",
         [("end", "Ákvæði 82. og 83. gr.", "2005-12-31")]),
        ("Ákvæði þetta fellur úr gildi 1. júlí 2027.", [("end", PROVISION, "2027-07-01")]),
        ("Lög þessi öðlast þegar gildi og gilda til 15. febrúar 2000.",
         [("commence", LAW, ""), ("end", LAW, "2000-02-15")]),
        ("Lög þessi öðlast þegar gildi en 3. og 4. gr. koma til framkvæmda 1. janúar 2014.",
         [("commence", LAW, ""), ("commence", "3. og 4. gr.", "2014-01-01")]),
        ("Þrátt fyrir 1. mgr. kemur ákvæði 3. mgr. 9. gr. til framkvæmda 1. janúar 2020.",
         [("commence", "ákvæði 3. mgr. 9. gr.", "2020-01-01")]),
        ("L. 80/2022 (tóku gildi 24. febr. 2022 nema a–d-liður 1. gr., b-liður 2. gr. hvað varðar"
         " kveiki og brbákv. I sem tóku gildi 1. mars 2023).",
         [("commence", "L. 80/2022", "2022-02-24"), ("commence", "a–d-liður 1. gr.", "2023-03-01"),
          ("commence", "b-liður 2. gr.", "2023-03-01"), ("commence", "brbákv. I", "2023-03-01")]),
        ("Um mál sem hófust fyrir 1. júlí 1992 fer eftir eldri lögum.",
         [("save", "Um mál sem hófust fyrir 1. júlí 1992", "")]),
    ],
)  # fmt: skip
def test_icelandic_law(text: str, found: list[tuple[str, str, str]]) -> None:
    assert read(text, "is") == found


@pytest.mark.parametrize(
    "when",
    [
        "30 days after the date of enactment [Nov. 10, 1986]",
        "upon the expiration of the period beginning on Sept. 16, 2011",
        "on the earlier of July 1, 2002, or the day of its publication",
    ],
)
def test_a_day_to_count_from_is_not_the_day(when: str) -> None:
    assert read(f"This Act shall take effect {when}.") == [("commence", LAW, "")]


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
    [
        "the repeal of ",
        "1. ",
        "and section 1 ",
        "(a) ",
        "[section ",
        "is repealed ",
        "; and ",
        "a-liður 1. gr., ",
        "1. og ",
        "sem tóku gildi ",
        "lög um lampa, ",
        "provided that “",
        "struck out par. (1), ",
        "Pub. L. 1, which ",
        "shall apply to ",
        "The Act of the ",
    ],
)
def test_a_text_of_one_part_over_and_over_is_read_soon(part: str, language: str) -> None:
    clauses(part * 3000, language)


def _read(text: str, language: str = "en") -> list[tuple[str, str]]:
    return [
        (
            clause.change.value,
            text[slice(*clause.target)]
            if isinstance(clause.target, NamedTarget)
            else clause.target.value,
        )
        for clause in clauses(text, language)
    ]


def test_a_by_law_is_named_without_where_it_was_published() -> None:
    text = "The Lamp By-law, published in Provincial Gazette No. 6651 of 2009, is hereby repealed."
    assert _read(text) == [("repeal", "The Lamp By-law")]


def test_a_long_title_says_what_a_law_repeals() -> None:
    text = "To repeal the Lamp By-law, 2006; and to provide for matters connected therewith."
    assert _read(text) == [("repeal", "the Lamp By-law, 2006")]


def test_words_that_are_struck_out_begin_nothing() -> None:
    text = (
        "Pub. L. 112–81 struck out at end “The first increase shall take effect on Jan. 1, 2003.”"
    )
    assert _read(text) == []


def test_a_provision_that_may_be_held_invalid_is_not_suspended() -> None:
    text = "The rest stands if section 5 of this Act, and section 6 thereof, is held invalid."
    assert _read(text) == []


def test_icelandic_notes_say_what_ends_before_the_rest() -> None:
    text = "Lögin falla úr gildi 31. desember 2026 nema 3. gr. sem fellur úr gildi 1. janúar 2026."
    assert ("end", "3. gr.") in _read(text, "is")


def test_an_icelandic_provisional_clause_begins_by_itself() -> None:
    text = "Ákvæði til bráðabirgða I tekur þó þegar gildi."
    assert _read(text, "is") == [("commence", "Ákvæði til bráðabirgða I")]
