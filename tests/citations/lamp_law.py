"""A small body of invented decisions that cite each other, and a brief that cites them."""

from __future__ import annotations

import json
from pathlib import Path

from pincite import library
from pincite.library import Library

LAMP = """901 U.S. 100 (1990)

LAMP CO.
v.
OIL BOARD.

No. 89-1.

[*101] JUSTICE WICK delivered the opinion of the Court.

A keeper of lamps owes the public a light that does not fail at dusk. [*104] Whoever sells oil knows that it burns."""

FOLLOWER = """902 U.S. 200 (1995)

HARBOR COMM'N
v.
GREENE.

No. 94-7.

[*201] JUSTICE TALLOW delivered the opinion of the Court.

We follow Lamp Co. v. Oil Board, 901 U.S. 100, 104 (1990). A keeper must trim the wick. Id. at 101. The rule of Lamp Co. is settled."""

OVERRULER = """903 U.S. 300 (1999)

IN RE BEACONS.

No. 98-3.

[*301] JUSTICE EMBER delivered the opinion of the Court.

The time has come to say so: Lamp Co. v. Oil Board, 901 U.S. 100 (1990), is overruled. See also Harbor Comm'n v. Greene, 902 U.S. 200 (1995)."""

BRIEF = """ARGUMENT

The duty is old. “A keeper of lamps owes the public a light that does not fail at dusk.” Lamp Co. v. Oil Board, 901 U.S. 100, 101 (1990).

The seller knows it too: “Whoever sells oil knows that it shines.” Id. at 104.

“A keeper must . . . trim [every] wick.” Harbor Comm'n v. Greene, 902 U.S. 200, 201 (1995).

Nobody else has said otherwise. Daubert v. Merrell Dow Pharms., Inc., 509 U.S. 579, 593 (1993). The complaint says the same. Compl. ¶ 12. Id. ¶ 13.
"""

_CASES = (
    ("1", "1990-03-01", "901 U.S. 100", "Lamp Co. v. Oil Board", LAMP),
    ("2", "1995-05-02", "902 U.S. 200", "Harbor Comm'n v. Greene", FOLLOWER),
    ("3", "1999-06-03", "903 U.S. 300", "In re Beacons", OVERRULER),
)


def decisions(folder: Path) -> Path:
    """A file of the decisions, as their reader takes them."""
    records = [
        {
            "id": number,
            "date_filed": day,
            "citation": {"federal_cite_one": cite, "case_name": name, "docket_number": "1"},
            "text": text,
        }
        for number, day, cite, name, text in _CASES
    ]
    file = folder / "opinions.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return file


def lamp_library(folder: Path) -> Library:
    made = library.create(folder / "library")
    made.ingest(decisions(folder), reader_name="opinions", version="v1")
    return made


def brief(folder: Path) -> Path:
    file = folder / "brief.txt"
    file.write_text(BRIEF, encoding="utf-8")
    return file
