"""Courts as a citation's brackets name them: "9th Cir.", "CA9", "S.D.N.Y."."""

from __future__ import annotations

import functools
import re
from typing import cast

from courts_db import courts  # pyright: ignore

_not_word = re.compile(r"[^\w]")
# Behind the court of appeals of a state, the place or the district where it sat.
_seat = re.compile(r"(?<=App\.) ?(?:[-–—]|\[).*")


def _plain(text: str) -> str:
    return _not_word.sub("", text).lower()


@functools.cache
def _by_citation() -> dict[str, str]:
    found: dict[str, str] = {}
    for court in cast("list[dict[str, object]]", courts):
        plain = _plain(str(court["citation_string"]))
        if plain:
            found.setdefault(plain, str(court["id"]))
    found |= {f"ca{number}": f"ca{number}" for number in range(1, 12)}
    return found | {"cadc": "cadc", "cafed": "cafc", "cafc": "cafc"}


@functools.lru_cache(4096)
def court(text: str) -> str:
    """The court's identifier; "" where the words are no court's or may be those of several."""
    plain = _plain(_seat.sub("", text))
    if not plain:
        return ""
    known = _by_citation()
    if plain in known:
        return known[plain]
    longer = {identifier for words, identifier in known.items() if words.startswith(plain)}
    return longer.pop() if len(longer) == 1 and len(plain) > 2 else ""
