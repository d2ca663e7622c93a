"""Trims a context to a number of characters, by rules, and says what was left out.

In this order, the last of each first, until it fits: definitions that only other definitions use,
exceptions that are said of a whole part, what is above a provision that gives the power, exceptions
that point at the rule, definitions of the rule's own terms, what holds the rule. The rule itself,
halts, ties and preemptions stay whatever the number.
"""

from __future__ import annotations

from dataclasses import replace

from pincite.scope.context import Ancestor, Context, Excepted, GoverningDefinition

_Part = Ancestor | GoverningDefinition | Excepted


def length(context: Context) -> int:
    """The characters of the law that a context holds."""
    parts = (*context.ancestors, *context.definitions, *context.exceptions)
    ties = (passage for tie in context.ties for passage in tie.between)
    return (
        len(context.rule.text)
        + sum(len(part.passage.text) for part in parts)
        + sum(len(passage.text) for passage in ties)
    )


def within(context: Context, characters: int) -> Context:
    """The context, or as much of it as fits."""
    spare = length(context) - characters
    gone: list[_Part] = []
    for part in _first_to_go(context):
        if spare <= 0:
            break
        gone.append(part)
        spare -= len(part.passage.text)
    if not gone:
        return context
    left = {id(dropped) for dropped in gone}
    return replace(
        context,
        ancestors=tuple(ancestor for ancestor in context.ancestors if id(ancestor) not in left),
        definitions=tuple(
            definition for definition in context.definitions if id(definition) not in left
        ),
        exceptions=tuple(
            exception for exception in context.exceptions if id(exception) not in left
        ),
        left_out=tuple(map(_told, gone)),
    )


def _first_to_go(context: Context) -> list[_Part]:
    groups: tuple[list[_Part], ...] = (
        [definition for definition in context.definitions if definition.via],
        [exception for exception in context.exceptions if exception.of_all],
        [ancestor for ancestor in context.ancestors if ancestor.enabling],
        [exception for exception in context.exceptions if not exception.of_all],
        [definition for definition in context.definitions if not definition.via],
        [ancestor for ancestor in context.ancestors if not ancestor.enabling],
    )
    return [part for group in groups for part in reversed(group)]


def _told(gone: _Part) -> str:
    where = gone.passage.locator
    if isinstance(gone, GoverningDefinition):
        return f"definition of {gone.term}, {where}"
    if isinstance(gone, Excepted):
        return f"exception ({gone.direction}), {where}"
    return f"ancestor, {where}"
