"""References of a law to its own places, found and tied to URNs of the same expression."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from pincite.citations.laws import laws
from pincite.citations.laws.internal import placed
from pincite.citations.reading import CitableText, Locale
from pincite.model import Node
from pincite.model.mention import Form, Unresolved

DC = "urn:lex:us-dc:dccode"


class Piece(NamedTuple):
    depth: int
    kind: str
    urn: str
    text: str


def law(urn: str, locale: Locale, *pieces: Piece) -> CitableText:
    """An expression whose nodes each hold the words given, before those of their children."""
    starts: list[int] = []
    at = 0
    for piece in pieces:
        starts.append(at)
        at += len(piece.text) + 1
    text = "\n".join(piece.text for piece in pieces)
    nodes: list[Node] = []
    for index, piece in enumerate(pieces):
        last = index
        while last + 1 < len(pieces) and pieces[last + 1].depth > piece.depth:
            last += 1
        end = starts[last] + len(pieces[last].text)
        parent = next((i for i in range(index - 1, -1, -1) if pieces[i].depth < piece.depth), -1)
        nodes.append(
            Node(
                index,
                parent,
                last,
                piece.depth,
                piece.urn,
                "",
                piece.kind,
                "",
                "",
                starts[index],
                end,
                starts[index],
                "",
                0,
                "",
            )
        )
    return CitableText(text, locale, urn=urn, nodes=nodes)


def code(*words: str) -> CitableText:
    """A title with two chapters; the words are those of § 2-501(b)(1)."""
    return law(
        f"{DC}:title-2",
        Locale("us-dc", "en"),
        Piece(0, "work", f"{DC}:title-2", "Title 2."),
        Piece(1, "chapter", f"{DC}:title-2:chap-5", "Chapter 5."),
        Piece(2, "subchapter", f"{DC}:title-2:chap-5:subch-I", "Subchapter I."),
        Piece(3, "section", f"{DC}:2-501", "2-501 Definitions."),
        Piece(4, "subsection", f"{DC}:2-501:a", "(a) Any."),
        Piece(5, "paragraph", f"{DC}:2-501:a:1", "(1) One."),
        Piece(4, "subsection", f"{DC}:2-501:b", "(b) Other."),
        Piece(5, "paragraph", f"{DC}:2-501:b:1", "(1) " + " ".join(words)),
        Piece(5, "paragraph", f"{DC}:2-501:b:2", "(2) Two."),
        Piece(6, "subparagraph", f"{DC}:2-501:b:2:A", "(A) More."),
        Piece(4, "note", f"{DC}:2-501:note-1", "History"),
        Piece(2, "subchapter", f"{DC}:title-2:chap-5:subch-II", "Subchapter II."),
        Piece(3, "section", f"{DC}:2-502", "2-502 Next."),
        Piece(1, "chapter", f"{DC}:title-2:chap-6", "Chapter 6."),
        Piece(2, "subchapter", f"{DC}:title-2:chap-6:subch-I", "Subchapter I."),
    )


_BEGIN = code().text.index("(b) Other.")


def targets(words: str) -> list[tuple[str, ...]]:
    return [
        tuple(urn.removeprefix(f"{DC}:") for urn in one.targets)
        for one in laws(code(words))
        if one.start > _BEGIN
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("subsection (a) of this section", ("2-501:a",)),
        ("subsection (a)", ("2-501:a",)),
        ("subsection (a)(1)", ("2-501:a:1",)),
        ("paragraph (2)", ("2-501:b:2",)),
        ("paragraph (2)(A) of this subsection", ("2-501:b:2:A",)),
        ("paragraph (1) of subsection (a) of this section", ("2-501:a:1",)),
        ("subparagraph (A) of paragraph (2)", ("2-501:b:2:A",)),
        ("this subsection", ("2-501:b",)),
        ("this section", ("2-501",)),
        ("this subchapter", ("title-2:chap-5:subch-I",)),
        ("this chapter", ("title-2:chap-5",)),
        ("this title", ("title-2",)),
        ("subchapter II of this chapter", ("title-2:chap-5:subch-II",)),
        ("chapter 6 of this title", ("title-2:chap-6",)),
        ("subchapter I of chapter 6 of this title", ("title-2:chap-6:subch-I",)),
        ("subchapter I of Chapter 5 of Title 9", ("title-9:chap-5:subch-I",)),
        ("§ 2-502", ("2-502",)),
        ("the next section", ("2-502",)),
        ("subsection (a) of § 18-514", ("18-514:a",)),
        ("subsections (a) through (b) of this section", ("2-501:a", "2-501:b")),
    ],
)
def test_a_place_of_the_code_has_its_urn(words: str, expected: tuple[str, ...]) -> None:
    assert targets(f"as {words} says.") == [expected]


def test_a_list_of_places_is_one_mention_an_item() -> None:
    assert targets("subsections (a) and (b) of this section") == [("2-501:a",), ("2-501:b",)]


@pytest.mark.parametrize(
    "words", ["subsection (c) of this section", "paragraph (7)", "chapter 9 of this title"]
)
def test_a_place_that_the_text_lacks_is_reported_and_not_made_up(words: str) -> None:
    reading = code(f"as {words} says")
    mention = next(one for one in laws(reading) if one.start > _BEGIN)
    assert (mention.form, mention.targets) == (Form.INTERNAL, ())
    assert placed(reading, mention) is Unresolved.NO_SUCH_PLACE


def test_a_part_of_another_laws_section_is_not_taken_for_one_here() -> None:
    assert targets("paragraph (2) of that section") == []
    assert targets("subsection (a) of section 5 of the Clayton Act")[0] == ()


def test_a_plain_number_is_no_section_of_a_code_with_hyphened_ones() -> None:
    assert targets("as section 10 says") == [()]


def regulations(words: str) -> CitableText:
    base = "urn:lex:us:12cfr"
    return law(
        f"{base}:1005",
        Locale("us", "en"),
        Piece(0, "work", f"{base}:1005", "Part 1005."),
        Piece(1, "subpart", f"{base}:1005:subpart-B", "Subpart B."),
        Piece(2, "section", f"{base}:1005.31", "§ 1005.31 Disclosures."),
        Piece(3, "paragraph", f"{base}:1005.31:a", f"(a) {words}"),
        Piece(3, "paragraph", f"{base}:1005.31:b", "(b) Fees."),
        Piece(4, "paragraph", f"{base}:1005.31:b:1", "(1) Some."),
    )


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("paragraph (b)(1) of this section", "1005.31:b:1"),
        ("§ 1005.31(b)(1)", "1005.31:b:1"),
        ("§ 1026.5", "1026.5"),
        ("this part", "1005"),
        ("subpart B of this part", "1005:subpart-B"),
    ],
)
def test_a_place_of_the_regulations_has_its_urn(words: str, expected: str) -> None:
    reading = regulations(f"as {words} says.")
    found = [one.targets for one in laws(reading) if one.start > reading.text.index("as ")]
    assert found == [(f"urn:lex:us:12cfr:{expected}",)]


def test_a_law_quoted_in_a_note_has_a_section_of_its_own() -> None:
    base = "urn:lex:us:17usc"
    quoted = (
        "Section 2 provided that: “Nothing in this section applies to section 5 of this title.”"
    )
    reading = law(
        base,
        Locale("us", "en"),
        Piece(0, "work", base, "Title 17."),
        Piece(1, "section", f"{base}:5", "§ 5. Works."),
        Piece(2, "note", f"{base}:5:note-1", quoted),
    )
    *_, own, other = (one for one in laws(reading) if one.form is Form.INTERNAL)
    assert placed(reading, own) is Unresolved.AMBIGUOUS
    assert other.targets == (f"{base}:5",)


def test_two_sections_of_one_number_are_told_apart_by_the_act_around() -> None:
    base = "urn:lex:us:5usc-app"
    reading = law(
        base,
        Locale("us", "en"),
        Piece(0, "work", base, "Appendix."),
        Piece(1, "group", f"{base}:first-act", "First Act."),
        Piece(2, "section", f"{base}:first-act:1", "§ 1. Name."),
        Piece(2, "section", f"{base}:first-act:2", "§ 2. As section 1 says."),
        Piece(1, "group", f"{base}:second-act", "Second Act."),
        Piece(2, "section", f"{base}:second-act:1", "§ 1. Name."),
    )
    found = [one for one in laws(reading) if one.parts.get("section") == "1"]
    assert [one.targets for one in found] == [(f"{base}:first-act:1",)]
    assert found[0].key == f"{base}:first-act:1"


def test_a_sections_own_number_cites_nothing() -> None:
    reading = regulations("Nothing.")
    assert laws(reading) == []
