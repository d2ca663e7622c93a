"""The one canonical form of text (verified-answers.md, section 1).

NFC, every Unicode space to an ASCII space, runs of white space collapsed, ends stripped. Case,
punctuation and letters such as þ ð æ ö stay as they are.
"""

from __future__ import annotations

import re
import unicodedata

# Shorter texts cannot make CPython's canonical reordering, an insertion sort, slow.
_SAFE_LENGTH = 2048
_LONG_RUN = 32
_maybe_marks = re.compile(f"[\u0300-\U0010ffff]{{{_LONG_RUN},}}")


def canonicalize(text: str) -> str:
    """Return the canonical form. Idempotent; time grows linearly with the text."""
    if not text.isascii():
        text = nfc(text)
    # Of all white space only the ASCII space is printable; most text is in this form already.
    if text.isprintable() and "  " not in text and text[:1] != " " and text[-1:] != " ":
        return text
    flat = text.replace("\n", " ").strip(" ")
    if flat.isprintable() and "  " not in flat:
        return flat
    # str.split() splits on exactly the characters that the pattern \s matches.
    return " ".join(text.split())


def nfc(text: str) -> str:
    """NFC, guarded so that long runs of combining marks do not cost quadratic time."""
    if len(text) > _SAFE_LENGTH and _maybe_marks.search(text):
        text = _maybe_marks.sub(_sort_marks, text)
    return unicodedata.normalize("NFC", text)


def _sort_marks(match: re.Match[str]) -> str:
    # Marks are sorted stably by combining class between starters, which is what canonical
    # ordering (Unicode, D109) does, so normalising afterwards gives the same result.
    out: list[str] = []
    marks: list[str] = []
    for char in match[0]:
        if unicodedata.combining(char):
            marks.append(char)
        else:
            out.extend(sorted(marks, key=unicodedata.combining))
            marks.clear()
            out.append(char)
    out.extend(sorted(marks, key=unicodedata.combining))
    return "".join(out)
