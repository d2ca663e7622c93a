"""What a text calls a law once it has named it: "the Act", "PAJA", "section 14(2)"."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from growth import assert_linear
from pincite.citations.find import find
from pincite.citations.reading import CitableText, Locale, raw_reading
from pincite.citations.resolve import resolve

TENANCIES = "section 14(2) of the Residential Tenancies Act [Chapter 20:14]"
SECTION_14 = "residential tenancies act, § 14"
LABOUR = "section 5 of the Labour Act [Chapter 28:01]"


def meant(text: str, words: str, *, home: str = "") -> str:
    """What the last mention of these words means: its key, or the name of the reason for none."""
    reading = raw_reading(text, locale=Locale(home))
    found = [
        one
        for one in resolve(reading, find(reading))
        if reading.text[one.mention.start : one.mention.end] == words
    ]
    assert found, words
    return found[-1].reason.name if found[-1].reason is not None else found[-1].key


@pytest.mark.parametrize(
    "given",
    [
        f"It sues under {TENANCIES} (“the Act”).",
        f"It sues under {TENANCIES} (the Act).",
        f"It sues under {TENANCIES} (the “Act”).",
        f"It sues under {TENANCIES} (hereinafter “the Act”).",
        f"It sues under {TENANCIES} (hereinafter referred to as the Act).",
        f"It sues under {TENANCIES}, hereinafter the Act, for rent.",
        f"It sues under {TENANCIES} (as amended, the “Act”).",
        "A reference to the Act is a reference to the Residential Tenancies Act [Chapter 20:14].",
        "“Act” means the Residential Tenancies Act [Chapter 20:14].",
        "References to “the Act” are to the Residential Tenancies Act [Chapter 20:14].",
        "The Residential Tenancies Act (“the Act”) is old.",
        "The Residential Tenancies Act is old.",
    ],
)
def test_the_act_is_the_one_given_that_name_or_the_only_one(given: str):
    text = f"{given} Section 14(1) of the Act applies."
    assert meant(text, "Section 14(1) of the Act") == SECTION_14


def test_a_name_given_goes_before_other_acts():
    text = f"{TENANCIES} (“the Act”) and {LABOUR} apply. Section 9 of the Act is clear."
    assert meant(text, "Section 9 of the Act") == "residential tenancies act, § 9"


def test_of_two_acts_the_act_is_none():
    text = f"{TENANCIES} and {LABOUR} apply. Section 9 of the Act is clear."
    assert meant(text, "Section 9 of the Act") == "AMBIGUOUS"


def test_an_act_that_is_only_named_is_a_rival_too():
    text = f"{TENANCIES} applies, not the Labour Act. Section 9 of the Act is clear."
    assert meant(text, "Section 9 of the Act") == "AMBIGUOUS"


def test_one_with_letters_of_its_own_is_not_called_the_act():
    text = (
        "The Labour Relations Act 66 of 1995 (the LRA) and section 12 of the Prescription Act 68 of "
        "1969 apply. Section 12(3) of the Act is clear."
    )
    found = meant(text, "Section 12(3) of the Act", home="za")
    assert found == "urn:lex:za:act-1969-68:12"


def test_the_said_act_is_the_last():
    text = f"{TENANCIES} and {LABOUR} apply. Section 9 of the said Act is clear."
    assert meant(text, "Section 9 of the said Act") == "labour act, § 9"


@pytest.mark.parametrize(
    ("given", "words", "key"),
    [
        (
            "The Promotion of Administrative Justice Act 3 of 2000 (PAJA) applies.",
            "Section 6(2) of PAJA",
            "promotion of administrative justice act 3 of 2000, § 6",
        ),
        (
            "Section 10(b) of the Securities Exchange Act of 1934, 15 U.S.C. § 78j(b) (the “Exchange "
            "Act”), applies.",
            "Section 14(a) of the Exchange Act",
            "securities exchange act of 1934, § 14",
        ),
        (
            "The Clean Air Act (“CAA”), 42 U.S.C. § 7401 et seq., applies.",
            "Section 111 of the CAA",
            "clean air act, § 111",
        ),
        (
            "The Fair Debt Collection Practices Act (“FDCPA”), 15 U.S.C. § 1692 et seq., applies.",
            "Section 1692e of the FDCPA",
            "urn:lex:us:15usc:1692e",
        ),
        (
            "Section 10(b) of the Securities Exchange Act of 1934 applies.",
            "Section 20 of the Securities Exchange Act",
            "securities exchange act of 1934, § 20",
        ),
        (
            "“Code” means the Internal Revenue Code of 1986.",
            "Section 412 of the Code",
            "urn:lex:us:26usc:412",
        ),
        ("Section 363(f) of the Bankruptcy Code applies.", "Section 365 of the Code", "urn:lex:us:11usc:365"),
        (
            "The Deposits Regulations, 2020 (“the Regulations”), apply.",
            "section 4 of the Regulations",
            "deposits regulations of 2020, § 4",
        ),
    ],
)  # fmt: skip
def test_sections_are_tied_by_the_name_given(given: str, words: str, key: str):
    assert meant(f"{given} It is so. In 2020 {words} was clear.", words) == key


def test_a_name_given_to_a_section_means_the_section():
    text = "It is 15 U.S.C. § 78j(b) (“Section 10(b)”). Then Section 10(b) applies."
    assert meant(text, "Section 10(b)") == "urn:lex:us:15usc:78j"


def test_letters_given_between_the_name_and_the_citation_mean_the_code():
    text = (
        "The Employee Retirement Income Security Act of 1974 (ERISA), 88 Stat. 829, 29 U.S.C. § 1001, "
        "is broad. All know ERISA."
    )
    assert meant(text, "ERISA", home="us") == "urn:lex:us:29usc:1001"


@pytest.mark.parametrize("words", ["section 14(1)", "section 15(1)", "section 12B"])
def test_a_bare_section_is_of_the_only_act(words: str):
    number = words.removeprefix("section ").partition("(")[0]
    text = f"{TENANCIES} applies. The rent was paid under {words}."
    assert meant(text, words) == f"residential tenancies act, § {number}"


def test_a_bare_section_in_the_sentence_of_another_is_of_the_same_act():
    text = f"{LABOUR} applies. {TENANCIES} requires it, and so does section 15(3)."
    assert meant(text, "section 15(3)") == "residential tenancies act, § 15"
    text = f"{LABOUR} applies. {TENANCIES} requires it. There is also section 15(3)."
    assert meant(text, "section 15(3)") == "AMBIGUOUS"


@pytest.mark.parametrize(
    "own",
    [
        "The rent is due under this Lease.",
        "It is so.\n\n4.1 Rent. He pays.\n\n4.2 Term. It ends.\n\n4.3 Keys. He has two.",
        "It is so.\n\nSection 4. Rent is due.",
    ],
)
def test_a_text_with_sections_of_its_own_means_them(own: str):
    text = f"{TENANCIES} applies. {own}\n\nA claim under Section 9 is late."
    assert meant(text, "Section 9") in ("AMBIGUOUS", "NOTHING_BEFORE")


def test_a_rule_under_an_act_is_no_section_of_it():
    text = (
        "Section 5 of the Securities Act of 1933 (the “1933 Act”). See Rule 433 under the 1933 Act."
    )
    assert meant(text, "Rule 433 under the 1933 Act") == "UNKNOWN_SOURCE"


def test_a_name_given_to_a_code_means_the_code():
    text = "Section 761 of the Internal Revenue Code of 1986 (the “Code”). All obey the Code."
    assert meant(text, "Code") == "urn:lex:us:26usc"


def test_a_section_of_a_paper_is_of_no_law():
    text = f"{TENANCIES} (“the Act”) applies. Section 4.1 of the Lease does not."
    assert meant(text, "Section 4.1 of the Lease") == "UNKNOWN_SOURCE"
    text = "The lease (Ex. C) (the “Lease”) is old. Section 4.1 of the Lease says so."
    assert meant(text, "Section 4.1 of the Lease") == "ex. c"


def test_a_section_of_a_constitution_is_not_of_an_act():
    text = (
        "Section 6 of the Promotion of Administrative Justice Act 3 of 2000 follows section 33(1) of "
        "the Constitution. That is what section 33(2) says. But section 34 is silent."
    )
    assert meant(text, "section 33(2)", home="za") == "constitution, § 33"
    assert meant(text, "section 34", home="za") == "AMBIGUOUS"


def test_id_after_a_section_of_the_act_means_it():
    text = f"{TENANCIES} (“the Act”). It is so. Section 15(1) of the Act. Id. § 16. Yes."
    assert meant(text, "Id. § 16") == "residential tenancies act, § 16"


@pytest.mark.parametrize(
    "unit",
    [
        "Section 5 of the {} Act. § 5. Section 6 of the Act. ",
        "The {} Act (“the Act”). ",
        "The {} Act (“{}”). Section 5 of {}. ",
        "“Act” means the ",
        "(the “Act” or ",
        "Section 5 of the said Act. ",
    ],
)
def test_twice_the_acts_take_twice_the_time(unit: str):
    def work(count: int) -> Callable[[], object]:
        words = (
            f"{chr(65 + at % 26)}{chr(97 + at // 26 % 26)}{chr(97 + at // 676)}"
            for at in range(count)
        )
        reading = CitableText("".join(unit.replace("{}", word) for word in words))
        mentions = find(reading)
        return lambda: resolve(reading, mentions)

    assert_linear(work, 300, 1200)


def test_an_act_may_be_given_two_names_at_once() -> None:
    from pincite.citations.find import find
    from pincite.citations.reading import Locale, raw_reading
    from pincite.citations.resolve import resolve

    reading = raw_reading(
        "The Clean Water Act (CWA or Act) governs. Review is under § 706 of the Administrative "
        "Procedure Act. Permits are issued under section 402 of the Act. See 18 U.S.C. § 3553(a) "
        "(Supp. IV). Nothing in Supp. IV was new.",
        locale=Locale("us", "en"),
    )
    found = [one.key for one in resolve(reading, find(reading))]
    assert found == [
        "administrative procedure act, § 706",
        "clean water act, § 402",
        "urn:lex:us:18usc:3553",
    ]
