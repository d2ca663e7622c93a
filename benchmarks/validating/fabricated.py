"""Fabricated quotes for benchmarks/validate.py."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from pincite.answer.records import QuotableSource
from pincite.text import canonicalize
from validating.claims import SMALL
from validating.passages import (
    Case,
    Make,
    bare,
    chance,
    ends_sentence,
    negates,
    one_of,
    own_ellipsis,
    stretch,
    vocabulary,
)

_DAY = date(2020, 1, 1)
_modal = re.compile("shall|may|must|will|is|are|was|skal|má|er|eru|var|getur|verður")
_section_word = re.compile(r"(?i)(?:sections?|ss?|articles?|chapter|clause|paragraph|rule|§+)\.?")
_stop = re.compile(r"[.!?;][\"”’)\]]*$")
_ends = re.compile(r"[.!?;:][\"”’)\]]*$|^\(\w+\)$")
BARE, STOPPED = r"\w$", r"^\W*\w+[,:—–-]$"
_listed = re.compile(r"\([a-z0-9]{1,3}\)$")
SIGNS = ("\u00ad", "\u200b", "\u200d", "\ufeff")


def _inner(words: Sequence[str]) -> int:
    return chance.randrange(1, len(words) - 1)


def _word_of(source: QuotableSource) -> str:
    return bare(chance.choice(vocabulary[source.version])) or "thing"


def changed(words: list[str], source: QuotableSource) -> None:
    words[_inner(words)] = _word_of(source)


def dropped(words: list[str], _: QuotableSource) -> None:
    del words[_inner(words)]


def added(words: list[str], source: QuotableSource) -> None:
    words.insert(_inner(words), _word_of(source))


def negation_dropped(words: list[str], _: QuotableSource) -> None:
    if (at := one_of([at for at in range(1, len(words) - 1) if negates(words[at])])) > 0:
        del words[at]


def negation_added(words: list[str], source: QuotableSource) -> None:
    at = one_of([at for at, word in enumerate(words[:-1]) if _modal.fullmatch(word)]) + 1
    words.insert(at or _inner(words), "ekki" if source.version == "icelandic" else "not")


def number_changed(words: list[str], _: QuotableSource) -> None:
    places = [at for at, word in enumerate(words) if re.search(r"\d", word) or word in SMALL]
    if (at := one_of(places)) >= 0:
        words[at] = _other_number(words[at])


def section_changed(words: list[str], _: QuotableSource) -> None:
    at = one_of([
        at for at in range(1, len(words) - 1)
        if re.search(r"\d", words[at])
        and (_section_word.fullmatch(words[at - 1]) or words[at + 1][:4] in ("gr.", "mgr."))
    ])  # fmt: skip
    if at > 0:
        words[at] = _other_number(words[at])


def _other_number(word: str) -> str:
    if word in SMALL:
        return chance.choice([one for one in SMALL if one != word])
    at = chance.choice([match.start() for match in re.finditer(r"\d", word)])
    return f"{word[:at]}{(int(word[at]) + chance.randint(1, 9)) % 10}{word[at + 1 :]}"


def swapped(words: list[str], _: QuotableSource) -> None:
    at = _inner(words)
    words[at - 1 : at + 1] = words[at], words[at - 1]


def shuffled(words: list[str], _: QuotableSource) -> None:
    chance.shuffle(words)


def recased(words: list[str], _: QuotableSource) -> None:
    at, how = _inner(words), chance.randrange(3)
    words[at] = (words[at][:1].swapcase() + words[at][1:], words[at].swapcase(), words[at])[how]
    if how > 1:
        words[:] = [word.upper() for word in words]


def unaccented(words: list[str], _: QuotableSource) -> None:
    if (at := one_of([at for at, one in enumerate(words) if re.search("[þðáéíóúýæö]", one)])) >= 0:
        plain = words[at].replace("þ", "th").replace("ð", "d").replace("æ", "ae")
        words[at] = re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFD", plain))


def hyphen_dropped(words: list[str], _: QuotableSource) -> None:
    if (at := one_of([at for at, one in enumerate(words) if re.search(r"\w-\w", one)])) >= 0:
        words[at] = re.sub(r"(?<=\w)-(?=\w)", "", words[at], count=1)


def run_together(words: list[str], _: QuotableSource) -> None:
    at = _inner(words)
    if words[at - 1][-1] != "-":
        words[at - 1 : at + 1] = [words[at - 1] + words[at]]


def invented(words: list[str], source: QuotableSource) -> None:
    words[:] = [_word_of(source) for _ in words]
    words[0], words[-1] = words[0].capitalize(), words[-1] + "."


def mutated(change: Callable[[list[str], QuotableSource], None]) -> Make:
    def make(source: QuotableSource, _: QuotableSource) -> Case | None:
        words = stretch(source.text, fewest=6, most=40)
        # With an ellipsis of the source's own, a word may rightly be left out.
        if not words or own_ellipsis.search(" ".join(words)):
            return None
        change(words, source)
        return Case(" ".join(words), source)

    return make


def _once(quote: str, source: QuotableSource, text: str) -> Case | None:
    """A quote whose words the text holds, but only where they may not be taken from."""
    return Case(quote, replace(source, text=text), stands=True) if text.count(quote) == 1 else None


def beside_negation(shape: str, signs: Sequence[str] = ("",)) -> Make:
    """It starts right behind a negation, or ends right ahead of one, which bears a sign or none."""

    def make(source: QuotableSource, _: QuotableSource) -> Case | None:
        words = source.text.split(" ")
        here = [at for at in range(8, len(words) - 8) if negates(words[at])]
        if (at := one_of([at for at in here if re.search(shape, words[at])])) < 0:
            return None
        # Ahead of a sentence that negates, another may end.
        behind = shape != BARE or chance.random() < 0.5 or bool(_ends.search(words[at - 1]))
        first = at + 1 if behind else max(at - chance.randint(5, 20), 0)
        quote = " ".join(words[first : at + chance.randint(6, 20) if behind else at])
        cut = chance.randint(1, len(words[at]) - 1)
        words[at] = words[at][:cut] + chance.choice(signs) + words[at][cut:]
        return _once(quote, source, " ".join(words))

    return make


def word_cut(inside: str, signs: Sequence[str] = ("",)) -> Make:
    """The first or the last word loses a part: at `inside`, where the source may bear a sign."""

    def make(source: QuotableSource, _: QuotableSource) -> Case | None:
        words = source.text.split(" ")
        at = chance.randrange(8, len(words) - 8)
        cuts = [match.start() for match in re.finditer(inside, words[at])]
        if (cut := one_of(cuts)) < 0:
            return None
        sign, rest = chance.choice(signs), chance.randint(5, 20)
        start, end = words[at][:cut], words[at][cut:]
        words[at] = start + sign + end
        if chance.random() < 0.5:
            quote = " ".join([*words[max(at - rest, 0) : at], start])
        else:
            quote = " ".join([end, *words[at + 1 : at + rest]])
        return _once(quote, source, canonicalize(" ".join(words)))

    return make


def ligature_cut(source: QuotableSource, _: QuotableSource) -> Case | None:
    """The source prints two letters as one at the start of a word; the quote has the second."""
    words = source.text.split(" ")
    starts = [at for at in range(8, len(words) - 8) if re.match("f[fil]", words[at])]
    if (at := one_of(starts)) < 0:
        return None
    quote = " ".join([words[at][1:], *words[at + 1 : at + 8]])
    words[at] = {"ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ"}[words[at][:2]] + words[at][2:]
    return Case(quote, replace(source, text=" ".join(words)))


def spliced(source: QuotableSource, other: QuotableSource) -> Case | None:
    begin, end = stretch(source.text, 4, 15), stretch(other.text, 4, 15)
    quote = " ".join(begin + end)
    return Case(quote, source) if begin and end and not own_ellipsis.search(quote) else None


def spliced_within(source: QuotableSource, _: QuotableSource) -> Case | None:
    return spliced(source, source)


def out_of_order(source: QuotableSource, _: QuotableSource) -> Case | None:
    one, two = " ".join(stretch(source.text, 4, 12)), " ".join(stretch(source.text, 4, 12))
    at = source.text.find(two)
    if not one or not two or source.text.find(one, at + len(two)) >= 0:
        return None
    return Case(f"{two} … {one}", source)


def over_negation(fits: Callable[[Sequence[str], int, int, int], bool], most: int = 7) -> Make:
    """An ellipsis in place of words with a negation, which is of the sentence of what follows."""

    def make(source: QuotableSource, _: QuotableSource) -> Case | None:
        words = source.text.split(" ")
        at = one_of([at for at in range(12, len(words) - 14) if negates(words[at])])
        first, last = at - chance.randint(0, 7), at + 1 + chance.randint(0, most)
        if at < 0 or last + 6 > len(words) or not fits(words, first, at, last):
            return None
        one, two = " ".join(words[first - 6 : first]), " ".join(words[last : last + 6])
        # Where a part stands twice, it may be quoted from its other place.
        again = source.text.count(one) > 1 or source.text.count(two) > 1
        mark = chance.choice((" … ", " ... ", " [...] ", " . . . "))
        return None if again else Case(one + mark + two, source)

    return make


def _stops(words: Sequence[str], first: int, last: int) -> list[int]:
    return [at for at in range(first, last) if _stop.search(words[at])]


def in_one_sentence(words: Sequence[str], first: int, _: int, last: int) -> bool:
    return not _stops(words, first - 1, last)


def with_abbreviation(words: Sequence[str], first: int, _: int, last: int) -> bool:
    """There are full stops, and a small letter behind each."""
    stops = _stops(words, first, last)
    return bool(stops) and all(words[at][-1] == "." and words[at + 1][0].islower() for at in stops)


def of_a_list(words: Sequence[str], first: int, at: int, last: int) -> bool:
    """The negation is of "(a) …; (b) …" too, where the second part begins."""
    if bare(words[at]) == "without":  # "without limitation, (a) …" denies nothing of a list.
        return False
    items = [one for one in range(at, last) if _listed.match(words[one])]
    stops = _stops(words, first - 1, last)
    return bool(items and stops and _listed.match(words[last])) and all(
        one > items[0] and words[one][-1] == ";" for one in stops
    )


def of_the_second(words: Sequence[str], first: int, at: int, last: int) -> bool:
    """A sentence ends ahead of the negation, none between it and the second part."""
    stops = _stops(words, first, last)
    ended = [one for one in stops if ends_sentence.search(words[one]) and words[one + 1].istitle()]
    return bool(ended) and stops[-1] < at


def wrong_locator(source: QuotableSource, other: QuotableSource) -> Case | None:
    quote, apart = " ".join(stretch(source.text)), other.locator != source.locator
    return Case(quote, source, True, locator=other.locator) if quote and apart else None


def wrong_urn(source: QuotableSource, other: QuotableSource) -> Case | None:
    quote, apart = " ".join(stretch(source.text)), other.urn != source.urn
    return Case(quote, source, True, urn=other.urn) if quote and apart else None


def wrong_source(source: QuotableSource, other: QuotableSource) -> Case | None:
    quote = " ".join(stretch(source.text))
    return Case(quote, other) if quote and plain(quote) not in plain(other.text) else None


def not_in_force(source: QuotableSource, _: QuotableSource) -> Case | None:
    quote, early = " ".join(stretch(source.text)), chance.random() < 0.5
    until, since = (_DAY, None) if early else (None, date(2021, 1, 1))
    dated = replace(source, valid_from=since, valid_to=until)
    return Case(quote, dated, True, at=_DAY) if quote else None


def another_version(pairs: Sequence[tuple[str, QuotableSource]]) -> Make:
    def make(_: QuotableSource, __: QuotableSource) -> Case | None:
        text, source = chance.choice(pairs)
        quote = " ".join(stretch(text))
        return Case(quote, source) if quote and plain(quote) not in plain(source.text) else None

    return make


def plain(text: str) -> str:
    """Letters and figures alone: texts that differ in these are different texts."""
    return re.sub(r"[\W_]", "", text)
