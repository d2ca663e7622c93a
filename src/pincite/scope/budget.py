"""Trims a context to a number of characters, by rules, and says what was left out.

In this order, the last of each first, until it fits: definitions that only other definitions use,
exceptions that are said of a whole part, what is above a provision that gives the power, exceptions
that point at the rule, definitions of the rule's own terms, what holds the rule. The rule itself,
halts, ties and preemptions stay whatever the number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from pincite.scope.context import Ancestor, Context, Defined, Excepted


def length(context: Context) -> int:
    """The characters of the law that a context holds."""
    return (
        len(context.rule.text)
        + sum(len(one.passage.text) for one in context.ancestors)
        + sum(len(one.passage.text) for one in context.definitions)
        + sum(len(one.passage.text) for one in context.exceptions)
        + sum(len(each.text) for one in context.ties for each in one.between)
    )


def within(context: Context, characters: int) -> Context:
    """The context, or as much of it as fits."""
    for drop in _steps(context):
        if length(context) <= characters:
            break
        context = drop(context)
    return context


def _steps(context: Context) -> Iterator[Callable[[Context], Context]]:
    for one in reversed([each for each in context.definitions if each.via]):
        yield _without_definition(one)
    for one in reversed([each for each in context.exceptions if each.of_all]):
        yield _without_exception(one)
    for one in reversed([each for each in context.ancestors if each.enabling]):
        yield _without_ancestor(one)
    for one in reversed([each for each in context.exceptions if not each.of_all]):
        yield _without_exception(one)
    for one in reversed([each for each in context.definitions if not each.via]):
        yield _without_definition(one)
    for one in reversed([each for each in context.ancestors if not each.enabling]):
        yield _without_ancestor(one)


def _without_definition(gone: Defined) -> Callable[[Context], Context]:
    def drop(context: Context) -> Context:
        kept = tuple(one for one in context.definitions if one is not gone)
        told = f"definition of {gone.term}, {gone.passage.locator}"
        return replace(context, definitions=kept, left_out=(*context.left_out, told))

    return drop


def _without_exception(gone: Excepted) -> Callable[[Context], Context]:
    def drop(context: Context) -> Context:
        kept = tuple(one for one in context.exceptions if one is not gone)
        told = f"exception ({gone.direction}), {gone.passage.locator}"
        return replace(context, exceptions=kept, left_out=(*context.left_out, told))

    return drop


def _without_ancestor(gone: Ancestor) -> Callable[[Context], Context]:
    def drop(context: Context) -> Context:
        kept = tuple(one for one in context.ancestors if one is not gone)
        told = f"ancestor, {gone.passage.locator}"
        return replace(context, ancestors=kept, left_out=(*context.left_out, told))

    return drop
