"""Holds replies to the truths: each equals what the quiet thread gives at the revision it names."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

from pincite.corpus.audit import AuditEntry
from truth.clients import Change, Record, Told
from truth.questions import CASE, LAW, normal, state_of
from truth.replay import Truths, Wanted

_SHOWN = 5
_LINES = 12


@dataclass(frozen=True, slots=True)
class Moment:
    """A revision: when it can have come at the earliest, and when it was known at the latest."""

    revision: int
    earliest: float
    latest: float


Names = tuple[tuple[str, str], ...]


def law_names(entries: Sequence[AuditEntry]) -> list[tuple[int, Names]]:
    """The change that each revision of the law was."""
    return [(entry.seq, ((entry.action, str(entry.detail.get("tag", ""))),)) for entry in entries]


def moments(
    names: Sequence[tuple[int, Names]], changes: Sequence[Change], base: int
) -> list[Moment]:
    """Of each revision; those up to `base` were there before anybody asked. One that nobody was
    told of may have come at any time."""
    known: dict[tuple[str, str], list[Change]] = defaultdict(list)
    for change in sorted(changes, key=lambda change: change.came):
        known[change.kind, change.name].append(change)
    last = {name: revision for revision, names in names for name in names}
    found: list[Moment] = []
    for revision, changed in names:
        if revision <= base:
            found.append(Moment(revision, -inf, -inf))
            continue
        mine = [known[name][0] for name in changed if known.get(name)]
        earliest = min((change.sent for change in mine), default=-inf)
        latest = max((change.came for change in mine), default=inf)
        found.append(Moment(revision, earliest, latest))
        for name in changed:
            # A file is found and then read; a tag may be gone back to again and again.
            if name[0] == "rollback" or last[name] == revision:
                known[name] = known[name][1:]
    return found


def possible(moments: Sequence[Moment], told: Told) -> list[int]:
    """The revisions that were current at some time between sending and receiving."""
    following = [moment.latest for moment in moments[1:]] + [inf]
    return [
        moment.revision
        for moment, until in zip(moments, following, strict=True)
        if moment.earliest <= told.came and until >= told.sent
    ]


@dataclass
class Verdict:
    """How many replies were right, how many of them name their revision, and how many said that it
    was an older one; those that were older and did not say so (`late`), and what was wrong."""

    right: int = 0
    behind: int = 0
    unsettled: int = 0
    named: int = 0
    late: list[str] = field(default_factory=list[str])
    wrong: list[str] = field(default_factory=list[str])

    def __str__(self) -> str:
        return (
            f"{self.right} right ({self.named} of them by the revision that they name,"
            f" {self.behind} as behind as they say), {self.unsettled} not compared,"
            f" {len(self.late)} behind without a word, {len(self.wrong)} wrong"
        )


@dataclass
class Judge:
    """`root` is where the servers' files lie; `moments` are of each corpus."""

    roots: tuple[Path, ...]
    moments: dict[str, list[Moment]]
    settled: Callable[[Told], bool] = lambda _: True
    all: list[Told] = field(default_factory=list[Told])

    def wanted(self, record: Record) -> dict[str, Wanted]:
        """The truths that are needed."""
        needed: dict[str, dict[int, set]] = {LAW: defaultdict(set), CASE: defaultdict(set)}
        for told in record.told:
            if told.status < 500 and self.settled(told):
                for revision in self._candidates(told):
                    needed[told.question.of][revision].add(told.question)
        return needed

    def older(self, tolds: Sequence[Told]) -> dict[str, Wanted]:
        """The truths of all revisions before."""
        needed: dict[str, dict[int, set]] = {LAW: defaultdict(set), CASE: defaultdict(set)}
        for told in tolds:
            newest = max(self._candidates(told))
            for moment in self.moments[told.question.of]:
                if moment.revision <= newest:
                    needed[told.question.of][moment.revision].add(told.question)
        return needed

    def _candidates(self, told: Told) -> list[int]:
        state = state_of(told.reply)
        if state is not None:
            return [state.revision]
        return possible(self.moments[told.question.of], told)

    def judge(self, record: Record, truths: Truths) -> tuple[Verdict, list[Told]]:
        """And the replies that none of their truths equals."""
        verdict, strange = Verdict(), list[Told]()
        self.all = record.told
        for told in record.told:
            if told.status >= 500:
                continue
            if not self.settled(told):
                verdict.unsettled += 1
                continue
            said = normal(told.reply, *self.roots)
            if not any(
                truths.get((told.question, each)) == said for each in self._candidates(told)
            ):
                strange.append(told)
                continue
            state = state_of(told.reply)
            if state is None:
                verdict.right += 1
                continue
            first = min(possible(self.moments[told.question.of], told))
            if state.behind:
                verdict.behind += 1
            if state.behind or state.revision >= first:
                verdict.right += 1
                verdict.named += 1
            else:
                verdict.late.append(
                    f"{told.question} names revision {state.revision}, and {first} was there before"
                )
        return verdict, strange

    def explain(self, verdict: Verdict, strange: Sequence[Told], truths: Truths) -> Verdict:
        """What each of the strange replies is: of an older revision, or wrong."""
        for told in strange:
            said = normal(told.reply, *self.roots)
            candidates = self._candidates(told)
            of = [
                moment.revision
                for moment in self.moments[told.question.of]
                if truths.get((told.question, moment.revision)) == said
            ]
            if of and state_of(told.reply) is None:
                verdict.late.append(
                    f"{told.question} at server {told.server}: the reply of revision {of[-1]}, when"
                    f" {candidates} were possible"
                )
                continue
            near = [
                (len(diff), each, diff)
                for each in candidates
                if (diff := _difference(truths.get((told.question, each), ""), said))
            ]
            lines, revision, diff = min(near, default=(0, 0, ["(no truth)"]))
            ago = max(each.sent for each in self.all) - told.sent if self.all else 0
            verdict.wrong.append(
                f"{ago:.1f} s before the end: {told.question} at server {told.server}, status {told.status}, nearest to revision"
                f" {revision} of {candidates} ({lines} lines differ{f', the reply of {of}' if of else ''}):\n    "
                + "\n    ".join(diff[:_LINES])
            )
        return verdict


def _difference(truth: str, said: str) -> list[str]:
    return [
        line[:220]
        for line in difflib.unified_diff(truth.split("\n"), said.split("\n"), "truth", "reply", n=0)
        if not line.startswith(("---", "+++", "@@"))
    ]
