"""Finds the source that a short form means: by its volume, its authors or its name."""

from __future__ import annotations

import re

from pincite.citations.cases.wording import called_of, names, nearly, words_of
from pincite.citations.resolution.antecedents import Antecedents, CitedSource, volume_of
from pincite.citations.resolution.pins import Measure, pin_of
from pincite.model.mention import CitedKind, Mention, Unresolved

_core = re.compile(r"([0-9]{1,5}) ([^,\n]{1,40}?),? at\b|([0-9]{1,5}) ([^,\n]{1,40})")
_left_out = re.compile(
    r"(?P<name>[A-Z][\w'’.&-]{2,30})(?:(?: (?:case|matter|decision|judgment))?(?:, | \()"
    r"| (?:case|matter|decision|judgment) )\Z"
)
_TITLE = 260
_clause = re.compile(
    r"(?<![A-Z])\. |; |\n|[(\[]|\b[Ss]ee,? (?:also |generally |e\. ?g\., )?|[Cc]f\. |[Aa]ccord,? |"
    r"[”\"] (?=[A-Z])|\] "
)
_PERSON = r"(?:[A-Z]\.-?\s?){0,3}(?:[A-Z][\w'’-]{1,20} (?:[A-Z]\. ?){0,2}){0,2}"
_SURNAME = r"[A-Z][\w'’-]{2,20}(?:, Jr\.|, Sr\.| I{2,3})?"
_authors = re.compile(
    rf"(?:[0-9]{{1,2}} )?(?:[Ss]ee )?{_PERSON}(?P<first>{_SURNAME})"
    rf"(?:(?:, {_PERSON}(?P<second>{_SURNAME}))?,? (?:&|and) {_PERSON}(?P<last>{_SURNAME}))?"
    r"(?:,? et al\.)?, (?=[\"“'‘A-Z])"
)
_suffix = re.compile(r"(?:, [JS]r\.| I{2,3})\Z")
_joined = re.compile(r",? (?:&|and) |,? et al\.?|, ")
_NO_AUTHORS = frozenset({"Note", "Comment", "Recent", "Book", "Review", "Symposium", "Notes"})
_numeral = re.compile(r"(.{1,200}?),? (I{1,3}|IV|V|VI{0,3})")
_NUMERALS = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8}


def name_before(text: str, mention: Mention) -> str:
    """The name that a short form or a supra opens with."""
    parts = mention.parts
    given = parts.get("antecedent") or parts.get("name")
    if not given and ("part" in parts or "note" in parts):
        return ""
    return (given or text[mention.start : mention.core[0]]).strip(" ,.;:'’\"“”")


def name_left_out(text: str, mention: Mention) -> str:
    """A name with a comma right before a supra that was found without one."""
    found = _left_out.search(text, max(0, mention.start - 40), mention.start)
    return found["name"] if found else ""


def authors_before(text: str, mention: Mention) -> tuple[str, ...]:
    """The surnames that the clause before an article's volume opens with: "Hill, The Inadequate
    State Ground, 65 Colum. L. Rev. 943", "Samuel D. Warren & Louis D. Brandeis, The Right …"."""
    floor = max(0, mention.start - _TITLE)
    start = floor
    for match in _clause.finditer(text, floor, mention.start):
        start = match.end()
    found = _authors.match(text, start, mention.start)
    if found is None or found["first"] in _NO_AUTHORS:
        return ()
    return tuple(_suffix.sub("", group) for group in found.groups() if group)


def by_authors(name: str, known: Antecedents) -> CitedSource | Unresolved:
    """The one article whose authors have all these surnames: "Warren & Brandeis", "Lemley et
    al."."""
    surnames = [surname for surname in _joined.split(name) if surname]
    if not surnames or _joined.search(name) is None:
        return Unresolved.UNKNOWN_SOURCE
    found = [
        source
        for source in known.named(surnames[0])
        if source.kind is CitedKind.JOURNAL
        and all(words_of(surname) in source.names for surname in surnames)
    ]
    if not found:
        return Unresolved.UNKNOWN_SOURCE
    return found[0] if len(found) == 1 else Unresolved.AMBIGUOUS


def by_volume(text: str, mention: Mention, known: Antecedents) -> CitedSource | Unresolved:
    """Rule 10."""
    volume, reporter = (mention.parts.get(part, "") for part in ("volume", "reporter"))
    if not (volume and reporter):
        match = _core.match(text, *mention.core)
        if match is None:
            return Unresolved.NOTHING_BEFORE
        volume, reporter = match[1] or match[3], match[2] or match[4]
    place = volume_of(volume, reporter)
    found = known.in_volume(place)
    if not found:
        return Unresolved.NOTHING_BEFORE
    if name := name_before(text, mention):
        so_named = [source for source in known.named(name) if source in found]
        wanted = called_of(words_of(name))
        so_named = so_named or [
            source for source in found if any(names(wanted, own) for own in source.names)
        ]
        so_named = so_named or [
            source for source in found if any(nearly(wanted, own) for own in source.names)
        ]
        found = so_named or [source for source in found if not source.names]
    if not found:
        return Unresolved.UNKNOWN_SOURCE
    pin = pin_of(mention.pin)
    if len(found) == 1:
        return found[0] if known.holds(found[0], pin) else Unresolved.BAD_PIN
    on_page = known.on_page(place, pin.number) if pin.measure is Measure.PAGE else None
    if on_page is None:
        return Unresolved.AMBIGUOUS
    return on_page if on_page in found else Unresolved.BAD_PIN


def by_name(
    name: str, known: Antecedents, numbers: dict[CitedSource, int]
) -> CitedSource | Unresolved:
    """Rules 11 and 15. `numbers` are the years of the cases."""
    found = known.named(name)
    if not found and (match := _numeral.fullmatch(name)):
        found = [source for source in known.named(match[1]) if source in numbers]
        found.sort(key=lambda source: numbers[source])
        number = _NUMERALS[match[2]]
        apart = len({numbers[source] for source in found}) == len(found) > 1
        found = found[number - 1 : number] if apart else []
    if not found:
        return Unresolved.UNKNOWN_SOURCE if known.sources else Unresolved.NOTHING_BEFORE
    return found[0] if len(found) == 1 else Unresolved.AMBIGUOUS
