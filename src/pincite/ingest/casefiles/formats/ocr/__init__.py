"""Text recognised in the picture of a page, each word with its box and how sure it is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from PIL import Image

from pincite.ingest.casefiles.formats.ocr import tesseract
from pincite.ingest.casefiles.formats.ocr.cleaning import (
    ScannedSheet,
    despeckled,
    doubled,
    levelled,
    sheet,
    smoothed,
    turned,
)
from pincite.ingest.casefiles.formats.ocr.columns import has_columns
from pincite.ingest.casefiles.formats.ocr.margin import Ruled, without_rule
from pincite.ingest.casefiles.formats.ocr.rows import line_numbers, paragraphs, without_noise
from pincite.ingest.casefiles.formats.ocr.tesseract import RecognisedWord
from pincite.ingest.casefiles.reading import Bounds, FileLine, FileParagraph

# Upright print is recognised at 0.9 and more, upside-down print at 0.3; print that lies on its
# side gives few words or none.
_WRONG_WAY_UP = 0.6
_FEW_CHARACTERS = 100
# Below this a page is tried again, cleaned in other ways; the better reading is kept.
_DOUBTFUL = 0.8
# Letters that one language alone of those we recognise has; a twentieth of Icelandic is þ and ð.
_OWN_LETTERS = {"isl": "þðÞÐ"}
_OWN_SHARE = 0.01
# Only words this sure count when two readings are compared, lest noise win by its length.
_SURE = 60


@dataclass(frozen=True, slots=True)
class Recognised:
    """`confidence` is the mean over the characters of their words' confidence, 0 to 1, noise that
    was left out of the text among them; None where nothing was recognised."""

    paragraphs: list[FileParagraph]
    confidence: float | None
    # The line numbers of pleading paper, which are FileLine.number of the lines they stand beside.
    furniture: list[FileLine] = field(default_factory=list[FileLine])
    # Lines left out of the text, because what was recognised in them is no more than noise.
    unread: int = 0


class _Attempt(NamedTuple):
    ruled: Ruled
    words: list[RecognisedWord]
    in_columns: bool

    @property
    def characters(self) -> int:
        return sum(len(word.text) for word in self.words)

    @property
    def confidence(self) -> float:
        total = sum(len(word.text) * word.confidence for word in self.words)
        return total / 100 / (self.characters or 1)

    @property
    def leading(self) -> str:
        """The language that the page is in, where its own letters show it; "" where they do not."""
        sure = "".join(word.text for word in self.words if word.confidence >= _SURE)
        for language, letters in _OWN_LETTERS.items():
            if sum(map(sure.count, letters)) > _OWN_SHARE * len(sure):
                return language
        return ""

    @property
    def worth(self) -> int:
        sure = [word for word in self.words if word.confidence >= _SURE]
        return sum(len(word.text) * word.confidence for word in sure)


def recognise(
    image: Image.Image, *, page: int, dpi: float, bounds: Bounds, name: str = "scan"
) -> Recognised:
    """The text of a picture with `dpi` pixels to the inch, in reading order, boxes in points of the
    picture as it is given. Words of a page that lies on its side stand above one another, so the
    boxes of one line are as tall as the line is long.

    All languages of `bounds.ocr_languages` are looked for at once: that costs English a quarter
    more time and no accuracy, and a page need not be in one language. The first of them leads, so a
    page that shows itself to be in another is read again with that one first. Raises SourceError,
    naming the file `name`, where tesseract or its data is missing or takes too long.
    """
    if not bounds.ocr_languages:
        return Recognised([], None)
    tesseract.require(bounds.ocr_languages, name)
    read = partial(_read, languages=bounds.ocr_languages, name=name)
    scan = sheet(image, dpi)
    clean = replace(scan, image=despeckled(scan.image))
    best = read(clean)
    languages = _led_by(best.leading, bounds.ocr_languages)
    if languages != bounds.ocr_languages:
        read = partial(_read, languages=languages, name=name)
        best = read(clean)
    if best.confidence < _WRONG_WAY_UP or best.characters < _FEW_CHARACTERS:
        quarters = tesseract.quarter_turns(clean.image, dpi=clean.dpi, name=name)
        if quarters:
            upright = turned(clean, quarters)
            best = max(best, read(upright), key=lambda attempt: attempt.worth)
            if best.ruled.scan.turns:
                scan, clean = turned(scan, quarters), upright
    for other in (replace(scan, image=smoothed(scan.image)), doubled(clean)):
        if best.confidence < _DOUBTFUL and other is not clean:
            best = max(best, read(other), key=lambda attempt: attempt.worth)
    sure = round(best.confidence, 4) if best.characters else None
    words, unread = without_noise(best.words)
    text = paragraphs(words, best.ruled, page=page, in_columns=best.in_columns)
    return Recognised(text, sure, line_numbers(best.ruled, page), unread)


def _led_by(leading: str, languages: str) -> str:
    """The same languages, with the leading one first; tesseract decides doubtful words by it."""
    names = languages.split("+")
    if leading not in names:
        return languages
    return "+".join([leading, *(name for name in names if name != leading)])


def _read(scan: ScannedSheet, *, languages: str, name: str) -> _Attempt:
    ruled = without_rule(levelled(scan), languages=languages, name=name)
    scan = ruled.scan
    in_columns = has_columns(scan)
    words = tesseract.words(
        scan.image,
        languages=languages,
        dpi=scan.dpi,
        layout=tesseract.COLUMNS if in_columns else tesseract.ONE_COLUMN,
        name=name,
    )
    return _Attempt(ruled, words, in_columns)
