"""A page's words: where PDFium's characters part into words, and the box of each as displayed."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate, chain
from operator import ge, itemgetter, sub
from typing import Any, NamedTuple

from pincite.ingest.casefiles.formats.pdf.engine import Boxes, PageFrame

# PDFium writes U+FFFE or U+0002 for a hyphen at a line's end and drops the line break.
_word = re.compile("[^\\s\ufffe\x02]+[\ufffe\x02]?|[\ufffe\x02]")
_plain_word = re.compile(r"\S+")
_line_end_hyphen = re.compile("[\ufffe\x02]")
# A page draws no hyphen that is not seen, so a soft one is a hyphen too.
_any_hyphen = re.compile("[\ufffe\x02\xad]")
_unprinted = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\uffff]")
_unprinted_or_hyphen = re.compile(f"{_unprinted.pattern}|{_any_hyphen.pattern}")
# An enumerator and the word after it, which PDFium may read as one although a thin gap parts them.
_BULLETS = "•·▪●◦"
_glued = re.compile(
    rf"(?<!\S)(?:\d{{1,3}}(?:\.\d{{1,3}})+\.?|\d{{1,3}}\.|\(\w{{1,5}}\)|[{_BULLETS}])(?=[^\s\d.,;:)])"
)
# A figure within a word, before punctuation: a note's mark only if it is set smaller.
_inner_mark = re.compile(r"(?<=[^\W\d])\d{1,3}(?=[.,;:)\]”\"’'—–]+(?:\s|$)|[—–])")

# In units of the type size.
_THIN_GAP = 0.05
RAISED = 0.82


class PdfWords(NamedTuple):
    """A page's words as columns: spans of characters, and boxes as displayed. Heights count upwards
    from the page's lower edge, as PDFium has them, so that most pages need no arithmetic."""

    texts: list[str]
    spans: list[tuple[int, int]]
    left: list[float]
    right: list[float]
    top: list[float]
    bottom: list[float]
    # How many words there are up to the end of each of PDFium's lines.
    ends: list[int]
    # Type size at each word's first and at its last character.
    first: list[float]
    last: list[float]
    # Marks that stand within words, by where their word begins.
    inner: dict[int, str]


def words_of(text: str, textpage: Any, frame: PageFrame, boxes: Boxes) -> PdfWords | None:
    """The words of the page in drawing order, or None where it has none."""
    hyphens = "\ufffe" in text or "\x02" in text
    spans = [match.span() for match in (_word if hyphens else _plain_word).finditer(text)]
    if not spans:
        return None
    broken = _line_end_hyphen.sub("\ufffe\n", text) if hyphens else text
    lines = [words for line in broken.split("\n") if (words := line.split())]
    texts = [word for line in lines for word in line]
    if len(texts) != len(spans):
        # White space that only one of the two takes for such: trust the spans, one line a word.
        texts = [text[start:end] for start, end in spans]
        lines = [[word] for word in texts]
    if _unprinted_or_hyphen.search(text):
        texts = [_unprinted.sub("", _any_hyphen.sub("-", word)) for word in texts]
    ends = list(accumulate(map(len, lines)))
    if cuts := _after_enumerators(text, textpage, boxes, frame.turns % 2 == 1):
        texts, spans, ends = _cut(texts, spans, ends, cuts)
    words = _placed(texts, spans, ends, textpage, frame, boxes)
    if cuts := _raised_figures(words, textpage, boxes):
        texts, spans, ends = _cut(texts, spans, ends, cuts)
        words = _placed(texts, spans, ends, textpage, frame, boxes)
    if min(words.first) < RAISED * max(words.first):
        words.inner.update(_inner_marks(text, textpage, boxes, spans))
    return words


def _after_enumerators(text: str, textpage: Any, boxes: Boxes, sideways: bool) -> set[int]:
    """Where an enumerator ends within a word and the page shows a gap there. A bullet that begins a
    line is never part of a word."""
    spans = [match.span() for match in _glued.finditer(text)]
    if not spans:
        return set()
    bullets = {
        end for start, end in spans if text[start] in _BULLETS and text[start - 1 : start] in "\n"
    }
    return bullets | _thin_gaps([end for _, end in spans], textpage, boxes, sideways)


def _thin_gaps(ends: list[int], textpage: Any, boxes: Boxes, sideways: bool) -> set[int]:
    """Those of the characters that a gap parts from the one before."""
    flat = boxes.of(textpage, [index for end in ends for index in (end - 1, end)])
    out: set[int] = set()
    for at, end in enumerate(ends):
        a, b = flat[8 * at : 8 * at + 4], flat[8 * at + 4 : 8 * at + 8]
        if sideways:
            gap, size = max(b[3] - a[1], a[3] - b[1]), a[2] - a[0]
        else:
            gap, size = max(b[0] - a[2], a[0] - b[2]), a[1] - a[3]
        if gap >= _THIN_GAP * size > 0:
            out.add(end)
    return out


def _raised_figures(words: PdfWords, textpage: Any, boxes: Boxes) -> set[int]:
    """Where a note's mark follows a number: "160" and a raised 7 are not 1607."""
    if min(words.last) >= RAISED * max(words.first):
        return set()
    out: set[int] = set()
    for text, (start, end), first, last in zip(
        words.texts, words.spans, words.first, words.last, strict=True
    ):
        if last >= RAISED * first or not text[-2:].isdecimal() or len(text) != end - start:
            continue
        figures = len(text) - len(text.rstrip("0123456789"))
        flat = boxes.of(textpage, list(range(end - figures, end)))
        sizes = list(map(sub, flat[1::4], flat[3::4]))
        small = [size < RAISED * first for size in sizes]
        if not small[0] and small == sorted(small):
            out.add(end - sum(small))
    return out


def _cut(
    texts: list[str], spans: list[tuple[int, int]], ends: list[int], cuts: set[int]
) -> tuple[list[str], list[tuple[int, int]], list[int]]:
    """The words with those cut in two that hold one of the places."""
    out_texts: list[str] = []
    out_spans: list[tuple[int, int]] = []
    added = [0]
    for text, (start, end) in zip(texts, spans, strict=True):
        at = next((cut for cut in range(start + 1, end) if cut in cuts), 0)
        if at and len(text) == end - start:
            out_texts += [text[: at - start], text[at - start :]]
            out_spans += [(start, at), (at, end)]
            added.append(added[-1] + 1)
        else:
            out_texts.append(text)
            out_spans.append((start, end))
            added.append(added[-1])
    return out_texts, out_spans, [end + added[end] for end in ends]


def _inner_marks(
    text: str, textpage: Any, boxes: Boxes, spans: list[tuple[int, int]]
) -> dict[int, str]:
    """Marks followed by punctuation ("minute7,"), by the start of the word that they stand in."""
    marks = [(match.start(), match[0]) for match in _inner_mark.finditer(text)]
    if not marks:
        return {}
    flat = boxes.of(textpage, [index for at, _ in marks for index in (at - 1, at)])
    out: dict[int, str] = {}
    for k, (at, mark) in enumerate(marks):
        letter, figure = flat[8 * k : 8 * k + 4], flat[8 * k + 4 : 8 * k + 8]
        if 0 < figure[1] - figure[3] < RAISED * (letter[1] - letter[3]):
            out[spans[bisect_right(spans, at, key=itemgetter(0)) - 1][0]] = mark
    return out


def _placed(
    texts: list[str],
    spans: list[tuple[int, int]],
    ends: list[int],
    textpage: Any,
    frame: PageFrame,
    boxes: Boxes,
) -> PdfWords:
    indexes = list(chain.from_iterable(spans))
    indexes[1::2] = [end - 1 for end in indexes[1::2]]
    flat = _displayed(boxes.of(textpage, indexes), frame)
    left, right = flat[0::8], flat[6::8]
    top, bottom = flat[1::8], flat[3::8]
    last_top, last_bottom = flat[5::8], flat[7::8]
    first = list(map(sub, top, bottom))
    last = list(map(sub, last_top, last_bottom))
    top = list(map(max, top, last_top))
    bottom = list(map(min, bottom, last_bottom))
    if any(map(ge, left, right)):
        _mend(spans, left, right, top, bottom, textpage, frame, boxes)
    return PdfWords(texts, spans, left, right, top, bottom, ends, first, last, {})


def _displayed(flat: list[float], frame: PageFrame) -> list[float]:
    """left, top, right, bottom of each box, from the lower left corner of the page as displayed."""
    if frame.turns == 0 and frame.left == 0 and frame.bottom == 0:
        return flat
    left, top, right, bottom = flat[0::4], flat[1::4], flat[2::4], flat[3::4]
    out = [0.0] * len(flat)
    match frame.turns:
        case 0:
            out[0::4] = [x - frame.left for x in left]
            out[1::4] = [y - frame.bottom for y in top]
            out[2::4] = [x - frame.left for x in right]
            out[3::4] = [y - frame.bottom for y in bottom]
        case 1:
            out[0::4] = [y - frame.bottom for y in bottom]
            out[1::4] = [frame.right - x for x in left]
            out[2::4] = [y - frame.bottom for y in top]
            out[3::4] = [frame.right - x for x in right]
        case 2:
            out[0::4] = [frame.right - x for x in right]
            out[1::4] = [frame.top - y for y in bottom]
            out[2::4] = [frame.right - x for x in left]
            out[3::4] = [frame.top - y for y in top]
        case _:
            out[0::4] = [frame.top - y for y in top]
            out[1::4] = [x - frame.left for x in right]
            out[2::4] = [frame.top - y for y in bottom]
            out[3::4] = [x - frame.left for x in left]
    return out


def _mend(
    spans: list[tuple[int, int]],
    left: list[float],
    right: list[float],
    top: list[float],
    bottom: list[float],
    textpage: Any,
    frame: PageFrame,
    boxes: Boxes,
) -> None:
    """Words whose first and last characters do not span them (no box, or drawn backwards) take the
    box of all their characters."""
    for at, (start, end) in enumerate(spans):
        if left[at] < right[at]:
            continue
        flat = _displayed(boxes.of(textpage, list(range(start, end))), frame)
        known = [
            tuple(flat[k : k + 4])
            for k in range(0, len(flat), 4)
            if flat[k] != flat[k + 2] and flat[k + 1] != flat[k + 3]
        ]
        if known:
            left[at] = min(box[0] for box in known)
            top[at] = max(box[1] for box in known)
            right[at] = max(box[2] for box in known)
            bottom[at] = min(box[3] for box in known)
        else:
            left[at], right[at] = min(left[at], right[at]), max(left[at], right[at])
