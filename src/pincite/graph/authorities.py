"""Cases and laws that a document cites, each under the key that every mention of it shares."""

from __future__ import annotations

from pincite.citations.find import find
from pincite.citations.reading import CitableText, Locale
from pincite.citations.resolve import resolve
from pincite.graph.records import EntityFinding
from pincite.model.mention import CitedKind, Form, Mention, Resolved

Span = tuple[int, int]

_LAWS = frozenset({CitedKind.STATUTE, CitedKind.REGULATION, CitedKind.RULE, CitedKind.CONSTITUTION})


def authorities(text: str, language: str) -> tuple[list[EntityFinding], list[Span]]:
    """What is cited, in order, and the spans of whole citations, case names and years included."""
    reading = CitableText(text, Locale("", language))
    resolved = resolve(reading, find(reading))
    found = [
        EntityFinding(
            kind,
            *mention.mention.core,
            mention.key.casefold(),
            _name(text, mention.mention),
            mention.mention.rule,
        )
        for at, mention in enumerate(resolved)
        if mention.key and (kind := _kind(resolved, at))
    ]
    return found, [(mention.mention.start, mention.mention.end) for mention in resolved]


def _kind(resolved: list[Resolved], at: int) -> str:
    """What the graph calls the source that a chain of short forms leads back to."""
    while 0 <= resolved[at].antecedent < at:
        at = resolved[at].antecedent
    kind = resolved[at].mention.kind
    return "case" if kind is CitedKind.CASE else "statute" if kind in _LAWS else ""


def _name(text: str, mention: Mention) -> str:
    """What the source is called where it is cited in full; elsewhere it has no name of its own."""
    if mention.form is not Form.FULL:
        return ""
    core = text[slice(*mention.core)].replace("\n", " ")
    sides = (mention.parts.get("plaintiff", ""), mention.parts.get("defendant", ""))
    return f"{' v. '.join(sides)}, {core}" if all(sides) else core
