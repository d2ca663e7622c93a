"""What governs a rule, as the lines of a pack: each with its role, words and reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import date
from typing import Any

from pincite.corpus.reading import Branch, parts
from pincite.packs.records import PackAnchor, PackLine, PackPlace, RuleInput, Used
from pincite.packs.serialize import lines, sha256
from pincite.scope.context import Context, ScopedPassage


def rule_input(
    context: Context,
    found: Branch,
    *,
    day: str,
    version: str,
    reading: Mapping[str, str],
) -> RuleInput:
    """Of what governs a rule, and what is below it. `day` is when its text came into force;
    `version` is the tag that was asked for, "" where a date was."""
    rule = context.rule
    anchor = PackAnchor(
        urn=rule.urn,
        title=context.title,
        citation=rule.locator,
        day=day,
        language=context.language,
        content_hash=rule.content_hash,
        text=rule.text,
        start=rule.start,
        places=tuple(PackPlace(*part) for part in parts(found, rule.start, rule.end)),
    )
    written = tuple(_lines(context))
    return RuleInput(
        anchor=anchor,
        locator=rule.locator,
        at=context.at.isoformat() if context.at else "",
        version=version,
        standing=context.law_status.status.value,
        lines=written,
        inputs=tuple(_inputs(rule, written)),
        rules=reading,
    )


def _inputs(rule: ScopedPassage, written: tuple[PackLine, ...]) -> Iterator[Used]:
    yield Used("anchor", rule.urn, rule.content_hash)
    for line in written:
        if "content_hash" in line:
            yield Used("passage", line["urn"], line["content_hash"])
        elif line["role"] in ("override", "override_of_part", "preemption"):
            yield Used("record", line["urn"], sha256(lines([line])))


def _lines(context: Context) -> Iterator[PackLine]:
    records = [
        *({"role": "override", "of": halt.of, **_dated(asdict(halt.override))}
          for halt in context.halts),
        *({"role": "override_of_part", **_dated(asdict(override))} for override in context.partly),
        *({"role": "preemption", **_dated(asdict(preemption))}
          for preemption in context.preemptions),
    ]  # fmt: skip
    # A library has those of one day in the order in which they were entered.
    yield from sorted(records, key=lambda record: (record["role"], lines([record])))
    yield from _status(context)
    for ancestor in context.ancestors:
        role = "enabling" if ancestor.enabling else "ancestor"
        yield {"role": role, **asdict(ancestor.passage), "why": ancestor.why}
    for defined in context.definitions:
        yield {
            "role": "definition",
            **asdict(defined.passage),
            "term": defined.term,
            "said": defined.said,
            "via": defined.via,
            "extent": asdict(defined.extent),
            "adds": defined.adds,
            "shadows": [asdict(shadow) for shadow in defined.shadows],
            "why": defined.why,
        }
    for tie in context.ties:
        for passage in tie.between:
            yield {
                "role": "undecided",
                **asdict(passage),
                "term": tie.term,
                "extent": asdict(tie.extent),
            }
    for exception in context.exceptions:
        yield {
            "role": "exception",
            **asdict(exception.passage),
            "direction": exception.direction.value,
            "words": exception.words,
            "of_all": exception.of_all,
            "why": exception.why,
        }
    for dead in context.not_applied:
        yield {
            "role": "not_applied",
            "urn": dead.urn,
            "locator": dead.locator,
            "would_be": dead.role,
            "status": dead.status.status.value,
        }
    for urn in context.not_held:
        yield {"role": "not_held", "urn": urn}


def _status(context: Context) -> Iterator[PackLine]:
    """The words that the rule's status and its flags rest on."""
    found = context.law_status
    for flag, by in (("", found.by), *((flag.flag.value, flag.by) for flag in found.flags)):
        if by is not None:
            yield {
                "role": "status",
                "urn": by.urn,
                "locator": by.locator,
                "heading": "",
                "text": by.words,
                "start": by.start,
                "end": by.end,
                "content_hash": by.content_hash,
                "day": by.day.isoformat() if by.day else None,
                "flag": flag,
            }


def _dated(record: dict[str, Any]) -> dict[str, Any]:
    """Without the number that a library happens to have given it."""
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in record.items()
        if name != "id"
    }
