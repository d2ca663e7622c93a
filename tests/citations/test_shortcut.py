"""An act and a section lead straight to the provision, however they are written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from drafts import packed
from pincite import library
from pincite.errors import NotFound
from pincite.library import Library

ACT = "urn:lex:zw:act-2020-1"


@pytest.fixture
def lamps(tmp_path: Path) -> Iterator[Library]:
    with library.create(tmp_path / "law") as made:
        with made.store.write() as writer:
            writer.begin_version("v1", "acts", "test")
            writer.put(packed(ACT, title="Lamps Act", chapter="5:16"))
            writer.put(packed("urn:lex:zw:act-2021-2", title="Harbours Act", chapter="7:01"))
            writer.finish_version({})
        yield made


@pytest.mark.req("L4")
@pytest.mark.parametrize(
    "words",
    [
        "Lamps Act, s 1(a)",
        "s 1(a) of the Lamps Act",
        "section 1(a) of the Lamps Act [Chapter 5:16]",
        "lamps act sec. 1(a)",
        "Lamps Act section 1 (a)",
        "s 1(a), Chapter 5:16",
    ],
)
def test_act_and_section_go_straight_to_the_provision(lamps: Library, words: str) -> None:
    assert lamps.show(words).node.urn == f"{ACT}:1:a"


@pytest.mark.req("L2")
def test_a_title_with_a_typing_error_is_understood_where_only_one_can_be_meant(
    lamps: Library,
) -> None:
    [reference] = lamps.citations.understand("Harbors Act s 2 as at 2024").references
    assert reference.answer == ("urn:lex:zw:act-2021-2:2",)
    assert reference.candidates[0].title == "Harbours Act"


@pytest.mark.req("L2")
def test_what_is_held_nowhere_gives_no_answer(lamps: Library) -> None:
    with pytest.raises(NotFound):
        lamps.show("section 4 of the Ferries Act")


@pytest.mark.req("V5")
def test_the_number_of_an_icelandic_law_leads_to_it(lamps: Library) -> None:
    [reference] = lamps.citations.understand("33/1944 65. gr.").references
    assert reference.targets == ("urn:lex:is:33-1944:65",)
