"""Citations of the papers of the case itself: Compl. ¶ 12, Dkt. No. 45 at 3, Smith Dep. 22:1."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from pincite.citations.reading import CitableText
from pincite.citations.scanning.automaton import Longest, longest
from pincite.model.mention import CitedKind, Form, Mention


class _Paper(NamedTuple):
    """One [[paper]] of records.toml, under one of its words."""

    key: str
    words: str
    number: re.Pattern[str] | None
    pin: str
    whose: re.Pattern[str] | None
    needs_whose: bool
    person: bool
    needs_person: bool
    volume: bool
    of: bool
    plural: bool
    glued: bool
    sections: bool
    shared: bool
    spelled: bool
    enough: bool
    not_after: tuple[str, ...]


_BEFORE = 64
_MOST_WHOSE = 4
_MOST_LISTED = 24
_TO = r"(?:\s?[-–—]\s?"
_ITEM = (
    r"(?:(?:¶{1,2}|nn?\.|ll?\.|par(?:a|agraph)?s?\.?|lines?)\s?)?(?!2d|3d|[0-9]{1,2}th)(?:"
    r"[0-9]{1,5}(?:\([0-9a-z]{1,3}\)){1,3}|"
    rf"[0-9]{{1,5}}:[0-9]{{1,3}}{_TO}[0-9]{{1,5}}(?::[0-9]{{1,3}})?)?"
    rf"|(?:[A-Z]{{1,2}}-?)?[0-9]{{1,6}}[abc]?{_TO}(?:[A-Z]{{1,2}}-?)?[0-9]{{1,6}}[abc]?)?"
    r"|§{1,2}\s?[0-9]{1,4}(?:\.[0-9]{1,3}){0,3}(?:\([0-9a-z]{1,4}\)){0,3}"
    r"|[ivxl]{1,7})"
)
# A number before a reporter is a volume, not a page: "App. 12, 509 U.S. 579"; nor is a time of day.
_ENDS = (
    r"(?![\w:])(?!\.[0-9])(?!\s[A-Z&][\w.&'’]{0,12}\s(?:[A-Z0-9][\w.]{0,8}\s){0,3}[0-9])"
    r"(?!\s?[ap]\.\s?m)"
)
_PIN = (
    r"(?P<said>(?:at\s)?(?:pp?\.?|pgs?\.|pages?|bls\.)\s|(?:at|in)\s(?=par)|at\s)?"
    rf"(?P<pin>{_ITEM}{_ENDS}(?:(?:,\s(?:and\s|&\s)?|\sand\s|\s&\s|\s(?=l)){_ITEM}{_ENDS})"
    r"{0,12})"
)
_pin = re.compile(rf",?\s{_PIN}")
_glued_pin = re.compile(rf"(?:,?\s)?{_PIN}")
_signed = re.compile(r"[¶§]|par(?:a|agraph)?s?\b|lines?\b|ll?\.")
_QUOTED = "[\"'“”‘’]?"
_NUMBERS = {
    "docket": re.compile(r"\s?#?([0-9]{1,4}(?:-[0-9]{1,3})?)(?!\w|-\w)"),
    "numbered": re.compile(r"\s(?:[Nn]os?\.?\s|#\s?)?([0-9]{1,4}(?:-[0-9]{1,3})?)(?!\w|-\w)"),
    "exhibit": re.compile(
        rf"[\s-](?:[Nn]os?\.?\s)?{_QUOTED}"
        r"([A-Z]{1,2}(?:[-– ]?[0-9]{1,4})?|[0-9]{1,4}(?:-(?:[0-9]{1,4}|[A-Z](?!\w)))?[A-Z]?)"
        rf"{_QUOTED}(?:\s?[–-]\s?[A-Z0-9]{{1,4}})?(?![\w.]{{0,20}}[a-z&])(?!\w|\.[0-9])"
    ),
    "stamp": re.compile(
        r"\s([A-Z][A-Z_-]{1,12}[0-9]{3,10}(?:\s?[-–]\s?[A-Z_-]{0,12}[0-9]{1,10})?)(?!\w)"
    ),
}
_and = re.compile(r"(?:,\s(?:and\s|&\s|or\s)?|\s(?:and|&|or|og)\s|;\s(?=[0-9]))")
# "Smith Decl. Ex. B": an exhibit to a paper, one with it.
_annexed = re.compile(r",?\s(?:Exs?\.|Exhs?\.|Exhibit|Attach\.|Annexure|Annex|Tab)(?=\s)")
_matter = re.compile(
    r"\s(?:to|for|on)\s(?:[a-z]{1,3}\s)?[A-Z][\w.'’-]{1,20}(?:\s(?:to\s|for\s)?[A-Z][\w.'’-]{1,20}){0,4}"
)
_party = re.compile(
    r"\s(?P<whom>[A-Z](?:[^\n;:()0-9.]|(?<=[A-Z])\.|\.(?!\s[A-Z][a-z])){1,90}?)"
    r"(?:,?\s(?:in\s)?Nos?\.\s[0-9][\w:–-]{1,20},?)?(?=,?\s(?:at\s|pp?\.\s)?[0-9])"
)
# "Brief of Appellant, No. 21-1408": the number is the docket's, no page.
_docketed = re.compile(r"(?:\bNos?|T)\.?\Z")
_of_person = re.compile(
    r"\sof\s(?:(?:Dr|Mr|Mrs|Ms|Prof|Det|Sgt|Lt|Capt)\.?\s)?(?:[A-Z][\w.'’-]{0,20}\s){0,3}"
    r"(?P<whom>[A-Z][\w'’-]{1,20})(?=[\s,])"
)
_person = re.compile(r"(?:\A|(?<=[\s(\[—“\"]))(?P<whom>[A-Z][\w'’-]{1,24}) \Z")
_owner = re.compile(
    r"(?:\A|(?<=[\s(\[—“\"]))(?P<first>[A-Z][\w&-]{1,24} )?(?P<whose>[A-Z][\w&.-]{0,24}?)"
    r"(?:['’]s|(?<=s)['’]) \Z"
)
_volume = re.compile(
    r"(?:\A|[(\[;—\n]\s?|[.?!”\"’]\s|(?<![0-9]),\s|"
    r"\b(?:[Ss]ee|also|[Cc]f\.|at|and|in|citing|quoting|from|e\. ?g\.),?\s)"
    r"(?P<volume>[0-9]{1,3}) \Z"
)
_volume_behind = re.compile(
    r",?\s(?:[Vv]ol(?:\.|ume)?|Day)\s(?P<volume>[0-9]{1,3}|[IVXL]{1,6})(?=[\s,])"
)
# "Cal. App. 12", "Ct. R. 5", "9 Ohio App. 12": the last word of another abbreviation.
_goes_before = re.compile(
    r"(?:\b[A-Z][\w'’]{0,4}\.|[0-9]|[0-9](?:d|th|st)\.?|&|[0-9] [A-Z][a-z]{3,8}) \Z"
)
_standing = re.compile(r"(?:[(\[]|\b(?:[Ss]ee|[Cc]f\.|[Aa]lso|e\. ?g\.,|[Ss]br\.)\s)\Z")
# "App. 12 users complained" counts users.
_ends_there = re.compile(r"[^\w\s]|\Z|\n|\s(?:[^\w\s]|and\b|with\b|or\b|to\b|[A-Z])")
_clause = re.compile(r"(?:[(\[\n]|[.?!;:”\"’)\]]\s|\b(?:[Ss]ee|[Cc]f\.|[Aa]lso|e\. ?g\.,)\s)\Z")
# What is annexed to a contract is a part of it: "as Exhibit A to the lease".
_hereto = re.compile(r"\b(?:hereto|herewith)(?: as)? \Z")
_to_a_contract = re.compile(
    r" (?:hereto|hereof|(?:to|of) (?:this|the|that|such|said|an?|his|her|its|their|our) "
    r"(?:[\w-]{1,20} ){0,2}(?:lease|agreement|contract|deed|will|plan|bylaws|charter|policy|"
    r"indenture|note|license|mortgage|trust|bond|warranty|guaranty|amendment))\b",
    re.IGNORECASE,
)


def records(reading: CitableText) -> list[Mention]:
    """In order, none over another. `key` is the paper's normal form, without any pinpoint."""
    text = reading.text
    found: list[Mention] = []
    taken = 0
    papers = _papers()
    for last, words in _words().iter_long(text):
        if last < taken:
            continue
        mention = _mention(text, last + 1, papers[words])
        if mention is not None and mention.start >= taken:
            found.append(mention)
            found += _listed(text, papers[words], mention)
            taken = found[-1].end
    return found


def _mention(text: str, end: int, paper: _Paper) -> Mention | None:
    start = core = end - len(paper.words)
    if start and (text[start - 1].isalnum() or text[start - 1] in "-–_§."):
        return None
    before = text[max(0, start - _BEFORE) : start]
    if any(before.endswith(f"{word} ") for word in paper.not_after):
        return None
    paper_key = _said(text, end, paper)
    if paper_key is None:
        return None
    key, end = paper_key
    owned, start = _owned(text, start, paper)
    key = f"{owned}{key}"
    before = text[max(0, start - _BEFORE) : start]
    if paper.needs_whose and not owned:
        return None
    if paper.person:
        whom = _person.search(before)
        if whom is not None and whom["whom"] not in _not_people():
            key, start = f"{whom['whom'].casefold()} {key}", start - len(whom[0])
        elif of := _of_person.match(text, end):
            key, end = f"{of['whom'].casefold()} {key}", of.end()
        elif paper.needs_person:
            return None
    elif paper.volume and (volume := _volume.search(before)):
        key, start = f"{volume['volume']} {key}", start - len(volume["volume"]) - 1
    elif paper.volume and (behind := _volume_behind.match(text, end)):
        key, end = f"{behind['volume'].casefold()} {key}", behind.end()
    elif paper.shared and not owned and _goes_before.search(before):
        return None
    key, end, annexed = _with_exhibit(text, paper, key, end)
    pin = (_glued_pin if paper.glued else _pin).match(text, end)
    if (paper.number is not None or annexed) and not _is_said(pin):
        pin = None
    if not annexed and not _enough(text, paper, pin, start, end, whosever=bool(owned)):
        return None
    return _record(start, pin.end() if pin else end, (core, end), key, pin)


def _record(
    start: int, end: int, core: tuple[int, int], key: str, pin: re.Match[str] | None
) -> Mention:
    pinpoint = pin["pin"] if pin else ""
    rule, parts = "paper of the case", {"paper": key}
    return Mention(start, end, core, CitedKind.RECORD, Form.FULL, key, pinpoint, rule, (), parts)


def _owned(text: str, start: int, paper: _Paper) -> tuple[str, int]:
    """Whose the paper is and which of several, as its key says it, and where these words begin:
    "Pls.' Second Am. Compl."."""
    owned = ""
    for _ in range(_MOST_WHOSE if paper.whose is not None else 0):
        before = text[max(0, start - _BEFORE) : start]
        whose = paper.whose.search(before) if paper.whose is not None else None
        if whose is not None:
            owned = f"{_whose()[_plain(whose['whose'])]} {owned}"
            start -= len(whose["whose"]) + 1
            continue
        owner = None if paper.spelled else _owner.search(before)
        if owner is not None and owner["whose"] not in _not_people():
            first = owner["first"] or ""
            cut = len(first) if first.strip() in _not_people() else 0
            owned = f"{_plain(first[cut:] + owner['whose'])} {owned}"
            start -= len(owner[0]) - cut
        break
    return owned, start


def _with_exhibit(text: str, paper: _Paper, key: str, end: int) -> tuple[str, int, bool]:
    """The key and the end with an exhibit to the paper, where one is named right behind it."""
    word = None if paper.key == "ex." else _annexed.match(text, end)
    number = _NUMBERS["exhibit"].match(text, word.end()) if word else None
    if number is None or (paper.number is None and paper.spelled):
        return key, end, False
    return f"{key} ex. {number[1].casefold()}", number.end(), True


def _listed(text: str, paper: _Paper, first: Mention) -> list[Mention]:
    """The papers that a list goes on with: "Dkt. Nos. 45, 46 at 3 and 48"."""
    found: list[Mention] = []
    at = first.end
    several = paper.plural or "os." in text[first.start : first.core[1]]
    while several and paper.number is not None and len(found) < _MOST_LISTED:
        joint = _and.match(text, at)
        # The pattern of a number begins at the space before it.
        number = paper.number.match(text, joint.end() - 1) if joint else None
        if joint is None or number is None:
            break
        start, end = joint.end(), number.end()
        pin = _pin.match(text, end)
        pin = pin if _is_said(pin) else None
        at = pin.end() if pin else end
        key = f"{first.key.rpartition(' ')[0]} {number[1].casefold()}"
        found.append(_record(start, at, (start, end), key, pin))
    return found


def _said(text: str, end: int, paper: _Paper) -> tuple[str, int] | None:
    """The paper's key with what follows its words and is part of its name, and where that ends."""
    if paper.number is not None:
        number = paper.number.match(text, end)
        return (f"{paper.key} {number[1].casefold()}", number.end()) if number else None
    if paper.words[-1].isalnum() and text[end : end + 1].isalnum() and not paper.glued:
        return None
    if not paper.of:
        return paper.key, end
    if paper.words.endswith((" for", " of")):
        party = _party.match(text, end)
        # "O. T. 1976" is the term of another case's brief.
        if party is None or _docketed.search(party["whom"]):
            return None
        return f"{_plain(paper.words)} {_plain(party['whom'])}", party.end()
    matter = _matter.match(text, end)
    return (f"{paper.key}{_plain(matter[0])}", matter.end()) if matter else (paper.key, end)


def _plain(words: str) -> str:
    return words.casefold().replace("’", "'")


def _is_said(pin: re.Match[str] | None) -> bool:
    return pin is not None and (
        pin["said"] is not None or ":" in pin["pin"] or bool(_signed.match(pin["pin"]))
    )


def _enough(
    text: str,
    paper: _Paper,
    pin: re.Match[str] | None,
    start: int,
    end: int,
    *,
    whosever: bool,
) -> bool:
    """Whether so much is said that the words cite a paper and do not just name one."""
    before = text[max(0, start - 16) : start]
    if pin is None:
        if paper.pin != "may":
            return False
        if not paper.spelled or whosever or _standing.search(before):
            return True
        # A line that begins with it and soon ends is the paper's heading.
        opens = not start or text[start - 1] == "\n"
        heading = opens and text[end : end + 1] in ("", "\n", ",", ":", ".")
        named = paper.enough and not (_hereto.search(before) or _to_a_contract.match(text, end))
        return not heading and (named or _stands_alone(text, start, end))
    if pin["pin"][0] == "§" and not paper.sections:
        return False
    if _is_said(pin):
        # "the record at 45" may be a height.
        return paper.pin != "marked" or (pin["said"] or "").strip() != "at"
    if paper.pin in ("said", "marked") or pin["pin"][0] in "ivxl":
        return False
    if not paper.spelled:
        return bool(_ends_there.match(text, pin.end()))
    return _stands_alone(text, start, pin.end())


def _stands_alone(text: str, start: int, end: int) -> bool:
    after = text[end : end + 1]
    if after and after not in ".,;)]\n":
        return False
    return not start or bool(_clause.search(text, max(0, start - 16), start))


@cache
def _tables() -> dict[str, Any]:
    file = resources.files("pincite.citations") / "grammars" / "records.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def _not_people() -> frozenset[str]:
    return frozenset(_tables()["not_people"])


@cache
def _whose() -> dict[str, str]:
    """Each spelling of whose a paper is, and what is kept of it."""
    return {
        _plain(spelling): kept for kept, forms in _tables()["whose"].items() for spelling in forms
    }


@cache
def _papers() -> dict[str, _Paper]:
    """Each paper by each of its words, with either apostrophe."""
    return {
        spelling: _paper(paper, spelling)
        for paper in _tables()["paper"]
        for words in paper["words"]
        for spelling in (words, words.replace("'", "’"))
    }


@cache
def _words() -> Longest:
    return longest(_papers())


def _paper(paper: dict[str, Any], words: str) -> _Paper:
    return _Paper(
        key=paper.get("key") or _plain(words),
        words=words,
        number=_NUMBERS.get(paper.get("number", "")),
        pin=paper["pin"],
        whose=_before(paper.get("whose", ())),
        needs_whose=paper.get("needs_whose", False),
        person=paper.get("person", False),
        needs_person=paper.get("needs_person", False),
        volume=paper.get("volume", False),
        of=paper.get("of", False),
        plural=words in paper.get("plural", ()),
        glued=paper.get("glued", False),
        sections=paper.get("sections", "number" in paper),
        shared=paper.get("shared", False),
        spelled=words in paper.get("spelled", ()),
        enough=paper.get("enough", False),
        not_after=tuple(paper.get("not_after", ())),
    )


def _before(kept: Sequence[str]) -> re.Pattern[str] | None:
    """The longest of the spellings that the words before a paper may end with."""
    spellings = [table for name in kept for table in _tables()["whose"][name]]
    if not spellings:
        return None
    either = "|".join(
        re.escape(spelling).replace("'", "['’]")
        for spelling in sorted(spellings, key=len, reverse=True)
    )
    return re.compile(rf"(?<!\w)(?P<whose>{either}) \Z")
