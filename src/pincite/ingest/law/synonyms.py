"""Synonym files: tab-separated, a lay phrase and the statutory terms it stands for a line.

phrase, terms (set apart by semicolons), weight, jurisdiction, language, topic; the last four may be
left out. Blank lines, lines that begin with # and a header line that begins with "phrase" are
passed over.
"""

from __future__ import annotations

from pathlib import Path

from pincite.errors import InputError, SourceMalformed
from pincite.ingest.sources import decode
from pincite.model import Synonym
from pincite.text import canonicalize


def read_synonyms(path: Path) -> list[Synonym]:
    if not path.is_file():
        raise InputError(f"no such file: {path}", hint="Check the path's spelling.")
    text = decode(path.read_bytes(), name=path.name)
    synonyms: list[Synonym] = []
    for number, line in enumerate(text.splitlines(), 1):
        if (
            line.strip()
            and not line.startswith("#")
            and not (number == 1 and line.startswith("phrase"))
        ):
            synonyms += _synonyms(line, path.name, number)
    if not synonyms:
        raise SourceMalformed("no synonyms in it", file=path.name, place="line 1")
    return synonyms


def _synonyms(line: str, file: str, number: int) -> list[Synonym]:
    fields = [canonicalize(field) for field in line.split("\t")]
    fields += [""] * (6 - len(fields))
    phrase, written, weight, jurisdiction, language, topic = fields[:6]
    place = f"line {number}"
    terms = [term.strip() for term in written.split(";") if term.strip()]
    if not phrase or not terms:
        raise SourceMalformed(
            "a phrase and a term, set apart by a tab, are wanted", file=file, place=place
        )
    try:
        value = float(weight or "1")
    except ValueError:
        raise SourceMalformed(f"not a weight: {weight!r}", file=file, place=place) from None
    if not 0 < value <= 1:
        raise SourceMalformed(
            f"a weight above 0 and up to 1 is wanted, not {weight}", file=file, place=place
        )
    return [
        Synonym(phrase.casefold(), term.casefold(), value, jurisdiction, language, topic)
        for term in terms
    ]
