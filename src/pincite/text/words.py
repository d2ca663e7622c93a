"""The legal tokenizer: words in lower case, with apostrophes, "§", "v." and numbers kept whole.

"12(b)(6)", "1002.14", "5:16", "33/1944" and "240.10b-5" are one token each, as is "u.s.c.".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from pincite.text.edges import INVISIBLE

_number = r"\d+[^\W\d_]{0,2}(?:[.:/,‑–-]\d+[^\W\d_]?|\([^\W_]{1,4}\))*"
_initials = r"(?:[^\W\d_]\.){2,}"
_word = r"[^\W_]+(?:['’][^\W_]+)*"
# Most are words of two letters and more: they are tried first.
_usual = r"[^\W\d_]{2}[^\W_]*(?:['’][^\W_]+)*"
_token = re.compile(rf"{_usual}|§|\bv\.(?=\s)|{_initials}|{_number}|{_word}")
_soft = re.compile(f"[{INVISIBLE}]")
_APOSTROPHES = str.maketrans("’–‑", "'--")


class WordToken(NamedTuple):
    """A token as it is matched, and where it stands in the text it was read from."""

    form: str
    start: int
    end: int


def words(text: str) -> Iterator[WordToken]:
    """Every token, in order. A soft hyphen within a word parts nothing."""
    if _soft.search(text):
        yield from _mended(text)
        return
    for match in _token.finditer(text):
        yield WordToken(_form(match.group()), match.start(), match.end())


def words_among(text: str, wanted: Callable[[str], bool]) -> Iterator[WordToken]:
    """Those of the tokens whose form is wanted."""
    if _soft.search(text):
        yield from (token for token in _mended(text) if wanted(token.form))
        return
    # As they are written: a text says most of its words more than once.
    written = {token: _form(token) for token in set(_token.findall(text))}
    kept = {form for form in set(written.values()) if wanted(form)}
    written = {token: form for token, form in written.items() if form in kept}
    if written:
        for match in _token.finditer(text):
            if (form := written.get(match[0])) is not None:
                yield WordToken(form, match.start(), match.end())


def forms(text: str) -> list[str]:
    """The tokens alone."""
    plain = _soft.sub("", text)
    if "V." in plain or "İ" in plain:
        return [_form(token) for token in _token.findall(plain)]
    # All at once, which is sooner, and the same where no token is told by its capital.
    plain = plain.lower().replace("’", "'").replace("–", "-").replace("‑", "-")
    return _token.findall(plain)


def _form(token: str) -> str:
    # Most tokens are ASCII, which has none of these signs.
    return token.lower() if token.isascii() else token.lower().translate(_APOSTROPHES)


def _mended(text: str) -> Iterator[WordToken]:
    kept = [index for index, char in enumerate(text) if char not in INVISIBLE]
    plain = "".join(text[index] for index in kept)
    for match in _token.finditer(plain):
        start, end = kept[match.start()], kept[match.end() - 1] + 1
        yield WordToken(_form(match.group()), start, end)
