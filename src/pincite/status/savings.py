"""English savings: what older law, or was done under it, that a law leaves in force."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.status.records import Change, ForceClause, NamedTarget
from pincite.status.subjects import trimmed

_LAWS = (
    r"(?:acts?|laws?|by-?\s?laws?|ordinances?|regulations?|rules?|legislation|provisions?|codes?)"
)
# Only what is older than the law that speaks is saved by it.
_older = re.compile(
    r"\b(?:repealed|(?:the|such) repeal|source provision|heretofore|predecessor|"
    rf"(?:previous|former|old|prior|existing) (?:\w+ )?{_LAWS}|{_LAWS} (?:so )?(?:replaced|"
    rf"superseded)|saved (?:in force|under)|"
    r"(?:before|prior to|at|on|until) (?:the )?(?:date of )?(?:the |its |such |their )?"
    r"(?:commencement|coming into|(?:effective|fixed|appointed|specified) da(?:te|y)|promulgation|"
    r"enactment|adoption|passing)|immediately before (?:the |that |such |its )?(?:\d\w*|date|day|"
    r"revocation|repeal|expiry)|"
    r"(?:before|prior to) (?:this|these) \w+(?: \w+)? (?:com\w+|t[ao]k\w+|enter\w+)|"
    r"(?:day|date) before the date|(?:which|that|and) (?:is|are|was|were|"
    r"remains?) (?:already )?in (?:effect|force|existence)|"
    rf"under any other {_LAWS}|previously (?:made|given|granted|issued|approved|established|"
    rf"in force)|existing (?:approval|permit|permission|licen[cs]e|right|agreement|consent|"
    r"authori[sz]ation)s?|(?:as|or) in effect|in (?:effect|force|existence) (?:on|before|"
    r"immediately|under|prior|at the (?:date|"
    r"commenc\w+))|(?:existing|pending) (?:or \w+ )?(?:as of|under|on|at|before))\b",
    re.IGNORECASE,
)
_UNDER = r"(?:under|in terms of|by virtue of|pursuant to|in accordance with|for the purposes? of)"
_FORCE = r"(?:in (?:full )?(?:force|effect|operation|existence)|of (?:full )?(?:force|effect))"
_kept = re.compile(
    # It goes on.
    rf"\b(?:(?:shall|will|must) )?(?:continues?|"
    rf"remains?)(?:,[^,;.]{{1,60}},)? (?:to be )?(?:{_FORCE}|valid|binding|effective|"
    r"enforceable|applicable|operative|to (?:apply|operate|have|be (?:capable|governed)))\b|"
    r"\b(?:shall|must|may|will) (?:be )?continued?(?=[ ,]+(?:as if|as though|under|in terms|"
    r"until))|"
    # It counts as done under the law that speaks.
    r"\b(?:(?:shall|must|will) be |(?:is|are) )(?:deemed|regarded|considered|treated|"
    r"taken) (?:to have been|to be|as having been|as if|as)\b"
    rf"(?=[^.;]{{0,120}}?\b{_UNDER}\b)|"
    r"\bas (?:if|though) (?:it|they) (?:had been|were|was)\b(?=[^.;]{0,60}?\b(?:under|in terms)\b)|"
    # It goes by the law that was.
    r"\b(?:shall|must|may) be (?:\w+ (?:and|or) )?(?:dealt with|continued|completed|concluded|"
    r"finali[sz]ed|disposed of|determined|prosecuted|enforced|heard|proceeded with)\b"
    rf"(?=[^.;]{{0,120}}?\b{_UNDER} (?:the|that|such|those|any) )",
    re.IGNORECASE,
)
_untouched = re.compile(
    r"(?<!\bwhich )(?<!\bthat )\b(?:(?:shall|does|do|will) not (?:be (?:deemed|construed) (?:to |"
    r"as )?)?(?:affect|invalidate|impair|be (?:deemed (?:to be )?)?(?:affected|repealed|modified))|"
    r"(?:is|are|as) not affected)\b|\bnothing (?:contained )?in (?:this|these|the|title|section|"
    r"sub|chapter|part)\b[^.;]{0,80}? "
    r"(?:affects?|affected|impairs?|invalidates?|(?:be |to be )?(?:construed|deemed|taken) (?:to|"
    r"as))\b|"
    # A reference to it is one to what came after.
    r"\breferences?\b[^.;]{1,200}?\b(?:deemed|construed|read|regarded|taken|treated)(?: to be|"
    r" as)? (?:as )?an? (?:\w+ )?reference to\b",
    re.IGNORECASE,
)
# Whatever else it says, it says that older law goes on.
_as_before = re.compile(
    r"\bas (?:if|though) [^;]{1,80}? had not (?:come into|taken effect|(?:so )?been (?:so )?"
    r"(?:repealed|passed|enacted|amended|promulgated|adopted|omitted))\b|"
    r"\bas (?:if|though) such repeal had not\b|\b(?:[Tt]he|[Ss]uch|"
    r"[Aa]ny) repeal\b[^.;]{0,100}? (?:shall|does|do) not\b|"
    r"\bcontinue to (?:apply|be in force|have effect)\b[^;]*\b(?:the|such) repeal\b|"
    r"\b[Rr]eferences?\b[^;]{1,200}?\breference to the corresponding\b"
)
_despite = re.compile(r"[^a-z]{0,8}(?:Notwithstanding|Despite) the (?:repeal|revocation) of\b")
# "until amended or repealed" is said of rules that stand.
_rules = re.compile(
    r"\W*(?!these|such|this)(?:[\w’()-]+ ){0,6}(?:regulations?|rules?|by-?laws?|orders?|"
    r"instruments?)\b(?:\([^()]*\)|[^.;(])*\b(?P<keeps>remain|"
    r"continue) (?:to be )?in (?:full )?(?:force|"
    r"effect)\b[^.;]*?\buntil (?:\w+ ){0,3}(?:amended|repealed|supersed|replaced|modified|"
    r"rescinded|revoked)",
    re.IGNORECASE,
)
# What becomes of a licence, or of the rest of a law that is struck down, is not about older law.
_other = re.compile(
    r"\W*(?:the )?(?:revocation|cancellation|suspension|withdrawal|expiry) of (?:an?|any|such|the) "
    r"(?!act|by-?law|regulation|section|law|ordinance)|.*\b(?:held|declared|found|"
    r"adjudged) (?:to be )?(?:invalid|unconstitutional)\b|.*\bseverab",
    re.IGNORECASE | re.DOTALL,
)
_MORE = 80


def savings(text: str, start: int, end: int) -> Iterator[ForceClause]:
    """What a sentence saves: one reading, whatever it lists."""
    match = _saving(text, start, end)
    if match and not _other.match(text, start, end):
        verb = match.start("keeps") if "keeps" in match.re.groupindex else match.start()
        subject = (start, verb) if verb > start else (match.end(), end)
        target = NamedTarget(*trimmed(text, *subject))
        yield ForceClause(Change.SAVE, start, min(end, match.end() + _MORE), target)


def _saving(text: str, start: int, end: int) -> re.Match[str] | None:
    if older := _older.search(text, start, end):
        found = _kept.search(text, older.end(), end) or _untouched.search(text, start, end)
        if found:
            return found
    return (
        _as_before.search(text, start, end)
        or _despite.match(text, start, end)
        or _rules.match(text, start, end)
    )
