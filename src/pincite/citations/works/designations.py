"""Acts, instruments and by-laws as English texts name them: title, year, number and chapter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pincite.citations.laws.naming import DESIGNATION
from pincite.citations.reading import Locale
from pincite.citations.scanning.folding import lowered
from pincite.citations.works.title_forms import plain
from pincite.citations.works.titled import NamedWork, NameSort, TitledWork
from pincite.citations.works.titles import WorkTitles
from pincite.model.mention import CitedKind

_chapter = re.compile(
    r"\[ ?(?:Chapter|Cap\.?) ?(?P<a>\d{1,2}:\d{1,3}) ?\]"
    r"|(?<!\w)(?:Chapter|Cap\.?) (?P<b>\d{1,2}:\d{2})(?!\d)",
    re.IGNORECASE,
)
_HEADS = r"Act|Code|Ordinance|Regulations|Rules|Order|Notice|By-laws?|Constitution"
_small = r"(?:of|and|the|for|in|to|on|or|by|with)"
_unknown = re.compile(rf"(?:[A-Z][\w’'()-]{{0,30}},? (?:{_small} ){{0,2}}){{1,12}}(?:{_HEADS}),? $")
_before = re.compile(r"(?P<word>[\w’'&.-]{1,40}),? $")
_ended = re.compile(rf"(?:{_HEADS}|\]|\d)$")
_joining = frozenset(("and", "or", "of", "for", "&"))
_LEADING = frozenset(
    ("the", "this", "that", "see", "in", "under", "of", "by", "and", "or", "for", "to", "from",
     "with", "whereas", "where", "if", "when", "as", "our", "cf", "zimbabwe's", "zimbabwe’s")
)  # fmt: skip
_article = re.compile(r"(?:^|[^\w])(?:the|our|its) $", re.IGNORECASE)
_KINDS = {
    "instrument": CitedKind.REGULATION,
    "regulation": CitedKind.REGULATION,
    "by-law": CitedKind.REGULATION,
}
_WINDOW = 160
# A tail of fewer words, without its chapter, is too common to tell an act.
_TAIL_WORDS = 3


class Designation(NamedTuple):
    """text[start:end] means one of `works`; the words alone do not tell which where there are
    more. `core` is the name without year, number or chapter."""

    start: int
    end: int
    core: tuple[int, int]
    works: tuple[TitledWork, ...]
    kind: CitedKind
    needs_place: bool = False
    """Counts only where a place in it is named: "section 56 of Constitution"."""
    doubtful: bool = False
    """The text is older than the work, and may mean one of the same name before it."""


def designations(
    text: str, titles: WorkTitles, locale: Locale, year: str = ""
) -> list[Designation]:
    """In the order of the text, none over another. `year` is that of the text itself: before a work
    was made, another may have had its name."""
    found: list[Designation] = []
    for name in titles.spans(text, locale):
        works = [named for named in name.works if named.work.language != "is"]
        if works and _is_name(text, name.start):
            made = _designated(text, name.start, name.end, works, titles, year)
            if made is not None:
                found.append(made)
    return _with_chapters(text, found, titles, locale)


def _is_name(text: str, start: int) -> bool:
    """Whether the words are a whole name: with a capital, and no part of a longer one."""
    if not text[start].isupper():
        return False
    before = _before.search(text, max(0, start - 50), start)
    if before is None or before[0].endswith(", "):
        return True
    word = before["word"]
    if word.lower() in _joining:
        further = _before.search(text, max(0, before.start() - 50), before.start())
        if further is None:
            return True
        word = further["word"]
        if _ended.search(word) or word.lower() in _LEADING:
            return True
        return not word[0].isupper() or further[0].endswith(", ")
    return not word[0].isupper() or word.lower() in _LEADING or _ended.search(word) is not None


def _designated(
    text: str, start: int, end: int, named: list[NamedWork], titles: WorkTitles, year: str
) -> Designation | None:
    alone = all(named_work.sort is NameSort.ALONE for named_work in named)
    if alone and text.startswith(" of ", end):
        return None
    more = DESIGNATION.match(text, end)
    works = [named_work.work for named_work in named]
    stop = end
    if more is not None:
        stop = more.end()
        chapter = more["chapter"] or more["bare"]
        works = [work for work in works if _agrees(work, more)]
        if works and chapter and all(work.chapter not in ("", chapter) for work in works):
            # The name says one act and the chapter another: which is meant, nobody can tell.
            works = list({work.urn: work for work in (*works, *titles.chapter(chapter))}.values())
            works = works if len(works) > 1 else []
    tail = all(named_work.sort is NameSort.TAIL for named_work in named)
    if not works or (tail and stop == end and text[start:end].count(" ") < _TAIL_WORDS - 1):
        return None
    kind = _KINDS.get(works[0].kind, CitedKind.STATUTE)
    if lowered(works[0].title).startswith("constitution of"):
        kind = CitedKind.CONSTITUTION
    needs = (
        alone
        and " " not in text[start:end]
        and not _article.search(text[max(0, start - 6) : start])
    )
    dated = more is not None and stop > end
    newer = bool(year) and works[0].year > year and not dated
    doubtful = newer and (alone or plain(works[0].title).year != "")
    return Designation(start, stop, (start, end), tuple(works), kind, needs, doubtful)


def _agrees(work: TitledWork, more: re.Match[str]) -> bool:
    chapter = more["chapter"] or more["bare"]
    if more["number"] and work.number and (more["number"], more["of"]) != (work.number, work.year):
        return False
    return not more["year"] or not work.year or more["year"] == work.year or bool(chapter)


def _with_chapters(
    text: str, found: list[Designation], titles: WorkTitles, locale: Locale
) -> list[Designation]:
    """Also those told by their chapter alone, or by a name that is not known with a chapter that
    is."""
    made = list(found)
    at = done = 0
    for match in _chapter.finditer(text):
        while at < len(found) and found[at].end <= match.start():
            at += 1
        if at < len(found) and found[at].start < match.end():
            continue
        works = titles.chapter(match["a"] or match["b"], locale)
        if not works:
            continue
        floor = max(done, found[at - 1].end if at else 0)
        start = _name_before(text, match.start(), floor, works)
        if start is not None:
            done = match.end()
            kind = _KINDS.get(works[0].kind, CitedKind.STATUTE)
            made.append(Designation(start, done, match.span(), tuple(works), kind))
    return sorted(made, key=lambda designation: designation.start)


def _name_before(text: str, at: int, floor: int, works: Iterable[TitledWork]) -> int | None:
    """Where the name before a chapter begins; `at` where there is none, None where it names
    something else than what the chapter does."""
    low = max(floor, at - _WINDOW)
    window = text[low:at]
    starts = [low + match.start() for match in re.finditer(r"(?<![\w])[A-Z]", window)]
    for first in starts:
        if _unknown.fullmatch(text, first, at):
            # "Subject to the Labour Act": what leads up to the name has a capital, too.
            lead = text.rfind(" the ", first, at)
            start = lead + len(" the ") if lead >= 0 else first
            words = set(_words(text[start:at]))
            return start if any(words & set(_words(work.title)) for work in works) else None
    return at


def _words(name: str) -> Iterator[str]:
    for word in re.findall(r"\w{4,}", lowered(name)):
        if word not in ("code", "rules", "order", "notice", "regulations", "ordinance"):
            yield word
