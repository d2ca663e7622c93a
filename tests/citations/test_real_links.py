"""Links that publishers mark up in real law, reached from the text alone."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from data import law
from pincite.citations.find import find
from pincite.citations.reading import Locale, reading
from pincite.citations.resolve import resolve
from pincite.ingest.law.readers import ReadOptions, reader
from pincite.ingest.sources import Sources
from pincite.model import Draft
from pincite.model.draft import Citation
from pincite.model.mention import Mention
from pincite.settings import Settings

_container = re.compile(r"\d{1,2}[A-Z]?(?:\|[0-9A-Za-z-]+)+")
_stem = re.compile(r"^[a-z]+-")
# The most mentions before a link's end that can reach over its beginning.
_REACH = 12


def _drafts(name: str, folder: Path) -> Iterator[Draft]:
    chosen, options = reader(name), ReadOptions()
    sources = Sources.of([folder], reader=name, settings=Settings())
    for unit in chosen.units(sources, options):
        for outcome in chosen.read(sources, unit, options):
            if isinstance(outcome, Draft):
                yield outcome


def _mentions(draft: Draft, locale: Locale) -> list[Mention]:
    read = reading(
        draft.text, draft.paragraphs, locale=locale, urn=draft.expression.urn, nodes=draft.nodes
    )
    return [one.mention._replace(targets=one.targets) for one in resolve(read, find(read))]


def _around(link: Citation, mentions: list[Mention], starts: list[int]) -> list[Mention]:
    last = bisect_left(starts, link.end)
    return [one for one in mentions[max(last - _REACH, 0) : last] if one.end > link.start]


def _as_path(urn: str) -> tuple[str, str]:
    """The Council's path of a container, with and without the subtitle, which it may leave out."""
    steps = urn.split(":")[4:]
    tight = [step for step in steps if not step.startswith("subtitle-")]
    return "|".join(_stem.sub("", one) for one in steps), "|".join(
        _stem.sub("", one) for one in tight
    )


@pytest.mark.data
def test_links_of_the_dc_code_are_reached_from_its_words() -> None:
    counts: Counter[str] = Counter()
    for draft in _drafts("dclaw", law("dc-code") / "titles"):
        mentions = _mentions(draft, Locale("us-dc", "en"))
        starts = [one.start for one in mentions]
        for link in draft.citations:
            words = draft.text[link.start : link.end]
            # "Current Version" is a link, but cites nothing in words.
            if "Current Version" in words or not (link.urn or _container.fullmatch(link.target)):
                continue
            urns = [urn for one in _around(link, mentions, starts) for urn in one.targets]
            kind = "section" if link.urn else "container"
            reached = (
                link.urn in urns if link.urn else any(link.target in _as_path(urn) for urn in urns)
            )
            counts[f"{kind} {'reached' if reached else 'missed'}"] += 1
    sections = counts["section reached"] / (counts["section reached"] + counts["section missed"])
    total = sum(counts.values())
    reached = (counts["section reached"] + counts["container reached"]) / total
    print(counts, sections, reached)
    assert total > 40_000
    assert sections > 0.98
    assert reached > 0.97


@pytest.mark.data
def test_links_of_the_united_states_code_are_reached_from_its_words() -> None:
    counts: Counter[bool] = Counter()
    for draft in _drafts("uslm", law("us-code") / "uslm"):
        mentions = _mentions(draft, Locale("us", "en"))
        starts = [one.start for one in mentions]
        for link in draft.citations:
            if link.urn:
                around = _around(link, mentions, starts)
                counts[any(link.urn in one.targets for one in around)] += 1
    print(counts)
    assert counts[True] > 0.95 * sum(counts.values())
