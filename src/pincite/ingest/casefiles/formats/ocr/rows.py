"""Recognised words as lines and paragraphs, each number beside the text that it numbers."""

from __future__ import annotations

from itertools import groupby

from pincite.ingest.casefiles.formats.ocr.cleaning import ScannedSheet
from pincite.ingest.casefiles.formats.ocr.margin import Ruled, beside
from pincite.ingest.casefiles.formats.ocr.tesseract import RecognisedWord
from pincite.ingest.casefiles.reading import FileLine, FileParagraph
from pincite.model.layout import Role

# A number that hangs in the margin: so short, and so near (in points) to the text it numbers.
_LABEL_LENGTH = 8
_LABEL_REACH = 60.0
# A space within a line, at its widest, in heights of its words.
_WIDE_SPACE = 1.2
# A line of mean confidence below the first is noise; below the second too, where not one word of it
# is as sure as the third.
_NOISE, _DOUBTFUL, _SURE = 20, 50, 60
# Of the height of the lower line, what two lines must share to stand in one row.
_SAME_ROW = 0.6


def without_noise(words: list[RecognisedWord]) -> tuple[list[RecognisedWord], int]:
    """The words of the lines that were read, and how many lines were not: grain that looks like
    print, or print past reading. Of 483 words in such lines on worn pages, 4 were on the page."""
    lines = [list(line) for _, line in groupby(words, key=lambda word: word.line)]
    read = [line for line in lines if not _is_noise(line)]
    return [word for line in read for word in line], len(lines) - len(read)


def _is_noise(line: list[RecognisedWord]) -> bool:
    total = sum(len(word.text) * word.confidence for word in line)
    mean = total / sum(len(word.text) for word in line)
    return mean < _NOISE or (mean < _DOUBTFUL and max(word.confidence for word in line) < _SURE)


def paragraphs(
    words: list[RecognisedWord], ruled: Ruled, *, page: int, in_columns: bool
) -> list[FileParagraph]:
    scan = ruled.scan
    lines = [list(line) for _, line in groupby(words, key=lambda word: word.line)]
    lines = _rows_joined(lines, dots=scan.dots, in_columns=in_columns)
    if not in_columns:
        lines = _from_top_to_bottom(lines)
    numbers = beside(ruled.numbers, ruled.distance, lines)
    numbered = [(line, numbers.get(at)) for at, line in enumerate(lines)]
    grouped = groupby(numbered, key=lambda pair: pair[0][0].line[:2])
    return [
        FileParagraph(
            [_line(line, scan, page, number.text if number else "") for line, number in block]
        )
        for _, block in grouped
    ]


def line_numbers(ruled: Ruled, page: int) -> list[FileLine]:
    lines = [_line([number], ruled.scan, page) for number in ruled.numbers]
    return [line._replace(role=Role.LINE_NUMBER) for line in lines]


def _line(words: list[RecognisedWord], scan: ScannedSheet, page: int, number: str = "") -> FileLine:
    boxes = [scan.on_page(word.left, word.top, word.right, word.bottom) for word in words]
    return FileLine(
        text=" ".join([word.text for word in words]),
        page=page,
        top=min(box[1] for box in boxes),
        bottom=max(box[3] for box in boxes),
        edges=tuple(edge for box in boxes for edge in (box[0], box[2])),
        number=number,
        confidences=tuple(word.confidence for word in words),
    )


def _rows_joined(
    lines: list[list[RecognisedWord]], *, dots: float, in_columns: bool
) -> list[list[RecognisedWord]]:
    # Numbers hung in the margin form a column of their own, which is then read before or after
    # the text: "10." belongs to the line that it stands beside. And a line is now and then broken
    # at a wide space, its end recognised as a block of its own.
    whole = list(lines)
    for place in sorted(range(len(lines)), key=lambda place: -lines[place][0].left):
        left = whole[place]
        if not left:
            continue
        label = len(left) == 1 and len(left[0].text) <= _LABEL_LENGTH
        space = _WIDE_SPACE * (left[-1].bottom - left[-1].top)
        reach = _LABEL_REACH * dots if label else 0.0 if in_columns else space
        beside = [
            (other[0].left, index)
            for index, other in enumerate(whole)
            if other
            and other[0].line[0] != left[0].line[0]
            and 0 < other[0].left - left[-1].right <= reach
            and _in_one_row(left[-1], other[0])
        ]
        if beside:
            index = min(beside)[1]
            right = whole[index]
            line = (right if label else left)[0].line
            joined = [word._replace(line=line) for word in (*left, *right)]
            whole[index], whole[place] = ([], joined) if not label else (joined, [])
    return [line for line in whole if line]


def _from_top_to_bottom(lines: list[list[RecognisedWord]]) -> list[list[RecognisedWord]]:
    """Each line before those below it. Blocks are recognised in an order that now and then puts
    the last line of one before its first; lines side by side stay as they came."""
    ordered: list[list[RecognisedWord]] = []
    for line in lines:
        place = len(ordered)
        # A line out of order is rare and near its place: most loops end at once.
        for index in range(len(ordered) - 1, -1, -1):
            if _below(ordered[index], line):
                place = index
            elif _below(line, ordered[index]):
                break
        ordered.insert(place, line)
    return ordered


def _below(lower: list[RecognisedWord], upper: list[RecognisedWord]) -> bool:
    shared = min(lower[-1].right, upper[-1].right) - max(lower[0].left, upper[0].left)
    middle = (lower[0].top + lower[0].bottom) / 2
    return shared > 0 and middle > max(word.bottom for word in upper)


def _in_one_row(first: RecognisedWord, second: RecognisedWord) -> bool:
    shared = min(first.bottom, second.bottom) - max(first.top, second.top)
    return shared >= _SAME_ROW * min(first.bottom - first.top, second.bottom - second.top)
