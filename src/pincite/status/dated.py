"""Reads from a law's words when it, or a part of it, comes into force and ends.

A wrong reading hides living law, so only a sentence that says it outright is read: the law or a
place in it is the subject ("This section", "Part II, except section 5,"), a verb of beginning or
ending follows, and then its day. What an award, an authority or a licence does is not read, nor a
sentence with a condition, nor one that stands in a quotation or goes on from a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise
from typing import NamedTuple

from pincite.citations.law_text import LawText
from pincite.graph.dates import dates
from pincite.model import Node
from pincite.status.reading import StatusReading
from pincite.status.records import Change

_sentence = re.compile(r"(?<=[.;])\s+(?=[A-ZÁÉÍÓÚÝÞÆÖ(])")
# What may stand before the subject: a number, a caption, what it prevails over.
_lead = re.compile(
    r"(\s*\(\w{1,4}\))?\s*"
    r"(?:(?:sunset|expir\w+|terminat\w+|duration|repeal|effective|commencement)\b[\w ]{0,40}"
    r"(?:\.\s*[—–-]?|[—–-])\s*)?"
    r"(?:notwithstanding [^,;]{1,120}, )?"
    r"(?:(?:all )?(?:the )?provisions of |ákvæði )?",
    re.IGNORECASE,
)
_this = re.compile(
    r"(?:this|these) (act|laws?|ordinance|proclamation|decree|regulations?|rules|by-?laws?|order|"
    r"notice|instrument|code|constitution|title|part)\b(?! (?:of|or)\b)|"
    r"(lög|reglugerð|reglur) þess(?:i|ar)\b",
    re.IGNORECASE,
)
_and = re.compile(r",? and (?:the provisions of )?|, | og ", re.IGNORECASE)
_but = re.compile(
    r",? ?\(?(?:except(?:ing)?(?: for)?|excluding|other than|save(?: for)?|with the exception of|"
    r"að undanskild\w+|að frátöld\w+|nema) ",
    re.IGNORECASE,
)
# What the same subject does first: "may be cited as … and", "öðlast gildi 1. janúar 2012 og".
_first = re.compile(
    r"(?:(?:(?:may|shall) be (?:cited|called|known)|is called)\b[^.;]{1,160}?,?|"
    r"(?:(?:shall )?(?:comes? into (?:operation|force|effect)|takes? effect)|"
    r"(?:öðlast|öðlist|taka|tekur)\s+(?:þegar\s+)?gildi)\b(?:[^.,;]|(?<=\d)[.,]){0,60}?)"
    r" (?:and|og) ",
    re.IGNORECASE,
)
_begins = re.compile(
    r"(?:shall (?:be deemed to have )?|(?:is|are) deemed to have |will )?"
    r"(?:(?:comes?|enters?|(?:is|are) brought) into (?:operation|force|effect)|"
    r"takes? effect|have effect(?= (?:from|as from|on)\b))|"
    r"(?:öðlast|öðlist|taka|tekur)\s+(?:þegar\s+)?gildi",
    re.IGNORECASE,
)
_ends = re.compile(
    r"(?:shall |will )?(?:ceases? to (?:have (?:any )?(?:force or )?effect|"
    r"be (?:in|of) (?:force|effect)|be effective|apply|operate)|"
    r"(?P<last>expires?|lapses?)|terminates?|sunsets?)|"
    r"(?:is|are|shall be|stands?) (?:hereby )?(?:repealed|revoked)|"
    r"(?:shall|does|do|will) not (?:apply|have (?:any )?effect|be in (?:force|effect))"
    r"(?= (?:on or |on and )?after\b)|"
    r"(?:falla|fellur|falli)\s+úr\s+gildi|(?P<til>gild(?:a|ir)\s+til)",
    re.IGNORECASE,
)
_repeals = re.compile(r"repealed|revoked", re.IGNORECASE)
# From the verb to its day; nothing else may stand between them.
_on = re.compile(
    r",?\s*(?:with effect |effective |as )?"
    r"(?:(?P<last>after|at (?:the )?(?:end|close|expiration|expiry) of|"
    r"at midnight (?:on|of)|(?:og )?með|(?:í|við) lok|loka)|"
    r"on and after|on or after|on|from|of|frá og með|frá|þann|hinn)?"
    r"\s*(?:the |hinn |þann )?",
    re.IGNORECASE,
)
# What may follow the day: nothing, or what else happens; nothing that takes some of the law out, or
# sets a condition.
_nothing = re.compile(r"[\s.,;:)\]…]*(?:,? (?:and|og)\b.*)?", re.IGNORECASE | re.DOTALL)
_doubtful = re.compile(
    r"\b(?:except|excluding|unless|until|provided|if|but|only|or|save|other than|whichever|"
    r"(?:with|in) (?:respect|relation|regard)|as (?:to|regards|respects)|for|to the extent|"
    r"insofar|nema|þó|enda|hvað|að því er|ef|eða)\b",
    re.IGNORECASE,
)
# A next sentence that takes something back.
_however = re.compile(
    r"\s*(?:(?:however|provided|except|notwithstanding|unless|nevertheless)\b|"
    r"[^.]*\b(?:þó|extend\w*)\b)",
    re.IGNORECASE,
)
# How a law of a kind names the whole of itself. "This Act" in a code is an act that went into it.
_WHOLE = {"code": frozenset(("title",))}
_OTHERS = frozenset(
    ("act", "law", "laws", "ordinance", "proclamation", "decree", "regulation", "regulations",
     "rules", "by-law", "by-laws", "bylaw", "bylaws", "order", "notice", "instrument", "code",
     "constitution", "lög", "reglugerð", "reglur")
)  # fmt: skip


def dated(law: LawText) -> list[StatusReading]:
    """In the order of the text. Where it gives a place two days, the one counts that has it in
    force for longer: "this chapter" of an act that went into a code may be less than the chapter
    that it stands in now."""
    found = list(_every(law))
    longest: dict[tuple[str, bool], str] = {}
    for reading in found:
        begins = reading.change is Change.COMMENCE
        known = longest.setdefault((reading.urn, begins), reading.day)
        longest[reading.urn, begins] = (min if begins else max)(known, reading.day)
    return [
        reading
        for reading in found
        if reading.day == longest[reading.urn, reading.change is Change.COMMENCE]
    ]


def _every(law: LawText) -> Iterator[StatusReading]:
    for node in law.enacted():
        for words in law.own(node):
            text = law.text[words.start : words.end]
            cuts = [0, *(match.end() for match in _sentence.finditer(text)), len(text)]
            for begin, end in pairwise(cuts):
                if _however.match(text, end) is None:
                    yield from _said(law, node, words.start + begin, words.start + end)


class _Subject(NamedTuple):
    """The URNs that a sentence is about, less those of `but`; its verb begins at `end`."""

    urns: tuple[str, ...]
    but: tuple[str, ...]
    end: int


def _said(law: LawText, node: Node, start: int, end: int) -> Iterator[StatusReading]:
    subject = _subject(law, node, start, end)
    if subject is None:
        return
    at = subject.end
    first = _first.match(law.text, at, end)
    for verb_at in (at, first.end()) if first else (at,):
        for pattern in (_begins, _ends):
            verb = pattern.match(law.text, verb_at, end)
            day = _day(law, verb, end) if verb else None
            if verb is None or day is None:
                continue
            change = Change.COMMENCE if pattern is _begins else (
                Change.REPEAL if _repeals.search(verb[0]) else Change.END)  # fmt: skip
            for urn in subject.urns:
                yield StatusReading(change, urn, day.isoformat(), node.urn, start, end, subject.but)


def _subject(law: LawText, node: Node, start: int, end: int) -> _Subject | None:
    """What a sentence begins with, where that is this law or places in it."""
    lead = _lead.match(law.text, start, end)
    assert lead is not None
    begins = law.text[lead.end(1) if lead[1] else start : end].lstrip()[:1]
    if begins.islower() or _continues(law, node) or _quoted(law, node, start):
        return None
    urns, at = _named(law, lead.end(), end)
    but: list[str] = []
    if taken_out := _but.match(law.text, at, end):
        but, at = _named(law, taken_out.end(), end)
        if not but:
            # It is not of all of it, and nothing tells of what not.
            return None
    if not urns:
        return None
    while at < end and law.text[at] in ",) \n":
        at += 1
    return _Subject(tuple(urns), tuple(but), at)


def _named(law: LawText, at: int, end: int) -> tuple[list[str], int]:
    """The places in this law that are named from here on, and where the words of them end; none
    where one of them is of another law."""
    found: list[str] = []
    while True:
        urns, stop = _one_named(law, at, end)
        if not urns:
            return [], at
        found += urns
        more = _and.match(law.text, stop, end)
        if more is None or not _one_named(law, more.end(), end)[0]:
            return list(dict.fromkeys(found)), stop
        at = more.end()


def _one_named(law: LawText, at: int, end: int) -> tuple[list[str], int]:
    itself = _this.match(law.text, at, end)
    noun = (itself[1] or itself[2]).lower() if itself else ""
    if itself and noun in _WHOLE.get(law.kind, _OTHERS):
        return [law.work.urn], itself.end()
    longest = max(law.cited(at, at + 1), key=lambda resolved: resolved.mention.end, default=None)
    if longest is None or longest.mention.end > end:
        return [], at
    urns = law.spanned(longest)
    inside = all(urn in law.by_urn for urn in urns)
    # "This part" where no part is around is said to be the whole.
    if not inside or (itself and law.work.urn in urns and not _whole_is(law, noun)):
        return [], at
    return urns, longest.mention.end


def _whole_is(law: LawText, noun: str) -> bool:
    return noun == "part" and law.kind == "regulation"


def _continues(law: LawText, node: Node) -> bool:
    """Whether it is an item of a list, whose first words may be a condition."""
    parent = law.nodes[node.parent] if node.ordinal else node
    first = law.nodes[law.children[parent.ordinal][0]] if node.ordinal else node
    words = law.text[parent.body : first.start].rstrip()
    return words.endswith(("—", "–", "-", ":", ",")) and not words.endswith((".—", ".–", ".-"))


def _quoted(law: LawText, node: Node, at: int) -> bool:
    """Whether it stands in a quotation, as words put into another law do."""
    before = law.text[(law.unit(node) or node).start : at]
    opens, closes = ("„", "“") if "„" in before else ("“", "”")
    return before.rfind(opens) > before.rfind(closes) or before.count('"') % 2 == 1


def _day(law: LawText, verb: re.Match[str], end: int) -> date | None:
    """The day that follows a verb, where nothing after it leaves a doubt; of an end, the first day
    on which it no longer holds."""
    rest = law.text[verb.end() : end]
    found = next(iter(dates(rest, law.language)), None)
    on = _on.fullmatch(rest, 0, found.start) if found else None
    if found is None or on is None or len(found.iso) < len("2010-01-01"):
        return None
    after = rest[found.end :]
    if _nothing.fullmatch(after) is None or _doubtful.search(after):
        return None
    day = date.fromisoformat(found.iso)
    groups = verb.groupdict()
    through = (
        on["last"] or groups.get("til") or (groups.get("last") and on[0].strip() in ("", "on"))
    )
    return day + timedelta(days=1) if through and day < date.max else day
