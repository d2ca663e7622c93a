"""Numbered statutes and regulations as plain text."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from drafts import node_at, said_at
from ingest.plain_texts import (
    ACT,
    FRONT,
    ICELANDIC,
    REGULATION,
    read_text,
    tails_of,
)
from pincite.model.locator import locator
from pincite.text import canonicalize


def test_act_is_read_as_it_is_drafted(tmp_path: Path) -> None:
    draft = read_text(tmp_path, FRONT + ACT)
    assert tails_of(draft) == [
        "preamble", "part-I", "1", "2", "2:1", "2:1:def-keeper", "2:1:def-keeper:a",
        "2:1:def-keeper:b", "2:1:def-lamp", "2:2", "part-II", "3", "3:1", "3:1:a", "3:1:b",
        "3:1:b:i", "3:1:b:ii", "3:1:b:ii:A", "3:1:b:ii:B", "3:1:b:iii", "3:1:cont-1", "3:2", "3:3",
        "3:3:a", "3:3:b", "3:3:cont-1", "3:3:note-1", "4", "sched-1", "sched-1:1", "sched-1:2",
        "sched-2", "sched-2:1",
    ]  # fmt: skip


def test_every_word_reaches_the_text_once_and_in_order(tmp_path: Path) -> None:
    assert read_text(tmp_path, FRONT + ACT).text == canonicalize(ACT)


def test_numbers_headings_and_places_come_from_the_source(tmp_path: Path) -> None:
    draft = read_text(tmp_path, FRONT + ACT)
    lines = (FRONT + ACT).splitlines()
    part, section, schedule = (
        node_at(draft, "part-II"),
        node_at(draft, "3"),
        node_at(draft, "sched-1"),
    )
    assert (part.num, part.heading) == ("PART II", "KEEPERS")
    assert (section.num, section.heading) == ("3.", "Appointment of keepers")
    assert (schedule.num, schedule.heading) == ("FIRST SCHEDULE", "(Section 3) FEES")
    assert section.place == f"line {lines.index('3. Appointment of keepers') + 1}"


def test_wrapped_reference_opens_no_level(tmp_path: Path) -> None:
    draft = read_text(tmp_path, FRONT + ACT)
    assert said_at(draft, "2:1:def-keeper:b").endswith("subsection (2) of section 3;")
    assert said_at(draft, "4").endswith("in terms of (b) above or otherwise.")


def test_words_after_a_list_continue_the_subsection(tmp_path: Path) -> None:
    draft = read_text(tmp_path, FRONT + ACT)
    assert said_at(draft, "3:1:cont-1") == "and has paid the fee."
    assert said_at(draft, "3:3:cont-1") == "Provided that he may hum."


def test_proviso_between_items_stays_with_its_item(tmp_path: Path) -> None:
    text = "1. Lamps\n\n(a) oil:\n\nProvided that it is clean;\n\n(b) gas."
    draft = read_text(tmp_path, FRONT + text)
    assert said_at(draft, "1:a") == "(a) oil: Provided that it is clean;"


def test_second_list_stands_in_the_words_that_lead_to_it(tmp_path: Path) -> None:
    text = (
        "1. Offences\n\nWho—\n\n(a) sleeps; or\n\n(b) sings;\n\n"
        "is liable—\n\n(a) to a fine; or\n\n(b) to prison."
    )
    assert tails_of(read_text(tmp_path, FRONT + text)) == [
        "1", "1:a", "1:b", "1:cont-1", "1:cont-1:a", "1:cont-1:b",
    ]  # fmt: skip


def test_definitions_notes_and_repeals_are_marked(tmp_path: Path) -> None:
    draft = read_text(tmp_path, FRONT + ACT)
    assert node_at(draft, "2:1:def-keeper").attrs == {"defines": "keeper"}
    assert node_at(draft, "3:2").status == "repealed"
    assert node_at(draft, "3:3:note-1").kind == "note"
    assert [node.urn for node in draft.nodes if node.status] == [node_at(draft, "3:2").urn]


def test_letter_i_and_roman_one_are_told_apart(tmp_path: Path) -> None:
    letters = "".join(f"({x}) item {x};\n" for x in "abcdefgh")
    text = f"1. List\n\nThe following—\n{letters}(i) any of—\n(i) one;\n(ii) two;\n(j) ten."
    assert tails_of(read_text(tmp_path, FRONT + text))[-5:] == [
        "1:h",
        "1:i",
        "1:i:i",
        "1:i:ii",
        "1:j",
    ]


def test_numbered_list_inside_a_section_does_not_begin_sections(tmp_path: Path) -> None:
    text = "12. Lamps\n\nEvery lamp has—\n\n1. oil;\n\n2. a wick.\n\n13. Wicks\n\nThey burn."
    assert tails_of(read_text(tmp_path, FRONT + text)) == ["12", "13"]


def test_marker_may_follow_a_marker(tmp_path: Path) -> None:
    text = "1. (1) (a) Oil;\n\n(b) gas.\n\n(2) Wicks."
    assert tails_of(read_text(tmp_path, FRONT + text)) == ["1", "1:1", "1:1:a", "1:1:b", "1:2"]


def test_sentence_about_a_part_does_not_begin_one(tmp_path: Path) -> None:
    text = (
        "PART I – LAMPS\n\n1. Lamps\n\nLamps burn.\n\nPart II applies to wicks.\n\nSchedule 1 too."
    )
    assert tails_of(read_text(tmp_path, FRONT + text)) == ["part-I", "1"]


def test_words_before_the_first_level_are_a_preface(tmp_path: Path) -> None:
    draft = read_text(tmp_path, FRONT + "ENACTED by Parliament.\n\n1. Lamps\n\nThey burn.")
    assert said_at(draft, "preface") == "ENACTED by Parliament."


def test_state_regulation_is_named_as_lawyers_cite_it(tmp_path: Path) -> None:
    draft = read_text(tmp_path, REGULATION, "regulation", date=date(2024, 1, 1))
    law = draft.expression
    assert (law.urn, law.title, law.start) == (
        "urn:lex:ma:940cmr:3.00",
        "General Regulations",
        date(2024, 1, 1),
    )
    tails = tails_of(draft, "urn:lex:ma:940cmr")
    assert tails == [
        "3.16", "3.16:1", "3.16:2", "3.17", "3.17:1", "3.17:1:a", "3.17:1:a:1", "3.17:1:a:2",
        "3.17:1:a:2:a", "3.17:1:a:2:b", "3.17:1:b", "3.17:4", "3.17:4:a",
    ]  # fmt: skip


def test_regulation_may_also_count_its_sections_plainly(tmp_path: Path) -> None:
    text = (
        "PART I\nGENERAL\n\n1. Title\n\n(1) One.\n\n2. Fees\n\nThey are—\n\n(a) two;\n\n(b) three."
    )
    assert tails_of(read_text(tmp_path, FRONT + text, "regulation")) == [
        "part-I", "1", "1:1", "2", "2:a", "2:b",
    ]  # fmt: skip


def test_numbered_items_inside_plainly_numbered_regulations_are_no_sections(
    tmp_path: Path,
) -> None:
    text = "1. Lamps\n\n(a) have—\n\n1. oil;\n\n2. a wick.\n\n(b) burn.\n\n2. Fees\n\nNone."
    assert tails_of(read_text(tmp_path, FRONT + text, "regulation")) == [
        "1", "1:a", "1:a:1", "1:a:2", "1:b", "2",
    ]  # fmt: skip


def test_icelandic_paragraphs_are_named_by_their_place(tmp_path: Path) -> None:
    draft = read_text(tmp_path, ICELANDIC, "icelandic")
    assert draft.expression.urn == "urn:lex:is:33-1999"
    assert (draft.expression.language, draft.expression.style) == ("is", "is")
    assert tails_of(draft) == [
        "chap-I", "1", "1:1", "1:2", "1:2:1", "1:2:2", "1:2:2:a", "1:2:2:b", "1:2:cont-1", "1:3",
        "2", "2:1", "2a", "2a:1", "3", "3:1", "bradabirgda", "4", "4:1",
    ]  # fmt: skip
    assert said_at(draft, "1:2:cont-1") == "nema annað sé ákveðið."
    assert said_at(draft, "1:3") == "Ráðherra setur reglugerð."
    assert node_at(draft, "2a").status == "repealed"
    assert node_at(draft, "1").heading == "Gildissvið"
    chain = [node_at(draft, tail) for tail in ("chap-I", "1", "1:2", "1:2:1")]
    assert locator(draft.expression, chain) == "Lög nr. 33/1999 - 1. gr., 2. mgr., 1. tölul."
