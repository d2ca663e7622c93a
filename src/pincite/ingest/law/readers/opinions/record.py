"""One record of a file of decisions: where it stands, and its fields, checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from pincite.errors import SourceMalformed
from pincite.model import Source


@dataclass(frozen=True, slots=True)
class OpinionRecord:
    """Where a record stands, for errors; its methods read and check the fields of the record."""

    source: Source
    place: str

    @property
    def file(self) -> str:
        return self.source.name

    def text(self, value: dict[str, Any], key: str) -> str:
        """The string at `key`, '' where there is none. Raises SourceMalformed for anything else."""
        text = value.get(key)
        if text is None:
            return ""
        if not isinstance(text, str):
            raise SourceMalformed(f"{key} is not a string", file=self.file, place=self.place)
        return text


def as_object(value: object) -> dict[str, Any]:
    """An object of JSON; empty where the value is anything else."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """A list of JSON; empty where the value is anything else."""
    return cast("list[Any]", value) if isinstance(value, list) else []
