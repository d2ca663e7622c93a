"""Whether a page's text layer can be trusted, or the page is to be recognised from its picture."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from pincite.ingest.casefiles.formats.pdf.furniture import is_court_stamp

# Fewer words than this over a picture of most of the page: a stamp on a scan, not its text.
_FEW_WORDS = 50
_LONGEST_STAMP = 120
_MOST_OF_PAGE = 0.5
_UNMAPPED_SHARE = 0.2
_ODD_WORD_SHARE = 0.3
_ENOUGH_LETTERS = 200
_LEAST_VOWELS = 0.2

_unmapped = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x9f\ufffd\ue000-\uf8ff]")
_unknown = re.compile("[\x00\x01\x03-\x08\x0e-\x1b\x7f-\x9f\ufffd]")
_vowel = re.compile("[aeiouyáéíóúýæöäüåøœàèêôûîëï]", re.IGNORECASE)
_latin = re.compile("[a-zà-öø-ÿþðœ]", re.IGNORECASE)
# Letters, digits or signs in an order that no word, number or citation has.
_jumbled = re.compile(
    r"[a-z][A-Z][a-z]*[A-Z]|[A-Za-z]\d[A-Za-z]|[^\W\d_][^\w\s.,'’\-/&@:()§“”\"]\w"
)


class PageVerdict(Enum):
    """How the words of a page are to be got."""

    NATIVE = "the text layer is used"
    RECOGNISED_BEFORE = "the text layer was made by recognition, and reads well"
    PICTURE = "there is no text, or none to rely on"
    BLANK = "there is nothing on the page"


class Judgement(NamedTuple):
    verdict: PageVerdict
    # Why a text layer was not used; "" where there was none.
    reason: str = ""


class PageEvidence(NamedTuple):
    """What is known of a page: its words, whether they are drawn invisibly, how many objects it
    draws and the share of it that its largest picture covers (asked for only where it matters)."""

    words: list[str]
    invisible: bool
    objects: int
    covered: float


def needs_a_closer_look(words: int, invisible: bool) -> bool:
    """Whether the page's pictures matter to the judgement."""
    return words < _FEW_WORDS or invisible


def judge(evidence: PageEvidence) -> Judgement:
    words = evidence.words
    if not words:
        return Judgement(PageVerdict.PICTURE if evidence.objects else PageVerdict.BLANK)
    if len(words) < _FEW_WORDS and evidence.covered > _MOST_OF_PAGE:
        return Judgement(
            PageVerdict.PICTURE, f"its text layer holds only {len(words)} words beside a picture"
        )
    text = " ".join(words)
    if evidence.covered and len(text) < _LONGEST_STAMP and is_court_stamp(text):
        return Judgement(PageVerdict.PICTURE, "its text layer is the court's stamp alone")
    if len(_unmapped.findall(text)) > _UNMAPPED_SHARE * len(text):
        return Judgement(PageVerdict.PICTURE, "its text layer does not say which letters it draws")
    latin = len(_latin.findall(text)) if text.count("e") + text.count("a") < 0.05 * len(text) else 0
    if latin > _ENOUGH_LETTERS and len(_vowel.findall(text)) < _LEAST_VOWELS * latin:
        return Judgement(PageVerdict.PICTURE, "its text layer is not in words")
    if evidence.invisible:
        if odd_share(words) > _ODD_WORD_SHARE:
            return Judgement(PageVerdict.PICTURE, "its hidden text layer reads badly")
        return Judgement(PageVerdict.RECOGNISED_BEFORE)
    return Judgement(PageVerdict.NATIVE)


def unknown_share(text: str) -> float:
    """The share of characters of which the page does not say what they are. Those for private use
    are mostly bullets, and are not counted."""
    return len(_unknown.findall(text)) / len(text) if text else 0.0


def odd_share(words: list[str]) -> float:
    """The share of words that look like no word: without vowels, jumbled, or signs alone."""
    odd = 0
    for word in words:
        core = word.strip(".,;:!?()[]{}'\"“”‘’-–—*")
        if not core:
            odd += word not in "-–—*"
        elif not any(map(str.isalnum, core)):
            odd += core not in "§§&$%/+="
        elif core.isalpha():
            odd += len(core) > 3 and not _vowel.search(core) and not core.isupper()
        else:
            odd += bool(_jumbled.search(core))
    return odd / len(words) if words else 0.0
