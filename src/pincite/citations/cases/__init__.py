"""Finds citations of cases, and of whatever else is cited by volume, reporter and page."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from pincite.citations.cases.citing import beside, citing
from pincite.citations.cases.european_union import european_union
from pincite.citations.cases.human_rights import human_rights
from pincite.citations.cases.law_reports import law_reports
from pincite.citations.cases.referring import referring
from pincite.citations.cases.tokens import tokens
from pincite.citations.cases.unlisted import divided, unlisted
from pincite.citations.cases.unreported import unreported
from pincite.citations.reading import CitableText
from pincite.model.mention import Mention

__all__ = ["cases"]


def cases(reading: CitableText) -> list[Mention]:
    """Every citation of a case, a journal or a law that the reporters database knows, of a case in
    a report of another country or in one that no list has, and every Id., supra and infra, in the
    order of the text. Nothing is resolved here."""
    text = reading.text
    found = tokens(text)
    mentions = _ordered([*citing(text, found), *referring(text, found)])
    european = _ordered([*european_union(text), *human_rights(text)])
    mentions = _ordered([*_outside(mentions, european), *european])
    reports = _outside(law_reports(reading, mentions), european)
    mentions = _ordered([*_outside(mentions, reports), *reports])
    mentions += unreported(text, mentions)
    mentions = _ordered(mentions + unlisted(text, _ordered(mentions)))
    return beside(text, [*divided(text, mentions)])


def _ordered(mentions: list[Mention]) -> list[Mention]:
    return sorted(mentions, key=lambda mention: mention.start)


def _outside(mentions: Sequence[Mention], others: Sequence[Mention]) -> list[Mention]:
    """Those that none of the others, of which none lies over another, overlaps."""
    starts = [other.start for other in others]

    def free(mention: Mention) -> bool:
        at = bisect_left(starts, mention.end)
        return at == 0 or others[at - 1].end <= mention.start

    return [mention for mention in mentions if free(mention)]
