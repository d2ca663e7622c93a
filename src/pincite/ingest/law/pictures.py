"""Marks the provisions of law whose source shows a picture or a formula there.

What a picture shows is not text, so no reader holds it; a reader of the provision must know that it
is there. The mark is an attribute of the provision, and no word of it changes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from pincite.ingest.law.readers import Unit
from pincite.ingest.sources import Sources
from pincite.model import Draft, Node, Refused, Skipped
from pincite.model.provision import PICTURES

_XML = re.compile(rb"<(?:[\w.-]+:)?(?:img|graphic|math|gid)(?=[\s/>])", re.I)
_MARKDOWN = re.compile(rb"!\[[^\]\r\n]{0,300}\]\([^)\s]{1,500}[^)\r\n]{0,300}\)")
# By the reader: those whose files name pictures, and whose provisions say on which line they stand.
_PATTERNS = {"akn": _XML, "dclaw": _XML, "ecfr": _XML, "uslm": _XML, "plain": _MARKDOWN}
_WORDS = (b"img", b"IMG", b"raphic", b"math", b"MATH", b"GID", b"![")
_line = re.compile(r"line (\d+)")

Outcome = Draft | Skipped | Refused


class _Stand(NamedTuple):
    """A node that begins on a line of a file: `draft` and `node` are positions."""

    line: int
    draft: int
    node: int


def with_pictures(
    outcomes: Iterable[Outcome], reader: str, unit: Unit, sources: Sources
) -> Iterable[Outcome]:
    """The same, with a mark at each provision behind whose beginning, and before the next, the file
    names a picture."""
    pattern = _PATTERNS.get(reader)
    if pattern is None or unit.start is not None:
        return outcomes
    lines = {name: found for name in unit.names if (found := _named(sources, name, pattern))}
    return _marked(list(outcomes), lines) if lines else outcomes


def _named(sources: Sources, name: str, pattern: re.Pattern[bytes]) -> list[int]:
    """The lines of a file that name a picture, one for each."""
    data = sources.read(name).data
    # Most files name none, and looking for a word is much quicker than for a tag.
    if not any(word in data for word in _WORDS):
        return []
    starts = [match.start() for match in pattern.finditer(data)]
    if not starts:
        return []
    ends = [match.start() for match in re.finditer(rb"\n", data)]
    return [bisect_right(ends, start) + 1 for start in starts]


def _marked(outcomes: list[Outcome], lines: dict[str, list[int]]) -> list[Outcome]:
    counts: dict[tuple[int, int], int] = {}
    for name, pictured in lines.items():
        stands = sorted(_stands(outcomes, name))
        for line in pictured:
            for stand in _before(stands, line):
                key = (stand.draft, stand.node)
                counts[key] = counts.get(key, 0) + 1
    for at in {draft for draft, _ in counts}:
        draft = outcomes[at]
        assert isinstance(draft, Draft)
        here = {node: count for (of, node), count in counts.items() if of == at}
        nodes = [_with(node, here.get(node.ordinal, 0)) for node in draft.nodes]
        outcomes[at] = replace(draft, nodes=nodes)
    return outcomes


def _stands(outcomes: Sequence[Outcome], name: str) -> Iterable[_Stand]:
    for at, draft in enumerate(outcomes):
        if not isinstance(draft, Draft):
            continue
        for node in draft.nodes:
            placed = _line.fullmatch(node.place)
            if placed and draft.sources[node.source].name == name:
                yield _Stand(int(placed[1]), at, node.ordinal)


def _before(stands: list[_Stand], line: int) -> list[_Stand]:
    """The last node that begins up to a line; in each draft, where several begin on the same."""
    end = bisect_right(stands, line, key=lambda stand: stand.line)
    last: dict[int, _Stand] = {}
    for stand in reversed(stands[:end]):
        if stand.line != stands[end - 1].line:
            break
        last.setdefault(stand.draft, stand)
    return list(last.values())


def _with(node: Node, count: int) -> Node:
    if not count:
        return node
    return node._replace(attrs={**(node.attrs or {}), PICTURES: str(count)})
