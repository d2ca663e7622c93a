"""The day that a question asks about: "as at 2024", "in March 2017", "before the 2024 amendment".

Some words say by themselves that the law of a day is asked for ("in force on", "miðað við"). Of a
bare "in 2019" the question has to ask what held then (`then`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from pincite.citations.in_questions.days import DAY, NOT_WITHIN, PERIOD, Days, days_of
from pincite.citations.in_questions.then import Then, asks_then

_word = r"[\w\0'’.-]+"
_law = (
    r"(?:laws?|rules?|legislation|regulations?|statutes?|wording|text|provisions?"
    r"|l[öo]g(?:um|in|unum)?|laga|reglur(?:nar)?|reglum)"
)
_stood = (
    r"as (?:at|of|on)"
    rf"|as (?:it|they|the (?:\w+ )?{_law}) (?:then )?(?:stood|was|were|read) (?:back )?(?:in|on|at)"
    r"|version (?:of|from)|in force (?:back )?(?:in|on|at|as at|during)"
    r"|in effect (?:back )?(?:in|on|during)|valid (?:in|on)|applicable (?:in|on)"
    rf"|{_law} (?:back )?(?:in|on|at|during)"
    r"|mi[ðd]a[ðd] vi[ðd]|eins og (?:þau|hún|það|l[öo]gin|thau|hun|thad) (?:voru|var|st[óo][ðd]u?)"
    rf"|[íi] gildi|gildandi|[íi] [áa]rslok|{_law} (?=[áa]ri[ðd] |[áa] [áa]rinu |þann |hinn )"
)
# "gekk í gildi 2020" tells when it began.
_enters = re.compile(
    r"\b(?:g[ae]ng\w*|gekk|t[óo]k\w*|taka|tek\w*|kom\w*|came|comes?|coming|enter\w*|go|goes|went"
    r"|put|brought)(?: \w+)? ?$",
    re.IGNORECASE,
)
_as_at = re.compile(
    # A law that is named, struck out, and a time: "s 14 of the Act in 2020".
    rf"[(\[]?(?:(?<!\w)(?:{_stood})|(?<=\0),? (?:back )?(?:in|on|at|during))(?: (?!and|or|the)"
    rf"[^\W\d]{{1,8}}| the)? {PERIOD}[)\]]?",
    re.IGNORECASE,
)
_version_of = re.compile(
    rf"{NOT_WITHIN}{PERIOD} (?:version|wording|text|edition)(?!\w)", re.IGNORECASE
)
_amended = r"(?:amend|chang|reform|revis|updat|repeal)"
_before = r"(?:before|prior to|preceding|until)"
_BEFORE_A_CHANGE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?P<one>(?<!\w){_before} (?:the |its |their )?{PERIOD}(?: {_word}){{0,2}}"
        rf" {_amended}\w*)",
        rf"(?P<one>(?<!\w){_before} (?:(?:the|its|their|any) )?(?:{_word} ){{0,3}}?{_amended}\w*)"
        rf"(?: {_word}){{0,8}}?(?P<two>(?: of| in| on| made in| from)? {PERIOD})",
        rf"(?P<one>(?<!\w){_before} (?:{_word} ){{1,6}}?(?:was|were) (?:last )?{_amended}ed)"
        rf"(?: {_word}){{0,4}}?(?P<two>(?: in| on)? {PERIOD})",
        rf"(?P<one>(?<!\w)pre-{PERIOD}(?= {_law}| act| version))",
        rf"(?P<one>(?<!\w)fyrir (?:{_word} )?\w*breyting\w*)(?: {_word}){{0,5}}?"
        rf"(?P<two>(?: [áa]|þann|frá|í|i)? {PERIOD})",
        rf"(?P<one>(?<!\w)[áa][ðd]ur en (?:{_word} ){{1,5}}?(?:var|voru) breytt)"
        rf"(?: {_word}){{0,3}}?(?P<two>(?: [áa]|þann|í|i)? {PERIOD})",
    )
)
_TIMES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<!\w)(?:(?P<before>before|prior to|fyrir)|(?P<until>until|till|up to"
        rf"|fram til|þar til)|(?:back )?(?:in|on|during|at)"
        rf"|(?:[áa]|[íi]|þann|thann|hinn))(?: the| (?:[áa]|þann|thann|hinn))? {PERIOD}",
        rf"{NOT_WITHIN}(?=[áa]ri[ðd] ){PERIOD}",
        # In Icelandic a day needs no word before it.
        rf"{NOT_WITHIN}(?<!fr[áa] )(?<!til )(?<!dags\. )(?<!eftir )(?<!af )(?<!of )(?<!from )"
        rf"(?<!by )(?<!since )(?<!after )(?<!dated )(?<!until ){DAY}",
    )
)
_today = re.compile(
    r"(?<!\w)(?:today|currently|at present|right now|[íi] dag)(?!\w)", re.IGNORECASE
)
_as_it_is = re.compile(
    r"[(\[]?(?<!\w)(?:current(?= (?:law|rule|legislation|regulation|statute|text|wording|version"
    r"|provision|act|section|limit|maximum|minimum|rate|fee|penalt|requirement|\0))"
    r"|in force (?:now|today)|as amended to date|n[úu]gildandi|gildandi(?= \w*(?:l[öo]g|regl))"
    r"|[íi] gildi (?:n[úu]|[íi] dag)|eins og (?:þau|hún|það) (?:eru|er) n[úu])(?!\w)[)\]]?",
    re.IGNORECASE,
)
_current = re.compile(
    r"[(\[]?(?<!\w)(?:current(?:ly)?(?: in force)?|in force(?: (?:now|today))?|at present|today"
    r"|as amended to date|núgildandi|gildandi|í gildi(?: (?:nú|í dag))?"
    r"|eins og (?:þau|hún|það) (?:eru|er) nú)(?!\w)[)\]]?",
    re.IGNORECASE,
)
_has_year = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
# Who names more times than these asks about none of them.
_MOST_TIMES = 8
Span = tuple[int, int]


class NamedDate(NamedTuple):
    """The day that a question asks about, and the words that name it, which stand at `spans`. Where
    they name a month or a year, `first` and `last` are the days of it, and its last day counts, but
    none later than today; `first` is None of all that came before. `sure`: they ask what the law
    was then; else they may also tell what happened."""

    day: date
    words: str
    sure: bool
    first: date | None
    last: date
    spans: tuple[Span, ...]

    def agrees(self, day: date) -> bool:
        """Whether it is one of the days that the words name."""
        return day == self.day or Days(self.first, self.last).covers(day)


class When(NamedTuple):
    """`current`: the law of today is asked for, and `spans` are the words that say so. `changed`:
    the law before a change is, which was made in these days."""

    date: NamedDate | None = None
    current: bool = False
    spans: tuple[Span, ...] = ()
    changed: Days | None = None

    def before_change(self, starts: Iterable[date]) -> NamedDate | None:
        """Of a work whose texts begin on these days: the day before the change, if one tells it."""
        made = [start for start in starts if self.changed and self.changed.covers(start)]
        if self.date is None or not made:
            return self.date
        return self.date._replace(day=min(made) - timedelta(days=1))


def stated(query: str, today: date) -> When | None:
    """What a question says outright; None where it does not."""
    if _has_year.search(query) and (found := _stated_date(query, today)):
        return found
    if match := _as_it_is.search(query):
        named = _named(query, Days(today, today), [match.span()], today)
        return When(named, current=True, spans=named.spans)
    return None


def _stated_date(query: str, today: date) -> When | None:
    for pattern in _BEFORE_A_CHANGE:
        for match in pattern.finditer(query):
            if (days := days_of(match)) is not None:
                spans = [match.span(name) for name in ("one", "two") if name in pattern.groupindex]
                named = _named(query, days.before(), spans, today)
                return When(named, spans=named.spans, changed=days)
    for match in (*_as_at.finditer(query), *_version_of.finditer(query)):
        if (days := days_of(match)) is not None and not _enters.search(query[: match.start()]):
            named = _named(query, days, [match.span()], today)
            return When(named, spans=named.spans)
    return None


def implied(query: str, today: date) -> When:
    """What a question asks about where its tense alone says so, in a query in which the laws that
    it names are struck out by null characters."""
    found = {(named.first, named.last): named for named in _times(query, today)}
    sure = [named for named in found.values() if named.sure]
    if len(sure) == 1:
        current = sure[0].first == sure[0].last == today
        return When(sure[0], current, sure[0].spans)
    if found:
        # Of several times nobody can tell which.
        return When(next(iter(found.values()))._replace(sure=False))
    return said_current(query)


def said_current(query: str) -> When:
    """Whether a question has a word for the law as it is, whatever else it may be a word for."""
    match = _current.search(query)
    return When(current=True, spans=(match.span(),)) if match else When()


def _times(query: str, today: date) -> Iterator[NamedDate]:
    """The times that may be those of the law, in their order."""
    matches = [match for pattern in _TIMES for match in pattern.finditer(query)]
    matches.sort(key=lambda match: (match.start(), -match.end()))
    taken = 0
    for match in matches[:_MOST_TIMES]:
        days = days_of(match)
        if days is None or match.start() < taken:
            continue
        taken = match.end()
        said = match.groupdict()
        if said.get("before"):
            days = days.before()
        then = asks_then(query, *match.span(), over=days.last < today)
        if then is not Then.NO:
            named = _named(query, days, [match.span()], today)
            # "Until 2013" may take in the year, or end before it.
            yield named._replace(sure=then is Then.YES and not said.get("until"))
    for match in _today.finditer(query):
        if asks_then(query, *match.span(), over=False) is Then.YES:
            yield _named(query, Days(today, today), [match.span()], today)


def with_words(named: NamedDate, query: str) -> NamedDate:
    """With the words as the whole question has them."""
    return named._replace(words=_words(query, named.spans))


def _words(query: str, spans: Sequence[Span]) -> str:
    return query[spans[0][0] : spans[-1][1]].strip("()[], ")


def _named(query: str, days: Days, spans: list[Span], today: date) -> NamedDate:
    return NamedDate(days.asked(today), _words(query, spans), True, *days, tuple(spans))
