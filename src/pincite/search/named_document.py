"""The document of a matter that a question names: "Kenway's non-disclosure agreement", "the Moelis
strategic alliance agreement".

A name is what a document goes by: its file's name, and the words with capitals that open it. Each
word counts by how few documents go by it. The best document is named where it holds enough of the
naming words and clearly more of them than the next; names that stand without a word for a document
("how much does Zanotti order?") name one only if hardly any other document mentions them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pincite.search.document_cards import DocumentCard, DocumentCards, lemma_of
from pincite.text.languages import language
from pincite.text.words import WordToken, words

# What share of the naming words, by their worth, a document must go by; and how much less, of what
# the best goes by, any other may. Measured by benchmarks/named_documents.py.
_SHARE = 0.5
_MARGIN = 0.2
_NAMES_MARGIN = 0.3
# A name that more documents than these go by tells none apart.
_TELLS = 0.3
# Of names that stand alone: how much they must tell together, and
# how much of them another document may mention anywhere.
_STRONG = 0.6
_ELSEWHERE = 0.5
# So many documents that fit equally are searched together.
_TOGETHER = 3
_SMALL_SHARE = 0.1
_KIND = 0.5
_MOSTLY = 0.7
_LONGEST_PHRASE = 9
_SHORTEST_GLUED, _LONGEST_GLUED = 4, 5

_AGREEMENTS = ("agreement", "contract", "deal", "arrangement")
_KINDS = (
    *_AGREEMENTS, "policy", "policies", "lease", "license", "licence", "deed", "letter", "memo",
    "memorandum", "affidavit", "declaration", "complaint", "motion", "brief", "judgment",
    "statement", "alliance", "venture", "partnership", "amendment", "nda", "mou", "msa", "merger",
    "acquisition", "invoice", "transcript", "deposition", "email", "addendum", "petition",
)  # fmt: skip
_FORMS = frozenset((
    "inc", "corp", "corporation", "llc", "ltd", "limited", "co", "company", "plc", "lp", "llp",
    "gmbh", "ag", "sa", "se", "nv", "bv", "sub", "holdings", "group", "com", "org", "net", "www",
))  # fmt: skip
_NO_NAMES = frozenset((
    "party", "parties", "exhibit", "section", "clause", "article", "schedule", "page", "paragraph",
    "effective", "date", "dated", "january", "february", "march", "april", "may", "june", "july",
    "august", "september", "october", "november", "december", "monday", "tuesday", "wednesday",
    "thursday", "friday", "saturday", "sunday", "licensor", "licensee", "buyer", "seller",
    "purchaser", "supplier", "customer", "vendor", "client", "consultant", "contractor",
    "distributor", "reseller", "franchisor", "franchisee", "manufacturer", "provider", "lessor",
    "lessee", "landlord", "tenant", "borrower", "lender", "employer", "employee", "executive",
    "agent", "parent", "target", "disclosing", "receiving", "recipient", "discloser", "plaintiff",
    "defendant", "court", "state", "states", "united", "us", "u.s.", "uk", "eu", "internet",
    "web", "site", "website", "data", "information", "product", "products", "service", "services",
    "privacy", "confidential", "confidentiality", "right", "rights", "law", "act", "user", "users",
))  # fmt: skip
_JOINING = frozenset((
    "between", "among", "with", "and", "of", "for", "by", "from", "to", "the", "parent", "target",
    "its", "on", "about", "v", "vs",
))  # fmt: skip
INTO = frozenset((
    "in", "under", "per", "consider", "according", "to", "of", "the", "within", "from", "by",
    "with", "pursuant", "as", "regarding", "on", "for",
))  # fmt: skip
_DEFINITE = frozenset(("the", "this", "that", "our", "your", "their", "its", "his", "her", "my"))
_sentence = re.compile(r"(?:^|(?<!inc)(?<!corp)(?<!ltd)[.?!:;]\s+|\n\s*)[\"“„‘(]?$", re.IGNORECASE)
_joined = re.compile(r"[\s&/'’\"“”‘\-–+]*")
_after_form = re.compile(r"[.,]{0,2}[\"”’']?\s+|\.")


class NamedDocument(NamedTuple):
    """`documents` are the ids of what a question names: one, or a few that fit equally. `phrases`
    are where it names them, by offsets into the question, and `names` where the names stand, of
    which some take part in what is asked."""

    documents: tuple[str, ...]
    phrases: tuple[tuple[int, int], ...]
    names: tuple[tuple[int, int], ...]


class MatterTexts(NamedTuple):
    """What the documents themselves say: `mentions` counts the passages of each that have a word,
    by its place among the cards; `writes_small` tells whether one writes a word without a capital
    more than now and then."""

    mentions: Callable[[str], Mapping[int, int]]
    writes_small: Callable[[int, str], bool]


class _Word(NamedTuple):
    """A word of a question: `sure` where its capital shows that it is a name."""

    token: WordToken
    form: str
    lemma: str
    stop: bool
    sure: bool
    capital: bool
    glued: frozenset[int] = frozenset()
    """The documents whose file's name has it run together with the words beside it."""


@dataclass(frozen=True)
class DocumentNames:
    """Finds the documents that questions name, among the `cards` of a matter."""

    cards: DocumentCards
    texts: MatterTexts
    code: str = "en"

    def named(self, question: str) -> NamedDocument | None:
        """None where it names none, or nobody can tell which."""
        if len(self.cards.cards) < 2 or not question:
            return None
        return _Naming(self, question).named()


class _Naming:
    """One question, read for names."""

    def __init__(self, documents: DocumentNames, text: str) -> None:
        self.documents = documents
        self.cards = documents.cards
        self.text = text
        self.words = list(self._words())

    def named(self) -> NamedDocument | None:
        phrases = list(self._phrases())
        within = {at for phrase in phrases for at in phrase}
        # Who writes names with capitals writes all of them so.
        small = not any(word.sure for word in self.words)
        alone = [
            at
            for at, word in enumerate(self.words)
            if at not in within and (word.capital or small) and self._is_name(at)
        ]
        attached = [
            phrase for phrase in phrases if any(self._tells(self.words[at]) for at in phrase)
        ]
        # A phrase that names nobody says which of a company's documents is meant.
        if attached and (found := self._best(phrases, alone)):
            return self._told(found, phrases, alone)
        for phrase in phrases:
            if found := self._by_kind(phrase, alone):
                return self._told(found, [phrase], ())
        # A phrase with a name that no document goes by is of none that is held.
        inside = () if any(map(self._is_strange, within)) else filter(self._is_name, within)
        names = sorted((*alone, *inside))
        found = self._by_names(names)
        return self._told(found, (), names) if found else None

    # What the words are.

    def _words(self) -> Iterator[_Word]:
        stop = language(self.documents.code).stop
        tokens = list(words(self.text))
        starts = [bool(_sentence.search(self.text, 0, token.start)) for token in tokens]
        capital = [self.text[token.start].isupper() for token in tokens]
        written = sum(capital) < _MOSTLY * len(tokens)
        glued = self._glued(tokens)
        for at, token in enumerate(tokens):
            bare = token.form.removesuffix("'s").removesuffix("'")
            yield _Word(
                token,
                bare,
                lemma_of(bare, self.documents.code),
                bare in stop or bare in _JOINING,
                (capital[at] and not starts[at] and written)
                or self.text[token.start - 1 : token.start] in tuple('"“'),
                capital[at],
                glued.get(at, frozenset()),
            )

    def _glued(self, tokens: Sequence[WordToken]) -> dict[int, frozenset[int]]:
        """Words that side by side begin a run of letters in a file's name: "theatlantic.com"."""
        found: dict[int, frozenset[int]] = {}
        forms = [token.form.removesuffix("'s").removesuffix("'") for token in tokens]
        for at in range(len(forms)):
            for size in range(_LONGEST_GLUED, 0, -1):
                run = "".join(
                    char for form in forms[at : at + size] for char in form if char.isalnum()
                )
                if at + size > len(forms) or len(run) < _SHORTEST_GLUED or run in _NO_NAMES:
                    continue
                # One word is part of a run only if more follows in it.
                holders = self.cards.filed_as(run, 3 if size == 1 else 0)
                if holders:
                    for inner in range(at, at + size):
                        found.setdefault(inner, holders)
                    break
        return found

    def _is_name(self, at: int) -> bool:
        """Whether a word is a name that some document goes by. In a question without capitals, a
        word is one that no opening writes without one."""
        word = self.words[at]
        if word.glued and (word.sure or not self.cards.is_ordinary(word.lemma)):
            return True
        if word.stop or _is_generic(word) or not self.cards.is_known(word.lemma):
            return False
        return word.sure or not self.cards.is_ordinary(word.lemma)

    def _is_strange(self, at: int) -> bool:
        """Whether a word is a name that no document goes by."""
        word = self.words[at]
        plain = word.stop or word.glued or _is_kind(word) or _is_generic(word)
        return word.sure and not plain and not self.cards.is_known(word.lemma)

    def _tells(self, word: _Word) -> bool:
        if word.glued:
            return True
        known = not word.stop and not _is_generic(word) and self.cards.is_known(word.lemma)
        ordinary = self.cards.is_ordinary(word.lemma) and not word.sure
        return known and not ordinary and self.cards.worth(word.lemma) >= _TELLS

    # Phrases around a word for a document.

    def _phrases(self) -> Iterator[tuple[int, ...]]:
        """The places of the words of each naming phrase, in order."""
        taken = -1
        for at, word in enumerate(self.words):
            if at <= taken or not _is_kind(word):
                continue
            left = self._left_of(at, taken)
            right = self._right_of(at)
            if right - left < 1:
                continue
            taken = right
            yield tuple(range(left, right + 1))

    def _left_of(self, at: int, taken: int) -> int:
        first = best = at
        while first - 1 > taken and at - first < _LONGEST_PHRASE:
            if not self._side_by_side(first - 1):
                break
            first -= 1
            word = self.words[first]
            form = word.form
            if self._is_part(word):
                best = first
            elif form not in ("and", "of", "the") and form not in _FORMS:
                break
        return best

    def _right_of(self, at: int) -> int:
        last = best = at
        while last + 1 < len(self.words) and last - at < _LONGEST_PHRASE * 2:
            if not self._side_by_side(last):
                break
            last += 1
            word = self.words[last]
            joins = word.form in _JOINING
            if (
                (_is_kind(word) and last == best + 1)
                or self._is_name(last)
                or (word.sure and not _is_generic(word))
            ):
                best = last
            elif not (joins or word.sure or word.form in _FORMS):
                break
        return best

    def _is_part(self, word: _Word) -> bool:
        """Whether a word may stand in a phrase before its kind."""
        if word.glued or _is_kind(word):
            return True
        if word.stop:
            return False
        return word.sure or self.cards.is_known(word.lemma)

    def _side_by_side(self, at: int) -> bool:
        """Whether no stop stands between a word and the next."""
        one, other = self.words[at], self.words[at + 1]
        gap = self.text[one.token.end : other.token.start]
        if one.form in _FORMS or len(one.form) == 1:
            return bool(_after_form.fullmatch(gap) or _joined.fullmatch(gap))
        if other.form in _FORMS:
            return gap in (", ", ".") or bool(_joined.fullmatch(gap))
        return bool(_joined.fullmatch(gap))

    # Which documents.

    def _best(self, phrases: Iterable[Sequence[int]], alone: Sequence[int]) -> tuple[int, ...]:
        """By phrases with names in them; where some fit equally, by names that stand elsewhere."""
        places = sorted({at for phrase in phrases for at in phrase})
        counted = self._distinct(
            at for at in places if not self.words[at].stop and self.words[at].form not in _FORMS
        )
        scores = self._scores(counted)
        if len(chosen := self._leading(scores, _MARGIN)) != 1:
            chosen = self._leading(self._scores([*counted, *self._distinct(alone)]), _MARGIN)
        if not chosen:
            return ()
        whole = sum(map(self._worth, counted))
        # Where names are written with capitals, no other word is one.
        names = [word for word in counted if word.sure and not _is_kind(word)] or counted
        strong = any(self._tells(word) and self._is_told_of(chosen, word) for word in names)
        return chosen if strong and scores[chosen[0]] >= _SHARE * whole else ()

    def _by_kind(self, phrase: Sequence[int], alone: Sequence[int]) -> tuple[int, ...]:
        """By what a document is alone: "the strategic alliance agreement", where one is and the
        question names nobody who has no part in it."""
        first = phrase[0]
        before = self.words[first - 1].form if first else ""
        named = [self.words[at] for at in phrase if not self.words[at].stop]
        last = next((at for at in range(len(named) - 1, -1, -1) if _is_kind(named[at])), 0)
        named = named[: last + 1]
        if len(named) < 2 or before not in _DEFINITE:
            return ()
        wanted = [_spellings(word, self.documents.code) for word in named]
        found = [at for at, card in enumerate(self.cards.cards) if card.titled(wanted)]
        others = [self.words[at] for at in alone if self._tells(self.words[at])]
        strange = any(not self._holds(found, word) for word in others)
        return tuple(found) if len(found) == 1 and not strange else ()

    def _by_names(self, alone: Sequence[int]) -> tuple[int, ...]:
        chosen = self._leading(self._scores(self._distinct(alone)), _NAMES_MARGIN)
        if len(chosen) != 1:
            return ()
        runs = [run for run in self._runs(alone) if all(self._holds(chosen, word) for word in run)]
        told = [run for run in runs if any(self._is_told_of(chosen, word) for word in run)]
        strength = sum(map(self._run_worth, told))
        if strength < _STRONG:
            return ()
        elsewhere: dict[int, float] = defaultdict(float)
        for run in told:
            for document in self._mentioning(run).difference(chosen):
                elsewhere[document] += self._run_worth(run)
        return chosen if max(elsewhere.values(), default=0.0) <= _ELSEWHERE * strength else ()

    def _runs(self, places: Sequence[int]) -> list[list[_Word]]:
        """Names of several words, each once."""
        runs: list[list[int]] = []
        for at in places:
            if runs and runs[-1][-1] == at - 1 and self._side_by_side(at - 1):
                runs[-1].append(at)
            else:
                runs.append([at])
        distinct = {tuple(self.words[at].lemma for at in run): run for run in runs}
        return [[self.words[at] for at in run] for run in distinct.values()]

    def _run_worth(self, run: Sequence[_Word]) -> float:
        return max(map(self._worth, run))

    def _mentioning(self, run: Sequence[_Word]) -> set[int]:
        """The documents that say all the words of a name, anywhere."""
        every = [set(self.documents.texts.mentions(word.lemma)) for word in run]
        return set[int].intersection(*every)

    def _distinct(self, places: Iterable[int]) -> list[_Word]:
        return list({self.words[at].lemma: self.words[at] for at in places}.values())

    def _is_told_of(self, chosen: Sequence[int], word: _Word) -> bool:
        """Whether it is a name in a document, and more than an address in its opening. Where no
        capital shows that in the question, the document does."""
        card, texts = self.cards.cards[chosen[0]], self.documents.texts
        if not self._goes_by(card, chosen[0], word):
            return False
        filed = word.lemma in card.filed
        if not word.sure and not filed and texts.writes_small(chosen[0], word.form):
            return False
        known = filed or word.lemma in card.parties or bool(word.glued)
        return known or texts.mentions(word.lemma).get(chosen[0], 0) > 1

    def _holds(self, chosen: Sequence[int], word: _Word) -> bool:
        return any(self._goes_by(self.cards.cards[at], at, word) for at in chosen)

    def _worth(self, word: _Word) -> float:
        """Of names in full; what kind of document it is says less."""
        if word.glued:
            return 1.0 / len(word.glued)
        named = not _is_kind(word) and (word.sure or not self.cards.is_ordinary(word.lemma))
        return self.cards.worth(word.lemma) * (1.0 if named else _KIND)

    def _goes_by(self, card: DocumentCard, at: int, word: _Word) -> bool:
        if at in word.glued:
            return True
        if _is_kind(word):
            wanted = _spellings(word, self.documents.code)
            return any(lemma in title for title in card.titles for lemma in wanted)
        return card.goes_by(word.lemma)

    def _scores(self, named: Sequence[_Word]) -> list[float]:
        return [
            sum(self._worth(word) for word in named if self._goes_by(card, at, word))
            for at, card in enumerate(self.cards.cards)
        ]

    def _leading(self, scores: Sequence[float], margin: float) -> tuple[int, ...]:
        """The documents that stand out; none where too many fit equally."""
        best = max(scores, default=0.0)
        if best <= 0:
            return ()
        found = [at for at, score in enumerate(scores) if score > best * (1 - margin)]
        return tuple(found) if len(found) <= _TOGETHER and len(found) < len(scores) else ()

    def _told(
        self,
        found: Sequence[int],
        phrases: Sequence[Sequence[int]],
        alone: Sequence[int],
    ) -> NamedDocument:
        names = [at for at in alone if self._holds(found, self.words[at])]
        return NamedDocument(
            tuple(self.cards.cards[at].id for at in found),
            tuple(self._span(phrase) for phrase in phrases),
            tuple((self.words[at].token.start, self.words[at].token.end) for at in names),
        )

    def _span(self, phrase: Sequence[int]) -> tuple[int, int]:
        """With the little words that lead into it."""
        first, last = phrase[0], phrase[-1]
        while first and self.words[first - 1].form in INTO and self._side_by_side(first - 1):
            first -= 1
        return self.words[first].token.start, self.words[last].token.end


def _is_kind(word: _Word) -> bool:
    return word.form in _KINDS or word.form.removesuffix("s") in _KINDS


def _is_generic(word: _Word) -> bool:
    generic = word.form in _NO_NAMES or word.form in _FORMS
    return generic or _is_kind(word) or not word.form[0].isalpha()


def _spellings(word: _Word, code: str) -> frozenset[str]:
    """A deal and a contract are called agreements."""
    same = {lemma_of(kind, code) for kind in _AGREEMENTS}
    return frozenset((word.lemma, *(same if word.lemma in same else ())))


def writes_small(texts: Iterable[str], form: str) -> bool:
    """Whether texts write a word without a capital more than now and then; in an address of the
    internet it does not count."""
    bare = re.escape(form.removesuffix("'s").removesuffix("'"))
    pattern = re.compile(rf"(?<![\w.@/-]){bare}(?![\w@/]|\.\w)", re.IGNORECASE)
    found = [match[0][0].islower() for text in texts for match in pattern.finditer(text)]
    return bool(found) and sum(found) > _SMALL_SHARE * len(found)
