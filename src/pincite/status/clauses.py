"""Finds in the words of a law what they do to law: repeal, replace, end, suspend, begin or save it.

A wrong reading hides living law, so the subject of the verb has to be law: an act, a by-law, a
section, a provision. What is said of a licence, an award, an appointment or a contract is no
reading, nor is a power to repeal later, nor a condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pincite.status.english import english
from pincite.status.icelandic import icelandic
from pincite.status.records import Change, ForceClause, NamedTarget, Target

_BY_LANGUAGE: Mapping[str, Callable[[str], Iterator[ForceClause]]] = {"is": icelandic}


def clauses(text: str, language: str) -> list[ForceClause]:
    """In the order of the text; what two rules read in the same words of the same target is one."""
    found: dict[tuple[Change, Target | tuple[int, int]], ForceClause] = {}
    every = _BY_LANGUAGE.get(language, english)(text)
    for clause in sorted(every, key=lambda one: (one.start, one.end - one.start)):
        named = isinstance(clause.target, NamedTarget)
        key = (clause.change, clause.target if named else (clause.start, clause.end))
        found.setdefault(key, clause)
    return list(found.values())
