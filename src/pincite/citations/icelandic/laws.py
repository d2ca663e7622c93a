"""Icelandic laws as texts cite them: by number, by name in any case, or as this law or that one."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pincite.citations.icelandic.words import Head, icelandic_words
from pincite.citations.reading import Locale
from pincite.citations.scanning.folding import lowered
from pincite.citations.works.titled import TitledWork
from pincite.citations.works.titles import WorkTitles
from pincite.model.mention import CitedKind

HOME = Locale("is", "is")
_number = re.compile(
    r"(?<![\w/.-])(?:nr\.? ?)?(?P<number>\d{1,4})/(?P<year>(?:1[6-9]|20)\d\d)(?![\w/])"
)
# As long as the longest name that stands between "laga um" and the number.
_BEFORE = 260
_AFTER = 260
# How far apart two laws of one list stand, with a place in the second.
_TOGETHER = 30
_sentence = re.compile(r"[.:] [A-ZÁÉÍÓÚÝÞÆÖÐ]|[;\n]|\d/\d{4}")
_about = re.compile(r" (?:um|frá|á|til|varðandi) ")
_further = re.compile(r",? (?:og|eða) $|, $")
_own_year = re.compile(r",? frá (?:árinu )?((?:1[6-9]|20)\d\d)(?!\d)")
_own_number = re.compile(r",? nr\.? ?(?P<number>\d{1,4})/(?P<year>(?:1[6-9]|20)\d\d)(?![\w/])")


class IcelandicLaw(NamedTuple):
    """text[start:end] means a law: `urn` where the words tell which. `which` says how: "number",
    "name", "this" (the law that says it) or "that" (one named before)."""

    start: int
    end: int
    urn: str
    kind: CitedKind
    which: str
    core: tuple[int, int]
    works: tuple[TitledWork, ...] = ()
    brief: bool = False
    """Cited as the publisher's notes do: "L. 97/1995"."""


def laws(text: str, titles: WorkTitles | None) -> list[IcelandicLaw]:
    """In the order of the text, none over another."""
    numbered = list(_numbered(text, titles))
    taken = [(law.start, law.end) for law in numbered]
    found = [*numbered, *_apart(_named(text, titles), taken)]
    taken = sorted((law.start, law.end) for law in found)
    found += _apart(_pronouns(text), taken)
    return sorted(found, key=lambda law: law.start)


def _apart(laws: Iterator[IcelandicLaw], taken: list[tuple[int, int]]) -> Iterator[IcelandicLaw]:
    """Those that overlap none of the sorted spans."""
    at = 0
    for law in sorted(laws, key=lambda law: law.start):
        while at < len(taken) and taken[at][1] <= law.start:
            at += 1
        if at == len(taken) or taken[at][0] >= law.end:
            yield law


def _numbered(text: str, titles: WorkTitles | None) -> Iterator[IcelandicLaw]:
    before: IcelandicLaw | None = None
    for match in _number.finditer(text):
        begun = _begun(text, match.start(), before.end if before else 0)
        if begun is None and before is not None and match.start() - before.end <= 6:
            joined = _further.fullmatch(text, before.end, match.start())
            begun = (match.start(), before.kind, _series(before.urn), False) if joined else None
        if begun is None:
            continue
        start, kind, series, brief = begun
        name = f"{match['number']}-{match['year']}"
        urn = f"urn:lex:is:{series}-{name}" if series else f"urn:lex:is:{name}"
        held = titles.works.get(f"urn:lex:is:{name}") if titles else None
        if held is not None and series not in ("reglugerd", "reglur"):
            urn = held.urn
        end = match.end()
        if held is not None:
            end = _with_name(text, end, held)
        before = IcelandicLaw(
            start, end, urn, kind, "number", match.span(), (held,) if held else (), brief
        )
        yield before


def _series(urn: str) -> str:
    name = urn.rpartition(":")[2]
    return name.partition("-")[0] if name.count("-") == 2 else ""


def _begun(text: str, at: int, floor: int) -> tuple[int, CitedKind, str, bool] | None:
    """Where the law begins whose number stands at `at`, what it is and how it is numbered."""
    # A name holds no other law's number.
    low = max(floor, at - _BEFORE, text.rfind("/", max(0, at - _BEFORE), at) + 1)
    stop = at - 1
    if stop > low and text[stop - 1] == ",":
        stop -= 1
    if stop > low and text[at - 1] == " ":
        first = _word_start(text, low, stop)
        word = text[first:stop].lower()
        if (head := _head(word)) is not None:
            return _with_adjective(text, first, low), CitedKind(head.kind), head.series, False
        short = word.removesuffix(".")
        if short != word and (series := icelandic_words().abbreviated.get(short)) is not None:
            kind = CitedKind.REGULATION if series else CitedKind.STATUTE
            return first, kind, series, True
    window = text[low:at]
    for match in reversed(list(_shapes().nouns.finditer(window))):
        between = window[match.end() :]
        if _about.match(between) and not _sentence.search(between):
            first = _word_start(text, low, low + match.start())
            head = _shapes().heads[match[0].lower()]
            return first, CitedKind(head.kind), head.series, False
    return None


def _word_start(text: str, low: int, at: int) -> int:
    """Where the word that ends at `at` begins, not before `low`."""
    return max(text.rfind(" ", low, at) + 1, text.rfind("\n", low, at) + 1, low)


def _head(word: str) -> Head | None:
    """The noun for a law that a word ends with."""
    heads = _shapes().heads
    for length in _shapes().lengths:
        if length <= len(word) and (head := heads.get(word[-length:])) is not None:
            return head
    return None


def _with_adjective(text: str, first: int, low: int) -> int:
    """Where "almennra" of "almennra hegningarlaga" begins; `first` where no such word stands."""
    start = _word_start(text, low, max(low, first - 1))
    return start if text[start : first - 1].lower() in _shapes().adjectives else first


def _with_name(text: str, end: int, work: TitledWork) -> int:
    """Past the name where it follows the number: "nr. 21/1991, um gjaldþrotaskipti o.fl."."""
    at = end + 1 if text[end : end + 1] == "," else end
    if text[at : at + 1] != " ":
        return end
    window = lowered(text[at + 1 : at + 1 + _AFTER])
    about = lowered(work.title).partition(" ")[2]
    return at + 1 + len(about) if about and window.startswith(about) else end


def _named(text: str, titles: WorkTitles | None) -> Iterator[IcelandicLaw]:
    for found in titles.spans(text, HOME) if titles else ():
        works = tuple(named.work for named in found.works if named.work.language == "is")
        end = found.end
        if year := _own_year.match(text, end):
            works = tuple(work for work in works if work.year == year[1])
            end = year.end()
        elif number := _own_number.match(text, end):
            same = (number["number"], number["year"])
            if numbered := tuple(work for work in works if (work.number, work.year) == same):
                works, end = numbered, number.end()
        if not works:
            continue
        kind = CitedKind.STATUTE
        if lowered(works[0].title).startswith("stjórnarskrá"):
            kind = CitedKind.CONSTITUTION
        urn = works[0].urn if len(works) == 1 else ""
        yield IcelandicLaw(found.start, end, urn, kind, "name", (found.start, end), works)


def _pronouns(text: str) -> Iterator[IcelandicLaw]:
    words = icelandic_words()
    low = lowered(text)
    for which, phrases in (("this", words.this_law), ("that", words.that_law)):
        for span in standing(low, phrases):
            yield IcelandicLaw(*span, "", CitedKind.STATUTE, which, span)


def standing(low: str, phrases: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Where phrases stand in a text in lower case, as whole words."""
    for phrase in phrases:
        at = low.find(phrase)
        while at >= 0:
            end = at + len(phrase)
            if not low[at - 1 : at].isalnum() and not low[end : end + 1].isalnum():
                yield at, end
            at = low.find(phrase, end)


def before(text: str, at: int, designated: Sequence[IcelandicLaw]) -> IcelandicLaw | None:
    """The law that "laganna" at an offset means: the last one named in the paragraph, unless it
    was named together with another. `designated` are those before it, in order."""
    named = [law for law in designated if law.which in ("number", "name")]
    if not named or "\n" in text[named[-1].end : at] or not named[-1].urn:
        return None
    if len(named) > 1 and named[-2].urn != named[-1].urn:
        between = text[named[-2].end : named[-1].start]
        if len(between) <= _TOGETHER and _further.search(between):
            return None
    return named[-1]


class _Shapes(NamedTuple):
    heads: dict[str, Head]
    lengths: tuple[int, ...]
    nouns: re.Pattern[str]
    adjectives: frozenset[str]


@functools.cache
def _shapes() -> _Shapes:
    words = icelandic_words()
    heads = {form: head for head in words.heads for form in (*head.bare, *head.article)}
    longest_first = sorted(heads, key=len, reverse=True)
    return _Shapes(
        heads,
        tuple(sorted({len(form) for form in heads}, reverse=True)),
        re.compile(rf"(?:{'|'.join(longest_first)})(?!\w)", re.IGNORECASE),
        frozenset(words.adjectives),
    )
