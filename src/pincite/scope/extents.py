"""Which part of a law a definition speaks for, from the words that say so."""

from __future__ import annotations

import re

from pincite.citations.law_text import LawText
from pincite.model import CONTAINERS, UNITS, Node
from pincite.scope.records import Extent
from pincite.scope.sentences import clauses

_opening = re.compile(
    r"\b(?:for (?:the |all )?purposes? of|(?<!defined )(?<!described )in(?=\s+(?:this|these|"
    r"sections?\b|the(?:se)? (?:rules|regulations)|paragraphs?\b|subsections?\b|parts?\b|"
    r"chapters?\b|§))|as used in|when used in|"
    r"wherever used in|throughout|within the meaning of|under(?=\s+this)|í(?=\s+(?:lögum|þessum|"
    r"þessari|þessu|reglugerð|köflum|kafla|grein|ákvæð))|"
    r"samkvæmt(?=\s+lögum þessum)|skv\.(?=\s+lögum þessum))\s",
    re.IGNORECASE,
)
_ended = re.compile(
    r"\bunless\b|\botherwise\b|\bthe (?:term|word|expression|phrase|following)s?\b|[“\"„:;—]|"
    r"\bmeans?\b|\bincludes?\b|"
    r"\bwhere the context\b|\bnema\b|\b(?:er|eru|merkir|merkja)\b",
    re.IGNORECASE,
)
_taken_out = re.compile(r"\b(?:except|excluding|other than|but not|að undanskildum?|nema)\b", re.I)
_delegated = re.compile(
    r"\b(?:regulations?|rules?|orders?|by-?laws?|instruments?|notices?)\b[^.;]{0,60}?"
    r"\b(?:under|thereunder|in terms of)\b|\breglugerðum?\b[^.;]{0,40}\bsamkvæmt\b",
    re.IGNORECASE,
)
_whole_is = re.compile(r"\b(?:lögum|reglugerð|reglum|samþykkt)\s+þess(?:um|ari)\b", re.IGNORECASE)
_defines = re.compile(
    r"\bdefin(?:ition|e)|\binterpret|\bglossary\b|\bconstruction\b|\bmeanings?\b|skilgrein|"
    r"orðskýring|hugtök|merking",
    re.IGNORECASE,
)
# A section that opens its part speaks for it.
_general = re.compile(
    r"\W*(?:general\b|in general|purpose|scope|authority|applicab|coverage|introduct|background)",
    re.IGNORECASE,
)
_speaks_for = re.compile(r"\bthis (?:act|title|chapter|part|subpart|division|article)\b", re.I)
_this_definition = re.compile(r"\s*this definition\b", re.IGNORECASE)
_this_paragraph = re.compile(r"\bthis (?P<kind>\w+)(?!\s*\()", re.IGNORECASE)
_behind = re.compile(
    r"\bfor (?:the )?purposes? of (?:this|these|sections?|paragraphs?) [^.;,]{1,60}[.;]?$", re.I
)


def is_definitional(node: Node) -> bool:
    """Whether a heading says that what is below it defines."""
    return bool(_defines.search(node.heading))


def said(law: LawText, node: Node, start: int, end: int) -> Extent | None:
    """What a stretch of a provision's words says it speaks for; None where it says nothing."""
    text = law.text[start:end]
    for opening in _opening.finditer(text):
        if this := _this_definition.match(text, opening.end() - 1):
            words = " ".join(text[opening.start() : this.end()].split())
            return Extent((_item(law, node).urn,), words=words)
        cut = _ended.search(text, opening.end())
        until = cut.start() if cut else len(text)
        out = _taken_out.search(text, opening.end(), until)
        if out and re.match(r"\s+(?:as|where|when|if|that|insofar)\b", text[out.end() :], re.I):
            out = None
        inside = start + opening.end(), start + (out.start() if out else until)
        includes = law.places(*inside)
        # "Within this Part" names it as a whole; its places are below this work or another's.
        if not includes and _whole_is.search(law.text, *inside):
            includes = [law.work.urn]
        if not includes:
            continue
        excludes = law.places(start + out.end(), start + until) if out else []
        words = " ".join(text[opening.start() : until].strip(" ,-–").split())
        return Extent(
            tuple(includes), tuple(excludes), words, bool(_delegated.search(text, 0, until))
        )
    return None


def extent(
    law: LawText,
    node: Node,
    spots: tuple[int, int, int, int],
    only: tuple[int, int] | None = None,
) -> Extent:
    """Of a definition whose sentence begins, whose term stands, whose meaning begins and ends at
    these spots: by its own words, by those that open the list it stands in, or by where it
    stands. `only` is where its own words may say so, if not all of them."""
    before, start, body, end = spots
    if only is not None:
        own = said(law, node, *only)
    else:
        own = said(law, node, before, start) or said(law, node, start, body)
    if own is not None:
        return _with_siblings(law, node, own, before)
    behind = _behind.search(law.text, body, end) if only is None else None
    if behind and (own := said(law, node, behind.start(), behind.end())) is not None:
        return own
    if (own := _opened(law, node, before)) is not None:
        return own
    below = node
    for holder in law.above(node):
        if holder.kind in CONTAINERS:
            break
        opens = [
            words for words in law.own(holder)
            if words.end <= start and (holder is node or words.end <= below.start)
        ]  # fmt: skip
        for words in reversed(opens):
            found = said(law, holder, words.start, words.end)
            if found is not None and _opens_a_list(law, words.start, words.end):
                return found
        below = holder
    unit = law.unit(node)
    if unit is None:
        return Extent((law.container(node).urn,))
    if is_definitional(unit):
        return Extent((law.container(unit).urn,))
    return Extent((_spoken_for(law, unit).urn,))


def _item(law: LawText, node: Node) -> Node:
    """The whole definition that a provision is a part of: an item of its section."""
    for holder in law.above(node):
        above = law.nodes[holder.parent]
        if above.kind in UNITS or above.kind in CONTAINERS or is_definitional(above):
            return holder
    return node


def _with_siblings(law: LawText, node: Node, own: Extent, before: int) -> Extent:
    """An item that opens with "as used in this paragraph" defines for the paragraph it stands in:
    where paragraphs hold paragraphs, the words do not say which is meant."""
    this = _this_paragraph.search(own.words)
    above = law.nodes[node.parent]
    opens = next(law.own(node)).start == before
    if this and opens and own.includes == (node.urn,) and above.kind == this["kind"].lower():
        return Extent((above.urn,), own.excludes, own.words, own.delegated)
    return own


def _opened(law: LawText, node: Node, before: int) -> Extent | None:
    """What the words say that open a list within the same stretch: "In this part: Lamp means"."""
    words = next((words for words in law.own(node) if words.start <= before < words.end), None)
    if words is None:
        return None
    cuts = [words.start + cut for cut in clauses(law.text[words.start : words.end])]
    until = next((cut for cut in cuts[1:] if cut <= before), None)
    if until is None or not law.text[words.start : until].rstrip().endswith((":", "—")):
        return None
    return said(law, node, words.start, until)


def _spoken_for(law: LawText, unit: Node) -> Node:
    """The section itself; where it opens its part with its purpose or scope, all of what it says
    that it speaks of."""
    container = law.container(unit)
    first = next(at for at in law.children[container.ordinal] if law.nodes[at].kind in UNITS)
    if first != unit.ordinal or not _general.match(unit.heading):
        return unit
    named = [
        law.by_urn[urn]
        for match in _speaks_for.finditer(law.text, unit.body, unit.end)
        for urn in law.places(match.start(), match.end())
        if urn in law.by_urn and law.by_urn[urn].ordinal < unit.ordinal
    ]
    return min(named, key=lambda node: node.depth, default=container)


def _opens_a_list(law: LawText, start: int, end: int) -> bool:
    """Words before a list: they end where it begins, or say that definitions follow."""
    text = law.text[start:end].rstrip()
    return text.endswith((":", "—", "–", "-", ",", ":-", ":—")) or bool(
        re.search(r"\b(?:following|means?|hér segir|merk)", text, re.IGNORECASE)
    )
