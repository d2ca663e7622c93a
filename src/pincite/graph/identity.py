"""Decides which names in a document mean the same person or body, and leaves the rest undecided."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator

from pincite.graph.names import has_form, is_full, may_be, name_key, surname
from pincite.graph.organisations import AFTER_AND
from pincite.graph.passage import running_on
from pincite.graph.records import EntityFinding
from pincite.graph.rules import folded
from pincite.graph.terms import TermDefinition, uses

_MOST_BETWEEN = 250
_MOST_IN_OPENING = 700
_DESCRIBES = (", a", ", the", ", located", ", having", ", with", ", by", ", individually")
_in_brackets = re.compile(r"\([^()]{0,40}[\"“]")
_ends_sentence = re.compile(r"[a-z)]{2}\. [A-Z]|\n")
_courtesy = re.compile(r"(?:Mr|Mrs|Ms|Dr|Miss|Messrs)\.? $")
# So many bearers of one family name, and the name alone says nothing.
_MOST_ALIKE = 20
_PEOPLE = ("judge", "attorney", "signatory")


def certain(bodies: list[EntityFinding]) -> list[EntityFinding]:
    sure = {body.key for body in bodies if body.rule != AFTER_AND}
    return [body for body in bodies if body.rule != AFTER_AND or body.key in sure]


def narrowed(text: str, bodies: list[EntityFinding]) -> list[EntityFinding]:
    """A heading in capitals runs into the name after it; where the document has that name in
    small letters too, the heading is left off."""
    known = Counter(body.key for body in bodies if not text[body.start : body.end].isupper())
    out: list[EntityFinding] = []
    for body in bodies:
        words = text[body.start : body.end]
        start = body.start
        while words.isupper() and name_key(text[start : body.end]) not in known:
            space = text.find(" ", start, body.end)
            if space < 0:
                start = body.start
                break
            start = space + 1
        words = text[start : body.end]
        out.append(body._replace(start=start, key=name_key(words), name=words))
    return out


def confirmed(named: list[EntityFinding]) -> Iterator[EntityFinding]:
    """Words after a role are a party where a caption has that party, or where they can hardly be
    anything else: a legal form, an initial. "Plaintiff Profile Forms" is neither."""
    captioned = {
        finding.key for finding in named if finding.rule != "role before" and " " in finding.key
    }
    begun: dict[str, set[str]] = {}
    for key in captioned:
        parts = key.split(" ")
        for size in range(1, len(parts) + 1):
            begun.setdefault(" ".join(parts[:size]), set()).add(key)
    surnamed = _by_surname(captioned)
    for finding in named:
        if finding.rule != "role before" or not finding.key:
            yield finding
        elif finding.key in begun:
            if len(begun[finding.key]) == 1:
                yield finding._replace(key=min(begun[finding.key]))
        elif (
            has_form(finding.key)
            or any(len(part) == 1 for part in finding.key.split(" "))
            or any(
                may_be(finding.key, key) or may_be(key, finding.key)
                for key in surnamed.get(surname(finding.key), ())
            )
        ):
            yield finding


def settled(names: list[EntityFinding], document: str, case: str) -> list[EntityFinding]:
    """Give every finding a key, or leave it out: a part of a name is whoever alone in this
    document may be meant by it. A name of one word that nothing completes is an entity of this
    document only, for another document's "Smith" may be another Smith; a judge's is one of the
    `case`, for the papers of one case have one judge of that name."""
    kinds = {name.kind for name in names}
    full = {
        kind: _by_surname({name.key for name in names if name.kind == kind and is_full(name.key)})
        for kind in kinds
    }
    formed: dict[str, set[str]] = {}
    for name in names:
        if has_form(name.key):
            formed.setdefault(name.key.rpartition(" ")[0], set()).add(name.key)
    benches = _by_surname({name_key(name.name) for name in names if name.kind == "judge"})
    out: list[EntityFinding] = []
    for name in names:
        own_key = name_key(name.name)
        bodies = formed.get(own_key, set[str]()) if name.kind == "party" else set[str]()
        if name.kind == "organisation":
            out.append(name)
        elif name.kind == "judge" and not is_full(own_key) and _agrees(benches[surname(own_key)]):
            out.append(name._replace(key=f"{surname(own_key)} ({case})"))
        elif len(bodies) == 1:
            # A body without its legal form, and only one of that name here.
            out.append(name._replace(key=min(bodies)))
        else:
            out.extend(_completed(name, own_key, full[name.kind], document))
    return out


def _completed(
    finding: EntityFinding, own_key: str, full: dict[str, set[str]], document: str
) -> Iterator[EntityFinding]:
    alike = full.get(surname(own_key), set[str]())
    if len(alike) > _MOST_ALIKE:
        candidates = list(alike)
    else:
        candidates = _longest(
            {key for key in alike if len(key) > len(own_key) and may_be(own_key, key)}
        )
    if len(candidates) == 1:
        # "Nichole M. Jagels" is "Nichole Marie Jagels", if there is no other.
        yield finding._replace(key=candidates[0])
    elif finding.key and is_full(finding.key):
        yield finding
    elif not candidates and (finding.kind == "judge" or finding.key):
        yield finding._replace(key=f"{own_key} ({document})")


def _agrees(keys: set[str]) -> bool:
    """Whether these may all be one person, of whom none of them says the full name."""
    longest = max(keys, key=lambda key: (len(key), key))
    return not is_full(longest) and all(key == longest or may_be(key, longest) for key in keys)


def _by_surname(keys: set[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for key in keys:
        found.setdefault(surname(key), set()).add(key)
    return found


def _longest(keys: set[str]) -> list[str]:
    """Without those that are themselves a shorter form of exactly one of the others."""
    return sorted(
        key for key in keys if not any(other != key and may_be(key, other) for other in keys)
    )


def short_names(
    text: str, names: list[EntityFinding], defined: list[TermDefinition]
) -> Iterator[EntityFinding]:
    """Every later use of a short name that the document gives to one of its names, and to one."""
    owners: dict[str, set[tuple[str, str, str]]] = {}
    ends = [name.end for name in names]
    for definition in defined:
        if definition.term.casefold() in folded("parties", "not_short_names"):
            continue
        owner = _owner(text, names, ends, definition) if definition.owned else None
        # A term that is also defined otherwise does not say who is meant.
        owners.setdefault(definition.term, set()).add(owner or ("", "", ""))
    sole = {term: min(found) for term, found in owners.items() if len(found) == 1}
    sole = {term: owner for term, owner in sole.items() if owner[1]}
    for use in uses(text, sole):
        kind, key, role = sole[use.term]
        yield EntityFinding(kind, use.start, use.end, key, "", "short name", role)


def _owner(
    text: str, names: list[EntityFinding], ends: list[int], definition: TermDefinition
) -> tuple[str, str, str] | None:
    at = bisect_right(ends, definition.brackets) - 1
    if at < 0 or names[at].kind not in ("party", "organisation"):
        return None
    opening = names[at].rule == "preamble"
    if definition.brackets - ends[at] > (_MOST_IN_OPENING if opening else _MOST_BETWEEN):
        return None
    between = running_on(text[ends[at] : definition.brackets + 1])[:-1]
    if not between.strip(" ,"):
        return names[at].kind, names[at].key, names[at].role
    if opening:
        # Between a party and its short name the opening sentence gives its seat and form.
        apart = _in_brackets.search(between) or (
            _ends_sentence.search(between)
            and not any(n.rule == "preamble" for n in names[at + 1 : at + 2])
        )
    else:
        apart = (
            _ends_sentence.search(between) or "(" in between or not between.startswith(_DESCRIBES)
        )
    return None if apart else (names[at].kind, names[at].key, names[at].role)


def surnames(text: str, names: list[EntityFinding]) -> Iterator[EntityFinding]:
    """Bare family names of parties whom the document also calls Mr., Ms. or Dr. by that name."""
    people: dict[str, set[tuple[str, str, str]]] = {}
    for name in names:
        if name.kind in ("party", *_PEOPLE) and is_full(name.key):
            people.setdefault(surname(name.key), set()).add((name.kind, name.key, ""))
    sole = {
        last: min(who) for last, who in people.items() if len(who) == 1 and min(who)[0] == "party"
    }
    spelled = {
        form: last for last in sole for form in (last.capitalize(), last.upper(), last.title())
    }
    found = [use for use in uses(text, spelled) if _alone(text, use.start, use.end)]
    marked = {
        spelled[use.term]
        for use in found
        if _courtesy.search(text, max(0, use.start - 8), use.start)
    }
    for use in found:
        if spelled[use.term] in marked:
            kind, key, _ = sole[spelled[use.term]]
            yield EntityFinding(kind, use.start, use.end, key, "", "family name")


def _alone(text: str, start: int, end: int) -> bool:
    """Whether the word stands without another capitalised word that would make it another name."""
    before = text[max(0, start - 24) : start].rpartition(" ")[0].rpartition(" ")[2] if start else ""
    after = text[end : end + 2]
    if after[:1] == " " and after[1:].isupper():
        return False
    return (
        not before[:1].isupper()
        or before[-1:] in ".!?:;"
        or bool(_courtesy.search(text, max(0, start - 8), start))
    )
