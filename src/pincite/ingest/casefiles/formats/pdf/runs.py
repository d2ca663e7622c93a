"""Runs: words that stand together on one line, in the order in which the page draws them."""

from __future__ import annotations

import re
from operator import sub
from typing import Any, NamedTuple

from pincite.ingest.casefiles.formats.pdf.engine import Boxes, PageFrame
from pincite.ingest.casefiles.formats.pdf.words import RAISED, PdfWords, words_of
from pincite.text.canonical import nfc

_MARK = r"(\d{1,3}|[*†‡§]{1,3}|[¹²³⁰⁴-⁹]+)"
_mark_at_end = re.compile(f"{_MARK}$")
_mark_at_start = re.compile(_MARK)
_SUPERSCRIPTS = "¹²³⁰⁴⁵⁶⁷⁸⁹"
_figures = str.maketrans(_SUPERSCRIPTS, "1230456789")

# Lengths are in units of the run's type size.
_WIDE_GAP = 1.0
_BACK_STEP = 0.5
_OTHER_LINE = 0.6
_BOLD_WORDS = 14


class Run(NamedTuple):
    """`size` is the height of its tallest type; `marks` are the small figures that end its words,
    as a note's mark does; `upright` is False where the text runs up or down the page."""

    text: str
    edges: tuple[float, ...]
    top: float
    bottom: float
    size: float
    bold: bool = False
    marks: tuple[str, ...] = ()
    # The small figure that the run begins with.
    mark: str = ""
    upright: bool = True

    @property
    def left(self) -> float:
        return self.edges[0]

    @property
    def right(self) -> float:
        return self.edges[-1]


def runs_of(text: str, textpage: Any, frame: PageFrame, boxes: Boxes) -> list[Run]:
    """Every word of the page that stands within it, in the order in which the page draws them."""
    words = words_of(text, textpage, frame, boxes)
    if words is None:
        return []
    out: list[Run] = []
    start = 0
    for end in words.ends:
        _line_runs(words, start, end, frame.height, out)
        start = end
    return _within(out, words, frame, textpage, boxes)


def _line_runs(words: PdfWords, start: int, end: int, height: float, out: list[Run]) -> None:
    """One of PDFium's lines, cut where it leaps: across a wide gap, back, to another height."""
    left, right = words.left[start:end], words.right[start:end]
    top, bottom = height - max(words.top[start:end]), height - min(words.bottom[start:end])
    size = max(words.first[start:end])
    if end - start > 1:
        gaps = list(map(sub, left[1:], right))
        whole = max(gaps) <= _WIDE_GAP * size and min(gaps) >= -_BACK_STEP * size
    else:
        whole = True
    if whole and bottom - top <= 1.7 * size:
        out.append(_run(words, start, end, left, right, top, bottom, size))
        return
    if _is_upended(words, start, end):
        out.append(_upended(words, start, end, top, bottom))
        return
    at = start
    for k in range(start + 1, end):
        step = words.left[k] - words.right[k - 1]
        size = max(words.first[k], words.first[k - 1])
        middle = words.top[k] + words.bottom[k] - words.top[k - 1] - words.bottom[k - 1]
        if (
            step > _WIDE_GAP * size
            or step < -_BACK_STEP * size
            or abs(middle) > 2 * _OTHER_LINE * size
        ):
            out.append(_slice(words, at, k, height))
            at = k
    out.append(_slice(words, at, end, height))


def _slice(words: PdfWords, start: int, end: int, height: float) -> Run:
    left, right = words.left[start:end], words.right[start:end]
    top, bottom = height - max(words.top[start:end]), height - min(words.bottom[start:end])
    return _run(words, start, end, left, right, top, bottom, max(words.first[start:end]))


def _run(
    words: PdfWords,
    start: int,
    end: int,
    left: list[float],
    right: list[float],
    top: float,
    bottom: float,
    size: float,
) -> Run:
    text = " ".join(words.texts[start:end])
    if not text.isascii():
        text = nfc(text)
    edges = [0.0] * (2 * (end - start))
    edges[0::2] = left
    edges[1::2] = right
    small = RAISED * size
    marks: tuple[str, ...] = ()
    mark = ""
    if min(words.last[start:end]) < small or not text.isascii():
        marks = tuple(_raised(words, start, end, small))
        match = _mark_at_start.match(text)
        if match and (words.first[start] < small or match[1][0] in _SUPERSCRIPTS):
            mark = match[1].translate(_figures)
    if words.inner:
        spans = words.spans[start:end]
        marks += tuple([words.inner[at] for at, _ in spans if at in words.inner])
    return Run(text, tuple(edges), top, bottom, size, False, marks, mark)


def _raised(words: PdfWords, start: int, end: int, small: float) -> list[str]:
    marks: list[str] = []
    for k in range(start, end):
        word = words.texts[k]
        match = _mark_at_end.search(word)
        if match and (words.last[k] < small or match[0][0] in _SUPERSCRIPTS):
            marks.append(match[0].translate(_figures))
    return marks


def _is_upended(words: PdfWords, start: int, end: int) -> bool:
    """Whether the line runs up or down the page: its words stand above each other."""
    across = max(words.right[start:end]) - min(words.left[start:end])
    along = max(words.top[start:end]) - min(words.bottom[start:end])
    letters = sum(map(len, words.texts[start:end]))
    if letters < 3 or along < 2 * across:
        return False
    return all(
        high > wide or len(text) < 5
        for text, wide, high in zip(
            words.texts[start:end],
            map(sub, words.right[start:end], words.left[start:end]),
            map(sub, words.top[start:end], words.bottom[start:end]),
            strict=True,
        )
    )


def _upended(words: PdfWords, start: int, end: int, top: float, bottom: float) -> Run:
    text = nfc(" ".join(words.texts[start:end]))
    left, right = min(words.left[start:end]), max(words.right[start:end])
    return Run(text, (left, right) * (end - start), top, bottom, right - left, upright=False)


def _within(
    runs: list[Run], words: PdfWords, frame: PageFrame, textpage: Any, boxes: Boxes
) -> list[Run]:
    """Leaves out what stands off the page or has no words, and asks of short runs if they are
    bold."""
    width, height = frame.width, frame.height
    out: list[Run] = []
    at = 0
    for run in runs:
        start = words.spans[at]
        count = len(run.edges) // 2
        at += count
        if run.bottom <= 0 or run.top >= height or run.right <= 0 or run.left >= width:
            continue
        text = run.text
        if "  " in text or not text or text[0] == " " or text[-1] == " ":
            run = _without_empty_words(run, words.texts[at - count : at])
            if run is None:
                continue
        # No heading begins with a small letter, so only other short runs are asked.
        if count <= _BOLD_WORDS and not text[0].islower() and boxes.is_bold(textpage, start[0]):
            last = words.spans[at - 1][1] - 1
            run = run._replace(bold=count == 1 or boxes.is_bold(textpage, last))
        out.append(run)
    return out


def _without_empty_words(run: Run, texts: list[str]) -> Run | None:
    edges = [
        edge
        for text, *pair in zip(texts, run.edges[0::2], run.edges[1::2], strict=True)
        if text
        for edge in pair
    ]
    text = nfc(" ".join(filter(None, texts)))
    return run._replace(text=text, edges=tuple(edges)) if edges else None
