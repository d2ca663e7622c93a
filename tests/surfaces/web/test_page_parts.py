"""The parts that pages are made of: words, marks, facets and drawings."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.surfaces.web.address import Asked
from pincite.surfaces.web.diagram import Edge, Named, drawn
from pincite.surfaces.web.facets import facets
from pincite.surfaces.web.marking import pieces, read_spans, snippet
from pincite.surfaces.web.texts import LANGUAGES, Words, catalogue


def test_every_language_has_the_same_words() -> None:
    first, *others = [catalogue(one) for one in LANGUAGES]
    for other in others:
        assert {group: set(words) for group, words in first.items()} == {
            group: set(words) for group, words in other.items()
        }


def test_every_language_fills_in_the_same_values() -> None:
    def fields(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}

    english, icelandic = catalogue("en"), catalogue("is")
    for group, words in english.items():
        for key, text in words.items():
            assert fields(text) == fields(icelandic[group][key]), f"{group}.{key}"


def test_numbers_and_days_are_said_as_each_language_does() -> None:
    english, icelandic = Words("en"), Words("is")
    assert english.count("search.found", 1) == "1 result"
    assert english.count("search.found", 21) == "21 results"
    assert icelandic.count("search.found", 21) == "21 niðurstaða"
    assert icelandic.count("search.found", 11) == "11 niðurstöður"
    assert english.day("2024-04-01T10:00:00Z") == "1 April 2024"
    assert icelandic.day("2024-04-01") == "1. apríl 2024"
    assert english.day("2019") == "2019"
    assert english.day(None) == ""


spans = st.lists(st.tuples(st.integers(-5, 60), st.integers(-5, 60)), max_size=4)


@given(st.text(max_size=50), spans)
def test_a_marked_text_is_the_text(text: str, lit: list[tuple[int, int]]) -> None:
    ordered = [(min(one), max(one)) for one in lit]
    cut = pieces(text, ordered)
    assert "".join(one.text for one in cut) == text
    assert sum(one.first for one in cut) <= 1


def test_what_is_lit_is_the_span() -> None:
    cut = pieces("An owner may not enter.", [(3, 12)], [(0, 3, 8)])
    assert [(one.text, one.lit, one.term) for one in cut] == [
        ("An ", False, None),
        ("owner", True, 0),
        (" may", True, None),
        (" not enter.", False, None),
    ]
    assert [one.first for one in cut] == [False, True, False, False]


def test_a_snippet_begins_near_what_was_found() -> None:
    text = "word " * 400 + "deposit " + "word " * 400
    at = text.index("deposit")
    cut = snippet(text, [(at, at + 7)])
    assert [one.text for one in cut if one.lit] == ["deposit"]
    assert cut[0].text == "… "
    assert cut[-1].text == " …"
    assert sum(len(one.text) for one in cut) < 450


@pytest.mark.parametrize("written", ["", "x", "5-2", "-1-3", "1-99999999999", "1-2-3", "١-٣x"])
def test_what_is_no_span_is_left_out(written: str) -> None:
    assert read_spans(written) == []


def test_spans_are_read_from_an_address() -> None:
    assert read_spans("12-30,40-52") == [(12, 30), (40, 52)]


def test_a_facet_counts_and_links_to_a_narrower_search() -> None:
    hits = [
        {
            "source": {"kind": "act"},
            "law": {"urn": "urn:lex:xm:a", "nature": "act", "year": "2019"},
        },
        {
            "source": {"kind": "act"},
            "law": {"urn": "urn:lex:is:b", "nature": "act", "year": "2021"},
        },
        {"source": {"kind": "si"}, "law": {"urn": "urn:lex:xm:c", "nature": "si", "year": "2019"}},
    ]
    asked = Asked(q="deposit", mode="search", year=["2019"])
    found = {one.name: one.values for one in facets(asked, hits)}
    assert [(one.value, one.count) for one in found["type"]] == [("act", 2), ("si", 1)]
    assert [(one.value, one.count) for one in found["jurisdiction"]] == [("xm", 2), ("is", 1)]
    assert found["type"][0].address == "/?q=deposit&mode=search&type=act&year=2019"
    chosen = found["year"][0]
    assert (chosen.value, chosen.chosen) == ("2019", True)
    assert "year=" not in chosen.address


def test_a_drawing_is_the_same_every_time_and_holds_every_edge() -> None:
    left = [Named("a", "Act A"), Named("b", "Act B")]
    right = [Named("c", "Act C", "/network?of=c")]
    edges = [Edge("a", "c", 4), Edge("b", "c", 1)]
    first, again = (drawn([("citing", left), ("cited", right)], edges) for _ in range(2))
    assert first == again
    assert len(first.edges) == 2
    assert first.edges[0].width > first.edges[1].width
    for one in first.nodes:
        assert one.x >= 0
        assert one.x + one.width <= first.width
        assert one.y + one.height <= first.height
