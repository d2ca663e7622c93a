"""Word for word in English: so that what reads English alone can tell what a text is about."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import resources

from pincite.text.languages import language

# The languages that there is a list of words for.
GLOSSED = frozenset({"is"})
_FILES = {"is": "icelandic_english.txt"}
# Before a form, where other lines are of lemmas.
_FORM = "="
_word = re.compile(r"[^\W\d_]+|\d+(?:[.,]\d+)*|[^\w\s]")


def glossed(text: str, code: str) -> str:
    """A text of a language that is GLOSSED, each word by the English for its lemma, in the order of
    the text. Of a compound the parts stand for it, and a word that nothing is known of is left out;
    numbers and marks stay."""
    words = (word if not word[0].isalpha() else _gloss(word, code) for word in _word.findall(text))
    return " ".join(word for word in words if word)


@lru_cache(1 << 16)
def _gloss(word: str, code: str) -> str:
    """That of the form itself, else of its commonest lemma; what is known of nothing is left out,
    but for names."""
    form = word.lower()
    forms, lemmas = _words(code)
    if form in forms:
        return forms[form]
    rules = language(code)
    for spelled in (form, *rules.restored(form)):
        if known := [lemmas[lemma] for lemma in rules.lemmas(spelled) if lemma in lemmas]:
            return min(known)[1]
        if known := [lemmas[lemma] for lemma in rules.parts(spelled) if lemma in lemmas]:
            return " ".join(dict.fromkeys(english for _, english in known))
    return word if word[0].isupper() else ""


@cache
def _words(code: str) -> tuple[dict[str, str], dict[str, tuple[int, str]]]:
    """The English of forms; and of lemmas, with the place of each among all by how common it is."""
    path = resources.files("pincite.text.languages") / _FILES[code]
    lines = path.read_text(encoding="utf-8").splitlines()
    pairs = [line.split("\t") for line in lines if not line.startswith("#")]
    forms = {word[1:]: english for word, english in pairs if word.startswith(_FORM)}
    lemmas = {
        word: (at, english)
        for at, (word, english) in enumerate(pairs)
        if not word.startswith(_FORM)
    }
    return forms, lemmas
