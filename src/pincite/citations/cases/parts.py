"""Makes the parts of a mention: the case's name, its parties, court, year, signal and history."""

from __future__ import annotations

import re

from pincite.citations.cases.courts import court
from pincite.citations.cases.editions import CitedEdition
from pincite.citations.cases.names import CaseName
from pincite.citations.cases.pins import CourtAndYear

_signal = re.compile(
    r"(?:^|[\s(.;:,—“\"])((?:see generally|see also|see, also|see, e\. ?g\.|see|but see"
    r"|but cf\.|but|accord|contra|compare|with|cf\.|e\. ?g\.|citing|quoting|following|overruling"
    r"|and|cited in|quoted in|in),?) $",
    re.IGNORECASE,
)
_last_of_signals = ("see", "but", "rd", "ra", "re", "th", "cf.", "g.", "ng", "so", "ly", "in", "nd")
_outcome = (
    r"aff['’][dg]|rev['’][dg]|enf['’]d|affirmed|reversed|vacated|modified|remanded|enforced"
    r"|(?:cert(?:iorari|\.)|appeal|reh['’]g|rehearing|review|petition|stay|motion)"
    r" (?:denied|granted|dismissed|dism['’]d)|petition for cert\. filed|prob\. juris\. noted"
    r"|overruled (?:by|in)|superseded by|abrogated by"
)
_history = re.compile(
    rf"(?P<history>(?:{_outcome})(?: (?:on|in|per|mem\.|by|other|another|grounds?|part|en|banc"
    r"|curiam|and|as|sub|nom\.|remanded|an|equally|divided|court|rev['’]d|aff['’]d|vacated|opinion"
    r"|the)){0,8}),? $",
    re.IGNORECASE,
)


def of_name(name: CaseName) -> dict[str, str]:
    """Name, sides, and what stood between the name and the citation."""
    parts = dict(name.extra)
    before = parts.pop("before_year", "")
    if before and court(before):
        parts["court"] = court(before)
    parts["name"] = name.whole
    if name.plaintiff or name.defendant:
        parts["plaintiff"] = name.plaintiff
        parts["defendant"] = name.defendant
    return parts


def of_date(dated: CourtAndYear) -> dict[str, str]:
    """Year, date, and the court: its identifier, or its words where they are no known court's."""
    parts = {"year": dated.year} if dated.year else {}
    if dated.court:
        parts["court"] = court(dated.court) or dated.court
    if dated.date:
        parts["date"] = f"{dated.date}, {dated.year}"
    return parts


def of_edition(meant: CitedEdition) -> dict[str, str]:
    parts = {"reporter": meant.edition.short_name}
    if meant.others:
        parts["ambiguous"] = meant.others
    return parts


def led(text: str, start: int) -> dict[str, str]:
    """The signal, and the words of subsequent history, right before a citation at `start`."""
    before = text[max(0, start - 90) : start]
    parts: dict[str, str] = {}
    if before.rstrip(" ,").lower().endswith(_last_of_signals):
        signal = _signal.search(before[-32:])
        if signal is not None:
            parts["signal"] = signal[1].rstrip(",")
    if before.endswith((", ", ". ", "d ", "by ", "in ")):
        history = _history.search(before)
        if history is not None:
            parts["history"] = history["history"]
    return parts
