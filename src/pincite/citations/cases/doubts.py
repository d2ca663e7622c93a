"""Rules that reject what looks like a citation and is none.

The patterns match these, and they are not reported:

1. A number of an outline: "6.8 Taxes 19", "2.1 Grant 2.2 Term". The volume is the end of a decimal
   number or, behind a reporter without a dot, the page the beginning of one.
2. A date: "1575 Mar. 2, 2007", where the month is also the letters of a reporter; "1995 AD 300".
3. A reign: "11 Hen. 6, ch. 5" is a statute of a king.
4. A bare reporter of one letter, or of few letters without a dot, or without a volume, when nothing
   else speaks for it: no name, signal, history, year, docket or pinpoint, and no punctuation behind
   it ("Apartment 4 F. 3 was", "in 12 Or 13"). One of a single word without a volume needs a name,
   a signal or a year, for it is a man's name and a number ("approved by Chase. 10").
5. The appendix of the record, "1 App. 27": a court of appeals is never "App." alone, unless two
   parties and a year say that it is a case.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pincite.citations.cases.tokens import Token

_stands_apart = re.compile(r"[,.;:)\]”\"’'?!—–]| ?[(\[]|\n|$")
_decimal = re.compile(r"\.\d")
_of_a_date = re.compile(r", ?(?:1[6-9]|20)\d\d(?!\d)")
_of_a_reign = re.compile(r",? (?:c|ch|cap|chap)\. ?[\dIVXLC]")
_months = frozenset(
    [
        "Jan",
        "Feb",
        "Mar",
        "Apr",
        "May",
        "June",
        "Jun",
        "July",
        "Jul",
        "Aug",
        "Sept",
        "Sep",
        "Oct",
        "Nov",
        "Dec",
    ]
)
_reigns = frozenset(
    [
        "Hen",
        "Edw",
        "Eliz",
        "Geo",
        "Jac",
        "Car",
        "Wm",
        "Will",
        "Ric",
        "Rich",
        "Vict",
        "Anne",
        "Ann",
        "Phil",
        "Mar",
    ]
)


def misread(text: str, token: Token) -> bool:
    """Rules 1 to 3, of any token with a reporter."""
    start, end = token.start, token.end
    if start > 1 and text[start - 1] == "." and text[start - 2].isdigit() and text[start].isdigit():
        return True
    if "page" not in token.groups:
        return False
    reporter = token.groups["reporter"]
    # Behind a reporter with a dot, "at 104.5" is the end of a sentence and the mark of a note.
    if not token.short and "." not in reporter and _decimal.match(text, end):
        return True
    if reporter == "AD" and len(token.groups.get("volume", "")) == len("1995"):
        return True
    letters = reporter.rstrip(". ")
    if letters in _months and _of_a_date.match(text, end):
        return True
    return letters in _reigns and _of_a_reign.match(text, end) is not None


def doubtful(text: str, token: Token, parts: Mapping[str, str], pin: str, end: int) -> bool:
    """Rules 4 and 5, of a full citation of a case."""
    if token.groups["reporter"] == "App." and not {"defendant", "year"} <= parts.keys():
        return True
    if not parts.keys().isdisjoint(("name", "signal", "year")):
        return False
    reporter = token.groups["reporter"]
    if "volume" not in token.groups and " " not in reporter:
        return True
    if pin or not parts.keys().isdisjoint(("history", "docket")):
        return False
    letters = reporter.replace(".", "").replace(" ", "")
    weak = len(letters) == 1 or (len(letters) <= 4 and "." not in reporter)
    return weak and _stands_apart.match(text, end) is None
