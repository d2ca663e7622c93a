"""The places that law is of, by the titles of its works, and by what people call them."""

from __future__ import annotations

import pytest

from pincite.search.places import places_named, places_of

TITLES = [
    ("za-jhb", "City of Johannesburg: Public Roads By-law"),
    ("za-eth", "eThekwini Municipality: Beaches By-law"),
    ("za-cpt", "City of Cape Town: Animal By-law"),
    ("xm", "Marchmere Council Act"),
]


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("May I keep three dogs in Johannesburg?", ["za-jhb"]),
        ("may i keep three dogs in joburg", ["za-jhb"]),
        ("Am I allowed to braai on a Durban beach?", ["za-eth"]),
        ("cape town or jozi?", ["za-cpt", "za-jhb"]),
        # Nothing that is held is of Pretoria.
        ("May I keep three dogs in Pretoria?", []),
        ("May I keep three dogs at home?", []),
    ],
)
def test_a_place_goes_by_its_title_and_by_what_it_is_called(
    question: str, named: list[str]
) -> None:
    assert places_named(question, places_of(TITLES)) == named
