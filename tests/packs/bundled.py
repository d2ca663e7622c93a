"""The bundled law with what courts have done to it, and the packs that are built of it."""

from __future__ import annotations

import csv
import random
import tomllib
from pathlib import Path

from pincite import library
from pincite.library import Library
from pincite.packs.bulk import PackRequest
from pincite.settings import Settings

LAW = Path(__file__).resolve().parent.parent.parent / "model-law"
_ACT, _SI, _HAR, _IS = (
    "urn:lex:xm:act-2019-11",
    "urn:lex:xm:act.si-2020-112",
    "urn:lex:xm-har:act.by-law-2021-rental-housing",
    "urn:lex:is:901-2021",
)
DECISIONS = ("14 M.L.R. 201", "13 M.L.R. 88", "5 Yfd. 41")
WANTED = (
    *(PackRequest(one) for one in DECISIONS),
    PackRequest(f"{_ACT}:14", "2023-01-01"),
    PackRequest(f"{_ACT}:14", "2024-06-01"),
    PackRequest(f"{_ACT}:14:1", "2024-06-01"),
    PackRequest(f"{_ACT}:12A", "2024-06-01"),
    PackRequest(f"{_ACT}:24", "2022-09-13"),
    PackRequest(f"{_ACT}:24", "2022-09-15"),
    PackRequest(f"{_ACT}:25", "2023-01-01"),
    PackRequest(f"{_ACT}:2", None, "tenancies-2019"),
    PackRequest(f"{_ACT}:2", None, "tenancies-2024"),
    PackRequest(f"{_SI}:5", "2021-01-01"),
    PackRequest(f"{_SI}:7", "2022-01-01"),
    PackRequest(f"{_HAR}:4", "2022-01-01"),
    PackRequest(f"{_HAR}:5", "2022-01-01"),
    PackRequest("urn:lex:xm:act-2016-9:17", "2023-03-01"),
    PackRequest(f"{_IS}:14a", "2023-06-01"),
    PackRequest(f"{_IS}:14a:2", "2023-12-01"),
    PackRequest(f"{_IS}:12", "2023-06-01"),
    PackRequest("Lög nr. 901/2021 - 1. gr.", "2023-06-01"),
)


def settings(folder: Path) -> Settings:
    """No model is installed: packs need none."""
    return Settings(models=folder / "no-models", workers=1)


def loaded(folder: Path, *, seed: int | None = None, using: Settings | None = None) -> Library:
    """The library in `folder`. With a seed the files of each load, the collections, and what is
    said of rules come in another order; the versions of one collection follow each other."""
    made = library.create(folder / "library", settings=using or settings(folder))
    loads = tomllib.loads((LAW / "loads.toml").read_text(encoding="utf-8"))["load"]
    drawn = random.Random(seed)
    if seed is not None:
        names = drawn.sample(found := sorted({one["collection"] for one in loads}), len(found))
        loads.sort(key=lambda one: names.index(one["collection"]))
    for one in loads:
        files = [file for path in one["paths"] for file in _files(LAW / path)]
        made.ingest(
            *(files if seed is None else drawn.sample(files, len(files))),
            reader_name=one["reader"],
            version=one["version"],
            collection=one["collection"],
            day=one.get("date"),
            profile=one.get("profile"),
        )
    for row in _rows("overrides.tsv", drawn, seed):
        made.add_override(row["urn"], row["status"], authority=row["authority"],
                          citation=row["citation"], start=row["from"], end=row["to"] or None)  # fmt: skip
    for row in _rows("preemptions.tsv", drawn, seed):
        made.add_preemption(row["urn"], row["by"], authority=row["authority"], start=row["from"])
    return made


def _files(path: Path) -> list[Path]:
    return sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]


def _rows(name: str, drawn: random.Random, seed: int | None) -> list[dict[str, str]]:
    with (LAW / name).open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return rows if seed is None else drawn.sample(rows, len(rows))
