"""The block that may open a document: `---`, lines of `key: value`, `---`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from pincite.errors import SourceMalformed

_FENCE = "---"
_entry = re.compile(r"([A-Za-z][\w -]*?)\s*:\s*(.*?)\s*")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What a document says of itself, by key, and the line of each. `length` lines are its own."""

    file: str
    length: int = 0
    values: dict[str, str] = field(default_factory=dict[str, str])
    lines: dict[str, int] = field(default_factory=dict[str, int])

    def place(self, key: str) -> str:
        return f"line {self.lines.get(key, 1)}"

    def day(self, key: str) -> date | None:
        value = self.values.get(key, "")
        if not value:
            return None
        try:
            return date.fromisoformat(value)
        except ValueError:
            raise SourceMalformed(
                f"{key} is not a date: {value!r}",
                file=self.file,
                place=self.place(key),
                hint="Write dates as YYYY-MM-DD.",
            ) from None


def read_front_matter(lines: Sequence[str], file: str) -> FrontMatter:
    begun = next((index for index, line in enumerate(lines) if line.strip()), 0)
    if not lines or lines[begun].rstrip() != _FENCE:
        return FrontMatter(file)
    values: dict[str, str] = {}
    numbers: dict[str, int] = {}
    for index in range(begun + 1, len(lines)):
        line = lines[index]
        if line.rstrip() == _FENCE:
            return FrontMatter(file, index + 1, values, numbers)
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        place = f"line {index + 1}"
        match = _entry.fullmatch(line)
        if match is None:
            raise SourceMalformed("not `key: value`", file=file, place=place)
        key = match[1].lower().replace(" ", "_").replace("-", "_")
        if key in values:
            raise SourceMalformed(f"{key} is said twice", file=file, place=place)
        values[key] = _unquoted(match[2])
        numbers[key] = index + 1
    raise SourceMalformed("the front matter does not end", file=file, place=f"line {begun + 1}")


def _unquoted(value: str) -> str:
    quotes = ('"', "'")
    if len(value) > 1 and value[0] == value[-1] and value[0] in quotes:
        return value[1:-1]
    return value
