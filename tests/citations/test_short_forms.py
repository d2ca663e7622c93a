"""Rules 10 to 15 of `pincite.citations.resolve`: short forms, supra, sections and names alone."""

from __future__ import annotations

import pytest

from citations.by_hand import last, marked, meant
from pincite.citations.find import find
from pincite.citations.reading import raw_reading
from pincite.citations.resolve import resolve

IQBAL = "⟦case|Ashcroft v. Iqbal, 556 U.S. 662, 678 (2009)⟧"
CONLEY = "⟦case|Conley v. Gibson, 355 U.S. 41, 45 (1957)⟧"
SECTION_1983 = "⟦law urn:lex:us:42usc:1983|42 U.S.C. § 1983⟧"


@pytest.mark.parametrize(
    "called", ["Warren & Brandeis", "Warren and Brandeis", "Warren et al.", "Brandeis", "Warren"]
)
def test_11_an_article_is_called_by_its_authors(called: str):
    found = raw_reading(
        "The right is old. Samuel D. Warren & Louis D. Brandeis, The Right to Privacy, 4 Harv. L. "
        "Rev. 193 (1890). Others agree. Mark A. Lemley, Surveys, 20 Yale L.J. 5 (2001). "
        f"Courts agree. {called}, supra note 1, at 213."
    )
    assert resolve(found, find(found))[-1].key == "4 Harv. L. Rev. 193"


def test_11_authors_of_two_articles_are_of_neither():
    found = raw_reading(
        "Samuel D. Warren, The Right to Privacy, 4 Harv. L. Rev. 193 (1890). Louis D. Brandeis, "
        "Surveys, 20 Yale L.J. 5 (2001). Courts agree. Warren & Brandeis, supra, at 213."
    )
    assert resolve(found, find(found))[-1].key == ""


def test_10_a_short_form_means_the_case_in_its_volume():
    assert last(f"{IQBAL}. {CONLEY}. ⟦short|556 U.S., at 680⟧.") == "556 U.S. 662"


def test_10_the_name_chooses_among_several_of_a_volume():
    text = f"{IQBAL}. ⟦case|Doe v. Roe, 556 U.S. 600 (2009)⟧. "
    assert last(text + "⟦short|Iqbal, 556 U.S. at 680⟧.") == "556 U.S. 662"


def test_10_without_a_name_the_pages_choose():
    text = f"{IQBAL}. ⟦case|Doe v. Roe, 556 U.S. 600 (2009)⟧. "
    assert last(text + "⟦short|556 U.S. at 661⟧.") == "556 U.S. 600"


def test_10_another_name_means_another_case():
    assert last(f"{IQBAL}. ⟦short|Kumho, 556 U.S. at 680⟧.") == "UNKNOWN_SOURCE"


def test_10_a_slip_in_the_name_is_forgiven():
    text = "⟦case|Ruckelshaus v. Monsanto Co., 467 U.S. 986 (1984)⟧. "
    assert last(text + "⟦short|Ruckleshaus v. Monsanto Co., 467 U.S., at 990⟧.") == "467 U.S. 986"


def test_10_a_name_may_leave_words_out():
    text = "⟦case|J. W. Goldsmith, Jr.-Grant Co. v. United States, 254 U.S. 505 (1921)⟧. "
    assert last(text + "⟦short|Goldsmith-Grant Co., 254 U.S., at 512⟧.") == "254 U.S. 505"


def test_10_a_case_cited_later_is_not_meant():
    assert meant(f"⟦short|556 U.S., at 680⟧. {IQBAL}.")[0].key == ""


def test_11_supra_means_the_case_of_that_name():
    assert last(f"{IQBAL}. {CONLEY}. ⟦supra|Iqbal, supra, at 680⟧.") == "556 U.S. 662"


def test_11_supra_matches_whole_words():
    text = "⟦case|Agnew v. Eagan, 5 F.3d 50 (1993)⟧. "
    assert last(text + "⟦supra|Ag, supra, at 52⟧.") == "UNKNOWN_SOURCE"


def test_11_an_abbreviation_is_the_word_it_is_cut_from():
    text = "⟦case|Western Union Telegraph Co. v. Boyle, 5 F.3d 50 (1993)⟧. "
    assert last(text + "⟦supra|Western Union Tel. Co., supra, at 52⟧.") == "5 F.3d 50"


@pytest.mark.parametrize(
    ("cited", "said"),
    [
        ("Western Union Tel. Co.", "Western Union Telegraph Co."),
        ("S. Pac. Co.", "Southern Pacific"),
        ("Burlington N. & Santa Fe Ry. Co.", "Burlington Northern & Santa Fe Railway"),
        ("Nat'l Ass'n of Mfrs.", "National Association of Manufacturers"),
        ("W. Va. Univ. Hosps., Inc.", "West Virginia University Hospitals"),
        ("Mt. Healthy City Sch. Dist.", "Mount Healthy City School District"),
        ("Sw. Bell Tel. Co.", "Southwestern Bell Telephone"),
        ("Carachuri- Rosendo", "Carachuri-Rosendo"),
        ("Hold- er", "Holder"),
    ],
)
def test_11_names_are_one_cut_down_or_written_out(cited: str, said: str):
    text = f"⟦case|{cited} v. Boyle, 5 F.3d 50 (1993)⟧. "
    assert last(text + f"⟦supra|{said}, supra, at 52⟧.") == "5 F.3d 50"


def test_11_two_cases_of_the_name_are_ambiguous():
    text = "⟦case|Smith v. Albany, 7 F.3d 70 (1993)⟧. ⟦case|Smith v. Buffalo, 8 F.3d 80 (1993)⟧. "
    assert last(text + "⟦supra|Smith, supra, at 75⟧.") == "AMBIGUOUS"
    assert last(text + "⟦supra|Smith v. Buffalo, supra, at 82⟧.") == "8 F.3d 80"


def test_11_a_name_given_by_hereinafter_goes_first():
    text = (
        "⟦case|Norwood v. EPA, 61 F.3d 400 (1995)⟧ [hereinafter Norwood I]; "
        "⟦case|Norwood v. EPA, 81 F.3d 500 (1996)⟧ (hereinafter “Norwood II”). "
    )
    assert last(text + "⟦supra|Norwood II, supra, at 505⟧.") == "81 F.3d 500"
    assert last(text + "⟦supra|Norwood, supra, at 505⟧.") == "AMBIGUOUS"


def test_11_an_article_goes_by_its_author():
    text = "Hill, The Inadequate State Ground, ⟦journal|65 Colum. L. Rev. 943 (1965)⟧. "
    assert last(text + "⟦supra|Hill, supra, at 950⟧.") == "65 Colum. L. Rev. 943"


def test_12_supra_note_means_the_only_source_of_the_note():
    text = f"So. ⦃1 {IQBAL}.⦄ ⦃2 {CONLEY}. {IQBAL}.⦄ "
    assert last(text + "⦃3 See ⟦supra|supra note 1⟧.⦄") == "556 U.S. 662"
    assert last(text + "⦃3 See ⟦supra|supra note 2⟧.⦄") == "this document"
    assert last(text + "⦃3 See ⟦supra|supra note 9⟧.⦄") == "NO_SUCH_PLACE"
    assert last(text + "⦃3 See ⟦supra|Conley, supra note 2, at 46⟧.⦄") == "355 U.S. 41"


def test_11_a_name_that_was_left_out_of_the_mention_counts():
    assert last(f"{IQBAL}. It is.[30]Iqbal, ⟦supra|supra, at 680⟧.") == "556 U.S. 662"


@pytest.mark.parametrize("words", ["supra, at 12", "supra Part II"])
def test_13_supra_without_a_name_means_the_text_itself(words: str):
    assert last(f"{IQBAL}. See ⟦supra|{words}⟧.") == "this document"


def test_13_infra_means_the_text_itself():
    assert last(f"{IQBAL}. See ⟦infra|infra, at 12⟧.") == "this document"


def test_13_references_to_the_text_itself_do_not_break_the_chain():
    assert last(f"{IQBAL}. See ⟦infra|infra, at 12⟧. ⟦id|Id. at 680⟧.") == "556 U.S. 662"


def test_14_a_bare_section_means_the_law_of_that_number():
    found = meant(f"Under {SECTION_1983} it is. But ⟦section|§ 1983(a)⟧ is not.")[-1]
    assert (found.key, found.targets) == ("urn:lex:us:42usc:1983", ("urn:lex:us:42usc:1983:a",))


def test_14_a_number_of_two_laws_is_ambiguous():
    other = "⟦law urn:lex:us:18usc:1983|18 U.S.C. § 1983⟧"
    assert last(f"Under {SECTION_1983} and {other} it is. ⟦section|§ 1983⟧ is not.") == "AMBIGUOUS"


def test_14_a_short_number_of_one_law_is_clear_beside_numbers_of_another_sort():
    text = (
        "Under ⟦law urn:lex:us:26usc:61|26 U.S.C. § 61⟧ and "
        "⟦regulation urn:lex:us:26cfr:1.61-2|Treas. Reg. § 1.61-2⟧ it is. "
    )
    assert last(text + "⟦section|§ 61⟧ says so.") == "urn:lex:us:26usc:61"


def test_14_a_letter_more_is_of_the_same_code():
    text = f"Under {SECTION_1983} and ⟦law urn:lex:us:15usc:78j|15 U.S.C. § 78j⟧ it is. "
    assert last(text + "⟦section|§ 78t(a)⟧ says so.") == "urn:lex:us:15usc:78t"


def test_14_a_section_of_the_only_code_must_look_like_one():
    text = f"Under {SECTION_1983} it is. "
    assert last(text + "So ⟦section|§ 1988⟧ says.") == "urn:lex:us:42usc:1988"
    assert last(text + "So ⟦section|§ 402⟧ says.") == "NOTHING_BEFORE"
    assert last(text + "So ⟦section|§ 1988⟧ of the Labor Act says.") == "UNKNOWN_SOURCE"


def test_14_a_short_number_means_a_law_only_where_no_other_was_cited():
    aiding = "⟦law urn:lex:us:18usc:2|18 U.S.C. § 2⟧"
    assert last(f"Under {aiding} it is. ⟦section|§ 2(a)⟧ says so.") == "urn:lex:us:18usc:2"
    text = f"Under {aiding} and {SECTION_1983} it is. "
    assert last(text + "⟦section|§ 2(a)⟧ says so.") == "AMBIGUOUS"


def test_14_a_bare_rule_means_a_rule():
    text = "See ⟦rules urn:lex:us:frcp:12|Fed. R. Civ. P. 12⟧. ⟦law urn:lex:us:9usc:12|9 U.S.C. § 12⟧. "
    assert last(text + "A ⟦rule|Rule 12(b)(6)⟧ motion.") == "urn:lex:us:frcp:12"


def test_15_a_name_alone_means_the_one_case_that_has_it():
    assert last(f"{IQBAL}. In ⟦name|Iqbal⟧, it was.") == "556 U.S. 662"


def test_15_a_name_of_two_cases_is_ambiguous_unless_numbered_or_pinned():
    text = (
        "⟦case|Brown v. Board, 347 U.S. 483 (1954)⟧. ⟦case|Brown v. Board, 349 U.S. 294 (1955)⟧. "
    )
    assert last(text + "In ⟦name|Brown⟧.") == "AMBIGUOUS"
    assert last(text + "In ⟦name|Brown II⟧.") == "349 U.S. 294"
    assert last(text + "In ⟦name|Brown at 300⟧.") == "349 U.S. 294"


def test_15_a_library_is_asked_for_names_the_text_did_not_give():
    reading, mentions = marked("In ⟦name|Marbury⟧, it was.")
    found = resolve(reading, mentions, {"Marbury": "5 U.S. 137"}.get)  # type: ignore[arg-type]
    assert found[0].key == "5 U.S. 137"
