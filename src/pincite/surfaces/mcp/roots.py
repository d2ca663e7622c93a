"""The folders of this machine that a client may have read."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from pincite.errors import InputError
from pincite.settings import Settings


def roots(settings: Settings, more: Iterable[Path] = ()) -> tuple[Path, ...]:
    """Those that the settings name, and these. Raises InputError where one is not there."""
    named = [Path(folder) for folder in settings.roots.split(os.pathsep) if folder.strip()]
    every = [folder.expanduser().absolute() for folder in (*named, *more)]
    for folder in every:
        if not folder.is_dir():
            raise InputError(
                f"no folder {folder}",
                hint="Name folders that are there: --root, or PINCITE_ROOTS.",
            )
    return tuple(dict.fromkeys(every))
