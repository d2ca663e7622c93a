"""How Icelandic laws, articles and items are numbered, for every form of the source."""

from __future__ import annotations

import re
from datetime import date

from pincite.model import Expression

_KINDS = {"law": "act", "regulation": "regulation"}
_lettered = re.compile(r"(\d+)(?:\. gr\.)? ?([a-z]{0,2})\.?", re.I)


def expression_of(
    number: str, year: str, title: str, law_type: str, day: date | None
) -> Expression:
    return Expression(
        urn=f"urn:lex:is:{number or '0'}-{year or '0'}",
        title=" ".join(title.split()),
        kind=_KINDS.get(law_type, law_type),
        language="is",
        style="is",
        number=number,
        year=year,
        start=day,
    )


def article_segment(number: str) -> str:
    """'55a' → '55a'; '55. gr. a' → '55a'; '3,4,5,6' → '3-6'; 'II.–IV' → 'II-IV'."""
    number = number.strip()
    if match := _lettered.fullmatch(number):
        return match[1] + match[2]
    parts = re.split(r"\s*[,–-]\s*", number)
    if len(parts) > 1:
        cleaned = [article_segment(part) for part in parts]
        if len(cleaned) > 3 and all(part.isdigit() for part in cleaned):
            return f"{cleaned[0]}-{cleaned[-1]}"
        return "-".join(cleaned)
    return re.sub(r"\.? ?gr\.?", "", number).rstrip(". ")
