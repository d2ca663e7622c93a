"""A body is plain, and says nothing that says nothing."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pincite.api.body import as_json, body, plain
from pincite.errors import InputError


@dataclass(frozen=True)
class Inner:
    name: str = ""
    when: date | None = None


@dataclass(frozen=True)
class Outer:
    text: str = "words"
    empty: str = ""
    nothing: None = None
    none_of_them: tuple[str, ...] = ()
    named: dict[str, Any] = field(default_factory=dict)
    zero: int = 0
    nought: float = 0.0
    no: bool = False
    inner: Inner = Inner()


class Pair(NamedTuple):
    left: int
    right: str


def test_fields_that_say_nothing_are_left_out() -> None:
    assert body(Outer()) == {"text": "words", "zero": 0, "nought": 0.0, "no": False}


@pytest.mark.parametrize("value", [0, 0.0, False])
def test_zero_and_false_say_something(value: object) -> None:
    assert body({"counted": value}) == {"counted": value}
    assert type(body({"counted": value})["counted"]) is type(value)


def test_what_holds_only_nothing_says_nothing() -> None:
    assert body({"outer": {"inner": {"innermost": ""}}, "kept": 1}) == {"kept": 1}


def test_what_stands_in_a_list_keeps_its_place() -> None:
    """Else the second would be the first."""
    assert body({"pair": ["", None, 0]}) == {"pair": ["", None, 0]}
    assert body([{"empty": ""}, {"name": "x"}]) == [{}, {"name": "x"}]


def test_a_list_that_is_the_whole_body_stays() -> None:
    assert body([]) == []


def test_every_field_is_there_for_a_page_that_shows_it_here() -> None:
    assert plain(Outer()).keys() == {
        "text", "empty", "nothing", "none_of_them", "named", "zero", "nought", "no", "inner",
    }  # fmt: skip


def test_kinds_become_plain() -> None:
    given = {"day": date(2024, 6, 1), "path": Path("a/b"), "pair": Pair(1, "x"), 5: ("y",)}
    assert plain(given) == {
        "day": "2024-06-01", "path": "a/b", "pair": {"left": 1, "right": "x"}, "5": ["y"],
    }  # fmt: skip
    assert plain(InputError("wrong", hint="do this")) == {
        "error": "bad_input", "message": "wrong", "hint": "do this", "retryable": False,
    }  # fmt: skip


def test_json_is_of_the_body_with_letters_as_they_are() -> None:
    assert json.loads(as_json(Outer(text="Þjóð"))) == body(Outer(text="Þjóð"))
    assert "Þjóð" in as_json(Outer(text="Þjóð"))
    assert "\n" not in as_json(Outer(), indent=None)
