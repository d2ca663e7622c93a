"""What English sentences say that law does, or that is done to it, by the verb."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.status.days import day_after, day_before
from pincite.status.records import Change, ForceClause, NamedTarget, Target, Whole
from pincite.status.subjects import (
    UNITS,
    first_named,
    is_law,
    is_whole,
    last_named,
    named,
    provision,
    subjects,
)

_GONE = (
    r"(?:repealed|revoked|rescinded|abrogated|deleted|omitted|struck out|eliminated|abolished|"
    r"withdrawn)"
)
_INSTEAD = r"(?:replaced|substituted|superseded|supplanted|restated)"
_replacing = re.compile(r"replac|substitut|supersed|supplant|restat", re.IGNORECASE)
_repealed = re.compile(
    # What may or must be repealed is not.
    r"(?<!\bmay )(?<!\bcan )(?<!\bto )(?<!\bnot )(?<!\bmust )(?<!\bcould )(?<!\bshould )"
    r"\b(?P<be>(?:shall be |is |are )?deemed (?:to be|to have been)|has been|have been|had been|"
    r"shall be|is|are|was|were|stands?|(?= here(?:by|with) ))(?:,[^,;.]{1,60},)?\s+"
    r"(?:(?:here(?:by|with)|accordingly|also|further|expressly|thereby|subsequently|later|"
    r"previously|itself)\s+)?"
    rf"(?P<verb>{_GONE}|{_INSTEAD})(?P<again>,? (?:and|or) {_INSTEAD}\b)?(?!\w)",
    re.IGNORECASE,
)
_then = re.compile(r"[^;]{1,140}?,? and (?:(?:was|were) )?(?P<verb>(?:replaced|superseded) by)\b")
_begins = re.compile(
    r"(?<!\bnot )(?<!\bto )\b(?:(?:shall|will|would|is to|are to) )?(?:(?:be |is |are |was |"
    r"were )?deemed to have )?(?:(?:comes?|came|enters?|entered|(?:be|is|are|was|were|"
    r"been) brought) in(?:to)? "
    r"(?:operation|force|effect)|takes? effect|took effect|taken effect|"
    r"(?:be|is|are|becomes?|became|was|were) (?:made )?effective(?! date)|"
    r"(?:have|has|had) effect (?=from|as from|as of)|commences?(?= on | with effect| from ))(?!\w)",
    re.IGNORECASE,
)
_ends = re.compile(
    r"(?<!\bto )(?<!not )\b(?:(?:shall|will|"
    r"would) )?(?:ceases? to (?:have (?:any )?(?:force or )?effect|be (?:in|of) (?:any )?(?:force|"
    r"effect)|be (?:law|effective)|(?:apply|operate)(?= on| from|"
    r" after| with))|expires?|lapses?|sunsets?|terminates?|(?:remain (?:in (?:force|effect)|"
    r"effective)|be effective) until(?= \w+\.? ?\d))\b",
    re.IGNORECASE,
)
_suspends = re.compile(
    r"\b(?:is|are|was|were|shall be|has been|have been)(?: hereby)? (?:suspended(?= until| with|"
    r" from|[.;,])|(?:declared|held|found) (?:to be )?"
    r"(?:unconstitutional|invalid|void|null and void|ultra vires))(?!\w)",
    re.IGNORECASE,
)
# From when on a law applies, where an editor says so, or where it amends another.
_applies = re.compile(
    r"\b(?:shall|is to|are to) apply (?=upon |as of |beginning |on and after |"
    r"(?:only )?(?:to|with respect to|in the case of) [^.;]{1,160}?\b(?:after|beginning)\b)",
    re.IGNORECASE,
)
_from_on = re.compile(r"as of|beginning|on and after")
_amendment = re.compile(r"(?:the )?amendments?\b", re.IGNORECASE)
# What is said of any rule or order there may be is said of none.
_general = re.compile(
    r"(?:an?|any|each|every|no|upon|on)\b|such\b(?! repeal)|(?:its|their)\b|(?:rules|regulations|"
    r"orders|amendments|laws|resolutions)\b"
    r"(?:[^\d]*$| (?:\w+ )?(?:made|prescribed|issued|promulgated|adopted|under)\b)",
    re.IGNORECASE,
)
_if = re.compile(
    r"(?:.{1,160}?provided that:?)?[\s“(]*(?:\(?\w{1,4}\)\s*)?(?:if|unless|in the event|should)\b",
    re.IGNORECASE,
)
# "If any provision, or its application, is held invalid" suspends nothing.
_if_held = re.compile(r"\b(?:if|should|in the event|in case|where|when|unless)\b", re.IGNORECASE)
_conditional = re.compile(
    r"\b(?:if|where|when|unless|until|once|whenever|as soon as|date (?:on which|as of which|that)|"
    r"before|after|estimated date|as and when|should|upon which|immediately)\b(?!.*\bprior to\b)",
    re.IGNORECASE,
)
_the_repeal = re.compile(r"(?:the |such |this )?repeal\b(?P<of> of )?", re.IGNORECASE)
_which = re.compile(r"\b(?:which|that)\s*$")
_turn = re.compile(r"[,;:]| and | but ")
# Words of a phrase: a comma within brackets or quotes does not end it, nor the dot of a month.
_WORDS = (
    r"(?:“[^”]{0,160}”|\([^()]{0,160}\)|\[[^\]]{0,80}\]|\b(?:Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec|"
    r"Pub|L|Nos?|D\.C|[Cc]h|[Ss]ecs?|[Ss]ubsecs?|"
    r"[Pp]ars?)\.(?: \d{1,2},(?= \d{4}))?|,(?= ?(?:and )?[\d(“\"§])|\"[^\"\n]{0,80}\"|"
    r"[^.;,—(\[\]“\"\n])"
)
# "This Act repeals the Lamp Act", "Pub. L. 98–497 struck out par. (4)"; what is substituted for
# another is new.
_NUMBERED = rf"(?:former )?{UNITS} ?[\dIVXA-Z(§][\w().–-]*|\(\w"
_END = (
    r"(?=,? (?:except|insofar|effective|which|that|relating|as|in its|from|and(?! [\d(§]))\b|"
    r"[.;—\]]|,(?! (?:and )?[\d(§])|$)"
)
# Not "is repealed", "a repealed Act".
_DOES = "".join(
    rf"(?<!\b{word} )" for word in ("is", "are", "was", "were", "been", "be", "a", "the", "any")
)
_ACTIVE = (
    re.compile(
        rf"{_DOES}\b"
        r"(?P<verb>repeal(?:s|ed)|revoke[sd]|rescind(?:s|ed)|supersede[sd]|replace[sd]|restated) "
        rf"(?P<target>(?:this|these|the|those|all|certain|provisions|D\.C\.|Pub\.|Act|"
        rf"{_NUMBERED})(?![\w’]){_WORDS}{{0,140}}?)"
        rf"{_END}", re.IGNORECASE),
    re.compile(
        rf"{_DOES}\b"
        r"(?P<verb>strikes out|struck out|deleted|omitted|eliminated|substituted) "
        rf"(?P<target>(?:{_NUMBERED})(?![\w’]){_WORDS}{{0,140}}?){_END}"
        r"(?!.{0,160} for )", re.IGNORECASE),
)  # fmt: skip
_goes_on = re.compile(r"(?:[;,]|\band)\s*$")
# "is amended by striking section 5", "is amended to delete the last sentence of subdivision (a)".
_amended = re.compile(
    r"(?:\bby (?:striking(?: out)?|deleting|repealing|omitting)|\bamended (?:so as )?to (?:delete|"
    r"eliminate|strike|omit|repeal)) "
    r"(?P<target>(?:the (?:last|first|second|third|final) sentence of )?"
    rf"{UNITS}\.? ?[\w()–-]+(?:\.\w+)*|\([\w-]{{1,4}}\))(?! “)"
    r"(?P<swap>,? and (?:inserting|substituting|adding)\b)?",
    re.IGNORECASE,
)
# "To repeal the Lamp By-law, 2006; to provide for …" is what a law says of itself.
_long_title = re.compile(
    rf"\s*To (?:repeal|provide for the repeal of) (?P<target>{_WORDS}{{1,140}}?)"
    r"(?=[.;]|$|,? and to\b)"
)
_nominal = re.compile(
    r"\b(?P<lead>by the|the|upon the|on the) (?-i:repeal|revocation|deletion|rescission) of "
    rf"(?P<target>{_WORDS}{{1,140}}?)(?:(?P<swap>(?:,(?! ?[\d(“\"]) [^.;—]{{1,160}})? "
    r"(?:and|or) (?:(?:the|their|its|by) )?(?:the )?(?:substitution|replacement)\b)|"
    r"(?=[.;—]|,(?! ?(?:and )?[\d(“\"§])| and (?:the|by|any\w*|such)\b| or by\b| by\b|"
    r" (?:shall|does|did|is|was|has|that|made)\b|$))",
    re.IGNORECASE,
)
_power = re.compile(
    r"\b(?:may|to|power to|and|or|shall) (?:\w+,? (?:or |and )?){0,3}(?:amend|repeal|revoke|"
    r"rescind|replace|suspend|cancel)\b",
    re.IGNORECASE,
)
_before = re.compile(
    r"(?P<apart>,? ?)\b(?:prior to|before|since) (?:(?:its |their |such |being )?repeal(?:ed)?|"
    r"(?:its|their) revocation)\b",
    re.IGNORECASE,
)
_classified = re.compile(r"\b(?:classified|codified)\b")
_BACK = 600


def passive(text: str, start: int, end: int) -> Iterator[ForceClause]:
    """What is repealed, suspended, begins or ends."""
    if _if.match(text, start, end):
        return
    for clause in _passive(text, start, end):
        to = clause.target
        if not isinstance(to, NamedTarget) or is_whole(text[slice(*to)]):
            yield clause


def _passive(text: str, start: int, end: int) -> Iterator[ForceClause]:
    for match in _repealed.finditer(text, start, end):
        change = (
            Change.REPLACE if match["again"] or _replacing.match(match["verb"]) else Change.REPEAL
        )
        then = change is Change.REPEAL and _then.match(text, match.end(), end)
        day = day_after(text, match.end(), end) or day_before(text, start, match.start())
        for clause in _said(text, start, match, change, day):
            if _is_general(text, clause.target) and _which.search(text, start, match.start()):
                continue
            # A law does not say of itself that it was repealed.
            past = match["be"].lower() in ("was", "were") and clause.target is Whole.LAW
            first = text.rfind("The ", start, match.start())
            if past and first >= 0:
                clause = clause._replace(target=NamedTarget(first, match.start() - 1))
            yield clause
            if then:
                yield clause._replace(
                    change=Change.REPLACE, start=then.start("verb"), end=then.end()
                )
    for pattern, change in (
        (_begins, Change.COMMENCE), (_ends, Change.END), (_suspends, Change.SUSPEND),
    ):  # fmt: skip
        for match in pattern.finditer(text, start, end):
            if change is Change.SUSPEND and _if_held.search(text, start, match.start()):
                continue
            for clause in _said(text, start, match, change, day_after(text, match.end(), end)):
                if not _is_general(text, clause.target):
                    yield _of_repeal(text, clause)
    for match in _applies.finditer(text, start, end):
        day = day_after(text, match.end(), end) if _from_on.match(text, match.end()) else ""
        for clause in _said(text, start, match, Change.COMMENCE, day):
            to = clause.target
            amends = isinstance(to, NamedTarget) and _amendment.match(text, to.start)
            if amends or "provided" in text[start : match.start()]:
                yield clause


def _of_repeal(text: str, clause: ForceClause) -> ForceClause:
    """A repeal that takes effect is one."""
    words = text[slice(*clause.target)] if isinstance(clause.target, NamedTarget) else ""
    if clause.change is not Change.COMMENCE or not (repeal := _the_repeal.match(words)):
        return clause
    target: Target = Whole.PROVISION
    if repeal["of"] and isinstance(clause.target, NamedTarget):
        target = named(text, clause.target.start + repeal.end(), clause.target.end)
    return clause._replace(change=Change.REPEAL, target=target)


def _is_general(text: str, target: Target) -> bool:
    return isinstance(target, NamedTarget) and _general.match(text, *target) is not None


def _said(
    text: str, start: int, verb: re.Match[str], change: Change, day: str
) -> Iterator[ForceClause]:
    """Of each subject that the verb has in its sentence, unless that is a condition."""
    start = max(start, verb.start() - _BACK)
    if _conditional.search(_turn.split(text[start : verb.start()])[-1]):
        return
    said = provision(text, start, verb.start())
    for target in subjects(text, start, verb.start()):
        first = target.start if isinstance(target, NamedTarget) else verb.start()
        if said:
            first = max(first, said.end())
        yield ForceClause(change, first, verb.end(), target, day)


def active(text: str, start: int, end: int) -> Iterator[ForceClause]:
    """What one law does to another."""
    for match in (match for pattern in _ACTIVE for match in pattern.finditer(text, start, end)):
        law = is_law(match["target"]) or match["target"].startswith("(")
        if law and _acts(text, max(start, match.start() - _BACK), match.start()):
            change = Change.REPLACE if _replacing.match(match["verb"]) else Change.REPEAL
            day = day_after(text, match.end(), end)
            span = match.span("target")
            target = NamedTarget(*span) if text[span[0]] == "(" else named(text, *span)
            yield ForceClause(change, *match.span(), target, day)
    for match in _amended.finditer(text, start, end):
        change = Change.REPLACE if match["swap"] else Change.REPEAL
        target = NamedTarget(*match.span("target"))
        yield ForceClause(change, *match.span(), target, day_before(text, start, match.start()))


def _acts(text: str, start: int, verb: int) -> bool:
    """Whether a law is the subject of a verb, or that of the verbs before it."""
    if _goes_on.search(text[start:verb]):
        return first_named(text, start, verb) is not None
    return any(subjects(text, start, verb))


def nominal(text: str, start: int, end: int) -> Iterator[ForceClause]:
    """What is said of a repeal."""
    if title := _long_title.match(text, start, end):
        target = named(text, *title.span("target"))
        if is_law(title["target"]) and not _general.match(title["target"]):
            yield ForceClause(Change.REPEAL, *title.span(), target)
    for match in _nominal.finditer(text, start, end):
        powers = match["lead"].lower() != "by the" and _power.search(text, start, match.start())
        if not powers and is_law(match["target"]) and not _general.match(match["target"]):
            change = Change.REPLACE if match["swap"] else Change.REPEAL
            yield ForceClause(change, *match.span(), named(text, *match.span("target")))
    for match in _before.finditer(text, start, end):
        begin = max(start, match.start() - _BACK)
        law = last_named(text, begin, match.start())
        # "Section 5, …, related to lamps, prior to repeal by …" is all about its subject.
        if match["apart"].startswith(",") or _classified.search(text, begin, match.start()):
            law = first_named(text, begin, match.start()) or law
        if isinstance(law, NamedTarget):
            day = day_after(text, match.end(), end)
            yield ForceClause(Change.REPEAL, law.start, match.end(), law, day)
