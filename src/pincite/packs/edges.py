"""A citator's edges, from a file of three columns: who cites, who is cited, how often."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pincite.errors import SourceMalformed

_COLUMNS, _DIGITS = 3, 9


@dataclass(frozen=True, slots=True)
class Edges:
    """How often each decision cites others, by the URN of the citing one. A decision that is not
    held goes by the number that the file gives it."""

    sha256: str
    by_citing: Mapping[str, Mapping[str, int]]

    @classmethod
    def read(cls, path: Path, urns: Mapping[str, str]) -> Edges:
        """Tab-separated, with or without a first line of names; decisions by URN or by the number
        that `urns` knows. Raises SourceMalformed."""
        try:
            data = path.read_bytes()
            text = data.decode("utf-8-sig")
        except (OSError, ValueError):
            raise SourceMalformed("it cannot be read as UTF-8 text", file=path.name) from None
        found: dict[str, dict[str, int]] = {}
        for number, row in enumerate(text.splitlines(), 1):
            fields = row.split("\t")
            if not row.strip() or (number == 1 and not _counts(fields[-1])):
                continue
            if len(fields) != _COLUMNS or not _counts(fields[2]):
                raise SourceMalformed(
                    "not three columns: citing, cited, mentions",
                    file=path.name,
                    place=f"line {number}",
                    hint="Columns are parted by tabs; the third is a number.",
                )
            citing, cited = (urns.get(field.strip(), field.strip()) for field in fields[:2])
            if int(fields[2]):
                row_of = found.setdefault(citing, {})
                row_of[cited] = row_of.get(cited, 0) + int(fields[2])
        return cls(hashlib.sha256(data).hexdigest(), found)

    def __len__(self) -> int:
        return sum(map(len, self.by_citing.values()))

    def count(self, citing: str, cited: str) -> int:
        return self.by_citing.get(citing, {}).get(cited, 0)

    def of(self, citing: str) -> Sequence[tuple[str, int]]:
        """By what is cited."""
        return sorted(self.by_citing.get(citing, {}).items())


def _counts(field: str) -> bool:
    """A number, in digits that everyone reads, and no longer than any count."""
    digits = field.strip()
    return digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS
