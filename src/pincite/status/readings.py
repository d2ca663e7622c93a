"""All that one law's words say of the status of law."""

from __future__ import annotations

import re

from pincite.citations.law_text import LawText
from pincite.citations.works.titles import WorkTitles
from pincite.status.clauses import clauses
from pincite.status.dated import dated
from pincite.status.reading import StatusReading
from pincite.status.records import Change
from pincite.status.repeals import repeals

_keeps = re.compile(
    r"\b(?:continues?|remains?|deemed|affect\w*|regarded|saved)\b|\b(?:gildi sínu|óraskað)",
    re.IGNORECASE,
)


def readings(law: LawText, titles: WorkTitles) -> list[StatusReading]:
    """Of its own days, in the order of the text; then of other laws; then what it saves of those
    that it repeals."""
    ended = repeals(law, titles)
    return [*dated(law), *ended, *(_savings(law) if ended else ())]


def _savings(law: LawText) -> list[StatusReading]:
    found: list[StatusReading] = []
    for node in law.enacted():
        for words in law.own(node):
            text = law.text[words.start : words.end]
            if not _keeps.search(text):
                continue
            for clause in clauses(text, law.language):
                if clause.change is Change.SAVE:
                    start, end = words.start + clause.start, words.start + clause.end
                    found.append(StatusReading(Change.SAVE, law.work.urn, "", node.urn, start, end))
    return found
