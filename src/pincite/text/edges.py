"""Whether a quote begins and ends where words and numbers do."""

from __future__ import annotations

import re

from pincite.text.numbers import in_words, number_words

INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
# How far around a quote its edges are looked at.
LOOK = 32

# Parts of one word or number: "non-refundable", "1,000", "12.5", "5–9".
_within_word = re.compile(r"[^\W_](?:[\u2010\u2011\u2013'’-]|(?<!\d)[\u2010-] )?$")
_word_goes_on = re.compile(r"^(?:[\u2010\u2011\u2013'’-]|[\u2010-] (?!\d))?[^\W_]")
_within_number = re.compile(r"\d[.,:/]$")
_number_goes_on = re.compile(r"^[.,:/]\d")
_scale = re.compile(r"^ ([^\W\d_]+)")
_HUNDRED = 100
_JOINING = ("and", "og")
_first_word = re.compile(r"^[^\W\d_]+")
_last_word = re.compile(r"[^\W\d_]+$")
_invisible = re.compile(f"[{INVISIBLE}]")
_letter = re.compile(r"[^\W_]")


def as_read(text: str) -> str:
    """Without signs that are not seen; a soft hyphen at a line end is a hyphen."""
    return _invisible.sub("", text.replace("\u00ad ", "- "))


def lettered(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without the signs at its edges, which belong to what stands around its words."""
    first = _letter.search(text, start, end)
    if first is None:
        return start, end
    while not _letter.match(text[end - 1]):
        end -= 1
    return first.start(), end


def is_whole(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] begins and ends at the edges of words and numbers."""
    start, end = lettered(text, start, end)
    before, after = text[max(start - LOOK, 0) : start], text[end : end + LOOK]
    return not cuts_a_word(as_read(before), text[start:end], as_read(after))


def cuts_a_word(before: str, words: str, after: str) -> bool:
    """Whether words that begin and end with a letter or digit are cut out of a longer word or
    number, by what stands around them: "680" of "1,680", "one" of "twenty-one", "twenty" of "one
    hundred and twenty"."""
    if _within_word.search(before) or _word_goes_on.search(after):
        return True
    if words[:1].isdigit() and _within_number.search(before):
        return True
    if words[-1:].isdigit():
        scale = _scale.match(after)
        if _number_goes_on.search(after):
            return True
        if scale and number_words().get(scale[1].lower(), 0) >= _HUNDRED:
            return True
    if _may_count(_first_word.search(words)) and _is_one_number(before, words[:LOOK]):
        return True
    return _may_count(_last_word.search(words)) and _is_one_number(words[-LOOK:], after)


def _may_count(word: re.Match[str] | None) -> bool:
    return word is not None and (word[0].lower() in number_words() or word[0].lower() in _JOINING)


def _is_one_number(before: str, after: str) -> bool:
    """Whether a number in words goes on from one to the other."""
    at = len(before)
    return any(in_word.start < at < in_word.end for in_word in in_words(before + after))
