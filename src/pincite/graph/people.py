"""Judges, attorneys and those who signed, by the title or mark that says so."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from pincite.graph.names import UPPER, is_full, name_key
from pincite.graph.passage import near, stretches
from pincite.graph.person_names import person_after, person_before
from pincite.graph.records import EntityFinding
from pincite.graph.rules import either, spellings, words

_NEAR = 400
_signed = re.compile(r"/[sS]/:? ?(?=\S)")
_esquire = re.compile(r", (?:Esq\.?|Esquire|ESQ\.?)(?!\w)")
_clerk = re.compile(r",? (?:clerk|deputy)\b", re.IGNORECASE)
_versus = re.compile(r" vs?\. $", re.IGNORECASE)
_and = re.compile(r",? (?:and|with(?: (?:him|her|them))?|assisted by) ")
_at = re.compile("@")
_roll = re.compile(r"[Bb]ar|BAR|S[Bb][Nn]|Roll No|ROLL NO")
_mail = re.compile(r" (?=[\w.+-]{1,64}@[\w.-]{3,80})")
_LIST_LIMIT = 12
# A name that has a line of its own is no longer than this.
_LINE = 80
_MOST_WORDS = 4


class _Patterns(NamedTuple):
    titled: re.Pattern[str]
    below: re.Pattern[str]
    ranked: re.Pattern[str]
    lettered: re.Pattern[str]
    listed: re.Pattern[str]
    before: re.Pattern[str]
    attorney: re.Pattern[str]
    marks: re.Pattern[str]
    icelandic_judge: re.Pattern[str]
    icelandic_judges: re.Pattern[str]
    icelandic_attorney: re.Pattern[str]
    bar_number: re.Pattern[str]
    appearing: re.Pattern[str]
    by: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    titles = words("judges", "titles")
    ranks = words("judges", "after")
    forms = {*titles, *(title.upper() for title in titles)}
    lower = words("judges", "below")
    after = {*ranks, *(rank.upper() for rank in ranks)}
    mark = either(words("attorneys", "marks"))
    letters = either(words("judges", "letters"))
    roles = either(spellings("parties", "roles"))
    return _Patterns(
        re.compile(rf"(?<![\w-])(?:{either(forms)}):? (?=[{UPPER}])"),
        re.compile(rf"\n(?:{either({*lower, *(word.upper() for word in lower)})})(?!\w)"),
        # ", Justice Lee": the title is of the name that follows, not of the one before.
        re.compile(rf", (?:{either(after)})(?!\w)(?:(?<=\.)|(?! [{UPPER}]))"),
        re.compile(
            rf" (?:{letters})(?! [A-Z](?: |$)| \d)(?=[\s,;):]|$|\.(?! [A-Z]))|, (?:{letters})(?=:)"
        ),
        re.compile(rf"(?: (?:{letters}))?(?:, (?:and |og )?| and | og |; )"),
        re.compile(r"(?<!\w)(?:Before|BEFORE|Present|Coram):? (?=[A-ZÀ-Þ])"),
        re.compile(rf"(?<!\w)(?:{either(words('attorneys', 'before'))}),? (?=[{UPPER}])"),
        re.compile(rf"(?<!\w)(?:{mark})", re.IGNORECASE),
        re.compile(rf",? (?:{either(words('judges', 'icelandic_after'))})(?!\w)"),
        re.compile(
            rf"(?<!\w)(?:{either(words('judges', 'icelandic_before'))}) (?=[{UPPER}])",
            re.IGNORECASE,
        ),
        re.compile(rf",? (?:{either(words('attorneys', 'icelandic_after'))})(?!\w)"),
        re.compile(
            rf",? [(\[]?(?:(?:(?:{either(words('courts', 'places'))}|Cal\.|CA) )?"
            r"(?:State )?Bar (?:No|Number|#)[.:]{0,2}"
            r"|Roll No\.?|SBN:?|CSBN?:?(?: No\.)?) ?#?\d{3,8}[)\]]?",
            re.IGNORECASE,
        ),
        # "For the Plaintiff: OTTOLINE BIRCH", "Counsel for the appellant: N H Maenetje".
        re.compile(
            rf"(?<!\w)(?:[Ff]or|FOR|[Oo]n behalf of)(?: the| THE)? (?:\w+[ -])?(?i:{roles})s?:[ \n]"
            rf"(?=[{UPPER}])"
        ),
        re.compile(rf"(?<!\w)(?:By|BY): ?(?=[{UPPER}])"),
    )


def judges(text: str, *, of_a_court: bool) -> list[EntityFinding]:
    """A surname alone has an empty key: whose it is, the rest of the document must say. Letters
    after a name are a judge's only in a document `of_a_court`."""
    patterns = _patterns()
    found: list[EntityFinding] = []
    for match in patterns.titled.finditer(text):
        span = person_after(text, match.end())
        if span and not _clerk.match(text, span[1]):
            found.extend(_one("judge", text, span, "title before"))
    for match in patterns.below.finditer(text):
        line = text.rfind("\n", max(0, match.start() - _LINE), match.start()) + 1
        span = person_after(text, line) if line else None
        if span and not text[span[1] : match.start()].strip(" .,"):
            found.extend(_one("judge", text, span, "title below"))
    for match in patterns.ranked.finditer(text):
        found.extend(_ending(text, match.start(), "title after"))
    for match in patterns.icelandic_judge.finditer(text):
        found.extend(_one("judge", text, person_before(text, match.start()), "title after"))
    for match in patterns.icelandic_judges.finditer(text):
        found.extend(_starting(text, match.end(), "list of judges"))
    for match in patterns.lettered.finditer(text) if of_a_court else ():
        # Only in a stretch of capitals or after a surname: "Wilson AJ", never "Plan J".
        span = person_before(text, match.start())
        if span and (len(match[0]) > 2 or text[span[0] : span[1]].isupper()):
            found.extend(_one("judge", text, span, "letters after"))
    for match in patterns.before.finditer(text):
        found.extend(_bench(text, match.end()))
    return _apart(found)


def attorneys(text: str) -> list[EntityFinding]:
    """Those whom the document shows to be attorneys, and others who signed, as signatories."""
    patterns = _patterns()
    found: list[EntityFinding] = []
    marks = [match.start() for match in patterns.marks.finditer(text)]
    for match in _signed.finditer(text):
        span = person_after(text, match.end())
        shown = _any_between(marks, match.start() - _NEAR // 4, match.end() + _NEAR)
        found.extend(_one("attorney" if shown else "signatory", text, span, "signature"))
    rolls = near(patterns.bar_number, text, stretches(_roll, text, _NEAR // 4, _NEAR // 8))
    for matches, rule in ((rolls, "bar number"), (_esquire.finditer(text), "esquire")):
        for match in matches:
            found.extend(_one("attorney", text, person_before(text, match.start()), rule))
    for match in near(_mail, text, stretches(_at, text, _NEAR // 4, _NEAR // 4)):
        if _any_between(marks, match.start(), match.start() + 4 * _NEAR):
            span = _last_name(text, person_before(text, match.start()))
            found.extend(_one("attorney", text, span, "counsel's address"))
    for match in patterns.attorney.finditer(text):
        found.extend(_joined(text, match.end(), "called attorney"))
    for match in patterns.appearing.finditer(text):
        found.extend(_joined(text, match.end(), "appearance"))
    for match in patterns.by.finditer(text):
        span = person_after(text, match.end())
        if span and _any_between(marks, span[1], span[1] + _LINE):
            found.extend(_one("attorney", text, span, "signed for"))
    for match in patterns.icelandic_attorney.finditer(text):
        found.extend(_one("attorney", text, person_before(text, match.start()), "called attorney"))
    return [finding for finding in _apart(found) if finding.key]


def _joined(text: str, start: int, rule: str) -> Iterator[EntityFinding]:
    """The name that begins here, and those that "and" or "with" add to it."""
    for _ in range(_LIST_LIMIT):
        span = person_after(text, start)
        yield from _one("attorney", text, span, rule)
        joint = _and.match(text, span[1]) if span else None
        if joint is None:
            return
        start = joint.end()


def _any_between(places: Sequence[int], first: int, last: int) -> bool:
    at = bisect_left(places, first)
    return at < len(places) and places[at] < last


def _one(kind: str, text: str, span: tuple[int, int] | None, rule: str) -> Iterator[EntityFinding]:
    if span is None:
        return
    span = _said_once(text, span)
    name = text[span[0] : span[1]]
    key = name_key(name)
    # More words than these are two names of two columns, printed side by side.
    if len(key) > 2 and sum(len(part) > 1 for part in key.split(" ")) <= _MOST_WORDS:
        known = is_full(key) or (rule == "appearance" and " " in key)
        yield EntityFinding(kind, *span, key if known else "", name, rule)


def _said_once(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """A signature is often followed by the same name in print: "/s/ Ann Lee Ann Lee"."""
    parts = text[span[0] : span[1]].split(" ")
    for size in range(2, len(parts) // 2 + 1):
        if [p.casefold() for p in parts[:size]] == [p.casefold() for p in parts[size : 2 * size]]:
            return span[0], span[0] + len(" ".join(parts[:size]))
    return span


def _last_name(text: str, span: tuple[int, int] | None) -> tuple[int, int] | None:
    """Of a run of more than three words, the last two, and an initial between them."""
    if span is None:
        return None
    parts = text[span[0] : span[1]].split(" ")
    if len(parts) <= 3:
        return span
    kept = 3 if parts[-2].endswith(".") else 2
    return span[1] - len(" ".join(parts[-kept:])), span[1]


def _ending(text: str, end: int, rule: str) -> Iterator[EntityFinding]:
    """The judges whose common title begins at `end`: "Selya and Barron, Circuit Judges"."""
    for _ in range(_LIST_LIMIT):
        span = person_before(text, end)
        if span is None:
            return
        if _versus.search(text, max(0, span[0] - 8), span[0]):
            # A page's head runs on: "Roe v. FLORIDA BREYER, J.".
            span = (span[1] - len(text[span[0] : span[1]].rpartition(" ")[2]), span[1])
        yield from _one("judge", text, span, rule)
        for joint in (", and ", " and ", ", "):
            if text.endswith(joint, max(0, span[0] - len(joint)), span[0]):
                end = span[0] - len(joint)
                break
        else:
            return
        if (
            not text.startswith(", Circuit Judges", end)
            and rule == "title after"
            and not _plural(text, span[1])
        ):
            return


def _plural(text: str, end: int) -> bool:
    return bool(re.compile(r"[^.\n]{0,80}(?:Judges|JUDGES|Justices|JJ\.)").match(text, end))


def _starting(text: str, start: int, rule: str) -> Iterator[EntityFinding]:
    for _ in range(_LIST_LIMIT):
        span = person_after(text, start)
        if span is None:
            return
        yield from _one("judge", text, span, rule)
        following = _patterns().listed.match(text, span[1])
        if following is None:
            return
        start = following.end()


def _bench(text: str, start: int) -> Iterator[EntityFinding]:
    """Names after "Before", where a title of judges closes the list."""
    stop = re.compile(r"[^\n]{0,300}?(?:J[uU][dD][gG][eE][sS]|JJA?\b|Justices|JJ\.)").match(
        text, start
    )
    if stop is None:
        return
    found = list(_starting(text, start, "bench"))
    yield from (finding for finding in found if finding.end <= stop.end())


def _apart(found: list[EntityFinding]) -> list[EntityFinding]:
    kept: list[EntityFinding] = []
    for finding in sorted(
        set(found),
        key=lambda finding: (
            finding.start,
            -finding.end,
            not finding.key,
            finding.kind,
            finding.rule,
        ),
    ):
        if not kept or finding.start >= kept[-1].end:
            kept.append(finding)
    return kept
