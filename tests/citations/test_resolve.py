"""Rules 1 to 9 of `pincite.citations.resolve`: full citations and Id.; and its time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from citations.by_hand import last, marked, meant
from growth import assert_linear
from pincite.citations.find import find
from pincite.citations.reading import raw_reading
from pincite.citations.resolve import resolve
from pincite.model.mention import Unresolved

IQBAL = "⟦case|Ashcroft v. Iqbal, 556 U.S. 662, 678 (2009)⟧"
CONLEY = "⟦case|Conley v. Gibson, 355 U.S. 41, 45 (1957)⟧"
LI = "⟦case|Li v. Yellow Cab Co., 13 Cal. 3d 804⟧, ⟦parallel|532 P.2d 1226 (1975)⟧"
SECTION_1983 = "⟦law urn:lex:us:42usc:1983|42 U.S.C. § 1983⟧"


def test_1_a_full_citation_means_itself():
    found = meant(f"See {IQBAL}.")[0]
    assert (found.key, found.antecedent, found.reason) == ("556 U.S. 662", 0, None)


def test_1_parallels_are_one_source_under_the_first_key():
    assert [one.key for one in meant(f"See {LI}.")] == ["13 Cal. 3d 804", "13 Cal. 3d 804"]


def test_1_a_parallel_cited_alone_later_is_the_same_source():
    assert last(f"See {LI}. {IQBAL}. ⟦case|532 P.2d 1226, 1230 (1975)⟧.") == "13 Cal. 3d 804"


def test_1_a_parallel_known_only_later_makes_both_one():
    text = "⟦case|532 P.2d 1226, 1230 (1975)⟧. " + LI
    assert {one.key for one in meant(text)} == {"532 P.2d 1226"}


def test_1_two_pages_of_one_reporter_are_not_parallels():
    text = "⟦case|Roe v. Wade, 410 U.S. 113⟧, ⟦parallel|410 U.S. 179 (1973)⟧."
    assert [one.key for one in meant(text)] == ["410 U.S. 113", "410 U.S. 179"]


def test_2_id_means_the_citation_directly_before():
    assert last(f"{CONLEY}. Then {IQBAL}. It is so. ⟦id|Id. at 679⟧.") == "556 U.S. 662"


def test_2_id_after_a_record_citation_means_the_record():
    assert last(f"{IQBAL}. (⟦record compl.|Compl. ¶ 12⟧.) Then. (⟦id|Id. ¶ 13⟧.)") == "compl."


def test_2_id_without_a_pinpoint_keeps_the_one_before():
    text = "It must. ⟦law urn:lex:us:5usc:706:2:A|5 U.S.C. § 706(2)(A)⟧. So. ⟦id|Id.⟧"
    assert meant(text)[-1].targets == ("urn:lex:us:5usc:706:2:A",)


def test_2_the_antecedent_is_the_mention_before():
    found = meant(f"{IQBAL}. ⟦id|Id. at 679⟧. ⟦id|Ibid.⟧")
    assert [one.antecedent for one in found] == [0, 0, 1]


def test_3_id_after_a_string_of_citations_means_nothing():
    assert last(f"So it is. {CONLEY}; {IQBAL}. Yes. ⟦id|Id.⟧") == "STRING_CITE"
    assert last(f"So it is. {CONLEY}; {IQBAL}. Yes. ⟦id|Id. at 9⟧.") == "STRING_CITE"


def test_3_a_page_that_only_one_of_a_string_has_decides():
    assert last(f"So it is. {CONLEY}; {IQBAL}. Yes. ⟦id|Id. at 679⟧.") == "556 U.S. 662"
    assert last(f"So it is. {IQBAL}; {CONLEY}. Yes. ⟦id|Id. at 679⟧.") == "556 U.S. 662"


def test_3_a_page_that_two_of_a_string_may_have_decides_nothing():
    found = raw_reading(
        "So it is. Ash v. Oak, 12 F.3d 82 (2d Cir. 1993); Elm v. Yew, 20 F.3d 90 (2d Cir. 1994); "
        "Fir v. Box, 30 F.3d 900 (2d Cir. 1994). So. Id. at 95."
    )
    assert resolve(found, find(found))[-1].reason is Unresolved.STRING_CITE


def test_3_a_long_string_leaves_even_a_page_open():
    cited = "; ".join(f"Ash v. Oak, {volume} F.3d {volume}00 (1993)" for volume in range(1, 14))
    found = raw_reading(f"So it is. {cited}. So. Id. at 701.")
    assert resolve(found, find(found))[-1].reason is Unresolved.STRING_CITE


def test_8_a_section_cited_before_says_which_law_id_means():
    found = raw_reading(
        "The writ lies. 28 U.S.C. § 2254(a). The court, citing 28 U.S.C. § 2253(c) and Fed. R. "
        "App. P. 22(b), said no. One must exhaust, id. § 2254(b)(1)(A)."
    )
    assert resolve(found, find(found))[-1].targets == ("urn:lex:us:28usc:2254:b:1:A",)


def test_3_see_also_joins_a_string():
    assert last(f"So it is. {CONLEY}; see also {IQBAL}. Yes. ⟦id|Id.⟧") == "STRING_CITE"


def test_3_id_inside_the_string_means_the_one_before_it():
    assert last(f"{CONLEY}; {IQBAL}; ⟦id|id., at 680⟧.") == "556 U.S. 662"


def test_3_citations_in_sentences_of_their_own_are_no_string():
    assert last(f"It is. {CONLEY}. It was. {IQBAL}. ⟦id|Id. at 679⟧.") == "556 U.S. 662"


def test_4_a_source_in_an_explanatory_bracket_is_passed_over():
    assert last(f"{IQBAL} (quoting {CONLEY}). So. ⟦id|Id. at 679⟧.") == "556 U.S. 662"


def test_4_brackets_may_follow_each_other():
    assert last(f"{IQBAL} (per curiam) (quoting {CONLEY}). ⟦id|Id. at 679⟧.") == "556 U.S. 662"


def test_4_id_inside_a_bracket_means_what_the_bracket_cited():
    assert last(f"{IQBAL} (quoting {CONLEY}; see ⟦id|id., at 46⟧).") == "355 U.S. 41"


def test_4_what_id_is_quoted_in_a_bracket_is_not_guessed():
    assert last(f"{CONLEY}. {IQBAL} (quoting ⟦id|id., at 46⟧).") == "AMBIGUOUS"


def test_4_history_is_passed_over():
    text = (
        "⟦case|Moss v. Abbott, 70 F.3d 9, 11 (1995)⟧, cert. denied, ⟦case|517 U.S. 1100 (1996)⟧. "
    )
    assert last(text + "⟦id|Id. at 12⟧.") == "70 F.3d 9"


def test_4_a_phrase_without_brackets_leaves_it_to_the_pinpoint():
    text = f"It is. {IQBAL}, quoting {CONLEY}. "
    assert last(text + "⟦id|Id. at 46⟧.") == "355 U.S. 41"
    assert last(text + "⟦id|Id. at 680⟧.") == "556 U.S. 662"
    assert last(text + "⟦id|Id.⟧") == "AMBIGUOUS"


def test_4_what_a_quotation_cites_is_passed_over():
    assert last(f'{IQBAL}. "We said so. {CONLEY}." ⟦id|Id. at 680⟧.') == "556 U.S. 662"
    assert last(f"{IQBAL}. “We said so. {CONLEY}.” ⟦id|Id. at 680⟧.") == "556 U.S. 662"


def test_4_an_id_in_a_quotation_does_not_mean_what_is_outside():
    assert last(f'{IQBAL}. "It is so. ⟦id|Id. at 680⟧."') == "NOTHING_BEFORE"


def test_5_a_citation_tied_to_nothing_breaks_the_chain():
    assert last(f"{IQBAL}. ⟦supra|Wexford, supra, at 12⟧. ⟦id|Id. at 13⟧.") == "CHAIN_BROKEN"


@pytest.mark.parametrize(
    "source",
    [
        "Restatement (Second) of Torts § 402A (1965)",
        "H. R. Rep. No. 93-1, p. 5",
        "112 Cong. Rec. 9497",
        "L. Hand, The Bill of Rights 680 (1958)",
        "Ante, at 680",
    ],
)
def test_5_a_source_that_no_rule_reads_breaks_the_chain(source: str):
    assert last(f"{IQBAL}. It is. {source}. So. ⟦id|Id., at 681⟧.") == "CHAIN_BROKEN"


def test_5_the_year_behind_a_page_mark_is_no_other_source():
    text = "⟦case|Patsy v. Regents, 457 U.S. 496⟧ [*580] (1982). So. ⟦id|Id., at 501⟧."
    assert last(text) == "457 U.S. 496"


def test_5_id_with_nothing_before():
    assert last("⟦id|Id. at 12⟧.") == "NOTHING_BEFORE"


def test_6_id_in_a_note_means_what_the_note_cites():
    assert last(f"{CONLEY}. ⦃1 {IQBAL}. ⟦id|Id. at 679⟧.⦄") == "556 U.S. 662"


def test_6_id_in_a_note_means_the_only_source_of_the_note_before():
    assert last(f"{CONLEY}. ⦃1 {IQBAL}.⦄ ⦃2 ⟦id|Id. at 679⟧.⦄") == "556 U.S. 662"


def test_6_but_not_one_of_several():
    assert last(f"So. ⦃1 {CONLEY}. {IQBAL}.⦄ ⦃2 ⟦id|Id. at 679⟧.⦄") == "STRING_CITE"


def test_6_id_in_the_first_note_does_not_look_into_the_text():
    assert last(f"{IQBAL}. ⦃1 ⟦id|Id. at 679⟧.⦄") == "FOOTNOTE"


def test_6_id_in_the_text_never_looks_into_a_note():
    assert last(f"{CONLEY}. ⦃1 {IQBAL}.⦄ Yes. ⟦id|Id. at 46⟧.") == "355 U.S. 41"
    assert last(f"Yes. ⦃1 {IQBAL}.⦄ ⟦id|Id. at 679⟧.") == "FOOTNOTE"


@pytest.mark.parametrize("pin", ["at 9", "at 1062", "¶ 12", "§ 5", "at 664:3", "at *5"])
def test_7_id_cannot_point_outside_a_case(pin: str):
    assert last(f"{IQBAL}. ⟦id|Id. {pin}⟧.") == "BAD_PIN"


def test_7_a_case_ends_where_the_next_one_of_the_volume_begins():
    text = "⟦case|Doe v. Roe, 556 U.S. 700 (2009)⟧."
    assert last(f"{text} {IQBAL}. ⟦id|Id. at 700⟧.") == "556 U.S. 662"
    assert last(f"{text} {IQBAL}. ⟦id|Id. at 701⟧.") == "BAD_PIN"


def test_7_a_code_has_no_pages():
    assert last(f"It is. {SECTION_1983}. ⟦id|Id. at 12⟧.") == "BAD_PIN"


def test_7_a_case_with_numbered_paragraphs_has_paragraphs():
    assert last("⟦case|State v. Lamp, 2013 CO 5, ¶ 12⟧. ⟦id|Id. ¶ 13⟧.") == "2013 CO 5"


def test_8_id_with_a_section_means_that_section_of_the_same_code():
    found = meant(f"It is. {SECTION_1983}. So. ⟦id|Id. § 1985(3)⟧.")[-1]
    assert (found.key, found.targets) == ("urn:lex:us:42usc:1985", ("urn:lex:us:42usc:1985:3",))


def test_8_after_a_list_of_sections_of_one_code_too():
    text = "⟦law urn:lex:us:42usc:1981|42 U.S.C. §§ 1981⟧, ⟦law urn:lex:us:42usc:1983|1983⟧. "
    assert last(text + "⟦id|Id. § 1988⟧.") == "urn:lex:us:42usc:1988"
    assert last(text + "⟦id|Id.⟧") == "STRING_CITE"


def test_9_a_name_between_leaves_it_to_the_pinpoint():
    text = f"{CONLEY}. {IQBAL}. But in ⟦name|Conley⟧ we did not. "
    assert last(text + "⟦id|Id. at 46⟧.") == "355 U.S. 41"
    assert last(text + "⟦id|Id. at 680⟧.") == "556 U.S. 662"
    assert last(text + "⟦id|Id.⟧") == "AMBIGUOUS"


def test_9_a_name_after_a_string_leaves_it_to_the_pinpoint():
    text = f"⟦case|Roe v. Wade, 410 U.S. 113 (1973)⟧. {CONLEY}; {IQBAL}. In ⟦name|Roe⟧ it was. "
    assert last(text + "⟦id|Id. at 120⟧.") == "AMBIGUOUS"
    assert last(text + "⟦id|Id. at 400⟧.") == "410 U.S. 113"


def test_9_a_law_in_a_sentence_is_no_rival_to_a_page():
    assert last(f"{IQBAL}. Suits under {SECTION_1983} fail. ⟦id|Id. at 680⟧.") == "556 U.S. 662"


def test_8_an_id_that_could_not_tell_them_apart_leaves_the_list_standing():
    text = "⟦law urn:lex:us:42usc:1981|42 U.S.C. §§ 1981⟧, ⟦law urn:lex:us:42usc:1983|1983⟧. "
    assert last(text + "⟦id|Id.⟧ ⟦id|Id. § 1985⟧.") == "urn:lex:us:42usc:1985"


def test_9_an_act_called_by_its_name_is_no_rival_at_all():
    text = f'{SECTION_1983} (the "Act"). It is. {IQBAL}. The ⟦given|Act⟧ says so. '
    assert last(text + "⟦id|Ibid.⟧") == "556 U.S. 662"


def test_9_a_constitution_in_a_sentence_is_no_rival_at_all():
    amendment = "⟦amendment urn:lex:us:const:amend-6|Sixth Amendment⟧"
    assert last(f"{IQBAL}. Under the {amendment} it is so. ⟦id|Ibid.⟧") == "556 U.S. 662"


def test_an_id_with_a_volume_before_it_is_a_reporter():
    assert last("⟦case|Doe v. Roe, 14 Wall. 244⟧, and Cook v. Tullis, 18 ⟦id|id. 332⟧.") == (
        "UNKNOWN_SOURCE"
    )


def test_an_old_case_goes_by_both_of_its_volumes():
    reading, mentions = marked("⟦case|Barber v. Barber, 21 How. 582⟧. ⟦short|21 How., at 584⟧.")
    first = mentions[0]._replace(key="62 U.S. 582")
    assert resolve(reading, [first, *mentions[1:]])[-1].key == "62 U.S. 582"


@pytest.mark.parametrize(
    "unit",
    [
        f"{IQBAL}. ⟦id|Id. at 679⟧. ",
        "⟦id|Id.⟧ ",
        "(⟦id|Id.⟧ ",
        f'"{CONLEY}; ',
        "⟦case|Smith v. Jones, 5 U.S. 7 (1990)⟧. ⟦short|5 U.S., at 8⟧. ⟦supra|Smith, supra⟧. ",
        "⟦case|Smith v. Jones, 585 U.S. ___ (1990)⟧. In ⟦name|Smith⟧. ",
        "⦃1 ⟦supra|supra note 1⟧.⦄ ",
    ],
)
def test_twice_the_mentions_take_twice_the_time(unit: str):
    assert_linear(_resolving(lambda count: unit * count), 300, 1200)


def test_many_cases_of_one_volume_and_one_name_take_linear_time():
    def text(count: int) -> str:
        return "".join(
            f"⟦case|Smith v. Jones, 5 U.S. {at + 1} (1990)⟧. ⟦short|5 U.S., at {at + 1}⟧. "
            "⟦supra|Smith, supra⟧. "
            for at in range(count)
        )

    assert_linear(_resolving(text), 300, 1200)


def _resolving(text: Callable[[int], str]) -> Callable[[int], Callable[[], object]]:
    def work(count: int) -> Callable[[], object]:
        reading, mentions = marked(text(count))
        return lambda: resolve(reading, mentions)

    return work
