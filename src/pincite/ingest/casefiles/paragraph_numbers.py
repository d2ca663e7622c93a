"""Finds the paragraphs that a document numbers in one sequence, over headings and pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pincite.ingest.casefiles.opening import PartOpening
from pincite.ingest.casefiles.reading import FileParagraph
from pincite.model.provenance import NUMBERED

# So many in sequence make a numbered document, one less in a complaint; other papers must also
# number this share of their running text, which is what is longer than a heading.
_ENOUGH, _SHARE, _HEADING = 3, 0.4, 150
# As many numbers may have been lost in reading.
_GAP = 5

_printed = re.compile(
    r"(?:\[(?P<b>\d{1,4})\]|¶ ?(?P<m>\d{1,4})\.?|(?P<n>\d{1,4})(?P<stop>[.)]))(?=\s|$)"
)


class _Found(NamedTuple):
    """A paragraph that begins with a number, which ends at `end`."""

    at: int
    value: int
    end: int


def numbered_paragraphs(
    paragraphs: Sequence[FileParagraph], texts: Sequence[str], listed: set[int], kind: str
) -> dict[int, PartOpening]:
    """For each such paragraph the part it opens, under whatever heading."""
    forms: dict[str, list[_Found]] = {}
    for at, text in enumerate(texts):
        if at in listed or paragraphs[at].kind == "row":
            continue
        if match := _printed.match(text):
            form = match["stop"] or ("[]" if match["b"] else "¶")
            value = int(match["b"] or match["m"] or match["n"])
            forms.setdefault(form, []).append(_Found(at, value, match.end()))
    chains = [(form, _sequence(numbers)) for form, numbers in forms.items()]
    if not chains:
        return {}
    form, chain = max(chains, key=lambda counted: len(counted[1]))
    if len(chain) < (_ENOUGH - 1 if kind == "complaint" else _ENOUGH):
        return {}
    if kind != "complaint" and form in ".)":
        running = sum(1 for text in texts[chain[0].at :] if len(text) > _HEADING)
        if len(chain) < _SHARE * running:
            return {}
    openings: dict[int, PartOpening] = {}
    for at, value, end in chain:
        body = min(end + 1, len(texts[at]))
        openings[at] = PartOpening(
            1, "paragraph", texts[at][:end], "", body, f"para-{value}", {NUMBERED: str(value)}
        )
    return openings


def _sequence(numbers: Sequence[_Found]) -> list[_Found]:
    """The longest run that begins with 1, or, in an excerpt, with three numbers in a row. A number
    or a few that were lost in reading are stepped over if they are nowhere to be seen."""
    last_seen = {value: at for at, (_, value, _) in enumerate(numbers)}
    start = next((at for at, number in enumerate(numbers) if number.value == 1), -1)
    if start < 0:
        values = [number.value for number in numbers]
        start = next(
            (at for at, (a, b) in enumerate(pairwise(values))
             if b == a + 1 and values[at + 2 : at + 3] == [a + 2]), -1,
        )  # fmt: skip
    if start < 0:
        return []
    chain = [numbers[start]]
    for at in range(start + 1, len(numbers)):
        last, value = chain[-1].value, numbers[at].value
        if value == last + 1 or (
            last + 1 < value <= last + _GAP
            and last_seen.get(value + 1, -1) > at
            and not any(last_seen.get(skipped, -1) > at for skipped in range(last + 1, value))
        ):
            chain.append(numbers[at])
    return chain
