"""Gathers what a decision's pack is made from: the cases it cites, by the index of citations and,
where one is given, a citator's edges; which of them are held; and who says they were overruled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from pincite.citations.fingerprint import fingerprint as citation_rules
from pincite.citations.index import CitationIndex, CitationUse
from pincite.citations.works.titles import WorkTitles
from pincite.corpus import CorpusStore, Stored
from pincite.corpus.reading import branch, parts
from pincite.model import Node
from pincite.packs.constants import Spec
from pincite.packs.edges import Edges
from pincite.packs.excerpts import snippet
from pincite.packs.records import (
    OpinionInput,
    PackAnchor,
    PackAuthority,
    PackMention,
    PackPlace,
    PutAside,
    Used,
)
from pincite.packs.serialize import sha256

CASE = "case"
_FULL = "full"


class _Held(NamedTuple):
    """A decision whose text is held."""

    stored: Stored
    day: str


@dataclass
class PackDecisions:
    """The decisions of a library, and the index of what they cite, caught up."""

    store: CorpusStore
    index: CitationIndex
    titles: WorkTitles
    by_citation: dict[str, tuple[str, ...]]
    rules: Spec
    edges: Edges | None = None

    def input(self, stored: Stored, node: Node) -> OpinionInput:
        """What a decision cites, from the index and, where one was given, a file of edges."""
        expression, text = stored.expression, self.store.text(stored.key)
        anchor = PackAnchor(
            urn=expression.urn,
            title=expression.title,
            citation=expression.number,
            day=_day(expression.start),
            language=expression.language,
            content_hash=stored.hash,
            text=text,
            places=tuple(
                PackPlace(*part)
                for part in parts(branch(self.store, stored, node, None), 0, len(text))
            ),
        )
        uses = self.index.of_document(expression.urn)
        unsettled = _counted(use.reason for use in uses if not use.source)
        kinds = _kinds(uses)
        grouped: dict[str, list[CitationUse]] = {}
        for use in uses:
            if kinds.get(use.source) == CASE:
                grouped.setdefault(self._held_as(use.source) or use.source, []).append(use)
        itself = grouped.pop(expression.urn, [])
        authorities = [
            self._authority(expression.urn, key, given) for key, given in grouped.items()
        ]
        aside = _counted(kind for kind in kinds.values() if kind != CASE)
        if itself:
            aside["the anchor itself"] = 1
        if self.edges is not None:
            more, unknown = self._only_counted(expression.urn, set(grouped))
            authorities += more
            if unknown:
                aside["in the edges by a number that is not held"] = unknown
        authorities.sort(key=lambda authority: authority.citation)
        return OpinionInput(
            anchor,
            tuple(_told_apart(authorities)),
            aside,
            unsettled,
            tuple(self._inputs(anchor, authorities)),
            {"citations": citation_rules()},
        )

    def _authority(self, anchor: str, key: str, uses: Sequence[CitationUse]) -> PackAuthority:
        first = next((use for use in uses if use.form == _FULL), uses[0])
        held = self._decisions.get(key)
        counted = self.edges.count(anchor, key) if self.edges is not None else 0
        expression = held.stored.expression if held else None
        return PackAuthority(
            citation=uses[0].source,
            cited_as=first.words,
            mentions=tuple(
                PackMention(use.start, use.end, use.form, use.treatment) for use in uses
            ),
            edge=bool(counted) if self.edges is not None else held is not None,
            urn=key if held else "",
            title=expression.title if expression else "",
            day=held.day if held else "",
            content_hash=held.stored.hash if held else "",
            counted=counted,
            put_aside=self._put_aside(key, held.day if held else ""),
        )

    def _only_counted(self, anchor: str, mentioned: set[str]) -> tuple[list[PackAuthority], int]:
        """What a file of edges has and the text does not."""
        assert self.edges is not None
        found: list[PackAuthority] = []
        unknown = 0
        for key, count in self.edges.of(anchor):
            held = self._decisions.get(key)
            if held is None:
                unknown += 1
            elif key not in mentioned and key != anchor:
                expression = held.stored.expression
                found.append(
                    PackAuthority(
                        citation=expression.number or key,
                        cited_as="",
                        mentions=(),
                        edge=True,
                        urn=key,
                        title=expression.title,
                        day=held.day,
                        content_hash=held.stored.hash,
                        counted=count,
                        put_aside=self._put_aside(key, held.day),
                    )
                )
        return found, unknown

    def _put_aside(self, key: str, day: str) -> tuple[PutAside, ...]:
        """Where decisions say so, the oldest first. One that is older than the source cannot."""
        found: list[PutAside] = []
        for use in self._overruled.get(key, ()):
            saying = self._by_key.get(use.key)
            if saying is None or saying.stored.expression.urn == key:
                continue
            if day and saying.day and saying.day < day:
                continue
            text = self.store.text(use.key)
            cut = snippet(text, use.start, use.end, self.rules)
            found.append(
                PutAside(
                    urn=saying.stored.expression.urn,
                    title=saying.stored.expression.title,
                    day=saying.day,
                    content_hash=saying.stored.hash,
                    start=cut.start,
                    end=cut.end,
                    text=text[cut.start : cut.end],
                    label=use.treatment,
                )
            )
        return tuple(sorted(found, key=lambda aside: (aside.day or "9999", aside.urn, aside.start)))

    def _inputs(self, anchor: PackAnchor, authorities: Iterable[PackAuthority]) -> Iterator[Used]:
        yield Used("anchor", anchor.urn, anchor.content_hash)
        yield Used("decisions", "every decision held", *self._dataset)
        yield Used("titles", "the names of every work held", self.titles.digest)
        if self.edges is not None:
            yield Used("edges", "citing, cited, mentions", self.edges.sha256, len(self.edges))
        for authority in authorities:
            if authority.urn:
                yield Used("authority", authority.urn, authority.content_hash)
            for overruling in authority.put_aside[:1]:
                yield Used("overruling", overruling.urn, overruling.content_hash)

    def _held_as(self, source: str) -> str:
        """The URN of the one decision that is held under a citation."""
        urns = self.by_citation.get(source, ())
        return urns[0] if len(urns) == 1 else ""

    @cached_property
    def _decisions(self) -> dict[str, _Held]:
        found: dict[str, _Held] = {}
        for urn, _ in self.store.works():
            for stored, _ in self.store.find(urn, at=None, tag=None):
                if stored.expression.urn == urn and stored.expression.style == CASE:
                    found[urn] = _Held(stored, _day(stored.expression.start))
        return found

    @cached_property
    def _by_key(self) -> dict[int, _Held]:
        return {decision.stored.key: decision for decision in self._decisions.values()}

    @cached_property
    def _dataset(self) -> tuple[str, int]:
        rows = sorted(
            f"{decision.stored.hash} {urn}\n" for urn, decision in self._decisions.items()
        )
        return sha256("".join(rows).encode()), len(rows)

    @cached_property
    def _overruled(self) -> dict[str, list[CitationUse]]:
        found: dict[str, list[CitationUse]] = {}
        for use in self.index.treated(self.rules.overruling):
            if use.source:
                found.setdefault(self._held_as(use.source) or use.source, []).append(use)
        return found


def edges_from(path: Path, store: CorpusStore) -> Edges:
    """A file of edges, decisions by URN or by the number that their publisher gives them."""
    urns: dict[str, str] = {}
    for header in store.headers():
        number = header.meta.get("opinion_id") if header.style == CASE else None
        if number:
            urns[str(number)] = header.urn
    return Edges.read(path, urns)


def _kinds(uses: Iterable[CitationUse]) -> dict[str, str]:
    """Of each source: the kind that a mention of it tells, "unknown" where none does."""
    found: dict[str, str] = {}
    for use in uses:
        if use.source and found.get(use.source, "unknown") == "unknown":
            found[use.source] = use.kind
    return found


def _told_apart(authorities: Sequence[PackAuthority]) -> Iterator[PackAuthority]:
    """Two sources that go by one citation would be one candidate: the later is named by its URN."""
    taken: set[str] = set()
    for authority in authorities:
        named = (
            replace(authority, citation=authority.urn)
            if authority.citation in taken and authority.urn
            else authority
        )
        taken.add(named.citation)
        yield named


def _counted(values: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return found


def _day(day: date | None) -> str:
    return day.isoformat() if day else ""
