"""The lay-to-law vocabulary: what people say, and what statutes say instead.

The files lie under vocabulary/ by language ("en", "is", and "en-is" for questions put in English to
law in Icelandic), one a topic: tab-separated, a phrase, the terms it stands for, set apart by
semicolons, and how strongly, from 0 to 1. A name that ends in ".zw.tsv" is for law of Zimbabwe
alone, one in ".us+files.tsv" for law of the United States and for case files. What a library's
owner has imported comes on top.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import NamedTuple

from pincite.errors import SourceMalformed
from pincite.model import Synonym
from pincite.text.languages import Language, language
from pincite.text.words import forms

# Where case files are at home.
FILES = "files"


class VocabularyEntry(NamedTuple):
    """A phrase that people use, and the terms of law that it stands for."""

    phrase: str
    terms: tuple[str, ...]
    weight: float
    topic: str


class VocabularyMatch(NamedTuple):
    """An entry whose words stand at these places of a question, in order."""

    entry: VocabularyEntry
    at: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Phrase:
    words: tuple[frozenset[str], ...]
    entry: VocabularyEntry


class Vocabulary:
    """Entries for questions in one language."""

    def __init__(self, entries: Iterable[VocabularyEntry], asked_in: str) -> None:
        rules = language(asked_in)
        self._by_first: dict[str, list[_Phrase]] = defaultdict(list)
        self.entries = tuple(entries)
        for entry in self.entries:
            words = tuple(_base(form, rules) for form in forms(entry.phrase))
            if words:
                for lemma in sorted(words[0]):
                    self._by_first[lemma].append(_Phrase(words, entry))

    def __len__(self) -> int:
        return len(self.entries)

    def matches(self, words: Sequence[frozenset[str]], gap: int) -> list[VocabularyMatch]:
        """Every entry that stands in a question, given the lemmas of its words, with up to `gap`
        other words between two of its own; in the order of the question."""
        found: list[VocabularyMatch] = []
        for first, lemmas in enumerate(words):
            phrases = {
                id(phrase): phrase for lemma in sorted(lemmas) for phrase in self._by_first[lemma]
            }
            for phrase in phrases.values():
                at = _placed(phrase.words, words, first, gap)
                if at:
                    found.append(VocabularyMatch(phrase.entry, at))
        found.sort(key=lambda match: (match.at, match.entry.phrase, match.entry.terms))
        return found


def _placed(
    phrase: Sequence[frozenset[str]], words: Sequence[frozenset[str]], first: int, gap: int
) -> tuple[int, ...]:
    at = [first]
    for wanted in phrase[1:]:
        reach = range(at[-1] + 1, min(at[-1] + 2 + gap, len(words)))
        following = next((index for index in reach if words[index] & wanted), None)
        if following is None:
            return ()
        at.append(following)
    return tuple(at)


def _base(form: str, rules: Language) -> frozenset[str]:
    """An entry is written in base forms: where the word is a lemma, it is no form of another."""
    lemmas = rules.lemmas(form)
    return frozenset((form,)) if form in lemmas else frozenset(lemmas)


@cache
def bundled(asked_in: str, law_in: str, jurisdiction: str) -> tuple[VocabularyEntry, ...]:
    """The entries that come with Pincite, for questions in one language about law in another."""
    name = asked_in if asked_in == law_in else f"{asked_in}-{law_in}"
    folder = resources.files("pincite.search") / "vocabulary" / name
    if not folder.is_dir():
        return ()
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    home = jurisdiction.partition("-")[0]
    return tuple(
        entry for file in files if _for(file.name, home) for entry in read_vocabulary(file)
    )


def _for(name: str, jurisdiction: str) -> bool:
    topic, _, place = name.removesuffix(".tsv").partition(".")
    return bool(topic) and name.endswith(".tsv") and (not place or jurisdiction in place.split("+"))


def read_vocabulary(file: Traversable) -> list[VocabularyEntry]:
    """Raises SourceMalformed, with the line."""
    found: list[VocabularyEntry] = []
    topic = file.name.partition(".")[0]
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        phrase, _, rest = line.partition("\t")
        terms, _, weight = rest.partition("\t")
        try:
            strength = float(weight)
        except ValueError:
            strength = 0.0
        several = tuple(term.strip() for term in terms.split(";") if term.strip())
        if not phrase.strip() or not several or not 0 < strength <= 1:
            raise SourceMalformed(
                "a phrase, its terms and a weight up to 1, set apart by tabs, are wanted",
                file=file.name,
                place=f"line {number}",
            )
        found.append(VocabularyEntry(phrase.strip(), several, strength, topic))
    return found


def imported(
    synonyms: Iterable[Synonym], asked_in: str, jurisdiction: str
) -> list[VocabularyEntry]:
    """What the owner of a library has added."""
    return [
        VocabularyEntry(synonym.phrase, (synonym.term,), synonym.weight, synonym.topic)
        for synonym in synonyms
        if synonym.language in ("", asked_in) and synonym.jurisdiction in ("", jurisdiction)
    ]
