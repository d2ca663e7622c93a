"""Whether an English phrase names law, and which: this law, this provision, or one by its name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.status.records import NamedTarget, Target, Whole

UNITS = (
    r"(?:(?:sub-?)?(?:section|paragraph|regulation|rule|item|clause|division|part|chapter|title)s?|"
    r"subsecs?\.?|par\.|pars\.|§{1,2}|articles?|provisos?|definitions?|schedules?|annex(?:ure)?|"
    r"appendix|headings?|tables?|sub-?items?|subchapters?)"
)
# The head of a phrase that names law. An order or a plan is law where it has a number.
_law = re.compile(
    rf"\b(?:{UNITS}|acts?|laws?|by-?\s?laws?|ordinances?|codes?|proclamations?|decrees?|statutes?|"
    r"enactments?|legislation|provisions?|constitution|charter|instruments?|directives?|"
    r"amendments?|orders|sentence|subparagraphs?|cl\.|pub\. ?l\.|public law|u\.?s\.?c\.?|"
    r"(?:orders?|notices?|resolutions?|plans?) (?:no\.? ?)?\d[\w/-]*)(?![\w-])",
    re.IGNORECASE,
)
# A phrase with one of these as its head is not law, whatever law it is under.
_THINGS = (
    "agreement|appeal|application|appointment|approval|award|benefit|board|bond|certificate|claim|"
    "commission|committee|concession|contract|convention|council|councillor|coverage|debt|decision|"
    "declaration|determination|disposition|election|exemption|fund|function|interest|judge?ment|"
    "lease|marriage|member|membership|offence|office|patent|payment|period|permission|permit|person|"
    "program|programme|registration|right|scheme|session|share|sign|tender|trust|warrant|will"
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
    r"provided|applies|apply)\b",
    re.IGNORECASE,
)
# A subject that does something else first is not that of the verb.
_acts = re.compile(r"(?<!which )(?<!that )\b(?:shall|must|may|will)\b", re.IGNORECASE)
_hanging = re.compile(
    r"\b(?:under|in terms of|of|by|to|for|with|from|upon|on|in) (?:\w+ ){0,2}$", re.IGNORECASE
)
# "The authority under subsections (a) to (c)" is what these provide.
_given = re.compile(
    r"(?:the |any )?(?:authority|authori[sz]ation|power|exemption) "
    r"(?:provided |conferred |granted )?(?:under|by|of|in) ",
    re.IGNORECASE,
)
# Words of a law are not law by themselves, and an article may be a tool.
_other = re.compile(
    r"(?:the )?words\b|(?:the|such|that|an?) (?:article|item|table|heading|title|rule)s?$",
    re.IGNORECASE,
)
_this = re.compile(
    r"(?:(?:this|these|the said|said) (?:act|by-?\s?laws?|ordinance|regulations?|rules|code|law|"
    r"proclamation|decree|order|notice|instrument|constitution|statute)\b(?! (?:of|no)\b)|"
    r"(?-i:The (?:Act|Ordinance|By-law))$)",
    re.IGNORECASE,
)
# What the same subject does first: "This Act may be cited as … and".
_first = re.compile(
    r" (?:(?:shall|may|is|are|will) (?:be )?(?:called|cited|known|referred|entitled)|and any|which|"
    r"\[)",
    re.IGNORECASE,
)
_here = re.compile(
    rf"(?:this|the present) {UNITS}|"
    r"(?:the )?(?:sub-?)?(?:section|paragraph|regulation|clause|part|chapter|title|schedule)",
    re.IGNORECASE,
)
_of_this = re.compile(r"(?:the )?(?:provisions|operation|whole) of (?=this |these )", re.IGNORECASE)
# What may stand before a subject: a number, a caption, what it prevails over.
_start = re.compile(
    r"(?:\(\w{1,4}\) ?|[\s,;:.(\[“\"—–-]|\d{4}—|[A-Z][\w ,]{1,50}\.[—–]|"
    r"(?:and|but|that(?= the\b)|also|provided that|provided|whereas|effective [^,]{4,30},|"
    r"in (?:sub)?(?:section|sec)[^,]{1,40},|in (?=section)) ?)+"
)
_lead = re.compile(
    r"(?:in terms of|subject to|notwithstanding|despite|in addition to|under|pursuant to|"
    r"by virtue of|for the purposes of|without prejudice to|with the exception of|"
    r"except as(?: otherwise)? provided in) "
    r"[^;]{1,160}?, (?=the\b|this\b|[A-Z]|sub|sec|any|all)",
    re.IGNORECASE,
)
_PROVIDED = ("provided that: “", "provided that “", "provided that ")
_its_own = re.compile(r"(?:the|this|that|such) (?:act|law|repeal|amendment)\b", re.IGNORECASE)
_aside = re.compile(r",? which\b|, (?:published|adopted|referred|being|as)\b")
_listed = re.compile(r"(?:(?!,? and (?:the|section|§|sub)).)+")
_and = re.compile(r",? ?and ")
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
    return not any(pattern.search(before) for pattern in (_things, _verb, _hanging))


def named(text: str, start: int, end: int) -> Target:
    """The target that a phrase names."""
    first, last = trimmed(text, start, end)
    return Whole.PROVISION if _here.fullmatch(text, first, last) else NamedTarget(first, last)


def subjects(text: str, start: int, verb: int) -> Iterator[Target]:
    """The laws and provisions that are the subject of a verb, each that is listed by itself."""
    target = _subject(text, start, verb)
    if not isinstance(target, NamedTarget):
        if target is not None:
            yield target
        return
    words = text[target.start : target.end]
    aside = _aside.search(words)
    head = words[: aside.start()] if aside else words
    parts = [match.span() for match in _listed.finditer(head)]
    if len(parts) == 1 or not all(_law.search(head, *part) for part in parts):
        yield target
        return
    for begin, end in parts:
        joined = _and.match(head, begin, end)
        yield NamedTarget(target.start + (joined.end() if joined else begin), target.start + end)


def last_named(text: str, start: int, end: int) -> NamedTarget | None:
    """The law that is named last before a place."""
    marks = (", ", "; ", " or ", " and ", "\n")
    nearest = max(text.rfind(mark, start, end) + len(mark) for mark in marks)
    for at in (max(nearest, start), start):
        first, last = trimmed(text, at, end)
        if first < last and is_law(text[first:last]):
            return NamedTarget(first, last)
    return None


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """A phrase without what leads to it."""
    lead = _start.match(text, start, end)
    first = lead.end() if lead else start
    while end > first and text[end - 1] in " ,;:(":
        end -= 1
    return first, max(first, end)


def _subject(text: str, start: int, verb: int) -> Target | None:
    """All that stands before the verb, or what follows its last "and" or colon; what a law is said
    to have provided goes before all of it, unless that is said of the law itself."""
    ends = ((text.rfind(mark, start, verb), len(mark)) for mark in (": ", ", and ", "; and "))
    starts = [start, *(at + length for at, length in ends if at >= 0)]
    for mark in _PROVIDED:
        at = text.rfind(mark, start, verb)
        if at >= 0:
            own = _its_own.match(text, at + len(mark), verb)
            starts.insert(len(starts) if own else 0, at + len(mark))
            break
    found = (_one_subject(text, at, verb) for at in starts)
    return next((target for target in found if target is not None), None)


def _one_subject(text: str, start: int, verb: int) -> Target | None:
    first, last = trimmed(text, start, verb)
    for pattern in (_lead, _of_this):
        if match := pattern.match(text, first, last):
            first = match.end()
    words = text[first:last]
    if this := _this.match(words):
        rest = words[this.end() :]
        if not rest.strip(" ,") or _first.match(rest):
            return Whole.LAW
    if _here.fullmatch(words):
        return Whole.PROVISION
    return NamedTarget(first, last) if is_law(words) and not _acts.search(words) else None
