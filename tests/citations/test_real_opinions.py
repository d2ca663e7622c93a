"""Every citation that eyecite finds in real opinions is found, but for the rules in doubts.py."""

from __future__ import annotations

import functools
import json
import logging
import random

import pytest
from eyecite import get_citations
from eyecite.models import CitationBase, FullCitation, IdCitation, ShortCaseCitation, SupraCitation

from data import law
from pincite.citations.cases import cases
from pincite.citations.reading import CitableText, raw_reading
from pincite.model.mention import Mention

pytestmark = pytest.mark.data


@functools.cache
def sample() -> list[CitableText]:
    lines = (law("scotus") / "opinions.jsonl").read_text("utf-8").splitlines()
    chosen = random.Random(60).sample(lines, 60)
    return [raw_reading(json.loads(line)["text"]) for line in chosen]


def covers(mentions: list[Mention], citation: CitationBase, text: str) -> bool:
    start, end = citation.token.start, citation.token.end
    while not text[start].isalnum():
        start += 1
    if isinstance(citation, IdCitation):
        return any(one.core[0] == start for one in mentions)
    if isinstance(citation, SupraCitation):
        return any(one.start <= start < one.end for one in mentions)
    while text[end - 1] in ", .":
        end -= 1
    return any(one.core == (start, end) for one in mentions)


def test_nothing_that_eyecite_finds_is_missed() -> None:
    logging.getLogger("eyecite").setLevel(logging.CRITICAL)
    total = 0
    missed: list[str] = []
    for reading in sample():
        if not reading.text:
            continue
        mentions = cases(reading)
        for citation in get_citations(reading.text):
            if isinstance(citation, FullCitation | ShortCaseCitation | IdCitation | SupraCitation):
                total += 1
                if not citation.groups.get("volume", "1"):
                    continue  # rule 4 of doubts.py: "Brief for Respondent FERC 6"
                if citation.groups.get("reporter") == "App.":
                    continue  # rule 5 of doubts.py: "1 App. 27"
                if not covers(mentions, citation, reading.text):
                    missed.append(citation.matched_text())
    assert total > 4000
    assert len(missed) <= total // 1000, missed
