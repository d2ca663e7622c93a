"""The works that a question names: by number, chapter or name, to the letter or nearly."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pincite.citations.laws.name_words import law_name_words
from pincite.citations.reading import Locale, Span
from pincite.citations.scanning.folding import typed
from pincite.citations.works.near import SCALE
from pincite.citations.works.titled import NamedWork, NameSort, TitledWork, WorkCandidate, here
from pincite.citations.works.titles import WorkTitles
from pincite.citations.works.usual import usual_names

_year = r"(?:1[6-9]|20)\d\d"
_icelandic_number = re.compile(
    r"(?<![\w/])(?:(?:\w{0,30}(?:lög|log|laga|lögum|logum|lögin|login|laganna|lögunum)|l)\.?,? )?"
    rf"(?:nr\.? ?)?(?P<number>\d{{1,4}})(?:/| frá | fra )(?P<year>{_year})(?![\w/])"
    rf"|(?<![\w/])(?P<year2>{_year}) nr\.? ?(?P<number2>\d{{1,4}})(?![\w/])",
    re.IGNORECASE,
)
# "lög nr. 32/1978 um hlutafélög"
_subject = re.compile(r",? um [^\W\d_][^,;?!\d]{2,80}$", re.IGNORECASE)
_act_number = re.compile(
    rf"(?<!\w)(?P<sort>act|ordinance|law|s\.? ?i\.?|statutory instrument)s?,? (?:no\.? ?|number )?"
    rf"(?:(?P<number>\d{{1,4}})(?: of | ?/ ?)(?P<year>{_year})"
    rf"|(?P<year2>{_year})[-/](?P<number2>\d{{1,4}}))(?!\d)",
    re.IGNORECASE,
)
_chapter = re.compile(
    r"[\[(]?(?<![\w:])(?:(?:chapter|chap|cap|ch)\.? ?)?(?P<chapter>\d{1,2}:\d{2,3})(?![\w:])[\])]?",
    re.IGNORECASE,
)
_word = re.compile(r"[^\s,;:?!()\[\]]+")
_own_year = re.compile(rf",? (?:of )?({_year})(?![\d/-])")
_MOST_WORDS = 10
_AROUND = 4
# What stands before the number of a case.
_of_a_case = re.compile(
    r"(?<!\w)(?:m[áa]l(?:i|um|s|a)?|hrd\.?|lrd\.?|d[óo]m(?:ur|i|s|ar|a|um)?|h[æa]e?star[ée]tt\w*"
    r"|h[æa]e?stir[ée]tt\w*|landsr[ée]tt\w*|h[ée]ra[ðd]sd[óo]m\w*)(?: nr\.?)? $",
    re.IGNORECASE,
)
_MOST_WINDOWS = 48
_TAIL, _ACRONYM = 0.95, 0.9
_near_enough = 0.8
# Before the name of a law, with a capital only where a question begins with it.
_ASKING = frozenset(
    ("explain", "describe", "summarise", "summarize", "define", "show", "find", "give", "list",
     "read", "open", "quote", "cite", "get", "compare", "discuss", "outline", "interpret", "search",
     "tell", "what", "which", "can", "may", "must", "do", "are", "was", "has", "have", "who", "how",
     "why", "should", "will", "would", "current", "new", "old")
)  # fmt: skip
_capital_before = re.compile(
    r"(?<![\w’'-])(?P<word>[A-Z][\w’'&-]*)(?:['’]s)? (?P<joined>(?:and|or|&) )?$"
)
_other_before = re.compile(r"(?<!\w)(?!(?:the|our|its|in|under|of|by) $)[\w'’-]+ $", re.IGNORECASE)
_year_before = re.compile(r"(?<!\w)((?:1[6-9]|20)\d\d) $")
_capital = re.compile(r"(?<![\w’'-])[A-Z][\w’'-]+")
_letters = re.compile(r"[\w'-]+")
_heads = re.compile(
    r"(?:act|code|ordinance|regulations?|rules|constitution|by-?laws?|order|notice"
    r"|\w*(?:lög|log|laga|lögum|logum|lögin|login|laganna|lögunum|logunum|stj[óo]rnarskr\w*|bálk\w*))$",
    re.IGNORECASE,
)


class Meant(NamedTuple):
    """query[start:end] names one of the works. `sure` are those of its number or its very name.
    `loose`: by letters or by a guess, which other words may mean too."""

    start: int
    end: int
    sure: tuple[TitledWork, ...]
    near: tuple[WorkCandidate, ...] = ()
    numbered: bool = False
    loose: bool = False


def by_number(query: str, titles: WorkTitles, locale: Locale) -> list[Meant]:
    """Numbers and chapters. A number that no work held has still names one where the locale says
    whose it is."""
    found: list[Meant] = []
    for match in _act_number.finditer(query):
        number = match["number"] or match["number2"]
        year = match["year"] or match["year2"]
        instrument = match["sort"].lower().startswith("s")
        if works := _numbered(titles, locale, number, year, instrument=instrument):
            found.append(Meant(*match.span(), works, numbered=True))
    for match in _icelandic_number.finditer(query):
        number = match["number"] or match["number2"]
        year = match["year"] or match["year2"]
        if _of_a_case.search(query, 0, match.start()):
            continue
        urn = f"urn:lex:is:{number}-{year}"
        held = titles.works.get(urn)
        if held is None and locale.jurisdiction != "is" and match["number"] == match[0][:4]:
            continue
        work = held or TitledWork(urn, "", "is", "is")
        told = "is" in titles.jurisdictions and not match[0][0].isdigit()
        if (held or told or here(work, locale)) and _free(match.span(), found):
            about = None if held else _subject.match(query, match.end())
            end = about.end() if about else match.end()
            found.append(Meant(match.start(), end, (work,), numbered=True))
    for match in _chapter.finditer(query):
        works = titles.chapter(match["chapter"], locale)
        if works and _free(match.span(), found):
            found.append(Meant(*match.span(), tuple(works), numbered=True))
    return sorted(found, key=lambda meant: meant.start)


def _numbered(
    titles: WorkTitles, locale: Locale, number: str, year: str, *, instrument: bool
) -> tuple[TitledWork, ...]:
    found = tuple(
        work
        for work in titles.works.values()
        if work.number.lstrip("0") == number.lstrip("0")
        and work.urn.rpartition(":")[2].rpartition("-")[0].endswith(year)
        and work.language != "is"
        and (work.kind == "instrument") == instrument
        and here(work, locale)
    )
    if found or not locale.jurisdiction:
        return found
    country = locale.jurisdictions()[-1]
    if country == "is":
        return ()
    kind = "act.si" if instrument else "act"
    urn = f"urn:lex:{country}:{kind}-{year}-{number.lstrip('0')}"
    return (TitledWork(urn, "", country, kind="instrument" if instrument else "act"),)


def by_name(query: str, titles: WorkTitles, locale: Locale) -> list[Meant]:
    """Names to the letter, none over another."""
    found: list[Meant] = []
    for start, end, works in titles.asked(query, locale):
        named = list(works)
        stop = end
        if year := _own_year.match(query, end):
            named = [named_work for named_work in named if named_work.work.year == year[1]]
            stop = year.end()
        if named and _counts(query[start:end], named) and _is_name(query, start, named):
            meant = _with_country(query, _meant(start, stop, named))
            letters = query[start:end]
            # "NSSA" may be the authority, "NSSA Act" is its act.
            found.append(meant._replace(loose=letters.isupper() and " " not in letters))
    return found


def _is_name(query: str, start: int, named: list[NamedWork]) -> bool:
    """Whether the words are a whole name, and not the end of another's: "Dog Licensing Act" where
    a "Registration and Licensing Act" is held. One plain word is the law's where nothing else
    tells which it is: "the constitution", and not "a new constitution"."""
    if named[0].sort is NameSort.ALONE and named[0].work.language != "is":
        if _other_before.search(query, 0, start) and not query[start].isupper():
            return False
        year = _year_before.search(query, 0, start)
        if year and all(year[1] != named_work.work.year for named_work in named):
            return False
    word = _begun_before(query, start)
    return not word or any(
        word in _country_words(named_work.work.jurisdiction) for named_work in named
    )


def _begun_before(query: str, start: int) -> str:
    """The word with a capital right before one with a capital, which may be of one name with it;
    "and" may stand between."""
    before = _capital_before.search(query, 0, start) if query[start].isupper() else None
    if before is None or query.isupper() or before[0].endswith(("'s ", "’s ")):
        return ""
    word, words = before["word"], law_name_words()
    ends = before["joined"] and word in words.kinds
    return "" if ends or word in words.leading or word.lower() in _ASKING else word


def _country_words(jurisdiction: str) -> frozenset[str]:
    known = usual_names().get(jurisdiction)
    words = (word for name in known.called for word in name.split()) if known else ()
    return frozenset(words)


def _with_country(query: str, meant: Meant) -> Meant:
    """With what the country is called beside it: "Zimbabwe's Labour Act", "labour act zimbabwe"."""
    works = (*meant.sure, *(candidate.work for candidate in meant.near))
    known = usual_names().get(works[0].jurisdiction)
    if known is None or not known.called:
        return meant
    either = "|".join(map(re.escape, sorted(known.called, key=len, reverse=True)))
    before = re.search(rf"(?<!\w)(?:{either}) $", query[: meant.start], re.IGNORECASE)
    after = re.match(
        rf",? \(?(?:(?:of|in) )?(?:{either})(?!\w)\)?", query[meant.end :], re.IGNORECASE
    )
    start = before.start() if before else meant.start
    return meant._replace(start=start, end=meant.end + (after.end() if after else 0))


def or_longer(query: str, titles: WorkTitles, locale: Locale, meant: Meant, free: Span) -> Meant:
    """The work itself, or, where the words around it make a longer name nearly, that one: what
    stands in "Cstomary Marriages Act" is not the Marriages Act. `free` is where nothing else was
    read."""
    before = [match.start() for match in _word.finditer(query, free[0], meant.start)]
    after = [match.end() for match in _word.finditer(query, meant.end, free[1])]
    # The words next to it, and, as a long name may go on for longer, all there are.
    starts = (meant.start, *before[:1], *before[-_AROUND:])
    ends = (meant.end, *after[:_AROUND], *after[-1:])
    windows = [(start, end) for start in starts for end in ends]
    longer = nearly(query, titles, locale, _other_than(windows, (meant.start, meant.end)))
    if longer is None or longer.near[0].score < SCALE.clear:
        return meant
    works = {work.urn for work in (*meant.sure, *(candidate.work for candidate in meant.near))}
    return meant if longer.near[0].work.urn in works else longer


def _other_than(windows: list[Span], own: Span) -> list[Span]:
    """Those that hold more words than its own."""
    return [
        (start, end)
        for start, end in dict.fromkeys(windows)
        if (start < own[0] and end >= own[1]) or (start <= own[0] and end > own[1])
    ]


def _counts(words: str, named: list[NamedWork]) -> bool:
    """An acronym is one only in capitals."""
    letters = named[0].sort is NameSort.ACRONYM or named[0].name.isupper()
    return not letters or any(word.isupper() and len(word) > 1 for word in words.split())


def _meant(start: int, end: int, named: list[NamedWork]) -> Meant:
    works = tuple(named_work.work for named_work in named)
    if named[0].sort.sure and len(works) == 1:
        return Meant(start, end, works)
    score = {NameSort.TAIL: _TAIL, NameSort.ACRONYM: _ACRONYM}.get(named[0].sort, 1.0)
    near = tuple(WorkCandidate(named_work.work, named_work.name, score) for named_work in named)
    return Meant(start, end, (), near)


def nearly(
    query: str, titles: WorkTitles, locale: Locale, windows: Iterable[tuple[int, int]]
) -> Meant | None:
    """The best of some stretches of a question that may be a name misspelt or cut short."""
    best: Meant | None = None
    top = 0.0
    # No name begins in the middle of another.
    whole = (window for window in windows if not _begun_before(query, window[0]))
    for start, end in itertools.islice(whole, _MOST_WINDOWS):
        near = titles.close(query[start:end], locale, limit=5)
        if near and near[0].score > top + 1e-6:
            top = near[0].score
            best = Meant(start, end, (), tuple(near), loose=not query[start].isupper())
    return best


def windows_before(query: str, at: int, floor: int) -> Iterator[tuple[int, int]]:
    """Stretches of whole words that end right before `at`, the longest first."""
    words = [match.span() for match in _word.finditer(query, floor, at)]
    if len(words) > _MOST_WORDS:
        yield words[0][0], words[-1][1]
    for first in range(max(0, len(words) - _MOST_WORDS), len(words)):
        yield words[first][0], words[-1][1]


def windows_after(query: str, at: int, until: int) -> Iterator[tuple[int, int]]:
    """Stretches of whole words that begin right after `at`, the longest first."""
    words = [match.span() for match in _word.finditer(query, at, until)]
    if len(words) > _MOST_WORDS:
        yield words[0][0], words[-1][1]
    for last in range(min(_MOST_WORDS, len(words)) - 1, -1, -1):
        yield words[0][0], words[last][1]


def windows_at_heads(query: str) -> Iterator[tuple[int, int]]:
    """Stretches that end with a word for a law, with or without the year."""
    for match in _word.finditer(query):
        if _heads.match(match[0]):
            end = year.end() if (year := _own_year.match(query, match.end())) else match.end()
            for start, _ in windows_before(query, match.end(), 0):
                yield start, end


def near_enough(query: str, meant: Meant) -> bool:
    """Whether a guess may be what is meant: nearly the name, or a part of it written as a name."""
    if not meant.near:
        return False
    best = meant.near[0]
    return best.score >= _near_enough or is_part(query[meant.start : meant.end], best.name)


def is_part(written: str, name: str) -> bool:
    """Whether the words that are written with capitals are all of a name, and more than the word
    for a law."""
    capitals = {typed(word) for word in _capital.findall(written)}
    return len(capitals) > 1 and capitals <= set(_letters.findall(typed(name)))


def _free(span: tuple[int, int], found: list[Meant]) -> bool:
    return all(span[1] <= meant.start or meant.end <= span[0] for meant in found)
