"""Reads which other works, and which provisions of them, a law repeals or replaces: in its sections
and in its schedules.

A wrong reading hides living law, so a work is taken for the one that is meant only where its
chapter, its number and year, or its whole title says so, and a provision only where one phrase
names it with its work: "by the repeal of section 13" speaks of whichever act is being amended.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.citations.law_text import LawText
from pincite.citations.works.titles import TitledWork, WorkTitles
from pincite.model import Node, Urn
from pincite.model.mention import Form, Resolved
from pincite.status.clauses import clauses
from pincite.status.reading import StatusReading
from pincite.status.records import Change, ForceClause, NamedTarget

_ENDING = frozenset((Change.REPEAL, Change.REPLACE))
_speaks = re.compile(r"repeal|revo[kc]|rescind|substitut|supersed|replace|úr gildi", re.IGNORECASE)
# Of a part of a work the whole is not said; nor where only some of it is meant.
_part = re.compile(
    r"\b(?:sub)?(?:sections?|paragraphs?|parts?|items?|clauses?|definitions?|provisions?|articles?|"
    r"words|proviso|so much|(?:regulations?|rules?|by-laws?|schedules?|chapters?) \d)|§|\bm?gr\.",
    re.IGNORECASE,
)
_partly = re.compile(
    r"[^.;]{0,60}\b(?:to the extent|in ?so ?far|except|save|other than|with the exception|"
    r"in relation to|in respect of|as regards|nema|að því leyti)\b",
    re.IGNORECASE,
)
# Where a schedule has a column for it, each row says to which extent.
_by_column = re.compile(
    r",? to the extent (?:(?:as )?(?:set out|stated|indicated|specified|mentioned|shown|described|"
    r"set forth) )?(?:opposite|in|by)\b[^.;]{0,40}\b(?:column|schedule|annex|table)",
    re.IGNORECASE,
)
_listing = re.compile(r"\b(?:schedules?|annex(?:ure)?s?|appendix|the following)\b", re.IGNORECASE)
_chapter = re.compile(r"\[\s*chapter\s+(\d+:\d+)\s*\]", re.IGNORECASE)
_year = re.compile(r"\b(1[6-9]\d\d|20\d\d)\b")
_word = re.compile(r"[^\W\d_]{4,}")
_only_words = re.compile(r"(?:[\s(]|\b(?:the|laws?|lög\w*|nr\.)(?!\w))*", re.IGNORECASE)
_wholly = re.compile(r"\b(?:whole|all|entire)\b", re.IGNORECASE)
# Words that differ only after so many letters may be one word: Marriage, Marriages.
_STEM = 4
_ROW = 200


def repeals(law: LawText, titles: WorkTitles) -> list[StatusReading]:
    """In the order of the text, each work or provision once in a provision."""
    found: dict[tuple[str, str], StatusReading] = {}
    for reading in _every(law, titles):
        if reading.urn != law.work.urn:
            found.setdefault((reading.urn, reading.said_in), reading)
    return list(found.values())


def _every(law: LawText, titles: WorkTitles) -> Iterator[StatusReading]:
    for node in law.enacted():
        for words in law.own(node):
            text = law.text[words.start : words.end]
            # Most provisions speak of no such thing.
            if not _speaks.search(text):
                continue
            for clause in clauses(text, law.language):
                if clause.change in _ENDING and isinstance(clause.target, NamedTarget):
                    yield from _of_clause(law, node, clause, clause.target, words.start, titles)


def _of_clause(
    law: LawText, node: Node, clause: ForceClause, target: NamedTarget, at: int, titles: WorkTitles
) -> Iterator[StatusReading]:
    listed = _by_column.match(law.text, at + clause.end)
    if listed is None and _partly.match(law.text, at + clause.end):
        return
    first, last = at + target.start, at + target.end
    start, end = min(first, at + clause.start), max(last, at + clause.end)
    if _listing.search(law.text, first, last):
        if clause.change is not Change.REPEAL:
            return
        for schedule in _schedules(law, node, first, last):
            for urn, begin, stop in _rows(law, schedule, titles):
                yield StatusReading(
                    Change.REPEAL, urn, clause.date, node.urn, begin, stop, listed_in=schedule.urn
                )
        return
    for resolved in law.cited(first, last):
        mention = resolved.mention
        if _part.search(law.text, first, mention.start):
            continue
        alone = _only_words.fullmatch(law.text, first, mention.start) is not None
        if work := _meant(law, resolved, law.text[mention.end : last], titles, alone=alone):
            # What replaces a work ends it.
            yield StatusReading(Change.REPEAL, work.urn, clause.date, node.urn, start, end)
        for urn in _provisions(law, resolved):
            yield StatusReading(clause.change, urn, clause.date, node.urn, start, end)


def _provisions(law: LawText, resolved: Resolved) -> Iterator[str]:
    """The provisions of one other work that a mention names together with it."""
    targets = [Urn.parse(urn) for urn in resolved.targets]
    holders = {urn.corpus_urn for urn in targets}
    # A short form, or "of that Act", takes its work from elsewhere.
    whole = resolved.mention.form is Form.FULL
    if len(holders) == 1 and whole and Urn.parse(law.work.urn).corpus_urn not in holders:
        yield from (str(urn) for urn in targets if urn.path)


def _meant(
    law: LawText, resolved: Resolved, after: str, titles: WorkTitles, *, alone: bool
) -> TitledWork | None:
    """The one work that is meant: by its chapter, by its year, or, if the name stands `alone`, by
    its title."""
    mention = resolved.mention
    words = law.text[mention.start : mention.end]
    # "Section 2 of the Lamps Act [Chapter 9:10]" is one mention.
    if (
        mention.pin
        or "section" in mention.parts
        or any(Urn.parse(u).path for u in resolved.targets)
    ):
        return None
    if chapter := _chapter.search(words + after[:_ROW]):
        acts = [work for work in titles.chapter(chapter[1]) if work.urn != law.work.urn]
        return acts[0] if len(acts) == 1 and _alike(words, acts[0].title) else None
    found = [titles.works[urn] for urn in resolved.targets if urn in titles.works]
    if len(found) != 1 or found[0].urn == law.work.urn:
        return None
    years = set(_year.findall(words + after))
    if years:
        return found[0] if found[0].year in years else None
    return found[0] if alone else None


def _alike(words: str, title: str) -> bool:
    """Whether a name shares a word with a title: a chapter may be given to another act."""
    stems = {word[:_STEM].lower() for word in _word.findall(title)} - {"chap"}
    return any(word[:_STEM].lower() in stems for word in _word.findall(words))


def _schedules(law: LawText, node: Node, first: int, last: int) -> Iterator[Node]:
    """Those that words name; or what is below them; or those whose heads say what they are of."""
    named = [
        law.by_urn[urn]
        for resolved in law.cited(first, last)
        for urn in resolved.targets
        if urn in law.by_urn and urn != law.work.urn
    ]
    named = [other for other in named if _listing.search(_head(other))]
    below = [law.nodes[at] for at in law.children[node.ordinal]]
    if named or below:
        yield from named or below
        return
    for other in law.nodes:
        head = f"{_head(other)} {law.text[other.start : other.start + _ROW]}"
        if other.start > node.end and _listing.search(_head(other)) and _speaks.search(head):
            yield other


def _head(node: Node) -> str:
    return f"{node.kind} {node.num} {node.heading}"


def _rows(law: LawText, schedule: Node, titles: WorkTitles) -> Iterator[tuple[str, int, int]]:
    for resolved in law.cited(schedule.start, schedule.end):
        begin, end = resolved.mention.start, resolved.mention.end
        line = max(law.text.rfind("\n", schedule.start, begin) + 1, schedule.start)
        stop = law.text.find("\n", end, schedule.end)
        stop = min(stop if stop >= 0 else schedule.end, end + _ROW)
        row = law.text[line:begin] + law.text[end:stop]
        if _part.search(row) and not _wholly.search(row):
            continue
        # Former authorities had acts of the same names: here the year has to tell.
        if work := _meant(law, resolved, row, titles, alone=False):
            yield work.urn, begin, end
