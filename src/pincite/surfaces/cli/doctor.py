"""`pincite doctor`: what this machine has, whether the library is whole, and what to do."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path

import typer

from pincite import library
from pincite.api.keys import keys_of
from pincite.errors import ModelError, PinciteError
from pincite.library import Library
from pincite.settings import MIB, Settings, read_settings
from pincite.surfaces.cli.console import Session

_ENGINES = (
    "lxml",
    "pypdfium2",
    "tantivy",
    "faiss-cpu",
    "onnxruntime",
    "tokenizers",
    "fastapi",
    "mcp",
)
_LEAST_MIB = 500
_ENCODED = 0.99


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report; `ok` is None where a thing is missing but not needed."""

    name: str
    ok: bool | None
    detail: str
    fix: str = ""


def doctor(context: typer.Context) -> None:
    """What this machine has, and whether the library is whole."""
    session = Session.of(context)
    found = examine(session.folder)
    session.emit(found, lambda: as_text(found))
    if any(finding.ok is False for finding in found):
        raise typer.Exit(1)


def examine(folder: Path | None) -> list[Finding]:
    settings = read_settings()
    newer = "Install a newer Python, and make the virtual environment anew."
    found = [
        Finding("python", sys.version_info >= (3, 11), platform.python_version(), newer),
        Finding("sqlite", sqlite3.sqlite_version_info >= (3, 37), sqlite3.sqlite_version, newer),
        *(Finding(name, *_installed(name)) for name in _ENGINES),
        Finding("cores", True, str(os.cpu_count())),
        _recognition(settings.ocr_languages),
        *(
            Finding(tool, True if shutil.which(tool) else None, shutil.which(tool) or use)
            for tool, use in (
                ("psql", "not installed; wanted for team scale"),
                ("chromium", "not installed; wanted for browser tests"),
            )
        ),
        *_models(settings),
        _disk(folder or settings.library),
        _keys(settings, folder),
    ]
    place = folder or settings.library
    try:
        with library.open(place, settings=settings) as opened:
            checked = opened.verify()
            found.append(Finding("library", not checked.problems, f"{place}, {_held(opened)}"))
            found += [
                Finding("damage", False, problem, "Restore a backup, or load the law anew.")
                for problem in checked.problems
            ]
            found += _vectors(opened)
            found += [
                Finding("index", None, problem, "It was made again from the law; nothing is lost.")
                for problem in checked.indexes
            ]
            found.append(_index(opened))
    except PinciteError as error:
        ok = None if error.code == "no_library" else False
        found.append(Finding("library", ok, error.message, error.hint))
    return [finding if finding.ok is not True else replace(finding, fix="") for finding in found]


def _installed(name: str) -> tuple[bool, str, str]:
    try:
        return True, metadata.version(name), ""
    except metadata.PackageNotFoundError:
        return False, "not installed", "Install Pincite anew: its requirements are not all there."


def _models(settings: Settings) -> list[Finding]:
    from pincite.encoders import encoders
    from pincite.encoders.load import find_model

    told = [
        Finding(f"model: {does}", None, error.message, error.hint)
        for does, error in encoders(settings).missing.items()
    ]
    try:
        if settings.reader_model:
            find_model(settings.models_folder, settings.reader_model, "pairs")
    except ModelError as error:
        told.append(Finding("model: reader", None, error.message, error.hint))
    return told or [Finding("models", True, str(settings.models_folder))]


def _disk(place: Path) -> Finding:
    there = next(
        folder for folder in (place.absolute(), *place.absolute().parents) if folder.exists()
    )
    free = shutil.disk_usage(there).free // MIB
    fix = "Free some: indexes and loads need room to be written whole."
    return Finding("disk", free >= _LEAST_MIB, f"{free:,} MiB free", fix)


def _keys(settings: Settings, folder: Path | None) -> Finding:
    try:
        keys = keys_of(settings, folder)
        count, closed = len(keys.all()), keys.closed
    except PinciteError as error:
        return Finding("keys", False, error.message, error.hint)
    if closed and not count:
        fix = "`pincite key create NAME` makes one."
        return Finding("keys", None, "all were revoked: nobody is served over HTTP", fix)
    return Finding("keys", True, f"{count}" if count else "none: only this machine is served")


def _held(opened: Library) -> str:
    stats = opened.stats()
    return f"{stats['chunk']:,} passages"


def _index(opened: Library) -> Finding:
    status = opened.search_index.status()
    told = f"{status.documents} of {status.held} documents, {status.encoded:.0%} encoded by meaning"
    whole = status.documents == status.held and (status.encoded > _ENCODED or not status.held)
    return Finding("index", True if whole else None, told, "`pincite index` brings it up to date.")


def _vectors(opened: Library) -> list[Finding]:
    server = opened.search_index.server
    if server is None:
        return []
    try:
        can = server.capabilities
    except PinciteError as error:
        return [Finding("vectors", False, error.message, error.hint)]
    lacks = "" if can.sparse else "; it has no sparse vectors, which are searched here"
    return [Finding("vectors", True, f"{server.address}, {can.version}{lacks}")]


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
    lines: list[str] = []
    for finding in found:
        lines.append(f"{marks[finding.ok]:<4} {finding.name:<14} {finding.detail}")
        if finding.fix:
            lines.append(f"{'':<19} → {finding.fix}")
    return "\n".join(lines)
