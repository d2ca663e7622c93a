"""The words with which a law defines a term, of every style in use."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from pincite.citations.law_text import LawText, OwnWords
from pincite.model import CONTAINERS, UNITS, Node
from pincite.scope.extents import is_definitional
from pincite.scope.sentences import clauses

_TERM = r"[^“”\"„‟\n;]{1,110}?"
_QUOTED = rf"[“\"„‟]\s*(?P<term>{_TERM}),?\s*[”\"“‟]"
_MEANS = r"(?:shall |will |must )?(?:mean|means)\b(?!\s+(?:of|by which|to (?:be|an end))\b)"
_MEANING = (
    r"(?:shall |will )?(?:has|have|bears?|shall bear|carr(?:y|ies)|is given|are given)\s+"
    r"(?:the|its|their)\s+(?:same\s+|common\s+|ordinary\s+|usual\s+)?"
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
    rf"(?P<more>(?:(?:,|,?\s+(?:or|and|eða|og)|(?<=,”)(?=\s+“))\s*(?:the\s+(?:term|expression)s?\s+)?"
    rf"[“\"„‟][^“”\"„‟\n;]{{1,112}}[”\"“‟])*)"
    rf"{_BETWEEN}{_VERB}",
    re.IGNORECASE,
)
# In a list of definitions: "tavern" – a place …; "enrolment" is the number …; "bus" see "vehicle".
_bare = re.compile(
    rf"(?:^|(?<=[.;]\s)|(?<=\n))(?:An?\s+)?{_QUOTED}\s*"
    r"(?P<verb>[–—:-](?=\s)|(?:is|are)\s+(?:an?|the|\d+)\b|see\b)"
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
# A short name without quotation marks: "the Lamps Act (the Act)", "the Board of Lamps (Board)".
_named = re.compile(
    r"(?<=\w )\((?P<the>the )?(?P<term>[A-Z][\w.&’'-]*(?: (?:and |of )?[A-Z][\w.&’'-]*){0,3})\)"
)
# "This meeting is called a lamp council."
_is_called = re.compile(
    r"\b(?:is|are) (?:called|referred to as) (?:an? [“\"]?|[“\"])(?P<term>[^\W\d_][\w’' -]{2,60}?)"
    r"[”\"]?(?=[.;])"
)
# "Lamp oil (LO) means"
_alias = re.compile(r"\((?:the |or )?[“\"]?(?P<term>[A-Z][\w&.-]{1,20})[”\"]?\)")
# "… will be considered an affiliate of that business for purposes of this part"
_deemed = re.compile(
    r"\b(?:is|are|be) (?:not )?(?:considered|deemed|treated as|regarded as)(?: to be)? "
    r"(?:an? |the )[“\"]?(?P<term>[a-z][\w’' -]{1,60}?)[”\"]?(?: of [^.;,]{1,60}?)?,?"
    r" (?P<extent>for (?:the )?purposes? of (?:this|these|sections?|paragraphs?|§)"
    r"(?:[^.;,]|\.(?=\d))*)"
)
_after_extent = re.compile(
    r"(?:for (?:the )?purposes? of|in(?= this| these| sections?)|as used in|when used in)"
    r"(?:\s+(?:this|these)\s+\w+\s+(?=(?-i:[A-Z]))|[^“”\";]*?,\s+)",
    re.IGNORECASE,
)
# "Annual transfers of a keeper means": what is defined is mostly called "annual transfers" alone.
_owned = re.compile(r"(?P<term>[^\W\d_][\w’' -]{3,60}?) of (?:an?|each) [\w’' -]{3,40}")
_everyone = re.compile(r"\s+(?:all|any|every|each)\b", re.IGNORECASE)
# Below a heading such as "Lamp defined": "A lamp is any device that".
_is_any = re.compile(
    r"An? (?P<term>[^\W\d_][\w’'-]*(?: [\w’'-]+){0,4}?) (?P<verb>is (?:any|an?)\b)"
)
_headed_defined = re.compile(r"\W*(?:definitions?|[\w’' -]{3,50} defined)\W*", re.IGNORECASE)
_joined = re.compile(
    r"(?:,|;)\s+(?:and|or)\s+(?=[a-z])|\s+and\s+(?=[a-z][\w -]{2,60}?\s(?:means|has the)\b)"
)
_NO_TERM_WORDS = (
    "by any other such no all this that these those it which who what there and or if "
    "when where reasonable electronic same only shall may must will is are was were be "
    "been being has have had do does did not he she they we you under upon with from as"
    " but unless subsection section paragraph provision provisions word words reference references"
    " avoidance doubt also"
)
_opens_list = re.compile(
    r"definition|\bmeans?\b|\bmerk|hugtaka|orðskýring|skilgrein|"
    r"\b(?:purposes? of|as used in|in) th(?:is|ese) \w+[:—]\s*\Z",
    re.IGNORECASE,
)
_no_term = frozenset(_NO_TERM_WORDS.split())
_ACTING_WORDS = (
    "who which that shall may must will would can if when where it they he she this not refers use"
)
_acting = frozenset(_ACTING_WORDS.split())
_KINDS_OF_MEANS = "a an any the all by electronic other same such various reasonable primary only"
_kinds_of_means = frozenset(_KINDS_OF_MEANS.split())
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
CALLED = "called"
_adding = re.compile(r"\b(?:also|not|further|additionally|einnig)\b", re.IGNORECASE)
_WORDS = 10
# The term of a provision that takes over all the words of another law.
EVERY = "*"


class Found(NamedTuple):
    """A term, and where a law says what it means."""

    term: str
    start: int
    """Where the term stands."""
    sentence: int
    """Where its sentence begins."""
    body: int
    """Where what is said of it begins."""
    verb: str
    extent: tuple[int, int] | None = None
    """Where alone it says what it speaks for; None where it may be said anywhere before."""

    @property
    def adds(self) -> bool:
        return bool(_adding.search(self.verb))


def in_words(law: LawText, node: Node, words: OwnWords) -> Iterator[Found]:
    """What a stretch of a provision's own words defines."""
    text = law.text[words.start : words.end]
    cuts = clauses(text)
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
                yield Found(name, at, words.start + begin, words.start + match.end(), match["verb"])
    if in_list(law, node):
        for match in _bare.finditer(text):
            if not any(a < match.end() and match.start() < b for a, b in taken):
                taken.append(match.span())
                begin = _begun(cuts, match.start("term"))
                at = words.start + match.start("term")
                if name := _term(match["term"]):
                    body = words.start + match.end()
                    yield Found(name, at, words.start + begin, body, "means")
    yield from _unquoted(law, node, words, text, cuts, taken)
    for match in _references.finditer(text):
        begin = _begun(cuts, match.start())
        at = words.start + match.start("term")
        yield Found(match["term"], at, words.start + begin, words.start + match.end(), "means")
    for match in _takes_over.finditer(text):
        begin = _begun(cuts, match.start())
        yield Found(EVERY, words.start + match.start(), words.start + begin,
                     words.start + match.end(), "same meaning")  # fmt: skip
    for match in _deemed.finditer(text):
        begin = words.start + _begun(cuts, match.start())
        extent = (words.start + match.start("extent"), words.start + match.end("extent"))
        # It says of something that it is one, beside what the term means at all.
        at = words.start + match.start("term")
        yield Found(match["term"], at, begin, begin, "also", extent)
    named = (match for match in _named.finditer(text) if match["the"] or _repeats(text, match))
    for match in (*_called.finditer(text), *named, *_is_called.finditer(text)):
        if name := _term(match["term"]):
            begin = words.start + _begun(cuts, match.start())
            at = words.start + match.start("term")
            # What is called so stands before it; only the brackets say for what.
            yield Found(name, at, begin, begin, CALLED, (words.start + match.start(), at))


def _repeats(text: str, match: re.Match[str]) -> bool:
    """Whether a short name is a part of the name before it."""
    before = text[max(0, match.start() - 80) : match.start()].split()[-10:]
    named = bool(before) and before[-1][0].isupper()
    return named and all(word in before for word in match["term"].split())


def _unquoted(
    law: LawText,
    node: Node,
    words: OwnWords,
    text: str,
    cuts: list[int],
    taken: list[tuple[int, int]],
) -> Iterator[Found]:
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
            if match is None and _defines_it(law, node):
                match = _is_any.match(text, start, until)
            if match is None or any(a < match.end() and match.start() < b for a, b in taken):
                continue
            name = _term(match["term"])
            if not name:
                continue
            lists = in_list(law, node)
            # What an item of a list opens with is its term, whatever its words; a section may list
            # them in one paragraph.
            runs_on = node.kind in UNITS and match["verb"] == "means"
            heads = (start == 0 or runs_on) and lists and _heads(text, match)
            if not (heads or _is_name(name)):
                continue
            mild = re.search(r"includ", match["verb"], re.IGNORECASE)
            owned = _owned.fullmatch(name)
            everyone = cut == 0 and owned and _everyone.match(text, match.end())
            if mild and not (opened or lists or everyone):
                continue
            short = _alias.search(text, match.end("term"), match.start("verb"))
            initials = "".join(word[0] for word in name.split() if word != "of")
            also = [short["term"]] if short and short["term"].lower() == initials.lower() else []
            if owned:
                also.append(owned["term"])
            for each in (*_each(name, match["verb"]), *also):
                at = words.start + text.index(each, match.start("term"))
                yield Found(each, at, words.start + cut, words.start + match.end(), match["verb"])


def _defines_it(law: LawText, node: Node) -> bool:
    """Whether it, or what holds it, is headed as a definition, in a heading of its own or one that
    runs into the text."""
    for holder in law.above(node):
        if holder.kind in UNITS or holder.kind in CONTAINERS:
            return False
        begins, stop, _ = law.text[holder.body : holder.body + 60].partition(".")
        if _headed_defined.fullmatch(holder.heading or (begins if stop else "")):
            return True
    return False


def _heads(text: str, match: re.Match[str]) -> bool:
    """ "Oil or gas means a fuel"; not "By video means, such as", "A keeper may use any means"."""
    term = match["term"].lower().split()
    if not match["term"][0].isupper() or text[match.end() : match.end() + 1] == ",":
        return False
    joined = term[0] in ("and", "or", "but")
    return not joined and _acting.isdisjoint(term) and term[-1] not in _kinds_of_means


def _each(name: str, verb: str) -> list[str]:
    """ "Lamp and lantern mean" are two terms; "Port Board or Board means" one with two names, and
    "oil or gas means" one."""
    if verb == "mean":
        return name.split(" and ")
    first, other, second = name.rpartition(" or ")
    alike = first.split()[-1:] == second.split()[-1:] or (second.isupper() and len(second) > 1)
    return [first, second] if other and alike else [name]


def _begun(cuts: list[int], at: int) -> int:
    """Where the sentence begins that holds a place."""
    return cuts[bisect_right(cuts, at) - 1]


def _icelandic(
    law: LawText, node: Node, words: OwnWords, text: str, cuts: list[int]
) -> Iterator[Found]:
    def found(match: re.Match[str], verb: str = "merkir") -> Iterator[Found]:
        begin = _begun(cuts, match.start())
        if name := _term(match["term"]):
            at = words.start + match.start("term")
            yield Found(name, at, words.start + begin, words.start + match.end(), verb)

    for match in _with.finditer(text):
        yield from found(match)
    for match in _merkir_first.finditer(text):
        begin = _begun(cuts, match.start())
        which = "quoted" if match["quoted"] else "term"
        if name := _term(match[which]):
            verb = "merkir einnig" if match["also"] else "merkir"
            at = words.start + match.start(which)
            yield Found(name, at, words.start + begin, words.start + match.end(), verb)
    if in_list(law, node):
        match = _item.match(text)
        if match and len(match["term"].split()) <= _WORDS:
            yield from found(match)
        for cut in cuts:
            if (match := _says_is.match(text, cut)) and len(match["term"].split()) <= 6:
                yield from found(match)


def in_list(law: LawText, node: Node) -> bool:
    """Whether a provision stands in a list of definitions, by a heading or the words before it."""
    for holder in law.above(node):
        if is_definitional(holder):
            return True
        if holder is not node:
            opens = [words for words in law.own(holder) if words.end <= node.start]
            if opens and _opens_list.search(law.text, opens[-1].start, opens[-1].end):
                return True
        if holder.kind in ("section", "article", "rule"):
            return False
    return False


def _term(written: str) -> str:
    term = " ".join(written.strip(" ,.:;“”\"„’'‘").split())
    # "Term means" defines it; "the term means" goes on about another.
    if term == "Term":
        return term
    term = _leads.sub("", term) if len(term.split()) > 1 else term
    if term.lower() in ("term", "terms", "expression", "word", "words"):
        return ""
    return term if any(char.isalpha() for char in term) else ""


def _is_name(term: str) -> bool:
    words = [word.lower().strip(",()") for word in term.split()]
    return len(words) <= _WORDS and _no_term.isdisjoint(words)
