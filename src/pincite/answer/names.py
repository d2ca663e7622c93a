"""The people, things and countries that a question names.

A capital letter alone is no reason to refuse: law is about everybody, and people write "Receiving
Party", "WhatsApp" and "Durban". Two cases are a reason: the law of a country is asked for where
only other law is held, and case files are asked what somebody did whom none of them mentions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from functools import cache
from importlib import resources
from typing import NamedTuple

from pincite.answer.expectations import listed
from pincite.search.understand import AskedQuestion
from pincite.text.languages import language
from pincite.text.words import WordToken, forms, words

_sentence_start = re.compile(r"(?:^|[.?!:;]\s+|[\"“„‘([•*]\s*|(?:^|\s)[–—-]\s*|\n\s*)$")
_sentence_end = re.compile(r"[.?!;]\s+")
# "US$600", "USD 600".
_money = re.compile(r"[^\W\d_]{1,3}\s?[$€£¥]|[A-Z]{3}\s?\d")
_MOSTLY = 0.6
# Before a country whose law is asked for; "from Germany" and "to Germany" are not about its law.
_IN = frozenset({"in", "within", "under", "í", "á", "innan"})
_ARTICLES = frozenset({"the"})
_TITLES = frozenset({"mr", "mrs", "ms", "miss", "dr", "prof"})
_BEFORE_A_SUBJECT = frozenset((
    "am", "is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "can", "could",
    "may", "might", "must", "shall", "should", "will", "would", "about", "um",
))  # fmt: skip
# After what is of a country: "German law", "the Zambian Employment Code".
_LAW = frozenset((
    "law", "laws", "code", "act", "constitution", "court", "courts", "lög", "réttur",
    "stjórnarskrá", "hegningarlög",
))  # fmt: skip
_BETWEEN = 2
_POSSESSIVE = ("'s", "s'")


class AskedName(NamedTuple):
    """A name in a question: as it is written; each of its words, in every form that it may be
    looked up by; and whether the question asks what somebody of that name does or is ("did Boyd",
    "about Boyd")."""

    written: str
    words: tuple[tuple[str, ...], ...]
    asked_about: bool = False


class Country(NamedTuple):
    """`names` are what a country is called, `of_it` the words for what belongs to it ("German");
    each is given as the lemmas of its words; `written` are the names as they are, `said` with the
    words for what belongs to it."""

    code: str
    names: tuple[tuple[frozenset[str], ...], ...]
    of_it: tuple[tuple[frozenset[str], ...], ...]
    written: tuple[str, ...] = ()
    said: tuple[str, ...] = ()

    def is_home(self, jurisdictions: Sequence[str]) -> bool:
        """Whether law of it is held: its own, that of a part of it, or of what it is a part of."""
        return any(
            f"{held}-".startswith(f"{self.code}-") or f"{self.code}-".startswith(f"{held}-")
            for held in filter(None, jurisdictions)
        )


def names(question: AskedQuestion, jurisdictions: Sequence[str]) -> list[AskedName]:
    """What a question writes with a capital, though no sentence begins with it; side by side they
    are one. Names of the law's own country are left out."""
    text = question.text
    plain = listed("no_names.txt") | home_words(jurisdictions) | _TITLES
    every = list(words(text))
    capital = [word for word in every if text[word.start].isupper()]
    if len(capital) > _MOSTLY * max(len(every), 1):
        return []
    known = {at for phrase in question.expanded for at in phrase.at}
    runs: list[list[WordToken]] = []
    asked_about: list[bool] = []
    for at, word in enumerate(every):
        written = text[word.start : word.end]
        if (
            not text[word.start].isupper()
            or not written.isalpha()
            or at in known
            or word.form in plain
            or _sentence_start.search(text[: word.start])
            or _money.match(text, word.start)
            or _is_cited(question, word)
        ):
            continue
        if runs and text[runs[-1][-1].end : word.start] in (" ", "-", "–"):
            runs[-1].append(word)
        else:
            runs.append([word])
            asked_about.append(_is_subject(every, at))
    rules = language(question.law_in)
    return [
        AskedName(
            text[run[0].start : run[-1].end],
            tuple(tuple(dict.fromkeys((word.form, *rules.lemmas(word.form)))) for word in run),
            subject,
        )
        for run, subject in zip(runs, asked_about, strict=True)
    ]


def elsewhere(question: AskedQuestion, jurisdictions: Sequence[str]) -> AskedName | None:
    """A country whose law the question asks for, however it is written, where that is not the law
    that is held; None where there is none, or the law's own country is named as well."""
    if not any(jurisdictions):
        return None
    text = question.text
    every = list(words(text))
    lemmas = [_lemmas(word.form, at, question) for at, word in enumerate(every)]
    asked_from = _asking_sentence(text)
    found: AskedName | None = None
    for country in countries():
        home = country.is_home(jurisdictions)
        named = list(_places(country.names, lemmas))
        of_it = list(_places(country.of_it, lemmas))
        if home and (named or of_it):
            return None
        asked_for = [
            (at, size)
            for at, size in named
            if _is_inside(every, at) or every[at + size - 1].form.endswith(_POSSESSIVE)
        ]
        asked_for += [
            (at, size + behind)
            for at, size in named + of_it
            if (behind := _law_after(lemmas, at + size))
        ]
        for at, size in asked_for:
            if every[at].start >= asked_from:
                written = text[every[at].start : every[at + size - 1].end]
                found = found or AskedName(written, tuple(map(tuple, lemmas[at : at + size])))
    return found


def countries_named(question: AskedQuestion, jurisdictions: Sequence[str]) -> list[str]:
    """Of these jurisdictions, those that the question names: as a country, or by what is of it."""
    every = list(words(question.text))
    lemmas = [_lemmas(word.form, at, question) for at, word in enumerate(every)]
    named = [
        country.code
        for country in countries()
        if any(_places((*country.names, *country.of_it), lemmas))
    ]
    return [
        held for held in jurisdictions if any(f"{held}-".startswith(f"{code}-") for code in named)
    ]


def place_name(code: str, spoken: str) -> str:
    """What a jurisdiction is called; its code where nobody gave it a name."""
    own = next((country.written for country in countries() if country.code == code), ())
    if not own:
        return code
    return own[1] if spoken == "is" and len(own) == 2 else own[0]


def _law_after(lemmas: Sequence[frozenset[str]], at: int) -> int:
    """How many words further a word for a law stands; 0 where none does."""
    there = (not _LAW.isdisjoint(lemma) for lemma in lemmas[at : at + _BETWEEN + 1])
    return next((behind for behind, is_law in enumerate(there, 1) if is_law), 0)


def mentioned(name: AskedName, lemmas: Set[str]) -> bool:
    """Whether a text with these lemmas has every word of a name."""
    return all(not lemmas.isdisjoint(word) for word in name.words)


@cache
def countries() -> tuple[Country, ...]:
    file = resources.files("pincite.answer") / "words" / "countries.txt"
    lines = file.read_text(encoding="utf-8").splitlines()
    return tuple(_country(line) for line in lines if line and not line.startswith("#"))


def home_words(jurisdictions: Sequence[str]) -> frozenset[str]:
    """Every word that the law's own countries, and what is of them, are called by."""
    home = (country for country in countries() if country.is_home(jurisdictions))
    return frozenset(
        lemma
        for country in home
        for name in country.names + country.of_it
        for word in name
        for lemma in word
    )


def _country(line: str) -> Country:
    code, _, rest = line.partition(" ")
    named, _, of_it = rest.partition(";")
    written, belongs = (
        tuple(name.strip() for name in listed.split(",") if name.strip())
        for listed in (named, of_it)
    )
    said = (*written, *belongs)
    return Country(code, tuple(_phrases(named)), tuple(_phrases(of_it)), written, said)


def _phrases(listed: str) -> Iterator[tuple[frozenset[str], ...]]:
    for phrase in filter(None, map(str.strip, listed.split(","))):
        yield tuple(_both(form) for form in forms(phrase) if form != "of")


def _both(form: str) -> frozenset[str]:
    # Names are in the dictionary of forms with their capital alone.
    rules = language("is")
    return frozenset((form, *rules.lemmas(form), *rules.lemmas(form.capitalize())))


def _lemmas(form: str, at: int, question: AskedQuestion) -> frozenset[str]:
    bare = form[:-2] if form.endswith(_POSSESSIVE) else form
    known = question.words[at].lemmas if at < len(question.words) else ()
    return _both(bare).union(known)


def _places(
    phrases: Sequence[tuple[frozenset[str], ...]], lemmas: Sequence[frozenset[str]]
) -> Iterator[tuple[int, int]]:
    """Where one of the phrases begins, and how many words it has there."""
    there_is = frozenset[str]().union(*lemmas)
    for phrase in phrases:
        # Most phrases have a word that stands nowhere.
        if any(wanted.isdisjoint(there_is) for wanted in phrase):
            continue
        for at in range(len(lemmas) - len(phrase) + 1):
            there = lemmas[at : at + len(phrase)]
            if all(not wanted.isdisjoint(word) for wanted, word in zip(phrase, there, strict=True)):
                yield at, len(phrase)


def _is_subject(every: Sequence[WordToken], at: int) -> bool:
    before = [word.form for word in every[max(at - 3, 0) : at]]
    while before and (before[-1] in _TITLES or before[-1] in _ARTICLES):
        before.pop()
    return bool(before) and before[-1] in _BEFORE_A_SUBJECT


def _is_inside(every: Sequence[WordToken], at: int) -> bool:
    before = [word.form for word in every[max(at - 2, 0) : at]]
    if before and before[-1] in _ARTICLES:
        before.pop()
    return bool(before) and before[-1] in _IN


def _asking_sentence(text: str) -> int:
    """Where the last sentence that is a question begins; 0 where none is marked as one."""
    end = text.rfind("?")
    if end < 0:
        return 0
    return max((match.end() for match in _sentence_end.finditer(text, 0, end)), default=0)


def _is_cited(question: AskedQuestion, word: WordToken) -> bool:
    """Whether the word is part of what the question cites, or names the work that is searched."""
    cited = ((reference.start, reference.end) for reference in question.cited.references)
    return any(start <= word.start and word.end <= end for start, end in (*cited, *question.named))
