"""Icelandic: lemmas from the Database of Icelandic Morphology (BÍN), compounds, lost accents."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from itertools import islice, product

from islenska import Bin

_MIN_PART = 3
_MIN_HEAD = 4
# A word with more ambiguous letters than this allows is looked up by its likeliest spellings.
_MAX_SPELLINGS = 4096
_SPELLED = {
    "a": "aá", "e": "eé", "i": "ií", "o": "oóö", "u": "uú", "y": "yý", "d": "dð",
}  # fmt: skip
_DIGRAPHS = {"th": "þ", "ae": "æ", "oe": "ö"}
_bin = Bin()


class Icelandic:
    code = "is"

    def __init__(self) -> None:
        text = resources.files("pincite.text.languages") / "icelandic_stop.txt"
        lines = text.read_text(encoding="utf-8").splitlines()
        self.stop = frozenset(
            word for line in lines if not line.startswith("#") for word in line.split()
        )

    def lemmas(self, form: str) -> tuple[str, ...]:
        return _lemmas(form)

    def parts(self, form: str) -> tuple[str, ...]:
        return _parts(form)

    def restored(self, form: str) -> tuple[str, ...]:
        return _restored(form)


@lru_cache(1 << 18)
def _lemmas(form: str) -> tuple[str, ...]:
    if not form.isalpha():
        return (form,)
    lemmas = {_joined(entry.ord): None for entry in _bin.lookup(form)[1]}
    return tuple(lemmas) or (form,)


def _joined(lemma: str) -> str:
    """BÍN hyphenates the compounds that it has made up itself."""
    return lemma.replace("-", "").lower()


@lru_cache(1 << 18)
def _parts(form: str) -> tuple[str, ...]:
    if not form.isalpha() or len(form) < _MIN_PART + _MIN_HEAD:
        return ()
    split = _split(form)
    if split is None:
        return ()
    return tuple(dict.fromkeys(lemma for part in split for lemma in _lemmas(part)))


def _split(form: str) -> tuple[str, ...] | None:
    """At the last joint after which a known word stands: "fæðingar" and "orlof". A first part that
    is no word by itself ("umgengnis") tells nothing."""
    for entry in _bin.lookup(form)[1]:
        if "-" in entry.bmynd:
            before, _, after = entry.bmynd.rpartition("-")
            return before.replace("-", ""), after
    pieces = _bin.soft_hyphenate(form).split("\u00ad")
    heads: list[str] = []
    for index in range(len(pieces) - 1, 0, -1):
        before, after = "".join(pieces[:index]), "".join(pieces[index:])
        if len(before) >= _MIN_PART and len(after) >= _MIN_HEAD and _known(after):
            if _known(before):
                return before, after
            heads.append(after)
    return (heads[-1],) if heads else None


def _known(form: str) -> bool:
    return _bin.contains(form)


@lru_cache(1 << 12)
def genitives(form: str) -> tuple[str, ...]:
    """Of a noun in any case, the genitive in the same number: "hlutafélaga" of "hlutafélög"; none
    of a word that is no noun."""
    if not form.isalpha():
        return ()
    found = (_joined(entry.bmynd) for entry in _bin.lookup_genitive(form))
    return tuple(dict.fromkeys(found))


@lru_cache(1 << 14)
def _restored(form: str) -> tuple[str, ...]:
    if not form.isascii() or not form.isalpha():
        return ()
    spellings: dict[str, None] = {}
    for spelled in islice(_spellings(form), _MAX_SPELLINGS):
        if spelled != form and _known(spelled):
            spellings[spelled] = None
    return tuple(spellings)


def _spellings(form: str) -> product[str]:
    choices: list[list[str]] = []
    at = 0
    while at < len(form):
        pair = form[at : at + 2]
        if pair in _DIGRAPHS:
            choices.append([_DIGRAPHS[pair], pair])
            at += 2
        else:
            choices.append(list(_SPELLED.get(form[at], form[at])))
            at += 1
    return map("".join, product(*choices))  # pyright: ignore[reportReturnType]
