"""Scores what was found and how it was resolved against the marks (marked/README.md)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from citations.marked_set import ANY, SELF, Mark, Passage, Title
from pincite.citations.find import find
from pincite.citations.reading import CitableText
from pincite.citations.resolve import resolve
from pincite.citations.works.titled import TitledWork
from pincite.citations.works.titles import WorkTitles
from pincite.model.mention import CitedKind, Form, Mention, Resolved

THIS_DOCUMENT = frozenset({"", "this document"})


@dataclass(frozen=True, slots=True)
class Match:
    """A mark and what was found for it: strictly (the same span, kind and form), or in part (it
    reads the same words as the same kind of thing)."""

    passage: Passage
    mark: Mark
    strict: Resolved | None
    lenient: Resolved | None


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over all, one form, one kind or one theme."""

    marked: int = 0
    found: int = 0
    right: int = 0
    right_in_part: int = 0
    resolved: int = 0
    reasons: int = 0
    reasoned: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.marked if self.marked else 0.0

    @property
    def resolution(self) -> float:
        return self.resolved / self.right if self.right else 0.0


@dataclass(frozen=True, slots=True)
class Score:
    """All tallies, and the marks and mentions that went wrong."""

    total: Tally
    by_form: dict[str, Tally]
    by_kind: dict[str, Tally]
    by_theme: dict[str, Tally]
    missed: list[Match] = field(default_factory=list[Match])
    misread: list[Match] = field(default_factory=list[Match])
    extra: list[tuple[Passage, Mention]] = field(default_factory=list[tuple[Passage, Mention]])


def score(passages: Iterable[Passage]) -> Score:
    """Of Pincite's own finding and resolving."""
    matches: list[Match] = []
    extra: list[tuple[Passage, Mention]] = []
    for passage in passages:
        found = resolve(passage.reading, find(passage.reading, titles_of(passage.titles)))
        matched, left = _matched(passage, found)
        matches += matched
        extra += ((passage, one.mention) for one in left)
    return _scored(matches, extra)


def titles_of(titles: Sequence[Title]) -> WorkTitles | None:
    return WorkTitles(map(_work, titles)) if titles else None


def _work(title: Title) -> TitledWork:
    _, _, jurisdiction, corpus = title.urn.split(":")
    if jurisdiction == "is":
        number, _, year = corpus.partition("-")
        return TitledWork(title.urn, title.title, "is", "is", "act", number, year)
    kind, year, number = corpus.split("-", 2)
    kind = "instrument" if kind == "act.si" else "act"
    chapter = title.number if title.number[:1].isdigit() else ""
    return TitledWork(title.urn, title.title, jurisdiction, "en", kind, number, year, chapter)


def _matched(passage: Passage, found: list[Resolved]) -> tuple[list[Match], list[Resolved]]:
    left = list(found)
    matches: list[Match] = []
    for mark in passage.marks:
        strict = next((one for one in left if _same(passage.reading, mark, one.mention)), None)
        if strict is not None:
            left.remove(strict)
        lenient = strict or next((one for one in left if _reads(mark, one.mention)), None)
        matches.append(Match(passage, mark, strict, lenient))
    return matches, left


def _same(reading: CitableText, mark: Mark, found: Mention) -> bool:
    starts = {_past_article(reading.text, start) for start in mark.starts}
    return (
        found.end in mark.ends
        and _past_article(reading.text, found.start) in starts
        and mark.kind in (ANY, found.kind)
        and found.form == mark.form
    )


def _reads(mark: Mark, found: Mention) -> bool:
    start, end = found.core
    return start < mark.end and mark.start < end and mark.kind in (ANY, found.kind)


def _past_article(text: str, start: int) -> int:
    return start + 4 if text[start : start + 4].lower() == "the " else start


def _scored(matches: list[Match], extra: list[tuple[Passage, Mention]]) -> Score:
    symbols = _symbols(matches)
    tables: tuple[dict[str, Tally], ...] = (
        defaultdict(Tally),
        defaultdict(Tally),
        defaultdict(Tally),
    )
    total = Tally()
    missed: list[Match] = []
    misread: list[Match] = []
    for match in matches:
        strict, mark = match.strict, match.mark
        resolved = strict is not None and means(mark, strict, symbols)
        one = Tally(
            marked=1,
            found=int(strict is not None),
            right=int(strict is not None),
            right_in_part=int(match.lenient is not None),
            resolved=int(resolved),
            reasons=int(resolved and mark.reason is not None),
            reasoned=int(resolved and strict is not None and mark.reason == strict.reason != None),  # noqa: E711
        )
        if strict is None:
            missed.append(match)
        elif not resolved:
            misread.append(match)
        total += one
        for table, key in zip(
            tables, (mark.form.value, mark.kind, match.passage.theme), strict=True
        ):
            table[key] += one
    for passage, mention in extra:
        one = Tally(found=1)
        total += one
        for table, key in zip(
            tables, (mention.form.value, mention.kind.value, passage.theme), strict=True
        ):
            table[key] += one
    by_form, by_kind, by_theme = (dict(sorted(table.items())) for table in tables)
    return Score(total, by_form, by_kind, by_theme, missed, misread, extra)


def _symbols(matches: Iterable[Match]) -> dict[str, str]:
    """For each symbol the key most often given to it; none for a key that another one has too."""
    given: dict[str, Counter[str]] = defaultdict(Counter)
    for match in matches:
        if match.mark.symbolic and match.strict is not None and (key := _key_of(match.strict)):
            given[match.mark.key][key] += 1
    chosen = {symbol: counts.most_common(1)[0][0] for symbol, counts in given.items()}
    shared = Counter(chosen.values())
    return {symbol: key for symbol, key in chosen.items() if shared[key] == 1}


def _key_of(found: Resolved) -> str:
    full = found.mention.form == Form.FULL
    return found.mention.key if full else found.key


def means(mark: Mark, found: Resolved, symbols: dict[str, str]) -> bool:
    """Whether it was tied to what the mark says, and to nothing where the mark says nothing."""
    key, targets = _key_of(found), found.targets or found.mention.targets
    if mark.key == SELF:
        return key in THIS_DOCUMENT
    if mark.reason is not None:
        return not found.key
    if mark.symbolic:
        settled = symbols.get(mark.key)
        if key != settled:
            return False
        if mark.targets is None or not key.startswith("urn:lex:"):
            return True
        return tuple(targets) == tuple(f"{key}:{pin}" for pin in mark.targets)
    if mark.form == Form.INTERNAL:
        return tuple(targets) == mark.targets
    if mark.form == Form.FULL and found.key != mark.group:
        return False
    if mark.kind == CitedKind.CASE and mark.form == Form.FULL:
        targets = found.mention.targets
    return key == mark.key and tuple(targets) == mark.targets


def lines(passage: Passage, start: int, end: int) -> str:
    """The words with a little of what stands around them, on one line."""
    text = passage.reading.text
    return f"{text[max(0, start - 30) : start]}[{text[start:end]}]{text[end : end + 20]}".replace(
        "\n", " "
    )
