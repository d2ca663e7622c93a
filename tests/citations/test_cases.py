"""Cases and journals as `cases` reads them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from citations.cases_found import found, only, words
from growth import assert_linear
from pincite.citations.cases import cases
from pincite.citations.reading import CitableText
from pincite.model.mention import CitedKind, Form


def test_a_case_runs_from_its_name_to_its_year() -> None:
    text = "See Daubert v. Merrell Dow Pharms., Inc., 509 U.S. 579, 593–94 (1993) (holding that it is)."
    one = only(text)
    assert one.words == "Daubert v. Merrell Dow Pharms., Inc., 509 U.S. 579, 593–94 (1993)"
    mention = one.mention
    assert (mention.kind, mention.form, mention.key) == (CitedKind.CASE, Form.FULL, "509 U.S. 579")
    assert mention.pin == "593–94"
    assert mention.targets == ("urn:lex:us:scotus:509-us-579",)
    assert mention.parts["plaintiff"] == "Daubert"
    assert mention.parts["defendant"] == "Merrell Dow Pharms., Inc."
    assert mention.parts["signal"] == "See"
    assert mention.parts["parenthetical"] == "holding that it is"
    assert text[slice(*mention.core)] == "509 U.S. 579"


@pytest.mark.parametrize(
    ("before", "name"),
    [
        ("In Daubert v. Merrell Dow, ", "Daubert v. Merrell Dow"),
        ("They relied on the rule of Marbury v. Madison, ", "Marbury v. Madison"),
        ("In Wisconsin, Smith v. Jones, ", "Smith v. Jones"),
        ("See Chicago, B. & Q. R. Co. v. Chicago, ", "Chicago, B. & Q. R. Co. v. Chicago"),
        ("The Court of Appeals for the Ninth Circuit in Smith v. Jones, ", "Smith v. Jones"),
        ("The Court of Appeals for the Ninth Circuit, Smith v. Jones, ", "Smith v. Jones"),
        ("as was said by this Court, Runyon v. McCrary, ", "Runyon v. McCrary"),
        ("Smith v. Jones and Doe v. Roe, ", "Doe v. Roe"),
        ("an opinion of Justice Stevens. Smith v. Jones, ", "Smith v. Jones"),
        (
            "See, e.g., United States ex rel. Touhy v. Ragen, ",
            "United States ex rel. Touhy v. Ragen",
        ),
        ("eBay Inc. v. MercExchange, L.L.C., ", "eBay Inc. v. MercExchange, L.L.C."),
        ("; 44 Liquormart, Inc. v. Rhode Island, ", "44 Liquormart, Inc. v. Rhode Island"),
        ("1 Garvey v. Lodge Partners, ", "Garvey v. Lodge Partners"),
        ("ROE V. WADE, ", "ROE V. WADE"),
        (
            "; Citizens for a Better Environment v. Gorsuch, ",
            "Citizens for a Better Environment v. Gorsuch",
        ),
        (
            "Friends of Earth, Inc. v. Laidlaw Environmental Services (TOC), Inc., ",
            "Friends of Earth, Inc. v. Laidlaw Environmental Services (TOC), Inc.",
        ),
        ("was decided in In re Gault, ", "In re Gault"),
        ("Compare Ex parte Young, ", "Ex parte Young"),
        ("In re Estate of Smith, ", "In re Estate of Smith"),
        ("was rejected in the Civil Rights Cases, ", "Civil Rights Cases"),
        ("the capture. The Paquete Habana, ", "The Paquete Habana"),
        ("aff'd sub nom. Smith v. Jones, ", "Smith v. Jones"),
    ],
)
def test_the_name_is_told_from_the_sentence_around_it(before: str, name: str) -> None:
    mention = only(f"{before}12 F.3d 34 (2d Cir. 1993).").mention
    assert mention.parts["name"] == name


@pytest.mark.parametrize(
    "before", ["aff'd, ", "cert. denied, ", "as held by the Court of Appeals, ", "in Bose. "]
)
def test_what_is_no_name_is_not_taken_for_one(before: str) -> None:
    assert words(f"It was so {before}12 F.3d 34 (2d Cir. 1993).") == ["12 F.3d 34 (2d Cir. 1993)"]


def test_subsequent_history_is_a_citation_of_its_own() -> None:
    first, second = found(
        "Brandt v. Oakley, 811 F. Supp. 1 (E.D. Pa. 1992), aff'd, 12 F.3d 4 (1993)."
    )
    assert first.words == "Brandt v. Oakley, 811 F. Supp. 1 (E.D. Pa. 1992)"
    assert second.words == "12 F.3d 4 (1993)"
    assert second.mention.parts["history"] == "aff'd"


def test_parallel_citations_share_name_and_year_and_keep_their_keys() -> None:
    first, second = found("Roe v. Wade, 410 U.S. 113, 153, 93 S. Ct. 705 (1973).")
    assert first.words == "Roe v. Wade, 410 U.S. 113, 153"
    assert second.words == "93 S. Ct. 705 (1973)"
    assert [one.mention.key for one in (first, second)] == ["410 U.S. 113", "93 S. Ct. 705"]
    assert "parallel" not in first.mention.parts
    assert second.mention.parts["parallel"] == "yes"
    assert {one.mention.parts["year"] for one in (first, second)} == {"1973"}
    assert second.mention.parts["plaintiff"] == "Roe"


def test_two_cases_of_one_reporter_are_no_parallels() -> None:
    first, second = found("Brown v. Board, 347 U.S. 483, 349 U.S. 294 (1955).")
    assert "parallel" not in second.mention.parts
    assert "year" not in first.mention.parts


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("1 Cranch 137", "5 U.S. 137"),
        ("5 U.S. (1 Cranch) 137", "5 U.S. 137"),
        ("16 Wall. 36", "83 U.S. 36"),
        ("4 Wheat. 316 (1819)", "17 U.S. 316"),
        ("59 Cal.2d 57", "59 Cal. 2d 57"),
        ("410 U. S. 113", "410 U.S. 113"),
        ("2001-NMSC-012", "2001-NMSC-012"),
        ("2015 IL 117321", "2015 IL 117321"),
        ("[2004] UKHL 56", "[2004] UKHL 56"),
        ("1999 WL 123456", "1999 WL 123456"),
    ],
)
def test_spellings_of_one_source_share_a_key(text: str, key: str) -> None:
    assert only(f"See {text}.").mention.key == key


def test_an_unreported_case_keeps_its_docket_and_date() -> None:
    one = only("Farrow v. Leeds, No. 98-1234, 1999 WL 123456, at *4 (S.D.N.Y. Jan. 5, 1999).")
    assert one.words.startswith("Farrow")
    assert one.words.endswith("1999)")
    parts = one.mention.parts
    assert parts["docket"] == "No. 98-1234"
    assert (parts["court"], parts["date"], one.mention.pin) == ("nysd", "Jan. 5, 1999", "*4")


def test_a_slip_opinion_is_cited_by_its_docket_number() -> None:
    one = only(
        "as is Quill v. Northfield Corp., No. 17-1234, slip op. at 7 (2d Cir. June 4, 2018)."
    )
    assert one.words.startswith("Quill")
    assert one.words.endswith("2018)")
    assert (one.mention.key, one.mention.pin) == ("No. 17-1234", "7")


def test_a_page_not_yet_known_is_kept_apart_by_the_name() -> None:
    text = "Doe v. Roe, 585 U.S. ___ (2018); Poe v. Coe, 585 U.S. ___ (2018); 585 U.S. ___ (2018)."
    keys = [one.mention.key for one in found(text)]
    assert keys == ["585 U.S. ___ (Doe v. Roe)", "585 U.S. ___ (Poe v. Coe)", ""]


@pytest.mark.parametrize(
    ("after", "pin"),
    [
        (", 593-594, 597, n. 10 (1993)", "593-594, 597, n. 10"),
        (", 593, and nn. 3-4 (1993)", "593, and nn. 3-4"),
        (", 593 & n.5 (1993)", "593 & n.5"),
        (", 593; and so on", "593"),
        (", 12 years later", ""),
        (", at 12", "12"),
        (", ¶ 12", "¶ 12"),
    ],
)
def test_pinpoints_are_kept_as_written(after: str, pin: str) -> None:
    assert only(f"Doe v. Roe, 509 U.S. 579{after}.").mention.pin == pin


@pytest.mark.parametrize(
    "text",
    [
        "Apartment 4 F. 3 was the address.",
        "6.8 Taxes 19 ARTICLE 7",
        "2.1 Grant 2.2 Term",
        "29 DCR 3491 Mar. 4, 1986, D.C. Law",
        "England enacted it, 11 Hen. 6, ch. 5, and kept it.",
        "subject to the approval of Chase. 10 Customers came.",
    ],
)
def test_what_only_looks_like_a_citation_is_left(text: str) -> None:
    assert words(text) == []


def test_a_reporter_that_may_be_several_says_so() -> None:
    assert "ambiguous" in only("See 1 Wash. 5.").mention.parts
    assert "ambiguous" not in only("See 1 Wash. 5 (1890).").mention.parts


def test_a_section_of_the_code_has_its_address() -> None:
    mention = only("Every person is liable. 42 U.S.C. § 1983(a)(1).").mention
    assert mention.key == "urn:lex:us:42usc:1983"
    assert mention.targets == ("urn:lex:us:42usc:1983:a:1",)


HOSTILE = [
    "Id. ",
    "(a)",
    "§",
    "1",
    "1 ",
    "9 U.S. ",
    "A ",
    "v. ",
    "A v. ",
    "1 U.S. 1, ",
    "1 F. 1 (",
    "Smith, supra, ",
    "No. 1, ",
    "[1999] A.C. 1 ",
    "1-",
    "n. 1",
    "Cal. A ",
    "Pub. L. 1-1 ",
    "slip op. ",
    "1 U.S. ___, ___, ",
    "1 L. Ed. 1 [1 ",
    "(",
    "_",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_time_grows_with_the_text_and_not_faster(piece: str) -> None:
    def work(size: int) -> Callable[[], object]:
        text = (piece * (size // len(piece) + 1))[:size]
        return lambda: cases(CitableText(text))

    assert_linear(work, 20_000, 80_000)


def test_an_act_with_its_year_in_brackets_is_not_taken_for_a_court() -> None:
    one = only("Allen v. State Board, 393 U. S. 544, 554 (Voting Rights Act of 1965).")
    assert one.words == "Allen v. State Board, 393 U. S. 544, 554"
    assert one.mention.parts["parenthetical"] == "Voting Rights Act of 1965"


def test_what_is_left_of_a_page_mark_is_no_part_of_a_name() -> None:
    assert words("See [* 641] Allen v. State Board, 393 U. S. 544 (1969).") == [
        "Allen v. State Board, 393 U. S. 544 (1969)"
    ]


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        (
            "Pub. L. No. 104-67, 109 Stat. 737 (1995)",
            ["Pub. L. No. 104-67", "109 Stat. 737 (1995)"],
        ),
        ("Pub. L. 94-142, 20 U.S.C. § 1401", ["Pub. L. 94-142", "20 U.S.C. § 1401"]),
        ("Pub. L. 94-142, § 5", ["Pub. L. 94-142, § 5"]),
    ],
)
def test_a_number_behind_a_law_that_begins_the_next_citation_is_none_of_it(
    text: str, cited: list[str]
) -> None:
    assert words(f"See {text}.") == cited


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("2009-Ohio-1200", "2009-Ohio-1200"),
        ("2015-NMCA-004", "2015-NMCA-004"),
        ("12 Ohio 34", "12 Ohio 34"),
        ("2017 UT App 12", "2017 UT App 12"),
    ],
)
def test_a_courts_own_number_keeps_its_hyphens(text: str, key: str) -> None:
    assert only(f"State v. Tibbs, {text}.").mention.key == key


@pytest.mark.parametrize(
    "before",
    [
        "Gertz, 418 U.S., at 340, ",
        "See id., at 340, ",
        "Gertz, supra, at 340, ",
        "Gertz, supra, at 340, n. 2, ",
    ],
)
def test_a_parallel_beside_what_refers_back_is_a_parallel(before: str) -> None:
    first, second = found(f"{before}94 S. Ct. 2997.")
    assert "parallel" not in first.mention.parts
    assert second.words == "94 S. Ct. 2997"
    assert second.mention.parts["parallel"] == "yes"


def test_a_citation_with_a_signal_behind_an_id_is_no_parallel() -> None:
    assert "parallel" not in found("See id., at 340; 94 S. Ct. 2997.")[1].mention.parts
    assert "parallel" not in found("Id., at 340, citing Roe v. Wade, 94 S. Ct. 2.")[1].mention.parts


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Daubert v. Merrell, 509 U.S. [*2] 579 (1993)", "509 U.S. 579"),
        ("Roe v. Wade, 410 [*12] U.S. 113 (1973)", "410 U.S. 113"),
    ],
)
def test_a_page_mark_between_the_words_of_a_citation_is_read_over(text: str, key: str) -> None:
    one = only(f"[*1] See {text}. [*3] It is so.")
    assert (one.words, one.mention.key) == (text, key)


@pytest.mark.parametrize(
    ("text", "plaintiff", "defendant"),
    [
        ("Rodri- guez v. United States", "Rodriguez", "United States"),
        ("Furman v. Geor- gia", "Furman", "Georgia"),
        ("Leland Stan- ford Junior Univ. v. Roche", "Leland Stanford Junior Univ.", "Roche"),
        ("de Lange v. Smuts", "de Lange", "Smuts"),
        ("R (Miller) v. Prime Minister", "R (Miller)", "Prime Minister"),
    ],
)
def test_a_name_is_whole_over_a_broken_word_and_with_its_particle(
    text: str, plaintiff: str, defendant: str
) -> None:
    one = only(f"It follows from {text}, 480 U.S. 522 (1987).")
    assert one.words == f"{text}, 480 U.S. 522 (1987)"
    assert one.mention.parts["plaintiff"] == plaintiff
    assert one.mention.parts["defendant"] == defendant


def test_a_note_mark_run_together_with_a_name_is_no_part_of_it() -> None:
    assert words(
        "So Snyder v. Massachusetts, 291 U.S. 97;[9]Brown v. Mississippi, 297 U.S. 278."
    ) == [
        "Snyder v. Massachusetts, 291 U.S. 97",
        "Brown v. Mississippi, 297 U.S. 278",
    ]


def test_the_year_is_read_behind_a_page_mark() -> None:
    one = only("Fairchild v. Hughes, 258 U.S. 126, 129 [*193] (1922).")
    assert (one.words[-6:], one.mention.parts["year"]) == ("(1922)", "1922")


@pytest.mark.parametrize(
    "name",
    [
        "Morrison v. Nat'l Austl. Bank Ltd.",
        "United States v. $124,700 in U.S. Currency",
        "de la Cruz v. Hormel Foods Corp.",
        "Smith v. Women's University in Africa",
    ],
)
def test_a_name_runs_over_its_abbreviations_sums_and_places(name: str) -> None:
    assert (
        only(f"It was so held in {name}, 12 F.3d 34 (2d Cir. 1993).").mention.parts["name"] == name
    )


def test_the_appendix_of_the_record_is_no_report() -> None:
    assert words("The Compact, 1 App. 7–51, says so.") == []
    assert words("State v. Smith, 3 App. 7 (1913).") == ["State v. Smith, 3 App. 7 (1913)"]
