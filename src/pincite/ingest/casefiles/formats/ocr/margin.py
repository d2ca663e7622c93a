"""Pleading paper: the rule down the left margin, and the line numbers printed beyond it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pincite.ingest.casefiles.formats.ocr import tesseract
from pincite.ingest.casefiles.formats.ocr.cleaning import ScannedSheet, resized
from pincite.ingest.casefiles.formats.ocr.tesseract import RecognisedWord

# A rule is looked for in stretches this tall, in points: no letter is as tall and as straight.
_STRETCH = 8.0
_DARK = 160
# Of the height of the page, what a rule must run along; of its width, where it can stand.
_LEAST_LENGTH = 0.6
_LEFTMOST, _RIGHTMOST = 0.04, 0.25
# In points: how thick a rule is taken to be, and how far from it its numbers stand.
_THICKNESS = 2.0
_STRIP = 50.0
# Numbers that count down the page at one distance; fewer are no proof of pleading paper.
_LEAST_NUMBERS = 8
_MOST_NUMBERS = 80
# How far a number may stand from its place, and from its line, in distances between numbers.
_PLAY = 0.3


@dataclass(frozen=True, slots=True)
class Ruled:
    """A sheet without its margin rule and the line numbers that stood beyond it."""

    scan: ScannedSheet
    numbers: list[RecognisedWord]
    # Pixels from one number to the next.
    distance: float = 0.0


def without_rule(scan: ScannedSheet, *, languages: str, name: str) -> Ruled:
    """A rule along the text is read as letters, and numbers beside it as words of the lines. Where
    what stands beyond the rule is no column of numbers, only the rule is taken away."""
    rule = _rule(scan)
    if rule is None:
        return Ruled(scan, [])
    thick = round(_THICKNESS * scan.dots)
    left = max(0, rule[0] - round(_STRIP * scan.dots))
    strip = scan.image.crop((left, 0, max(left + 1, rule[0] - thick // 2), scan.image.height))
    words = tesseract.words(
        strip, languages=languages, dpi=scan.dpi, layout=tesseract.BLOCK, name=name, digits=True
    )
    numbers, distance = _counting(
        [word._replace(left=word.left + left, right=word.right + left) for word in words]
    )
    cleared = scan.image.copy()
    left, top, bottom = max(0, rule[0] - thick), 0, cleared.height
    if numbers:
        # A stamp above the numbers or a footer below them may reach into the margin.
        left = 0
        top = max(0, round(min(word.top for word in numbers) - distance))
        bottom = min(bottom, round(max(word.bottom for word in numbers) + distance))
    cleared.paste(255, (left, top, min(cleared.width, rule[1] + thick), bottom))
    return Ruled(replace(scan, image=cleared), numbers, distance)


def beside(
    numbers: list[RecognisedWord], distance: float, lines: list[list[RecognisedWord]]
) -> dict[int, RecognisedWord]:
    """For the lines that a number stands beside, by their place in the list, that number."""
    out: dict[int, RecognisedWord] = {}
    for number in numbers:
        gaps = [(abs(_middle(line[0]) - _middle(number)), at) for at, line in enumerate(lines)]
        gap, at = min(gaps, default=(distance, 0))
        if gap <= _PLAY * distance:
            out[at] = number
    return out


def _rule(scan: ScannedSheet) -> tuple[int, int] | None:
    """The left and right edge, in pixels, of the rules that stand closest to the text."""
    first, last = (round(scan.image.width * share) for share in (_LEFTMOST, _RIGHTMOST))
    stretches = round(scan.image.height / scan.dots / _STRETCH)
    if stretches < 20 or last - first < 20:
        return None
    band = scan.image.crop((first, 0, last, scan.image.height))
    wide = band.width
    cells = resized(band, (wide, stretches)).tobytes()
    seen = [0] * wide
    for start in range(0, len(cells), wide):
        row = cells[start : start + wide]
        # A rule that leans wanders by a pixel or two on its way down.
        for x in {x + lean for x in range(2, wide - 2) if row[x] < _DARK for lean in range(-2, 3)}:
            seen[x] += 1
    long = [x for x in range(wide) if seen[x] >= _LEAST_LENGTH * stretches]
    if not long:
        return None
    # A double rule is one: its lines are a few points apart.
    edge = long[-1]
    for x in reversed(long):
        if edge - x <= 3 * _THICKNESS * scan.dots:
            edge = x
    return first + edge, first + long[-1]


def _counting(words: list[RecognisedWord]) -> tuple[list[RecognisedWord], float]:
    """The most numbers that stand where counting at one distance puts them, and that distance."""
    read = [word for word in words if word.text.isascii() and word.text.isdigit()]
    read = [word for word in read if 1 <= int(word.text[:3]) <= _MOST_NUMBERS][:_MOST_NUMBERS]
    best: list[RecognisedWord] = []
    apart = 0.0
    for at, upper in enumerate(read):
        for lower in read[at + 1 :]:
            steps = int(lower.text) - int(upper.text)
            distance = (_middle(lower) - _middle(upper)) / steps if steps else 0.0
            if distance < (upper.bottom - upper.top):
                continue
            zero = _middle(upper) - distance * int(upper.text)
            fit = [
                word
                for word in read
                if abs(_middle(word) - zero - distance * int(word.text)) <= _PLAY * distance
            ]
            if len(fit) > len(best):
                best, apart = fit, distance
    return (best, apart) if len(best) >= _LEAST_NUMBERS else ([], 0.0)


def _middle(word: RecognisedWord) -> float:
    return (word.top + word.bottom) / 2
