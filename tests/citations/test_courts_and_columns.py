"""Brackets as the states' courts write them, letters down a page, and a supra in brackets."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from growth import assert_linear
from pincite.citations.cases import cases
from pincite.citations.reading import raw_reading
from pincite.model.mention import Form, Mention


def found(text: str) -> list[tuple[str, Mention]]:
    reading = raw_reading(text)
    return [(reading.text[one.start : one.end], one) for one in cases(reading)]


@pytest.mark.parametrize(
    ("cited", "year", "court"),
    [
        (
            "Lund v. Vega, 402 S.W.3d 118, 121–22 (Tex. App.—Houston [14th Dist.] 2013, pet. denied)",
            "2013",
            "texapp",
        ),
        ("Lund v. Vega, 98 S.W.2d 12 (Tex. App.-Dallas 1998, no pet.)", "1998", "texapp"),
        ("Lund v. Vega, 98 S.W.2d 12 (Tex. App.–Waco 1998, pet. dism’d w.o.j.)", "1998", "texapp"),
        ("Lund v. Vega, 580 S.W.2d 1 (Tex. Crim. App. [Panel Op.] 1979)", "1979", "texcrimapp"),
        (
            "In re Vega, 63 S.W.3d 1 (Tex. App.—Tyler 2004, orig. proceeding [mand. denied])",
            "2004",
            "texapp",
        ),
        (
            "Lund v. Vega, 2010 WL 123456, at *3 (Tex. App.—Austin Feb. 4, 2010, no pet.)",
            "2010",
            "texapp",
        ),
        ("Lund v. Vega, 12 So. 3d 4 (La. 5/12/09)", "2009", "la"),
        ("Lund v. Vega, 735 So. 2d 88 (La. App. 4 Cir. 5/12/99)", "1999", "La. App. 4 Cir."),
        ("Lund v. Vega, 990 So. 2d 611, 613 (Fla. 3d DCA 2008)", "2008", "Fla. 3d DCA"),
        ("Lund v. Vega, 12 P.3d 5 (Wash. Ct. App. Div. 1 2000)", "2000", "Wash. Ct. App. Div. 1"),
        ("Lund v. Vega, 70 F.2d 3 (C.C.A. 2, 1934)", "1934", "C.C.A. 2"),
        ("Lund v. Vega, 745 F.2d 142, 148 (CA2 [*526] 1984)", "1984", "ca2"),
        ("Lund v Vega, 45 AD3d 123, 125 [2d Dept 2007]", "2007", "2d Dept"),
    ],
)
def test_the_brackets_of_a_state_court_are_of_the_citation(
    cited: str, year: str, court: str
) -> None:
    ((words, one),) = found(f"See {cited} (mem. op.).")
    assert words == cited
    assert (one.parts["year"], one.parts["court"]) == (year, court)


@pytest.mark.parametrize(
    "brackets",
    [
        "(1803, when the court was young)",
        "(the writ of 1803)",
        "(sold 5/12/99)",
        "(1999, petition)",
    ],
)
def test_brackets_with_other_words_are_not(brackets: str) -> None:
    ((words, _),) = found(f"See Lund v. Vega, 5 U.S. 1 {brackets}.")
    assert words == "Lund v. Vega, 5 U.S. 1"


@pytest.mark.parametrize(
    "docket", ["98-1234, p. 5 (La. App. 4 Cir. 5/12/99)", "2004-0123 (La. 5/25/05)"]
)
def test_a_docket_of_louisiana_stands_between_name_and_report(docket: str) -> None:
    cited = f"Lund v. Vega, {docket}, 735 So. 2d 88, 90"
    ((words, one),) = found(f"See {cited}.")
    assert words == cited
    assert (one.parts["name"], one.key) == ("Lund v. Vega", "735 So. 2d 88")


@pytest.mark.parametrize(
    "pin", ["570b", "570b–c", "570b - c", "456E–F", "123H-124A", "570b–571c", "570b and 572e"]
)
def test_letters_down_the_side_of_a_page_are_of_the_pinpoint(pin: str) -> None:
    ((words, one),) = found(f"Zulu v Adams 2007 (1) SACR 566 (W) at {pin}.")
    assert (words, one.pin) == (f"Zulu v Adams 2007 (1) SACR 566 (W) at {pin}", pin)


def test_a_word_behind_a_dash_is_not() -> None:
    ((_, one),) = found("Zulu v Adams 2007 (1) SACR 566 (W) at 570 – a view that we share.")
    assert one.pin == "570"


def test_a_page_of_an_appendix_has_its_letter_in_short_forms() -> None:
    text = "Lund v. Vega, 12 F.3d 1 (1st Cir. 1990). Lund, 12 F.3d at 12a–13a. Id. at 14a."
    assert [one.pin for _, one in found(text)] == ["", "12a–13a", "14a"]


@pytest.mark.parametrize(
    ("words", "antecedent", "pin"),
    [
        ("Adams (supra)", "Adams", ""),
        ("Adams (supra) at para 80", "Adams", "para 80"),
        ("Zulu v Adams (supra) at 570b–c", "Zulu v Adams", "570b–c"),
        ("Zulu v. Adams, (supra,)", "Zulu v. Adams", ""),
        ("Zulu v. Adams (supra, p. 257)", "Zulu v. Adams", "p. 257"),
        ("Adams’ case (supra)", "Adams", ""),
        ("Lord Morley's Case (supra)", "Lord Morley's Case", ""),
    ],
)
def test_a_supra_in_brackets_has_the_name_before_it(words: str, antecedent: str, pin: str) -> None:
    ((span, one),) = found(f"That was held in {words}.")
    assert span == words
    assert (one.form, one.parts["antecedent"], one.pin) == (Form.SUPRA, antecedent, pin)


@pytest.mark.parametrize(
    "before", ["The Labour Act", "The Regulations", "the instant case", "Section 5"]
)
def test_what_is_no_case_is_not_the_name_of_a_supra(before: str) -> None:
    assert [words for words, _ in found(f"{before} (supra) says so.")] == ["supra"]


@pytest.mark.parametrize("name", ["Li", "Dix", "Ng", "Mill"])
def test_a_name_of_few_letters_is_no_number(name: str) -> None:
    assert found(f"See {name}, 13 Cal. 3d at 808.")[0][0] == f"{name}, 13 Cal. 3d at 808"


@pytest.mark.parametrize("number", ["IV", "xi", "II"])
def test_a_number_is_no_name(number: str) -> None:
    assert found(f"See {number}, 13 Cal. 3d at 808.")[0][0] == "13 Cal. 3d at 808"


def test_old_reports_side_by_side_are_parallels() -> None:
    text = "Semayne's Case, 5 Co. Rep. 91a, 91b, 77 Eng. Rep. 194, 195 (K.B. 1604). See 5 Co. Rep. at 92a."
    first, second, short = found(text)
    assert first[0] == "Semayne's Case, 5 Co. Rep. 91a, 91b"
    assert second[0] == "77 Eng. Rep. 194, 195 (K.B. 1604)"
    assert second[1].parts["parallel"] == "yes"
    assert first[1].parts["year"] == "1604"
    assert (short[1].form, short[1].pin) == (Form.SHORT, "92a")


@pytest.mark.parametrize(
    "piece",
    [
        "A v. B, 1 F.3d 2 (Tex. App.—[",
        "1 F.3d 2 (A [b] ",
        "1 F.3d 2 (1999, pet. ",
        "1 F.3d 2 (La. 5/1",
        "A v B 2007 (1) SA 5 at 5b–",
        "A (supra",
        "A (supra) at ",
        "1 A.B. 2a, ",
        "98-1234 (La. ",
    ],
)
def test_time_grows_no_faster_than_the_text(piece: str) -> None:
    def work(length: int) -> Callable[[], object]:
        reading = raw_reading(piece * (length // len(piece)))
        return lambda: cases(reading)

    assert_linear(work, 20_000, 80_000)


def test_a_citation_printed_close_behind_another_is_read_apart_from_it() -> None:
    text = (
        "Doe v. Mines Co., 455 F. 2d 432, 439 (CA9 1971);New York v. Jones, 12 F.2d 5 (CA2 1930);13 "
        "and United States v. Virginia, 518 U.S. 515 (1996)."
    )
    reading = raw_reading(text)
    assert [reading.text[one.start : one.end] for one in cases(reading)] == [
        "Doe v. Mines Co., 455 F. 2d 432, 439 (CA9 1971)",
        "New York v. Jones, 12 F.2d 5 (CA2 1930)",
        "United States v. Virginia, 518 U.S. 515 (1996)",
    ]
