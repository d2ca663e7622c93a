"""The key that the spellings of a name share, and what a key says of people and bodies."""

from __future__ import annotations

import re
from functools import cache

from pincite.graph.rules import folded, spellings

UPPER = "A-ZÀ-ÖØ-ÞĀŁŚŠŻŽ"

# "C. R. Bard, Inc." and "C.R. Bard, Inc."
_initials = re.compile(r"(?<!\w)(?:\w ){2,}(?=\w)")
_noise = re.compile(r"[^\w&]+")


@cache
def _forms() -> dict[str, str]:
    return {
        form.rstrip(".").replace(".", ""): key
        for form, key in spellings("organisations", "forms").items()
    }


def name_key(name: str) -> str:
    """Case, punctuation, a leading "the" and the spelling of a legal form make no difference."""
    flat = name.casefold().replace("’", "'").replace("'s ", "s ")
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


def _agree(given: str, other: str) -> bool:
    """The same given name, or an initial of it."""
    if min(len(given), len(other)) == 1:
        return given[0] == other[0]
    return given == other
