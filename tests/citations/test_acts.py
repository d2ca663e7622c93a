"""Laws cited by their names in running text, whether or not a corpus holds them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from growth import assert_linear
from pincite.citations.laws import laws
from pincite.citations.reading import CitableText, Locale
from pincite.model.mention import CitedKind, Form, Mention


def found(text: str, jurisdiction: str = "") -> list[tuple[str, Mention]]:
    reading = CitableText(text, Locale(jurisdiction, "en" if jurisdiction else ""))
    return [(text[one.start : one.end], one) for one in laws(reading)]


def words(text: str, jurisdiction: str = "") -> list[str]:
    return [said for said, _ in found(text, jurisdiction)]


# The whole of each is one mention that says which law it means.
WHOLE = [
    ("Section 10(b) of the Securities Exchange Act of 1934", "securities exchange act of 1934, § 10"),
    ("section 2 of the Sherman Antitrust Act", "sherman antitrust act, § 2"),
    ("§ 5 of the Voting Rights Act", "voting rights act, § 5"),
    ("§§ 1–2 of the Sherman Act", "sherman act, § 1"),
    ("Clayton Act § 7", "clayton act, § 7"),
    ("Lanham Act § 43(a)(1)(B)", "lanham act, § 43"),
    ("Title VII of the Civil Rights Act of 1964", "civil rights act of 1964, title vii"),
    ("§ 703(a) of Title VII of the Civil Rights Act of 1964", "civil rights act of 1964, § 703"),
    ("Section 502(a)(1)(B) of ERISA", "erisa, § 502"),
    ("ERISA § 502(a)", "erisa, § 502"),
    ("section 1668 of the Civil Code", "civil code, § 1668"),
    ("Code of Civil Procedure section 425.16, subdivision (b)(1)", "code of civil procedure, § 425.16"),
    ("Article V, § 44, of the Colorado Constitution", "colorado constitution, art. V, § 44"),
    ("s 7 of the Labour Act [Chapter 28:01]", "labour act, § 7"),
    ("section 14(2) of the Residential Tenancies Act [Chapter 20:14]", "residential tenancies act, § 14"),
    ("section 45(2) of the Employment Act (Cap. 226)", "employment act, § 45"),
    ("section 9 of the Promotion of Administrative Justice Act 3 of 2000",
     "promotion of administrative justice act 3 of 2000, § 9"),
    ("Section 163(1) of the Companies Act, 2008 (Act No. 71 of 2008)", "companies act 71 of 2008, § 163"),
    ("section 4(1) of the Prevention of Illegal Eviction from and Unlawful Occupation of Land Act 19 of 1998",
     "prevention of illegal eviction from and unlawful occupation of land act 19 of 1998, § 4"),
    ("Regulation 3 of the Residential Tenancies (Deposits) Regulations, 2020",
     "residential tenancies (deposits) regulations of 2020, § 3"),
    ("Residential Tenancies (Deposits) Regulations, 2020, reg 4(1)",
     "residential tenancies (deposits) regulations of 2020, § 4"),
    ("Data Protection Act 2018, s 45", "data protection act of 2018, § 45"),
    ("section 3 of the Copyright, Designs and Patents Act 1988", "copyright, designs and patents act of 1988, § 3"),
    ("section 5 of the Prevention of the Spread of Disease Act, 1990",
     "prevention of the spread of disease act of 1990, § 5"),
    ("First Schedule to the Income Tax Act [Chapter 23:06]", "income tax act, sched. 1"),
    ("Part II of the Companies Act 71 of 2008", "companies act 71 of 2008, part ii"),
    ("Rule 53 of the Uniform Rules of Court", "uniform rules of court, § 53"),
    ("regulation 5(2) of the Regulations for the Control of Tyres, 2009", "regulations for the control of tyres of 2009, § 5"),
    ("Article 12(3) of the African Charter on Human and Peoples’ Rights", "african charter on human and peoples' rights, § 12"),
    ("Article II of the Warsaw Convention", "warsaw convention, § II"),
    ("article 41 of the Constitution of Kenya, 2010", "constitution of kenya of 2010, § 41"),
    ("section 7 of the City of Mutare: Streets and Noise By-law, 2007", "city of mutare: streets and noise by-law of 2007, § 7"),
    ("article 3 of the Town Planning (Fees) Order, 2019", "town planning (fees) order of 2019, § 3"),
    ("Richmond, Va., City Code, § 17.2", "richmond, va., city code, § 17.2"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "key"), WHOLE)
@pytest.mark.parametrize("around", ["{}", "See {}.", "It is unlawful under {}, and so on."])
def test_a_law_of_any_name_is_cited_whole(text: str, key: str, around: str) -> None:
    sentence = around.format(text)
    [(said, mention)] = found(sentence)
    assert (said, mention.form, mention.key) == (text, Form.FULL, key)


def test_a_name_never_runs_over_the_end_of_a_sentence() -> None:
    text = "It is so under section 68(1) of the Constitution. The Administrative Justice Act came later."
    assert words(text, "zw") == ["section 68(1) of the Constitution"]
    assert words("See § 4 of the Rules. Clayton Act § 7 differs.") == [
        "§ 4 of the Rules",
        "Clayton Act § 7",
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Section 14(1) of the Act", CitedKind.STATUTE),
        ("section 13 of the said Act", CitedKind.STATUTE),
        ("s 2(1)(a) of the 1968 Act", CitedKind.STATUTE),
        ("section 409A of the Code", CitedKind.STATUTE),
        ("Article 5 of the Convention", CitedKind.STATUTE),
        ("paragraph (a) of subsection (2) of section 7 of the Act", CitedKind.STATUTE),
        ("First Schedule to the Act", CitedKind.STATUTE),
        ("Regulation 12 of the Regulations", CitedKind.REGULATION),
        ("rule 6(2) of the Rules", CitedKind.RULE),
        ("section 68(1) of the Constitution", CitedKind.CONSTITUTION),
        ("section 15(3) of the Lease", CitedKind.RECORD),
        ("Clause 7.2 of the Agreement", CitedKind.RECORD),
        ("paragraph 4 of the Order", CitedKind.RECORD),
        ("paragraphs 4 to 6 of the Founding Affidavit", CitedKind.RECORD),
        ("Article IV of the Plan", CitedKind.RECORD),
    ],
)
def test_a_section_of_the_act_runs_to_the_end_of_the_noun(text: str, kind: CitedKind) -> None:
    for sentence in (text, f"Under {text} Ms Hart may recover."):
        [(said, mention)] = found(sentence)
        assert (said, mention.kind, mention.form) == (text, kind, Form.SHORT)
        assert mention.parts["of"].startswith(("the ", "said "))


def test_what_is_below_the_section_is_its_pin() -> None:
    [(_, mention)] = found("Section 14(1) of the Act")
    assert (mention.parts["section"], mention.pin, mention.parts["of"]) == ("14", "(1)", "the Act")


def test_each_item_of_a_list_is_a_mention_of_the_same_law() -> None:
    assert words("sections 12, 14 and 16(2) of the Labour Act [Chapter 28:01]") == [
        "sections 12",
        "14",
        "16(2) of the Labour Act [Chapter 28:01]",
    ]
    assert {one.kind for _, one in found("Sections 51 and 52 of that Act")} == {CitedKind.STATUTE}


def test_a_section_sign_before_another_law_is_not_a_section_of_that_law() -> None:
    found_here = found("a claim under § 1983 or Title IX of the Education Amendments of 1972")
    assert [(said, one.form) for said, one in found_here] == [
        ("§ 1983", Form.SHORT),
        ("Title IX of the Education Amendments of 1972", Form.FULL),
    ]


def test_an_act_with_its_number_has_the_urn_of_its_country() -> None:
    [(_, mention)] = found(
        "s 6(2)(f) of the Promotion of Administrative Justice Act 3 of 2000", "za"
    )
    assert mention.targets == ("urn:lex:za:act-2000-3:6:2:f",)


def test_a_name_alone_counts_only_with_its_number_or_chapter() -> None:
    [(said, mention)] = found("It means the Residential Tenancies Act [Chapter 20:14] as amended.")
    assert (said, mention.form) == ("Residential Tenancies Act [Chapter 20:14]", Form.NAME)
    assert words("Congress passed the Clayton Act in 1914. The Ferries Act, 2031, is new.") == []


def test_letters_that_the_text_gives_an_act_are_read_with_a_section() -> None:
    text = "section 3 of the Natural Gas Act (NGA). Section 7(c) of the NGA and NGA section 7(e) apply."
    assert words(text) == [
        "section 3 of the Natural Gas Act",
        "Section 7(c) of the NGA",
        "NGA section 7(e)",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Act quickly, said the broker, and act 5 of the play had begun.",
        "Section 8 of the stadium is full; s 5 on the chart is for salt.",
        "The Act of God clause was struck, and Rev. Ann Code preached.",
        "The administration of justice acts slowly in Act III of the opera.",
        "He wrote The Law of Wills and Administrative Law in 1962.",
        "Part of the Code team met; the Rules Committee sat at 5.",
    ],
)
def test_plain_words_are_no_law(text: str) -> None:
    assert words(text, "us") == []


def test_a_book_about_the_law_is_no_act() -> None:
    [(said, mention)] = found("K. Davis, Administrative Law § 1.09, p. 68")
    assert (said, mention.form) == ("§ 1.09", Form.SHORT)


def test_an_article_is_of_the_constitution_where_the_text_speaks_of_its_matter() -> None:
    [(said, mention)] = found("Standing is a matter of Article III.", "us")
    assert (said, mention.targets) == ("Article III", ("urn:lex:us:const:art-3",))
    [(_, mention)] = found("Article III of the lease governs repairs.", "us")
    assert mention.form is Form.SHORT
    [(_, mention)] = found("Congress aside, Article III binds the parties hereto.", "us")
    assert mention.form is Form.SHORT


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("contravened s 113(1)", ["s 113(1)"]),
        ("in terms of ss 12–14 and reg 5", ["ss 12–14", "reg 5"]),
        ("(s 12)", ["s 12"]),
        ("s 5 provides that", ["s 5"]),
        ("3 s 5 bolts", []),
        ("s 5 on the chart", []),
        ("the 1990s 7 times", []),
    ],
)
def test_a_bare_letter_needs_words_of_law_around_it(text: str, expected: list[str]) -> None:
    assert words(text, "za") == expected


def test_items_with_their_crimes_between_them_are_one_list() -> None:
    text = "D.C. Code §§ 22-1901 (incest); 22-3002 (first degree sexual abuse); and 22-3003"
    assert words(text) == ["D.C. Code §§ 22-1901", "22-3002", "22-3003"]
    assert words("42 U.S.C. §§ 1981, 1983; 12 F.3d 4") == ["42 U.S.C. §§ 1981", "1983"]


@pytest.mark.parametrize(
    "piece",
    [
        "Section 5 of the Act ",
        "The Act Of ",
        "Foo and Bar of the ",
        "(a b) Act ",
        "Act, ",
        "(ABC) of ABC ",
        "Title VII of ",
        "Act [Chapter 20:14] ",
        "of the Constitution of ",
    ],
)
def test_time_grows_no_faster_than_the_text(piece: str) -> None:
    def work(length: int) -> Callable[[], object]:
        text = piece * (length // len(piece))
        return lambda: laws(CitableText(text))

    assert_linear(work, 20_000, 80_000)
