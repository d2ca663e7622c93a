"""Where a law defines its terms: the passages, of every style in use, and the terms they define."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from pincite.citations.law_text import LawText, OwnWords
from pincite.model import Node
from pincite.scope.extents import extent, is_definitional
from pincite.scope.records import StatutoryDefinition

_TERM = r"[^“”\"„‟\n;]{1,110}?"
_QUOTED = rf"[“\"„‟]\s*(?P<term>{_TERM}),?\s*[”\"“‟]"
_MEANS = r"(?:shall |will |must )?(?:mean|means)\b(?!\s+(?:of|by which|to (?:be|an end))\b)"
_MEANING = (
    r"(?:shall |will )?(?:has|have|bears?|shall bear|is given|are given)\s+the\s+(?:same\s+)?"
    r"(?:respective\s+)?(?:meanings?|definitions?)\b"
)
_IS_DEFINED = r"(?:is|are|shall be|was)\s+(?:defined|construed|read|interpreted)\b(?!\s+and\b)"
_READ_AS = r"(?:shall|is to|are to|must)\s+be\s+(?:construed|read|interpreted|taken)\b"
_REFERS = r"refers?\s+to\b|shall refer to\b|(?:is|are) a? ?references? to\b"
_INCLUDES = r"(?:shall |may |also |further |additionally )*(?:includes?|include)\b"
_LESS = r"(?:does|do|shall)\s+not\s+(?:include|mean)\b"
_MERKIR = r"merk(?:ir|ja|i)\b|táknar?\b|telst\b(?=\s+(?:vera\s+)?hver)|(?:er|eru)\s+átt\s+við\b"
_VERB = (
    rf"(?P<verb>{_MEANS}|{_MEANING}|{_IS_DEFINED}|{_READ_AS}|{_REFERS}|{_INCLUDES}|{_LESS}|"
    rf"{_MERKIR})"
)
# "in relation to a vessel," and the like, between a term and its verb.
_BETWEEN = (
    r"(?:\s*\([^()]{1,120}\))?"
    r"(?:,?\s+(?:in relation to|with respect to|when used|as used|used|as applied|in respect of|"
    r"where used|for (?:the )?purposes? of|in the case of|in this|in an?|í lögum|í þess)"
    r"[^.;“”\"]{1,160}?,?)?"
    r"(?:,\s+[^.;“”\"]{1,160},)?\s*"
)
_quoted = re.compile(
    rf"(?:{_QUOTED})"
    rf"(?P<more>(?:(?:,|,?\s+(?:or|and|eða|og))\s*(?:the\s+(?:term|expression)s?\s+)?[“\"„‟]{_TERM},?\s*[”\"“‟])*)"
    rf"{_BETWEEN}{_VERB}",
    re.IGNORECASE,
)
# In a list of definitions: "tavern" – a place …; "enrolment" is the number …; "bus" see "vehicle".
_bare = re.compile(
    rf"(?:^|(?<=[.;]\s)|(?<=\n)){_QUOTED}\s*(?P<verb>[–—:-](?=\s)|(?:is|are)\s+(?:an?|the)\b|see\b)"
)
_more = re.compile(rf"[“\"„‟]\s*({_TERM}),?\s*[”\"“‟]")
# Without quotation marks: from the beginning of a sentence, or after what it is defined for.
_plain = re.compile(
    rf"(?:the\s+terms?\s+)?(?P<term>[^\W_][\w’'()/&%.,-]*(?:\s+[\w’'()/&%,-]+){{0,9}}?){_BETWEEN}"
    rf"(?P<verb>{_MEANS}|{_MEANING}|{_LESS}|{_INCLUDES}|is defined|are defined)",
    re.IGNORECASE,
)
_called = re.compile(
    r"\([^()“”\"„]{0,80}?\s*[“\"„](?P<term>[^“”\"„()]{1,80}?),?[”\"“]\s*\)",
)
_sentence = re.compile(
    r"(?<=[.;:—])\s+(?=[A-ZÁÉÍÓÚÝÞÆÖ“\"„(])|(?<=[.;:]) +(?=(?:and|or) )|(?<=[a-z]\.)(?=[“A-Z])"
)
_after_extent = re.compile(
    r"(?:for (?:the )?purposes? of|in(?= this| these| sections?)|as used in|when used in)"
    r"[^“”\";]*?,\s+",
    re.IGNORECASE,
)
_joined = re.compile(
    r"(?:,|;)\s+(?:and|or)\s+(?=[a-z])|\s+and\s+(?=[a-z][\w -]{2,60}?\s(?:means|has the)\b)"
)
_NO_TERM_WORDS = (
    "by any other such no all this that these those it which who what there and or if "
    "when where reasonable electronic same only shall may must will is are was were be "
    "been being has have had do does did not he she they we you under upon with from as"
    " but unless subsection section paragraph provision provisions word words reference references"
    " avoidance doubt"
)
_no_term = frozenset(_NO_TERM_WORDS.split())
_leads = re.compile(r"^(?:the|a|an|any|each|every|such)\s+", re.IGNORECASE)
_item = re.compile(r"^(?:\(?[\w]{1,4}[.)]\s*)?(?P<term>[^:–—.;]{2,80}?)\s*(?::|–|—)\s+\S")
_with = re.compile(
    r"\b[Mm]eð\s+(?:orðinu\s+|hugtakinu\s+)?(?P<term>[^.,;:]{2,80}?)\s+(?:í\s+[^.,;:]{3,60}?\s+)?"
    r"(?:er|eru)\s+(?:hér\s+)?(?:í\s+[^.,;:]{3,60}?\s+)?átt\s+við\b"
)
_says_is = re.compile(
    r"(?:(?:[Oo]rðið|[Hh]ugtakið|[Ee]r)\s+)?(?P<term>[^\W\d][^.,;:“”„\"]{1,60}?)\s+merkir\b"
)
_merkir_first = re.compile(
    r"\b(?:merkir|merkja|táknar)\s+(?:orðið\s+|hugtakið\s+)?"
    r"(?:[„“\"](?P<quoted>[^„“”\"]{2,60})[“”\"]|(?P<term>[^\s.,;:„“]{2,40}))(?P<also>\s+einnig\b)?"
)
_takes_over = re.compile(
    r"\b(?:words?|expressions?|terms?)\b[^.;“”\"]{0,120}\b(?:meanings?|defined)\b"
    r"[^.;“”\"]{0,160}\bmeanings?\b|"
    r"\b(?:words?|expressions?|terms?) (?:and (?:expressions|phrases) )?(?:used|defined)\b"
    r"[^.;“”\"]{0,100}"
    r"\b(?:has|have|bears?)\b[^.;“”\"]{0,40}\bmeanings?\b[^.;“”\"]{0,120}",
    re.IGNORECASE,
)
_references = re.compile(
    r"\breferences? to (?:an? |the )?(?P<term>[a-z][\w’' -]{1,60}?)"
    r" (?:is|are|shall be|includes?|means?)"
    r"(?: construed as)?(?: a)? references? to\b",
    re.IGNORECASE,
)
# What stands between a definition and the next: ", and the term “".
_opens = re.compile(
    r"(?:(?<=[,;:.—–])|(?<=\s)(?:and|or|og|eða)\b|(?<=\)))\s*"
    r"(?:(?:and|or|og|eða)\s+)?(?:the\s+(?:terms?|words?|expressions?|phrases?)\s+)?[“\"„‟]?\s*\Z",
    re.IGNORECASE,
)
# No sentence ends at these.
_short = re.compile(r"(?:\b(?:Pub|No|Nos|Sec|Art|Stat|Inc|Corp|Co|Mr|Mrs|Ms|Dr|v)|\b[A-Z])\.\Z")
_CALLED = "called"
_adding = re.compile(r"\b(?:also|not|further|additionally|einnig)\b", re.IGNORECASE)
_WORDS = 10
# The term of a provision that takes over all the words of another law.
EVERY = "*"


class _Found(NamedTuple):
    term: str
    start: int
    """Where the term stands."""
    sentence: int
    """Where its sentence begins."""
    body: int
    """Where what is said of it begins."""
    verb: str

    @property
    def adds(self) -> bool:
        return bool(_adding.search(self.verb))


def definitions(law: LawText) -> Iterator[StatutoryDefinition]:
    """In the order of the text; of each provision, a term's meaning once."""
    for node in law.enacted():
        seen: set[tuple[str, int]] = set()
        for words in law.own(node):
            every = sorted(
                _in_words(law, node, words), key=lambda in_word: (in_word.start, in_word.body)
            )
            for found in every:
                # What adds to a meaning may do so again, for other places.
                name = (found.term.casefold(), found.start if found.adds else -1)
                if name in seen:
                    continue
                seen.add(name)
                yield _made(law, node, found, _end(law.text, found, every, words, node))


def _made(law: LawText, node: Node, found: _Found, end: int) -> StatutoryDefinition:
    verb = found.verb.lower()
    return StatutoryDefinition(
        found.term,
        node.urn,
        found.sentence,
        found.body,
        end,
        extent(law, node, (found.sentence, found.start, found.body, end)),
        adds=found.adds,
        same_as=tuple(_same_as(law, found, end, verb)),
    )


def _same_as(law: LawText, found: _Found, end: int, verb: str) -> Iterator[str]:
    if "meaning" not in verb and "defin" not in verb and "construed" not in verb:
        return
    at = found.sentence if found.term == EVERY else found.start
    yield from (urn for urn in law.places(at, end) if urn != law.work.urn)


def _end(text: str, found: _Found, every: list[_Found], words: OwnWords, node: Node) -> int:
    """Where the next definition begins, or the sentence ends; the end of the provision where the
    definition goes on below."""
    stops = (
        match.start()
        for match in _sentence.finditer(text, found.body, words.end)
        if text[match.start() - 1] == "." and not _short.search(text, found.body, match.start())
    )
    end = next(stops, node.end)
    for other in every:
        if max(found.start, found.body) < other.start < end:
            begins = _begins_anew(text, found, other)
            if begins is not None:
                return begins
    return end


def _begins_anew(text: str, found: _Found, other: _Found) -> int | None:
    """Where another definition begins; None where its term only stands within this one: "except
    that the term “employer” does not include", "the District of Columbia (“District”)"."""
    if other.verb == _CALLED or other.term.casefold() == found.term.casefold():
        return None
    opens = _opens.search(text, found.body, other.start)
    if opens is None:
        return None
    end = opens.start()
    while text[end - 1] in " \n,":
        end -= 1
    return end


def _in_words(law: LawText, node: Node, words: OwnWords) -> Iterator[_Found]:
    text = law.text[words.start : words.end]
    cuts = [0, *(sentence.end() for sentence in _sentence.finditer(text))]
    if law.language == "is":
        yield from _icelandic(law, node, words, text, cuts)
    taken: list[tuple[int, int]] = []
    for match in _quoted.finditer(text):
        begin = _begun(cuts, match.start())
        taken.append(match.span())
        terms = [match["term"], *_more.findall(match["more"])]
        for term in terms:
            if name := _term(term):
                at = words.start + text.index(term, match.start())
                yield _Found(
                    name, at, words.start + begin, words.start + match.end(), match["verb"]
                )
    if _defining(law, node):
        for match in _bare.finditer(text):
            if not any(a < match.end() and match.start() < b for a, b in taken):
                taken.append(match.span())
                begin = _begun(cuts, match.start("term"))
                at = words.start + match.start("term")
                if name := _term(match["term"]):
                    body = words.start + match.end()
                    yield _Found(name, at, words.start + begin, body, "means")
    yield from _unquoted(law, node, words, text, cuts, taken)
    for match in _references.finditer(text):
        begin = _begun(cuts, match.start())
        at = words.start + match.start("term")
        yield _Found(match["term"], at, words.start + begin, words.start + match.end(), "means")
    for match in _takes_over.finditer(text):
        begin = _begun(cuts, match.start())
        yield _Found(EVERY, words.start + match.start(), words.start + begin,
                     words.start + match.end(), "same meaning")  # fmt: skip
    for match in _called.finditer(text):
        if name := _term(match["term"]):
            begin = _begun(cuts, match.start())
            at = words.start + match.start("term")
            # What is called so stands before it.
            yield _Found(name, at, words.start + begin, words.start + begin, _CALLED)


def _unquoted(
    law: LawText,
    node: Node,
    words: OwnWords,
    text: str,
    cuts: list[int],
    taken: list[tuple[int, int]],
) -> Iterator[_Found]:
    """A sentence that begins with its term, or has one after the words it is defined for."""
    for at, cut in enumerate(cuts):
        until = cuts[at + 1] if at + 1 < len(cuts) else len(text)
        starts = [cut]
        opened = _after_extent.match(text, cut, until)
        if opened:
            starts = [opened.end()]
            starts += [joined.end() for joined in _joined.finditer(text, opened.end(), until)]
        for start in starts:
            match = _plain.match(text, start, until)
            if match is None or any(a < match.end() and match.start() < b for a, b in taken):
                continue
            name = _term(match["term"])
            if not name or not _is_name(name):
                continue
            mild = re.search(r"includ", match["verb"], re.IGNORECASE)
            if mild and not (opened or node.kind == "definition" or _defining(law, node)):
                continue
            at = words.start + match.start("term")
            yield _Found(name, at, words.start + cut, words.start + match.end(), match["verb"])


def _begun(cuts: list[int], at: int) -> int:
    """Where the sentence begins that holds a place."""
    return cuts[bisect_right(cuts, at) - 1]


def _icelandic(
    law: LawText, node: Node, words: OwnWords, text: str, cuts: list[int]
) -> Iterator[_Found]:
    def found(match: re.Match[str], verb: str = "merkir") -> Iterator[_Found]:
        begin = _begun(cuts, match.start())
        if name := _term(match["term"]):
            at = words.start + match.start("term")
            yield _Found(name, at, words.start + begin, words.start + match.end(), verb)

    for match in _with.finditer(text):
        yield from found(match)
    for match in _merkir_first.finditer(text):
        begin = _begun(cuts, match.start())
        which = "quoted" if match["quoted"] else "term"
        if name := _term(match[which]):
            verb = "merkir einnig" if match["also"] else "merkir"
            at = words.start + match.start(which)
            yield _Found(name, at, words.start + begin, words.start + match.end(), verb)
    if _defining(law, node):
        match = _item.match(text)
        if match and len(match["term"].split()) <= _WORDS:
            yield from found(match)
        for cut in cuts:
            if (match := _says_is.match(text, cut)) and len(match["term"].split()) <= 6:
                yield from found(match)


def _defining(law: LawText, node: Node) -> bool:
    """Whether a provision stands in a list of definitions, by a heading or the words before it."""
    for holder in law.above(node):
        if is_definitional(holder):
            return True
        if holder is not node:
            opens = [words for words in law.own(holder) if words.end <= node.start]
            if opens and re.search(
                r"definition|\bmeans?\b|\bmerk|hugtaka|orðskýring|skilgrein",
                law.text[opens[-1].start : opens[-1].end],
                re.IGNORECASE,
            ):
                return True
        if holder.kind in ("section", "article", "rule"):
            return False
    return False


def _term(written: str) -> str:
    term = " ".join(written.strip(" ,.:;“”\"„’'‘").split())
    term = _leads.sub("", term) if len(term.split()) > 1 else term
    if term.lower() in ("term", "terms", "expression", "word", "words"):
        return ""
    return term if any(char.isalpha() for char in term) else ""


def _is_name(term: str) -> bool:
    words = [word.lower().strip(",()") for word in term.split()]
    return len(words) <= _WORDS and _no_term.isdisjoint(words)
