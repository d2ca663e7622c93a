"""What was typed, as the request of an operation; what is wrong with it, by the option's name."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, get_args

import typer
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from pincite.api.operation import Request
from pincite.errors import InputError
from pincite.model.dates import as_date


def request_of(
    kind: type[Request], fields: Mapping[str, Any], context: typer.Context | None
) -> Request:
    """Commands call their parameters as requests call their fields. Raises InputError, BadDate."""
    given = {name: _dated(kind, name, value) for name, value in fields.items()}
    try:
        return kind(**given)
    except ValidationError as problem:
        told = [_told(error, context) for error in problem.errors(include_url=False)]
        command = context.command_path if context else "pincite"
        raise InputError("; ".join(told), hint=f"See `{command} --help`.") from None


def _dated(kind: type[Request], name: str, value: Any) -> Any:
    """A day is read as everywhere: a number of seconds is none."""
    field = kind.model_fields.get(name)
    dated = field is not None and date in (field.annotation, *get_args(field.annotation))
    return as_date(value) if dated else value


def _told(error: ErrorDetails, context: typer.Context | None) -> str:
    name = str(error["loc"][0]) if error["loc"] else ""
    limits = error.get("ctx", {})
    match error["type"]:
        case "missing" | "string_too_short" | "too_short":
            wrong = "is missing"
        case "string_too_long":
            wrong = f"may have {limits['max_length']} characters at most"
        case "too_long":
            wrong = f"may be given {limits['max_length']} times at most"
        case "greater_than_equal":
            wrong = f"must be {limits['ge']} or more"
        case "less_than_equal":
            wrong = f"must be {limits['le']} or less"
        case "literal_error":
            wrong = f"must be {limits['expected']}"
        case _:
            wrong = f"cannot be used: {error['msg']}"
    return f"{_as_typed(name, context)} {wrong}"


def _as_typed(name: str, context: typer.Context | None) -> str:
    """The option or argument that fills a field."""
    for parameter in context.command.params if context else ():
        if parameter.name == name:
            if parameter.param_type_name == "option":
                return parameter.opts[0]
            return str(getattr(parameter, "metavar", "") or name.upper())
    return f"--{name}"
