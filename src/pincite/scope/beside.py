"""Exceptions that name no place: by a heading, or by words that free from what stands beside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.citations.law_text import LawText, OwnWords
from pincite.model import UNITS, Node
from pincite.scope.records import Direction, Stated
from pincite.scope.sentences import Sentences

_I = re.IGNORECASE
# "Exceptions", "Exception for storms", "Prior notice exception"; not "Loss of exemption" or
# "Exemption statement".
_headed = re.compile(
    r"\W*(?:(?:(?!(?:of|for|from|on|to|under|in|no)\b)[\w’'-]+,? ){0,5}?"
    r"(?:exceptions?|exemptions?|exclusions?)(?:$|[^\w ]|\s+(?:to|for|from|of|in|based|under|when|"
    r"where|if|and)\b)|(?:exempt|exempted|excluded)\s+\w|savings?(?: provisions?| clauses?)?\W*$|"
    r"(?:[\w’'-]+ ){0,5}not covered\b|limitations? on (?:the )?(?:duty|requirement)s?|"
    r"undanþág\w*|undantekning\w*)", _I,
)  # fmt: skip
# It frees from a duty, or takes a case out of what was said.
_frees = re.compile(
    r"\b(?:need not|(?:is|are|shall) not (?:be )?(?:required|obliged|bound)\b|does not have to|"
    r"(?:is|are) excused from|may nevertheless|may omit|the failure (?:by|of)[^.;]{0,200}"
    r"\b(?:is not a violation|does not violate)|"
    r"satisfies the [^.;]{0,60}\brequirements?|"
    r"(?:is|are) not (?:itself |themselves )?(?P<strong>eligible|entitled)\b|"
    r"(?:does|do) not (?:constitute|qualify as)\b|"
    r"(?:is|are|shall) not (?:be )?(?:included|counted|considered)\b|"
    r"(?:shall|will|may) be (?:reduced or )?(?:denied|refused)\b|"
    r"þarf (?:þó )?ekki|er (?:þó )?ekki skylt|er þó heimilt)\b", _I,
)  # fmt: skip
# A power to depart from what was said: "may, for good cause shown, set aside".
_departs = re.compile(
    r"\b(?:may(?:,(?:[^,;.]*,){1,3}| for good cause(?: shown)?| at any time| also| be)*|"
    r"(?:has|have) (?:the )?(?:discretion|authority|power) to|(?:is|are) authorized to) "
    r"(?:waived?|modif(?:y|ied)|extend(?:ed)?|shorten(?:ed)?|excused?|dispensed? with|excluded?|"
    r"with(?:hold|held)|set aside|var(?:y|ied)|relieved?|exempt(?:ed)?|stay(?:ed)?|"
    r"(?:authorize|grant|permit) (?:the |an? )?(?:waiver|extension) of)\b", _I,
)  # fmt: skip
_offers = re.compile(r"\bmay,? but (?:need not|(?:is|are) not required to)\b", _I)
_prohibits = re.compile(
    r"\b(?:shall|may|must|will) not\b|\bno \w+ (?:shall|may)\b|\bunlawful\b", _I
)
# "unless the owner agrees", and not "unless otherwise provided", which names an exception.
_if_not = re.compile(r"unless (?!(?:otherwise )?(?:provided|specified|permitted|set forth))", _I)
_permits = re.compile(r"\bmay\b(?! not)", _I)
_however = re.compile(r"\W*(?:however|nevertheless)\b,?", _I)
# "if the keeper is not required to", "a keeper who need not": a case in which something else holds.
_supposed = re.compile(
    r"\b(?:who|whom|that|which)\s+\Z|\b(?:only (?:if|when|where)|determines that)\b[^.;]*\Z|"
    r"\b(?:if|because|when|where|why|whether|unless|until|(?:for|in|to|under) which)\s+"
    r"(?:[\w’'-]+\s+){0,6}\Z", _I,
)  # fmt: skip
_passive = re.compile(
    r"(?:may|shall|will)\b[^.;]*? be \w+ed\b|(?:is|are) not required(?! to\b)", _I
)
_this = re.compile(r"\s*(?:this|these|such)\b", _I)
# What follows is the case, not what one is freed from.
_case = re.compile(
    r"[.;:,]|\b(?:if|unless|when|where|provided|except|because|until|before|after)\b"
)
_EMPTY_WORDS = (
    "exception exemption exclusion exempt excluded saving certain other general rule "
    "requirement required with from that this these those which such under section paragraph where "
    "when applie apply specified limited shall must will have been does each every part subpart "
    "provided pursuant unless except otherwise even need"
)
_EMPTY = frozenset(_EMPTY_WORDS.split())
_LEAST = 2


class _Freed(NamedTuple):
    """A sentence that frees, whom, and the words that tell from what."""

    start: int
    end: int
    subject: str
    about: frozenset[str]
    least: int
    refers_back: bool
    """From this or such a thing, of which it has just spoken."""

    def shares(self, words: str) -> bool:
        return len(self.about & _content(words)) >= self.least

    def is_all_in(self, heading: str) -> bool:
        return bool(self.about) and self.about <= _content(heading)

    def binds(self, words: str) -> bool:
        """Whether these bind the one that is freed: "The keeper shall", "The keeper need not"."""
        begins = words.strip().lower()
        return bool(self.subject) and begins.startswith(
            (f"{self.subject} shall ", f"{self.subject} must ")
        )


def frees(law: LawText, node: Node, start: int, end: int) -> re.Match[str] | None:
    """The words of a sentence that free from a duty, and do not only suppose that one is free."""
    for match in _frees.finditer(law.text, start, end):
        if _offers.search(law.text, max(start, match.start() - 12), match.end()):
            continue
        if not supposed(law, node, start, match.start()):
            return match
    return None


def supposed(law: LawText, node: Node, start: int, at: int) -> bool:
    """Whether what stands at a place is a case that is supposed, by the words before it in its
    sentence, or by those that the item goes on from."""
    before = law.text[start:at]
    if not before.strip() and node.parent >= 0:
        leads = [words for words in law.own(law.nodes[node.parent]) if words.end <= node.start]
        before = law.text[leads[-1].start : leads[-1].end].rstrip(" \n:—") + " " if leads else ""
    return bool(_supposed.search(before))


def takes_out(law: LawText, node: Node, rule: str, clause: str) -> Iterator[Node]:
    """What a provision holds that takes something out of a rule's words: the provision, if it is
    headed so or says so, else what of it says so. `clause` is what the rule says of it."""
    about = _content(rule)
    supposes = bool(_if_not.match(clause))
    for part in (node, *(law.nodes[at] for at in law.children[node.ordinal])):
        said = " ".join(law.text[words.start : words.end] for words in law.own(part))
        permits = _prohibits.search(rule) and _permits.search(said) and not supposes
        if (
            is_headed(law, part)
            or _frees_at_all(law, part)
            or (permits and len(about & _content(said)) >= _LEAST)
        ) and not (supposes and len(_content(clause) & _content(said)) < _LEAST):
            yield part
            if part is node:
                return


def is_headed(law: LawText, node: Node) -> bool:
    return bool(_headed.match(node.heading or _run_in(law, node)))


def _run_in(law: LawText, node: Node) -> str:
    """A heading that runs into the text: "Exceptions. The following …"."""
    begins, stop, _ = law.text[node.body : node.body + 90].partition(".")
    return begins if stop else ""


def beside(law: LawText, node: Node, words: OwnWords) -> Iterator[Stated]:
    """A paragraph that is headed as an exception, or that frees from what stands beside it. One
    that stands below such a heading speaks for it."""
    unit = law.unit(node)
    if unit is None or node is unit:
        return
    # The outermost: what stands below it speaks for it.
    chain = [above for above in law.above(node) if above.depth > unit.depth]
    headed = next((above for above in reversed(chain) if is_headed(law, above)), None)
    freeing = list(_freeing(law, node, words))
    if headed is not None and not freeing and (headed is not node or _speaks_below(law, node)):
        return
    found: list[tuple[_Freed | None, list[Node]]] = []
    if headed is not None:
        first = freeing[0] if freeing else None
        found.append((first, _meant(law, headed, first)))
    elif before := _contrasted(law, node, words):
        found.append((None, before))
    else:
        found += [(sentence, _freed(law, node, words, sentence)) for sentence in freeing]
    for sentence, targets in found:
        if targets:
            start, end = (sentence.start, sentence.end) if sentence else words
            quoted = " ".join(law.text[start:end].split())
            urns = tuple(target.urn for target in targets)
            yield Stated(node.urn, words.start, words.end, quoted, urns, Direction.LIMITS)


def _freeing(law: LawText, node: Node, words: OwnWords) -> Iterator[_Freed]:
    """The sentences that free, or give a power to depart."""
    if not _frees.search(law.text, *words) and not _departs.search(law.text, *words):
        return
    for start, end in Sentences(law.text, words.start, words.end):
        match = frees(law, node, start, end) or _departs.search(law.text, start, end)
        if match is None:
            continue
        subject = law.text[start : match.start()]
        case = _case.search(law.text, match.end(), end)
        begins = match.end() if match.re is _departs else match.start()
        about = _content(law.text[begins : case.start() if case else end])
        if _passive.match(law.text, match.start(), end) or _this.match(subject):
            about = _content(subject)
        if strong := match.groupdict().get("strong"):
            about = _content(strong)
        least = 1 if strong else min(_LEAST, max(1, len(about)))
        back = bool(_this.match(law.text, match.end(), end))
        yield _Freed(start, end, subject.strip().lower(), about, least, back)


def _contrasted(law: LawText, node: Node, words: OwnWords) -> list[Node]:
    """The paragraph before one that begins with "However"."""
    before = [sibling for sibling in _siblings(law, node) if sibling.ordinal < node.ordinal]
    return before[-1:] if _however.match(law.text, words.start, words.end) else []


def _freed(law: LawText, node: Node, words: OwnWords, freeing: _Freed) -> list[Node]:
    """What a sentence of a paragraph frees from: its own words before; else those paragraphs before
    it that share words with what it says, exceptions apart; else what leads into it."""
    said = _content(law.text[words.start : freeing.start])
    if said and (freeing.refers_back or len(freeing.about & said) >= _LEAST):
        return [node]
    source = node
    while source.kind not in UNITS:
        before = [sibling for sibling in _siblings(law, source) if sibling.ordinal < source.ordinal]
        shared = [sibling for sibling in before if freeing.shares(_title(law, sibling))]
        if rules := [sibling for sibling in shared if not _excepts(law, sibling)]:
            return rules
        below, source = source, law.nodes[source.parent]
        leads = " ".join(
            law.text[words.start : words.end]
            for words in law.own(source)
            if words.end <= node.start
        )
        # A heading speaks for what follows it, and is no rule that its first item could limit.
        whole = bool(before) and below is node and freeing.is_all_in(source.heading)
        if whole or freeing.shares(leads) or freeing.binds(leads):
            return [source]
    return []


def _excepts(law: LawText, node: Node) -> bool:
    return is_headed(law, node) or _frees_at_all(law, node)


def _frees_at_all(law: LawText, node: Node) -> bool:
    return any(True for words in law.own(node) for _ in _freeing(law, node, words))


def _speaks_below(law: LawText, node: Node) -> bool:
    """Whether something below frees in words of its own."""
    return any(
        frees(law, below, words.start, words.end)
        for below in law.nodes[node.ordinal + 1 : node.last + 1]
        for words in law.own(below)
    )


def _siblings(law: LawText, node: Node) -> list[Node]:
    return [law.nodes[at] for at in law.children[node.parent] if at != node.ordinal]


def _meant(law: LawText, headed: Node, freeing: _Freed | None) -> list[Node]:
    """Of what stands beside an exception, what its heading or its words speak of, by the words they
    share; else all that stands before it, or behind it where nothing does. Other exceptions are not
    meant."""
    siblings = [node for node in _siblings(law, headed) if not is_headed(law, node)]
    named = _content(headed.heading or _run_in(law, headed))
    shared = [node for node in siblings if named & _content(_title(law, node))]
    before = [node for node in siblings if node.ordinal < headed.ordinal]
    freed = [node for node in before if freeing and freeing.shares(law.text[node.body : node.end])]
    return shared or freed or before or siblings


def _title(law: LawText, node: Node) -> str:
    """A heading, and how it begins."""
    return f"{node.heading} {law.text[node.body : node.body + 160]}"


def _content(words: str) -> frozenset[str]:
    return (
        frozenset(word.removesuffix("s") for word in re.findall(r"[a-zà-þ]{4,}", words.lower()))
        - _EMPTY
    )
