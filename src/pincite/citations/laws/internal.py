"""Places in the text that names them: "paragraph (b)(1) of this section", "the Schedule".

A mention says in its parts what it names, as the grammar's slots are called:

- `section` a numbered section or article, with `pins` below it, parted by colons; `to` and
  `to_pins` where a range ends
- `unit` the kind of unit that the pins (or `number`) give: "paragraph", "subsection", "part"
- `in_unit` and `in_pin`, `in_unit2` and `in_pin2` the units around it, from tight to wide:
  "paragraph (1) of subsection (b)"
- `this` the unit around the words themselves: "of this section"
- `part`, `chapter`, `title`, `schedule` … the number of a container around it; `unit_number` where
  the law calls one "Unit A"
- `step` "-1" or "+1": the section before or after
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from pincite.citations.laws.spelled import figures
from pincite.citations.laws.values import ordinal, roman, value
from pincite.citations.reading import CitableText
from pincite.model import Node
from pincite.model.kinds import CONTAINERS, NOTES
from pincite.model.mention import Mention, Unresolved

Placed = tuple[str, ...] | Unresolved

# Wide to tight.
_CONTAINERS = (
    "title", "subtitle", "division", "subdivision", "chapter", "subchapter", "part", "subpart",
    "article", "schedule", "appendix",
)  # fmt: skip
# How far back a quotation's beginning is looked for, and how long one of a few words is.
_QUOTED = 3000
_BRIEF = 150
_SECTIONS = frozenset(("section", "article", "rule"))
_WHOLE = frozenset(
    ("act", "law", "code", "title", "constitution", "regulations", "part", "rules", "instrument")
)


def placed(reading: CitableText, mention: Mention) -> Placed:
    """The URNs of what the mention names in the expression that it stands in, two for a range; or
    why there are none."""
    if not reading.nodes:
        return Unresolved.NO_SUCH_PLACE
    places = places_of(reading.nodes)
    here = places.at(mention.start)
    parts = mention.parts
    # An editor's own words in the quotation say "section 5 of this title".
    edited = "section" in parts and "this" in parts
    if not edited and _in_note(places, here) and _quotes(reading.text, here, mention.start):
        return Unresolved.AMBIGUOUS
    first = _place(reading, places, here, parts, _pins(parts, "pins"))
    if isinstance(first, Unresolved):
        return first
    if "to" not in parts and "to_pins" not in parts:
        return (first,)
    if "number" in parts:
        parts = {**parts, "number": parts["to"]}
    else:
        parts = {**parts, "section": parts.get("to", "")}
    last = _place(reading, places, here, parts, _pins(parts, "to_pins"))
    return last if isinstance(last, Unresolved) else (first, last)


def key_of(reading: CitableText, urn: str) -> str:
    """The URN of the section that holds the place, or of the place itself above sections."""
    places = places_of(reading.nodes)
    node = places.by_urn.get(urn)
    if node is None:
        return urn
    section = next((above for above in places.around(node) if above.kind in _SECTIONS), node)
    return section.urn


def own_numbers(reading: CitableText) -> frozenset[int]:
    """Where a section or a container begins: with its own number, which cites nothing."""
    return frozenset(
        node.start
        for node in reading.nodes
        if node.kind in _SECTIONS or (node.kind in CONTAINERS and node.kind != "work")
    )


class Places:
    """The nodes of an expression, found by offset, by URN, and by kind and number."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = nodes
        self.starts = [node.start for node in nodes]
        self.by_urn = {node.urn: node for node in nodes}
        self.sections: dict[str, list[Node]] = {}
        self.containers: dict[str, list[Node]] = {}
        self.order = [node for node in nodes if node.kind in _SECTIONS]
        for node in self.order:
            self.sections.setdefault(node.urn.rpartition(":")[2], []).append(node)
        for node in nodes:
            if node.kind in CONTAINERS or node.kind in _CONTAINERS:
                self.containers.setdefault(_kind(node), []).append(node)

    def at(self, offset: int) -> Node:
        """The smallest node around the offset."""
        node = self.nodes[max(bisect_right(self.starts, offset) - 1, 0)]
        while node.end <= offset and node.parent >= 0 and node.parent != node.ordinal:
            node = self.nodes[node.parent]
        return node

    def around(self, node: Node) -> Iterator[Node]:
        """The node and those around it, tightest first."""
        while True:
            yield node
            if node.parent < 0 or node.parent == node.ordinal:
                return
            node = self.nodes[node.parent]


_kept: list[tuple[Sequence[Node], Places]] = []


def places_of(nodes: Sequence[Node]) -> Places:
    """Kept for the expression asked for last, of which a text asks thousands of times."""
    for known, places in _kept:
        if known is nodes:
            return places
    places = Places(nodes)
    _kept[:] = [(nodes, places)]
    return places


def _pins(parts: Mapping[str, str], name: str) -> tuple[str, ...]:
    written = parts.get(name, "")
    return tuple(written.split(":")) if written else ()


def _place(
    reading: CitableText,
    places: Places,
    here: Node,
    parts: Mapping[str, str],
    pins: tuple[str, ...],
) -> str | Unresolved:
    number = parts.get("section", "")
    above = [
        pin
        for name in ("in_pin2", "in_pin")
        for pin in parts.get(name, "").replace(")", "").split("(")
        if pin
    ]
    path = tuple(value(pin) for pin in (*above, *pins))
    if "step" in parts:
        return _beside(places, here, int(parts["step"]))
    wanted = [(kind, parts[kind]) for kind in _CONTAINERS if kind in parts]
    if "unit_number" in parts:
        wanted.append(("unit", parts["unit_number"]))
    unit = parts.get("unit", "").lower()
    if "number" in parts and unit in _CONTAINERS:
        wanted.append((unit, parts["number"]))
    if wanted or unit == "the schedule":
        found = _container(places, here, parts, wanted)
        if isinstance(found, Unresolved) or not (number or path):
            return found if isinstance(found, Unresolved) else found.urn
    if number:
        return _section(reading, places, here, parts, path)
    if this := parts.get("this", "").lower():
        base = _this(places, here, this)
        if base is None:
            return Unresolved.NO_SUCH_PLACE
        return _below(places, here, base, path)
    return _relative(places, here, parts, path)


def _this(places: Places, here: Node, kind: str) -> Node | None:
    """The unit of that kind around the words; the whole for "this Act"."""
    for node in places.around(here):
        if _kind(node) == kind or (kind == "section" and node.kind in _SECTIONS):
            return node
    return places.nodes[0] if kind in _WHOLE else None


def _below(places: Places, here: Node, base: Node, path: tuple[str, ...]) -> str | Unresolved:
    urn = ":".join((base.urn, *path))
    if urn in places.by_urn or _in_note(places, here):
        return urn
    return Unresolved.NO_SUCH_PLACE


def _in_note(places: Places, here: Node) -> bool:
    """What a publisher's note says of the law may speak of places long gone."""
    return any(node.kind in NOTES for node in places.around(here))


def _quotes(text: str, here: Node, at: int) -> bool:
    """Whether a note here quotes a law at length, whose "this section" is its own. A few words in
    quotation marks are those of the section that the note is about."""
    begin = max(here.start, at - _QUOTED)
    opened = text.rfind("“", begin, at)
    if opened < 0 or text.find("”", opened, at) >= 0:
        return False
    return at - opened > _BRIEF or text[max(opened - 2, 0) : opened].endswith((": ", "\n", ":"))


def _relative(
    places: Places, here: Node, parts: Mapping[str, str], path: tuple[str, ...]
) -> str | Unresolved:
    """ "paragraph (1)" without more: below the nearest unit around the words that has it. Where the
    kinds of the nodes do not settle it and two have it, it is ambiguous."""
    unit = parts.get("unit", "").lower()
    exist: list[Node] = []
    for base in places.around(here):
        if base.kind in CONTAINERS:
            break
        node = places.by_urn.get(":".join((base.urn, *path)))
        if node is not None and node is not base:
            exist.append(node)
        if base.kind in _SECTIONS:
            break
    named = [node for node in exist if node.kind == unit]
    if named:
        return named[0].urn
    if len(exist) == 1:
        return exist[0].urn
    return Unresolved.AMBIGUOUS if exist else Unresolved.NO_SUCH_PLACE


def _section(
    reading: CitableText,
    places: Places,
    here: Node,
    parts: Mapping[str, str],
    path: tuple[str, ...],
) -> str | Unresolved:
    number = value(figures(parts["section"]))
    noted = _in_note(places, here)
    if noted and "this" not in parts and number.isalnum():
        # A note's "section 5" is one of the act that it tells of.
        return Unresolved.AMBIGUOUS
    found = places.sections.get(number, [])
    if len(found) > 1:
        # An act set out in an appendix has its own section 1: that of the words' own act is meant.
        found = _nearest(places, here, found)
    if len(found) > 1:
        return Unresolved.AMBIGUOUS
    if found:
        return _below(places, here, found[0], path)
    if not places.order:
        return Unresolved.NO_SUCH_PLACE
    prefix = places.order[0].urn.rpartition(":")[0]
    # Sections numbered through several works ("1005.31", "18-514") may stand in another of them.
    shared = not prefix.startswith(reading.urn) and not number.isalnum()
    if shared or (noted and prefix == reading.urn):
        return ":".join((prefix, number, *path))
    return Unresolved.NO_SUCH_PLACE


def _nearest(places: Places, here: Node, found: list[Node]) -> list[Node]:
    """Those below the tightest node around the words that holds any."""
    for around in places.around(here):
        inside = [node for node in found if around.ordinal <= node.ordinal <= around.last]
        if inside:
            return inside
    return found


def _container(
    places: Places, here: Node, parts: Mapping[str, str], wanted: list[tuple[str, str]]
) -> Node | Unresolved:
    scope: Node | None = None
    if this := parts.get("this", "").lower():
        scope = _this(places, here, this)
        if scope is None:
            return Unresolved.NO_SUCH_PLACE
    if not wanted:
        found = places.containers.get("schedule", [])
        if len(found) > 1:
            return Unresolved.AMBIGUOUS
        return found[0] if found else Unresolved.NO_SUCH_PLACE
    for kind, number in wanted:
        root = places.nodes[0]
        if scope is None and kind == _work_kind(root) and _same(_number(root), number):
            scope = root
            continue
        options = [node for node in places.containers.get(kind, []) if _same(_number(node), number)]
        if scope is not None:
            options = [option for option in options if scope.ordinal < option.ordinal <= scope.last]
            least = min((option.depth for option in options), default=0)
            options = [option for option in options if option.depth == least]
        else:
            options = _nearest(places, here, options) if len(options) > 1 else options
        if len(options) != 1:
            return Unresolved.AMBIGUOUS if options else Unresolved.NO_SUCH_PLACE
        scope = options[0]
    return scope or Unresolved.NO_SUCH_PLACE


def _beside(places: Places, here: Node, step: int) -> str | Unresolved:
    own = next((node for node in places.around(here) if node.kind in _SECTIONS), None)
    if own is None:
        return Unresolved.NO_SUCH_PLACE
    at = bisect_right([node.ordinal for node in places.order], own.ordinal) - 1 + step
    return places.order[at].urn if 0 <= at < len(places.order) else Unresolved.NO_SUCH_PLACE


def _kind(node: Node) -> str:
    """The kind by which drafters name it: a work that is a title is one, and so are groups."""
    if node.kind in ("group", "work"):
        return _work_kind(node)
    return node.kind


def _work_kind(node: Node) -> str:
    stem = node.urn.rpartition(":")[2].partition("-")[0]
    return {"title": "title", "art": "article", "unit": "unit"}.get(stem, node.kind)


def _number(node: Node) -> str:
    """ "subch-I" → "I"."""
    return node.urn.rpartition(":")[2].partition("-")[2]


def _same(number: str, other: str) -> bool:
    other = value(other)
    if number.lower() == other.lower():
        return True
    values = [
        int(text) if text.isdigit() else roman(text) or ordinal(text) for text in (number, other)
    ]
    return values[0] == values[1] != 0
