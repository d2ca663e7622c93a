"""Libraries of invented decisions that cite each other."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from pincite import library
from pincite.library import Library
from pincite.settings import Settings


class Decision(NamedTuple):
    volume: int
    day: str
    name: str
    says: str
    parallel: str = ""

    @property
    def cite(self) -> str:
        return f"{self.volume} U.S. 100"

    @property
    def urn(self) -> str:
        return f"urn:lex:us:scotus:{self.volume}-us-100"

    @property
    def text(self) -> str:
        year = self.day[:4]
        return (
            f"{self.cite} ({year})\n\n{self.name.upper()}.\n\nNo. {self.volume}.\n\n"
            f"[*101] JUSTICE WICK delivered the opinion of the Court.\n\n{self.says}"
        )


def file_of(path: Path, decisions: Iterable[Decision]) -> Path:
    path.write_text("".join(json.dumps(_record(one)) + "\n" for one in decisions), encoding="utf-8")
    return path


def held(folder: Path, decisions: Iterable[Decision]) -> Library:
    folder.mkdir(parents=True, exist_ok=True)
    settings = Settings(models=folder / "no-models", workers=1)
    made = library.create(folder / "library", settings=settings)
    made.ingest(file_of(folder / "opinions.jsonl", decisions), reader_name="opinions", version="v1")
    return made


def _record(one: Decision) -> dict[str, object]:
    cited = {"federal_cite_one": one.cite, "case_name": one.name, "docket_number": "1"}
    if one.parallel:
        cited["federal_cite_two"] = one.parallel
    return {"id": str(one.volume), "date_filed": one.day, "citation": cited, "text": one.text}
