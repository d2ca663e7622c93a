"""A context as text, for a model to read or a person: every passage under its URN."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.scope.context import Context, ScopedPassage
from pincite.status.wording import described, flag_described

_SAYS = {
    "limits": "limits the rule",
    "yields": "the rule gives way to this",
    "overrides": "the rule prevails over this",
}


def as_text(context: Context, *, why: bool = True) -> str:
    return "\n".join(_lines(context, why)).rstrip() + "\n"


def _lines(context: Context, why: bool) -> Iterator[str]:
    when = f" on {context.at}" if context.at else ""
    yield f"RULE{when}: {context.title} ({described(context.law_status)})"
    for flag in context.law_status.flags:
        yield f"NOTE: {flag_described(flag)}"
    if context.undated:
        yield f"NO DATES: the source gives no dates; this may not be what held on {context.at}"
    yield from _passage(context.rule)
    for halt in context.halts:
        cited = f", {halt.override.citation}" if halt.override.citation else ""
        yield f"LEGAL OVERRIDE ACTIVE: {halt.override.status} since {halt.override.start}, by"
        yield f"  {halt.override.authority}{cited} ({halt.of})"
        yield ""
    for override in context.partly:
        yield f"PART OF IT IS {override.status}: {override.urn}, by {override.authority}"
        yield ""
    for preemption in context.preemptions:
        yield f"SUPREMACY CLAUSE WARNING: {preemption.by} overlaps {preemption.urn}"
        yield ""
    for ancestor in context.ancestors:
        yield "ENABLED BY" if ancestor.enabling else "WITHIN"
        yield from _passage(ancestor.passage, ancestor.why if why and ancestor.enabling else "")
    for defined in context.definitions:
        yield f"DEFINITION of “{defined.term}”" + (
            f" (used by “{defined.via}”)" if defined.via else ""
        )
        reason = f"reaches {', '.join(defined.extent.includes)}: {defined.why}"
        for shadowed in defined.shadows:
            reason += f"; shadows {shadowed.locator}"
        yield from _passage(defined.passage, reason if why else "")
    for tie in context.ties:
        yield f"UNDECIDED: “{tie.term}” has {len(tie.between)} definitions that reach as far"
        for passage in tie.between:
            yield from _passage(passage)
    for exception in context.exceptions:
        yield f"EXCEPTION: {_SAYS[exception.direction]}"
        yield from _passage(
            exception.passage, f"“{exception.words}”; {exception.why}" if why else ""
        )
    for dead in context.not_applied:
        yield f"NOT APPLIED ({dead.role}): {dead.locator}, {described(dead.status)}"
    for urn in context.not_held:
        yield f"NOT HELD: {urn}"
    for omitted in context.left_out:
        yield f"LEFT OUT: {omitted}"


def _passage(passage: ScopedPassage, why: str = "") -> Iterator[str]:
    yield f"[{passage.urn}] {passage.locator}"
    if why:
        yield f"  why: {why}"
    yield f"  {' '.join(passage.text.split())}"
    yield ""
