"""Laws cited by their names in running text, held or not, and those called "the Act" from then on:
"section 14(2) of the Residential Tenancies Act [Chapter 20:14]", "section 14(2) of the Act"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.citations.laws.addresses import LawAddress, after, before
from pincite.citations.laws.naming import LawName, names
from pincite.citations.reading import CitableText, Locale
from pincite.model.mention import CitedKind, Form, Mention
from pincite.model.urn import segment

BY_NAME = "act by its name"
"""The rule that a mention of a law by its name, held or not, was found by."""

# What must stand right before a name for a place to be there.
_placed = re.compile(
    r"(?:\d[A-Za-z]{0,4}|\)|\b[IVXLC]{1,7}|[Ss]chedule|(?:one|two|three|four|five|six|seven|eight"
    r"|nine|ten|eleven|twelve|teen|ty|hundred)),? ?(?:of|in|to|under|from) (?:the |our |said )?$"
)
_NEAR = 40
_space = re.compile(r"\s+")
# Units that stand behind a name only where they are its own: "Clayton Act, Rule 5" is two laws.
_UNITS = {
    CitedKind.STATUTE: re.compile(r",? (?:§|s|ss|art|sch|part|chap|para|sub)", re.IGNORECASE),
    CitedKind.REGULATION: re.compile(r",? (?:§|s|ss|r|reg|art|sch|part|para|sub)", re.IGNORECASE),
    CitedKind.RULE: re.compile(r",? (?:r|rule|ord|part|sch|sub)", re.IGNORECASE),
    CitedKind.CONSTITUTION: re.compile(r", (?:s|ss|art|sch|part|chap|sub)", re.IGNORECASE),
}
_BOOKISH = frozenset(("Law", "Statutes"))
# Countries whose acts have a number within their year, by which the corpus knows them.
_NOT_NUMBERED = frozenset(("us", "is"))


def acts(reading: CitableText) -> Iterator[Mention]:
    """In order, none over another. One that says which law it is has the form FULL; "section 14 of
    the Act" is SHORT, and `parts["of"]` has its words; a name alone counts only with the number or
    chapter by which it is told apart, and has the form NAME."""
    text = reading.text
    done = 0
    for name in names(text):
        if name.end <= done:
            continue
        start, places = _before(text, name, done)
        spans = [(place.start, place.end) for place in places]
        if places:
            spans[-1] = (spans[-1][0], name.end)
        elif _goes_first(text, name):
            places = after(text, name.end)
            spans = [(place.start, place.end) for place in places]
            if places:
                spans[0] = (start, spans[0][1])
        for place, span in zip(places, spans, strict=True):
            yield _mention(reading, name, start, place, span)
        if places:
            done = spans[-1][1]
        elif (name.chapter or name.number[0]) and start >= done and not _own(text, start):
            yield _alone(reading, name, start)
            done = name.end


def _own(text: str, start: int) -> bool:
    """ "This Act may be cited as the Ferries Act": a law's own title cites nothing."""
    return text.endswith(("cited as ", "cited as the "), max(0, start - 16), start)


def _goes_first(text: str, name: LawName) -> bool:
    """Whether a place right behind the name may be its own. "Law of Wills § 45.8" is a book."""
    # Letters that the text gives a law have no word for one.
    if (name.known and name.head) or (name.head in _BOOKISH and name.end == name.core[1]):
        return False
    return _UNITS[name.kind].match(text, name.end) is not None


def _before(text: str, name: LawName, floor: int) -> tuple[int, list[LawAddress]]:
    """Where the name begins, and the places in it that stand before it."""
    for start in name.starts or (name.start,):
        if start < floor:
            break
        if _placed.search(text, max(floor, start - _NEAR), start) and (
            places := before(text, start, floor)
        ):
            return start, places
    return name.start, []


def _mention(
    reading: CitableText, name: LawName, start: int, place: LawAddress, span: tuple[int, int]
) -> Mention:
    text = reading.text
    parts: dict[str, str] = {}
    for part in ("number", "schedule", "container"):
        if held := getattr(place, part):
            parts["section" if part == "number" else part] = held
    if place.pins:
        parts["pins"] = ":".join(place.pins)
    pin = _pin(text[place.start : place.end], place)
    start = name.core[0] if name.known else start
    core = (start, name.core[1])
    if name.known and not _at_home(name, reading.locale):
        parts["of"] = text[name.start : name.core[1]]
        rule = "a section of the Act"
        return Mention(*span, core, name.kind, Form.SHORT, "", pin, rule, (), parts)
    parts["name"] = text[start : name.core[1]]
    base = _urn(name, reading.locale)
    places = [(place.number, place.pins), *([place.last] if place.last else [])]
    if base and place.number and not (place.schedule or place.container):
        targets = tuple(
            ":".join((base, segment(number), *map(segment, pins))) for number, pins in places
        )
        key = f"{base}:{segment(place.number)}"
    else:
        targets, key = (), f"{called(text, name, start)}, {_place(place)}"
    return Mention(*span, core, name.kind, Form.FULL, key, pin, BY_NAME, targets, parts)


def _at_home(name: LawName, locale: Locale) -> bool:
    """ "the Constitution" is that of the country where the text is at home."""
    return name.kind is CitedKind.CONSTITUTION and bool(locale.jurisdiction)


def _alone(reading: CitableText, name: LawName, start: int) -> Mention:
    text = reading.text
    urn = _urn(name, reading.locale)
    key = urn or called(text, name, start)
    core, parts = (start, name.core[1]), {"name": text[start : name.core[1]]}
    targets = (urn,) if urn else ()
    rule = "name of an act with its number"
    return Mention(start, name.end, core, name.kind, Form.NAME, key, "", rule, targets, parts)


def called(text: str, name: LawName, start: int) -> str:
    """The law's name in one spelling, with the number or year that tells it from others of that
    name. The chapter adds nothing to the name."""
    words = _space.sub(" ", text[start : name.core[1]]).lower().replace("’", "'")
    if name.number[0]:
        return f"{words} {name.number[0]} of {name.number[1]}"
    return f"{words} of {name.year}" if name.year else words


def _pin(written: str, place: LawAddress) -> str:
    """What stands below the section, as it is written, or as it would be from wide to tight."""
    if not place.pins and place.last is None:
        return ""
    if " of " in written or " in " in written:
        return "".join(f"({pin})" for pin in place.pins)
    return written[written.find("(") :] if "(" in written else ""


def _place(place: LawAddress) -> str:
    number = place.number
    words = [number if number.startswith("art.") else f"§ {number}"] if number else []
    if place.schedule:
        words.insert(0, f"sched. {place.schedule}")
    if place.container:
        words.insert(0, place.container.replace("-", " ").lower())
    return ", ".join(words)


def _urn(name: LawName, locale: Locale) -> str:
    """Of an act by its number, where the text says whose acts it cites; else ""."""
    country = locale.jurisdictions()[-1] if locale.jurisdiction else ""
    number, year = name.number
    if not country or country in _NOT_NUMBERED or not number or name.head != "Act":
        return ""
    return f"urn:lex:{country}:act-{year}-{number}"
