"""Where a law defines its terms: the passages, and how far each definition goes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.citations.law_text import LawText, OwnWords
from pincite.model import UNITS, Node
from pincite.scope.defining import CALLED, EVERY, Found, in_list, in_words
from pincite.scope.extents import extent
from pincite.scope.records import StatutoryDefinition
from pincite.scope.sentences import Sentences
from pincite.scope.terms import key_of

# What stands between a definition and the next: ", and the term “".
_opens = re.compile(
    r"(?:(?<=[,;:.—–])|(?<=\s)(?:and|or|og|eða)\b|(?<=\)))\s*"
    r"(?:(?:and|or|og|eða)\s+)?(?:the\s+(?:terms?|words?|expressions?|phrases?)\s+)?[“\"„‟]?\s*\Z",
    re.IGNORECASE,
)
# A sentence that says more of the term without naming it: "For purposes of § 7, the term includes".
_goes_on = re.compile(
    r"(?:for (?:the )?purposes? of [^.;]{1,160}?,\s+)?"
    r"(?:(?:the|this|such|that) (?:term|word|expression|phrase)|it|they)\s+"
    r"(?:also\s+|further\s+|(?:does|do|shall|is|are|may|will)\s+(?:not\s+|also\s+)?)*"
    r"(?:includes?|means?|excludes?|extends?|refers?|applies|apply|covers?|encompass\w*|limited)\b",
    re.IGNORECASE,
)
_HEADING = 80


def definitions(law: LawText) -> Iterator[StatutoryDefinition]:
    """In the order of the text; of each provision, a term's meaning once."""
    meant: set[tuple[str, int]] = set()
    for node in law.enacted():
        seen: set[tuple[str, int]] = set()
        for words in law.own(node):
            every = sorted(
                in_words(law, node, words), key=lambda in_word: (in_word.start, in_word.body)
            )
            for found in every:
                # What adds to a meaning may do so again, for other places.
                name = (found.term.casefold(), found.start if found.adds else -1)
                if name in seen:
                    continue
                seen.add(name)
                # In the section that said what it means, what it includes is no second meaning.
                unit = law.unit(node) or node
                place = (key_of(found.term, law.language), unit.ordinal)
                more = found.adds or (place in meant and "includ" in found.verb.lower())
                if "mean" in found.verb.lower() and not found.adds:
                    meant.add(place)
                yield _made(law, node, found, _end(law, found, every, words, node), more)


def _made(law: LawText, node: Node, found: Found, end: int, adds: bool) -> StatutoryDefinition:
    verb = found.verb.lower()
    return StatutoryDefinition(
        found.term,
        node.urn,
        found.sentence,
        found.body,
        end,
        extent(law, node, (found.sentence, found.start, found.body, end), found.extent),
        adds=adds,
        same_as=tuple(_same_as(law, found, end, verb)),
    )


def _same_as(law: LawText, found: Found, end: int, verb: str) -> Iterator[str]:
    if "meaning" not in verb and "defin" not in verb and "construed" not in verb:
        return
    at = found.sentence if found.term == EVERY else found.start
    yield from (urn for urn in law.places(at, end) if urn != law.work.urn)


def _end(law: LawText, found: Found, every: list[Found], words: OwnWords, node: Node) -> int:
    """Where the definition ends, or the next begins. One that an item of a list of definitions
    opens with is all of that item; any other is its sentence, with those that go on about the
    term, or all that is left of the provision where the definition goes on below."""
    text = law.text
    end = node.end
    if not _is_item(law, found, node):
        last = text[found.body : words.end].rstrip()
        if last.endswith((".", ".”")) and "following" not in last:
            end = found.body + len(last)
        stops = Sentences(text, found.body, words.end)
        for stop, begins in zip(stops.stops, stops.begins[1:], strict=True):
            if text[stop - 1] != ";" and not _goes_on.match(text, begins):
                end = stop
                break
    for other in every:
        if max(found.start, found.body) < other.start < end:
            begins = _begins_anew(text, found, other)
            if begins is not None:
                return begins
    return end


def _is_item(law: LawText, found: Found, node: Node) -> bool:
    """Whether an item of a list of definitions opens with it; it may have a heading."""
    if node.kind in UNITS or found.extent or not in_list(law, node):
        return False
    opens = next(law.own(node)).start
    return not law.text[opens : found.sentence].strip() or (
        found.sentence - opens < _HEADING and law.text[opens : found.sentence].count(".") == 1
    )


def _begins_anew(text: str, found: Found, other: Found) -> int | None:
    """Where another definition begins; None where its term only stands within this one: "except
    that the term “employer” does not include", "the District of Columbia (“District”)"."""
    if other.verb == CALLED or other.term.casefold() == found.term.casefold():
        return None
    opens = _opens.search(text, found.body, other.start)
    if opens is None:
        return None
    end = opens.start()
    while text[end - 1] in " \n,":
        end -= 1
    return end
