"""True quotes for benchmarks/validate.py, and what extraction does to them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace

from pincite.answer.records import QuotableSource
from pincite.text import canonicalize
from validating.passages import Case, Make, chance, ends_sentence, fair, negates, one_of, stretch

_letters = re.compile(r"[^\W\d_]{6,}")
_SPACES = "\u00a0\u2002\u2003\u2007\u2009\u200a\u202f\u205f\u3000"
_BREAKS = ("  ", "\n", "\r\n", "\n\n", " \f", "\n\f\n", "\t", " ")
_LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ"}
_MARKS = (("“", "”"), ('"', '"'), ("„", "“"), ("''", "''"), ("‘‘", "’’"))
_ELLIPSES = (" … ", " ... ", " [...] ", " […] ", " . . . ", "… ", "... ")
_DASHES = "-–—‐‑‒"


def _each(pattern: str, signs: Sequence[str]) -> Callable[[str], str]:
    return lambda text: re.sub(pattern, lambda _: chance.choice(signs), text)


def _inside(signs: Sequence[str], share: float) -> Callable[[str], str]:
    """A sign within some of the longer words."""

    def put(match: re.Match[str]) -> str:
        if chance.random() > share:
            return match[0]
        at = chance.randrange(2, len(match[0]) - 2)
        return match[0][:at] + chance.choice(signs) + match[0][at:]

    return lambda text: _letters.sub(put, text)


def ligatures(text: str) -> str:
    return re.sub("ff[il]|f[fil]", lambda match: _LIGATURES[match[0]], text)


def marks(text: str) -> str:
    opening, closing = chance.choice(_MARKS)
    text = re.sub(r"(?<![^\s(\[])[“”„\"]", "\0", text)
    return re.sub('[“”„"]', closing, text).replace("\0", opening)


def decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text)


ARTEFACTS: dict[str, Callable[[str], str]] = {
    "other spaces": _each(" ", _SPACES),
    "line and page breaks": _each(" ", _BREAKS),
    "ligatures": ligatures,
    "soft hyphens": _inside(["\u00ad"], 0.4),
    "a hyphen at a line end": _inside(["-\n", "- \n", "‐\n"], 0.2),
    "a soft hyphen at a line end": _inside(["\u00ad\n"], 0.2),
    "quotation marks": marks,
    "apostrophes": _each(r"(?<=\w)['’](?=\w)", "'’"),
    "dashes": _each(f"[{_DASHES}]", _DASHES),
    "decomposed accents": decomposed,
    "zero-width characters": _inside("\u200b\u200c\u200d\u2060\ufeff", 0.3),
}


def in_quote(*several: str) -> Make:
    def make(source: QuotableSource, _: QuotableSource) -> Case | None:
        clean = quote = " ".join(stretch(source.text))
        names = several if len(several) == 1 else chance.sample(several, 3)
        for name in names if quote else ():
            quote = ARTEFACTS[name](quote)
        return Case(quote, source) if quote != clean else None

    return make


def in_source(name: str) -> Make:
    def make(source: QuotableSource, _: QuotableSource) -> Case | None:
        quote, text = " ".join(stretch(source.text)), canonicalize(ARTEFACTS[name](source.text))
        return Case(quote, replace(source, text=text)) if quote and quote not in text else None

    return make


def untouched(source: QuotableSource, _: QuotableSource) -> Case | None:
    quote = " ".join(stretch(source.text))
    return Case(chance.choice((quote, quote.rstrip(".,;:"))), source) if quote else None


def ahead_of_negation(source: QuotableSource, _: QuotableSource) -> Case | None:
    """It ends with its sentence, and the next begins with "No" or the like."""
    words = source.text.split(" ")
    ends = [at for at, one in enumerate(words[:-1], 1) if ends_sentence.search(one)]
    at = one_of([at for at in ends if negates(words[at]) and words[at][0].isupper()])
    first = at - chance.randint(5, 30)
    if first < 0 or not fair([*words[:at], ""], first, at):
        return None
    return Case(" ".join(words[first:at]), source)


def _told(words: Sequence[str], first: int, last: int) -> bool:
    return sum(any(map(str.isalnum, one)) for one in words[first:last]) > 3 and fair(
        words, first, last
    )


def with_ellipsis(*, whole: bool = False, stopped: bool = False) -> Make:
    """Two parts in their order: nothing between negates, or they are whole sentences. `stopped`:
    the full stop of the first runs into the dots."""

    def make(source: QuotableSource, _: QuotableSource) -> Case | None:
        words = source.text.split(" ")
        ends = [at for at, one in enumerate(words, 1) if ends_sentence.search(one)]
        begins = [0, *(at for at in ends if at < len(words) and words[at][0].isupper())]
        spots = sorted(chance.randrange(len(words) + 1) for _ in range(4))
        if whole and not ends:
            return None
        if whole:
            a, c = sorted(chance.choices(begins, k=2))
            b, d = (min([at for at in ends if at > one + 3], default=one) for one in (a, c))
            spots = [a, b, c, d]
        a, b, c, d = spots
        if c - b < 2 or not all(_told(words, *part) for part in ((a, b), (c, d))):
            return None
        if not whole and any(negates(one) or "non-" in one.lower() for one in words[b:c]):
            return None
        quote = " ".join(words[a:b]) + chance.choice(_ELLIPSES) + " ".join(words[c:d])
        four = re.search(r"[^.]\.{4} |\. \. \. \. ", quote) is not None
        return Case(quote, source) if four is stopped else None

    return make
