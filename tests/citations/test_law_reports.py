"""Cases in reports of other countries, of Europe's courts, and in reporters that no list has."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from growth import assert_linear
from pincite.citations.cases import cases
from pincite.citations.find import find
from pincite.citations.reading import Locale, raw_reading
from pincite.citations.resolve import resolve
from pincite.model.mention import CitedKind, Form, Mention


def read(text: str, jurisdiction: str = "") -> list[tuple[str, Mention]]:
    reading = raw_reading(text, locale=Locale(jurisdiction, "en"))
    return [(reading.text[one.start : one.end], one) for one in cases(reading)]


def words(text: str, jurisdiction: str = "") -> list[str]:
    return [said for said, _ in read(text, jurisdiction)]


def resolved(text: str, jurisdiction: str = "") -> list[tuple[str, str]]:
    reading = raw_reading(text, locale=Locale(jurisdiction, "en"))
    return [
        (reading.text[one.mention.start : one.mention.end], one.key)
        for one in resolve(reading, find(reading))
    ]


@pytest.mark.parametrize(
    ("cited", "key"),
    [
        ("S v Makwanyane and Another 1995 (3) SA 391 (CC) para 100", "1995 (3) SA 391"),
        ("Minister of Safety and Security v Carmichele 2004 (3) SA 305 (SCA)", "2004 (3) SA 305"),
        ("Mabuto v Women's University in Africa 2006 (2) ZLR 240 (H)", "2006 (2) ZLR 240"),
        ("Minister of Health, Western Cape v Goliath 2009 (2) SA 248 (C)", "2009 (2) SA 248"),
        (
            "Economic Freedom Fighters v Speaker, National Assembly and Others [2016] ZACC 11",
            "[2016] ZACC 11",
        ),
        (
            "Ex parte Minister of Safety and Security: In re S v Walters 2002 (4) SA 613 (CC)",
            "2002 (4) SA 613",
        ),
        ("Holomisa v Khumalo 2000 (2) SA 1 (SCA) at 12C–D", "2000 (2) SA 1"),
        ("Schwartz v Schwartz 1984 (4) SA 467 (A) at 473I – 474A", "1984 (4) SA 467"),
        ("Melane v Santam Insurance Co Ltd 1962 (4) SA 531 (A) 532C–F", "1962 (4) SA 531"),
        (
            "Minister of Health v Treatment Action Campaign (No 2) 2002 (5) SA 721 (CC)",
            "2002 (5) SA 721",
        ),
        (
            "National Director of Public Prosecutions v Zuma (Mbeki intervening) 2009 (2) SA 277"
            " (SCA)",
            "2009 (2) SA 277",
        ),
        (
            "Carmichele v Minister of Safety and Security (CCT 48/00) [2001] ZACC 22",
            "[2001] ZACC 22",
        ),
        (
            "Turkcell Iletisim Hizmetleri AS v MTN Group Ltd [2020] ZAGPJHC 244",
            "[2020] ZAGPJHC 244",
        ),
        ("Robinson v Randfontein Estates Gold Mining Co Ltd 1921 AD 168 at 177", "1921 AD 168"),
        ("Donoghue v Stevenson [1932] AC 562 (HL) at 580", "[1932] AC 562"),
        ("Donoghue v. Stevenson, [1932] A.C. 562", "[1932] AC 562"),
        ("A v Secretary of State for the Home Department [2004] UKHL 56", "[2004] UKHL 56"),
        ("Caparo Industries plc v Dickman [1990] 2 AC 605 (HL) 617–618", "[1990] 2 AC 605"),
        ("BT plc v Smith [2019] EWHC 123 (Ch), [12]", "[2019] EWHC 123 (Ch)"),
        (
            "R (on the application of Begum) v Governors of Denbigh High School [2006] UKHL 15",
            "[2006] UKHL 15",
        ),
        ("Re B (A Child) [2013] UKSC 33", "[2013] UKSC 33"),
        ("Re Wakim; Ex parte McNally (1999) 198 CLR 511", "198 CLR 511"),
        ("The Wagon Mound (No 2) [1967] 1 AC 617", "[1967] 1 AC 617"),
        ("Attorney General's Reference (No 3 of 1994) [1998] AC 245", "[1998] AC 245"),
        ("Hadley v Baxendale (1854) 9 Exch 341", "9 Exch 341"),
        ("Parker v Whatever (1842) 9 M & W 552", "9 M & W 552"),
        ("Rylands v Fletcher (1868) LR 3 HL 330", "LR 3 HL 330"),
        ("Mabo v Queensland [No 2] (1992) 175 CLR 1, 42", "175 CLR 1"),
        ("R. v. Oakes, [1986] 1 S.C.R. 103 at 136", "[1986] 1 SCR 103"),
        ("Dunsmuir v New Brunswick, 2008 SCC 9 at para 47", "2008 SCC 9"),
        ("Smith v Jones (1997), 34 OR (3d) 12 (CA)", "34 OR (3d) 12"),
        ("Maneka Gandhi v Union of India AIR 1978 SC 597", "AIR 1978 SC 597"),
        ("Tenants' Union v. Minister, [2019] 3 M.L.R. 44", "[2019] 3 M.L.R. 44"),
    ],
)
@pytest.mark.parametrize(
    "before",
    ["See ", "It is in the Constitution. See ", "In ", "as held in ", "; ", "Contrast "],
)
def test_a_report_of_another_country_is_read_with_its_name_and_place(
    before: str, cited: str, key: str
) -> None:
    ((said, mention),) = read(f"{before}{cited}; and so on.")
    assert (said, mention.key) == (cited, key)
    assert (mention.kind, mention.form) == (CitedKind.CASE, Form.FULL)


@pytest.mark.parametrize(
    ("text", "pin"),
    [
        ("1995 (3) SA 391 (CC) para 100", "para 100"),
        ("2012 (4) SA 593 (SCA) paras 18-19", "paras 18-19"),
        ("[2017] UKSC 5 at [82]–[84]", "[82]–[84]"),
        ("[1990] 1 AC 109 at 281C", "281C"),
        ("[1984] 2 SCR 145, at p. 155", "p. 155"),
        ("[1992] 1 AC 310, 407–408", "407–408"),
        ("1998 (2) SACR 556 (CC) at 560C", "560C"),
    ],
)
def test_the_place_stands_as_it_is_written(text: str, pin: str) -> None:
    ((_, mention),) = read(f"See Smith v Jones {text}.")
    assert mention.pin == pin


def test_a_second_report_without_a_name_is_a_parallel_of_the_first() -> None:
    found = read(
        "Sidumo v Rustenburg Platinum Mines Ltd 2008 (2) SA 24 (CC) para 79; [2007] ZACC 22; "
        "Smith v Jones (1842) 9 M & W 552, 152 ER 235."
    )
    assert [one.parts.get("parallel", "") for _, one in found] == ["", "yes", "", "yes"]
    assert found[1][1].parts["defendant"] == "Rustenburg Platinum Mines Ltd"
    assert found[3][0] == "152 ER 235"


@pytest.mark.parametrize(
    "text",
    [
        "S v A 1995 (3) SA 391 (CC); 2001 (4) SA 938 (CC).",
        "S v A 1995 (3) SA 391 (CC); [1932] AC 562.",
        "S v A 1995 (3) SA 391 (CC); S v B [1995] ZACC 3.",
        "S v A 1995 (3) SA 391 (CC). [1995] ZACC 3.",
    ],
)
def test_one_of_the_same_series_of_other_years_or_with_a_name_is_no_parallel(text: str) -> None:
    assert all("parallel" not in one.parts for _, one in read(text))


def test_a_parallel_in_brackets_is_one_too() -> None:
    found = read("Harksen v Lane NO 1998 (1) SA 300 (CC) (1997 (11) BCLR 1489) at para 53.")
    assert [said for said, _ in found] == [
        "Harksen v Lane NO 1998 (1) SA 300 (CC)",
        "1997 (11) BCLR 1489",
    ]
    assert found[1][1].parts["parallel"] == "yes"


def test_a_judgment_by_number_needs_its_country_or_a_name() -> None:
    assert words("It is in HH 234-19 and SC 5/2010.", "zw") == ["HH 234-19", "SC 5/2010"]
    assert words("It is in HH 234-19; see Dube v Dube HH 7-18.") == ["Dube v Dube HH 7-18"]
    assert not words("Model SC 5/2010 and seat S 12-14.")


@pytest.mark.parametrize(
    "text",
    [
        "The form [2019] Form 10 was filed.",
        "They owe [2019] USD 500.",
        "In 1995 AD 300 men came.",
        "He ran in 2008 (2) SA 24 times.",
        "On 2008 (2) Monday 5 came.",
        "See (2019) 12 Days 3.",
        "The 4 SA players ran 938 metres.",
        "Call 12 A.B. 34, or 14 M.L.R. 201.",
        "He lives at 12 Main St. 5 (2019).",
        "Invoice no. 1234/72 and flight no. 55/07 left on 3/4/07.",
        "Form C-12/99 is out. Case 12/34 was closed.",
    ],
)
def test_years_sums_and_addresses_are_no_reports(text: str) -> None:
    assert not words(text)


def test_a_report_of_the_united_states_keeps_its_own_reading() -> None:
    found = read("Chapman v. California (1967) 386 U.S. 18, 24; People v. Smith (1902) 68 P. 103.")
    assert [one.key for _, one in found] == ["386 U.S. 18", "68 P. 103"]


def test_short_forms_and_ibid_reach_reports_of_other_countries() -> None:
    text = (
        "Donoghue v Stevenson [1932] AC 562 (HL). Ibid at 580. S v Zuma 1995 (2) SA 642 (CC). "
        "Ibid para 5. Donoghue [1932] AC at 581. Zuma, 1995 (2) SA at 650B. X v Y [2007] ZACC 22. "
        "Ibid at [34]."
    )
    assert [key for _, key in resolved(text, "za")] == [
        "[1932] AC 562",
        "[1932] AC 562",
        "1995 (2) SA 642",
        "1995 (2) SA 642",
        "[1932] AC 562",
        "1995 (2) SA 642",
        "[2007] ZACC 22",
        "[2007] ZACC 22",
    ]


@pytest.mark.parametrize(
    ("cited", "key"),
    [
        ("Case C-131/12 Google Spain EU:C:2014:317, para 80", "C-131/12"),
        ("Case C-362/14 Schrems v Data Protection Commissioner EU:C:2015:650", "C-362/14"),
        (
            "Joined Cases C-293/12 and C-594/12 Digital Rights Ireland EU:C:2014:238",
            "C-293/12",
        ),
        ("Case 26/62 Van Gend en Loos [1963] ECR 1", "26/62"),
        ("Van Duyn v Home Office (Case 41/74) [1974] ECR 1337", "41/74"),
        ("Google Spain and Google, C-131/12, EU:C:2014:317, paragraph 80", "C-131/12"),
        (
            "Handyside v. the United Kingdom, 7 December 1976, § 49, Series A no. 24",
            "Series A no. 24",
        ),
        (
            "Al-Skeini and Others v. the United Kingdom [GC], no. 55721/07, § 130, ECHR 2011",
            "no. 55721/07",
        ),
        ("Osman v United Kingdom App no 23452/94 (ECtHR, 28 October 1998)", "no. 23452/94"),
        ("Tyrer v United Kingdom (1978) 2 EHRR 1", "2 EHRR 1"),
        ("Application no. 5493/72", "no. 5493/72"),
    ],
)
def test_cases_of_the_european_courts(cited: str, key: str) -> None:
    ((said, mention),) = read(f"See {cited}; and so on.")
    assert (said, mention.key) == (cited, key)


def test_a_reporter_in_no_list_needs_a_name_and_a_year_and_then_has_short_forms() -> None:
    text = (
        "Marlowe v. Registrar of Tenancies, 14 M.L.R. 201, 203 (Const. Ct. 2022). "
        "Marlowe, 14 M.L.R., at 204. In re Oliver, 15 M.L.R. 3 (2020). He paid 9 K.L.M. at 30."
    )
    found = read(text)
    assert [(said, one.form) for said, one in found] == [
        ("Marlowe v. Registrar of Tenancies, 14 M.L.R. 201, 203 (Const. Ct. 2022)", Form.FULL),
        ("Marlowe, 14 M.L.R., at 204", Form.SHORT),
        ("In re Oliver, 15 M.L.R. 3 (2020)", Form.FULL),
    ]
    assert found[0][1].key == "14 M.L.R. 201"
    assert resolved(text)[1][1] == "14 M.L.R. 201"


@pytest.mark.parametrize(
    "text",
    [
        "Marlowe v. Registrar, 14 M.L.R. 201.",
        "the Registrar, 14 M.L.R. 201 (2022).",
        "Smith v. Jones, 14 Elm St. 201 (2019).",
        "Smith v. Jones, 12 ECF No. 45 (2020).",
        "Smith v. Jones, 4 July 2019 (2020).",
    ],
)
def test_without_all_of_them_it_is_no_citation(text: str) -> None:
    assert not words(text)


def test_an_old_report_and_its_reprint_are_two() -> None:
    found = read("Stockdale v. Hansard, 9 Ad. & E. 1, 113-114, 112 Eng. Rep. 1112 (Q. B. 1839).")
    assert [said for said, _ in found] == [
        "Stockdale v. Hansard, 9 Ad. & E. 1, 113-114",
        "112 Eng. Rep. 1112 (Q. B. 1839)",
    ]
    assert found[1][1].parts["parallel"] == "yes"
    assert {one.parts["year"] for _, one in found} == {"1839"}


@pytest.mark.parametrize(
    "piece",
    [
        "[2001] ",
        "[2001] A ",
        "(1999) 1 A ",
        "2008 (2) SA 24 ",
        "A v B [1932] AC 1; ",
        "C-1/12 ",
        "Case C-1/12 A ",
        "EU:C:2014:1 ",
        "nos. 1/12, ",
        "Series A no. 1, ",
        "1 A.B. 2 (1999) ",
        "1 AAAAAAAAAAAA ",
        "Ex parte A: ",
        "Re A (b) ",
        "HH 1-12 ",
        "410 [*1] U.S. ",
        "at [1], ",
    ],
)
def test_time_grows_no_faster_than_the_text(piece: str) -> None:
    def work(length: int) -> Callable[[], object]:
        reading = raw_reading(piece * (length // len(piece)), locale=Locale("zw", "en"))
        return lambda: cases(reading)

    assert_linear(work, 20_000, 80_000)
