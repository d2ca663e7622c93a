"""Everything that Pincite needs at run time may be embedded by anyone."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

PERMISSIVE = re.compile(r"MIT|BSD|Apache|ISC|PSF|Python Software Foundation|Unlicense|CC0")
# A bundle of certificates: data, not code (docs/decisions/0005).
EXCEPT = {"certifi"}


def runtime() -> dict[str, str]:
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())
    found: dict[str, str] = {}
    wanted = list(project["project"]["dependencies"])
    while wanted:
        name = re.split(r"[\s;<>=!~\[(]", wanted.pop())[0]
        if name in found:
            continue
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue  # Wanted on another platform only.
        about = package.metadata
        classifiers = [one for one in about.get_all("Classifier", []) if one.startswith("License")]
        stated = (about.get("License-Expression"), *classifiers, about.get("License"))
        found[name] = " ".join(str(one) for one in stated if one)[:400]
        wanted += [one for one in package.requires or [] if "extra ==" not in one]
    return found


def test_every_package_needed_at_run_time_is_permissive() -> None:
    found = runtime()
    assert {"lxml", "httpx", "typer"} <= set(found)
    assert {
        name: licence
        for name, licence in found.items()
        if name not in EXCEPT and (not PERMISSIVE.search(licence) or "GPL" in licence)
    } == {}
