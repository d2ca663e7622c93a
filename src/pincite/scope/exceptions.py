"""Where a law limits its own rules: provisos, exceptions, and which of two rules gives way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from pincite.citations.law_text import LawText, OwnWords
from pincite.model import CONTAINERS, UNITS, Node
from pincite.scope.records import Direction, Stated

_I = re.IGNORECASE
_sentence = re.compile(r"(?<=[.;])\s+(?=[A-ZÁÉÍÓÚÝÞÆÖ“\"„(§])")
# It prevails over what it names.
_despite = re.compile(
    r"\b(?:notwithstanding|despite|in spite of|regardless of|þrátt fyrir)\b"
    r"(?!\s+(?:the fact|that\b))", _I,
)  # fmt: skip
# It gives way to what it names.
_subject = re.compile(
    r"\b(?:(?<!not )subject to|except as (?:otherwise )?(?:provided|specified|set forth|stated|"
    r"permitted|described|allowed|required)|"
    r"unless (?:otherwise )?(?:provided|exempt\w*|excluded|permitted)|"
    r"save as (?:otherwise )?provided|save as is (?:otherwise )?provided|without prejudice to|"
    r"except (?:in accordance with|under|pursuant to|where|when|if|that)\b|"
    r"með fyrirvara um|sbr\.\s+þó|samkvæmt þó)\b", _I,
)  # fmt: skip
# It takes out of what it names.
_disapplied = re.compile(
    r"\b(?:do(?:es)?|shall|will|did) not (?:apply|extend|affect|require|prevent|prohibit|preclude|"
    r"operate)\b|\b(?:is|are|shall be) (?:not (?:subject to|required to comply with|bound by)|"
    r"exempt(?:ed)? from|excluded from)|\bneed not comply with\b|"
    r"\b(?:is|are) not (?:a |in )?violations? of\b|"
    r"\bin lieu of\b|\binstead of\b|"
    r"\bgilda?\s+(?:þó\s+)?ekki\b|\b(?:á|eiga)\s+(?:þó\s+)?ekki\s+við\b|\btekur?\s+(?:þó\s+)?ekki\s+til\b",
    _I,
)
_nothing_in = re.compile(
    r"\b(?:nothing (?:contained )?in|no provision of|ekkert í)\b(?=[^.;]{0,120}\b(?:prevent|"
    r"prohibit|preclude|require|appl|affect|authori|oblige|restrict|forbid|render|make|kemur|hindrar|takmarkar)"
    r"\w*)", _I,
)  # fmt: skip
_not_required = re.compile(
    r"\b(?:need not|(?:is|are|shall) not (?:be )?(?:required|obliged|bound) to|does not have to|"
    r"(?:is|are) excused from|may nevertheless|the failure (?:by|of)[^.;]{0,200}"
    r"\b(?:is not a violation|does not violate)|"
    r"satisf(?:y|ies) the [^.;]{0,60}\brequirements?|"
    r"þarf (?:þó )?ekki|er (?:þó )?ekki skylt|er þó heimilt)\b", _I,
)  # fmt: skip
_headed = re.compile(
    r"^\W*(?:[\w ,'-]{0,40}\b)?(?:exceptions?|exemptions?|exclusions?|exempt|excluded|savings?|"
    r"not covered|limitations? on (?:the )?(?:duty|requirement)s?|undanþágur?|"
    r"undantekning\w*)\b", _I,
)  # fmt: skip
_inside = re.compile(
    r"\b(?:provided(?: further| also|, however)?,?(?: always)?,? that|provided further|"
    r"except(?:ing)?\b|unless\b|other than\b|save (?:that|for|as|where|in)\b|"
    r"but (?:does|do|shall) not\b|"
    r"(?:does|do|shall) not (?:apply|include|extend)\b|excluding\b|only if\b(?!.)|"
    r"(?<!skal )(?<!skulu )(?<!má )(?<!mega )(?<!ekki )nema\b|að undanskil\w+|þó ekki\b|"
    r"með þeirri undantekningu|"
    r"ann(?:ar|að|arra|ars|an|arri)\s+en\b|aðr(?:ir|ar|a|um)\s+en\b)", _I,
)  # fmt: skip
# How far a verb stands from what it speaks of: "… of this section, as modified, shall not apply".
_NEAR = 60
_any_other = re.compile(
    r"\bany(?:thing)?(?: (?:other|contrary))? (?:provisions?|thing)?[^.;,]{0,60}"
    r"\b(?:this|these) (\w+)|"
    r"\bother provisions? of this (\w+)", _I,
)  # fmt: skip

_named_ends = re.compile(
    r",\s+(?!(?:and|or|§|\(|\d|sections?|paragraphs?|eða|og)\b)|[;:—.](?=\s|$)", _I
)
_EMPTY_WORDS = (
    "exception exemption exclusion exempt excluded saving certain other general rule "
    "requirement with from that this these those which such under section paragraph where "
    "when applie apply specified limited"
)
_EMPTY = frozenset(_EMPTY_WORDS.split())


def stated(law: LawText) -> Iterator[Stated]:
    """In the order of the text. What a publisher's interpretation says limits nothing."""
    for node in _speaking(law):
        for words in law.own(node):
            yield from _in_words(law, node, words)


def _speaking(law: LawText) -> Iterator[Node]:
    until = -1
    for node in law.enacted():
        if node.ordinal <= until:
            continue
        if node.kind == "interpretation":
            until = node.last
            continue
        yield node


def inside(law: LawText, node: Node) -> Iterator[Stated]:
    """What a provision's own words take out of it; closing words speak for all that they close."""
    around = law.nodes[node.parent] if node.kind == "continuation" else node
    for words in law.own(node):
        text = law.text[words.start : words.end]
        for match in _inside.finditer(text):
            start, end = _clause(text, match.start())
            cited = law.places(words.start + start, words.start + match.start())
            if "not" in match[0].lower().split() and any(urn != node.urn for urn in cited):
                # It speaks of another provision.
                continue
            quoted = " ".join(text[match.start() : end].split())
            yield Stated(
                node.urn, words.start + start, words.start + end, quoted, (around.urn,),
                Direction.LIMITS,
            )  # fmt: skip


def _clause(text: str, at: int) -> tuple[int, int]:
    """The sentence around a place, from there on to its end."""
    cuts = [0, *(match.end() for match in _sentence.finditer(text)), len(text)]
    begin = max(cut for cut in cuts if cut <= at)
    return begin, min(cut for cut in cuts if cut > at)


def _in_words(law: LawText, node: Node, words: OwnWords) -> Iterator[Stated]:
    text = law.text[words.start : words.end]
    verb = _disapplied.search(text)
    listed = verb and re.search(r"\bfollowing\b", text[: verb.start()], _I)
    if listed and law.children[node.ordinal]:
        yield from _listed(law, node, text)
        return
    cuts = [0, *(match.end() for match in _sentence.finditer(text)), len(text)]
    for begin, end in pairwise(cuts):
        yield from _in_sentence(law, node, words.start + begin, words.start + end)
    yield from _beside(law, node, words)


def _listed(law: LawText, node: Node, sentence: str) -> Iterator[Stated]:
    """ "The following do not apply to …:", each item with what it names."""
    words = " ".join(sentence.split())
    for item in (law.nodes[at] for at in law.children[node.ordinal]):
        targets = tuple(law.places(item.body, item.end))
        if targets:
            yield Stated(item.urn, item.start, item.end, words, targets, Direction.LIMITS)


def _in_sentence(law: LawText, node: Node, start: int, end: int) -> Iterator[Stated]:
    text = law.text[start:end]

    def made(at: int, until: int, targets: list[str], seen: Direction, own: Direction | None):
        kept = tuple(urn for urn in dict.fromkeys(targets) if urn != node.urn)
        if kept:
            quoted = " ".join(text[at:until].strip().split())
            yield Stated(node.urn, start, end, quoted, kept, seen, own)

    for match in _despite.finditer(text):
        until = _phrase_end(text, match.end())
        targets = law.places(start + match.end(), start + until)
        if not targets and (other := _any_other.search(text, match.start(), until)):
            targets = _whole(law, node, other)
        yield from made(match.start(), until, targets, Direction.LIMITS, Direction.OVERRIDES)
    for match in _subject.finditer(text):
        until = _phrase_end(text, match.end())
        targets = law.places(start + match.end(), start + until)
        targets = [urn for target in targets for urn in _other_parts(law, node, target)]
        yield from made(match.start(), until, targets, Direction.OVERRIDES, Direction.YIELDS)
    for match in _disapplied.finditer(text):
        after = law.places(start + match.start(), start + match.end() + 160)
        subject = text[: match.start()]
        if re.search(
            r"\bexempt|subject to|comply with|bound by|violation|excluded|requirement", match[0], _I
        ):
            targets = after
        elif _subject.search(subject) and not re.search(
            r"\b(?:sections?|§|paragraphs?)[^,]*$", subject, _I
        ):
            targets = []
        else:
            targets = _last_named(law, start, start + match.start())
        yield from made(0, len(text), targets, Direction.LIMITS, None)
    for match in _not_required.finditer(text):
        # "need not furnish the statement required by section 9"
        if match[0].lower().startswith("satisf"):
            continue
        targets = law.places(start + match.end(), end)
        yield from made(0, len(text), targets, Direction.LIMITS, None)
    for match in _nothing_in.finditer(text):
        targets = law.places(start + match.end(), start + match.end() + 120)
        yield from made(match.start(), len(text), targets, Direction.LIMITS, None)


def _other_parts(law: LawText, node: Node, urn: str) -> list[str]:
    """ "Except as permitted in this paragraph": what else the rule's paragraph holds."""
    chain = [above.ordinal for above in law.above(node)]
    holder = law.by_urn.get(urn)
    if holder is None or holder.ordinal not in chain:
        return [urn]
    # Said in an item, "this paragraph" is the one that the item stands in.
    if holder is node and node.parent > 0 and node.kind not in UNITS:
        holder = law.nodes[node.parent]
    if holder.kind in CONTAINERS:
        return []
    return [law.nodes[at].urn for at in law.children[holder.ordinal] if at not in chain]


def _last_named(law: LawText, start: int, verb: int) -> list[str]:
    """What a verb speaks of: the places named right before it, as far back as they are listed."""
    found: list[str] = []
    at = verb
    for resolved in reversed(list(law.cited(start, verb))):
        if at - resolved.mention.end > _NEAR:
            break
        found = [*law.places(resolved.mention.start, resolved.mention.start + 1), *found]
        at = resolved.mention.start
    return found


def _phrase_end(text: str, at: int) -> int:
    """Where what is named ends: at a comma that begins another clause."""
    cut = _named_ends.search(text, at)
    return cut.start() if cut else len(text)


def _whole(law: LawText, node: Node, other: re.Match[str]) -> list[str]:
    name = (other[1] or other[2] or "").lower()
    for above in law.above(node):
        if above.kind == name and above.kind != "work":
            return [above.urn]
    return [law.work.urn]


def _beside(law: LawText, node: Node, words: OwnWords) -> Iterator[Stated]:
    """A paragraph that is headed as an exception, or that frees from what stands beside it. One
    that stands below such a heading speaks for it."""
    unit = law.unit(node)
    if unit is None or node is unit:
        return
    text = law.text[words.start : words.end]
    frees = _not_required.search(text)
    # The outermost: what stands below it speaks for it.
    chain = [above for above in law.above(node) if above.depth > unit.depth]
    headed = next((above for above in reversed(chain) if _is_headed(law, above)), None)
    if headed is not None and headed is not node and not frees:
        return
    if headed is node and law.children[node.ordinal] and _speaks_below(law, node):
        return
    if headed is None and not frees:
        return
    source = headed or node
    beside = _siblings(law, source)
    if headed is None:
        while not any(sibling.ordinal < source.ordinal for sibling in beside) and source.parent != (
            unit.ordinal
        ):
            source = law.nodes[source.parent]
            beside = _siblings(law, source)
        beside = [sibling for sibling in beside if sibling.ordinal < source.ordinal]
    named = source.heading or law.text[source.body : source.body + 80].partition(".")[0]
    about = text if headed is None else named
    targets = tuple(target.urn for target in _meant(law, about, beside, headed is not None))
    if targets:
        begin, end = _clause(text, frees.start()) if frees else (0, len(text))
        quoted = " ".join(text[begin:end].split())
        yield Stated(node.urn, words.start, words.end, quoted, targets, Direction.LIMITS)


def _is_headed(law: LawText, node: Node) -> bool:
    return bool(_headed.match(node.heading or law.text[node.body : node.body + 60]))


def _speaks_below(law: LawText, node: Node) -> bool:
    """Whether something below frees in words of its own."""
    return any(
        _not_required.search(law.text, words.start, words.end)
        for below in law.nodes[node.ordinal + 1 : node.last + 1]
        for words in law.own(below)
    )


def _siblings(law: LawText, node: Node) -> list[Node]:
    return [law.nodes[at] for at in law.children[node.parent] if at != node.ordinal]


def _meant(law: LawText, about: str, beside: list[Node], headed: bool) -> list[Node]:
    """Of what stands beside, what an exception speaks of, by the words they share. A heading that
    names nothing there speaks of all; a sentence, of nothing."""
    named = _content(about)
    least = 1 if headed else 2
    shared = [node for node in beside if len(named & _content(_title(law, node))) >= least]
    return shared or (beside if headed else [])


def _title(law: LawText, node: Node) -> str:
    """A heading, one that runs into the text, or how it begins."""
    begins = law.text[node.body : node.body + 160]
    run_in = begins.partition(".")[0]
    return node.heading or (run_in if len(run_in) < 80 else begins)


def _content(words: str) -> frozenset[str]:
    return (
        frozenset(word.removesuffix("s") for word in re.findall(r"[a-zà-þ]{4,}", words.lower()))
        - _EMPTY
    )
