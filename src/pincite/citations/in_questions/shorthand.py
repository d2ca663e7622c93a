"""American citations as people type them: "42usc1983", "irc 501c3", "rule 12b6", "410 us 113".

A question is written out as the grammars want it, sign by sign with the place that each came from;
what needs no writing out stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pincite.citations.laws.values import value
from pincite.citations.reading import Locale

_glued = (
    r"(?P<number>\d{1,5}(?:[a-z]{1,2}-\d{1,2})?)(?P<pins>(?:[a-z]\d{1,2}){1,3}[a-z]?)"
    r"(?![\w(-]|\.\d)"
)
_pinned = r"\d[\w.:-]{0,14}?(?:\([0-9A-Za-z]{1,4}\)){0,6}"
# A section of the D.C. Code.
_dc = r"\d{1,2}[A-Za-z]?-\d{1,4}[A-Za-z]{0,2}(?:\.\d{1,3}[A-Za-z]?)?"
_letters_or_digits = re.compile(r"\d+|[a-z]")
_REPORTERS = {
    "us": "U.S.", "u.s": "U.S.", "u.s.": "U.S.", "u s": "U.S.", "sct": "S. Ct.", "s ct": "S. Ct.",
    "s. ct": "S. Ct.", "led": "L. Ed.", "l ed": "L. Ed.", "led2d": "L. Ed. 2d",
    "l ed 2d": "L. Ed. 2d", "f2d": "F.2d", "f 2d": "F.2d", "f3d": "F.3d", "f 3d": "F.3d",
    "f.3d": "F.3d", "f.2d": "F.2d", "f4th": "F.4th", "f 4th": "F.4th", "f supp": "F. Supp.",
    "f supp 2d": "F. Supp. 2d", "f supp 3d": "F. Supp. 3d", "p2d": "P.2d", "p3d": "P.3d",
    "a2d": "A.2d", "a3d": "A.3d", "ne2d": "N.E.2d", "nw2d": "N.W.2d", "sw2d": "S.W.2d",
    "sw3d": "S.W.3d", "se2d": "S.E.2d", "so2d": "So. 2d", "so 2d": "So. 2d", "so 3d": "So. 3d",
    "cal4th": "Cal. 4th", "cal 4th": "Cal. 4th", "wl": "WL", "frd": "F.R.D.",
}  # fmt: skip
_LETTERS = ("gdpr", "tfeu", "teu", "echr", "iccpr", "cisg", "erisa", "nlra", "paja")
_RULES = {
    "frcp": "Fed. R. Civ. P.", "frcrp": "Fed. R. Crim. P.", "frcrimp": "Fed. R. Crim. P.",
    "fre": "Fed. R. Evid.", "frap": "Fed. R. App. P.", "frbp": "Fed. R. Bankr. P.",
}  # fmt: skip
# The rules that a bare number may be of, and the numbers that they have.
_BODIES = (
    ("frcp", "Federal Rules of Civil Procedure", 1, 86),
    ("frcrp", "Federal Rules of Criminal Procedure", 1, 61),
    ("frap", "Federal Rules of Appellate Procedure", 1, 48),
    ("fre", "Federal Rules of Evidence", 101, 1103),
    ("frbp", "Federal Rules of Bankruptcy Procedure", 1001, 9037),
)
_bare_rule = re.compile(
    r"(?<!\w)(?:rule|r\.) (?P<number>\d{1,4}(?:\.\d{1,2})?)(?P<pins>(?:\([0-9A-Za-z]{1,4}\)){0,4})"
    r"(?![\w(-])",
    re.IGNORECASE,
)


class RuleAsked(NamedTuple):
    """A rule by its number: the URNs, each with the name of the rules, that have such a one."""

    start: int
    end: int
    rules: tuple[tuple[str, str], ...]


def _reporter(match: re.Match[str]) -> str:
    name = " ".join(match["reporter"].lower().split())
    return f"{match['volume']} {_REPORTERS[name]} {match['page']}"


def _apart(match: re.Match[str]) -> str:
    """ "12b6" → "12(b)(6)"."""
    pins = "".join(f"({pin})" for pin in _letters_or_digits.findall(match["pins"].lower()))
    return match["number"] + pins


def _upper(match: re.Match[str]) -> str:
    return match[0].upper()


_either = "|".join(re.escape(reporter) for reporter in sorted(_REPORTERS, key=len, reverse=True))
_bodies = "|".join(_RULES)
_WRITTEN: Sequence[tuple[str, str | Callable[[re.Match[str]], str]]] = (
    (r"(?<![\w.])(?:sec )?(?:rule )?10b-?5(?![\w-])", "Rule 10b-5"),
    (r"(?<!\w)(?:ussg|u\.s\.s\.g\.?) §? ?(?P<number>\d[a-z]\d{1,2}\.\d{1,2})",
     lambda match: f"U.S.S.G. § {match['number'].upper()}"),
    (rf"(?<![\w.-]){_glued}", _apart),
    (rf"(?<![\w.])(?P<volume>\d{{1,3}}) ?(?P<reporter>{_either}) ?(?P<page>\d{{1,4}})(?![\w.])",
     _reporter),
    (rf"(?<!\w)(?P<sections>{_dc}(?:,? (?:and|&|or|to|through) {_dc}|, {_dc}){{0,20}}),? "
     r"(?:of the )?d\.?c\.? (?:official )?code(?!\w)", r"D.C. Code §§ \g<sections>"),
    (rf"(?<!\w)d\.?c\.? (?:official )?code,? (?:§+ ?|secs?\.? |sections? )?(?={_dc})",
     "D.C. Code §§ "),
    (r"(?<!\w)(\d{1,2}) ?(?:usc|u\.s\.c\.?)(?: ?§+ ?| ?)(?=\d)", r"\1 U.S.C. § "),
    (r"(?<!\w)(\d{1,2}) ?(?:cfr|c\.f\.r\.?)(?: ?§+ ?| ?)(?=\d+\.)", r"\1 C.F.R. § "),
    (r"(?<!\w)(?:usc|u\.s\.c\.?) (?:title )?(\d{1,2}),? (?:§+ ?|sec(?:tion|\.)? |s )?(?=\d)",
     r"\1 U.S.C. § "),
    (r"(?<!\w)(?:cfr|c\.f\.r\.?) (?:title )?(\d{1,2}),? (?:§+ ?|sec(?:tion|\.)? |s )?(?=\d+\.)",
     r"\1 C.F.R. § "),
    (r"(?<!\w)title (\d{1,2}),? (?:usc,? )?(?:§ ?|sec(?:tion|\.)? |s )(?=\d)", r"\1 U.S.C. § "),
    (r"(?<!\w)title (\d{1,2}),? (?:usc,? )?(?:§§ ?|sec(?:tion)?s\.? |ss\.? )(?=\d)",
     r"\1 U.S.C. §§ "),
    (r"(?<!\w)(?:irc|i\.r\.c\.?) (?:§+ ?|sec(?:tion|\.)? |s )?(?=\d)", "I.R.C. § "),
    (rf"(?<!\w)rules? (?P<rule>{_pinned})(?: of the| of|,)? (?P<body>{_bodies})(?!\w)",
     lambda match: f"{_RULES[match['body'].lower()]} {match['rule']}"),
    (rf"(?<!\w)(?P<body>{_bodies}) (?:rules? )?(?P<rule>\d{{1,4}})(?P<letter>[a-z])(?![\w(-])",
     lambda match: f"{_RULES[match['body'].lower()]} {match['rule']}({match['letter']})"),
    (r"(?<!\w)restatement,? \(?(?P<edition>first|second|third|1st|2d|2nd|3d|3rd)\)? (?:of )?"
     r"(?:the )?(?P<subject>torts|contracts|agency|property|trusts|judgments"
     r"|conflict of laws|restitution),? (?:§ ?|s |sec(?:tion|\.)? )?"
     r"(?P<number>\d{1,3}[a-z]{0,2})(?!\w)",
     lambda match: f"Restatement ({_EDITIONS[match['edition'].lower()[0]]}) of "
     f"{match['subject'].title().replace(' Of ', ' of ')} § {match['number'].upper()}"),
    (r"(?<!\w)(?P<ordinal>\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh"
     r"|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|nineteenth"
     r"|twenty-\w{5,7}) (?:amendment|amdt\.?|amend\.?)"
     r"(?:,? (?:§ ?|s |sec(?:tion|\.)? )(?P<part>\d))?(?!\w)",
     lambda match: _amendment(match)),
    (rf"(?<!\w)(?:{'|'.join(_LETTERS)})(?!\w)", _upper),
    (r"(?<!\w)(?:article|art\.?) (?=\d)", "Article "),
    (r"(?<!\w)(?P<code>code|stat|laws|law|rev stat)(?P<dot>\.?) (?=\d{1,5}[\w.:-]{0,12}\b)",
     lambda match: f"{match['code']}{match['dot']} § "),
    (r"(?<!\w)(?P<word>ch|c|chapter)(?P<dot>\.?) (?P<number>\d{1,4}[a-z]{1,2})(?=,? )",
     lambda match: f"{match['word']}{match['dot']} {match['number'].upper()}"),
    (r"(?<!\w)s (?=\d)", "§ "),
)  # fmt: skip
_EDITIONS = {"f": "First", "s": "Second", "t": "Third", "1": "First", "2": "Second", "3": "Third"}
_written = [(re.compile(pattern, re.IGNORECASE), change) for pattern, change in _WRITTEN]
_article = re.compile(
    r"(?<!\w)(?:article|art\.?) (?P<number>i{1,3}|iv|vi{0,2})(?!\w)", re.IGNORECASE
)


def _amendment(match: re.Match[str]) -> str:
    ordinal = match["ordinal"]
    amendment = f"{ordinal if ordinal[0].isdigit() else ordinal.capitalize()} Amendment"
    number = int(value(ordinal, "ordinal") or 0) if ordinal else 0
    return (
        f"U.S. Const. amend. {number}, § {match['part']}" if match["part"] and number else amendment
    )


def written_out(query: str, locale: Locale) -> tuple[str, list[int]]:
    """The question with its shorthand written out, and for each sign of it, and one past the end,
    the offset in the question that it came from. As it is where another country is asked about."""
    abroad = locale.jurisdiction and "us" not in locale.jurisdictions()
    changes = [] if abroad else list(_written)
    if "us" in locale.jurisdictions():
        changes.append((_article, lambda match: f"U.S. Const. art. {match['number'].upper()}"))
    text, origin = query, list(range(len(query) + 1))
    for pattern, change in changes:
        text, origin = _changed(text, origin, pattern, change)
    return text, origin


def _changed(
    text: str,
    origin: list[int],
    pattern: re.Pattern[str],
    change: str | Callable[[re.Match[str]], str],
) -> tuple[str, list[int]]:
    out: list[str] = []
    places: list[int] = []
    at = 0
    for match in pattern.finditer(text):
        new = match.expand(change) if isinstance(change, str) else change(match)
        start, end = match.span()
        out += (text[at:start], new)
        places += origin[at:start]
        # All that was written out came from all of the words: the last sign from the last of them.
        places += [origin[start]] * (len(new) - 1) + ([origin[end - 1]] if new else [])
        at = end
    if not out:
        return text, origin
    out.append(text[at:])
    places += origin[at:]
    return "".join(out), places


def bare_rules(query: str, locale: Locale) -> list[RuleAsked]:
    """Rules named by their number alone: which rules are meant, only the asker knows."""
    text, origin = written_out(query, locale)
    found: list[RuleAsked] = []
    for match in _bare_rule.finditer(text):
        number = match["number"]
        whole = int(number.partition(".")[0])
        pins = match["pins"].lower().replace(")", "").replace("(", ":")
        rules = tuple(
            (f"urn:lex:us:{body}:{number}{pins}", name)
            for body, name, first, last in _BODIES
            if first <= whole <= last
        )
        if rules:
            found.append(RuleAsked(origin[match.start()], origin[match.end() - 1] + 1, rules))
    return found
