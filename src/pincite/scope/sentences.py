"""Where the sentences of a law begin: never behind an abbreviation, nor inside a quotation."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import pairwise

# A full stop that ends a heading may run into the words behind it: "Exceptions.The following".
_stop = re.compile(
    r"(?<=[.;])\s+(?=[A-ZÁÉÍÓÚÝÞÆÖ“\"„(§])|(?<=\.[”\"“])\s+(?=[A-ZÁÉÍÓÚÝÞÆÖ])|"
    r"(?<=[a-z]\.)(?=[“A-Z])"
)
_clause = re.compile(r"(?<=[:—])\s+(?=[A-ZÁÉÍÓÚÝÞÆÖ“\"„(])|(?<=[.;:]) +(?=(?:and|or) )")
_short = re.compile(
    r"(?:\b(?:Pub|Nos?|Secs?|Arts?|Stat|Inc|Corp|Cos?|Ltd|Mr|Mrs|Ms|Dr|vs?|Jan|Feb|Mar|Apr|Aug|Sept?|"
    r"Oct|Nov|Dec|Fed|Regs?|Rev|Ch|Gen|Gov|Dept|St|et seq|et al|cf|i\.e|e\.g|[ap]\.m)|\b[A-Z])\.\Z"
)
# "… 15 U.S.C. 1601 et seq. Bureau means", "… of subpart B. For purposes of"
_may_end = re.compile(r"(?:et seq| [A-Z])\.\Z")
_begins_anew = re.compile(
    r"(?:The|An?|This|If|For|In|It|Such|[A-Z][\w’' -]{1,60}? (?:means?|includes?))\b"
)
_quotation = re.compile(
    r"„[^„“”]{1,400}[“”]|“[^“”„]{1,400}”|(?<!\w)\"(?=\S)[^\"\n]{1,400}(?<=\S)\"(?!\w)"
)


class Sentences:
    """The sentences of a text, or of a stretch of it."""

    def __init__(self, text: str, start: int = 0, end: int | None = None) -> None:
        self._end = len(text) if end is None else end
        gaps = list(_gaps(_stop, text, start, self._end))
        self.stops = [gap.start() for gap in gaps]
        """Where each but the last ends."""
        self.begins = [start, *(gap.end() for gap in gaps)]

    def around(self, at: int) -> tuple[int, int]:
        """The sentence that holds a place."""
        index = bisect_right(self.begins, at)
        until = self.begins[index] if index < len(self.begins) else self._end
        return self.begins[index - 1], until

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return pairwise((*self.begins, self._end))


def clauses(text: str) -> list[int]:
    """Where the sentences of a text begin, and what stands behind a colon or a dash."""
    found = _gaps(_clause, text, 0, len(text))
    return sorted({*Sentences(text).begins, *(gap.end() for gap in found)})


def _gaps(pattern: re.Pattern[str], text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    # What stands before the stretch ends no sentence of it.
    gaps = [gap for gap in pattern.finditer(text, start, end) if gap.start() > start]
    quoted = [match.span() for match in _quotation.finditer(text, start, end)] if gaps else []
    opened = [span[0] for span in quoted]
    for gap in gaps:
        before = bisect_left(opened, gap.end()) - 1
        if before >= 0 and gap.start() < quoted[before][1]:
            continue
        tail = (text, max(start, gap.start() - 12), gap.start())
        if not _short.search(*tail) or (
            _may_end.search(*tail) and _begins_anew.match(text, gap.end())
        ):
            yield gap
