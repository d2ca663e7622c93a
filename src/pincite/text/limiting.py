"""Finds words that negate or limit a sentence, such as "not" and "unless"."""

from __future__ import annotations

import re

# "No. 5" is a number.
NEGATIONS = (
    r"not|no(?!s?\. ?\d)|never|nor|neither|cannot|without|non|nothing|none|nobody|nowhere"
    "|ekki|eigi|ei|aldrei|hvorki|hvergi|né|án|enginn|engin|ekkert|engan|enga|engum|engri|engu"
    "|einskis|engrar|engra|engir|engar"
)
_LIMITS = (
    r"unless|except\w*|exclud\w+|only|solely|merely|exclusively|provided|subject to|until|if"
    r"|other than|notwithstanding|despite|save (?:that|for|as|where|in|if)|at (?:least|most)"
    r"|(?:less|fewer|more) than|up to"
    r"|nema|aðeins|einungis|eingöngu|þó|undantek\w*|undanskil\w*|ef|enda|þrátt fyrir"
    r"|að minnsta kosti|í mesta lagi"
)
_limiting = re.compile(rf"\b(?:{NEGATIONS}|{_LIMITS})\b|\b[^\W_]+n['’]t\b", re.IGNORECASE)


def limiting(text: str) -> str:
    """The first word of a text that negates or limits; "" where there is none."""
    match = _limiting.search(text)
    return match[0] if match else ""
