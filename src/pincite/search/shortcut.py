"""The shortcut: what a question cites outright comes first, before any ranking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from pincite.citations.in_questions.places import as_range
from pincite.indexes.records import Filters
from pincite.indexes.rows import Rows
from pincite.model.kinds import LABELS
from pincite.search.sources import OPINION
from pincite.text.languages import language
from pincite.text.words import forms

if TYPE_CHECKING:
    from pincite.citations.in_questions.references import QueryReference
    from pincite.citations.in_questions.unheld import NamedLaw
    from pincite.citations.understand import Understanding
    from pincite.search.indexed import Indexed
    from pincite.search.law_tree import LawTree
    from pincite.search.short_titles import ShortTitles

# The parts of a URN that name a body of law: urn, lex, jurisdiction and corpus.
_CORPUS = 4
# Of a range, how many provisions are given where nobody set a limit.
_MOST = 40
# Words that ask for a law itself, and for nothing in it.
_FOR_ALL = frozenset((
    "act", "contents", "copy", "describe", "explain", "find", "full", "give", "open", "overview",
    "provisions", "read", "show", "summarise", "summarize", "summary", "text", "whole", "entire",
    "efni", "heild", "innihald", "lesa", "samantekt", "sýna", "sýndu", "texti", "texta", "yfirlit",
))  # fmt: skip
_NOT_PROVISIONS = ("note-", "fn-", "preface", "preamble", "chap-", "part-", "sched-", "subch-")

_INTERPRETATION = LABELS["interpretation"]


@dataclass(frozen=True, slots=True)
class Direct:
    """What a question cites outright. `rows` are the places cited, in the order of the question;
    `missing` are citations of what is not held, as the question writes them; `meant` are the titles
    of works that may be meant, where it cannot be decided which; `unclear` says that nobody can
    tell what is cited ("section 3", of no work); `whole`, that nothing else was asked. `firsts` are
    the rows with which each provision begins, where more than one is cited. `works` are the URNs of
    the works, or of the acts that are part of one, that the question names whole, and `names` where
    it does, by offsets into it."""

    rows: Rows
    missing: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()
    unclear: bool = False
    whole: bool = False
    firsts: tuple[int, ...] = ()
    works: tuple[str, ...] = ()
    names: tuple[tuple[int, int], ...] = ()

    @property
    def card(self) -> str:
        """The one work that was all that was asked for."""
        return self.works[0] if self.whole and len(self.works) == 1 and not len(self.rows) else ""

    @property
    def within(self) -> tuple[str, ...]:
        """The works to be searched for the rest of the question."""
        return self.works if not self.whole and not len(self.rows) else ()


def direct(
    cited: Understanding,
    asked_in: str,
    indexed: Indexed,
    filters: Filters,
    short_titles: ShortTitles | None = None,
) -> Direct:
    if not cited.references and not cited.laws:
        return Direct(np.zeros(0, np.int64))
    # What a profile leaves out by itself is found where it is cited.
    tree = short_titles.tree if short_titles else None
    finder = _Finder(indexed, indexed.table.allowed(filters), tree)
    missing: list[str] = []
    meant: list[str] = []
    works: dict[str, tuple[int, int]] = {}
    left = cited.rest
    named: list[NamedLaw] = []
    for law in cited.laws if short_titles else ():
        assert short_titles is not None
        title = short_titles.find((*law.longer, law.name), filters)
        if title is not None and title.urn:
            works[title.urn] = (law.start, law.end)
        elif title is not None:
            finder.add(indexed.table.unit_urn(title.row), title.row)
        elif law.certain or short_titles.is_name(law.name, filters):
            missing.append(law.text)
        else:
            continue
        named.append(law)
        # Where the name is not in what is left, a citation within it was struck out of that.
        left = left.replace(law.text, " ", 1) if law.text in left or law.certain else ""
    alone = not _asks_more(left, asked_in)
    for reference in cited.references:
        if reference.loose and not alone:
            continue
        if any(law.start <= reference.start and reference.end <= law.end for law in named):
            continue
        answer = reference.answer or finder.only_one_held(reference)
        held = [urn for urn in answer if finder.is_whole(urn, reference)]
        works |= {urn: (reference.start, reference.end) for urn in held if finder.holding(urn)}
        found = finder.cited([urn for urn in answer if urn not in held])
        lost = [urn for urn in held if urn not in works]
        if (len(held) < len(answer) and not found) or lost or (reference.key and not answer):
            missing.append(reference.text)
        if not answer:
            meant += [candidate.title for candidate in reference.candidates]
    rows = finder.rows()
    together = tuple(dict.fromkeys(meant))
    if alone and len(works) > 1 and not rows:
        together += tuple(cited_work.text for cited_work in cited.references if cited_work.whole)
    return Direct(
        np.array(rows, np.int64),
        tuple(missing),
        together,
        unclear=bool(together) or (alone and not rows and not missing and not works),
        whole=alone and (bool(rows) or (bool(works) and not missing and not together)),
        firsts=tuple(finder.firsts) if len(finder.firsts) > 1 else (),
        works=tuple(works),
        names=tuple(works.values()),
    )


def how_many(cited: Direct, limit: int | None, returned: int) -> int:
    """Where nobody set a limit, all provisions of a range."""
    if limit is not None:
        return max(limit, 0)
    return max(returned, min(len(cited.firsts), _MOST))


def narrowed(filters: Filters, cited: Direct, short_titles: ShortTitles | None) -> Filters:
    """To the works that a question names beside its subject; what the asker set is not widened."""
    if not cited.within or filters.subtree:
        return filters
    urn, *others = cited.within
    if others:
        return replace(filters, documents=cited.within)
    units = short_titles.tree.sections(urn) if short_titles else ()
    return replace(filters, subtree=urn, units=units)


class _Finder:
    """Finds the rows of what is cited, among those that filters let through."""

    def __init__(self, indexed: Indexed, allowed: Rows | None, tree: LawTree | None) -> None:
        self._table = indexed.table
        self._allowed = allowed
        self._tree = tree
        self._found: list[list[int]] = []
        self.firsts: list[int] = []

    def is_whole(self, urn: str, reference: QueryReference) -> bool:
        """To name a whole act is to ask about it, not for it; a decision is its own provision."""
        if urn not in self._table.works:
            return reference.whole and bool(self.holding(urn))
        rows = self._table.of_urn(urn)
        return not len(rows) or self._table.facets(int(rows[0])).doc_type != OPINION

    def only_one_held(self, reference: QueryReference) -> tuple[str, ...]:
        """Of works that one name means, the one that has the place that is cited."""
        if reference.whole:
            return ()
        held = [one.targets for one in reference.candidates if all(map(self.of, one.targets))]
        best = [one.score for one in reference.candidates if one.targets in held]
        top = max((one.score for one in reference.candidates), default=0.0)
        return held[0] if len(held) == 1 and best[0] == top else ()

    def cited(self, urns: Sequence[str]) -> bool:
        """Keeps the rows of a place, or of every provision from the first to the last of two."""
        ends = (urns[0], urns[1]) if len(urns) == 2 else None
        if len(urns) == 1 and not self.of(urns[0]):
            ends = as_range(urns[0])
        if ends and (between := self._between(*ends)):
            for row in between:
                self._keep([row])
            return True
        every = [rows for urn in urns if (rows := self._rows(urn))]
        for rows in every:
            self._keep(rows)
        return bool(every)

    def add(self, urn: str, row: int) -> None:
        self._keep(self.of(urn) or [row])

    def rows(self) -> list[int]:
        return list(dict.fromkeys(row for rows in self._found for row in rows))

    def of(self, urn: str) -> list[int]:
        """At the URN or below."""
        rows = self._table.of_urn(urn)
        if self._allowed is not None:
            rows = np.intersect1d(rows, self._allowed, assume_unique=True)
        return rows.tolist()

    def holding(self, urn: str) -> bool:
        """Whether anything of a work, or of a part of a code, is let through."""
        if self.of(urn):
            return True
        return bool(self._tree and any(map(self.of, self._tree.sections(urn))))

    def _keep(self, rows: list[int]) -> None:
        self._found.append(rows)
        if rows[0] not in self.firsts:
            self.firsts.append(rows[0])

    def _rows(self, urn: str) -> list[int]:
        """At the URN or below; where a chunk holds it among others, the chunk of its nearest
        holder. Of a whole decision, where it begins."""
        parts = urn.split(":")
        holders = [":".join(parts[:end]) for end in range(len(parts), _CORPUS, -1)]
        works = self._table.works
        # The sections of a code may be named without the title that is the work.
        work = next((at for at, holder in enumerate(holders) if holder in works), len(holders))
        if work == 0 or not holders:
            return self.of(urn)[:1]
        found = (self.of(holder) for holder in holders[:work])
        rows = next((rows for rows in found if rows), list[int]())
        if rows and all(_comments(self._table.urn(row), urn) for row in rows):
            # Comments on it alone are below it, for its own words share a chunk with others.
            own = ([row for row in self.of(holder) if self._table.urn(row) == holder]
                   for holder in holders[:work])  # fmt: skip
            rows = [*next((rows for rows in own if rows), list[int]()), *rows]
        return rows

    def _between(self, first: str, last: str) -> list[int]:
        """The row with which each provision begins, from the first to the last; none where either
        is not held."""
        begin, end = self.of(first), self.of(last)
        if not begin or not end or self._table.unit_urn(begin[0]) != first:
            return []
        holder, _, own = first.rpartition(":")
        provisions: dict[str, int] = {}
        rows = range(begin[0], end[-1] + 1) if end[-1] >= begin[0] else ()
        for row in self._let_through(rows):
            unit = self._table.unit_urn(row)
            above, _, name = unit.rpartition(":")
            alike = name[0].isdigit() == own[0].isdigit()
            if above == holder and alike and not name.startswith(_NOT_PROVISIONS):
                provisions.setdefault(unit, row)
        same = self._table.document[begin[0]] == self._table.document[end[-1]]
        return list(provisions.values()) if same else []

    def _let_through(self, rows: Iterable[int]) -> list[int]:
        wanted = np.fromiter(rows, np.int64)
        if self._allowed is None:
            return wanted.tolist()
        return np.intersect1d(wanted, self._allowed, assume_unique=True).tolist()


def _comments(place: str, urn: str) -> bool:
    """Whether a place below a URN is in the official interpretations of it."""
    return _INTERPRETATION in place.removeprefix(urn).split(":")


def _asks_more(left: str, asked_in: str) -> bool:
    stop = language(asked_in).stop | _FOR_ALL
    return any(form not in stop for form in forms(left))
