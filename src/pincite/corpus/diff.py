"""What changed between two versions, provision by provision."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pincite.corpus.store import CorpusStore, Stored, VersionEntry
from pincite.model import Node

Kind = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class Change:
    """One provision (or, where a whole work came or went, the work). Texts are '' on the side
    where it is not there."""

    kind: Kind
    urn: str
    title: str
    before: str
    after: str


def changes(store: CorpusStore, old: str, new: str) -> Iterator[Change]:
    """By work URN, then in document order. Works that only one of the versions speaks of are
    compared only where the versions are of one collection."""
    before, after = _newest(store.entries(old)), _newest(store.entries(new))
    groups = {version.tag: version.collection for version in store.versions()}
    whole = groups[old] == groups[new]
    for urn in sorted(before.keys() | after.keys()):
        first, second = before.get(urn), after.get(urn)
        if first and second and first.hash and second.hash:
            if first.hash != second.hash:
                yield from _within(store, urn, first, second, old, new)
        elif first and first.hash and (whole or second):
            yield Change("removed", urn, first.title, first.title, "")
        elif second and second.hash and (whole or first):
            yield Change("added", urn, second.title, "", second.title)


def _newest(entries: list[VersionEntry]) -> dict[str, VersionEntry]:
    """Entries come by start, so the last one of a work is what the version says now."""
    return {entry.urn: entry for entry in entries}


def _within(
    store: CorpusStore, work: str, first: VersionEntry, second: VersionEntry, old: str, new: str
) -> Iterator[Change]:
    before, after = _own_words(store, work, old), _own_words(store, work, new)
    for urn in dict.fromkeys([*after, *before]):
        if urn not in before:
            yield Change("added", urn, second.title, "", after[urn])
        elif urn not in after:
            yield Change("removed", urn, first.title, before[urn], "")
        elif before[urn] != after[urn]:
            yield Change("changed", urn, second.title, before[urn], after[urn])


def _own_words(store: CorpusStore, work: str, tag: str) -> dict[str, str]:
    """Each node's own number, heading and words, without those of its children."""
    matches = store.find(work, at=None, tag=tag)
    if not matches:
        return {}
    stored, _ = matches[0]
    return dict(_spans(store, stored))


def _spans(store: CorpusStore, stored: Stored) -> Iterator[tuple[str, str]]:
    nodes: list[Node] = list(store.nodes(stored.key))
    text = store.text(stored.key)
    first_child: dict[int, int] = {}
    for node in nodes[1:]:
        first_child.setdefault(node.parent, node.start)
    for node in nodes:
        end = min(first_child.get(node.ordinal, node.end), node.end)
        yield node.urn, text[node.start : end].strip()
