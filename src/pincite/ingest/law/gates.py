"""The gates a draft must pass before it is kept (verified-answers.md, sanity checks).

Each returns the reasons for refusal, in words, with the place in the source. One reason refuses
the whole load.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pincite.errors import SourceMalformed
from pincite.model import Draft

# Styles whose works are cited by number and year, so both must be known.
_NUMBERED = frozenset({"is"})


def refusals(draft: Draft, *, min_chunks: int) -> list[SourceMalformed]:
    file = draft.sources[0].name
    return [
        SourceMalformed(reason, file=file, place=place or draft.nodes[0].place)
        for reason, place in _reasons(draft, min_chunks)
    ]


def _reasons(draft: Draft, min_chunks: int) -> Iterator[tuple[str, str]]:
    expression, text = draft.expression, draft.text
    if not expression.title.strip():
        yield "the title is empty", ""
    if expression.style in _NUMBERED and not (expression.number and expression.year):
        yield "the law's number or year is missing", ""
    if len(draft.chunks) < min_chunks:
        yield f"{len(draft.chunks)} chunks of text; at least {min_chunks} are wanted", ""
    for chunk in draft.chunks:
        place = draft.nodes[chunk.node].place
        if not chunk.text.strip():
            yield f"an empty chunk at {chunk.urn}", place
        elif text[chunk.start : chunk.end] != chunk.text:
            yield f"a chunk at {chunk.urn} is not the text it stands for", place
        if not chunk.locator:
            yield f"a chunk at {chunk.urn} has no locator", place
    yield from _tree_reasons(draft)


def _tree_reasons(draft: Draft) -> Iterator[tuple[str, str]]:
    nodes = draft.nodes
    for names, of in (([n.urn for n in nodes], "name"), ([n.path for n in nodes], "path")):
        if len(set(names)) < len(names):
            double = next(name for name, count in Counter(names).items() if count > 1)
            yield f"two provisions have the {of} {double}", nodes[names.index(double)].place
    for node in nodes:
        if node.parent >= 0:
            above = nodes[node.parent]
            if not (above.start <= node.start <= node.end <= above.end):
                yield f"{node.urn} reaches outside the provision above it", node.place
