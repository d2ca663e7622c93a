"""What a reader is told of the date that a question names."""

from __future__ import annotations

from datetime import date

from pincite.answer.messages import message
from pincite.search.response import DateInQuestion


def date_note(
    language: str, named: DateInQuestion | None, at: date | None, version: str | None
) -> str:
    """Which date was used because the question names it, or why the one that it names was not; ""
    where it names none. `at` or `version` is what was searched."""
    if named is None:
        return ""
    key = (
        "applied" if named.applied else "other" if at else "other_version" if version else "unsure"
    )
    day = named.day if key == "unsure" else at
    return message(language, "date", key, words=named.words, day=day, version=version)
