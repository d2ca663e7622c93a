"""What a refusal says, and the reply that it stands in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pincite.answer.expectations import searches
from pincite.answer.messages import message
from pincite.answer.records import DraftFault, Kind
from pincite.answer.reply import Closest, Refusal, Reply
from pincite.answer.run import Run
from pincite.answer.sufficiency import Lack
from pincite.search.response import Hit
from pincite.search.understand import LONGEST
from pincite.text import canonicalize

if TYPE_CHECKING:
    from pincite.search.understand import AskedQuestion

CLOSEST = 3
_words_alone = re.compile(r"[\w\s'’-]{1,80}[?.!]?")
_SHOWN = 400


def refused(run: Run, kind: Kind, told: str) -> Reply:
    response = run.response
    clarify = response.clarify if response and kind is not Kind.OVERRIDE else None
    hits = response.results[:CLOSEST] if response else ()
    refusal = Refusal(
        kind,
        message(run.language, "refusal", kind.value),
        told,
        message(run.language, "suggestion", kind.value),
        clarify,
        tuple(_closest(hit) for hit in hits),
    )
    no_dates_of = response.undated if response else ()
    undated = tuple(dict.fromkeys(hit.title for hit in hits if hit.title in no_dates_of))
    reply = blank_reply(run)
    return replace(
        reply,
        refusal=refusal,
        warnings=(*undated_warnings(run, undated), *_incomplete(run, kind), *reply.warnings),
        undated=undated,
    )


def blank_reply(run: Run) -> Reply:
    response = run.response
    return Reply(
        request_id=run.request,
        question=canonicalize(run.question[:LONGEST]),
        language=run.language,
        at=run.at,
        channel=run.channel,
        answer=None,
        refusal=None,
        warnings=tuple(run.warnings),
        search_confidence=response.confidence if response else 0.0,
        within=response.within if response else "",
        other_jurisdictions=response.other_jurisdictions if response else (),
        answerer=run.answerer,
        degraded=response.degraded if response else (),
        dated=response.dated if response else None,
    )


def failure(language: str, faults: Sequence[DraftFault]) -> tuple[Kind, str]:
    """A model that finds nothing to say says that nothing answers."""
    if set(faults) == {DraftFault.NO_CLAIM}:
        return Kind.NO_DATA, message(language, "reason", Lack.OFF.value)
    return Kind.INVALID, message(language, "reason", "unverified", what=", ".join(faults))


def why(run: Run, reason: str, what: str = "") -> str:
    """Of what is not there on a date, the date is told."""
    empty = run.response is not None and run.response.nothing_then
    if run.at is not None and (empty or reason == Lack.NOT_HELD.value):
        reason = reason if reason == Lack.NOT_HELD.value else Lack.NOTHING.value
        return message(run.language, "reason", f"{reason}_then", what=what, day=run.at)
    return message(run.language, "reason", reason, what=what)


def nothing_found(run: Run, asked: AskedQuestion, lack: Lack = Lack.NOTHING) -> str:
    """Where a few words were looked for, they are named; not where they may be more than words."""
    if searches(asked) and _words_alone.fullmatch(asked.text):
        return message(run.language, "reason", Lack.NAME.value, what=asked.text)
    return why(run, lack.value)


def undated_warnings(run: Run, titles: Sequence[str]) -> list[str]:
    return [
        message(run.language, "warning", "undated", title=title, day=run.at) for title in titles
    ]


def _incomplete(run: Run, kind: Kind) -> list[str]:
    """Where nothing answers, it may have stood in what is missing."""
    count = run.response.incomplete if run.response else 0
    if not count or kind is not Kind.NO_DATA:
        return []
    return [message(run.language, "warning", "incomplete", count=count)]


def _closest(hit: Hit) -> Closest:
    text = hit.text if len(hit.text) <= _SHOWN else hit.text[:_SHOWN].rpartition(" ")[0] + " …"
    return Closest(text, hit.citation, hit.law.urn if hit.law else None)
