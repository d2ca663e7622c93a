"""Other names of works, from a file that the owner of a library gives."""

from __future__ import annotations

import csv
from pathlib import Path

from pincite.errors import InputError, SourceMalformed

# (alias, its year, target, its year): ours, and that of the lists of federal acts that LexPredict
# publishes, which leave out the word "Act".
_LAYOUTS = {
    ("alias", "target"): ("alias", "", "target", "", ""),
    ("Act Alias Name", "Act Identity Name"): (
        "Act Alias Name", "Act Alias Year", "Act Identity Name", "Act Identity Year", " Act",
    ),
}  # fmt: skip


def aliases_from(path: Path) -> list[tuple[str, str]]:
    """(name, URN or title) of each line of a CSV file with the columns alias and target, or of a
    LexPredict list of acts. Raises InputError, SourceMalformed."""
    if not path.is_file():
        raise InputError(f"no such file: {path}", hint="PINCITE_ALIASES names a CSV file.")
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = csv.DictReader(file)
        columns = set(rows.fieldnames or ())
        for wanted, layout in _LAYOUTS.items():
            if columns.issuperset(wanted):
                return [pair for row in rows if (pair := _pair(row, *layout))]
    raise SourceMalformed(
        "it has no columns alias and target",
        file=path.name,
        place="line 1",
        hint="Its first line names the columns: alias,target.",
    )


def _pair(
    row: dict[str, str], alias: str, alias_year: str, target: str, target_year: str, word: str
) -> tuple[str, str] | None:
    name, meant = (row.get(alias) or "").strip(), (row.get(target) or "").strip()
    if not name or not meant:
        return None
    return _dated(name + word, row.get(alias_year)), _dated(meant + word, row.get(target_year))


def _dated(name: str, year: str | None) -> str:
    return f"{name}, {year}" if year and year.isdigit() else name
