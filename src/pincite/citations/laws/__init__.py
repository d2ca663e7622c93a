"""Laws cited in a text, as the grammars write them: statutes, regulations, rules, constitutions."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from pincite.citations.laws.acts import acts
from pincite.citations.laws.internal import key_of, own_numbers, placed
from pincite.citations.laws.provisions import CitedProvision
from pincite.citations.laws.values import value
from pincite.citations.laws.written import WrittenCitation, matches
from pincite.citations.reading import CitableText
from pincite.model.mention import CitedKind, Form, Mention

_slot = re.compile(r"\{([a-z_][a-z0-9_]*)(?::([a-z]+))?\}")
_and_following = re.compile(r",? et seq(?:\.|uens|q\.)?")
_edition = re.compile(
    r",? \((?:[A-Z][A-Za-z.&' ]{0,30},? )?(?:\d{1,2}, )?(?P<year>1[6-9]\d\d|20\d\d)(?:[-–]\d{2,4})?"
    r"(?: ed\.?| rev\.?)?(?:[,;&]? ?(?:and |& )?Supp[^()]{0,30})?\)"
)
_subdivision = re.compile(r", (?:subdivision|subd\.) (?P<pin>(?:\([0-9a-z]{1,4}\)){1,4})")
# What an item of a list is called in targets and parts.
_ITEM = {"sections": "section", "several": "section", "numbers": "number", "ordinals": "number"}
_label = re.compile(r"[0-9A-Za-z]+")
_sign = re.compile(r"§{1,2}(?: ?[\w.*_-]{0,19}\w)?")
_SURE = frozenset((Form.FULL, Form.NAME, Form.INTERNAL))
_DATED = frozenset((CitedKind.STATUTE, CitedKind.REGULATION, CitedKind.RULE))


def laws(reading: CitableText) -> list[Mention]:
    """In order. References to the text's own places carry the URNs that `placed` finds. Every
    section sign lies in some mention, but for those before a provision's own number."""
    found: list[Mention] = []
    own = own_numbers(reading)
    for match in matches(reading):
        if match.start in own and "this" not in match.slots:
            continue
        for mention in mentions(match, reading.text):
            if mention.form is Form.INTERNAL and not mention.targets:
                places = placed(reading, mention)
                if isinstance(places, tuple):
                    key = key_of(reading, places[0])
                    found.append(mention._replace(targets=places, key=key))
                    continue
            found.append(mention)
    named = [_with_edition(act, reading.text) for act in acts(reading) if act.start not in own]
    found = _with_acts(found, named)
    found += (
        bare_sign for bare_sign in _bare_signs(reading.text, found) if bare_sign.start not in own
    )
    found.sort(key=lambda mention: mention.start)
    return found


def _with_acts(found: list[Mention], named: list[Mention]) -> list[Mention]:
    """Both, none over another: one that says which law it means goes before one that does not,
    then the longer, then one whose kind is known, then what a grammar has found."""
    # "in Ohio Ohio Rev. Code § 4112.02": a name takes in no word before a code that is known.
    codes = {mention.end for mention in found if mention.form is Form.FULL and mention.targets}
    named = [mention for mention in named if mention.targets or mention.end not in codes]
    ranked = [(mention, 0) for mention in found] + [(mention, 1) for mention in named]
    ranked.sort(
        key=lambda pair: (
            pair[0].form not in _SURE,
            pair[0].start - pair[0].end,
            pair[0].kind is CitedKind.UNKNOWN,
            pair[1],
        )
    )
    taken: list[tuple[int, int]] = []
    kept: list[Mention] = []
    for cited, _ in ranked:
        at = bisect_left(taken, (cited.start, cited.start))
        if (at and taken[at - 1][1] > cited.start) or (
            at < len(taken) and taken[at][0] < cited.end
        ):
            continue
        taken.insert(at, (cited.start, cited.end))
        kept.append(cited)
    return sorted(kept, key=lambda mention: mention.start)


def _bare_signs(text: str, found: list[Mention]) -> list[Mention]:
    """The signs in no mention, each with the word after it: "§ ___", "§ II.A"."""
    signs: list[Mention] = []
    index = 0
    for sign in _sign.finditer(text):
        start, end = sign.span()
        while index < len(found) and found[index].end <= start:
            index += 1
        if index < len(found) and found[index].start <= start:
            continue
        if index < len(found):
            end = min(end, found[index].start)
        core = text[start:end].rstrip()
        span = (start, start + len(core))
        signs.append(
            Mention(*span, span, CitedKind.UNKNOWN, Form.SHORT, "", "", "a section sign alone")
        )
    return signs


def mentions(match: WrittenCitation, text: str) -> Iterator[Mention]:
    """One an item of the match's list; one in all where it has no list."""
    end, extra = _tail(match, text)
    if not match.items:
        yield _mention(match, text, match.start, end, None, extra)
        return
    for index, item in enumerate(match.items):
        final = index == len(match.items) - 1
        yield _mention(
            match,
            text,
            match.start if index == 0 else item.start,
            end if final else item.end,
            item,
            extra,
        )


def _tail(match: WrittenCitation, text: str) -> tuple[int, dict[str, str]]:
    """Where it ends with "et seq." and the year of the edition, if they follow."""
    return _ended(text, match.end, dated=match.form.says is Form.FULL, kind=match.form.kind)


def _ended(text: str, end: int, *, dated: bool, kind: CitedKind) -> tuple[int, dict[str, str]]:
    extra: dict[str, str] = {}
    if following := _and_following.match(text, end):
        end, extra["following"] = following.end(), "yes"
    if dated and kind in _DATED and (edition := _edition.match(text, end)):
        end, extra["year"] = edition.end(), edition["year"]
    return end, extra


def _with_edition(mention: Mention, text: str) -> Mention:
    if mention.form is Form.FULL and (below := _subdivision.match(text, mention.end)):
        mention = mention._replace(end=below.end(), pin=mention.pin + below["pin"])
    end, extra = _ended(text, mention.end, dated=mention.form is Form.FULL, kind=mention.kind)
    return mention._replace(end=end, parts={**mention.parts, **extra}) if extra else mention


def _mention(
    match: WrittenCitation,
    text: str,
    start: int,
    end: int,
    item: CitedProvision | None,
    extra: dict[str, str],
) -> Mention:
    form = match.form
    parts = {**form.parts, **match.slots, **form.values, **extra}
    pin, core = "", (start, end)
    places: list[tuple[str, tuple[str, ...]]] = []
    if item is not None:
        if item.number:
            parts[_ITEM[form.list_slot]] = item.number
        pin = _pin(text, item)
        if item.end == match.end and pin and item.end - len(pin) > start:
            core = (start, item.end - len(pin))
        places = [(item.number, item.pins)]
        if item.pins:
            parts["pins"] = ":".join(item.pins)
        if item.last:
            places.append(item.last)
            parts["to"], parts["to_pins"] = item.last[0], ":".join(item.last[1])
    bases = [_filled(match, number) for number, _ in places] if places else [_filled(match, "")]
    targets: tuple[str, ...] = ()
    if all(bases):
        below = tuple(_label.findall(match.slots.get("below", "")))
        pins = [(*pins, *below) for _, pins in places] or [below]
        targets = tuple(
            ":".join((base, *(value(pin) for pin in path)))
            for base, path in zip(bases, pins, strict=True)
        )
    keys = (_written(shape, match, parts.get("section", "")) for shape in form.keys)
    key = bases[0] or next(filter(None, keys), "")
    pin = pin or parts.pop("pin", "") or parts.pop("below", "")
    rule = f"{match.grammar.name}: {form.name}"
    return Mention(start, end, core, form.kind, form.says, key, pin, rule, targets, parts)


def _pin(text: str, item: CitedProvision) -> str:
    """The pinpoint as it is written: what follows the number."""
    words = text[item.start : item.end]
    at = words.find("(")
    return words[at:] if at >= 0 else ""


def _filled(match: WrittenCitation, number: str) -> str:
    """The URN that the first target whose slots are all filled gives; "" where none does."""
    for target in match.form.targets:
        filled = _written(target, match, number, urn=True)
        if filled:
            return f"urn:lex:{filled}"
    return ""


def _written(shape: str, match: WrittenCitation, number: str, *, urn: bool = False) -> str:
    missing = False

    def put(slot: re.Match[str]) -> str:
        nonlocal missing
        name, change = slot[1], slot[2] or ""
        if name == _ITEM.get(match.form.list_slot):
            words = number
        else:
            given = match.form.values.get(name)
            if given is not None:
                return given
            words = match.slots.get(name, "")
        filled = value(words, change) if urn else " ".join(words.split())
        if not urn and change == "lower":
            filled = filled.lower()
        elif not urn and change == "digits":
            filled = filled.replace(",", "")
        missing = missing or not filled
        return filled

    filled = _slot.sub(put, shape)
    return "" if missing else filled
