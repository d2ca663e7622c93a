"""JSON Schemas of responses, made from their types: what a body must look like.

Fields that say nothing are left out of a body, so only those are required that always say
something: numbers, flags, dates and names of a fixed set.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pincite.api.bodies import BODIES
from pincite.api.jobs import JobView
from pincite.api.operation import Operation

Schema = dict[str, Any]
REFERENCES = "#/$defs/"
_SIMPLE: dict[object, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    date: {"type": "string", "format": "date"},
    Path: {"type": "string"},
    type(None): {"type": "null"},
    Any: {},
    object: {},
}
_ALWAYS = (int, float, bool, date)
# A name leads to one type, in all responses together.
_named_types: dict[str, type] = {}


def response_schema(operation: Operation[Any]) -> Schema:
    """Of the body that an operation gives; of its job, where it is long."""
    return _job_schema(operation) if operation.long else result_schema(operation)


def result_schema(operation: Operation[Any]) -> Schema:
    """Of what the operation itself gives, also where that is what becomes of a job."""
    return _whole(operation.response)


def _job_schema(operation: Operation[Any]) -> Schema:
    """Of a job whose result is what the operation gives."""
    job, result = _whole(JobView), dict(result_schema(operation))
    definitions = {**job["$defs"], **result.pop("$defs", {})}
    known = {"type": "object", "properties": {"result": result}}
    return {"allOf": [{"$ref": job["$ref"]}, known], "$defs": definitions}


@cache
def _whole(kind: Any) -> Schema:
    definitions: dict[str, Schema] = {}
    schema = _schema(kind, definitions)
    return {**schema, "$defs": definitions} if definitions else schema


def _schema(kind: Any, definitions: dict[str, Schema]) -> Schema:
    if kind in _SIMPLE:
        return dict(_SIMPLE[kind])
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is typing.Annotated:
        return _schema(arguments[0], definitions)
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_schema(argument, definitions) for argument in arguments]}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema(arguments[1], definitions)}
    if isinstance(origin, type) and issubclass(origin, (Sequence, set, frozenset, Iterable)):
        items = [argument for argument in arguments if argument is not Ellipsis]
        if origin is tuple and Ellipsis not in arguments:
            every = [_schema(item, definitions) for item in items]
            return {"type": "array", "prefixItems": every, "minItems": len(every)}
        return {"type": "array", "items": _schema(items[0], definitions)}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"type": "string", "enum": [member.value for member in kind]}
    if isinstance(kind, type):
        return _named(BODIES.get(kind, kind), definitions)
    raise TypeError(f"no schema for {kind!r}")


def _named(kind: type, definitions: dict[str, Schema]) -> Schema:
    name = kind.__name__.removesuffix("Body")
    if _named_types.setdefault(name, kind) is not kind:
        raise TypeError(f"two types of the API are called {name}: {kind}, {_named_types[name]}")
    if name not in definitions:
        # Before its fields are read: a branch has branches.
        definitions[name] = {}
        definitions[name].update(_object(kind, definitions))
    return {"$ref": f"{REFERENCES}{name}"}


def _object(kind: type[Any], definitions: dict[str, Schema]) -> Schema:
    hints: dict[str, Any] = get_type_hints(kind)
    names = _fields(kind, hints)
    properties = {name: _field(hints[name], definitions) for name in names}
    required = [name for name in names if _always(hints[name])]
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        schema["required"] = required
    if kind.__doc__ and not kind.__doc__.startswith(f"{kind.__name__}("):
        schema["description"] = " ".join(kind.__doc__.split())
    return schema


def _fields(kind: Any, hints: Mapping[str, Any]) -> list[str]:
    if dataclasses.is_dataclass(kind):
        return [field.name for field in dataclasses.fields(kind)]
    return [*getattr(kind, "_fields", hints)]


def _field(kind: Any, definitions: dict[str, Schema]) -> Schema:
    """Of a field that is there: then it is not null."""
    if get_origin(kind) in (Union, types.UnionType):
        kinds = [argument for argument in get_args(kind) if argument is not type(None)]
        if len(kinds) == 1:
            return _schema(kinds[0], definitions)
        return {"anyOf": [_schema(argument, definitions) for argument in kinds]}
    return _schema(kind, definitions)


def _always(kind: Any) -> bool:
    if kind in _ALWAYS:
        return True
    return (
        isinstance(kind, type) and issubclass(kind, Enum) and all(member.value for member in kind)
    )
