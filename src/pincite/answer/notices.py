"""What a reader must know of the sources that are quoted: their status, and what they lack."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import TYPE_CHECKING

from pincite.answer.messages import message
from pincite.model.status import Status
from pincite.status.wording import described, flag_described

if TYPE_CHECKING:
    from pincite.answer.evidence import Evidence


def overlap_notices(language: str, evidence: Evidence, cited: Set[str]) -> list[str]:
    """What bears on the rules that are quoted; it is shown before anything else."""
    told = [
        message(language, "warning", "supremacy", by=preemption.by, urn=preemption.urn)
        for rule, preemption in evidence.preemptions
        if rule in cited
    ]
    told += [
        message(language, "warning", "partly", urn=override.urn, status=override.status,
                authority=override.authority)
        for rule, override in evidence.partly
        if rule in cited
    ]  # fmt: skip
    told += _of_status(language, evidence, cited)
    return list(dict.fromkeys(told))


def undated_titles(evidence: Evidence, cited: Set[str]) -> tuple[str, ...]:
    """The titles of what is quoted and whose source gives no dates."""
    quoted = (source for source in evidence.sources if source.id in cited & evidence.undated)
    return tuple(dict.fromkeys(source.title for source in quoted))


def _of_status(language: str, evidence: Evidence, cited: Set[str]) -> Iterator[str]:
    """Of the rules that are quoted. Of a source without dates it is said once for the work."""
    named = {source.id: source.locator for source in evidence.rules}
    for rule, status in evidence.noted:
        if rule not in cited:
            continue
        if status.status is Status.UNKNOWN and status.by is not None:
            told = described(status, language)
            yield message(language, "warning", "unknown", locator=named[rule], status=told)
        for flag in status.flags:
            told = flag_described(flag, language)
            yield message(language, "warning", "flag", locator=named[rule], flag=told)


def loss_notices(language: str, evidence: Evidence, cited: Set[str]) -> list[str]:
    """What is missing from the files that are quoted: it may bear on the answer."""
    told: dict[str, None] = {}
    for source in evidence.sources:
        if source.id in cited and source.losses:
            what = "; ".join(source.losses)
            told[message(language, "warning", "lacking", title=source.title, what=what)] = None
    return list(told)
