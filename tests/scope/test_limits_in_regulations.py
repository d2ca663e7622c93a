"""What limits a rule of a regulation, and what only stands beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from scope.regulations import asked, limits, own_limits, regulation


@pytest.mark.req("S5")
def test_except_as_provided_in_this_section_names_only_what_takes_something_out(
    tmp_path: Path,
) -> None:
    with regulation(
        tmp_path,
        "7 <Wicks.>",
        "7-a Except as provided in this section, a keeper shall trim each wick at dusk.",
        "7-b <Record.> The keeper shall write each trimming in the book.",
        "7-c <Exception for storms.> In a storm, a wick may be trimmed at dawn.",
        "7-d A keeper is not required to trim a wick that is new.",
        "7-e <Book.> The book is kept in the tower.",
    ) as law:
        assert limits(asked(law, "7:a")) == ["7:c", "7:d"]


@pytest.mark.req("S5")
def test_a_range_of_sections_is_touched_in_each_and_across_subparts(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "Subpart-A",
        "30 <Scope.>",
        "30-a This subpart applies to lamps.",
        "30-b <Small lamps.> Except as otherwise provided in § 1099.42(j), §§ 1099.38 through 1099.41 of "
        "this part shall not apply to a small lamp.",
        "38 <Oil.> The keeper shall buy oil.",
        "39 <Wicks.> The keeper shall buy wicks.",
        "Subpart-B",
        "40 <Glass.> The keeper shall buy glass.",
        "41 <Brass.> The keeper shall buy brass.",
        "42 <Steps.>",
        "42-j The keeper shall sweep the steps of a small lamp.",
    ) as law:
        for place in ("38", "39", "40", "41"):
            assert limits(asked(law, place)) == ["30:b"], place
        assert limits(asked(law, "42:j")) == []


@pytest.mark.req("S5")
def test_a_range_of_paragraphs_is_touched_in_each(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "7 <Wicks.>",
        "7-a The keeper shall trim.",
        "7-b The keeper shall cut.",
        "7-c The keeper shall sweep.",
        "7-d The keeper shall sleep.",
        "7-e Paragraphs (a) through (c) of this section do not apply on a feast day.",
    ) as law:
        assert [limits(asked(law, f"7:{name}")) for name in "abcd"] == [["7:e"]] * 3 + [[]]


@pytest.mark.req("S5")
def test_an_exception_is_not_an_exception_to_itself(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "7 <Wicks.>",
        "7-a The keeper shall trim each wick, unless it is new.",
        "7-b <Feasts.> This section does not apply to:",
        "7-b-1 A feast day; or",
        "7-b-2 A day of rest.",
    ) as law:
        assert limits(asked(law, "7:a")) == ["7:b"]
        assert own_limits(asked(law, "7:a")) == ["unless it is new."]
        for place in ("7:b", "7:b:1"):
            assert asked(law, place).exceptions == (), place


@pytest.mark.req("S5")
def test_every_place_of_a_list_is_touched_whatever_its_depth(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "7 <Wicks.>",
        "7-c The keeper shall:",
        "7-c-1 Trim:",
        "7-c-1-i Each wick; and",
        "7-c-1-ii Each lamp.",
        "7-d The keeper shall:",
        "7-d-1 Sleep by day.",
        "7-e Paragraphs (c)(1)(i), (c)(1)(ii), or (d)(1) of this section do not apply on a feast day.",
    ) as law:
        for place in ("7:c:1:i", "7:c:1:ii", "7:d:1"):
            assert limits(asked(law, place)) == ["7:e"], place


@pytest.mark.req("S5")
@pytest.mark.parametrize(
    ("rule", "other"),
    [
        ("Unless the keeper gives notice under paragraph (b) of this section, a lamp is lit at dusk.",
         "The keeper may give notice of a storm."),
        ("A keeper may not, to any extent not allowed by paragraph (b) of this section, sleep.",
         "A keeper who is ill may sleep."),
        ("A keeper shall trim each wick.", "However, a keeper may leave a new wick."),
        ("A keeper shall keep a book of oil.", "A keeper need not keep the book on a feast day."),
        ("A keeper shall keep a book of oil.",
         "In lieu of the book required by paragraph (a) of this section, a keeper may keep a slate."),
        ("A keeper of good name is eligible for a medal.",
         "A keeper who sleeps on watch is not eligible for a medal."),
        ("Each fee is due within 10 days.",
         "The Board may modify any time prescribed by this section."),
        ("The keeper shall answer within 10 days.",
         "The time in paragraph (a) of this section may be extended by the Board."),
        ("A keeper shall trim each wick.",
         "This section applies to all lamps except lamps of brass."),
        ("The Board shall show its documents to a keeper.",
         "The Board may withhold a document of the crown."),
    ],
)  # fmt: skip
def test_a_paragraph_that_takes_something_out_limits_the_rule_beside_it(
    tmp_path: Path, rule: str, other: str
) -> None:
    with regulation(tmp_path, "7 <Lamps.>", f"7-a {rule}", f"7-b {other}") as law:
        assert limits(asked(law, "7:a")) == ["7:b"]
        assert limits(asked(law, "7:b")) == []


@pytest.mark.req("S5")
@pytest.mark.parametrize(
    "other",
    [
        "<Loss of exemption.> A town that loses its name shall light each lamp.",
        "<Exemption statement.> The keeper shall sign a statement.",
        "If a keeper is not required to comply with paragraph (a) of this section, the Board pays.",
        "A keeper who is not required to comply with paragraph (a) of this section pays a fee.",
        "A lamp subject to paragraph (a) of this section is painted white.",
        "A keeper may, but is not required to, light each lamp twice.",
        "The Board pays in cases to which paragraph (a) of this section does not apply.",
        "A letter that is exempt from the post tax under paragraph (a) of this section is sealed.",
        "The keeper shall burn oil regardless of whether a lamp is lit under paragraph (a) of this "
        "section.",
    ],
)
def test_a_paragraph_that_only_speaks_of_the_rule_does_not_limit_it(
    tmp_path: Path, other: str
) -> None:
    with regulation(
        tmp_path, "7 <Lamps.>", "7-a The keeper shall light each lamp.", f"7-b {other}"
    ) as law:
        assert limits(asked(law, "7:a")) == []
        assert limits(asked(law, "7:b")) == []


@pytest.mark.req("S5")
def test_an_item_that_frees_limits_the_words_that_lead_into_it(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "7 <Lamps.>",
        "7-a The keeper shall furnish light where it is wanted.",
        "7-a-1 In choosing a lamp, the keeper shall ask the harbour master.",
        "7-a-2 The keeper need not buy candles or torches.",
    ) as law:
        assert own_limits(asked(law, "7:a")) == ["The keeper need not buy candles or torches."]


@pytest.mark.req("S5")
def test_what_a_term_does_not_include_limits_what_it_means_elsewhere(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "2 <Definitions.> For purposes of this part:",
        "2-a Keeper means a person who tends a lamp.",
        "2-b <Guests.>",
        "2-b-1 Keeper does not include a guest of the tower.",
        "2-c Oil means a fuel.",
    ) as law:
        assert limits(asked(law, "2:a")) == ["2:b:1"]
        assert limits(asked(law, "2:c")) == []


@pytest.mark.req("S5")
def test_an_exception_that_names_its_rule_limits_no_other(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "7 <Lamps.>",
        "7-a The keeper shall light each lamp.",
        "7-b The keeper shall sweep the steps.",
        "7-c <Exceptions.> Paragraph (a) of this section does not apply on a feast day.",
    ) as law:
        assert limits(asked(law, "7:a")) == ["7:c"]
        assert limits(asked(law, "7:b")) == []


@pytest.mark.req("S5")
def test_a_sentence_that_says_however_limits_those_before_it_and_however_made_limits_nothing(
    tmp_path: Path,
) -> None:
    with regulation(
        tmp_path,
        "7 <Lamps.>",
        "7-a A keeper may read the book. The Board, however, may close it.",
        "7-b A lamp, however made, is lit at dusk.",
    ) as law:
        assert own_limits(asked(law, "7:a")) == ["however, may close it."]
        assert own_limits(asked(law, "7:b")) == []


@pytest.mark.req("S5")
def test_a_rule_gives_way_to_what_describes_those_it_leaves_out(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "7 <Sailors.>",
        "7-a A sailor who is not a guest as described in paragraph (b) of this section pays a fee.",
        "7-b A guest of the keeper signs the book.",
    ) as law:
        assert limits(asked(law, "7:a")) == ["7:b"]


@pytest.mark.req("S5")
def test_who_has_no_right_under_a_section_is_taken_out_of_it(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "7 <Default.> A keeper who fails to answer shall have no right to appeal pursuant to § 1099.9.",
        "9 <Appeal.> A keeper may appeal within ten days.",
    ) as law:
        assert limits(asked(law, "9")) == ["7"]


@pytest.mark.req("S5")
def test_what_a_pending_motion_is_filed_under_is_no_exception(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "7 <Books.> The books are public except if a motion filed pursuant to § 1099.9 is pending.",
        "9 <Motions.> A keeper may move that a book be closed.",
    ) as law:
        assert limits(asked(law, "7")) == []


@pytest.mark.req("S5")
def test_what_is_permitted_after_a_general_rule_limits_it(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "7 <Books.>",
        "7-a The books generally are secret. A keeper may show them to a judge.",
    ) as law:
        [said] = own_limits(asked(law, "7:a"))
    assert "judge" in str(said)


@pytest.mark.req("S5")
def test_what_a_section_takes_out_of_its_term_limits_its_rules_that_use_it(tmp_path: Path) -> None:
    with regulation(
        tmp_path,
        "7 <Signals.>",
        "7-a <Definitions.>",
        "7-a-1 For purposes of this section, night signal means any light that is shown at night.",
        "7-a-2 <Exception.> A test of the lamp does not constitute a night signal.",
        "7-b <Duty.> No keeper shall send a night signal.",
    ) as law:
        assert limits(asked(law, "7:b")) == ["7:a:2"]
