"""Every operation has an example of its response, and it is a true one."""

from __future__ import annotations

import json

import pytest
from scripts import api_examples

from api.test_one_api import faults
from pincite.api.examples import example
from pincite.api.operation import operations
from pincite.api.schema import response_schema


@pytest.mark.parametrize("operation", operations())
def test_an_operation_has_an_example_that_holds_to_its_schema(operation: str) -> None:
    body = example(operation)
    assert body, "run scripts/api_examples.py"
    assert faults(response_schema(operations()[operation]), body) == []


def test_there_is_no_example_of_what_is_no_operation() -> None:
    assert json.loads(api_examples.FILE.read_text(encoding="utf-8")).keys() == operations().keys()


@pytest.mark.slow
def test_the_examples_are_what_the_script_makes() -> None:
    assert api_examples.FILE.read_text(encoding="utf-8") == api_examples.written()
