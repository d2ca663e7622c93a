"""The notes of English law's editors, which have no verb: "[section 86 repealed by Act 9 of 2006]",
"Repealed.", "Amendment by Pub. L. 98–620 effective Jan. 1, 1985"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.status.days import day_after
from pincite.status.records import Change, ForceClause, NamedTarget, Target, Whole
from pincite.status.subjects import UNITS, is_law, is_plain, named

_CHANGES = {
    **dict.fromkeys(("substituted", "replaced"), Change.REPLACE),
    "expired": Change.END,
}
_NUMBER = r"[\w–-]+(?:\.\w+)*"
# In square brackets, in the place of what it is about.
_bracketed = re.compile(
    rf"\[{{1,2}}\s*(?:the )?(?P<unit>{UNITS})\b[^\[\]]{{0,60}}?\b"
    r"(?P<verb>repealed|deleted|revoked|omitted|substituted|replaced)\b(?P<rest>[^\[\]]{0,200})\]",
    re.IGNORECASE,
)
# All that is left of a provision: the word alone, or after its number.
_LEFT = (
    re.compile(
        rf"(?:^|\n)[\s“]*(?P<number>(?:{UNITS}\.? ?{_NUMBER}|"
        rf"\(\w{{1,4}}\))(?: [^.\n\[]{{0,80}})?)?[.—–]? ?"
        r"[\[(]?(?P<verb>repealed|revoked|expired|omitted|deleted)[\])]?"
        r"(?=[.,;]|\s*(?:$|\n|History|\(|by |as obsolete))(?P<rest>[^\n]{0,90})", re.IGNORECASE),
    re.compile(
        rf"(?P<number>(?:sub-?)?(?:chapter|part|title|division|unit|"
        rf"article) (?=[\dIVXA-Z]){_NUMBER})(?:(?!{UNITS} [\dIVXA-Z]|\d\.\d)[^\[\n,;]){{0,80}}?"
        r"[\[(](?P<verb>repealed|expired)\.?[\])](?P<rest>)", re.IGNORECASE),
    re.compile(
        rf"(?P<number>\d+ U\.S\.C\. [\w()-]+|§{{1,2}} ?{_NUMBER}(?:(?: to |, and |, |"
        rf" and ){_NUMBER})*)"
        r"[.:]? (?:Previously )?(?P<verb>[Rr]epealed|Omitted)\b(?P<rest>[^\n]{0,90})"),
    re.compile(
        r"(?P<number>(?:§{1,2} ?)?\b\d[\d.]*-[\d.]+\w*) \[(?P<verb>repealed|expired)\](?P<rest>)"),
)  # fmt: skip
# Of what is repealed for some days, the day that follows is that of the act that does it.
_temporarily = re.compile(
    r"\bfor temporary (?:\([^)]{1,12}\) )?repeal(?: of (?P<target>[^;]{1,80}?))?"
    r"(?=, see| and transition)",
    re.IGNORECASE,
)
_resolved = re.compile(
    r"(?P<target>(?:proposed )?resolution [\d-]+)[^;]{0,200}? (?:approved|adopted),? effective ",
    re.IGNORECASE,
)
_effective = re.compile(
    r"(?:(?<=, and )|(?<=; )|(?<=\. )|(?<=\n)|(?<=[—\[])|^)(?P<target>(?P<what>(?P<one>Amendments?|"
    r"Section|(?=Repeal app)Repeal)|Repeal|Chapter|Subchapter|Title|Part|Provisions)\b"
    r"(?: (?:made )?(?:by|of (?P<of>)|(?=[\d(])) ?(?P<law>[^;]{1,100}?))?),? "
    r"(?<!\bthe )(?<!\ban )(?:effective(?= [A-Z\d]| on| as| upon| for| from| with| until| immedi|"
    r" \w+ (?:day|month|year))|(?(one)applicable (?=to|with)|(?!)))(?P<until> until)?\b(?! date)",
    re.IGNORECASE,
)
_repealed = re.compile(
    rf"(?P<target>{UNITS} \d[\w().–-]*(?: of [^,;]{{1,60}}?)?),? repealed (?=effective\b)",
    re.IGNORECASE,
)
_not = re.compile(r"\bnot$")


def notes(text: str) -> Iterator[ForceClause]:
    """What stands alone in brackets or on a line."""
    for match in _bracketed.finditer(text):
        end = match.start("rest") + len(match["rest"].rstrip())
        day = day_after(text, *match.span("rest"))
        yield ForceClause(_change(match["verb"]), match.start("unit"), end, Whole.PROVISION, day)
    for pattern in _LEFT:
        for match in pattern.finditer(text):
            # "Section 5 is repealed" is a sentence.
            if is_plain(match["number"] or ""):
                yield _left(match)


def _change(verb: str) -> Change:
    return _CHANGES.get(verb.lower(), Change.REPEAL)


def _left(match: re.Match[str]) -> ForceClause:
    number = match["number"]
    start = match.start("number") if number else match.start("verb")
    # "(c) [Revoked …]" stands in the place of what it is about, a section in a table may not.
    names = number and not number.startswith("(")
    target = NamedTarget(start, start + len(number.rstrip())) if names else Whole.PROVISION
    day = day_after(match.string, *match.span("rest"))
    return ForceClause(_change(match["verb"]), start, match.end("verb"), target, day)


def notes_in_sentence(text: str, start: int, end: int) -> Iterator[ForceClause]:
    """What a sentence without a verb says."""
    for match in _temporarily.finditer(text, start, end):
        target = named(text, *match.span("target")) if match["target"] else Whole.PROVISION
        yield ForceClause(Change.REPEAL, *match.span(), target)
    for match in _repealed.finditer(text, start, end):
        day = day_after(text, match.end(), end)
        yield ForceClause(Change.REPEAL, *match.span(), NamedTarget(*match.span("target")), day)
    for match in _resolved.finditer(text, start, end):
        day = day_after(text, match.end(), end)
        yield ForceClause(Change.COMMENCE, *match.span(), NamedTarget(*match.span("target")), day)
    yield from _effective_notes(text, start, end)


def _effective_notes(text: str, start: int, end: int) -> Iterator[ForceClause]:
    for match in _effective.finditer(text, start, end):
        change = Change.END if match["until"] else Change.COMMENCE
        target: Target = named(text, *match.span("target"))
        if match["what"].lower() == "repeal":
            change = Change.REPEAL
            of = match["of"] is not None and is_law(match["law"])
            target = named(text, *match.span("law")) if of else Whole.PROVISION
        if is_plain(match["target"]) and not _not.search(match["target"]):
            day = day_after(text, match.end(), end)
            yield ForceClause(change, *match.span(), target, day)
