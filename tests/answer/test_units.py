"""Units of answer: what can be read alone, and ends where its meaning ends."""

from __future__ import annotations

from dataclasses import replace

from pincite.answer.records import QuotableSource, QuotedTable, QuoteSpan, SourcePin, SourceRole
from pincite.answer.reply import in_lines
from pincite.answer.units import read_as, short_provision, units, words_of


def source(text: str, pins: tuple[SourcePin, ...] = ()) -> QuotableSource:
    return QuotableSource(
        id="S1", role=SourceRole.RULE, key=1, document="urn:lex:xm:act-1", chunk_id="c", urn="u",
        locator="s 1", title="Beaches Act", text=text, start=0, end=len(text), content_hash="h",
        pins=pins,
    )  # fmt: skip


def pinned(*parts: tuple[int, str, str]) -> QuotableSource:
    """Of parts by depth, label and own words; a part ends before the next that is no deeper."""
    text = ""
    starts: list[tuple[int, int, int]] = []
    for depth, label, words in parts:
        start = len(text)
        text += f"{label} "
        starts.append((start, len(text), depth))
        text += f"{words} "
    text = text.rstrip()
    pins: list[SourcePin] = []
    for at, (start, body, depth) in enumerate(starts):
        later = [s for s, _, d in starts[at + 1 :] if d <= depth]
        pins.append(SourcePin(start, body, min(later, default=len(text)), "u", "l", depth))
    return source(text, tuple(pins))


def said(of: QuotableSource) -> list[str]:
    return [words_of(of, unit) for unit in units(of)]


def test_an_item_is_read_with_every_lead_in_above_it() -> None:
    law = pinned(
        (0, "6. Beaches", "No one may—"),
        (1, "(a)", "drink alcohol on the beach;"),
        (1, "(b)", "on a day of rest—"),
        (2, "(i)", "play loud music before noon; or"),
        (2, "(ii)", "light a fire there."),
    )
    assert said(law) == [
        "No one may— drink alcohol on the beach;",
        "No one may— on a day of rest— play loud music before noon; or",
        "No one may— on a day of rest— light a fire there.",
    ]


def test_every_span_slices_back_and_lies_in_order() -> None:
    law = pinned((0, "1.", "An owner must:"), (1, "(a)", "give notice in writing; and"),
                 (1, "(b)", "wait for two days."))  # fmt: skip
    for unit in units(law):
        spans = unit.spans()
        assert [law.text[slice(*span)].strip() == law.text[slice(*span)] for span in spans]
        assert list(spans) == sorted(spans)


def test_a_unit_does_not_end_before_what_limits_it() -> None:
    flat = source(
        "An owner may not enter without notice. However, this does not apply in an emergency. "
        "The Registrar keeps a list of owners."
    )
    assert said(flat) == [
        "An owner may not enter without notice. However, this does not apply in an emergency.",
        "The Registrar keeps a list of owners.",
    ]


def test_what_refers_back_is_read_with_what_it_refers_to() -> None:
    flat = source("A tenant may appeal to the court. Such appeal must be made within 21 days.")
    assert said(flat)[1] == (
        "A tenant may appeal to the court. Such appeal must be made within 21 days."
    )


def test_a_long_sentence_is_read_item_by_item() -> None:
    long = "with all that belongs to it and whatever else may be found there at that time " * 3
    flat = source(
        f"The keeper shall: (a) lock the gate {long}; (b) feed the goats {long}; and "
        f"(c) count the lamps {long}."
    )
    found = said(flat)
    assert len(found) == 3
    assert all(words.startswith("The keeper shall: (") for words in found)


def test_the_first_item_that_is_left_of_a_list_leads_into_no_other() -> None:
    items = (
        "(b) that all works made under this agreement belong fully to the client" + " alone" * 40,
        "(c) to give the client every help that it needs with a patent;",
        "(d) not to use inventions of others in the work for the client;",
    )
    law = source(f"{items[0]}; {items[1]} {items[2]}")
    assert [unit.leads for unit in units(law)] == [(), (), ()]
    led = source(f"(1) The agent promises {'always ' * 60}— {items[1]} {items[2]}")
    assert all(unit.leads for unit in units(led))


def test_a_paragraph_that_ends_its_sentence_leads_into_nothing() -> None:
    law = pinned((0, "2.", "Dogs are kept on a lead."), (1, "(1)", "A fine is ten crowns."))
    assert said(law) == ["Dogs are kept on a lead.", "A fine is ten crowns."]


def test_what_is_read_names_the_act_and_the_heading() -> None:
    law = pinned((0, "6. Animals", "No one may—"), (1, "(a)", "bring a horse there;"))
    (unit,) = units(law)
    assert read_as(law, unit) == ("Beaches Act | 6. Animals (a) | No one may— bring a horse there;")


def test_a_note_is_no_unit() -> None:
    law = source("1. Goats are fed at noon. Amended by act 3.", (
        SourcePin(0, 3, 25, "u", "l", 0), SourcePin(26, 26, 43, "u", "l", 0, note=True),
    ))  # fmt: skip
    assert said(law) == ["Goats are fed at noon."]


def test_who_wrote_a_mail_is_read_with_each_sentence_of_it() -> None:
    text = "From: Petra Lund <petra@example.org>\n\nThe roof was repaired on Friday."
    at = text.index("The roof")
    pins = tuple(
        SourcePin(start, start, end, "", "", 0) for start, end in ((0, at), (at, len(text)))
    )
    (unit,) = units(source(text, pins))
    assert text[slice(*unit.span)] == "The roof was repaired on Friday."
    assert unit.heading.startswith("From: Petra Lund")


def test_a_short_provision_ends_before_its_notes() -> None:
    text = "1. Goats are fed at noon. Sheep are fed at one. Amended by act 3."
    law = source(text, (
        SourcePin(0, 3, 65, "u", "l", 0), SourcePin(3, 3, 25, "u:1", "l", 1),
        SourcePin(26, 26, 47, "u:2", "l", 1), SourcePin(48, 48, 65, "u:n", "l", 1, note=True),
    ))  # fmt: skip
    pin = short_provision(law, units(law)[0])
    assert pin is not None
    assert text[pin.body : pin.end].strip() == "Goats are fed at noon. Sheep are fed at one."


def test_a_provision_is_not_quoted_around_a_note() -> None:
    text = "1. Goats are fed at noon. Amended by act 3. Sheep are fed at one."
    law = source(text, (
        SourcePin(0, 3, 65, "u", "l", 0), SourcePin(3, 3, 25, "u:1", "l", 1),
        SourcePin(26, 26, 43, "u:n", "l", 1, note=True), SourcePin(44, 44, 65, "u:2", "l", 1),
    ))  # fmt: skip
    pin = short_provision(law, units(law)[0])
    assert pin is not None
    assert text[pin.body : pin.end].strip() == "Goats are fed at noon."


def test_capitals_are_a_heading_unless_they_are_a_long_sentence() -> None:
    heading, clause = (
        "COUNT ONE: DEPOSIT IN EXCESS OF THE MAXIMUM",
        "THE SELLER IS NOT LIABLE FOR LOSS OF PROFIT.",
    )
    cut = [len(heading), len(heading) + 1]
    pins = (
        SourcePin(0, 0, cut[0], "u", "l", 0),
        SourcePin(cut[1], cut[1], cut[1] + len(clause), "u", "l", 0),
    )
    assert said(source(f"{heading} {clause}", pins)) == [clause]


def test_words_that_open_a_list_which_is_not_there_are_no_unit() -> None:
    assert said(source("The motion was heard on Friday. The judge orders that:")) == [
        "The motion was heard on Friday."
    ]


def test_a_row_of_a_table_is_read_with_its_first_row() -> None:
    rows = ["Ground Period of notice", "Sale of the dwelling Ninety days", "Arrears Thirty days"]
    text = "\n".join([*rows, "A notice is in writing."])
    starts = tuple(text.index(row) for row in rows)
    table = QuotedTable(starts, starts[-1] + len(rows[-1]))
    pins = (
        SourcePin(0, 0, len(text), "u", "l", 0),
        SourcePin(0, 0, table.end, "u:table-1", "l", 1),
        SourcePin(table.end + 1, table.end + 1, len(text), "u:1", "l", 1),
    )
    law = replace(source(text, pins), tables=(table,))
    assert said(law) == [
        f"{rows[0]} {rows[1]}",
        f"{rows[0]} {rows[2]}",
        "A notice is in writing.",
    ]
    assert law.in_table(QuoteSpan(starts[1], table.end))
    assert not law.in_table(QuoteSpan(starts[1], len(text)))
    assert in_lines(text, law.breaks(QuoteSpan(0, len(text)))) == (*rows, "A notice is in writing.")
    assert in_lines(rows[1], law.breaks(QuoteSpan(starts[1], starts[2] - 1))) == (rows[1],)


def test_a_heading_is_read_with_the_sentence_that_it_runs_into_and_never_alone() -> None:
    law = pinned(
        (0, "4.", "Fees. The tenant pays the fees of the register."),
        (0, "5.", "Categories of requesters."),
        (1, "(a)", "A paper pays half of the fee."),
    )
    assert said(law) == [
        "Fees. The tenant pays the fees of the register.",
        "A paper pays half of the fee.",
    ]
