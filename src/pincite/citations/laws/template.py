"""Turns the template of a citation form into a pattern: words, {slots}, [optional], (a|b)."""

from __future__ import annotations

import functools
import re
import re._parser as parser  # pyright: ignore
from collections.abc import Callable, Mapping
from itertools import product
from typing import NamedTuple

from pincite.citations.laws.provisions import (
    NUMBER,
    ORDINAL,
    SECTION,
    numbers_pattern,
    ordinals_pattern,
    pins_pattern,
    sections_pattern,
)

LISTS = {
    "sections": "section",
    "several": "section",
    "pins": "",
    "numbers": "number",
    "ordinals": "ordinal",
}
"""The slots that hold a list, and the slot that says how one number of it looks."""
_LIST_PATTERNS: dict[str, Callable[[str], str]] = {
    "sections": lambda number: sections_pattern(number or SECTION),
    "several": lambda number: sections_pattern(number or SECTION, many=True),
    "pins": lambda _number: pins_pattern(),
    "numbers": lambda number: numbers_pattern(number or NUMBER),
    "ordinals": lambda number: ordinals_pattern(number or ORDINAL),
}

_token = re.compile(r"\\(.)|\{([a-z_][a-z0-9_]*)\}|([\[\](|)])|([^\\{}\[\](|)]+)", re.DOTALL)
# An anchor of a few letters with two dots has already sixteen spellings.
_ANCHOR_DOTS = 2
_ANCHOR_LENGTH = 16
# How wide a slot may be, and how far before its anchor a form is looked for.
_WIDEST = 300
_REACH = 400
# An anchor with at most so much before it is better than any further on.
_NEAR = 40
# How long the words of a table are that are better than any others.
_TELLING = 4
# Words so common that another is the better anchor.
_COMMON = frozenset(
    (
        "section", "sections", "sec", "secs", "s", "ss", "subsection", "paragraph", "article",
        "part", "rule", "rules", "chapter", "subchapter", "title", "schedule", "act", "code",
        "this", "the", "of", "to", "and", "or", "no", "nr", "gr", "mgr",
    )
)  # fmt: skip


class TemplateError(ValueError):
    """What is wrong with how a form is written."""


class Template(NamedTuple):
    """`source` is a pattern with a named group a slot. Each text it matches holds, at a word's
    start, one of `anchors` (in lower case; a space at the end of one stands for the end of a
    word), and begins at most `before` letters before that. `head` is the pattern up to the words
    with the anchor, `tail` the one from there on."""

    source: str
    anchors: frozenset[str]
    before: int
    head: str
    tail: str


class _Piece(NamedTuple):
    source: str
    literal: str
    """The words that it begins with."""
    whole: bool = False
    """Whether it is nothing but those words."""
    given: bool = False
    """Whether they are those of a table's entry."""
    options: tuple[str, ...] = ()
    """For alternatives that each begin with words, those words."""


def template(
    write: str,
    slots: Mapping[str, str | tuple[str, ...]],
    constants: Mapping[str, str] | None = None,
    *,
    case: bool = False,
) -> Template:
    """Of a form as written. `constants` are slots whose words are given here and now. Words are
    compared without regard to case unless `case`; slots always as they say."""
    tokens = list(_tokens(write))
    pieces, at = _Writing(slots, constants or {}, case).sequence(tokens, 0)
    if at != len(tokens):
        raise TemplateError(f"{tokens[at][1]!r} stands outside of any bracket in {write!r}")
    sources = [piece.source for piece in pieces]
    source = "".join(sources)
    # A word is compared whole; a sign such as "§" has no edge to keep.
    edge = r"(?<!\w)" if _begins_with_word(source) else r"(?<!§)"
    source = edge + source + r"(?!\w)"
    best: tuple[bool, bool, int, int] | None = None
    for index, piece in enumerate(pieces):
        cores = _cores(pieces, index)
        if cores and all(cores):
            weight = min(1 if core.strip() in _COMMON else len(core) for core in cores)
            near = _total(sources[:index]) <= _NEAR
            # The words of a table are what tells its forms apart. Of equals the first: less
            # stands before it.
            score = (piece.given and weight >= _TELLING, near, weight)
            if best is None or score > best[:3]:
                best = (*score, index)
    if best is None:
        raise TemplateError(f"{write!r} has no words of its own by which it could be found")
    at = best[3]
    anchors = frozenset(spelling for core in _cores(pieces, at) for spelling in _spellings(core))
    # A literal may begin with a space, which its anchor does not.
    before = min(_total(sources[:at]) + 1, _REACH) if at else 0
    first = edge + "".join(sources[:at]) + r"\Z"
    return Template(source, anchors, before, first, "".join(sources[at:]) + r"(?!\w)")


def _cores(pieces: list[_Piece], at: int) -> list[str]:
    """The anchors that the piece has; its words go on in those after it."""
    piece = pieces[at]
    if not piece.literal.strip():
        return [_core(option) for option in piece.options]
    words = piece.literal
    while piece.whole and at + 1 < len(pieces) and pieces[at + 1].literal:
        at += 1
        piece = pieces[at]
        words += piece.literal
    return [_core(words)]


def _tokens(write: str) -> list[tuple[str, str]]:
    tokens: list[tuple[str, str]] = []
    at = 0
    while at < len(write):
        match = _token.match(write, at)
        if match is None:
            raise TemplateError(f"{write[at]!r} is not understood in {write!r}")
        escaped, slot, sign, words = match.groups()
        if slot:
            tokens.append(("slot", slot))
        elif sign:
            tokens.append(("sign", sign))
        else:
            tokens.append(("words", escaped or words))
        at = match.end()
    return tokens


class _Writing(NamedTuple):
    slots: Mapping[str, str | tuple[str, ...]]
    constants: Mapping[str, str]
    case: bool

    def sequence(self, tokens: list[tuple[str, str]], at: int) -> tuple[list[_Piece], int]:
        pieces: list[_Piece] = []
        while at < len(tokens):
            kind, value = tokens[at]
            if kind == "words":
                pieces.append(_Piece(self.words(value), value, whole=True))
                at += 1
            elif kind == "slot":
                pieces.append(self.slot(value))
                at += 1
            elif value in "[(":
                branches, at = self.branches(tokens, at)
                pieces.append(_either(branches, optional=value == "["))
            else:
                break
        return pieces, at

    def slot(self, name: str) -> _Piece:
        """A slot: of a constant its words, of a choice one of them, else its pattern."""
        given = self.constants.get(name)
        choice = self.slots.get(name)
        unnamed = name.startswith("_")
        if given is not None:
            inner, _ = self.sequence(_tokens(given), 0)
            inside = "".join(piece.source for piece in inner)
            words, whole = inner[0].literal, len(inner) == 1
            return _Piece(f"(?P<{name}>{inside})", words, whole, given=True)
        if isinstance(choice, tuple):
            inner, _ = self.sequence(_tokens(f"({'|'.join(choice)})"), 0)
            source = inner[0].source if unnamed else f"(?P<{name}>{inner[0].source})"
            return _Piece(source, "", options=inner[0].options)
        group = "?:" if unnamed else f"?P<{name}>"
        return _Piece(f"({group}{_slot(name, self.slots)})", "")

    def branches(self, tokens: list[tuple[str, str]], at: int) -> tuple[list[list[_Piece]], int]:
        close = "]" if tokens[at][1] == "[" else ")"
        found: list[list[_Piece]] = []
        while True:
            branch, at = self.sequence(tokens, at + 1)
            found.append(branch)
            if at >= len(tokens):
                raise TemplateError(f"a bracket is not closed by {close!r}")
            if tokens[at] == ("sign", close):
                return found, at + 1
            if tokens[at] != ("sign", "|"):
                raise TemplateError(f"{tokens[at][1]!r} stands where {close!r} should")

    def words(self, words: str) -> str:
        return _words(words) if self.case else f"(?i:{_words(words)})"


def _either(branches: list[list[_Piece]], *, optional: bool) -> _Piece:
    """One of the branches, or with `optional` none."""
    inside = "|".join("".join(piece.source for piece in branch) for branch in branches)
    if optional:
        return _Piece(f"(?:{inside})?", "")
    heads = [_head(branch) for branch in branches]
    options = tuple(words for head in heads for words in head) if all(heads) else ()
    return _Piece(f"(?:{inside})", "", options=options)


def _head(branch: list[_Piece]) -> tuple[str, ...]:
    """The words that a branch begins with."""
    if not branch:
        return ()
    return (branch[0].literal,) if branch[0].literal.strip() else branch[0].options


def _slot(name: str, slots: Mapping[str, str | tuple[str, ...]]) -> str:
    if name in LISTS:
        number = slots.get(LISTS[name], "")
        return _LIST_PATTERNS[name](number if isinstance(number, str) else "")
    slot = slots.get(name)
    if not isinstance(slot, str):
        raise TemplateError(f"no slot is called {name!r}")
    try:
        width = _width(slot)
    except re.error as error:
        raise TemplateError(f"the slot {name!r} is no pattern: {error}") from None
    if width > _WIDEST:
        raise TemplateError(f"the slot {name!r} has no bound, or one above {_WIDEST} letters")
    return slot


def _words(words: str) -> str:
    """A dot may be left out, and the space after it: "N.C. Gen. Stat." is also "N. C. Gen Stat".
    A space after "§" may be left out, too; a straight apostrophe is also a curly one."""
    out: list[str] = []
    at = 0
    while at < len(words):
        char = words[at]
        if char == ".":
            spaced = words[at + 1 : at + 2] == " "
            inner = at + 1 < len(words)
            out.append(r"\.?[ ]?" if inner else r"\.?")
            at += 2 if spaced else 1
            continue
        if char == " " and at and words[at - 1] in "§¶":
            out.append("[ ]?")
        elif char == " ":
            out.append(" ")
        elif char in "'’":
            out.append("['’]")
        else:
            out.append(re.escape(char))
        at += 1
    return "".join(out)


def _core(words: str) -> str:
    """The stretch of a literal that serves as an anchor: from its first word's start, short, with
    few dots. One that ends a word keeps the space or stop that shows it, as a space."""
    # An apostrophe has two shapes, and the space after "§" may be missing.
    words = re.split(r"['’]|(?<=§) ", words.lower().lstrip())[0]
    dots = [match.start() for match in re.finditer(r"\.", words)]
    cut = dots[_ANCHOR_DOTS] if len(dots) > _ANCHOR_DOTS else len(words)
    core = words[: min(cut, _ANCHOR_LENGTH)].rstrip(" .")
    # Where it was cut at a dot, a letter may follow: "f.r" of "f.r.c.p." stands in "frcp", too.
    ended = cut == len(words) and words[len(core) : len(core) + 1] in (" ", ".")
    return core + " " if ended and core[-1:].isalnum() else core


def _spellings(core: str) -> set[str]:
    """ "u.s.c" → "usc", "u. s. c", …: what `_words` allows between its letters."""
    ended = core.endswith(" ")
    pieces = re.split(r"\. ?", core.rstrip())
    seams = product(("", ".", " ", ". "), repeat=len(pieces) - 1)
    return {
        "".join(
            piece + (seam[index] if index < len(seam) else "") for index, piece in enumerate(pieces)
        )
        + (" " if ended else "")
        for seam in seams
    }


def _begins_with_word(source: str) -> bool:
    return not source.removeprefix("(?i:").startswith(("§", "\\(", "¶"))


def _total(sources: list[str]) -> int:
    return sum(map(_width, sources))


@functools.cache
def _width(source: str) -> int:
    return int(parser.parse(source).getwidth()[1])  # pyright: ignore
