"""Definitions in regulations: how far they reach, where they begin and end."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from scope.regulations import asked, defined, regulation


@pytest.mark.req("S4")
def test_a_definition_as_used_in_this_paragraph_reaches_the_paragraphs_other_items(
    tmp_path: Path,
) -> None:
    with regulation(
        tmp_path,
        "5 <Storms.>",
        "5-d <Longer times.> In a storm:",
        "5-d-1 The keeper may light the lamp late in unusual weather.",
        "5-d-2 As used in this paragraph, “unusual weather” means:",
        "5-d-2-i Snow; or",
        "5-d-2-ii Hail.",
        "5-e The keeper shall record unusual weather.",
    ) as law:
        assert defined(asked(law, "5:d:1"))["unusual weather"].startswith("5:d:2 ")
        assert defined(asked(law, "5:e")) == {}


@pytest.mark.req("S4")
def test_a_definition_amid_an_items_words_for_this_paragraph_stays_in_the_item(
    tmp_path: Path,
) -> None:
    with regulation(
        tmp_path,
        "5 <Notices.>",
        "5-d <Notices.> The keeper:",
        "5-d-1 Shall give notice by delivery. Delivery, for purposes of this paragraph, means a walk.",
        "5-d-2 Shall await delivery of oil.",
    ) as law:
        assert "delivery" in defined(asked(law, "5:d:1"))
        assert defined(asked(law, "5:d:2")) == {}


@pytest.mark.req("S4")
def test_definitions_of_the_section_its_subpart_and_its_part_govern_an_official_interpretation(
    tmp_path: Path,
) -> None:
    with regulation(
        tmp_path,
        "Subpart-A",
        "2 <Definitions.> For purposes of this part:",
        "2-a Lamp means a light that burns oil.",
        "Subpart-B",
        "20 <Definitions.> For purposes of this subpart:",
        "20-a Keeper means a person who tends a lamp.",
        "21 <Wicks.>",
        "21-a The keeper shall trim the wick of a lamp.",
        "21-b For purposes of this section, wick means a cord of cotton.",
        "Subpart-C",
        "30 <Definitions.> For purposes of this subpart:",
        "30-a Keeper means a person who keeps the books.",
        "21-Interp <Section 1099.21>",
        "21-a-Interp <21(a) Trimming.>",
        "21-a-Interp-1 A keeper trims the wick of each lamp at dusk.",
    ) as law:
        found = defined(asked(law, "21:a:interp:1"))
    assert found["wick"].startswith("21:b ")
    assert found["keeper"].startswith("20:a ")
    assert found["lamp"].startswith("2:a ")


@pytest.mark.req("S4")
@pytest.mark.parametrize(
    "later",
    [
        "For purposes of § 1099.7(d), the term includes a friend of the keeper.",
        "It also includes a person who acts for the keeper.",
        "The term does not include a guest. For example, a sailor is a guest.",
        "Visitors of the tower are included in the term keeper.",
    ],
)
def test_later_sentences_of_a_definition_belong_to_it(tmp_path: Path, later: str) -> None:
    with regulation(
        tmp_path,
        "2 <Definitions.> For purposes of this part:",
        f"2-a Keeper means a person who tends a lamp. {later}",
        "7 <Wicks.> The keeper shall trim the wick.",
    ) as law:
        [said] = defined(asked(law, "7")).values()
    assert said == f"2:a Keeper means a person who tends a lamp. {later}"


@pytest.mark.req("S4")
def test_a_sentence_that_goes_on_about_the_term_belongs_to_its_definition_outside_a_list(
    tmp_path: Path,
) -> None:
    with regulation(
        tmp_path,
        "7 <Wicks.>",
        "7-a The keeper shall trim it. In this section, “keeper” means a person who tends a lamp. The "
        "term does not include a guest. A fee is due yearly.",
    ) as law:
        [said] = defined(asked(law, "7:a")).values()
    assert said.startswith("7:a In this section, “keeper” means")
    assert said.endswith("The term does not include a guest.")


@pytest.mark.req("S4")
@pytest.mark.parametrize(
    "meaning",
    [
        "a person who is paid by the U.S. Government or the N.Y. Port to tend a lamp",
        "a person whom 12 U.S.C. 1701 et seq. Section 9 and the Act of Jan. 5 name",
        "a person whose door bears “Keeper. Do not enter.” in red",
        "a person who tends a lamp, e.g. Mr. Brown, at 9 p.m. Central Time",
    ],
)
def test_no_definition_is_cut_at_an_abbreviation_or_inside_a_quotation(
    tmp_path: Path, meaning: str
) -> None:
    with regulation(
        tmp_path,
        "7 <Wicks.>",
        f"7-a In this section, “keeper” means {meaning}. A fee is due yearly.",
        "7-b The keeper shall trim the wick.",
    ) as law:
        [said] = defined(asked(law, "7:b")).values()
    assert said == f"7:a In this section, “keeper” means {meaning}."


@pytest.mark.req("S4")
def test_a_definition_begins_at_its_sentence_and_not_behind_an_abbreviation(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "7 <Wicks.>",
        "7-a A fee is due. For purposes of this section, the term U.S. Lamp means a light.",
        "7-b A U.S. lamp shall be trimmed.",
    ) as law:
        [said] = defined(asked(law, "7:b")).values()
    assert said == "7:a For purposes of this section, the term U.S. Lamp means a light."


@pytest.mark.req("S4")
@pytest.mark.parametrize(
    ("item", "rule", "term"),
    [
        ("Oil or gas means a fuel for lamps.", "Oil or gas is kept dry.", "oil or gas"),
        ("Lamp and lantern mean a light.", "A lantern is trimmed.", "lantern"),
        ("Port Board or Board means the owner.", "The Board pays.", "board"),
        ("Keeper with a lamp means a guard.", "A keeper with lamp walks.", "keeper with a lamp"),
        ("Term means a price of a lamp.", "Any term is told.", "term"),
    ],
)
def test_what_an_item_of_a_list_opens_with_is_its_term(
    tmp_path: Path, item: str, rule: str, term: str
) -> None:
    with regulation(
        tmp_path, "2 <Definitions.> For purposes of this part:", f"2-a {item}", f"7 <Use.> {rule}"
    ) as law:
        assert list(defined(asked(law, "7"))) == [term]


@pytest.mark.req("S4")
def test_any_means_define_nothing(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "2 <Definitions.> For purposes of this part:",
        "2-a Keeper means a guard.",
        "2-b A keeper may use any means to light a lamp, and by electronic means, such as a fuse.",
        "7 <Use.> A keeper may use any fuse.",
    ) as law:
        assert list(defined(asked(law, "7"))) == ["keeper"]


@pytest.mark.req("S4")
def test_a_definition_for_the_purposes_of_a_definition_reaches_that_one_alone(
    tmp_path: Path,
) -> None:
    with regulation(
        tmp_path,
        "2 <Definitions.> For purposes of this part, the following definitions apply:",
        "2-a Guild means any company of keepers.",
        "2-a-1 For purposes of this definition “company” means ten or more.",
        "2-b Person means a man, a woman or a company.",
    ) as law:
        assert "company" in defined(asked(law, "2:a"))
        assert "company" not in defined(asked(law, "2:b"))


@pytest.mark.req("S4")
def test_words_that_open_a_list_within_one_paragraph_speak_for_each_of_it(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "Subpart-A",
        "2 <Definitions.> For the purposes of this part, unless stated to the contrary: Lamp means a "
        "light under 1 U.S.C. 5 et seq. Keeper means a guard. Oil means a fuel.",
        "Subpart-B",
        "20 <Use.> A keeper fills a lamp with oil.",
    ) as law:
        found = defined(asked(law, "20"))
    assert found["keeper"] == "2 Keeper means a guard."
    assert sorted(found) == ["keeper", "lamp", "oil"]


@pytest.mark.req("S4")
def test_the_section_that_opens_a_part_with_its_purpose_defines_for_what_it_speaks_of(
    tmp_path: Path,
) -> None:
    with regulation(
        tmp_path,
        "Subpart-A",
        "1 <Purpose.> This part tells how the Harbour Lamps Act (the Act) is kept. Keeper means a guard.",
        "2 <Hours.> Dusk means sunset. A lamp is lit at dusk.",
        "Subpart-B",
        "20 <General.> Oil means a fuel. This subpart is on oil.",
        "21 <Use.> Under the Act, a keeper buys oil at dusk.",
        "Subpart-C",
        "30 <Books.> A keeper counts the oil.",
    ) as law:
        found = defined(asked(law, "21"))
        assert {term: said.split()[0] for term, said in found.items()} == {
            "act": "1", "keeper": "1", "oil": "20",
        }  # fmt: skip
        assert list(defined(asked(law, "30"))) == ["keeper"]


@pytest.mark.req("S4")
def test_who_is_considered_one_for_purposes_of_a_part_adds_to_the_term(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "3 <Fees.> Who lives in the tower will be considered a guest of the keeper for purposes of this "
        "part, unless the keeper says no.",
        "7 <Use.> Guests pay no fee.",
    ) as law:
        [guest] = asked(law, "7").definitions
    assert (guest.term, guest.adds, guest.extent.words) == (
        "guest", True, "for purposes of this part",
    )  # fmt: skip


@pytest.mark.req("S4")
def test_a_meaning_prevails_over_a_short_name_in_brackets_and_over_the_words_that_lead_to_it(
    tmp_path: Path,
) -> None:
    with regulation(
        tmp_path,
        "1 <Purpose.> This part is issued by the Board of Lamps (Board) under the Harbour Act (the Act).",
        "2 <Definitions.> For purposes of this part:",
        "2-a Board means the owners of the harbour.",
        "2-b “Lamp year,” “oil year” and “day” have the meanings that the almanac gives them:",
        "2-b-1 A “lamp year” is 13 moons.",
        "7 <Use.> The Board counts each lamp year and each day under the Act.",
    ) as law:
        found = asked(law, "7")
    assert found.ties == ()
    assert {term: said.split()[0] for term, said in defined(found).items()} == {
        "act": "1", "board": "2:a", "lamp year": "2:b:1", "day": "2:b",
    }  # fmt: skip


@pytest.mark.req("S4")
def test_a_term_goes_by_its_other_name_in_brackets(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "2 <Definitions.> For purposes of this part:",
        "2-a Lamp oil (LO) means a fuel.",
        "7 <Use.> LO is kept dry.",
    ) as law:
        assert list(defined(asked(law, "7"))) == ["lo"]


@pytest.mark.req("S4")
def test_what_a_meeting_is_called_is_defined_by_the_words_before(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "7 <Council.>",
        "7-a The keepers meet in May. This meeting is called a lamp council.",
        "7-b A storm is called to the attention of the Board.",
        "7-c A lamp council lasts one day.",
    ) as law:
        [said] = defined(asked(law, "7:c")).values()
    assert said == "7:a This meeting is called a lamp council."


@pytest.mark.req("S4")
def test_a_name_in_brackets_behind_a_run_in_heading_is_defined_by_its_sentence(
    tmp_path: Path,
) -> None:
    with regulation(
        tmp_path,
        "1 <Purpose.>",
        "1-a Name.This part is issued under the Harbour Lamps Act (the Act). It is kept in the tower.",
        "7 <Use.> The Act is read aloud.",
    ) as law:
        [said] = defined(asked(law, "7")).values()
    assert said == "1:a This part is issued under the Harbour Lamps Act (the Act)."


@pytest.mark.req("S4")
def test_a_long_list_of_quoted_words_is_read_in_a_moment(tmp_path: Path) -> None:
    words = " ".join(f"“word {number},”" for number in range(400))
    began = time.perf_counter()
    with regulation(tmp_path, f"7 <Signs.> A sign bears {words} and no more.") as law:
        assert defined(asked(law, "7")) == {}
    assert time.perf_counter() - began < 60


@pytest.mark.req("S4")
def test_what_is_considered_one_counts_for_every_place_it_names(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "Subpart-B",
        "20 <Keepers.>",
        "20-a A deputy shall be considered a keeper for purposes of § 1099.7 and this subpart.",
        "21 <Wicks.> The keeper shall trim each wick.",
    ) as law:
        assert defined(asked(law, "21"))["keeper"].startswith("20:a ")


@pytest.mark.req("S4")
def test_a_paragraph_headed_as_a_definition_says_what_its_term_is(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "7 <Checks.>",
        "7-a <Self-check defined.> A self-check is any study that a keeper makes of the lamps.",
        "7-b The keeper keeps each self-check for a year.",
        "8 <Questions.> A keeper may ask for the purpose of a self-check that meets the requirements "
        "of § 1099.7.",
        "9 <Visits.>",
        "9-a <Days.> A visit is any day on which a sailor comes.",
        "9-b The keeper counts each visit.",
    ) as law:
        assert defined(asked(law, "7:b"))["self-check"].startswith("7:a ")
        assert defined(asked(law, "8"))["self-check"].startswith("7:a ")
        assert "visit" not in defined(asked(law, "9:b"))


@pytest.mark.req("S4")
def test_a_term_defined_as_that_of_someone_is_known_by_its_own_name(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "7 <Oil.>",
        "7-a <Definitions.> As used in this section:",
        "7-a-1 Yearly lamp hours of a keeper means the hours of the year before.",
        "7-a-2 Yearly lamp hours of a keeper include hours at dusk.",
        "7-b The tower reports its yearly lamp hours and its helpers.",
        "7-c The helpers of a keeper include all persons who carry oil for the keeper.",
    ) as law:
        found = asked(law, "7:b")
        places = [one.passage.urn.rpartition("1099.")[2] for one in found.definitions]
        assert not found.ties
    assert {"7:a:1", "7:a:2", "7:c"} <= set(places)


@pytest.mark.req("S4")
def test_what_adds_to_a_wider_meaning_does_not_add_to_the_nearer(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "2 <Definitions.> For purposes of this part:",
        "2-a Keeper means a person who tends a lamp. Keeper does not include a guest.",
        "7 <Wicks.>",
        "7-a For purposes of this section, keeper means a person who trims.",
        "7-b The keeper shall trim each wick.",
    ) as law:
        places = [one.passage.urn.rpartition("1099.")[2] for one in asked(law, "7:b").definitions]
    assert places == ["7:a"]
