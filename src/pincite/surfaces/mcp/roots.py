"""The folders of this machine that a client may have read into matters."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from pincite.errors import InputError
from pincite.settings import Settings


def roots(settings: Settings, more: Iterable[Path] = ()) -> tuple[Path, ...]:
    """Those that the settings name, and these. Raises InputError where one is not there."""
    named = [Path(one) for one in settings.roots.split(os.pathsep) if one.strip()]
    every = [one.expanduser().absolute() for one in (*named, *more)]
    for one in every:
        if not one.is_dir():
            raise InputError(
                f"no folder {one}", hint="Name folders that are there: --root, or PINCITE_ROOTS."
            )
    return tuple(dict.fromkeys(every))
