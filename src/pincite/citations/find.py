"""Finds every citation in a text; of two that overlap, the better one stays."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from pincite.citations.cases import cases
from pincite.citations.cases.called import called
from pincite.citations.laws import laws
from pincite.citations.reading import CitableText
from pincite.citations.records import records
from pincite.citations.works.named import named
from pincite.citations.works.titles import WorkTitles
from pincite.model.mention import CitedKind, Form, Mention


def find(reading: CitableText, titles: WorkTitles | None = None) -> list[Mention]:
    """In the order of the text. `titles` are the works whose names are known.

    Where two rules read the same words, one that says what is cited wins over a bare section; then
    the longer reading; of two that are equally long, the one that knows more: a work by its name,
    then a jurisdiction's own grammar, then the papers of the case, then what is read as a reporter.
    """
    cited = apart((named(reading, titles), laws(reading), records(reading), cases(reading)))
    return apart((cited, called(reading, cited)))


def apart(ranked: Iterable[Iterable[Mention]]) -> list[Mention]:
    """Those of the mentions that stand, of lists in the order of their authority."""
    order = sorted(
        (
            (_is_bare(mention), mention.start - mention.end, rank, mention)
            for rank, found in enumerate(ranked)
            for mention in found
        ),
        key=lambda entry: (*entry[:3], entry[3].start),
    )
    starts: list[int] = []
    ends: list[int] = []
    kept: list[Mention] = []
    for *_, mention in order:
        at = bisect_left(starts, mention.start)
        if (at and ends[at - 1] > mention.start) or (at < len(starts) and starts[at] < mention.end):
            continue
        starts.insert(at, mention.start)
        ends.insert(at, mention.end)
        kept.append(mention)
    return sorted(kept, key=lambda mention: mention.start)


def _is_bare(mention: Mention) -> bool:
    return mention.form is Form.SHORT and mention.kind is CitedKind.UNKNOWN
