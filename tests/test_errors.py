from __future__ import annotations

import pickle

import pytest

from pincite import errors
from pincite.errors import ROWS, LoadRefused, PinciteError, SourceError, SourceMalformed


def tree(kind: type[PinciteError] = PinciteError) -> list[type[PinciteError]]:
    return [kind, *(one for below in kind.__subclasses__() for one in tree(below))]


@pytest.mark.parametrize("kind", tree(), ids=lambda kind: kind.__name__)
def test_every_error_has_a_row_a_hint_and_a_place_in_the_drawing(kind: type[PinciteError]) -> None:
    assert kind.code in ROWS
    assert kind.default_hint
    assert kind.__name__ in errors.__doc__


def test_every_row_belongs_to_an_error_and_is_whole() -> None:
    assert set(ROWS) == {kind.code for kind in tree()}
    for row in ROWS.values():
        assert 400 <= row.http < 600
        assert 0 < row.exit < 128
        assert row.mcp < 0
        assert row.whatsapp


@pytest.mark.parametrize(
    "error",
    [
        PinciteError("x"),
        SourceMalformed("broken", file="a.xml", place="line 3", hint="mend it"),
        LoadRefused("no", reasons=["a", "b"]),
    ],
)
def test_errors_cross_processes_whole(error: PinciteError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.as_dict()) == (type(error), str(error), error.as_dict())


def test_a_source_error_names_file_and_place() -> None:
    assert str(SourceError("broken", file="a.xml", place="line 3")) == "a.xml, line 3: broken"
