"""Where a law limits its own rules: provisos, exceptions, and which of two rules gives way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pincite.citations.law_text import LawText, OwnWords
from pincite.model import CONTAINERS, UNITS, Node
from pincite.scope.beside import beside, supposed, takes_out
from pincite.scope.records import Direction, Stated, StatutoryDefinition
from pincite.scope.sentences import Sentences
from pincite.scope.terms import key_of

_I = re.IGNORECASE
# It prevails over what it names.
_despite = re.compile(
    r"\b(?:notwithstanding|despite|in spite of|regardless of|þrátt fyrir)\b"
    r"(?!\s+(?:the fact|that\b|whether\b|how\b|what\b))", _I,
)  # fmt: skip
# It gives way to what it names.
_subject = re.compile(
    r"\b(?:except as (?:is |are )?(?:otherwise )?(?:provided|specified|set forth|set out|stated|"
    r"permitted|described|allowed|required|modified)|"
    r"unless\b|other than (?:as|in accordance with|under|pursuant to)\b|"
    r"not (?:otherwise )?(?:allowed|permitted|authorized|exempted|excluded) (?:by|under|in)\b|"
    r"(?:not|other than|except(?: for)?) (?:(?:an?|the|any|those) )?(?:[\w’'-]+ ){0,4}?(?:as )?"
    r"(?:described|specified|listed|identified|excepted|exempted) (?:in|by|under)\b|"
    r"save as (?:is )?(?:otherwise )?provided|without prejudice to|"
    r"except (?:in accordance with|under|pursuant to|where|when|if|that)\b|"
    r"með fyrirvara um|sbr\.\s+þó|samkvæmt þó)\b|"
    r"\b(?<!not )subject to\b", _I,
)  # fmt: skip
# It takes out of what it names.
_disapplied = re.compile(
    r"\b(?:do(?:es)?|shall|will|did) not (?:apply|extend|affect|require|prevent|prohibit|preclude|"
    r"operate)\b|\b(?:is|are|shall be) (?:not (?:subject to|required to comply with|bound by)|"
    r"exempt(?:ed)? from|excluded from)|\bneed not comply with\b|"
    r"\b(?:is|are) not (?:a |in )?violations? of\b|"
    r"\bgilda?\s+(?:þó\s+)?ekki\b|\b(?:á|eiga)\s+(?:þó\s+)?ekki\s+við\b|\btekur?\s+(?:þó\s+)?ekki\s+til\b",
    _I,
)
# "shall have no right to appeal pursuant to section 9"
_no_right = re.compile(
    r"\b(?:has|have) no (?:right|duty|obligation|power|authority)\b[^.;,]{0,80}?"
    r"\b(?:under|pursuant to|imposed by|required by)\s", _I,
)  # fmt: skip
_nothing_in = re.compile(
    r"\b(?:nothing (?:contained )?in|no provision of|ekkert í)\b(?=[^.;]{0,120}\b(?:prevent|"
    r"prohibit|preclude|require|appl|affect|authori|oblige|restrict|forbid|render|make|kemur|"
    r"hindrar|takmarkar)"
    r"\w*)", _I,
)  # fmt: skip
_not_required = re.compile(
    r"\b(?:need not|(?:is|are|shall) not (?:be )?(?:required|obliged|bound) to|does not have to|"
    r"(?:is|are) excused from|may nevertheless|the failure (?:by|of)[^.;]{0,200}"
    r"\b(?:is not a violation|does not violate)|"
    r"þarf (?:þó )?ekki|er (?:þó )?ekki skylt|er þó heimilt)\b", _I,
)  # fmt: skip
_inside = re.compile(
    r"\b(?:provided(?: further| also|, however)?,?(?: always)?,? that|provided further|"
    r"except(?:ing)?\b|unless\b|other than\b|save (?:that|for|as|where|in)\b|"
    r"but (?:does|do|shall) not\b|"
    r"(?:does|do|shall) not (?:apply|include|extend)\b|excluding\b|only if\b(?!.)|"
    r"however(?=,)|(?<=[.;]\s)however\b|"
    r"(?<!skal )(?<!skulu )(?<!má )(?<!mega )(?<!ekki )nema\b|að undanskil\w+|þó ekki\b|"
    r"með þeirri undantekningu|"
    r"ann(?:ar|að|arra|ars|an|arri)\s+en\b|aðr(?:ir|ar|a|um)\s+en\b)", _I,
)  # fmt: skip
# Of the provision itself: "This paragraph does not require".
_itself = re.compile(
    r"\b(?:does|do|shall) not (?:require|prevent|prohibit|preclude|affect|limit)\b", _I
)
# "This section applies to all motions except …"
_applies_but = re.compile(
    r"\A\W*th(?:is|ese) \w+ appl(?:y|ies) (?:only )?(?:to|in|when|where)\b[^.;]*?"
    r"\b(?:except|other than|excluding|unless)\b", _I,
)  # fmt: skip
# "Records are generally secret. A keeper may show them to …"
_as_a_rule = re.compile(r"\b(?:generally|ordinarily|normally)\b", _I)
_yet = re.compile(r"\bmay\b(?! not)", _I)
_in_lieu = re.compile(r"\b(?:in lieu|instead) of\b", _I)
# "may modify any time prescribed by this section"
_departs = re.compile(
    r"\bmay\b(?! not)[^.;]{0,120}?\b(?:waive|modify|extend|shorten|suspend|excuse|dispense with|"
    r"vary|relieve|exempt)\b[^.;]{0,80}?\b(?:in|by|of|under|from)\s+(?=this\b|section|paragraph|§)",
    _I,
)
# "The time in paragraph (g) of this section may be extended"
_departed = re.compile(
    r"\bmay be (?:waived|modified|extended|shortened|suspended|excused|dispensed with|varied)\b", _I
)
# What follows is the case, not what it is taken out of.
_case = re.compile(
    r"\b(?:if|unless|when|where|provided|except|because|until|before|after|so long as|"
    r"with respect to)\b",
    _I,
)
# "exempt from disclosure under section 9": section 9 says so, and is not what it is exempt from.
_granted = re.compile(r"\b(?:under|pursuant to|by|in accordance with|as provided in)\b", _I)
_duty = re.compile(r"\b(?:requirement|dut|obligation|prohibition|restriction|provision)\w*", _I)
_supposing = re.compile(
    r"\b(?:if|because|whether|which|that|when|where)\s+(?:the\s+\w+\s+(?:of|in)\s+)?\Z", _I
)
_following = re.compile(r"(?:\A|[.;,]\s*)the following\b[^.;,]{0,60}\Z", _I)
# "except if a motion filed under section 9 is pending": what it is filed under excepts nothing.
_a_case = re.compile(r"\b(?:unless|if|when|where)\Z", _I)
_made_under = re.compile(
    r"\b(?:filed|issued|made|served|entered|given|submitted) "
    r"(?:under|pursuant to|in accordance with)\s+\Z",
    _I,
)
_clause_begins = re.compile(r"(?:\A|[,;:.—(]|\b(?:and|but|or))\s*\Z", _I)
_direct = re.compile(
    r"\s+(?:the\s+(?:provisions|limitations?|conditions|exceptions|restrictions|limits)\s+"
    r"(?:of|in|under|set forth in|contained in|specified in)\s+)?\Z", _I,
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


def stated(law: LawText) -> Iterator[Stated]:
    """In the order of the text. What a publisher's interpretation says limits nothing."""
    for node in _speaking(law):
        for words in law.own(node):
            yield from _in_words(law, node, words)


def taken_out(law: LawText, defined: Sequence[StatutoryDefinition]) -> Iterator[Stated]:
    """ "The term does not include …" limits what the term means, where that stands elsewhere."""
    meanings: dict[str, list[StatutoryDefinition]] = {}
    for definition in defined:
        if not definition.adds:
            key = key_of(definition.term, law.language)
            meanings.setdefault(key, []).append(definition)
    for less in defined:
        said = law.text[less.start : less.body]
        if not (less.adds and re.search(r"\bnot\b", said, _I)):
            continue
        targets = tuple(
            definition.urn
            for definition in meanings.get(key_of(less.term, law.language), ())
            if definition.urn != less.urn
            and not set(definition.extent.includes).isdisjoint(less.extent.includes)
        )
        if targets:
            words = " ".join(law.text[less.start : less.end].split())
            yield Stated(less.urn, less.start, less.end, words, targets, Direction.LIMITS)


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
        matches = [*_inside.finditer(text), *_itself.finditer(text), *_after_a_rule(text)]
        if not matches:
            continue
        sentences = Sentences(text)
        for match in matches:
            start, end = sentences.around(match.start())
            cited = law.places(words.start + start, words.start + match.start())
            others = [urn for urn in cited if urn not in (node.urn, around.urn)]
            if "not" in match[0].lower().split() and others:
                # It speaks of another provision.
                continue
            if match.re is _itself and not cited:
                continue
            quoted = " ".join(text[match.start() : end].split())
            yield Stated(
                node.urn, words.start + start, words.start + end, quoted, (around.urn,),
                Direction.LIMITS,
            )  # fmt: skip


def _after_a_rule(text: str) -> list[re.Match[str]]:
    """What the sentence behind one that holds "generally" permits."""
    if not (general := _as_a_rule.search(text)):
        return []
    spans = [span for span in Sentences(text) if span[0] > general.start()]
    # One that says "however" or "unless" is found by that.
    told = not spans or _inside.search(text, *spans[0])
    found = None if told else _yet.search(text, *spans[0])
    return [found] if found else []


def _in_words(law: LawText, node: Node, words: OwnWords) -> Iterator[Stated]:
    text = law.text[words.start : words.end]
    verb = _disapplied.search(text)
    if verb and _following.search(text, 0, verb.start()) and law.children[node.ordinal]:
        listed = list(_listed(law, node, text))
        if listed:
            yield from listed
            return
    named = False
    for start, end in Sentences(law.text, words.start, words.end):
        for statement in _in_sentence(law, node, start, end):
            named = named or (statement.direction is Direction.LIMITS and statement.own is None)
            yield statement
    # One that says what it is taken out of says it of nothing else.
    if not named:
        yield from beside(law, node, words)


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
        targets = _yielded_to(law, node, start, match, until)
        yield from made(match.start(), until, targets, Direction.OVERRIDES, Direction.YIELDS)
    for at, until, targets in _taken_from(law, node, start, end):
        yield from made(at, until, targets, Direction.LIMITS, None)


def _yielded_to(
    law: LawText, node: Node, start: int, match: re.Match[str], until: int
) -> list[str]:
    """What a sentence that begins at `start` gives way to, by the words of the match."""
    text = match.string
    if match[0].lower() == "subject to" and not _clause_begins.search(text, 0, match.start()):
        first = next(law.cited(start + match.end(), start + until), None)
        verb = re.search(r"\b(?:is|are|be|been|made)\s+\Z", text[: match.start()], _I)
        # A thing that is subject to section 9, or to a duty of it, gives way to nothing.
        if first is None or not verb:
            return []
        if not _direct.fullmatch(text, match.end(), first.mention.start - start):
            return []
    found: list[str] = []
    for resolved in law.cited(start + match.end(), start + until):
        if _a_case.search(match[0]) and _made_under.search(text, 0, resolved.mention.start - start):
            continue
        for urn in law.spanned(resolved):
            found += _other_parts(law, node, urn, text, text[match.start() : until])
    return list(dict.fromkeys(found))


def _other_parts(law: LawText, node: Node, urn: str, rule: str, clause: str) -> list[str]:
    """ "Except as permitted in this paragraph": what else of the rule's paragraph takes something
    out of it."""
    chain = [above.ordinal for above in law.above(node)]
    holder = law.by_urn.get(urn)
    if holder is None or holder.ordinal not in chain:
        return [urn]
    # Said in an item, "this paragraph" is the one that the item stands in.
    if holder is node and node.parent > 0 and node.kind not in UNITS:
        holder = law.nodes[node.parent]
    if holder.kind in CONTAINERS:
        return []
    siblings = (law.nodes[at] for at in law.children[holder.ordinal] if at not in chain)
    return [part.urn for sibling in siblings for part in takes_out(law, sibling, rule, clause)]


def _taken_from(
    law: LawText, node: Node, start: int, end: int
) -> Iterator[tuple[int, int, list[str]]]:
    """What a sentence takes something out of, with the part of it that says so."""
    text = law.text[start:end]
    whole = len(text)
    for match in _disapplied.finditer(text):
        if re.search(r"\b(?:exempt|subject|comply|bound|violation|excluded)", match[0], _I):
            if not supposed(law, node, start, start + match.start()):
                yield 0, whole, _freed_from(law, start, end, match)
        else:
            # "Except as provided in section 9, section 5 does not apply"
            others = (
                _phrase_end(text, other.end())
                for other in (*_subject.finditer(text), *_despite.finditer(text))
            )
            after = max((until for until in others if until <= match.start()), default=0)
            yield 0, whole, _last_named(law, start + after, start + match.start())
    for match in _not_required.finditer(text):
        # "need not furnish the statement required by section 9"
        if not supposed(law, node, start, start + match.start()):
            case = _case.search(text, match.end())
            yield (
                0,
                whole,
                law.places(start + match.end(), start + (case.start() if case else whole)),
            )
    for match in _nothing_in.finditer(text):
        yield match.start(), whole, law.places(start + match.end(), start + match.end() + 120)
    for match in _no_right.finditer(text):
        if not supposed(law, node, start, start + match.start()):
            yield 0, whole, law.places(start + match.end(), start + match.end() + 1)
    for match in _in_lieu.finditer(text):
        until = _phrase_end(text, match.end())
        yield 0, whole, law.places(start + match.end(), start + until)
    for match in _applies_but.finditer(text):
        yield 0, whole, law.places(start + match.start(), start + match.start() + 1)
    for match in _departs.finditer(text):
        yield 0, whole, law.places(start + match.end(), start + match.end() + 1)
    for match in _departed.finditer(text):
        yield 0, whole, _last_named(law, start, start + match.start())


def _freed_from(law: LawText, start: int, end: int, match: re.Match[str]) -> list[str]:
    text = match.string
    case = _case.search(text, match.end())
    until = case.start() if case else min(len(text), match.end() + 160)
    granted = _granted.search(text, match.end(), until)
    if granted and not _duty.search(text, match.end(), granted.start()):
        until = granted.start()
    return law.places(start + match.end(), min(start + until, end))


def _last_named(law: LawText, start: int, verb: int) -> list[str]:
    """What a verb speaks of: the places named right before it, as far back as they are listed."""
    found: list[str] = []
    at = verb
    for resolved in reversed(list(law.cited(start, verb))):
        if at - resolved.mention.end > _NEAR:
            break
        found = [*law.spanned(resolved), *found]
        at = resolved.mention.start
    # "cases to which section 9 does not apply"
    return [] if _supposing.search(law.text, start, at) else found


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
