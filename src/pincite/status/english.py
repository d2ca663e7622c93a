"""The forms of English law: Commonwealth, South African and U.S."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.graph.dates import dates
from pincite.status.records import Change, ForceClause, NamedTarget, Target, Whole
from pincite.status.subjects import UNITS, is_law, last_named, named, subjects, trimmed

_GONE = (
    r"(?:repealed|revoked|rescinded|abrogated|deleted|omitted|struck out|eliminated|abolished|"
    r"withdrawn)"
)
_CHANGES = {
    **dict.fromkeys(("substituted", "replaced", "superseded", "supplanted", "restated"), "replace"),
    **dict.fromkeys(("expired", "lapsed"), "end"),
}
_passive = re.compile(
    r"(?<!\bmay )(?<!\bcan )(?<!\bto )(?<!\bnot )"
    r"(?:has been|have been|had been|shall be|is|are|was|were|be|been|being|stands?)"
    r"(?:,[^,;.]{1,60},)?\s+(?:(?:hereby|accordingly|also|further|expressly|thereby|subsequently)"
    rf"\s+)?(?P<verb>{_GONE}|replaced|substituted|superseded|supplanted|restated)"
    r"(?P<again>,? (?:and|or) (?:replaced|substituted|superseded)\b)?(?!\w)",
    re.IGNORECASE,
)
_begins = re.compile(
    r"(?:(?:shall|will|is to|are to) )?(?:(?:be deemed to have )?(?:comes?|came|brought|enters?|"
    r"entered) in(?:to)? (?:operation|force|effect)|takes? effect|took effect|"
    r"(?:be|is|are|became|becomes?|was|were) effective|(?:have|has) effect (?:from|as from)|"
    r"(?:be |is |are )?deemed to have come into (?:operation|force|effect))\b",
    re.IGNORECASE,
)
_ends = re.compile(
    r"(?<!\bto )(?:(?:shall|will) )?(?:ceases? to (?:have (?:any )?(?:force or )?effect|"
    r"be (?:in|of) (?:force|effect)|be law)|expires?|lapses?|sunsets?|terminates?)\b",
    re.IGNORECASE,
)
# What is said of any rule or order there may be is said of none.
_general = re.compile(
    r"[\s“(]*(?:\(\w{1,4}\) )?(?:an?|any|each|every|no|such|upon|on)\b", re.IGNORECASE
)
_conditional = re.compile(
    r"\b(?:if|where|when|unless|until|once|whenever|as soon as|date (?:on|as of) which|before|"
    r"after|estimated date|as and when|should|upon which)\b(?!.*\bprior to\b)",
    re.IGNORECASE,
)
_turn = re.compile(r"[,;:]| and | but ")
# Forms that name what they repeal, replace or begin.
_NAMING = (
    (Change.REPEAL, re.compile(
        r"(?P<target>(?:the|those|these|any|a) (?:[\w-]+ ){0,3}?(?:by-?\s?laws?|acts?|laws?|"
        r"ordinances?|regulations?|provisions?|enactments?|sections?|legislation|parts?)) "
        rf"{_GONE} (?:by|under) ", re.IGNORECASE)),
    (Change.REPEAL, re.compile(
        r"\b(?:(?:this|these) (?:by-?\s?laws?|act|ordinance|regulations|order|law)|"
        r"(?:D\.C\. Law|Pub\. L\.|Public Law|Act) ?[\d–-]*[^;]{0,110}?|"
        r"section \d[\w()]* of [^;]{1,80}?)"
        r"(?<! is)(?<! are)(?<! was)(?<! were)(?<! been)[, ]+(?:repeals|repealed|revokes|revoked) "
        r"(?P<target>(?:this|the|par\.|subsec\.|section|provisions|§|all|any|\()[^.;]{0,140}?)"
        r"(?= except| insofar|[.;,]|$)", re.IGNORECASE)),
    (Change.REPEAL, re.compile(
        r"\bfor temporary (?:\([^)]{1,12}\) )?repeal(?: of (?P<target>[^;]{1,80}?))?(?=, see)",
        re.IGNORECASE)),
    (Change.REPEAL, re.compile(
        r"(?:\bby (?:striking(?: out)?|deleting|repealing)|(?:,| and) repealed|\bto delete) "
        rf"(?P<target>(?:the last sentence of )?{UNITS}\.? ?[\w()-]+(?:\.\w+)*|\([\w-]{{1,4}}\))",
        re.IGNORECASE)),
    (Change.REPLACE, re.compile(
        rf"\bwhich (?:repealed and )?(?:substituted|replaced) (?P<target>{UNITS} [\w()]+)",
        re.IGNORECASE)),
    (Change.COMMENCE, re.compile(
        r"(?P<target>(?:proposed )?resolution [\d-]+)[^;]{0,200}? "
        r"(?:approved|adopted),? effective ",
        re.IGNORECASE)),
    (Change.COMMENCE, re.compile(
        r"\b(?P<target>(?:Amendments?|Section|Chapter|Subchapter|Title)"
        r"(?: (?:by|made by) [^;]{1,80}?| of [^;]{1,60}?)?) (?:effective|applicable) ")),
    (Change.REPEAL, re.compile(
        r"\b(?P<target>Repeal(?: (?:by|of) [^;]{1,80}?)?) (?:effective|applicable) ")),
)  # fmt: skip
_nominal = re.compile(
    r"\b(?P<lead>by the|the|upon the|on the) (?:repeal|revocation|deletion|rescission) of "
    r"(?P<target>[^.;—]{1,140}?)"
    r"(?P<swap> (?:and|or) (?:the|their|its) (?:substitution|replacement)\b(?: of| by| for)?)?"
    r"(?=[.;,—]| and the (?!substitution|replacement)| by\b| (?:shall|does|did|is|was|has)\b|$)",
    re.IGNORECASE,
)
_power = re.compile(
    r"\b(?:may|to|power to|and|or|shall) (?:\w+,? (?:or |and )?){0,3}"
    r"(?:amend|repeal|revoke|rescind|replace|suspend|cancel)\b",
    re.IGNORECASE,
)
_before = re.compile(
    r"(?:prior to|before|since) (?:its |their |the |such |being )?(?:repeal(?:ed)?|revo\w+)\b",
    re.IGNORECASE,
)
# An editor's note: "[section 86 repealed by section 3 of Act 9 of 2006]".
_note = re.compile(
    rf"\[{{1,2}}\s*(?:the )?(?P<unit>{UNITS})\b[^\[\]]{{0,60}}?\b"
    r"(?P<verb>repealed|deleted|revoked|omitted|substituted|replaced)\b(?P<rest>[^\[\]]{0,200})\]",
    re.IGNORECASE,
)
# All that is left of a provision: the word alone, or after its number.
_LEFT = (
    re.compile(
        rf"(?:^|\n)\s*(?P<number>{UNITS} ?[\w–-]+(?:\.\w+)*(?: [^.\n\[]{{0,80}})?)?[.—–]? ?"
        r"[\[(]?(?P<verb>repealed|revoked|expired|omitted|deleted)[\])]?"
        r"(?=\.|,|\s*(?:$|\n|History|\(|by |as obsolete))(?P<rest>[^\n]{0,90})", re.IGNORECASE),
    re.compile(
        rf"(?P<number>{UNITS} [\w-]+)(?:(?!{UNITS} \d)[^\[\n]){{0,80}}?"
        r"[\[(](?P<verb>repealed|expired)\.?[\])](?P<rest>)", re.IGNORECASE),
    re.compile(
        r"(?P<number>\d+ U\.S\.C\. [\w()-]+|§ ?[\w–-]+)[.:]? (?P<verb>Repealed)\b"
        r"(?P<rest>[^\n]{0,90})"),
)  # fmt: skip
_suspends = re.compile(
    r"(?:(?:the )?operation of )?(?P<target>[^.;]{1,140}?) "
    r"(?:(?:is|are|was|shall be)(?: hereby)? suspended(?= until| with| from|[.;,])|"
    r"(?:is|was|are|were|has been|have been) (?:declared|held|found) (?:to be )?"
    r"(?:unconstitutional|invalid|void|null and void))",
    re.IGNORECASE,
)
_saves = re.compile(
    r"(?:shall |must |will )?(?:continues? (?:in (?:full )?force|in effect|"
    r"to (?:apply|have effect|be in force))|remains? (?:in (?:full )?(?:force|effect)|valid|"
    r"of full force))|"
    r"(?:(?:shall|is|are|must) (?:for all purposes )?be |(?:is|are) )?"
    r"(?:deemed|regarded|considered|taken) to have been (?:\w+ ){0,4}?"
    r"(?:made|done|issued|given|granted|taken|commenced|imposed|committed|established|promulgated|"
    r"approved|lodged)[^.;]{0,60}?(?:under|in terms of|by virtue of|pursuant to)|"
    r"shall not (?:be deemed to )?(?:affect|be (?:deemed )?(?:affected|repealed|modified))|"
    r"not affected by the repeal|deemed (?:to be )?a reference to the corresponding|"
    r"nothing in this \w+ (?:affects|shall affect)|the repeal of [^.;]{1,80}? shall not|"
    r"(?:is|are) regarded as (?:an?|the) [^.;]{1,60}? (?:that|which|under|in terms)",
    re.IGNORECASE,
)
# Only what is older than the law that speaks is saved by it.
_older = re.compile(
    r"\b(?:repeal\w*|previous|former|prior|replaced|superseded|immediately before|"
    r"before the (?:commencement|effective date|fixed date|date of)|saved under|"
    r"in effect (?:on|before|prior|until|under)|in force (?:on|before|immediately|under)|"
    r"source provision|old|existing)\b",
    re.IGNORECASE,
)
_of_things = re.compile(
    r"\s*(?:the )?(?:revocation|cancellation|suspension|withdrawal|expiry) of (?:an?|any|such|the) "
    r"(?!act|by-?law|regulation|section|law|ordinance)",
    re.IGNORECASE,
)
_sentence = re.compile(r"(?<=[.;])\s+(?=[A-Z“\"(\[0-9])(?![^()\n]{0,60}\))|\n")
_abbreviated = re.compile(
    r"\b(?:Pub|L|Nos?|Stat|ch|[Ss]ecs?|subsecs?|pars?|art|U\.S\.C|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|"
    r"Oct|Nov|Dec|Rev|Ed|v|cl|div|subpar|Op|D\.C|eff|ss?|Regs?|PN|PG)\.$"
)
# What editors say that the words amend stands between them and their verb.
_amending = re.compile(r"\[(?:amending|enacting|repealing|see|which)\b[^\]]*\]")
_counted = re.compile(
    r"\b(?:days?|weeks?|months?|years?) (?:after|following|from|before)\b", re.IGNORECASE
)
_effective = re.compile(r"[“\"(\s]*(?:\w*\)\s*)?effective ([^,]{4,14}, \d{4}),", re.IGNORECASE)
_NEAR, _MORE, _BACK = 160, 80, 600


def english(text: str) -> Iterator[ForceClause]:
    text = _amending.sub(lambda found: " " * len(found[0]), text)
    for match in _note.finditer(text):
        end = match.start("rest") + len(match["rest"].rstrip())
        yield ForceClause(
            _change(match["verb"]), match.start("unit"), end, Whole.PROVISION, _day(match["rest"])
        )
    for pattern in _LEFT:
        for match in pattern.finditer(text):
            yield _left(match)
    for start, end in _sentences(text):
        for rule in (_passives, _beginnings_and_ends, _naming, _suspended, _saved):
            yield from rule(text, start, end)


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for cut in _sentence.finditer(text):
        if not _abbreviated.search(text, max(at, cut.start() - 12), cut.start()):
            yield at, cut.start()
            at = cut.end()
    yield at, len(text)


def _change(verb: str) -> Change:
    return Change(_CHANGES.get(verb.lower(), Change.REPEAL))


def _left(match: re.Match[str]) -> ForceClause:
    number = match["number"]
    start = match.start("number") if number else match.start("verb")
    target = NamedTarget(start, start + len(number.rstrip())) if number else Whole.PROVISION
    return ForceClause(
        _change(match["verb"]), start, match.end("verb"), target, _day(match["rest"])
    )


def _passives(text: str, start: int, end: int) -> Iterator[ForceClause]:
    for match in _passive.finditer(text, start, end):
        change = Change.REPLACE if match["again"] else _change(match["verb"])
        effective = _effective.match(text, start, match.start())
        day = _day(text[match.end() : end]) or (_day(effective[1]) if effective else "")
        yield from _said(text, start, match, change, day)


def _beginnings_and_ends(text: str, start: int, end: int) -> Iterator[ForceClause]:
    if _general.match(text, start, end):
        return
    for pattern, change in ((_begins, Change.COMMENCE), (_ends, Change.END)):
        for match in pattern.finditer(text, start, end):
            yield from _said(text, start, match, change, _day(text[match.end() : end]))


def _said(
    text: str, start: int, verb: re.Match[str], change: Change, day: str
) -> Iterator[ForceClause]:
    """Of each subject that the verb has in its sentence, unless that is a condition."""
    start = max(start, verb.start() - _BACK)
    if _conditional.search(_turn.split(text[start : verb.start()])[-1]):
        return
    for target in subjects(text, start, verb.start()):
        first = target.start if isinstance(target, NamedTarget) else verb.start()
        yield ForceClause(change, first, verb.end(), target, day)


def _naming(text: str, start: int, end: int) -> Iterator[ForceClause]:
    for change, pattern in _NAMING:
        for match in pattern.finditer(text, start, end):
            span = match.span("target")
            target = named(text, *span) if match["target"] else Whole.PROVISION
            day = _day(text[match.end() : end])
            if effective := _effective.match(text, start, match.start()):
                day = _day(effective[1])
            yield ForceClause(change, match.start(), match.end(), target, day)
    for match in _nominal.finditer(text, start, end):
        powers = match["lead"].lower() != "by the" and _power.search(text, start, match.start())
        if not powers and is_law(match["target"]):
            change = Change.REPLACE if match["swap"] else Change.REPEAL
            yield ForceClause(change, *match.span(), named(text, *match.span("target")))
    for match in _before.finditer(text, start, end):
        if law := last_named(text, max(start, match.start() - _BACK), match.start()):
            day = _day(text[match.end() : end])
            yield ForceClause(Change.REPEAL, law.start, match.end(), law, day)


def _suspended(text: str, start: int, end: int) -> Iterator[ForceClause]:
    for match in _suspends.finditer(text, start, end):
        for target in subjects(text, *match.span("target")):
            yield ForceClause(Change.SUSPEND, *match.span(), target)


def _saved(text: str, start: int, end: int) -> Iterator[ForceClause]:
    match = _saves.search(text, start, end)
    if match and _older.search(text, start, end) and not _of_things.match(text, start, end):
        target: Target = NamedTarget(*trimmed(text, start, match.start()))
        yield ForceClause(Change.SAVE, start, min(end, match.end() + _MORE), target)


def _day(words: str) -> str:
    """The first that is named, unless it is one to count from."""
    found = next(iter(dates(words[:_NEAR], "en")), None)
    return "" if found is None or _counted.search(words, 0, found.start) else found.iso
