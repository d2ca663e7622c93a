"""Word for word in English: so that what reads English alone can tell what a text is about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources
from itertools import product
from typing import NamedTuple

from pincite.text.languages import language

# The languages that there is a list of words for.
GLOSSED = frozenset({"is"})
_FILES = {"is": "icelandic_english.txt"}
# Before a form, where other lines are of lemmas; a line of several words is a phrase.
_FORM = "="
_LONGEST = 3
_word = re.compile(r"[^\W\d_]+|\d+(?:[.,]\d+)*|[^\w\s]")


class _Words(NamedTuple):
    """The English of forms, of lemmas and of phrases of lemmas; of a word with its place among all
    by how common it is: forms come first."""

    forms: dict[str, tuple[int, str]]
    lemmas: dict[str, tuple[int, str]]
    phrases: dict[tuple[str, ...], str]


def glossed(text: str, code: str) -> str:
    """A text of a language that is GLOSSED, each word by the English for its form, else for its
    commonest lemma, in the order of the text; of phrases the English of the whole. Of a compound
    the parts stand for it, and a word that nothing is known of is left out, unless it is a name;
    numbers and marks stay. A text without one accent is read as if they were forgotten."""
    words = _word.findall(text)
    without_accents = text.isascii()
    said: list[str] = []
    at = 0
    while at < len(words):
        length, english = _phrase(words, at, code)
        if not length:
            length, word = 1, words[at]
            english = _gloss(word, code, without_accents) if word[0].isalpha() else word
        if english:
            said.append(english)
        at += length
    return " ".join(said)


def _phrase(words: Sequence[str], at: int, code: str) -> tuple[int, str]:
    """How many words a phrase has that begins here, and its English; the longest."""
    phrases = _words(code).phrases
    for length in range(min(_LONGEST, len(words) - at), 1, -1):
        choices = [_lemmas(word, code) for word in words[at : at + length]]
        for lemmas in product(*choices):
            if lemmas in phrases:
                return length, phrases[lemmas]
    return 0, ""


@lru_cache(1 << 16)
def _lemmas(word: str, code: str) -> tuple[str, ...]:
    """A form and its lemmas, of those that stand in a phrase."""
    form = word.lower()
    inside = _in_phrases(code)
    return tuple(
        one for one in dict.fromkeys((form, *language(code).lemmas(form))) if one in inside
    )


@cache
def _in_phrases(code: str) -> frozenset[str]:
    return frozenset(lemma for phrase in _words(code).phrases for lemma in phrase)


@lru_cache(1 << 16)
def _gloss(word: str, code: str, without_accents: bool) -> str:
    form = word.lower()
    spelled = language(code).restored(form)
    if without_accents:
        known = [found for one in (form, *spelled) if (found := _known(one, code))]
        return min(known)[1] if known else _unknown(word)
    known = (found for one in (form, *spelled) if (found := _known(one, code)))
    return next(known, (0, _unknown(word)))[1]


def _unknown(word: str) -> str:
    return word if word[0].isupper() else ""


def _known(form: str, code: str) -> tuple[int, str] | None:
    """The English of a form, with its place."""
    words, rules = _words(code), language(code)
    if form in words.forms:
        return words.forms[form]
    if known := [words.lemmas[lemma] for lemma in rules.lemmas(form) if lemma in words.lemmas]:
        return min(known)
    if known := [words.lemmas[lemma] for lemma in rules.parts(form) if lemma in words.lemmas]:
        return max(known)[0], " ".join(dict.fromkeys(english for _, english in known))
    return None


@cache
def _words(code: str) -> _Words:
    path = resources.files("pincite.text.languages") / _FILES[code]
    lines = path.read_text(encoding="utf-8").splitlines()
    found = _Words({}, {}, {})
    for at, line in enumerate(line for line in lines if not line.startswith("#")):
        word, english = line.split("\t")
        if word.startswith(_FORM):
            found.forms[word.removeprefix(_FORM)] = at, english
        elif " " in word:
            found.phrases[tuple(word.split())] = english
        else:
            found.lemmas[word] = at, english
    return found
