"""The bundled law, loaded once for the tests of a file."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from pathlib import Path

from commands import Done, pincite
from pincite import library
from pincite.library import Library
from pincite.settings import Settings

LAW = Path(__file__).resolve().parent.parent.parent / "model-law"
Run = Callable[..., Done]


def bundled_law(folder: Path, models: Path, settings: Settings | None = None) -> Library:
    return filled(library.create(folder, settings=settings or Settings(models=models, workers=1)))


def filled(opened: Library) -> Library:
    """With the bundled law loaded into it."""
    for one in tomllib.loads((LAW / "loads.toml").read_text(encoding="utf-8"))["load"]:
        opened.ingest(
            *(LAW / path for path in one["paths"]),
            reader_name=one["reader"],
            version=one["version"],
            collection=one["collection"],
            day=one.get("date"),
            profile=one.get("profile"),
        )
    opened.import_synonyms(LAW / "synonyms.tsv")
    return opened


def command(library: Path, matters: Path, models: Path) -> Run:
    """The real command, in a process of its own."""
    environment = {
        **os.environ,
        "PINCITE_LIBRARY": str(library),
        "PINCITE_MATTERS": str(matters),
        "PINCITE_MODELS": str(models),
        "PINCITE_JURISDICTION": "xm",
    }

    def call(*arguments: str) -> Done:
        return pincite(*arguments, env=environment)

    return call
