"""Whether an English phrase names law, and which law or provision is the subject of a verb."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.status.records import NamedTarget, Target, Whole

UNITS = (
    r"(?:(?:sub-?)?(?:section|paragraph|regulation|rule|item|clause|division|part|chapter|title)s?|"
    r"(?:sub)?secs?\.?|(?:sub)?pars?\.|§{1,2}|articles?|provisos?|definitions?|schedules?|"
    r"annex(?:ure)?|appendix|headings?|tables?|sub-?items?|subchapters?)"
)
# The head of a phrase that names law. An order or a plan is law where it has a number.
_law = re.compile(
    rf"(?<!\w)(?:{UNITS}|acts?|laws?|by-?\s?laws?|ordinances?|codes?|proclamations?|decrees?|"
    rf"statutes?|enactments?|legislation|provisions?|(?-i:Constitution)|charter|"
    rf"statutory instruments?|"
    r"directives?|amendments?|repeal|orders|subparagraphs?|(?:first|second|third|last|final|"
    r"next) sentences?|"
    r"cl\.|pub\. ?l\.|public law|u\.?s\.?c\.?|(?:orders?|ord\.|notices?|resolutions?|plans?|"
    r"instruments?) (?:no\.? ?)?\d[\w/-]*|"
    r"(?-i:Convention|Treaty|Protocol|Covenant|Compact))(?![\w-])",
    re.IGNORECASE,
)
# A phrase with one of these as its head is not law, whatever law it is under.
_THINGS = (
    "agreement|appeal|application|appointment|approval|award|benefit|board|bond|certificate|claim|"
    "commission|committee|concession|contract|convention|council|councillor|coverage|debt|decision|"
    "declaration|determination|disposition|election|exemption|fee|fund|function|interest|"
    "judge?ment|lease|marriage|member|membership|offence|office|patent|payment|period|permission|"
    "permit|person|program|programme|reference|registration|right|scheme|session|share|sign|tender|"
    "trust|warrant|will|word"
)
_things = re.compile(
    rf"\b(?:(?:{_THINGS})s?|licen[cs]es?|polic(?:y|ies)|penalt(?:y|ies)|compan(?:y|ies)|"
    r"treat(?:y|ies)|liabilit(?:y|ies)|securit(?:y|ies)|sentences? (?!of sub)|terms? of|"
    r"authorit(?:y|ies) (?:given|granted|issued)|orders? (?:of|made|referred)|notices? (?:of|in)|"
    r"(?:an?|the|such|any) (?:order|notice))\b",
    re.IGNORECASE,
)
# Before the head of a subject there is no verb, and it does not hang on another noun.
_verb = re.compile(
    r"\b(?:may|shall|must|will|can|cannot|is|are|was|were|has|have|had|does|do|fails?|means|"
    r"provided|applies|apply|where|when|whenever|whether|if|unless)\b",
    re.IGNORECASE,
)
_hanging = re.compile(
    r"\b(?:under|in terms of|of|by|to|for|with|from|upon|on|in|because) (?:\w+ ){0,2}$",
    re.IGNORECASE,
)
# "The authority under subsections (a) to (c)", "the text of section 5" are what these provide.
_given = re.compile(
    r"(?:the |any )?(?:(?:authority|authori[sz]ation|power|exemption|prohibitions?|requirements?) "
    r"(?:(?:provided|conferred|granted|to [\w ]{1,60}?) )?(?:under|by|of|in)|"
    r"(?:text|operation|whole|application|applicability) of) ",
    re.IGNORECASE,
)
# Words of a law are not law by themselves; an article may be a tool, a division one of land.
_other = re.compile(
    r"[“\"]|(?:the )?words\b|.*\bof the (?:\w+ )?(?-i:Agreement|Contract|Lease|Deed)\b|"
    r"(?:the )?provision of (?!sec|sub|par|title|chapter|law|th)|(?:(?:the|any|"
    r"an?) )?subdivisions?\b(?! [\d(])|[^“]*, “[^”]*”$|[^“]*”$|"
    r"(?:(?:the|such|that|an?) )?(?:\w+ )?(?:article|item|table|heading|title|rule)s?$|"
    r"(?:the )?(?!this|that|said|first|second|third|fourth|fifth|sixth)\w+ schedule$|"
    r"(?:(?:the|an?) )?(?:division|part|title|item|table|article|schedule) of (?:an?|any|its|his) ",
    re.IGNORECASE,
)
_this = re.compile(
    r"(?:(?:this|these|the said|said) (?:\w+ )?(?:act|by-?\s?laws?|ordinance|regulations?|rules|"
    r"code|law|proclamation|decree|order|notice|instrument|constitution|statute)\b(?! (?:of|no)\b)|"
    r"(?-i:The (?:Act|Ordinance|By-law))$)",
    re.IGNORECASE,
)
_with_this = re.compile(r",? (?:and any|\[|\(|except|other than)", re.IGNORECASE)
_here = re.compile(
    rf"(?:this|the present) {UNITS}|"
    r"(?:the )?(?:sub-?)?(?:section|paragraph|regulation|clause|part|chapter|title)s?",
    re.IGNORECASE,
)
# "Section, act Mar. 3, 1887, ch. 362, related to …" is what editors say of the one they stand at.
_this_section = re.compile(r"Section, (?:acts?|added|Pub|R\.S)\b")
_of_this = re.compile(r"(?:the )?(?:provisions|operation|whole) of (?=this |these )", re.IGNORECASE)
# What may stand before a subject: a number, a caption, what it prevails over.
_start = re.compile(
    r"(?:\(\w{1,4}\) ?|[\s,;:.(\[“\"—–-]|\d{4}—|[A-Z][\w (),]{1,50}\.[—–]|"
    r"(?:and|but|that(?= the\b)|also|[Pp]rovided that|[Pp]rovided|whereas|effective [^,]{4,30},|"
    r"in (?:sub)?(?:section|sec)[^,]{1,40},|in (?=section)) ?)+"
)
_lead = re.compile(
    r"(?:in terms of|subject to|notwithstanding|despite|in addition to|under|pursuant to|"
    r"by virtue of|for the purposes of|without prejudice to|with the exception of|except for|"
    r"except as(?: otherwise)? provided (?:in|by)) [^;]{1,240}?, (?=the\b|this\b|these\b|[A-Z]|"
    r"sub|sec|any|all)",
    re.IGNORECASE,
)
# What is in brackets, quotes or a relative clause has verbs of its own.
_inner = re.compile(r"“[^”]*”|\([^()]*\)|\[[^\]]*\]|(?<=\s)(?:which|that|who|whose)\b[^,;]*")
_finite = re.compile(
    r"\b(?:is|are|was|were|has|have|had|shall|must|may|will|would|should|does|did|became|becomes?|"
    r"provides|means|refers? to|applies|takes|took|authori[sz]es|requires|provided(?! (?:by|for|"
    r"in|under|to)\b)|(?<=, )related|(?<=and )related)\b"
)
_definite = re.compile(
    r"\d|^(?:[Tt]he|[Tt]his|[Tt]hese|[Tt]hose)\b|\b(?:Act|By-?[Ll]aw|Ordinance|Code)\b"
)
# The verb has the same subject as one before it.
_elided = re.compile(r"(?:,|\s)\s*(?:and|but)\s*$")
_relative = re.compile(r",?\s*\b(?P<more>and )?(?:which|that)(?:, in turn,)?\s*$")
_clause = re.compile(r"[Pp]rovided,? (?:however, )?that |: |, (?:and|but) ")
_bracketed = re.compile(r"“[^”]*”|\([^()]*\)|\[[^\]]*\]")
# A semicolon ends a clause, but not in a list of acts.
_semicolon = re.compile(r"; (?:and )?(?!Pub\. ?L|[A-Z][a-z]+\.? \d{1,2}, |renumbered)")
_provided = re.compile(
    r"(?P<which>\b(?:which|and) )?\b[Pp]rovided(?:,? (?:however, )?that\b:?|"
    r"(?: as follows)?(?=: )):?,?\s*"
)
_its_own = re.compile(
    r"(?:^|and that |, )[“\"(\w)]{0,5}\s?(?:the|this|that|such) (?:act|law)\s*$", re.IGNORECASE
)
# A U.S. law by its number, or by its day.
_source = re.compile(
    r"(?:D\. ?C\.? )?Law \d+-\d+|Pub\. ?L\. ?(?:No\. )?[\d–-]+|"
    r"[Aa]ct (?:of )?[A-Z][a-z]+\.? \d+, \d{4}"
)
# From here on a phrase tells more of what it has named.
_aside = re.compile(
    r",? (?:which|who)\b|,? as published\b|, (?:referred to|as (?:added|amended|in effect|so)|"
    r"added|related to|relating to|formerly|prior to|adopted|being|published|authorized|"
    r"provid(?:ed|ing) for|set forth|prescribed|required|established|directed)\b"
)
_listed = re.compile(r"(?:(?!,? and (?:the|section|§|sub)).)+")
_and = re.compile(r",? ?and ")
_part = re.compile(
    r"[,;] |\n| (?:or|and|to|other than|except|under|in terms of|by|pursuant to) (?=\S)"
)
_PARTS = 3
_SMALL = frozenset(("of", "and", "the", "for", "to", "in", "on", "with", "&"))
_FAR = 160


def is_law(words: str) -> bool:
    """Whether the head of a phrase is law."""
    if _other.match(words):
        return False
    given = _given.match(words)
    words = words[given.end() :] if given else words
    law = _law.search(words)
    if law is None or law.start() > _FAR:
        return False
    before = words[: law.start()]
    if law[0][0].isupper():
        before = _before_title(before)
    return not any(pattern.search(before) for pattern in (_things, _verb, _hanging))


def named(text: str, start: int, end: int) -> Target:
    """The target that a phrase names."""
    first, last = trimmed(text, start, end)
    if _here.fullmatch(text, first, last) or _this_section.match(text, first, last):
        return Whole.PROVISION
    aside = _aside.search(text, first, last)
    return NamedTarget(first, aside.start() if aside else last)


def is_whole(words: str) -> bool:
    """Whether a phrase closes each bracket and quote that it opens, and opens each that it closes.
    One that does not was cut out of another, so it is not the subject of the verb."""
    return all(words.count(one) == words.count(other) for one, other in ("()", "[]", "“”"))


def subjects(text: str, start: int, verb: int) -> Iterator[Target]:
    """The laws and provisions that are the subject of a verb, each that is listed by itself."""
    target = _subject(text, start, verb)
    if not isinstance(target, NamedTarget):
        if target is not None:
            yield target
        return
    head = text[target.start : target.end]
    parts = [match.span() for match in _listed.finditer(head)]
    if len(parts) == 1 or not all(_law.search(head, *part) for part in parts):
        yield target
        return
    for begin, end in parts:
        joined = _and.match(head, begin, end)
        first = target.start + (joined.end() if joined else begin)
        this = _this.fullmatch(text, first, target.start + end)
        yield Whole.LAW if this else named(text, first, target.start + end)


def last_named(text: str, start: int, end: int) -> NamedTarget | None:
    """The law that is named last before a place: by its number or its name, or as "the Act"."""
    verbs = [start + match.end() for match in _finite.finditer(_outer(text[start:end]))]
    parts = [match.end() for match in _part.finditer(text, start, end)]
    for at in (*verbs[-1:], *parts[: -_PARTS - 1 : -1], start):
        first, last = trimmed(text, at, end)
        words = text[first:last]
        if is_law(words) and is_plain(words) and _definite.search(words):
            found = named(text, first, last)
            return found if isinstance(found, NamedTarget) else None
    return None


def first_named(text: str, start: int, end: int) -> Target | None:
    """The law that a sentence begins with, up to its verb."""
    first, last = trimmed(text, start, end)
    verb = _finite.search(_outer(text[first:last]))
    return _phrase(text, first, first + verb.start() if verb else last)


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """A phrase without what leads to it."""
    lead = _start.match(text, start, end)
    first = lead.end() if lead else start
    while end > first and (text[end - 1] in " ,;:(" or text[end - 2 : end] == ")."):
        end -= 1
    return first, max(first, end)


def _before_title(words: str) -> str:
    """A phrase without the name of an act at its end: an act may be named for a board."""
    tokens = list(re.finditer(r"\S+", words))
    while tokens and (tokens[-1][0][0] in "(“" or tokens[-1][0][0].isupper()):
        words = words[: tokens.pop().start()]
        small = tokens
        while small and small[-1][0] in _SMALL:
            small = small[:-1]
        if small and len(small) < len(tokens) and small[-1][0][0].isupper():
            tokens = small
    return words


def _outer(words: str) -> str:
    """A phrase with the verbs that are not its own blanked out, as long as before."""
    return _inner.sub(_blank, words)


def _blank(found: re.Match[str]) -> str:
    return "·" * len(found[0])


def is_plain(words: str) -> bool:
    """Whether a phrase has no verb of its own."""
    return _finite.search(_outer(words)) is None


def provision(text: str, start: int, verb: int) -> re.Match[str] | None:
    """The "provided that" whose clause a verb is in."""
    said = None
    for match in _provided.finditer(text, start, verb):
        # "Section 5, which provided that …, was repealed" goes on after what it provided.
        words = text[match.end() : verb]
        if not match["which"] or (words.startswith("“") and "”" not in words):
            said = match
    return said


def _subject(text: str, start: int, verb: int) -> Target | None:
    """The law of the verb's own clause. What an editor says that another law provided is said of
    what follows "provided that", and of that law where the words are "the act"."""
    if said := provision(text, start, verb):
        caption = max(start, text.rfind(": ", start, said.start()))
        source = _source.search(text, caption, said.start())
        if _its_own.search(text[said.end() : verb]):
            return NamedTarget(*source.span()) if source else Whole.LAW
        found = _clause_subject(text, said.end(), verb)
        quoted = text[said.end() : said.end() + 1] == "“"
        if isinstance(found, Whole) and source and quoted:
            return NamedTarget(*trimmed(text, said.end(), verb))
        return found
    return _clause_subject(text, start, verb)


def _clause_subject(text: str, start: int, verb: int) -> Target | None:
    words = _bracketed.sub(_blank, text[start:verb])
    cuts = [match.end() for match in _semicolon.finditer(words)]
    if cuts:
        start, words = start + cuts[-1], words[cuts[-1] :]
    if relative := _relative.search(words):
        # "Act Mar. 12, 1914, which enacted …, and which was repealed".
        first = words.find(", which ") if relative["more"] else -1
        return last_named(text, start, start + (first if first >= 0 else relative.start()))
    if elided := _elided.search(words):
        return first_named(text, start, start + elided.start())
    starts = [start, *(start + match.end() for match in _clause.finditer(words))]
    # A clause before "and" has a verb of its own.
    at = words.rfind(" and ")
    if at >= 0 and not is_plain(words[:at]):
        starts.append(start + at + len(" and "))
    for at in starts:
        if is_plain(text[at:verb]):
            found = _phrase(text, at, verb)
            if found is not None:
                return found
    # "Section 5, which provided that …, was repealed".
    which = words.find(", which ")
    if which >= 0 and words.rstrip().endswith(",") and is_plain(words[:which]):
        return _phrase(text, start, start + which)
    return None


def _phrase(text: str, start: int, end: int) -> Target | None:
    """The target that a phrase is, where it is law."""
    first, last = trimmed(text, start, end)
    for pattern in (_lead, _of_this):
        if match := pattern.match(text, first, last):
            first = match.end()
    words = text[first:last]
    if this := _this.match(words):
        rest = words[this.end() :]
        if not rest.strip(" ,") or _with_this.match(rest):
            return Whole.LAW
    return named(text, first, last) if is_law(words) else None
