"""Raised letters and figures that a page draws apart from the line they stand in: "th", "TM", a
note's mark. They are put back where the reader sees them."""

from __future__ import annotations

import re
from bisect import bisect_right

from pincite.ingest.casefiles.formats.pdf.runs import Run
from pincite.ingest.casefiles.formats.pdf.words import RAISED

_LONGEST = 8
_MAX_PAIRS = 200_000
# In units of the line's type size: how far over the line, how far from its word, how close to it.
_OVER = 0.35
_NEAR = 0.5
_TOUCHING = 0.15
_ABOVE_BASELINE = 0.1

_mark = re.compile(r"\d{1,3}|[*†‡§]{1,3}")
_closing = re.compile(r"[^\w\s(\[“‘«]")
_ordinal = re.compile(r"(?:st|nd|rd|th)\b")
_hyphened = re.compile(r"[-‑][^\W\d_]")


def put_back(runs: list[Run]) -> list[Run]:
    """The runs with each that is raised over another made part of it, where that has room for it at
    this place; the others as they are."""
    small_type = RAISED * max([run.size for run in runs], default=0.0)
    small = [
        at
        for at, run in enumerate(runs)
        if run.size < small_type and len(run.edges) == 2 and len(run.text) <= _LONGEST
    ]
    if not small or len(small) * len(runs) > _MAX_PAIRS:
        return runs
    out: list[Run | None] = list(runs)
    for at in small:
        run = runs[at]
        hosts = [
            (abs(other.bottom - run.bottom), k)
            for k, other in enumerate(out)
            if other is not None and _is_over(run, other)
        ]
        for _, k in sorted(hosts):
            host = out[k]
            if host is not None and (joined := _joined(host, run)):
                out[k] = joined
                out[at] = None
                break
    return [run for run in out if run is not None]


def are_one_word(before: Run, after: Run) -> bool:
    """Whether a run goes on with the word that ends the run before it: "2" and "nd", "End" and
    "-User", where no gap parts them."""
    if abs(after.left - before.right) >= _TOUCHING * before.size:
        return False
    last = before.text[-1]
    return (last.isdecimal() and _ordinal.match(after.text) is not None) or (
        last.isalpha() and _hyphened.match(after.text) is not None
    )


def _is_over(run: Run, host: Run) -> bool:
    size = host.size
    return (
        run.size < RAISED * size
        and host.upright
        and run.upright
        and host.top - _OVER * size <= run.top
        and run.bottom <= host.bottom - _ABOVE_BASELINE * size
        and run.bottom > host.top
        and host.edges[1] <= run.left + _TOUCHING * size
        and run.left <= host.right + _NEAR * size
    )


def _joined(host: Run, run: Run) -> Run | None:
    """The host with the word set in at its place, and made one with the words it touches."""
    words = host.text.split(" ")
    edges = list(host.edges)
    size = host.size
    at = bisect_right(edges[1::2], run.left + _TOUCHING * size)
    after = edges[2 * at] if at < len(words) else float("inf")
    if run.right > after + _TOUCHING * size:
        return None
    text, left, right = run.text, run.left, run.right
    start = end = at
    if left - edges[2 * at - 1] < _TOUCHING * size and not (
        words[at - 1][-1].isdecimal() and text[0].isdecimal()
    ):
        start = at - 1
        text = words[start] + text
        left = edges[2 * start]
    if after - right < _TOUCHING * size and _closing.match(words[at]):
        text += words[at]
        right = edges[2 * at + 1]
        end = at + 1
    words[start:end] = [text]
    edges[2 * start : 2 * end] = [left, right]
    marks = (*host.marks, run.text) if _mark.fullmatch(run.text) else host.marks
    top = min(host.top, run.top)
    return host._replace(text=" ".join(words), edges=tuple(edges), marks=marks, top=top)
