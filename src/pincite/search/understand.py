"""Reads a question: its words, what it cites, and the terms of law that its phrases stand for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pincite.indexes.lexical import Concept, SearchTerm
from pincite.search.lay_terms import Vocabulary, VocabularyMatch
from pincite.search.profiles import Expansion, Variant
from pincite.text import canonicalize
from pincite.text.languages import KNOWN, Language, language
from pincite.text.words import WordToken, words

if TYPE_CHECKING:
    from pincite.citations.understand import Understanding

# A question is read up to here; what is longer is a document.
LONGEST = 2000
_MOST_WORDS = 120
_stops = re.compile(r" +([?.!,;:])")


@dataclass(frozen=True, slots=True)
class AskedWord:
    """A word of the question, with its lemmas in the language of the law that is asked."""

    form: str
    lemmas: tuple[str, ...]
    stop: bool


@dataclass(frozen=True, slots=True)
class Expanded:
    """A phrase of the question, by the places of its words, and the terms of law that it stands
    for."""

    at: tuple[int, ...]
    terms: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """`text` is the question in canonical form, cut where it is too long; `law_in` is the language
    of the law that is asked, `asked_in` that of the question. `subject` is the question without
    the names of the works that alone are searched for it; `named` is where those names stand, by
    offsets into the text."""

    text: str
    asked_in: str
    law_in: str
    words: tuple[AskedWord, ...]
    expanded: tuple[Expanded, ...]
    cited: Understanding
    cut: bool
    subject: str = ""
    named: tuple[tuple[int, int], ...] = ()

    @property
    def meaning(self) -> str:
        """What the encoders are asked: the question without its date, and without the name of the
        work that alone is searched."""
        return self.subject or self.text

    @property
    def content(self) -> tuple[AskedWord, ...]:
        return tuple(word for word in self.words if not word.stop)

    def keywords(self) -> str:
        return " ".join(word.form for word in self.content)

    def synonyms(self, most: int) -> str:
        """The statutory terms of the whole question, the strongest first."""
        every = [pair for phrase in self.expanded for pair in phrase.terms]
        every.sort(key=lambda pair: (-pair[1], pair[0]))
        return " ".join(dict.fromkeys(term for term, _ in every[:most]))

    def variant(self, name: Variant, most: int) -> str:
        """One of the ways the question is put to encoders; "" where it is no other than it was."""
        if name == "original":
            return self.meaning
        if name == "keywords":
            kept = self.keywords()
            return kept if kept != self.meaning.lower() else ""
        more = self.synonyms(most)
        return f"{self.meaning} {more}" if more else ""


def asked(
    question: str,
    *,
    law_in: str,
    vocabulary: dict[str, Vocabulary],
    cited: Understanding,
    expansion: Expansion | None,
    names: Sequence[tuple[int, int]] = (),
    parties: Sequence[tuple[int, int]] = (),
) -> AskedQuestion:
    """`vocabulary` is by the language a question may be put in. `names` are where the works are
    named that are searched: nothing is looked for by those words. Nor by the `parties` of a
    document that is searched alone, though they may take part in what is asked."""
    text = canonicalize(question[:LONGEST])
    found = list(words(text))[:_MOST_WORDS]
    asked_in = spoken_in([word.form for word in found], law_in)
    own, law = language(asked_in), language(law_in)
    plain = own.code != "en" and text.isascii()
    dates = _dates(cited)
    looked_up = [_word(word, own, law, plain, dates) for word in found]
    every_name = (*names, *parties)
    named = [
        any(start <= word.start and word.end <= end for start, end in every_name) for word in found
    ]
    if parties and all(word.stop or name for word, name in zip(looked_up, named, strict=True)):
        # Of a question that only names, the names are what is asked for.
        names, parties, named = (), (), [False] * len(found)
    looked_up = [
        replace(word, stop=word.stop or of_name)
        for word, of_name in zip(looked_up, named, strict=True)
    ]
    matches: list[VocabularyMatch] = []
    if expansion is not None and asked_in in vocabulary:
        lemmas = [frozenset(_lemmas(word.form, own, plain)) for word in found]
        every = vocabulary[asked_in].matches(lemmas, expansion.gap)
        stop = [word.form in own.stop for word in found]
        matches = _kept(every, [a or b for a, b in zip(stop, named, strict=True)])
    return AskedQuestion(
        text,
        asked_in,
        law_in,
        tuple(looked_up),
        tuple(_expanded(matches, expansion)) if expansion else (),
        cited,
        len(question) > LONGEST,
        _without(text, names, dates),
        (*names, *parties),
    )


def _dates(cited: Understanding) -> Sequence[tuple[int, int]]:
    """Where the date stands that the question asks about."""
    return cited.date.spans if cited.date and cited.date.sure else ()


def _without(text: str, names: Sequence[tuple[int, int]], dates: Sequence[tuple[int, int]]) -> str:
    """Without the works that are searched alone and the date: neither says what is asked. "" where
    there are none."""
    if not names and not dates:
        return ""
    for start, end in sorted((*names, *dates), reverse=True):
        text = f"{text[:start].rstrip(' ,([')} {text[end:].lstrip(' ,)]')}"
    return _stops.sub(r"\1", " ".join(text.split())).strip()


def as_written(question: AskedQuestion) -> list[Concept]:
    """Every word in the form that it has."""
    return [Concept((SearchTerm(((word.form,),), 1.0),)) for word in question.words]


def concepts(question: AskedQuestion, expansion: Expansion | None) -> list[Concept]:
    """The question as the index of words is asked: each word, and what its phrases stand for."""
    law = language(question.law_in)
    found: list[Concept] = []
    covered: set[int] = set()
    for phrase in question.expanded if expansion else ():
        terms = [
            SearchTerm(looked, weight)
            for term, weight in phrase.terms
            if (looked := term_of(term, law))
        ]
        if terms:
            found.append(Concept(tuple(terms), expansion.others if expansion else 0.0))
            covered.update(phrase.at)
    foreign = question.asked_in != question.law_in
    for at, word in enumerate(question.words):
        if word.stop:
            continue
        weight = expansion.covered if expansion and (at in covered or foreign) else 1.0
        found.append(Concept((SearchTerm((word.lemmas,), weight),)))
    return found


def spoken_in(forms: Sequence[str], law_in: str) -> str:
    """The language whose little words the question uses most; on a tie, that of the law."""

    def score(code: str) -> tuple[int, bool]:
        return sum(form in language(code).stop for form in forms), code == law_in

    return max(dict.fromkeys((law_in, *KNOWN)), key=score)


def _word(
    word: WordToken, own: Language, law: Language, plain: bool, dated: Sequence[tuple[int, int]]
) -> AskedWord:
    lemmas = _lemmas(word.form, law, plain) if own.code == law.code else (word.form,)
    in_date = any(start <= word.start < end for start, end in dated)
    return AskedWord(word.form, lemmas, in_date or _is_stop(word.form, own, plain))


def _is_stop(form: str, own: Language, plain: bool) -> bool:
    """Typed without accents, a little word is one too."""
    return form in own.stop or (
        plain and any(spelling in own.stop for spelling in own.restored(form))
    )


def _lemmas(form: str, rules: Language, plain: bool) -> tuple[str, ...]:
    """Typed without accents, a word stands for those it may have been; and for itself, if it is
    one."""
    known = rules.lemmas(form)
    restored = rules.restored(form) if plain else ()
    if not restored:
        return known
    more = [lemma for spelling in restored for lemma in rules.lemmas(spelling)]
    return tuple(dict.fromkeys((*more, *(known if known != (form,) else ()))))


def _kept(matches: Sequence[VocabularyMatch], stop: Sequence[bool]) -> list[VocabularyMatch]:
    """Without those within a longer one, and those of little words alone."""
    spans = {match.at: frozenset(match.at) for match in matches}
    outer = {
        at for at, span in spans.items()
        if not any(span < other for other in spans.values()) and not all(stop[i] for i in at)
    }  # fmt: skip
    return [match for match in matches if match.at in outer]


def _expanded(matches: Sequence[VocabularyMatch], expansion: Expansion) -> list[Expanded]:
    by_span: dict[tuple[int, ...], dict[str, float]] = {}
    for match in matches:
        size = len(match.at) ** expansion.longer * (expansion.single if len(match.at) == 1 else 1.0)
        terms = by_span.setdefault(match.at, {})
        for place, term in enumerate(match.entry.terms):
            weight = match.entry.weight * size * (1 - expansion.fading * min(place, 6))
            terms[term] = max(terms.get(term, 0.0), round(weight * expansion.strength, 6))
    return [
        Expanded(at, tuple(sorted(terms.items(), key=lambda pair: (-pair[1], pair[0]))))
        for at, terms in sorted(by_span.items())
    ]


def term_of(term: str, law: Language) -> tuple[tuple[str, ...], ...]:
    forms = [word.form for word in words(term)]
    kept = [form for form in forms if form not in law.stop] or forms
    return tuple(law.lemmas(form) for form in kept)
