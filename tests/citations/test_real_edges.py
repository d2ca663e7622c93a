"""Who cites whom, from the words of real opinions, against the edges that are known."""

from __future__ import annotations

import csv
import json
import random
import re
from collections import defaultdict

import pytest

from data import law
from pincite.citations.find import find
from pincite.citations.reading import Locale, raw_reading
from pincite.citations.resolve import resolve

pytestmark = pytest.mark.data
_us = re.compile(r"\d+ U\. ?S\. ")


def test_nearly_every_known_edge_is_recovered_from_the_text() -> None:
    folder = law("scotus")
    lines = (folder / "opinions.jsonl").read_text("utf-8").splitlines()
    cite_of: dict[str, str] = {}
    for line in lines:
        record = json.loads(line)
        cite_of[str(record["id"])] = record["citation"].get("federal_cite_one") or ""
    cited_by: dict[str, list[str]] = defaultdict(list)
    with (folder / "edges.tsv").open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows, delimiter="\t"):
            cited_by[row["citing_id"]].append(cite_of[row["cited_id"]])
    recovered = total = 0
    for line in random.Random(97).sample(lines, 300):
        record = json.loads(line)
        reading = raw_reading(record["text"], locale=Locale("us", "en"))
        if not _us.search(reading.text):
            continue
        found = resolve(reading, find(reading))
        keys = {key for one in found for key in (one.key, one.mention.key)}
        wanted = [cite for cite in cited_by[str(record["id"])] if cite]
        total += len(wanted)
        recovered += sum(cite in keys for cite in wanted)
    assert total > 2000
    assert recovered >= 0.97 * total, (recovered, total)
