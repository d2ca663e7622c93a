"""`pincite doctor`: what this machine has, and whether the library is whole."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from pincite import library
from pincite.errors import PinciteError


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report; `ok` is None where a thing is missing but not needed."""

    name: str
    ok: bool | None
    detail: str


def examine(folder: Path | None) -> list[Finding]:
    settings = library.read_settings()
    found = [
        Finding("python", sys.version_info >= (3, 11), platform.python_version()),
        Finding("sqlite", sqlite3.sqlite_version_info >= (3, 37), sqlite3.sqlite_version),
        Finding("lxml", True, ".".join(map(str, etree.LIBXML_VERSION))),
        Finding("cores", True, str(os.cpu_count())),
        _recognition(settings.ocr_languages),
        *(
            Finding(tool, True if shutil.which(tool) else None, shutil.which(tool) or use)
            for tool, use in (
                ("psql", "not installed; wanted for team scale"),
                ("chromium", "not installed; wanted for browser tests"),
            )
        ),
    ]
    place = folder or settings.library
    try:
        with library.open(place, settings=settings) as opened:
            checked = opened.verify()
            free = shutil.disk_usage(place).free // 1_000_000
            found.append(Finding("library", not checked.problems, f"{place}, {free:,} MB free"))
            found += [Finding("damage", False, problem) for problem in checked.problems]
    except PinciteError as error:
        ok = None if error.code == "no_library" else False
        found.append(Finding("library", ok, f"{error.message} ({error.hint})"))
    return found


def _recognition(wanted: str) -> Finding:
    """Whether scans can be recognised in the languages that the settings name."""
    if shutil.which("tesseract") is None:
        return Finding("tesseract", None, "not installed; wanted for scans")
    done = subprocess.run(
        ["tesseract", "--list-langs"], capture_output=True, text=True, timeout=20, check=False
    )
    there = done.stdout.split()
    missing = [name for name in wanted.split("+") if name and name not in there]
    if missing:
        packages = " ".join(f"tesseract-ocr-{name}" for name in missing)
        return Finding("tesseract", None, f"no data for {', '.join(missing)}; install {packages}")
    return Finding("tesseract", True, f"recognises {wanted or 'nothing: turned off'}")


def as_text(found: list[Finding]) -> str:
    marks = {True: "ok", False: "BAD", None: "-"}
    return "\n".join(f"{marks[one.ok]:<4} {one.name:<10} {one.detail}" for one in found)
