"""Cases of the European Union's courts: Case C-131/12 Google Spain EU:C:2014:317."""

from __future__ import annotations

import re

from pincite.citations.cases import pins
from pincite.citations.cases.names import name_before
from pincite.citations.cases.parts import led, of_name
from pincite.citations.cases.places import place_after
from pincite.citations.cases.slashes import slashes
from pincite.model.mention import CitedKind, Form, Mention

_year = r"(?:19|20)\d\d"
_dash = "[-–‑]"
_head = re.compile(
    rf"(?<![\w/])(?P<start>(?P<case>(?:Joined )?Cases? )?(?P<court>[CTF]{_dash})?\d{{1,4}})$"
)
_number = rf"(?:[CTF]{_dash})?\d{{1,4}}/\d\d(?: (?:PPU|P|REV)(?:-R)?(?!\w))?(?![\d/])"
_numbers = re.compile(
    rf"(?:(?:Joined )?Cases? )?(?P<number>{_number})(?:(?:, | and | to |, and ){_number}){{0,9}}"
)
_ecli = rf"(?:ECLI:)?EU:[CTF]:{_year}:\d{{1,5}}(?!\d)"
_identified = re.compile(_ecli)
_capital = r"[A-Z(&][\w.&’'()-]{0,30}"
_small = r"and|of|the|for|de|der|des|du|la|le|van|von|en|et|für|di|und|y"
_name = rf"{_capital}(?:,? (?:{_capital}|v\.?|{_small})){{0,18}}"
_report = rf"{_ecli}|\[{_year}\] ECR (?:I{{1,2}}{_dash})?\d{{1,5}}(?!\d)"
_reported = re.compile(rf"(?:,? (?P<name>{_name}))??\)?,? \(?(?P<report>{_report})\)?")
_side = rf"{_capital}(?: (?:{_small}|{_capital})){{0,8}}"
_called = re.compile(rf",? (?P<name>{_side} v\.? {_side})")
_ends_small = re.compile(rf"(?: (?:{_small}))+$")
_signs = ("EU:C:", "EU:T:", "Case C-", "Cases C-", "Case T-", "Court of Justice", "CJEU")


def european_union(text: str) -> list[Mention]:
    """In order, none over another. A number without "Case" before it counts where the text speaks
    of the courts."""
    speaks = any(sign in text for sign in _signs)
    found: list[Mention] = []
    end = 0
    for at, alone in sorted((*_numbered(text, speaks=speaks), *_alone(text))):
        if at < end:
            continue
        mention = _by_identifier(text, at, end) if alone else _by_number(text, at, end)
        if mention is not None:
            found.append(mention)
            end = mention.end
    return found


def _numbered(text: str, *, speaks: bool) -> list[tuple[int, bool]]:
    found: list[tuple[int, bool]] = []
    for slash in slashes(text):
        head = _head.search(text, max(0, slash - 24), slash)
        if head is not None and (head["case"] or (head["court"] and speaks)):
            found.append((head.start(), False))
    return found


def _alone(text: str) -> list[tuple[int, bool]]:
    found: list[tuple[int, bool]] = []
    at = text.find("EU:")
    while at >= 0:
        start = at - 5 if text.startswith("ECLI:", max(0, at - 5)) else at
        if not text[start - 1 : start].isalnum():
            found.append((start, True))
        at = text.find("EU:", at + 3)
    return found


def _by_identifier(text: str, at: int, floor: int) -> Mention | None:
    match = _identified.match(text, at, at + 40)
    if match is None:
        return None
    return _mention(text, at, match.end(), match[0].removeprefix("ECLI:"), floor, {})


def _by_number(text: str, at: int, floor: int) -> Mention | None:
    numbers = _numbers.match(text, at, at + 200)
    if numbers is None:
        return None
    number = re.sub(_dash, "-", numbers["number"])
    end = numbers.end()
    parts = {"docket": number}
    name = ""
    reported = _reported.match(text, end, end + 260)
    if reported is not None:
        end = reported.end()
        if reported[0].endswith(")") and reported[0].count("(") < reported[0].count(")"):
            end -= 1
        parts["report"] = reported["report"]
        name = reported["name"] or ""
    elif not number[0].isalpha():
        # The old numbers have no letter: without their report they are anybody's.
        return None
    elif called := _called.match(text, end, end + 200):
        name = _ends_small.sub("", called["name"])
        end = called.start("name") + len(name)
    if name:
        parts["name"] = name
        plaintiff, versus, defendant = name.replace(" v. ", " v ").partition(" v ")
        if versus:
            parts |= {"plaintiff": plaintiff, "defendant": defendant}
    return _mention(text, at, end, number, floor, parts)


def _mention(
    text: str, start: int, end: int, key: str, floor: int, parts: dict[str, str]
) -> Mention:
    core = (start, end)
    if "name" not in parts:
        bracket = text[start - 1 : start] == "("
        name = name_before(text, start - 1 if bracket else start, floor, bare_allowed=bracket)
        if name is not None:
            start = name.start
            parts = of_name(name) | parts
            end += bracket and text[end : end + 1] == ")"
    place = place_after(text, end)
    parts |= led(text, start) | pins.explanations(text, place.end)
    return Mention(
        start,
        place.end,
        core,
        CitedKind.CASE,
        Form.FULL,
        key,
        place.words,
        "cases.european_union",
        (),
        parts,
    )
