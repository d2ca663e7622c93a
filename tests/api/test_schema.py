"""Schemas are made from types, and demand what a body always says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, Literal, NamedTuple

import pytest

from api.test_one_api import faults
from pincite.api.access import Access, Power
from pincite.api.body import body
from pincite.api.operation import NoFields, Operation
from pincite.api.schema import response_schema, result_schema
from pincite.api.workspace import Workspace


class SampleColour(StrEnum):
    RED = "red"
    BLUE = "blue"


class SampleMark(StrEnum):
    NONE = ""
    SOME = "some"


class SampleSpan(NamedTuple):
    start: int
    end: int


@dataclass(frozen=True)
class SampleLeaf:
    """A leaf,
    in two lines."""

    name: str


@dataclass(frozen=True)
class SampleTree:
    count: int
    ratio: float
    flag: bool
    day: date
    colour: SampleColour
    mark: SampleMark
    text: str
    names: tuple[str, ...]
    pair: tuple[int, str]
    maybe: int | None
    later: date | None
    either: SampleLeaf | int | None
    way: Literal["up", "down"]
    counts: Mapping[str, int]
    span: SampleSpan
    anything: Any
    children: tuple[SampleTree, ...] = ()


def of(kind: Any, *, long: bool = False) -> Operation[NoFields]:
    def run(_workspace: Workspace, _access: Access, _asked: NoFields) -> object:
        """Does it."""

    run.__annotations__["return"] = kind
    return Operation("of", Power.READ, NoFields, run, long=long)


def tree(**changes: Any) -> SampleTree:
    fields: dict[str, Any] = {
        "count": 0, "ratio": 0.5, "flag": False, "day": date(2024, 6, 1), "colour": SampleColour.RED,
        "mark": SampleMark.NONE, "text": "", "names": (), "pair": (1, "x"), "maybe": None, "later": None,
        "either": None, "way": "up", "counts": {}, "span": SampleSpan(1, 2), "anything": None,
    }  # fmt: skip
    return SampleTree(**{**fields, **changes})


def definition(name: str) -> dict[str, Any]:
    return response_schema(of(SampleTree))["$defs"][name]


def test_what_always_says_something_is_required() -> None:
    assert definition("SampleTree")["required"] == ["count", "ratio", "flag", "day", "colour"]
    assert "required" not in definition("SampleLeaf")
    assert definition("SampleSpan")["required"] == ["start", "end"]


def test_a_type_within_itself_is_named_once() -> None:
    assert definition("SampleTree")["properties"]["children"] == {
        "type": "array",
        "items": {"$ref": "#/$defs/SampleTree"},
    }
    deep = tree(children=(tree(children=(tree(count=3),)),))
    assert faults(response_schema(of(SampleTree)), body(deep)) == []


def test_a_field_that_is_there_is_not_null() -> None:
    properties = definition("SampleTree")["properties"]
    assert properties["maybe"] == {"type": "integer"}
    assert properties["later"] == {"type": "string", "format": "date"}
    assert properties["either"] == {"anyOf": [{"$ref": "#/$defs/SampleLeaf"}, {"type": "integer"}]}
    assert properties["way"] == {"enum": ["up", "down"]}
    assert properties["colour"] == {"type": "string", "enum": ["red", "blue"]}
    assert properties["counts"] == {"type": "object", "additionalProperties": {"type": "integer"}}


def test_a_description_is_the_docstring_in_one_line() -> None:
    assert definition("SampleLeaf")["description"] == "A leaf, in two lines."
    assert "description" not in definition("SampleTree")


def test_a_list_is_an_array_with_the_definitions_of_what_it_holds() -> None:
    schema = response_schema(of(list[SampleLeaf]))
    assert schema["type"] == "array"
    assert schema["items"] == {"$ref": "#/$defs/SampleLeaf"}
    assert faults(schema, [{"name": "x"}, {}]) == []


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"count": "0"}, "$.count"),
        ({"colour": "green"}, "$.colour"),
        ({"day": "soon"}, "$.day"),
        ({"maybe": None}, "$.maybe"),
        ({"pair": [1]}, "$.pair"),
        ({"surprise": 1}, "$"),
        ({"children": [{"count": 1}]}, "$.children[0]"),
    ],
)
def test_a_body_that_does_not_hold_is_found(wrong: dict[str, Any], where: str) -> None:
    assert any(fault.startswith(f"{where}:") for fault in faults(
        response_schema(of(SampleTree)), {**body(tree()), **wrong}
    ))  # fmt: skip


def test_a_body_without_a_required_field_is_found() -> None:
    given = body(tree())
    del given["flag"]
    assert faults(response_schema(of(SampleTree)), given) == ["$: 'flag' is a required property"]


def test_a_long_operation_gives_a_job_whose_result_is_the_response() -> None:
    operation = of(SampleTree, long=True)
    job = {"id": "x", "what": "of", "state": "done", "seconds": 1.0, "seen": 0}
    assert faults(response_schema(operation), {**job, "result": body(tree())}) == []
    assert faults(response_schema(operation), {**job, "result": {"count": 1}})
    assert faults(response_schema(operation), job) == []
    assert result_schema(operation) == response_schema(of(SampleTree))
    # What is kept of types is not changed by one operation's job.
    assert response_schema(of(list[SampleLeaf], long=True)) != response_schema(operation)


def test_a_type_that_no_schema_is_known_for_is_told_at_once() -> None:
    with pytest.raises(TypeError, match="no schema for 5"):
        response_schema(of(5))
