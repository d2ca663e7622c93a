"""The series of reports, and the courts with numbers of their own, of other countries."""

from __future__ import annotations

import functools
import re
import tomllib
from importlib import resources
from typing import NamedTuple

_loose = re.compile(r"[. ’']+")


class Series(NamedTuple):
    """Each as it is written without dots, under its letters alone."""

    paged: dict[str, str]
    courts: dict[str, str]
    yearly: dict[str, str]
    numbered: tuple[str, ...]

    def of(self, written: str) -> str:
        """The series that is written so, with its number if it has one ("3d"); "" if none is."""
        whole = letters(written)
        found = self.paged.get(whole) or self.courts.get(whole)
        if found is None and whole.endswith(")"):
            name, _, bracket = written.partition(" (")
            found = self.paged.get(letters(name))
            return f"{found} ({bracket}" if found else ""
        return found or ""


@functools.cache
def series() -> Series:
    file = resources.files("pincite.citations") / "grammars" / "law-reports.toml"
    data: dict[str, str] = tomllib.loads(file.read_text("utf-8"))

    def listed(part: str) -> dict[str, str]:
        names = (" ".join(name.split()) for name in data[part].split("|"))
        return {letters(name): name for name in names}

    numbered = tuple(listed("numbered").values())
    return Series(listed("series"), listed("courts"), listed("yearly"), numbered)


def letters(name: str) -> str:
    """What two spellings of one series share: "All E.R." and "All ER"."""
    return _loose.sub("", name)
