"""Records of court decisions, written for the tests of their reader."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

from pincite.ingest.law.readers import ReadOptions, Unit, reader
from pincite.ingest.sources import Sources
from pincite.model import Draft
from pincite.settings import Settings

TEXT = """410 U.S. 113 (1973)

ROE
v.
WADE.

No. 70-18.

APPEAL FROM THE NORTHERN DISTRICT.
[*115] Ms. Weddington argued the cause.[*]

[*116] MR. JUSTICE BLACKMUN delivered the opinion of the Court.

Our task, of course, is to resolve the issue, and we [*117] have inquired into it.

It is so ordered.

MR. JUSTICE WHITE, with whom MR. JUSTICE REHNQUIST joins, dissenting.

At the heart of the controversy[1] are [*118] recurring pregnancies.

NOTES

[*] Briefs were filed.

[1] A footnote."""


def record_of(number: int = 1, text: str = TEXT, **citation: str) -> dict[str, Any]:
    cites = {
        "federal_cite_one": "410 U.S. 113",
        "case_name": "Roe v. Wade",
        "docket_number": "70-18",
    }
    return {
        "id": str(number),
        "date_filed": "1973-01-22",
        "citation": {**cites, **citation},
        "judges": "Blackmun",
        "status": "Published",
        "citation_count": 1171,
        "text": text,
    }


def json_lines(folder: Path, *records: object, name: str = "opinions.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def units_in(path: Path) -> tuple[Sources, list[Unit]]:
    sources = Sources.of([path], reader="opinions", settings=Settings())
    return sources, reader("opinions").units(sources, ReadOptions())


def outcomes_of(path: Path) -> list[object]:
    sources, units = units_in(path)
    chosen = reader("opinions")
    return [outcome for unit in units for outcome in chosen.read(sources, unit, ReadOptions())]


def only_one(path: Path) -> Draft:
    (draft,) = outcomes_of(path)
    assert isinstance(draft, Draft)
    return draft


def urns_of(path: Path) -> list[str]:
    return [one.expression.urn for one in outcomes_of(path) if isinstance(one, Draft)]


def squeezed(words: str) -> str:
    return "".join(unicodedata.normalize("NFC", words).split())


CASE = {
    "id": 435269,
    "name": "People of the State of Illinois v. Lamp",
    "name_abbreviation": "People v. Lamp",
    "decision_date": "1894-02",
    "docket_number": "No. 12",
    "citations": [
        {"type": "parallel", "cite": "36 N.E. 1"},
        {"type": "official", "cite": "148 Ill. 1"},
    ],
    "court": {"name": "Supreme Court of Illinois", "name_abbreviation": "Ill.", "slug": "ill-1"},
    "jurisdiction": {"name": "Ill.", "slug": "ill"},
}
BODY = {
    "judges": ["Baker, J."],
    "head_matter": "People v. Lamp\n\n*2 Filed in 1894.",
    "opinions": [
        {"type": "majority", "author": "Mr. Justice Baker:",
         "text": "Mr. Justice Baker:\nIt *3 is lit."},
        {"type": "dissent", "author": "Magruder, J.", "text": "I think not."},
    ],
}  # fmt: skip
