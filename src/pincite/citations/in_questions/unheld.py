"""Laws that a question names and no work held goes by: "section 5 of the Dog Licensing Act"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.citations.icelandic.declension import law_nouns
from pincite.citations.laws.addresses import before
from pincite.citations.laws.naming import LawName, names
from pincite.citations.reading import Span
from pincite.model.mention import CitedKind

# With these, capitals alone make a name; other heads are also plain words ("Family Law", "House
# Rules"), and name a law where they have a year, a number or a place, or are all that is asked.
_SURE = frozenset(("Act", "Ordinance", "Decree", "Decree-Law"))
_KINDS = frozenset(
    (CitedKind.STATUTE, CitedKind.REGULATION, CitedKind.CONSTITUTION, CitedKind.RULE)
)
_TREATIES = frozenset(("Convention", "Treaty", "Covenant", "Charter", "Protocol", "Amendments"))
_MOSTLY = 0.6
_word = re.compile(r"[^\W\d_][\w'’-]*")
_placed = re.compile(r"\d[A-Za-z]{0,3}(?:\([\w]+\))*,? (?:of|in|to|under) (?:the )?$", re.I)
# Typed without capitals: what stands between an article, or the beginning, and the word for a law.
_lower = re.compile(
    r"(?:^|(?<![\w'’])(?:the|of|under|in) )(?P<name>(?:[a-z][\w'’()&-]* ){1,7}?"
    r"(?:act|ordinance|code))(?:,? (?:of )?(?:1[6-9]|20)\d\d)?(?![\w-])",
)
# All that is asked: words with capitals, and the word for a law.
_whole = re.compile(
    r"(?:[Tt]he )?(?P<name>[A-Z][\w'’.&-]*(?: (?:[A-Z][\w'’.&-]*|of|and|the|for|in|to|on|or))*"
    r" (?:Act|Code|Ordinance|Regulations|Law))(?:,? (?:of )?(?:1[6-9]|20)\d\d)?[?.]?"
)
_about = re.compile(
    # With the article it is the law at hand: "gilda lögin um verbúðir?"
    rf"(?<!\w)(?!lög(?:in|unum|anna)\b)(?:{'|'.join(law_nouns())}) um "
    r"(?P<about>[^\W\d_][^,;?!]{2,120})",
    re.IGNORECASE,
)
# "lög um leigu gilda": a verb ends the name; what it is about has no verb.
_verb = re.compile(r" (?:gild|segj|segir|er |eru |var |voru |sem |þegar |ef |má |mega |skal )")
_leading = re.compile(r"^(?:the|an?|and|or|of|in|under|what|which|does|is|whose|by|to|for) ", re.I)


class NamedLaw(NamedTuple):
    """query[start:end] names a law, with its place where one is named. `certain` is False where
    only the law's own texts can tell a name from plain words: it was typed without capitals."""

    start: int
    end: int
    text: str
    name: str
    certain: bool = True


def unheld(query: str, spoken: str = "") -> list[NamedLaw]:
    """In order, of a question whose references are struck out. `spoken` is "is" where the law is
    Icelandic, whose names have no capitals."""
    shouted = query.isupper()
    text = _as_title(query) if shouted else query
    capitals = [word for word in _word.findall(text) if word[0].isupper()]
    # Where nearly every word has a capital, none tells a name.
    titled = shouted or len(capitals) > _MOSTLY * max(len(_word.findall(text)), 1)
    found: list[NamedLaw] = []
    for name in names(text):
        if (law := _named(text, name)) is not None:
            whole = not _left(text, (law.start, law.end))
            found.append(law._replace(certain=whole or not titled))
    if not found and (match := _whole.fullmatch(text)):
        found.append(NamedLaw(match.start("name"), match.end(), "", match["name"]))
    if not found:
        found += _without_capitals(query)
    if spoken == "is" and not found:
        found += _icelandic(query)
    return [law._replace(text=query[law.start : law.end]) for law in found]


def _named(text: str, name: LawName) -> NamedLaw | None:
    if name.known or name.kind not in _KINDS or name.head in _TREATIES:
        return None
    start = _start(text, name)
    placed = bool(_placed.search(text, 0, start))
    told = bool(name.year or name.number[0] or name.chapter)
    whole = not _left(text, (start, name.end))
    if name.head not in _SURE and not (placed or told or whole):
        return None
    places = before(text, start, 0) if placed else []
    first = places[0].start if places else start
    return NamedLaw(first, name.end, "", text[start : name.core[1]])


def _start(text: str, name: LawName) -> int:
    """Behind the nearest article or place; the longest name where the question begins with it."""
    for start in name.starts:
        if _placed.search(text, 0, start) or text[:start].lower().endswith(("the ", "\0")):
            return start
    return name.starts[-1] if name.starts else name.start


def _left(text: str, span: Span) -> bool:
    """Whether anything else is said."""
    rest = f"{text[: span[0]]} {text[span[1] :]}".replace("\0", " ")
    words = _word.findall(rest)
    return any(word.lower() not in ("the", "a", "an", "of", "under") for word in words)


def _without_capitals(query: str) -> Iterator[NamedLaw]:
    for match in _lower.finditer(query.lower() if query.isupper() else query):
        start = match.start("name")
        while lead := _leading.match(match.string[start : match.end("name")]):
            start += lead.end()
        if " " in match.string[start : match.end("name")]:
            name = match.string[start : match.end("name")]
            yield NamedLaw(start, match.end(), "", name, certain=False)


def _icelandic(query: str) -> Iterator[NamedLaw]:
    """ "lög um hundahald": a law by what it is about."""
    for match in _about.finditer(query):
        about = match["about"]
        verb = _verb.search(f"{about} ")
        end = match.start("about") + (verb.start() if verb else len(about.rstrip(" .")))
        if end > match.start("about") and not verb:
            yield NamedLaw(match.start(), end, "", query[match.start() : end])


def _as_title(query: str) -> str:
    """With a capital where a word begins, so that names can be read; of the same length."""
    return "".join(
        char.lower() if at and query[at - 1].isalpha() else char for at, char in enumerate(query)
    )
