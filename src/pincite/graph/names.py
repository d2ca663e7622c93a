"""Names of people and bodies: where one begins and ends, and the key that its spellings share."""

from __future__ import annotations

import re
from functools import cache

from pincite.graph.rules import folded, spellings, words

UPPER = "A-ZÀ-ÖØ-ÞĀŁŚŠŻŽ"
_REACH = 160
_PERSON_WORDS = 6
_BODY_WORDS = 12

_token = re.compile(r"[^\s]+")
_initial = re.compile(rf"[{UPPER}]\.(?:-?[{UPPER}]\.)*")
_person_word = re.compile(rf"[{UPPER}][^\W\d_]*(?:['’‐-][^\W\d_]+)*")
_body_word = re.compile(rf"(?:[{UPPER}\d]|[ei](?=[{UPPER}]))[\w.'’&+/!‐-]*|&|\([{UPPER}][\w. ]*\)")
# "C. R. Bard, Inc." and "C.R. Bard, Inc."
_initials = re.compile(r"(?<!\w)(?:\w ){2,}(?=\w)")
_number = re.compile(r"[\d.,/:‐-]+")
_possessive = re.compile(r"['’][sS]?$")
_noise = re.compile(r"[^\w&]+")

Span = tuple[int, int]


def person_after(text: str, start: int) -> Span | None:
    """The person's name that begins at `start`: one to six words of one style of capitals."""
    end, count, style = -1, 0, ""
    for match in _token.finditer(text, start, start + _REACH):
        if text[start : match.start()].count("\n"):
            break
        raw = match[0]
        core = raw.rstrip(',;:)]}”"*').rstrip(".") if not _initial.match(raw) else raw
        word = _possessive.sub("", core)
        low = word.casefold().rstrip(".")
        if end >= 0 and low in folded("people", "suffixes"):
            dotted = raw[len(word) : len(word) + 1] == "." and low in ("jr", "sr")
            end = match.start() + len(word) + dotted
            break
        if end >= 0 and text[end : match.start()].startswith(","):
            break
        if initial := _initial.match(raw):
            count += 1
            if len(initial[0]) != len(raw.rstrip(',;:)”"')):
                break
            # An initial is part of a name only if a word follows it.
            if raw != initial[0]:
                break
            continue
        if low in folded("people", "particles") and count and (word.islower() or low == "st"):
            continue
        if not _person_word.fullmatch(word) or low in folded("people", "not_names"):
            break
        if word in words("judges", "letters"):
            break
        this = _style(word)
        if style and this and this != style:
            break
        style = style or this
        end, count = match.start() + len(word), count + 1
        if word != raw or count == _PERSON_WORDS:
            if raw[len(word) :].startswith(","):
                end = _with_suffix(text, end)
            break
    return (start, end) if end > start else None


def _with_suffix(text: str, end: int) -> int:
    """Take in ", Jr." where it follows."""
    match = re.compile(r",? (Jr|Sr|JR|SR)\b\.?").match(text, end)
    return match.end() if match else end


def person_before(text: str, end: int) -> Span | None:
    """The person's name that ends at `end`."""
    floor = max(0, end - _REACH)
    tokens = list(_token.finditer(text, floor, end))
    start, style, taken = -1, "", 0
    for position, match in enumerate(reversed(tokens)):
        raw = match[0]
        if text[match.end() : end].count("\n") or (floor and match.start() == floor):
            break
        low = raw.casefold().rstrip(".,")
        if position == 0 and low in folded("people", "suffixes"):
            continue
        if position and raw[-1] in ',;:)”"':
            if not (start < 0 and raw.endswith(",")):
                break
            raw = raw[:-1]
        if _initial.fullmatch(raw):
            start, taken = match.start(), taken + 1
            continue
        if taken and raw.casefold() in folded("people", "particles"):
            if raw.islower():
                continue
        elif not _person_word.fullmatch(raw) or low in folded("people", "not_names"):
            break
        this = _style(raw)
        if style and this and this != style:
            break
        style = style or this
        start, taken = match.start(), taken + 1
        if taken == _PERSON_WORDS:
            break
    if start < 0 or _low_only(text[start:end]):
        return None
    return start, end


def _low_only(said: str) -> bool:
    """Whether nothing but initials and small words stands there."""
    return not any(len(_noise.sub("", w)) > 1 and w[:1].isupper() for w in said.split(" "))


def _style(word: str) -> str:
    letters = word.replace("’", "").replace("'", "").replace("-", "")
    if len(letters) < 2:
        return ""
    # "McDONALD" and "O’Hagan" are of their style all the same.
    return "capitals" if letters.isupper() or letters[2:].isupper() else "title"


def body_before(text: str, end: int, floor: int = 0) -> Span | None:
    """The run of capitalised words that ends at `end`, read backwards to the first word that no
    name holds, and not before `floor`. Commas end it, but for a list that "&" closes ("Keefe,
    Bruyette & Woods")."""
    floor = max(floor, end - _REACH)
    tokens = list(_token.finditer(text, floor, end))
    start, ampersand = -1, False
    for position, match in enumerate(reversed(tokens[-_BODY_WORDS:])):
        raw = match[0]
        if "\n" in text[match.end() : end]:
            break
        if floor and match.start() == floor:
            break
        low = raw.casefold()
        if position and raw[-1] in ',;:)”"':
            if not (raw[-1] == "," and ampersand):
                break
            raw = raw[:-1]
        elif position == 0:
            raw = raw.rstrip(",")
        if raw.endswith(".") and not _inner_stop(raw):
            break
        word = raw.lstrip('(“"[‘')
        if low in ("of", "for", "the", "and", "de"):
            if not _joins(tokens, len(tokens) - 1 - position):
                break
            continue
        if low.rstrip(".,") in folded("organisations", "stop_words") and not raw[:1].isdigit():
            break
        if not _body_word.fullmatch(word) or _number.fullmatch(word):
            break
        ampersand = word == "&" if word == "&" else (ampersand and raw != match[0])
        start = match.start() + len(raw) - len(word)
        if word != raw:
            break
    return (start, end) if start >= 0 else None


def _inner_stop(raw: str) -> bool:
    """Whether a full stop inside a name: an initial, or a short abbreviation such as "St."."""
    return (
        bool(_initial.fullmatch(raw))
        or len(raw) <= 4
        or raw.casefold() in ("bros.", "assn.", "intl.")
    )


def _joins(tokens: list[re.Match[str]], at: int) -> bool:
    """Whether the small word at `at` stands inside a name rather than before it."""
    if at == 0:
        return False
    word, left = tokens[at][0].casefold(), tokens[at - 1][0]
    if word == "and":
        return False
    if word == "the":
        return at > 1 and tokens[at - 1][0].casefold() == "of" and _joins(tokens, at - 1)
    return left.casefold() in folded("organisations", "may_take_of") and left[:1].isupper()


@cache
def _forms() -> dict[str, str]:
    return {
        form.rstrip(".").replace(".", ""): key
        for form, key in spellings("organisations", "forms").items()
    }


def name_key(said: str) -> str:
    """Case, punctuation, a leading "the" and the spelling of a legal form make no difference."""
    flat = said.casefold().replace("’", "'").replace("'s ", "s ")
    parts = [
        _noise.sub(" ", part.replace(".", "").replace("'", "")).strip() for part in flat.split(" ")
    ]
    kept = [form for part in parts if part for form in part.split(" ")]
    if kept[:1] == ["the"]:
        kept = kept[1:]
    if kept and kept[0] in folded("people", "titles") and len(kept) > 1:
        kept = kept[1:]
    if len(kept) > 2 and kept[-2:] in (["limited", "partnership"], ["national", "association"]):
        kept[-2:] = ["lp" if kept[-1] == "partnership" else "na"]
    key = " ".join(_forms().get(part, part) if at else part for at, part in enumerate(kept))
    if has_form(key):
        key = _initials.sub(lambda match: match[0].replace(" ", "") + " ", key + " ").strip()
    return key


def has_form(key: str) -> bool:
    """Whether a key ends in a legal form, or is of "… company of America"."""
    return key.rpartition(" ")[2] in _forms().values() or " co of " in key


def is_full(key: str) -> bool:
    """Whether a person's key says who is meant: a family name and something more than initials."""
    parts = [p for p in key.split(" ") if p not in folded("people", "suffixes")]
    return sum(len(part) > 1 for part in parts) > 1


def surname(key: str) -> str:
    """The last word of a person's key that is no "jr"."""
    parts = key.split(" ")
    while len(parts) > 1 and parts[-1] in folded("people", "suffixes"):
        parts.pop()
    return parts[-1]


def may_be(short: str, full: str) -> bool:
    """Whether a shorter form of a person's name may stand for the full one: the family name is
    the same, and what else it says agrees ("Smith", "J. Smith", "John Q. Smith")."""
    suffixes = folded("people", "suffixes")
    a = [part for part in short.split(" ") if part not in suffixes]
    b = [part for part in full.split(" ") if part not in suffixes]
    own, other = set(short.split(" ")) & suffixes, set(full.split(" ")) & suffixes
    if not a or not b or a[-1] != b[-1] or len(a) > len(b):
        return False
    # A father and a son: "John Smith" need not be "John Smith, Jr.".
    if own != other and (own or len(a) == len(b)):
        return False
    at = 0
    for part in a[:-1]:
        while at < len(b) - 1 and not _agree(part, b[at]):
            at += 1
        if at >= len(b) - 1:
            return False
        at += 1
    return len(a) == 1 or a[0][0] == b[0][0]


def _agree(one: str, other: str) -> bool:
    """The same given name, or an initial of it."""
    if min(len(one), len(other)) == 1:
        return one[0] == other[0]
    return one == other
