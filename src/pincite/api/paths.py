"""Files of this machine that an operation is pointed at: which may be read, and by whom."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from pincite.api.access import Access, Power
from pincite.api.workspace import Workspace
from pincite.corpus.aside import scratch_folder
from pincite.errors import Forbidden, InputError


class _Pack(Protocol):
    path: str
    archive: str


def allowed(workspace: Workspace, access: Access, path: str) -> Path:
    """A path that this key may have read. Whoever is at the machine may name any; everyone else
    one below a root, with the power to write, and none where libraries, matters or keys are kept.
    Raises Forbidden, whether or not there is anything there."""
    if access.local:
        return Path(path).expanduser()
    if Power.WRITE not in access.powers:
        raise Forbidden("a path needs a key that may write", hint="Send the text itself.")
    try:
        # Links are followed before the path is held to the roots.
        real = Path(path).expanduser().resolve()
    except (OSError, RuntimeError, ValueError):
        # No such user, links that lead in a circle, a name that no file can have.
        real = None
    if (
        real is None
        or not any(real.is_relative_to(root.resolve()) for root in access.roots)
        or any(real.is_relative_to(kept) for kept in _kept(workspace))
    ):
        raise Forbidden(
            "that path is not below a folder that may be read",
            hint="Name such folders with PINCITE_ROOTS, or with --root.",
        )
    return real


def _kept(workspace: Workspace) -> list[Path]:
    settings = workspace.settings
    places = [workspace.folder, workspace.matters.root, settings.keys, settings.logs]
    return [place.resolve() for place in places if place is not None]


@contextmanager
def text_file(workspace: Workspace, access: Access, path: str, text: str) -> Generator[Path]:
    """The file that is named, or one that holds the text while it is read. Raises InputError,
    Forbidden."""
    if bool(path) == bool(text):
        raise InputError("a path or a text is needed, and not both", hint="Give one of them.")
    if path:
        yield allowed(workspace, access, path)
        return
    with scratch_folder() as scratch:
        made = scratch / "brief.txt"
        made.write_text(text, encoding="utf-8", errors="replace")
        yield made


@contextmanager
def pack_file(workspace: Workspace, access: Access, asked: _Pack) -> Generator[Path]:
    """The pack that is named, or the archive that was sent, while it is read. Raises InputError,
    Forbidden."""
    if bool(asked.path) == bool(asked.archive):
        raise InputError("a pack's path or its archive is needed", hint="Give one of them.")
    if asked.path:
        yield allowed(workspace, access, asked.path)
        return
    try:
        data = base64.b64decode(asked.archive, validate=True)
    except (binascii.Error, ValueError):
        raise InputError("the archive is not in Base64", hint="Encode its bytes.") from None
    with scratch_folder() as scratch:
        made = scratch / "pack.zip"
        made.write_bytes(data)
        yield made
