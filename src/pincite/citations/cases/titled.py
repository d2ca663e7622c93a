"""The name of a case as other countries write it: no comma behind it, a "v" without a dot."""

from __future__ import annotations

import re

from pincite.citations.cases.names import CaseName, name_before
from pincite.citations.cases.words import bare, words

_capital = r"[A-Z][\w.’'&-]{0,24}"
_word = rf"(?:{_capital}|\([^()]{{1,40}}\)|of|and|the|for|in|&|de|van|von|der|du)"
_alone = re.compile(
    rf"(?<![\w’'])(?P<name>(?:In re|[Rr]e|Ex p(?:arte|\.)?|Reference [Rr]e|Case of"
    rf"|(?:Attorney[- ]General|A-?G)['’]s Reference)(?:,? {_word}){{1,14}}"
    rf"|(?:Dr\.? )?{_capital}['’]s Case),? $"
)
_ship = re.compile(rf"(?<![\w’'])(?P<name>The(?: {_capital}){{1,3}}(?: \(No\.? ?\d{{1,2}}\))?),? $")
_before_a_matter = re.compile(r"(?<![\w’'])(?:Ex p(?:arte|\.)?|Re) [A-Z][^.;:()\n]{2,140}[:;] $")
_reach = 180


def titled(text: str, core: int, floor: int) -> CaseName | None:
    """The name right before a core, with its sides where it has two, not before `floor`."""
    name = name_before(text, core, floor)
    if name is not None and name.defendant:
        return _with_matter(text, name, floor)
    near = max(floor, core - _reach)
    alone = _alone.search(text, near, core) or _ship.search(text, near, core)
    if alone is not None and not _common(alone["name"]):
        found = CaseName(alone.start("name"), alone["name"].rstrip(", "), "", "", {})
        return _with_matter(text, found, floor)
    return name if name is not None and _procedural(name.whole) else None


def _common(name: str) -> bool:
    """ "The Court", "The Labour Act": no ship."""
    known = words()
    return name.startswith("The ") and any(
        bare(word) in known.common or bare(word) in known.before
        for word in name.partition(" (")[0].split()[1:]
    )


def _procedural(name: str) -> bool:
    return name.lower().startswith(
        ("in re ", "ex parte ", "in the matter of ", "matter of ", "estate of ")
    )


def _with_matter(text: str, name: CaseName, floor: int) -> CaseName:
    """ "Ex parte Minister of Justice: In re S v Walters" is one name."""
    if (
        not name.whole.lower().startswith(("in re ", "ex p", "re "))
        and ":" not in text[max(floor, name.start - 2) : name.start]
    ):
        return name
    matter = _before_a_matter.search(text, max(floor, name.start - _reach), name.start)
    if matter is None:
        return name
    whole = text[matter.start() : name.start] + name.whole
    return name._replace(start=matter.start(), whole=whole)
