"""Which part of a law a definition speaks for, from the words that say so."""

from __future__ import annotations

import re

from pincite.citations.law_text import LawText
from pincite.model import CONTAINERS, Node
from pincite.scope.records import Extent

_opening = re.compile(
    r"\b(?:for (?:the |all )?purposes? of|in(?=\s+(?:this|these|sections?\b|the(?:se)? (?:rules|"
    r"regulations)|paragraphs?\b|subsections?\b|parts?\b|chapters?\b|§))|as used in|when used in|"
    r"wherever used in|throughout|within the meaning of|under(?=\s+this)|í(?=\s+(?:lögum|þessum|"
    r"þessari|þessu|reglugerð|köflum|kafla|grein|ákvæð))|"
    r"samkvæmt(?=\s+lögum þessum)|skv\.(?=\s+lögum þessum))\s",
    re.IGNORECASE,
)
_ended = re.compile(
    r"\bunless\b|\botherwise\b|\bthe (?:term|word|expression|phrase|following)s?\b|[“\"„:;—]|"
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


_behind = re.compile(
    r"\bfor (?:the )?purposes? of (?:this|these|sections?|paragraphs?) [^.;,]{1,60}[.;]?$", re.I
)


def is_definitional(node: Node) -> bool:
    """Whether a heading says that what is below it defines."""
    return bool(_defines.search(node.heading))


def said(law: LawText, start: int, end: int) -> Extent | None:
    """What a stretch of words says it speaks for; None where it says nothing of it."""
    text = law.text[start:end]
    for opening in _opening.finditer(text):
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


def extent(law: LawText, node: Node, spots: tuple[int, int, int, int]) -> Extent:
    """Of a definition whose sentence begins, whose term stands, whose meaning begins and ends at
    these spots: by its own words, by those that open the list it stands in, or by where it
    stands."""
    before, start, body, end = spots
    own = said(law, before, start) or said(law, start, body)
    if own is not None:
        return own
    behind = _behind.search(law.text, body, end)
    if behind and (own := said(law, behind.start(), behind.end())) is not None:
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
            found = said(law, words.start, words.end)
            if found is not None and _opens_a_list(law, words.start, words.end):
                return found
        below = holder
    unit = law.unit(node)
    if unit is None:
        return Extent((law.container(node).urn,))
    return Extent((law.container(unit).urn if is_definitional(unit) else unit.urn,))


def _opens_a_list(law: LawText, start: int, end: int) -> bool:
    """Words before a list: they end where it begins, or say that definitions follow."""
    text = law.text[start:end].rstrip()
    return text.endswith((":", "—", "–", "-", ",", ":-", ":—")) or bool(
        re.search(r"\b(?:following|means?|hér segir|merk)", text, re.IGNORECASE)
    )
